"""Move scores from patterns of three by three squares around a domino, with weights learned from proofs.

A domino touches twelve patterns. The weight of each depends on which of its squares are occupied, or off the board, and
on where in it the domino is; reflections share their weights. The weights predict which action of a position wins, and
with the fewest nodes: ``benchmarks/domineering_patterns.py`` proves every action of some thousand positions, and fits
them to the results.

M. Buro, From simple features to sophisticated evaluation functions, Computers and Games (1998): weights of patterns,
fitted to known values of positions.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.domineering.rules import Board

FILE = "patterns.json"

SIDE, CODES = 3, 512
"""The side of a pattern in squares, and the number of ways to occupy it."""

LONGEST_LINE = 60
"""A row, with the margin beside the board, must fit into a word."""

ACROSS = 4 * SIDE
"""Places of a pattern around a vertical domino, four by three; those around a horizontal one follow."""


class Pattern(NamedTuple):
    """A pattern up to symmetry: its first row and column, from two before a vertical domino on, and its squares."""

    row: int
    column: int
    code: int


def pattern_at(index: int) -> Pattern:
    """Return the pattern of an index of :func:`make_patterns`, transposed and reflected to its representative."""
    place, code = divmod(index, CODES)
    if place < ACROSS:
        row, column = divmod(place, SIDE)
    else:
        column, row = divmod(place - ACROSS, SIDE + 1)
        code = _moved(code, _turned)
    if row > 1:
        row, code = SIDE - row, _moved(code, _upside_down)
    mirrored = _moved(code, _left_to_right)
    if column > 1:
        column, code = SIDE - 1 - column, mirrored
    elif column == 1:
        code = min(code, mirrored)
    return Pattern(row, column, code)


def make_patterns(size: Board) -> Callable[[U64, int, int], Iterator[int]]:
    """Return ``patterns(occupied, player, square)``, which yields the indexes of the twelve that a domino touches."""
    rows, columns, word = size.rows, size.columns, size.word
    whole, outside = (1 << columns) - 1, -1 << columns + 2 | 3

    def line(occupied: U64, row: int) -> int:
        """Return the occupied squares of a row, from the third bit on, and everything off the board."""
        if row < 0 or row >= rows:
            return -1
        return int(U64(occupied >> row * columns & word(whole))) << 2 | outside

    def patterns(occupied: U64, player: int, square: int) -> Iterator[int]:
        row, column = square // columns, square % columns
        first, wide = (ACROSS * CODES, SIDE + 1) if player else (0, SIDE)
        for k in range(SIDE if player else SIDE + 1):
            one, two = line(occupied, row - 2 + k) >> column, line(occupied, row - 1 + k) >> column
            three = line(occupied, row + k) >> column
            for i in range(wide):
                yield first + (wide * k + i) * CODES + (one >> i & 7 | (two >> i & 7) << 3 | (three >> i & 7) << 6)

    return patterns


def make_around(size: Board) -> Callable[[U64, int, int], int]:
    """Return ``around(occupied, player, square)``: the sum of the weights around a domino, in 24ths of a place."""
    patterns, weights = make_patterns(size), all_weights()

    def around(occupied: U64, player: int, square: int) -> int:
        worth = 0
        for index in patterns(occupied, player, square):
            worth += weights[index]
        return worth

    return around


@cache
def all_weights() -> tuple[int, ...]:
    """Return the weights of all patterns by index."""
    tables = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    return tuple(tables[row][column][code] for row, column, code in map(pattern_at, range(2 * ACROSS * CODES)))


def _turned(y: int, x: int) -> tuple[int, int]:
    return x, y


def _upside_down(y: int, x: int) -> tuple[int, int]:
    return SIDE - 1 - y, x


def _left_to_right(y: int, x: int) -> tuple[int, int]:
    return y, SIDE - 1 - x


@cache
def _moved(code: int, to: Callable[[int, int], tuple[int, int]]) -> int:
    """Return the code of a pattern after a permutation of its squares."""
    moved = 0
    for y in range(SIDE):
        for x in range(SIDE):
            row, column = to(y, x)
            moved |= (code >> SIDE * y + x & 1) << SIDE * row + column
    return moved
