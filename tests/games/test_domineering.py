"""Domineering against sets of squares."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest

from spielbaum import U64, Solver, check_game, perft, registry
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.games.domineering.patterns import ACROSS, CODES, all_weights, make_patterns, pattern_at
from spielbaum.games.domineering.rules import Board, State
from spielbaum.kernel import Words, compile_kernel, new_words, read_word, words_of, write_word
from spielbaum.search.searcher import Searcher
from tiers import all_but, at_night

Square = tuple[int, int]
VERTICAL, HORIZONTAL = 0, 1
SIZES = ((8, 8), (4, 5), (5, 4), (2, 3), (3, 3), (1, 64), (64, 1), (1, 1), (2, 32), (32, 2), (7, 9), (9, 8),
         (2, 64), (1, 128))  # fmt: skip
WINNERS = {
    # rows, columns: N the first player, P the second, V and H whoever starts
    (2, 2): "N", (2, 3): "N", (2, 4): "H", (2, 5): "V", (2, 6): "N", (3, 3): "N", (3, 4): "H", (4, 3): "V",
    (4, 4): "N", (4, 5): "V", (5, 4): "H", (4, 6): "N", (5, 5): "P",
}  # fmt: skip


KINDS = {(1, 1): "N", (-1, -1): "P", (1, -1): "V", (-1, 1): "H"}
BY_WIDTH = {
    # rows: the same for so many columns, one more each time
    2: (2, "NNHVNNHVNNHPNNHHNNHHHNHHHNHHHHH"),
    3: (3, "NHHHHHHHHHHHHHHHHHH"),
    4: (4, "NVNVHVHVH"),
    5: (5, "PHH"),
    6: (6, "NV"),
    7: (7, "N"),
}
FEW_WIDE = {2: (2, 3, 4, 5, 6, 7, 8, 9, 13, 19, 27, 31), 3: (3, 4, 7, 21), 4: (4, 5, 6, 7, 9, 12)}


def pairs_of(free: frozenset[Square], player: int) -> list[tuple[Square, Square]]:
    """Return the dominoes that a player can place, the upper or left square first."""
    down, right = (1, 0) if player == VERTICAL else (0, 1)
    pairs = [((row, column), (row + down, column + right)) for row, column in sorted(free)]
    return [pair for pair in pairs if pair[1] in free]


class Squares:
    """A reference implementation: a set of free squares, (row, column) from the top left, and the player to move."""

    def __init__(self, rows: int, columns: int, mover: int = VERTICAL, free: frozenset[Square] | None = None) -> None:
        self.rows, self.columns, self.mover = rows, columns, mover
        self.free = frozenset(product(range(rows), range(columns))) if free is None else free

    def legal(self, player: int | None = None) -> list[tuple[Square, Square]]:
        return pairs_of(self.free, self.mover if player is None else player)

    def after(self, pair: tuple[Square, Square]) -> "Squares":
        return Squares(self.rows, self.columns, 1 - self.mover, self.free - set(pair))

    def text(self) -> str:
        lines = ("".join(".#"[(r, c) not in self.free] for c in range(self.columns)) for r in range(self.rows))
        return f"{'/'.join(lines)} {'vh'[self.mover]}"

    def safe(self, player: int) -> int:
        touched = {square for pair in self.legal(1 - player) for square in pair}
        return sum(not touched & set(pair) for pair in self.legal(player))

    def canonical(self) -> object:
        """Return what decides the rest of the game, least of all mirror images: squares that can still be covered."""
        used = {square for player in (0, 1) for pair in self.legal(player) for square in pair}
        down, right = self.rows - 1, self.columns - 1
        images = (
            used,
            {(down - r, c) for r, c in used},
            {(r, right - c) for r, c in used},
            {(down - r, right - c) for r, c in used},
        )
        return self.mover, min(tuple(sorted(image)) for image in images)


@cache
def value(free: frozenset[Square], player: int) -> int:
    """Return 1 if the player to move wins, else -1."""
    return max((-value(free - set(pair), 1 - player) for pair in pairs_of(free, player)), default=-1)


def load(rows: int, columns: int, first: str = "vertical") -> Game:
    return registry.load(f"domineering:rows={rows},columns={columns},first={first}")


def random_games(rows: int, columns: int, games: int, seed: int = 0) -> Iterator[tuple[Game, State, Squares]]:
    generator = random.Random(f"{rows} {columns} {seed}")
    game = load(rows, columns)
    for _ in range(games):
        state, squares = game.initial(), Squares(rows, columns)
        yield game, state, squares
        while squares.legal():
            pair = generator.choice(squares.legal())
            state, squares = game.result(state, pair[0][0] * columns + pair[0][1]), squares.after(pair)
            yield game, state, squares


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_rules_match_sets_of_squares(rows: int, columns: int) -> None:
    for game, state, squares in random_games(rows, columns, games=6):
        assert game.notation.format_state(state) == squares.text()
        assert game.to_move(state) == squares.mover
        assert game.is_terminal(state) == (not squares.legal())
        assert list(game.actions(state)) == [r * columns + c for (r, c), _ in squares.legal()]
        if game.is_terminal(state):
            assert game.utility(state)[squares.mover] == -1
            assert sum(game.utility(state)) == 0


@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (4, 5), (7, 9), (3, 3)])
def test_evaluations_and_order_count_places(rows: int, columns: int) -> None:
    for game, state, squares in random_games(rows, columns, games=3):
        real = [len(squares.legal(player)) for player in (0, 1)]
        safe = [squares.safe(player) for player in (0, 1)]
        assert game.evaluation("moves").function(state)[VERTICAL] == real[0] - real[1]
        assert game.evaluation("safe-moves").function(state)[VERTICAL] == real[0] - real[1] + safe[0] - safe[1]
        for action, pair in zip(game.actions(state), squares.legal(), strict=True):
            after = squares.after(pair)
            wanted = len(after.legal(squares.mover)) + after.safe(squares.mover) - 2 * len(after.legal())
            assert game.hints.order(state, action) == wanted


@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (4, 5), (7, 9), (9, 8), (1, 64), (64, 1), (2, 2)])
def test_patterns_are_the_squares_around_a_domino_and_reflections_share_weights(rows: int, columns: int) -> None:
    def patterns(free: set[Square], pair: tuple[Square, Square], player: int, rows: int, columns: int) -> list[int]:
        """Return the patterns as the module counts them."""
        occupied = sum(1 << r * columns + c for r, c in product(range(rows), range(columns)) if (r, c) not in free)
        row, column = min(pair)
        given = make_patterns(Board(rows, columns))
        return list(given(Board(rows, columns).word(occupied), player, row * columns + column))

    for _, _, squares in random_games(rows, columns, games=2 if at_night() else 1):
        free, player = set(squares.free), squares.mover
        for pair in squares.legal():
            (top, left), wanted = pair[0], []
            for r, c in product(range(-2, 1 if player else 2), range(-2, 2 if player else 1)):
                around = [(top + r + k, left + c + i) for k in range(3) for i in range(3)]
                wanted.append(sum((square not in free) << n for n, square in enumerate(around)))
            found = patterns(free, pair, player, rows, columns)
            assert found == [(ACROSS * player + n) * CODES + code for n, code in enumerate(wanted)]
            images: list[tuple[Callable[[Square], Square], bool]] = [
                (lambda square: (rows - 1 - square[0], square[1]), False),
                (lambda square: (square[0], columns - 1 - square[1]), False),
                (lambda square: (square[1], square[0]), True),
            ]
            for image, turned in images:
                board = (columns, rows) if turned else (rows, columns)
                domino = (image(pair[0]), image(pair[1]))
                there = patterns({image(square) for square in free}, domino, player ^ turned, *board)
                assert Counter(map(pattern_at, there)) == Counter(map(pattern_at, found))


def test_impossible_patterns_have_weight_0_and_many_others_do_not() -> None:
    """The domino lies on two free squares of each pattern that it touches, or on one."""
    weights = all_weights()
    for index, weight in enumerate(weights):
        place, code = divmod(index, CODES)
        across, place = divmod(place, ACROSS)
        row, column = divmod(place, 4 if across else 3)
        domino = [(2 - row, 2 - column), (2 - row, 3 - column) if across else (3 - row, 2 - column)]
        taken = any(code >> 3 * r + c & 1 for r, c in domino if 0 <= r < 3 and 0 <= c < 3)
        assert not taken or weight == 0
    assert sum(weight != 0 for weight in weights) > 1000


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("rows", "columns", "depth"), [(8, 8, 3), (4, 5, 5), (3, 3, 6)])
def test_perft_matches_rules_with_sets_of_squares(rows: int, columns: int, depth: int) -> None:
    def count(squares: Squares, plies: int) -> int:
        return 1 if plies == 0 else sum(count(squares.after(pair), plies - 1) for pair in squares.legal())

    wanted = [count(Squares(rows, columns), plies) for plies in range(1, depth + 1)]
    assert perft(load(rows, columns), depth=depth) == wanted


def test_perft_of_eight_by_eight() -> None:
    assert perft(load(8, 8), depth=4) == [56, 2940, 146580, 6823548]


def winner(searcher: Searcher, start: State) -> str:
    results = [searcher.search(start._replace(to_move=first)) for first in (VERTICAL, HORIZONTAL)]
    assert {result.certainty.kind for result in results} == {"exact"}
    return KINDS[results[0].value, results[1].value]


@pytest.fixture(scope="module")
def corner_searcher() -> Searcher:
    return Searcher(load(5, 6))


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("size", "known"), all_but([*WINNERS.items()][:8], [*WINNERS.items()]))
def test_known_winners_in_the_corner_of_a_larger_board(
    corner_searcher: Searcher, size: tuple[int, int], known: str
) -> None:
    rows, columns = size
    outside = sum(1 << r * 6 + c for r, c in product(range(5), range(6)) if r >= rows or c >= columns)
    assert winner(corner_searcher, State(outside, VERTICAL)) == known


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "size", [pytest.param((2, 5), marks=pytest.mark.long), (4, 4), pytest.param((4, 6), marks=pytest.mark.long)]
)
def test_known_winners(size: tuple[int, int]) -> None:
    searcher = Searcher(load(*size))
    assert winner(searcher, searcher.game.initial()) == WINNERS[size]


@pytest.mark.long
@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (rows, n)
        for rows, (least, all_) in BY_WIDTH.items()
        for n in FEW_WIDE.get(rows, range(least, least + len(all_)))
    ],
)
def test_proofs_give_the_known_winners(rows: int, columns: int) -> None:
    game = load(rows, columns)
    solver, start = Solver(game, table="256MB"), game.initial()
    values = [solver.solve(start._replace(to_move=first)).value for first in (VERTICAL, HORIZONTAL)]
    least, known = BY_WIDTH[rows]
    assert KINDS[values[0], values[1]] == known[columns - least]


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (3, 4), (4, 3), (2, 6), (1, 7)])
def test_bounds_hold_and_are_often_exact(rows: int, columns: int) -> None:
    game = load(rows, columns)
    start = game.initial()
    todo, seen, decided = [start, start._replace(to_move=HORIZONTAL)], set(), 0
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        free = free_squares(rows, columns, state)
        low, high = game.hints.bounds(state)
        assert low <= value(free, state.to_move) <= high, game.notation.format_state(state)
        assert (low, high) == (-1, -1) or not game.is_terminal(state)
        decided += low == high
        todo += [game.result(state, action) for action in game.actions(state)]
    assert decided > 0.5 * len(seen)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), all_but([(4, 5)], [(4, 5), (5, 4), (2, 10), (3, 7), (5, 5), (4, 6)]))
def test_bounds_hold_in_all_positions_of_a_board(rows: int, columns: int) -> None:
    """Every set of free squares, whoever is to move, beside the rules alone."""
    game, full = load(rows, columns), (1 << rows * columns) - 1
    bounds, actions, result, made = game.hints.bounds, game.actions, game.result, type(game.initial())
    assert bounds is not None

    def wrong_and_decided(wins: Words) -> tuple[int, int]:
        wrong = decided = 0
        for free in range(full + 1):
            for player in range(2):
                state, best = made(U64(full ^ free), player), 0
                for action in actions(state):
                    after = result(state, action)
                    best = max(best, 1 - read_word(wins, 2 * int(full ^ after.occupied) + after.to_move))
                write_word(wins, 2 * free + player, best)
                low, high = bounds(state)
                decided += low == high
                wrong += (low == 1 and best == 0) or (high == -1 and best == 1)
        return wrong, decided

    wins = new_words(2 * full + 2)
    wrong, decided = compile_kernel(wrong_and_decided)(words_of(wins, compiled=True))
    assert wrong == 0
    assert decided > 1.4 * full


def free_squares(rows: int, columns: int, state: State) -> frozenset[Square]:
    squares = product(range(rows), range(columns))
    return frozenset((r, c) for r, c in squares if not state.occupied >> r * columns + c & 1)


def check_hints(game: Game, state: State, rows: int, columns: int, worth: dict[int, int]) -> tuple[bool, bool, bool]:
    """Hold bounds, key and candidates against the truth; ``worth`` is what positions of each key are worth.

    Return whether the bounds decide, the key was met before, and moves are no candidates.
    """
    text = game.notation.format_state(state)
    true, (low, high) = value(free_squares(rows, columns, state), state.to_move), game.hints.bounds(state)
    assert low <= true <= high, text
    key, moves, chosen = game.hints.proof.key(state), set(game.actions(state)), list(game.hints.proof.candidates(state))
    met = key in worth
    assert worth.setdefault(key, true) == true, text
    assert set(chosen) <= moves
    after = [game.result(state, action) for action in chosen]
    assert max(-value(free_squares(rows, columns, s), s.to_move) for s in after) == true, text
    return low == high, met, len(chosen) < len(moves)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(6, 6), (4, 7), (7, 4), (3, 9), (8, 8)])
def test_proof_hints_hold_in_positions_with_few_free_squares(rows: int, columns: int) -> None:
    """Bounds hold, positions of one key are worth the same, and one of the best moves is among the candidates."""
    worth: dict[int, int] = {}
    seen = []
    for game, state, _ in random_games(rows, columns, games=60 if at_night() else 30, seed=2):
        free = free_squares(rows, columns, state)
        if pairs_of(free, state.to_move) and len(free) <= 17:
            seen.append(check_hints(game, state, rows, columns, worth))
    assert min(map(sum, zip(*seen, strict=True))) > 10


def in_pieces(rows: int, columns: int, generator: random.Random) -> frozenset[Square]:
    """Return 10 to 20 free squares in pieces of up to 8, some of which touch."""
    free, most = set[Square](), generator.randint(10, 20)
    while len(free) < most:
        row, column = generator.randrange(rows), generator.randrange(columns)
        for _ in range(min(generator.randint(2, 8), most - len(free))):
            free.add((row, column))
            down, right = generator.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            row, column = min(max(row + down, 0), rows - 1), min(max(column + right, 0), columns - 1)
    return frozenset(free)


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (3, 10), (8, 4)])
def test_proof_hints_hold_on_boards_with_many_components(rows: int, columns: int) -> None:
    """Bounds hold, positions of one key are worth the same, and one of the best moves is among the candidates."""
    game, generator, worth = load(rows, columns), random.Random(5), dict[int, int]()
    for _ in range(2_000 if at_night() else 12):
        squares = Squares(rows, columns, generator.randint(0, 1), in_pieces(rows, columns, generator))
        if squares.legal():
            check_hints(game, game.notation.parse_state(squares.text()), rows, columns, worth)


@pytest.mark.parametrize(
    "text",
    [
        "####/#.../..../#.##/.##./.#../..#./#... h",
        ".#.#/..../####/##../#.../...#/##../##.. v",
        "....#.##.#/##...#..../#..#.#..#. v",
        "#..#...#../#.##....../..###.#.#. h",
        "####..#.#./........#./.#.##.##.. h",
    ],
)
def test_proof_hints_hold_where_a_move_in_a_small_component_or_a_linked_area_wins(text: str) -> None:
    """Positions, found among thousands at random, that refuted hints which were nearly true."""
    rows = text.split()[0].split("/")
    game = load(len(rows), len(rows[0]))
    check_hints(game, game.notation.parse_state(text), len(rows), len(rows[0]), {})


def test_bounds_hold_on_boards_with_holes() -> None:
    """Random squares are occupied, which leaves areas of all kinds side by side."""
    size = 6
    game, generator, decided = load(size, size), random.Random(4), 0
    pairs_in_touch = "##..##/...###/...#.#/.#.###/.#####/.#.##. h"
    states = [game.notation.parse_state(pairs_in_touch)]
    for _ in range(500 if at_night() else 150):
        holes = generator.sample(range(size * size), generator.randint(12, 18))
        occupied = (1 << size * size) - 1 - sum(1 << square for square in holes)
        states.append(State(U64(occupied), generator.randint(0, 1)))
    for state in states:
        free = free_squares(size, size, state)
        if pairs_of(free, state.to_move):
            low, high = game.hints.bounds(state)
            assert low <= value(free, state.to_move) <= high, game.notation.format_state(state)
            decided += low == high
    assert decided > 0.4 * len(states)


@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (4, 5), (5, 4), (3, 3), (2, 7)])
def test_keys_are_equal_if_and_only_if_the_rest_of_the_game_is(rows: int, columns: int) -> None:
    key_of: dict[object, int] = {}
    for game, state, squares in random_games(rows, columns, games=120 if at_night() else 60, seed=1):
        key = game.hints.key(state) % 2**64
        assert key_of.setdefault(squares.canonical(), key) == key, squares.text()
    assert len(set(key_of.values())) == len(key_of)
    assert len(key_of) > 10


def test_reflections_have_equal_keys_and_quarter_turns_do_not() -> None:
    game = load(3, 3)
    images = ["##./.../...", ".##/.../...", ".../.../##.", ".../.../.##"]
    keys = {game.hints.key(game.notation.parse_state(f"{image} v")) for image in images}
    assert len(keys) == 1
    assert game.hints.key(game.notation.parse_state("#../#../... v")) not in keys
    assert game.hints.key(game.notation.parse_state("##./.../... h")) not in keys


def test_the_player_who_moves_first() -> None:
    for player, first in enumerate(("vertical", "horizontal")):
        game = load(2, 3, first)
        assert game.to_move(game.initial()) == player
        assert game.player_name(player) == first
        assert game.notation.parse_state(".../...") == game.initial()
        assert game.notation.parse_state(".../... Vertical").to_move == VERTICAL
        assert game.notation.parse_state(".../... h").to_move == HORIZONTAL


def test_a_domino_is_read_from_its_squares_in_either_order() -> None:
    game = load(8, 8)
    state = game.initial()
    assert [game.notation.format_action(state, square) for square in (0, 55)] == ["a7a8", "h1h2"]
    assert game.notation.parse_action(state, "a8a7") == game.notation.parse_action(state, "A7A8") == 0
    state = game.result(state, 0)
    assert [game.notation.format_action(state, square) for square in (1, 62)] == ["b8c8", "g1h1"]
    assert game.notation.parse_action(state, "c8b8") == 1
    for text in ("a8b8", "h8a7", "a1a2", "b8", ""):
        with pytest.raises(ValueError, match="write two free squares that horizontal can cover"):
            game.notation.parse_action(state, text)


def test_a_board_is_drawn_and_a_position_read_back() -> None:
    game = load(3, 4)
    state = game.result(game.result(game.initial(), 5), 2)
    assert game.view.board(state) == "3 . . # #\n2 . # . .\n1 . # . .\n  a b c d"
    assert game.notation.format_state(state) == "..##/.#../.#.. v"
    assert game.notation.parse_state("..##/.#../.#..") == state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write 2 rows of 3 squares"),
        ("..../...", "write 2 rows of 3 squares"),
        ("..X/...", "# or ."),
        (".../... x", "vertical or horizontal is to move, not 'x'"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load(2, 3).notation.parse_state(text)


def test_impossible_states_are_refused() -> None:
    game = load(2, 3)
    state = game.initial()
    for wrong in (state._replace(occupied=1 << 6), state._replace(occupied=-1), state._replace(to_move=2)):
        with pytest.raises(ValueError, match="occupied squares lie on the board"):
            game.notation.validate(wrong)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, 3), (-8, -8), (10, 13), (1, 129)])
def test_impossible_boards_are_refused(rows: int, columns: int) -> None:
    with pytest.raises(InputError, match="1 to 128 squares"):
        load(rows, columns)


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    "size",
    all_but(["rows=64,columns=1"], ["rows=4,columns=5,first=horizontal", "rows=64,columns=1", "rows=2,columns=64"]),
)
def test_the_contract_is_kept_on_every_size(size: str) -> None:
    report = check_game(registry.load(f"domineering:{size}"), games=15)
    assert report.failures == ()
