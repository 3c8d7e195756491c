"""Values of small components: laws of combinatorial game theory, known values, and the table that is kept of them."""

import json
from functools import cache
from importlib.resources import files
from random import Random

import pytest

from spielbaum.games._sums import bounds as sums
from spielbaum.games._sums import canonical
from spielbaum.games._sums.bounds import Bounds
from spielbaum.games.domineering import components, shapes, strips
from spielbaum.games.domineering.rules import Board
from tiers import at_night

ZERO, ONE = canonical.ZERO, canonical.number(1, 1)
STAR = canonical.form_of([ZERO], [ZERO])

Game = int


def shape(*rows: str) -> shapes.Shape:
    return frozenset((r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == ".")


@cache
def left_wins(game: Game, *, first: bool) -> bool:
    """Return whether left wins, by the options of a game."""
    form = canonical.FORMS[game]
    if first:
        return any(left_wins(option, first=False) for option in form.left)
    return all(left_wins(option, first=True) for option in form.right)


@pytest.mark.parametrize(
    ("squares", "value"),
    [
        (shape(".", "."), ONE),
        (shape(".."), canonical.negative(ONE)),
        (shape("..", "."), STAR),
        (shape("..", ".."), canonical.form_of([ONE], [canonical.negative(ONE)])),
        (shape("..", ".", "."), canonical.number(1, 2)),
        (shape(".", ".", "..", "."), canonical.total(ONE, STAR)),
        (shape("...", ".#.", "..."), ZERO),
        (shape("..", ".#", "..", "#."), shapes.value(shape("#.", "..", ".#", ".."))),
    ],
)
def test_values(squares: shapes.Shape, value: Game) -> None:
    assert shapes.value(squares) == value


def test_sums_and_negatives_are_those_of_the_theory() -> None:
    games = sorted({shapes.value(squares) for squares in shapes.shapes(5)})
    for one in games:
        assert canonical.total(one, canonical.negative(one)) == ZERO
        assert canonical.negative(canonical.negative(one)) == one
        for other in games:
            assert canonical.total(one, other) == canonical.total(other, one)
            difference = canonical.total(other, canonical.negative(one))
            assert canonical.at_most(one, other) == left_wins(difference, first=False)


@pytest.mark.slow
def test_the_table_is_what_the_module_generates(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with the small components; those of most squares are made at night."""
    kept = files("spielbaum.games.domineering").joinpath("components.json").read_text(encoding="utf-8")
    if not at_night():
        monkeypatch.setattr(components, "MOST", components.MOST - 1)
    made = json.loads(components.make_file())
    assert json.loads(kept)[: None if at_night() else len(made)] == made
    assert len(made) > 300


def switch_of(x: int, t: int) -> Game:
    """Return ``x ± t`` eighths, or the number if ``t`` is less than 0."""
    if t < 0:
        return canonical.number(x, 8)
    return canonical.form_of([canonical.number(x + t, 8)], [canonical.number(x - t, 8)])


def is_at_least(game: Game, bounds: Bounds) -> bool:
    """Play out whether a game is worth at least the number, and the number with the switch."""
    least = canonical.number(bounds.cold, 8), switch_of(bounds.hot, bounds.t)
    return all(left_wins(canonical.total(game, canonical.negative(one)), first=False) for one in least)


def test_bounds_of_components_hold() -> None:
    for squares, known in components.table().items():
        if len(squares) <= 6:
            game = shapes.value(squares)
            assert is_at_least(game, known.bounds[0]), squares
            assert is_at_least(canonical.negative(game), known.bounds[1]), squares


def test_shapes_that_fit_on_a_board_are_found_in_its_corner() -> None:
    size = Board(3, 4)
    place, known_values = components.make_place(size), components.lookup_of(size).values
    for squares, known in components.table().items():
        if all(row < 3 and column < 4 for row, column in squares):
            bits = size.word(sum(1 << 4 * row + column for row, column in squares))
            assert known_values[place(bits)] >> 10 == abs(known.value)


SAFE, TOUCHED, COVERED = strips.SAFE, strips.TOUCHED, strips.COVERED


@pytest.mark.parametrize(
    ("run", "bounds"),
    [
        ((SAFE, SAFE), (8, 8, -1)),
        ((COVERED, SAFE), (7, 8, 0)),
        ((COVERED, COVERED), (7, 12, 4)),
        ((COVERED, SAFE, SAFE), (12, 12, -1)),
        ((COVERED, SAFE, COVERED), (16, 16, -1)),
        ((TOUCHED, SAFE, SAFE), (8, 8, -1)),
        ((COVERED, SAFE, SAFE, COVERED), (16, 16, -1)),
    ],
)
def test_bounds_of_runs(run: tuple[int, ...], bounds: tuple[int, int, int]) -> None:
    """Where the other touches one end of a run, the player takes the other end."""
    assert strips.table().runs[list(strips.all_runs()).index(run)] == bounds


@pytest.mark.parametrize(
    ("worth", "open_ends", "bounds"),
    [
        ((2,), 0, (16, 16, -1)),
        ((2,), 1, (7, 8, 0)),
        ((3,), 1, (7, 12, 4)),
        ((2, 2), 1, (7, 16, 8)),
        ((2, 2), 2, (7, 11, 4)),
        ((3, 1, 3), 2, (24, 24, -1)),
        ((3, 1, 3, 1), 2, (28, 28, -1)),
    ],
)
def test_bounds_of_stacks(worth: tuple[int, ...], open_ends: int, bounds: tuple[int, int, int]) -> None:
    stacks = list(strips.all_stacks())
    for above, below in {(open_ends > 0, open_ends > 1), (open_ends > 1, open_ends > 0)}:
        assert strips.table().stacks[stacks.index(strips.Stack(worth, above, below))] == bounds


def test_bounds_of_strips_hold() -> None:
    for run, bounds in zip(strips.all_runs(), strips.table().runs, strict=True):
        if len(run) <= 5:
            assert is_at_least(strips.value_of_run(run), bounds), run
    for stack, bounds in zip(strips.all_stacks(), strips.table().stacks, strict=True):
        if len(stack.worth) <= 5:
            assert is_at_least(strips.value_of_stack(stack), bounds), stack


@pytest.mark.slow
def test_the_table_of_strips_is_what_the_module_generates() -> None:
    """Long runs and high stacks are made at night."""
    longest = strips.LONGEST if at_night() else strips.LONGEST - 5
    for run, bounds in zip(strips.all_runs(), strips.table().runs, strict=True):
        if len(run) <= longest:
            assert sums.bounds_of(strips.value_of_run(run), 2 * strips.LONGEST) == bounds
    highest = strips.HIGHEST if at_night() else strips.HIGHEST - 2
    for stack, bounds in zip(strips.all_stacks(), strips.table().stacks, strict=True):
        if len(stack.worth) > highest:
            continue
        assert sums.bounds_of(strips.value_of_stack(stack), 2 * strips.HIGHEST) == bounds


def test_a_positive_margin_in_a_sum_of_numbers_and_switches_is_the_last_move() -> None:
    """The player wins if and only if the sum says so, played out by its options."""
    random, won = Random(3), 0
    for _ in range(400):
        held, game = sums.integer(0), ZERO
        for _ in range(random.randint(1, 4)):
            x, t = random.randint(-12, 12), random.choice((-1, 0, 4, 8, 12))
            x = 4 * (x // 4) if t >= 0 else x
            held = sums.plus(held, sums.packed(Bounds(x - 40, x, t) if t >= 0 else Bounds(x, x, -1)))
            one = canonical.form_of([canonical.number(x + t, 8)], [canonical.number(x - t, 8)])
            game = canonical.total(game, one if t >= 0 else canonical.number(x, 8))
        against = random.randint(-3, 3)
        game = canonical.total(game, canonical.number(-against, 1))
        for begins in (False, True):
            wins = left_wins(game, first=begins)
            assert (sums.margin(held, 8 * against, begins) > 0) == wins
            won += wins
    assert 200 < won < 600
