"""Connect Four against a list of columns."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from spielbaum import Limits, perft, registry
from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.search.choosing import search
from spielbaum.search.searcher import Searcher
from tiers import all_but, at_night

SIZES = ((7, 6), (4, 4), (4, 5), (5, 4), (8, 7), (9, 6), (3, 3), (1, 5), (9, 7), (4, 16), (3, 31))
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

SCORES = {
    # 28 random plies and the exact score for the player to move: 0 a draw, n > 0 a win with n own stones left.
    "1345331511161762336442766256": 7,
    "7233752351335644262364674147": 7,
    "1345511146361212624463433663": 6,
    "1643571143156266322765521255": 5,
    "3235621742135614343171534176": 4,
    "3332253655777761517233164662": 3,
    "3375723261765311251757626321": 2,
    "2153443531644343231747651272": 1,
    "5623632276655336625235277753": 0,
    "5426246244514431762357655221": 0,
    "6667527335476464225336771345": -1,
    "1674743744321616711265736533": -2,
    "7355343415657711526541737332": -4,
    "6644761266754771346422555275": -6,
    "2442466672725117751571112325": -7,
    "6412776614727532712744252533": -7,
}


@cache
def lines_of(width: int, height: int) -> list[list[tuple[int, int]]]:
    """Return all lines of four squares on the board."""
    lines = []
    for column, row, (right, up) in product(range(width), range(height), DIRECTIONS):
        line = [(column + i * right, row + i * up) for i in range(4)]
        if all(0 <= c < width and 0 <= r < height for c, r in line):
            lines.append(line)
    return lines


class Columns:
    """A reference implementation: each column a list of players, foot first."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.columns: list[list[int]] = [[] for _ in range(width)]

    @property
    def played(self) -> int:
        return sum(map(len, self.columns))

    @property
    def mover(self) -> int:
        return self.played % 2

    def at(self, column: int, row: int) -> int | None:
        if 0 <= column < self.width and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return None

    def winner(self) -> int | None:
        for line in lines_of(self.width, self.height):
            owners = {self.at(*square) for square in line}
            if len(owners) == 1 and None not in owners:
                return owners.pop()
        return None

    def legal(self) -> list[int]:
        return [column for column in range(self.width) if len(self.columns[column]) < self.height]

    def over(self) -> bool:
        return self.winner() is not None or not self.legal()

    def utility(self) -> tuple[int, int]:
        """Return the stones the winner has left, the winning one counted among them, and the negative for the loser."""
        winner = self.winner()
        if winner is None:
            return 0, 0
        squares = self.width * self.height
        at_the_start = [(squares + 1) // 2, squares // 2][winner]
        left = at_the_start - sum(column.count(winner) for column in self.columns) + 1
        return (left, -left) if winner == 0 else (-left, left)

    def empty(self) -> list[tuple[int, int]]:
        squares = product(range(self.width), range(self.height))
        return [square for square in squares if self.at(*square) is None]

    def completes(self, player: int, square: tuple[int, int]) -> bool:
        """Return whether a stone of a player on a square, hanging or not, makes four."""
        for line in lines_of(self.width, self.height):
            if square in line and all(self.at(*other) == player for other in line if other != square):
                return True
        return False

    def lines_points(self) -> int:
        points = 0
        for line in lines_of(self.width, self.height):
            owners = [self.at(*square) for square in line]
            points += owners.count(0) - owners.count(1)
        return points

    def threats_points(self) -> int:
        ahead = sum(self.completes(0, square) - self.completes(1, square) for square in self.empty())
        return 10 * ahead + self.lines_points()

    def text(self) -> str:
        symbols = {0: "X", 1: "O", None: "."}
        rows = reversed(range(self.height))
        return "/".join("".join(symbols[self.at(c, r)] for c in range(self.width)) for r in rows)


def load(width: int, height: int) -> Game:
    return registry.load(f"connect-four:width={width},height={height}")


def random_games(width: int, height: int, games: int) -> Iterator[tuple[Game, State, Columns, list[int]]]:
    """Yield state, obvious board and columns played, ply by ply, of random games."""
    generator = random.Random(f"{width} by {height}")
    game = load(width, height)
    for _ in range(games):
        state, board, played = game.initial(), Columns(width, height), list[int]()
        yield game, state, board, played
        while not board.over():
            column = generator.choice(board.legal())
            state = game.result(state, column)
            board.columns[column].append(board.mover)
            played.append(column)
            yield game, state, board, played


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rules_match_an_obvious_board(width: int, height: int) -> None:
    for game, state, board, played in random_games(width, height, games=15 if at_night() else 8):
        assert game.is_terminal(state) == board.over(), played
        assert game.to_move(state) == board.mover
        assert game.notation.format_state(state) == board.text()
        if board.over():
            assert game.utility(state) == board.utility(), played
        else:
            assert list(game.actions(state)) == board.legal(), played
            free = [(column, len(board.columns[column])) for column in board.legal()]
            threatened = any(board.completes(1 - board.mover, square) for square in free)
            assert game.hints.extends(state) == threatened, played


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (4, 5), (8, 7), (9, 6)])
def test_evaluations_match_an_obvious_board(width: int, height: int) -> None:
    for game, state, board, played in random_games(width, height, games=6):
        points = board.lines_points()
        assert game.evaluation("lines").function(state) == (points, -points), played
        points = board.threats_points()
        assert game.evaluation("threats").function(state) == (points, -points), played


def test_lines_is_the_first_evaluation() -> None:
    assert list(load(7, 6).evaluations) == ["lines", "threats"]


def test_threats_counts_hanging_squares_and_gaps() -> None:
    game = load(7, 6)
    state = game.notation.parse_state("......./......./......./......./OO...O./XX.X.O.")
    board = Columns(7, 6)
    board.columns = [[0, 1], [0, 1], [], [0], [], [1, 1], []]
    assert board.text() == game.notation.format_state(state)
    assert [square for square in board.empty() if board.completes(0, square)] == [(2, 0)]
    lines = game.evaluation("lines").function(state)[0]
    assert game.evaluation("threats").function(state)[0] == lines + 10


@pytest.mark.parametrize(
    ("played", "utility"),
    [
        ("1212121", (18, -18)),  # the fourth stone of X, upwards
        ("1122334", (18, -18)),  # the fourth stone of X, along the foot
        ("71726364", (-18, 18)),  # the fourth stone of O
        ("12234334644", (16, -16)),  # the sixth stone of X, rising
        ("76654554244", (16, -16)),  # the same in the mirror, falling
    ],
)
def test_utility_is_the_number_of_stones_the_winner_has_left(played: str, utility: tuple[int, int]) -> None:
    game = load(7, 6)
    assert not game.is_terminal(game.notation.parse_state(played[:-1]))
    state = game.notation.parse_state(played)
    assert game.is_terminal(state)
    assert game.utility(state) == utility


@pytest.mark.interpreted
@pytest.mark.parametrize(("width", "height", "depth"), [(7, 6, 4), (4, 4, 8)])
def test_perft_matches_an_obvious_implementation(width: int, height: int, depth: int) -> None:
    counts = [0] * (depth + 1)

    def count(board: Columns, ply: int) -> None:
        counts[ply] += 1
        if ply == depth or board.over():
            return
        for column in board.legal():
            board.columns[column].append(board.mover)
            count(board, ply + 1)
            board.columns[column].pop()

    count(Columns(width, height), 0)
    assert perft(load(width, height), depth=depth) == counts[1:]


def test_number_of_positions_by_ply() -> None:
    game = registry.load("connect-four")
    level, sizes = {game.initial()}, []
    for _ in range(7):
        level = {game.result(s, column) for s in level if not game.is_terminal(s) for column in game.actions(s)}
        sizes.append(len(level))
    assert sizes == [7, 49, 238, 1120, 4263, 16422, 54859]


@pytest.fixture(scope="module")
def solver() -> Searcher:
    return Searcher(registry.load("connect-four"))


@pytest.mark.parametrize(("played", "score"), SCORES.items())
def test_search_finds_exact_scores_after_28_plies(solver: Searcher, played: str, score: int) -> None:
    result = solver.search(solver.game.notation.parse_state(played))
    assert (result.value, result.certainty.kind) == (score, "exact")
    assert result.action_text in {row.action_text for row in result.action_values if row.value == score}


@pytest.mark.long
def test_a_selective_search_rarely_misses_the_winner() -> None:
    options = "reductions,late_move_pruning,futility=3,reverse_futility=3,singular=1,extensions"
    searcher = Searcher(registry.load("connect-four"), f"pvs:replacement=two-deep,history,bounds,{options}")
    found = [searcher.search(searcher.game.notation.parse_state(played), Limits(depth=14)) for played in SCORES]
    sides = [(result.value > 0, result.value < 0) for result in found]
    right = [side == (score > 0, score < 0) for side, score in zip(sides, SCORES.values(), strict=True)]
    assert sum(right) >= len(right) - 1
    assert not all(result.certainty.sound for result in found)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("width", "height"), all_but([(4, 4)], [(4, 4), (4, 5), (5, 4)]))
def test_small_boards_are_drawn(width: int, height: int) -> None:
    result = search(load(width, height))
    assert (result.value, result.certainty.kind) == (0, "exact")


def test_columns_played_and_rows_from_the_top_mean_the_same() -> None:
    game = registry.load("connect-four")
    by_moves = game.notation.parse_state("4433")
    assert by_moves == game.notation.parse_state("......./......./......./......./..OO.../..XX...")
    assert by_moves == game.notation.parse_state("......./......./......./......./..oo.../..xx... x")
    assert game.notation.split_actions("44 33") == ["4", "4", "3", "3"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write 6 rows of 7 squares"),
        ("X......", "write 6 rows of 7 squares"),
        ("......./......./......./......./......./......Z", "write 6 rows of 7 squares"),
        ("......./......./......./......./......./X...... X", "after 1 stones it is O to move"),
        ("8", "move 1, column 8"),
        ("0", "move 1, column 0"),
        ("1111111", "move 7, column 1"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        registry.load("connect-four").notation.parse_state(text)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("......./......./......./......./......X/.......", "hangs in the air"),
        ("......./......./......./......./......./XX.....", "of 2 stones the player to move owns 1, not 2"),
        ("......./......./......./......./......./O......", "of 1 stones the player to move owns 0, not 1"),
    ],
)
def test_impossible_positions_are_refused(position: str, reason: str) -> None:
    game = registry.load("connect-four")
    with pytest.raises(ValueError, match=reason):
        game.notation.validate(game.notation.parse_state(position))


@pytest.mark.parametrize(
    "position",
    ["12121213", "......./......./X....../XO...../XO...../XOO....", "......./......./XO...../XO...../XO...../XO....."],
)
def test_a_position_that_was_won_before_the_last_move_is_refused(position: str) -> None:
    game = registry.load("connect-four")
    with pytest.raises(ValueError, match=r"four|over|won|finished"):
        game.notation.validate(game.notation.parse_state(position))


@pytest.mark.parametrize(("width", "height"), [(12, 10), (20, 6), (65, 1), (0, 6), (7, 0), (-1, 6)])
def test_boards_that_do_not_fit_are_refused(width: int, height: int) -> None:
    with pytest.raises(InputError, match="connect-four"):
        load(width, height)
