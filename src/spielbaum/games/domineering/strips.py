"""Strips of free squares, and lower bounds of them for Horizontal.

A *cover* is a set of squares of which every vertical domino covers exactly one. So Vertical makes at most as many moves
as the cover has squares, and a horizontal domino is worth one move, plus one for each square of the cover under it.
Against the number of squares in the cover, strips are games of their own:

- A *run* is a row of adjacent squares. Horizontal covers two adjacent ones, Vertical one that is not safe.
- A *stack* is a column of places for horizontal dominoes. Horizontal takes one; Vertical spoils two adjacent ones, or
  one at an end where a vertical domino can stick out.

A move of Vertical uses up one of the moves that the cover counts. Strips that share no vertical domino are played as a
sum. For runs of up to ``LONGEST`` squares and stacks of up to ``HIGHEST`` places ``strips.json``, which this module
generates, has two lower bounds (:mod:`spielbaum.games._sums.bounds`).
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._sums import canonical
from spielbaum.games._sums.bounds import Bounds, SumBound, bounds_of, packed, plus
from spielbaum.games.domineering.rules import Board
from spielbaum.kernel import lowest_index

LONGEST, HIGHEST = 8, 9
"""The longest run, in squares, and the highest stack, in places; larger strips are cut."""

SAFE, TOUCHED, COVERED = range(3)
"""Kinds of squares of a run: out of Vertical's reach, within reach, and also in the cover."""

_FILE = "strips.json"
Run = tuple[int, ...]


class Stack(NamedTuple):
    """The worth of each place in moves, from above, and whether Vertical can touch only the first, or only the last."""

    worth: tuple[int, ...]
    above: bool
    below: bool


@cache
def value_of_run(run: Run) -> int:
    """Return the game on a run."""
    own, others = [], []
    for i in range(len(run) - 1):
        parts = value_of_run(run[:i]), value_of_run(run[i + 2 :])
        own.append(_sum(*parts, run[i : i + 2].count(COVERED)))
    for i, kind in enumerate(run):
        if kind != SAFE:
            others.append(_sum(value_of_run(run[:i]), value_of_run(run[i + 1 :]), 1))
    return canonical.game(own, others) if len(run) > 1 else canonical.ZERO


@cache
def value_of_stack(stack: Stack) -> int:
    """Return the game on a stack; no vertical domino crosses a horizontal one."""
    worth, above, below = stack
    own, others = [], []
    for i, moves in enumerate(worth):
        upper, lower = Stack(worth[:i], above, below=False), Stack(worth[i + 1 :], above=False, below=below)
        own.append(_sum(value_of_stack(upper), value_of_stack(lower), moves - 1))
    # The places above and below two spoilt ones, or above or below one at an end.
    spoilt = [(i, i + 2) for i in range(len(worth) - 1)]
    spoilt += [(0, 1)] * (above and len(worth) > 0) + [(len(worth) - 1, len(worth))] * (below and len(worth) > 0)
    for first, end in spoilt:
        upper, lower = Stack(worth[:first], above, below=True), Stack(worth[end:], above=True, below=below)
        others.append(_sum(value_of_stack(upper), value_of_stack(lower), 1))
    return canonical.game(own, others)


def _sum(one: int, other: int, moves: int) -> int:
    return canonical.total(canonical.total(one, other), canonical.number(moves, 1))


def all_runs() -> Iterator[Run]:
    """Yield the runs in the order of the table: by length, then by their kinds as digits, the last square first."""
    for length in range(2, LONGEST + 1):
        for digits in product(range(3), repeat=length):
            yield digits[::-1]


def all_stacks() -> Iterator[Stack]:
    """Yield the stacks in the order of the table; every second square of a column is in the cover."""
    for height, right, left, above, below in product(range(1, HIGHEST + 1), *[(0, 1)] * 4):
        worth = tuple(1 + (left ^ i & 1) + (right ^ i & 1) for i in range(height))
        yield Stack(worth, bool(above), bool(below))


def make_file() -> str:
    """Return the text of the file: all bounds, and the indexes of those of each run and each stack."""
    runs = [bounds_of(value_of_run(run), 2 * LONGEST) for run in all_runs()]
    stacks = [bounds_of(value_of_stack(stack), 2 * HIGHEST) for stack in all_stacks()]
    bounds = sorted({*runs, *stacks})
    number = {one: i for i, one in enumerate(bounds)}
    kept = {"bounds": bounds, "runs": [number[one] for one in runs], "stacks": [number[one] for one in stacks]}
    return json.dumps(kept, separators=(",", ":")) + "\n"


class Table(NamedTuple):
    """The bounds of all runs and of all stacks, in order."""

    runs: tuple[Bounds, ...]
    stacks: tuple[Bounds, ...]


@cache
def table() -> Table:
    """Return the table of the package."""
    kept = json.loads(files("spielbaum.games.domineering").joinpath(_FILE).read_text(encoding="utf-8"))
    bounds = [Bounds(*one) for one in kept["bounds"]]
    return Table(tuple(bounds[i] for i in kept["runs"]), tuple(bounds[i] for i in kept["stacks"]))


class Strips(NamedTuple):
    """Functions that add strips to the bound of a sum.

    ``with_runs(bound, own, touched, cover)`` adds runs, given by their places; ``touched`` are the squares within
    Vertical's reach. ``with_stacks(bound, stacks, others, cover)`` adds stacks of places; ``others`` are the places of
    Vertical.
    """

    with_runs: Callable[[SumBound, U64, U64, U64], SumBound]
    with_stacks: Callable[[SumBound, U64, U64, U64], SumBound]


def make_strips(size: Board) -> Strips:
    """Return the functions for a board."""
    word, step = size.word, size.step
    of_runs, of_stacks = tuple(map(packed, table().runs)), tuple(map(packed, table().stacks))
    shorter = tuple(sum(3**length for length in range(2, longest)) for longest in range(LONGEST + 1))
    digits = tuple(sum(3**i for i in range(LONGEST) if squares >> i & 1) for squares in range(1 << LONGEST))

    def with_runs(bound: SumBound, own: U64, touched: U64, cover: U64) -> SumBound:
        left = own
        while left:
            start = lowest_index(left)
            length = lowest_index(U64(~(left >> start)) | 1 << LONGEST - 1) + 1
            squares = U64((1 << length) - 1)
            left = word(left & ~(word(squares) << start))
            kinds = digits[U64(touched >> start) & squares] + digits[U64(cover >> start) & squares]
            bound = plus(bound, of_runs[shorter[length] + kinds])
        return bound

    def with_stacks(bound: SumBound, stacks: U64, others: U64, cover: U64) -> SumBound:
        left, above = stacks, word(others << step)
        while left:
            top = lowest_index(left)
            height, bottom, places, under = 1, top, word(1), word(left >> top >> step)
            while under & word(1) and height < HIGHEST:
                height, bottom, places, under = height + 1, bottom + step, word(places << step | 1), word(under >> step)
            if under & word(1):  # a higher stack gives up one place
                places = word(places << step | 1)
            left = word(left & ~(places << top))
            ends = 2 * (U64(above >> top) & 3 != 0) + (U64(others >> bottom) & 3 != 0)
            bound = plus(bound, of_stacks[16 * (height - 1) + 4 * int(U64(cover >> top) & 3) + ends])
        return bound

    return Strips(with_runs, with_stacks)


if __name__ == "__main__":
    Path(__file__).with_name(_FILE).write_text(make_file(), encoding="utf-8")
