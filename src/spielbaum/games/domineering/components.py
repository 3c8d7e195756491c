"""Small components of a board of Domineering, which are worth something known whatever else is on the board.

Free squares in one piece are a component, and a position is the sum of its components. Of those of up to ``MOST``
squares a table, made once by this module and kept in ``components.json``, has the value, and two lower bounds of it for
each player: a number, and a number with a switch ``x ± t``, which is more by ``t`` for who moves in it first and less
by ``t`` for the other. Sums of numbers and switches are easy: each player moves in the switch with the largest ``t``.

A move in a component is worth one move, which is made, and what it changes of the number of moves left: ``1 + t`` in
a switch, and ``1 - 1 / d`` in a number with a denominator ``d``. Here all is counted in 24ths of a move.

E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapters 2 and 6.
J. W. H. M. Uiterwijk and M. Barton, New results for Domineering from combinatorial game theory endgame databases,
Theoretical Computer Science 592 (2015).
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import MASK, ODD
from spielbaum.games._symmetry import make_folds
from spielbaum.games.domineering import values
from spielbaum.games.domineering.rules import Board
from spielbaum.kernel import lowest_bit, lowest_index

MOST = 8
"""The largest component that the table has, in squares."""

MOVE = 24
"""So many units are a move."""

NEGATIVE, OWN_NEGATIVE = 256, 512
"""Bits of the word of a value: it is the negative of that with this number, or the negative of itself."""

_EIGHTH, _TEMPERATURES = MOVE // 8, (0, 2, 4, 8, 12)
_BASE = 128  # what is added to a bound, in eighths, in the words of the table
_FILE = "components.json"


class Sure(NamedTuple):
    """What components are worth to one player at least, in 24ths of a move, as numbers or else as numbers and switches.

    ``cold`` and ``hot`` are the numbers, without and with switches. ``first`` is what the best move in one gains and
    ``then`` what the best one gains that is left when that is made.
    """

    cold: int
    cold_first: int
    cold_then: int
    hot: int
    hot_first: int
    hot_then: int


class Known(NamedTuple):
    """What the table has of one shape.

    ``cold`` and ``hot`` are bounds for vertical and for horizontal in eighths of a move, and ``temperature`` those of
    the switches. Of equal values ``value`` is equal, and of negative ones it is negative; it is 0 for an integer, which
    then is ``integer``.
    """

    cold: tuple[int, int]
    hot: tuple[int, int]
    temperature: tuple[int, int]
    value: int
    itself_negative: bool
    integer: int


def known_of(game: int, numbers: dict[int, int]) -> Known:
    """Return what is kept of a value; ``numbers`` are those given so far, and the next one is entered."""
    sides = [_bounds_of(game), _bounds_of(values.negative(game))]
    whole = next((n for n in range(-MOST, MOST + 1) if values.number(n, 1) == game), None)
    negative = values.negative(game)
    if whole is None and game not in numbers and negative not in numbers:
        numbers[game] = len(numbers) + 1
    return Known(
        cold=(sides[0][0], sides[1][0]),
        hot=(sides[0][1], sides[1][1]),
        temperature=(sides[0][2], sides[1][2]),
        value=numbers.get(game, -numbers.get(negative, 0)),
        itself_negative=whole is None and game == negative,
        integer=whole or 0,
    )


def _bounds_of(game: int) -> tuple[int, int, int]:
    """Return the largest number that is at most a game, and the largest with a switch and the temperature of it."""
    eighths = range(8 * MOST, -8 * MOST - 1, -1)
    cold = next(x for x in eighths if values.at_most(values.number(x, 8), game))
    bounds = [(next(x for x in eighths if values.at_most(_switch(x, t), game)), -t) for t in _TEMPERATURES]
    hot, temperature = max(bounds)
    return (cold, hot, -temperature) if hot > cold else (cold, cold, -1)


def _switch(x: int, t: int) -> int:
    return values.form_of([values.number(x + t, 8)], [values.number(x - t, 8)])


def make_file() -> str:
    """Return the text of the file: of each shape the squares as bits, eight to a row, and what is known of it."""
    kept, numbers = [], dict[int, int]()
    for shape in values.shapes(MOST):
        known = known_of(values.value(shape), numbers)
        bits = sum(1 << 8 * row + column for row, column in shape)
        kept.append([bits, *known.cold, *known.hot, *known.temperature, known.value, int(known.itself_negative)])
        kept[-1].append(known.integer)
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in kept) + "\n]\n"


@cache
def table() -> dict[values.Shape, Known]:
    """Return what the package holds of all shapes and their mirror images."""
    text = files("spielbaum.games.domineering").joinpath(_FILE).read_text(encoding="utf-8")
    found = {}
    for bits, cold, cold_across, hot, hot_across, t, t_across, value, itself, integer in json.loads(text):
        shape = frozenset((square // 8, square % 8) for square in range(64) if bits >> square & 1)
        known = Known((cold, cold_across), (hot, hot_across), (t, t_across), value, bool(itself), integer)
        for image in values.images(shape):
            found[image] = known
    return found


def _word_of(known: Known, player: int) -> int:
    """Return bounds and gains for one player: two bytes and four times six bits."""
    cold, hot, t = known.cold[player], known.hot[player], known.temperature[player]
    gains = [*_gains_of_number(cold), *(_gains_of_number(hot) if t < 0 else (MOVE + _EIGHTH * t, MOVE - _EIGHTH))]
    word = cold + _BASE | hot + _BASE << 8
    for i, gain in enumerate(gains):
        word |= gain << 16 + 6 * i
    return word


def _gains_of_number(eighths: int) -> tuple[int, int]:
    """Return what a move in a number gains, and the next one in what it leaves: a number of half the denominator."""
    parts = 8
    while parts > 1 and eighths % 2 == 0:
        eighths, parts = eighths // 2, parts // 2
    return MOVE - MOVE // parts, MOVE - MOVE // max(1, parts // 2)


class Lookup(NamedTuple):
    """The table of one board: words for each shape in its upper left corner, found by hashing with linear probing."""

    keys: tuple[int, ...]
    upright: tuple[int, ...]
    across: tuple[int, ...]
    values: tuple[int, ...]
    shift: int


def lookup_of(size: Board) -> Lookup:
    """Return the table of all shapes that fit on a board."""
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
        value = abs(known.value) << 10 | known.itself_negative * OWN_NEGATIVE | (known.value < 0) * NEGATIVE
        words[place] = _word_of(known, 0), _word_of(known, 1), value | known.integer + _BASE
    upright, across, packed_values = zip(*words, strict=True)
    return Lookup(tuple(keys), upright, across, packed_values, 64 - bits)


def make_component(size: Board) -> Callable[[U64], U64]:
    """Return ``component(free)``: one of those of free squares, none of which is alone.

    It begins in the middle of the board, if it can, from where a large one is filled in the fewest steps.
    """
    step, left, word = size.step, size.left, size.word
    middle = size.rows // 2 * size.columns + size.columns // 2

    def component(free: U64) -> U64:
        behind = word(free >> middle << middle)
        grown, before = word(lowest_bit(behind if behind else free)), word(0)
        while grown != before:
            before = grown
            for _ in range(2):  # to ask less often whether it is done
                beside = (grown & word(left)) << 1 | grown >> 1 & word(left)
                grown = word((grown | grown << step | grown >> step | beside) & free)
        return grown

    return component


def make_corner(size: Board) -> Callable[[U64], U64]:
    """Return ``corner(squares)``: the same shape in the upper left corner of the board."""
    columns, word = size.columns, size.word
    first_column = sum(1 << columns * row for row in range(size.rows))

    def corner(squares: U64) -> U64:
        moved = word(squares >> lowest_index(squares) // columns * columns)
        while moved & word(first_column) == 0:
            moved = word(moved >> 1)
        return moved

    return corner


def make_place(size: Board) -> Callable[[U64], int]:
    """Return ``place(shape)``: where the table has a small shape that lies in the upper left corner."""
    keys, shift = lookup_of(size).keys, lookup_of(size).shift
    last, folded = len(keys) - 1, make_folds(size.wide)[0]

    def place(shape: U64) -> int:
        key = folded(shape)
        found = U64(U64(key * ODD & MASK) >> shift)
        while U64(keys[found]) != key:
            found = U64(found + 1 & last)
        return found

    return place


def with_one_more(sure: Sure, word: int) -> Sure:
    """Return what components are worth with one more, of which the table has a word."""
    cold_first, cold_then, hot_first, hot_then = word >> 16 & 63, word >> 22 & 63, word >> 28 & 63, word >> 34 & 63
    return Sure(
        sure.cold + _EIGHTH * ((word & 255) - _BASE),
        max(sure.cold_first, cold_first),
        max(sure.cold_then, cold_then, min(sure.cold_first, cold_first)),
        sure.hot + _EIGHTH * ((word >> 8 & 255) - _BASE),
        max(sure.hot_first, hot_first),
        max(sure.hot_then, hot_then, min(sure.hot_first, hot_first)),
    )


if __name__ == "__main__":
    Path(__file__).with_name(_FILE).write_text(make_file(), encoding="utf-8")
