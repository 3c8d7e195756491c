"""Dots and Boxes: draw lines between dots; a player who closes a box gets it and moves again.

Lines are numbered from the top left; line ``i`` is bit ``i``. On a board of two rows of three boxes::

    4 + 0 + 1 + 2 +      3
      3   4   5   6
    3 + 7 + 8 + 9 +      2      with c columns the box under line i
     10  11  12  13             has the lines i, i + c, i + c + 1 and i + 2c + 1
    2 +14 +15 +16 +      1
      a   b   c   d

So all boxes with four lines are found at once, each as the bit of its upper line.
"""

from collections.abc import Callable, Iterator
from itertools import product
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import clear_lowest, lowest_index, popcount

NAMES = "AB"


class State(NamedTuple):
    """The drawn lines, the boxes of A less those of B, and the player to move."""

    lines: U64
    margin: int
    to_move: int  # 0 A, 1 B


class Board(NamedTuple):
    """The size of a board in boxes, and the numbers that follow from it."""

    rows: int
    columns: int

    @property
    def stride(self) -> int:
        """The distance of a line and the one below it."""
        return 2 * self.columns + 1

    @property
    def lines(self) -> int:
        """The number of lines."""
        return self.rows * self.stride + self.columns

    def across(self, row: int, column: int) -> int:
        """Return the line from a dot to its right."""
        return row * self.stride + column

    def down(self, row: int, column: int) -> int:
        """Return the line from a dot downwards."""
        return row * self.stride + self.columns + column

    def ends(self, line: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return row and column of the two dots of a line, rows from the top; the second is to the right or below."""
        row, place = divmod(line, self.stride)
        if place < self.columns:
            return (row, place), (row, place + 1)
        return (row, place - self.columns), (row + 1, place - self.columns)

    def dots(self, line: int) -> tuple[str, str]:
        """Return the names of a line's dots, the left or the lower first."""
        one, other = (f"{ascii_lowercase[column]}{self.rows + 1 - row}" for row, column in self.ends(line))
        return (one, other) if line % self.stride < self.columns else (other, one)

    def image(self, change: Callable[[int, int], tuple[int, int]]) -> Callable[[int], int]:
        """Return the image of a line under a map of the dots."""

        def image_of(line: int) -> int:
            first, second = sorted(change(*dot) for dot in self.ends(line))
            return self.across(*first) if first[0] == second[0] else self.down(*first)

        return image_of

    def rank(self, line: int) -> int:
        """Return the score of a line in proofs: up to 2000 inside, by nearness to the middle of the longer sides.

        On the border it is up to 1000. Of equally near lines those far from the other axis come first.
        """
        (row, column), (next_row, next_column) = self.ends(line)
        off_rows, off_columns = abs(row + next_row - self.rows), abs(column + next_column - self.columns)
        along, aside = (off_rows, off_columns) if self.rows > self.columns else (off_columns, off_rows)
        inside = off_rows < self.rows if row == next_row else off_columns < self.columns
        return (2000 if inside else 1000) - 20 * along + aside

    def outer_pairs(self) -> tuple[tuple[int, int], ...]:
        """Return pairs of lines that belong to one box only, the same one, and are interchangeable.

        Swapping the second for the first of each pair, in turn, sorts the lines of a box: drawn ones to the front.
        """
        corners = product(range(self.rows), range(self.columns))
        boxes = [(self.across(r, c), self.across(r + 1, c), self.down(r, c), self.down(r, c + 1)) for r, c in corners]
        borders = [line for box in boxes for line in box]
        outer = [[line for line in box if borders.count(line) == 1] for box in boxes]
        return tuple((own[i], own[i + 1]) for own in outer for end in range(len(own) - 1, 0, -1) for i in range(end))


def make_counts(size: Board) -> tuple[Callable[[U64], U64], Callable[[U64], U64]]:
    """Return ``closed(lines)``, the boxes with four lines, and ``nearly(lines)``, those with three."""
    columns, stride = size.columns, size.stride
    boxes = sum(1 << size.across(row, column) for row in range(size.rows) for column in range(columns))

    def closed(lines: U64) -> U64:
        return U64(lines & lines >> columns & lines >> columns + 1 & lines >> stride & U64(boxes))

    def nearly(lines: U64) -> U64:
        left, right, below = lines >> columns, lines >> columns + 1, lines >> stride
        return U64((lines & below & (left ^ right) | (lines ^ below) & left & right) & U64(boxes))

    return closed, nearly


def make_at_least(size: Board) -> Callable[[U64], tuple[U64, U64, U64]]:
    """Return ``at_least(lines)``: the boxes with at least one, two, and three of some lines."""
    columns, stride = size.columns, size.stride
    boxes = sum(1 << size.across(row, column) for row in range(size.rows) for column in range(columns))

    def at_least(lines: U64) -> tuple[U64, U64, U64]:
        upper, left, right, lower = lines, lines >> columns, lines >> columns + 1, lines >> stride
        one = upper | left | right | lower
        two = (upper | left) & (right | lower) | upper & left | right & lower
        three = upper & left & (right | lower) | right & lower & (upper | left)
        return U64(one & U64(boxes)), U64(two & U64(boxes)), U64(three & U64(boxes))

    return at_least


def score(closed: Callable[[U64], U64], state: State) -> tuple[int, int]:
    """Return the boxes of A and of B."""
    boxes = popcount(closed(state.lines))
    return (boxes + state.margin) // 2, (boxes - state.margin) // 2


def make_rules(size: Board) -> RuleFunctions:
    """Return the rules for a board."""
    full = (1 << size.lines) - 1
    closed, _ = make_counts(size)

    def initial() -> State:
        return State(U64(0), 0, 0)

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = U64(~state.lines & U64(full))
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def result(state: State, line: int) -> State:
        lines = U64(state.lines | U64(1) << line)
        gain = popcount(closed(lines) ^ closed(state.lines))
        if gain == 0:
            return State(lines, state.margin, 1 - state.to_move)
        return State(lines, state.margin - gain if state.to_move else state.margin + gain, state.to_move)

    def is_terminal(state: State) -> bool:
        return state.lines == U64(full)

    def utility(state: State) -> tuple[int, int]:
        return state.margin, -state.margin

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)
