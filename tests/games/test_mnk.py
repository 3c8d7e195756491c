"""The m,n,k game against lists of strings."""

import random
from collections.abc import Iterator

import pytest

from spielbaum import perft, registry
from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.search.choosing import search
from tiers import at_night

NAMES = "XOYZ"
BOARDS = (
    # width, height, line, players
    (8, 8, 5, 2),
    (4, 4, 3, 3),
    (3, 3, 3, 2),
    (3, 3, 3, 4),
    (6, 4, 4, 2),
    (16, 4, 4, 4),
    (7, 2, 3, 2),
    (1, 6, 2, 2),
)


class Rows:
    """A reference board: rows of letters from the top."""

    def __init__(self, width: int, height: int, line: int, players: int) -> None:
        self.width, self.height, self.line, self.players = width, height, line, players
        self.rows = [["."] * width for _ in range(height)]

    @property
    def played(self) -> int:
        return sum(symbol != "." for row in self.rows for symbol in row)

    def play(self, square: int) -> None:
        mover = NAMES[self.played % self.players]
        self.rows[square // self.width][square % self.width] = mover

    def legal(self) -> list[int]:
        return [i for i, symbol in enumerate(symbol for row in self.rows for symbol in row) if symbol == "."]

    def lines(self) -> Iterator[str]:
        for row in range(self.height):
            for column in range(self.width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    squares = [(row + i * down, column + i * right) for i in range(self.line)]
                    if all(0 <= r < self.height and 0 <= c < self.width for r, c in squares):
                        yield "".join(self.rows[r][c] for r, c in squares)

    def winner(self) -> int | None:
        won = {line[0] for line in self.lines() if set(line) == {line[0]} and line[0] != "."}
        assert len(won) <= 1
        return NAMES.index(won.pop()) if won else None

    def over(self) -> bool:
        return self.winner() is not None or not self.legal()

    def utility(self) -> tuple[float, ...]:
        winner = self.winner()
        if self.players == 2:
            return {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[winner]
        if winner is None:
            return (1 / self.players,) * self.players
        return tuple(float(player == winner) for player in range(self.players))

    def open_lines(self) -> int:
        points = 0
        for line in self.lines():
            if "O" not in line:
                points += line.count("X") ** 2
            if "X" not in line:
                points -= line.count("O") ** 2
        return points

    def text(self) -> str:
        return "/".join("".join(row) for row in self.rows)


def load(width: int, height: int, line: int, players: int) -> Game:
    return registry.load(f"mnk:width={width},height={height},line={line},players={players}")


def random_games(board: tuple[int, int, int, int], games: int) -> Iterator[tuple[Game, State, Rows]]:
    generator = random.Random(str(board))
    game = load(*board)
    for _ in range(games):
        state, rows = game.initial(), Rows(*board)
        yield game, state, rows
        while not rows.over():
            square = generator.choice(rows.legal())
            state = game.result(state, square)
            rows.play(square)
            yield game, state, rows


@pytest.mark.parametrize("board", [BOARDS[0], pytest.param(BOARDS[1], marks=pytest.mark.quick), *BOARDS[2:]], ids=str)
def test_rules_match_an_obvious_board(board: tuple[int, int, int, int]) -> None:
    players = board[3]
    for game, state, rows in random_games(board, games=8 if at_night() else 4):
        assert game.is_terminal(state) == rows.over(), rows.text()
        assert game.to_move(state) == rows.played % players
        assert game.notation.format_state(state) == rows.text()
        if rows.over():
            assert game.utility(state) == rows.utility(), rows.text()
        else:
            assert list(game.actions(state)) == rows.legal()


@pytest.mark.parametrize("board", [b for b in BOARDS if b[3] == 2], ids=str)
def test_open_lines_is_the_sum_of_squares_on_the_obvious_board(board: tuple[int, int, int, int]) -> None:
    for game, state, rows in random_games(board, games=3):
        points = rows.open_lines()
        assert game.evaluation("open-lines").function(state) == (points, -points), rows.text()


def test_three_in_a_row_on_three_by_three_is_tic_tac_toe() -> None:
    counts = perft(registry.load("mnk"), depth=9)
    assert counts == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.interpreted
def test_three_in_a_row_on_three_by_three_is_drawn() -> None:
    result = search(registry.load("mnk"))
    assert (result.value, result.certainty.kind) == (0, "exact")


@pytest.mark.slow
@pytest.mark.interpreted
def test_three_in_a_row_on_four_by_three_is_won_by_the_first_player() -> None:
    result = search(load(4, 3, 3, 2))
    assert (result.value, result.certainty.kind) == (1, "exact")


def test_squares_are_named_by_column_letter_and_row_from_below() -> None:
    game = load(8, 8, 5, 2)
    names = [game.notation.format_action(game.initial(), square) for square in (0, 7, 56, 63, 36)]
    assert names == ["a8", "h8", "a1", "h1", "e4"]


def test_the_last_square_of_64_can_be_taken_and_counts() -> None:
    game = load(8, 8, 5, 2)
    state = game.initial()
    for square in (63, 0, 62, 1, 61, 2, 60, 3, 59):
        assert not game.is_terminal(state)
        state = game.result(state, square)
    assert game.is_terminal(state)
    assert game.utility(state) == (1, -1)


@pytest.mark.parametrize("squares", [(2, 3, 4), (3, 4, 5), (2, 7, 12), (3, 8, 13), (1, 4, 7), (4, 7, 10)])
def test_a_line_does_not_run_over_the_edge(squares: tuple[int, int, int]) -> None:
    game = load(4, 4, 3, 3)
    free = [square for square in range(16) if square not in squares]
    state = game.initial()
    for square in (squares[0], free[0], free[1], squares[1], free[2], free[3], squares[2]):
        state = game.result(state, square)
        assert not game.is_terminal(state)


@pytest.mark.parametrize(
    ("board", "text", "reason"),
    [
        ((3, 3, 3, 2), "...", "write 3 rows of 3 squares"),
        ((3, 3, 3, 2), "..../.../..", "write 3 rows of 3 squares"),
        ((3, 3, 3, 2), "Y../.../...", "X, O or"),
        ((3, 3, 3, 2), "X../.../... X", "after 1 stones it is O to move"),
        ((3, 3, 3, 2), "XX./.../...", "of 2 stones"),
        ((3, 3, 3, 2), "O../.../...", "of 1 stones"),
        ((3, 3, 3, 4), "XOZ/.../...", "of 3 stones"),
    ],
)
def test_impossible_positions_are_refused(board: tuple[int, int, int, int], text: str, reason: str) -> None:
    game = load(*board)
    with pytest.raises(ValueError, match=reason):
        game.notation.validate(game.notation.parse_state(text))


@pytest.mark.parametrize("text", ["XXX/OOO/...", "XXX/OO./O.."])
def test_a_position_that_was_won_before_the_last_move_is_refused(text: str) -> None:
    game = registry.load("mnk")
    with pytest.raises(ValueError, match=r"line|row|over|won|finished"):
        game.notation.validate(game.notation.parse_state(text))


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ((9, 8, 5, 2), "1 to 64 squares"),
        ((0, 3, 3, 2), "1 to 64 squares"),
        ((3, 3, 4, 2), "a line of 4 does not fit"),
        ((3, 3, 0, 2), "a line of 0 does not fit"),
        ((3, 3, 3, 1), "2 to 4 players"),
        ((3, 3, 3, 5), "2 to 4 players"),
    ],
)
def test_impossible_boards_are_refused(board: tuple[int, int, int, int], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        load(*board)
