"""Connect Four: drop stones into columns, four in a row wins.

The board is two bit boards with one empty bit on top of each column, so that no line runs from one column's top into the next
column's foot::

     6 13 20 27 34 41 48      the empty row
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      bit = column * (height + 1) + row
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from spielbaum import Game
from spielbaum.kernel import popcount


class State(NamedTuple):
    """The stones of the player to move, and all stones."""

    own: int
    occupied: int


class Board(NamedTuple):
    """The numbers that follow from the size of a board."""

    width: int
    height: int

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """Distance of neighbouring bits: up, down to the right, right, up to the right."""
        return 1, self.height, self.height + 1, self.height + 2

    @property
    def foot(self) -> int:
        """The lowest square of each column."""
        return sum(1 << column * (self.height + 1) for column in range(self.width))

    @property
    def full(self) -> int:
        """All squares."""
        return self.foot * ((1 << self.height) - 1)

    def bit(self, column: int, row: int) -> int:
        """Return the bit of a square."""
        return 1 << column * (self.height + 1) + row

    def line_counts(self) -> dict[int, int]:
        """Return for the bit of each square in how many lines of four it lies."""
        counts = {self.bit(*square): 0 for square in product(range(self.width), range(self.height))}
        for (column, row), (right, up) in product(product(range(self.width), range(self.height)), _DIRECTIONS):
            squares = [(column + i * right, row + i * up) for i in range(4)]
            if all(0 <= c < self.width and 0 <= r < self.height for c, r in squares):
                for square in squares:
                    counts[self.bit(*square)] += 1
        return counts


_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _rules(size: Board) -> dict[str, Callable[..., Any]]:
    """Return the rules on a board of one size."""
    stride, foot, full, squares = size.height + 1, size.foot, size.full, size.width * size.height
    columns = tuple(range(size.width))
    tops = tuple(size.bit(column, size.height - 1) for column in columns)
    centre = tuple(-abs(2 * column - size.width + 1) for column in columns)
    up, falling, right, rising = size.steps

    def initial() -> State:
        return State(0, 0)

    def to_move(state: State) -> int:
        return popcount(state.occupied) & 1

    def actions(state: State) -> Iterator[int]:
        for column in columns:
            if not state.occupied & tops[column]:
                yield column

    def result(state: State, column: int) -> State:
        return State(state.own ^ state.occupied, state.occupied | (state.occupied + (1 << column * stride)))

    def has_four(stones: int) -> bool:
        pairs = stones & stones >> up
        if pairs & pairs >> 2 * up:
            return True
        pairs = stones & stones >> falling
        if pairs & pairs >> 2 * falling:
            return True
        pairs = stones & stones >> right
        if pairs & pairs >> 2 * right:
            return True
        pairs = stones & stones >> rising
        return pairs & pairs >> 2 * rising != 0

    def is_terminal(state: State) -> bool:
        return has_four(state.own ^ state.occupied) or state.occupied == full

    def utility(state: State) -> tuple[int, int]:
        """Return how many stones the winner has left, the one that wins included; the loser has the negative."""
        if not has_four(state.own ^ state.occupied):
            return 0, 0
        stones = popcount(state.occupied)
        left = (squares + 2 - stones) // 2
        return (left, -left) if stones & 1 else (-left, left)

    def order(_state: State, column: int) -> int:
        return centre[column]

    return {**{f.__name__: f for f in (initial, to_move, actions, result, is_terminal, utility, order)}, "_foot": lambda: foot}


def game(width: int = 7, height: int = 6) -> Game:
    size = Board(width, height)
    rules = _rules(size); rules.pop("_foot")
    counts = size.line_counts()
    planes = tuple(sum(bit for bit, n in counts.items() if n >> k & 1) for k in range(max(counts.values()).bit_length()))
    most = 1 + sum(counts.values())
    def lines(state):
        theirs = state.own ^ state.occupied
        points = 0
        for k in range(len(planes)):
            points += (popcount(state.own & planes[k]) - popcount(theirs & planes[k])) << k
        value = points / most
        return (value, -value) if popcount(state.occupied) & 1 == 0 else (-value, value)
    return Game(name="connect-four", players=2, zero_sum=True, evaluations={"lines": lines}, **rules)
