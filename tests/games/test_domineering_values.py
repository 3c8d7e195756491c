"""Values of small components: laws of combinatorial game theory, known values, and the table that is kept of them."""

import json
from functools import cache
from importlib.resources import files

import pytest

from spielbaum.games.domineering import components, values
from spielbaum.games.domineering.rules import Board
from tiers import at_night

ZERO, ONE = values.ZERO, values.number(1, 1)
STAR = values.form_of([ZERO], [ZERO])

Game = int


def shape(*rows: str) -> values.Shape:
    return frozenset((r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square == ".")


@cache
def left_wins(game: Game, *, first: bool) -> bool:
    """Play a game out by its options alone."""
    form = values.FORMS[game]
    if first:
        return any(left_wins(option, first=False) for option in form.left)
    return all(left_wins(option, first=True) for option in form.right)


@pytest.mark.parametrize(
    ("squares", "value"),
    [
        (shape(".", "."), ONE),
        (shape(".."), values.negative(ONE)),
        (shape("..", "."), STAR),
        (shape("..", ".."), values.form_of([ONE], [values.negative(ONE)])),
        (shape("..", ".", "."), values.number(1, 2)),
        (shape(".", ".", "..", "."), values.total(ONE, STAR)),
        (shape("...", ".#.", "..."), ZERO),
        (shape("..", ".#", "..", "#."), values.value(shape("#.", "..", ".#", ".."))),
    ],
)
def test_values(squares: values.Shape, value: Game) -> None:
    assert values.value(squares) == value


def test_sums_and_negatives_are_those_of_the_theory() -> None:
    games = sorted({values.value(squares) for squares in values.shapes(5)})
    for one in games:
        assert values.total(one, values.negative(one)) == ZERO
        assert values.negative(values.negative(one)) == one
        for other in games:
            assert values.total(one, other) == values.total(other, one)
            difference = values.total(other, values.negative(one))
            assert values.at_most(one, other) == left_wins(difference, first=False)


@pytest.mark.slow
def test_the_table_is_what_this_module_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins with the small components; those of most squares are made at night."""
    kept = files("spielbaum.games.domineering").joinpath("components.json").read_text(encoding="utf-8")
    if not at_night():
        monkeypatch.setattr(components, "MOST", components.MOST - 1)
    made = json.loads(components.make_file())
    assert json.loads(kept)[: None if at_night() else len(made)] == made
    assert len(made) > 300


def test_bounds_of_the_table_hold() -> None:
    for squares, known in components.table().items():
        if len(squares) > 6:
            continue
        game = values.value(squares)
        for player, own in enumerate((game, values.negative(game))):
            assert values.at_most(values.number(known.cold[player], 8), own)
            x, t = known.hot[player], known.temperature[player]
            if t >= 0:
                switch = values.form_of([values.number(x + t, 8)], [values.number(x - t, 8)])
                assert left_wins(values.total(own, values.negative(switch)), first=False)


def test_shapes_that_fit_on_a_board_are_found_in_its_corner() -> None:
    size = Board(3, 4)
    place, known_values = components.make_place(size), components.lookup_of(size).values
    for squares, known in components.table().items():
        if all(row < 3 and column < 4 for row, column in squares):
            bits = size.word(sum(1 << 4 * row + column for row, column in squares))
            assert known_values[place(bits)] >> 10 == abs(known.value)
