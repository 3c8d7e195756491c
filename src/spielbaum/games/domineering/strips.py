"""Strips of free squares, and what they are worth to the player whose dominoes lie along the rows.

The other player's dominoes are upright. A *cover* is a set of squares of which each of these covers one, exactly one;
so the other makes no more moves than the cover has squares, and a domino of the player is one move, and one less for
the other for each square of the cover under it. Against the number of its squares strips are games of their own:

- A *run* is squares side by side. The player covers two of them that lie side by side, the other one that is not safe.
- A *stack* is places for a domino one below the other. The player takes one, the other spoils two that lie one below
  the other, or one at an end where an upright domino sticks out.

A move of the other costs one of the moves that the cover counts. Strips of which no domino of the other touches two are
played as a sum. Of runs up to ``LONGEST`` squares and stacks up to ``HIGHEST`` places a table, made once by this module
and kept in ``strips.json``, has two lower bounds (:mod:`spielbaum.games.domineering.sure`).
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.domineering import values
from spielbaum.games.domineering.rules import Board
from spielbaum.games.domineering.sure import Bounds, Sure, bounds_of, with_one_more, word_of
from spielbaum.kernel import lowest_index

LONGEST, HIGHEST = 8, 9
"""The longest run, in squares, and the highest stack, in places; larger ones are cut."""

SAFE, TOUCHED, COVERED = range(3)
"""Kinds of squares of a run: touched by no domino of the other, by one, and in the cover besides."""

_FILE = "strips.json"
Run = tuple[int, ...]


class Stack(NamedTuple):
    """What each place is worth in moves, from above, and whether the other can touch the first and the last alone."""

    worth: tuple[int, ...]
    above: bool
    below: bool


@cache
def value_of_run(run: Run) -> int:
    """Return the game that is played on a run."""
    own, others = [], []
    for i in range(len(run) - 1):
        parts = value_of_run(run[:i]), value_of_run(run[i + 2 :])
        own.append(_sum(*parts, run[i : i + 2].count(COVERED)))
    for i, kind in enumerate(run):
        if kind != SAFE:
            others.append(_sum(value_of_run(run[:i]), value_of_run(run[i + 1 :]), 1))
    return values.canonical(own, others) if len(run) > 1 else values.ZERO


@cache
def value_of_stack(stack: Stack) -> int:
    """Return the game that is played on a stack; no domino of the other crosses one of the player."""
    worth, above, below = stack
    own, others = [], []
    for i, moves in enumerate(worth):
        upper, lower = Stack(worth[:i], above, below=False), Stack(worth[i + 1 :], above=False, below=below)
        own.append(_sum(value_of_stack(upper), value_of_stack(lower), moves - 1))
    # What is left above and below two places that are spoilt, or above or below one at an end.
    spoilt = [(i, i + 2) for i in range(len(worth) - 1)]
    spoilt += [(0, 1)] * (above and len(worth) > 0) + [(len(worth) - 1, len(worth))] * (below and len(worth) > 0)
    for first, end in spoilt:
        upper, lower = Stack(worth[:first], above, below=True), Stack(worth[end:], above=True, below=below)
        others.append(_sum(value_of_stack(upper), value_of_stack(lower), 1))
    return values.canonical(own, others)


def _sum(one: int, other: int, moves: int) -> int:
    return values.total(values.total(one, other), values.number(moves, 1))


def all_runs() -> Iterator[Run]:
    """Yield the runs in the order of the table: by length, and by the kinds as digits, the first square the last."""
    for length in range(2, LONGEST + 1):
        for digits in product(range(3), repeat=length):
            yield digits[::-1]


def all_stacks() -> Iterator[Stack]:
    """Yield the stacks in the order of the table; of a column every second square is in the cover."""
    for height, right, left, above, below in product(range(1, HIGHEST + 1), *[(0, 1)] * 4):
        worth = tuple(1 + (left ^ i & 1) + (right ^ i & 1) for i in range(height))
        yield Stack(worth, bool(above), bool(below))


def make_file() -> str:
    """Return the text of the file: the bounds that there are, and which of them each run and each stack has."""
    runs = [bounds_of(value_of_run(run), 2 * LONGEST) for run in all_runs()]
    stacks = [bounds_of(value_of_stack(stack), 2 * HIGHEST) for stack in all_stacks()]
    bounds = sorted({*runs, *stacks})
    number = {one: i for i, one in enumerate(bounds)}
    kept = {"bounds": bounds, "runs": [number[one] for one in runs], "stacks": [number[one] for one in stacks]}
    return json.dumps(kept, separators=(",", ":")) + "\n"


class Table(NamedTuple):
    """The bounds of all runs and of all stacks, in their orders."""

    runs: tuple[Bounds, ...]
    stacks: tuple[Bounds, ...]


@cache
def table() -> Table:
    """Return what the package holds."""
    kept = json.loads(files("spielbaum.games.domineering").joinpath(_FILE).read_text(encoding="utf-8"))
    bounds = [Bounds(*one) for one in kept["bounds"]]
    return Table(tuple(bounds[i] for i in kept["runs"]), tuple(bounds[i] for i in kept["stacks"]))


class Strips(NamedTuple):
    """What adds strips to what a player is sure of.

    ``with_runs(sure, own, touched, cover)`` adds runs, given by their places; ``touched`` are the squares that dominoes
    of the other touch. ``with_stacks(sure, stacks, others, cover)`` adds stacks of places; ``others`` are the places of
    the other.
    """

    with_runs: Callable[[Sure, U64, U64, U64], Sure]
    with_stacks: Callable[[Sure, U64, U64, U64], Sure]


def make_strips(size: Board) -> Strips:
    """Return the functions on a board of one size."""
    word, step = size.word, size.step
    of_runs, of_stacks = tuple(map(word_of, table().runs)), tuple(map(word_of, table().stacks))
    shorter = tuple(sum(3**length for length in range(2, longest)) for longest in range(LONGEST + 1))
    digits = tuple(sum(3**i for i in range(LONGEST) if squares >> i & 1) for squares in range(1 << LONGEST))

    def with_runs(sure: Sure, own: U64, touched: U64, cover: U64) -> Sure:
        left = own
        while left:
            start = lowest_index(left)
            length = lowest_index(U64(~(left >> start)) | 1 << LONGEST - 1) + 1
            squares = U64((1 << length) - 1)
            left = word(left & ~(word(squares) << start))
            kinds = digits[U64(touched >> start) & squares] + digits[U64(cover >> start) & squares]
            sure = with_one_more(sure, of_runs[shorter[length] + kinds])
        return sure

    def with_stacks(sure: Sure, stacks: U64, others: U64, cover: U64) -> Sure:
        left, above = stacks, word(others << step)
        while left:
            top = lowest_index(left)
            height, bottom, places, under = 1, top, word(1), word(left >> top >> step)
            while under & word(1) and height < HIGHEST:
                height, bottom, places, under = height + 1, bottom + step, word(places << step | 1), word(under >> step)
            if under & word(1):  # of a higher stack one place is given up
                places = word(places << step | 1)
            left = word(left & ~(places << top))
            ends = 2 * (U64(above >> top) & 3 != 0) + (U64(others >> bottom) & 3 != 0)
            sure = with_one_more(sure, of_stacks[16 * (height - 1) + 4 * int(U64(cover >> top) & 3) + ends])
        return sure

    return Strips(with_runs, with_stacks)


if __name__ == "__main__":
    Path(__file__).with_name(_FILE).write_text(make_file(), encoding="utf-8")
