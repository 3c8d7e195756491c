"""Tic-tac-toe against strings of nine characters."""

from functools import cache
from itertools import combinations

import pytest

from spielbaum import perft, registry

GAME = registry.load("tic-tac-toe")
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
QUARTER_TURN = "630741852"
MIRROR = "210543876"


def lines_of(board: str) -> list[str]:
    return ["".join(board[int(square)] for square in line) for line in LINES]


def winner(board: str) -> str:
    return next((line[0] for line in lines_of(board) if line in ("XXX", "OOO")), "")


def obvious_open_lines(board: str) -> int:
    kinds = ["".join(sorted(line.replace(".", ""))) for line in lines_of(board)]
    return 3 * kinds.count("XX") + kinds.count("X") - 3 * kinds.count("OO") - kinds.count("O")


@cache
def all_positions() -> frozenset[str]:
    """Return all boards that can arise, by playing on strings."""
    found, pending = set(), ["........."]
    while pending:
        board = pending.pop()
        if board in found:
            continue
        found.add(board)
        if not winner(board):
            mover = "XO"[board.count(".") % 2 == 0]
            pending += [board[:i] + mover + board[i + 1 :] for i in range(9) if board[i] == "."]
    return frozenset(found)


@cache
def reached() -> frozenset[tuple[int, ...]]:
    """Return all states that the game reaches."""
    found, pending = set(), [GAME.initial()]
    while pending:
        state = pending.pop()
        if state in found:
            continue
        found.add(state)
        if not GAME.is_terminal(state):
            pending += [GAME.result(state, square) for square in GAME.actions(state)]
    return frozenset(found)


def written(state: tuple[int, ...]) -> str:
    return GAME.notation.format_state(state).split()[0]


def images(board: str) -> set[str]:
    found = set()
    for _ in range(4):
        board = "".join(board[int(i)] for i in QUARTER_TURN)
        found |= {board, "".join(board[int(i)] for i in MIRROR)}
    return found


@pytest.mark.parametrize("order", ["rows", "centre"])
def test_perft_of_the_empty_board(order: str) -> None:
    counts = perft(registry.load(f"tic-tac-toe:order={order}"), depth=9)
    assert counts == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_there_are_5478_positions_and_765_up_to_symmetry() -> None:
    boards = {written(state) for state in reached()}
    assert len(reached()) == 5478
    assert boards == all_positions()
    assert len({min(images(board)) for board in boards}) == 765


def test_end_and_utility_match_an_obvious_implementation() -> None:
    for state in reached():
        board = written(state)
        assert GAME.is_terminal(state) == (bool(winner(board)) or "." not in board), board
        assert GAME.to_move(state) == board.count("X") - board.count("O"), board
        if GAME.is_terminal(state):
            assert GAME.utility(state) == {"X": (1, -1), "O": (-1, 1), "": (0, 0)}[winner(board)], board


@pytest.mark.parametrize(("order", "squares"), [("rows", "012345678"), ("centre", "402681357")])
def test_squares_are_tried_in_the_order_of_the_option(order: str, squares: str) -> None:
    game = registry.load(f"tic-tac-toe:order={order}")
    for text in (".........", "XO..X...O", "..X.O...."):
        state = game.notation.parse_state(text)
        assert list(game.actions(state)) == [int(square) for square in squares if text[int(square)] == "."]


@pytest.mark.parametrize(
    ("board", "points"),
    [
        (".........", 0),
        ("XXX/OO./...", -2),
        ("O../.X./...", 1),  # three lines through the centre, two of the corner
        (".../.X./...", 4),
        ("XO./.../...", 1),  # column and diagonal of the corner, the middle column
        ("XX./OO./...", -1),  # the rows cancel out; the other diagonal is open to O alone
        ("O../.OX/X.O", -2),  # (a) of the exercise; the other five follow
        ("XO./XO./.O.", 1),
        ("XOX/XOO/OXX", 0),
        (".O./.X./...", 2),
        ("X.X/.O./...", 3),  # 3 for the row, 1 for each side; middle row and middle column
    ],
)
def test_open_lines_of_boards_counted_by_hand(board: str, points: int) -> None:
    assert GAME.evaluation("open-lines").function(GAME.notation.parse_state(board)) == (points, -points)


def test_no_diagonal_of_noughts_and_two_crosses_has_the_value_of_the_exercise() -> None:
    values = set()
    for diagonal in ({0, 4, 8}, {2, 4, 6}):
        for crosses in combinations(sorted(set(range(9)) - diagonal), 2):
            board = "".join("O" if i in diagonal else "X" if i in crosses else "." for i in range(9))
            values.add(GAME.evaluation("open-lines").function(GAME.notation.parse_state(board))[0])
    assert values == {-2, -3, -4}


def test_open_lines_is_the_textbook_formula_on_every_position() -> None:
    for state in reached():
        points = obvious_open_lines(written(state))
        assert GAME.evaluation().function(state) == (points, -points), written(state)


def test_a_won_game_counts_more_than_any_estimate() -> None:
    evaluation = GAME.evaluation()
    largest = max(abs(obvious_open_lines(board)) for board in all_positions() if not winner(board))
    assert evaluation.utility_weight * GAME.max_utility > largest


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("XOX.X.O..", (0b000010101, 0b001000010, 1)),
        ("XOX.X.O.. X", (0b000010101, 0b001000010, 0)),
        ("xo./.../... o", (1, 2, 1)),
        ("X........", (1, 0, 1)),
        ("O........", (0, 1, 0)),
        (" ......... O ", (0, 0, 1)),
    ],
)
def test_positions_are_read_from_nine_squares(text: str, state: tuple[int, ...]) -> None:
    assert GAME.notation.parse_state(text) == state


@pytest.mark.parametrize("text", ["", "XO", "XOX.X.O...", "XOX.X.O.Z", "......... Y"])
def test_text_that_is_not_a_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"write nine squares|X or O moves"):
        GAME.notation.parse_state(text)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ((0b1111, 0b0, 1), "4 crosses and 0 noughts"),
        ((0b1, 0b1110, 0), "1 crosses and 3 noughts"),
        ((0b1, 0b1, 0), "one stone at most"),
        ((1 << 9, 0, 1), "one stone at most"),
        ((0, 0, 2), "0 or 1 is to move"),
        ((0o7, 0o70, 0), "both sides have three in a row"),
    ],
)
def test_impossible_positions_are_refused(state: tuple[int, int, int], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        GAME.notation.validate(type(GAME.initial())(*state))


def test_every_position_of_play_is_valid() -> None:
    for state in reached():
        GAME.notation.validate(state)


def test_board_shows_stones_and_numbers_of_empty_squares() -> None:
    assert GAME.view.board(GAME.notation.parse_state("XO..X...O")) == "X O 2\n3 X 5\n6 7 O"
