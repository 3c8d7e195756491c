"""The small components of a position of Domineering, and a table of their values.

A component is a connected set of free squares, and a position is the sum of its components. For components of up to
``MOST`` squares ``components.json``, which this module generates, has the value, and two lower bounds of it for each
player (:mod:`spielbaum.games._sums.bounds`).

J. W. H. M. Uiterwijk and M. Barton, New results for Domineering from combinatorial game theory endgame databases,
Theoretical Computer Science 592 (2015).
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import MASK, ODD
from spielbaum.games._bitboards import make_folds
from spielbaum.games._sums import canonical
from spielbaum.games._sums.bounds import Bounds, bounds_of, packed
from spielbaum.games.domineering.rules import Board
from spielbaum.games.domineering.shapes import Shape, images, shapes, value
from spielbaum.kernel import lowest_bit, lowest_index

MOST = 8
"""The squares of the largest components in the table."""

NEGATIVE, OWN_NEGATIVE = 256, 512
"""Bits of the word of a value: it is the negative of the value with this number, or its own negative."""

BASE = 128
"""Added to an integer in the word of a value."""

_FILE = "components.json"


class Known(NamedTuple):
    """The entry of a shape in the table.

    ``bounds`` are those for Vertical and for Horizontal. ``value`` numbers the values: equal for equal ones, negative
    for the negative. It is 0 for an integer, which is ``integer`` then.
    """

    bounds: tuple[Bounds, Bounds]
    value: int
    itself_negative: bool
    integer: int


def known_of(game: int, numbers: dict[int, int]) -> Known:
    """Return the entry of a value; ``numbers`` are the values numbered so far, and may grow by this one."""
    whole = next((n for n in range(-MOST, MOST + 1) if canonical.number(n, 1) == game), None)
    negative = canonical.negative(game)
    if whole is None and game not in numbers and negative not in numbers:
        numbers[game] = len(numbers) + 1
    return Known(
        bounds=(bounds_of(game, MOST), bounds_of(negative, MOST)),
        value=numbers.get(game, -numbers.get(negative, 0)),
        itself_negative=whole is None and game == negative,
        integer=whole or 0,
    )


def make_file() -> str:
    """Return the text of the file: for each shape its squares as bits, eight to a row, and its entry."""
    kept, numbers = [], dict[int, int]()
    for shape in shapes(MOST):
        known = known_of(value(shape), numbers)
        bits = sum(1 << 8 * row + column for row, column in shape)
        sides = chain.from_iterable(zip(*known.bounds, strict=True))
        kept.append([bits, *sides, known.value, int(known.itself_negative), known.integer])
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in kept) + "\n]\n"


@cache
def table() -> dict[Shape, Known]:
    """Return the entries of all shapes and their reflections."""
    text = files("spielbaum.games.domineering").joinpath(_FILE).read_text(encoding="utf-8")
    found = {}
    for bits, cold, cold_across, hot, hot_across, t, t_across, number, itself, integer in json.loads(text):
        shape = frozenset((square // 8, square % 8) for square in range(64) if bits >> square & 1)
        bounds = Bounds(cold, hot, t), Bounds(cold_across, hot_across, t_across)
        known = Known(bounds, number, bool(itself), integer)
        for image in images(shape):
            found[image] = known
    return found


class Lookup(NamedTuple):
    """The table for a board: words for each shape in the upper left corner; a hash table with linear probing."""

    keys: tuple[int, ...]
    upright: tuple[int, ...]
    across: tuple[int, ...]
    values: tuple[int, ...]
    shift: int


def lookup_of(size: Board) -> Lookup:
    """Return the table of the shapes that fit on a board."""
    return _lookup_of(size, size.wide)


@cache
def _lookup_of(size: Board, wide: bool) -> Lookup:
    folded = make_folds(wide)[0]
    fitting = {}
    for shape, known in table().items():
        if all(row < size.rows and column < size.columns for row, column in shape):
            fitting[int(folded(size.word(sum(1 << size.columns * row + column for row, column in shape))))] = known
    bits = max(1, 2 * len(fitting)).bit_length()
    keys, words = [0] * (1 << bits), [(0, 0, 0)] * (1 << bits)
    for key, known in fitting.items():
        place = (key * ODD & MASK) >> 64 - bits
        while keys[place]:
            place = place + 1 & (1 << bits) - 1
        keys[place] = key
        number = abs(known.value) << 10 | known.itself_negative * OWN_NEGATIVE | (known.value < 0) * NEGATIVE
        words[place] = packed(known.bounds[0]), packed(known.bounds[1]), number | known.integer + BASE
    upright, across, packed_values = zip(*words, strict=True)
    return Lookup(tuple(keys), upright, across, packed_values, 64 - bits)


def make_component(size: Board) -> Callable[[U64], U64]:
    """Return ``component(free)``: one component of free squares, none of which is isolated.

    The flood fill starts near the middle of the board, from where a large component takes the fewest steps.
    """
    step, left, word = size.step, size.left, size.word
    middle = size.rows // 2 * size.columns + size.columns // 2

    def component(free: U64) -> U64:
        behind = word(free >> middle << middle)
        grown, before = word(lowest_bit(behind if behind else free)), word(0)
        while grown != before:
            before = grown
            for _ in range(2):  # two steps for each comparison
                beside = (grown & word(left)) << 1 | grown >> 1 & word(left)
                grown = word((grown | grown << step | grown >> step | beside) & free)
        return grown

    return component


def make_corner(size: Board) -> Callable[[U64], U64]:
    """Return ``corner(squares)``: the same shape in the upper left corner of the board."""
    columns, word = size.columns, size.word
    doublings, last = (size.rows - 1).bit_length(), size.bits - 1

    def corner(squares: U64) -> U64:
        moved = word(squares >> lowest_index(squares) // columns * columns)
        rows = moved  # all rows, projected onto the first
        for k in range(doublings):
            rows = word(rows | rows >> min(columns << k, last))
        return word(moved >> lowest_index(word(rows & word((1 << columns) - 1))))

    return corner


def make_place(size: Board) -> Callable[[U64], int]:
    """Return ``place(shape)``: the index in the table of a small shape in the upper left corner."""
    keys, shift = lookup_of(size).keys, lookup_of(size).shift
    last, folded = len(keys) - 1, make_folds(size.wide)[0]

    def place(shape: U64) -> int:
        key = folded(shape)
        found = U64(U64(key * ODD & MASK) >> shift)
        while U64(keys[found]) != key:
            found = U64(found + 1 & last)
        return found

    return place


if __name__ == "__main__":
    Path(__file__).with_name(_FILE).write_text(make_file(), encoding="utf-8")
