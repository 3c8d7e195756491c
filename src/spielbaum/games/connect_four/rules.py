"""Connect Four: drop discs into columns; four in a row wins.

The board is two bit boards with an empty bit on top of each column, so that no line runs from the top of a column
into the foot of the next one::

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
from typing import NamedTuple

from spielbaum import U64, U128
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import popcount

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class State(NamedTuple):
    """The discs of the player to move, and all discs."""

    own: int
    occupied: int


class WideState(NamedTuple):
    """The same on a board of more than 64 bits."""

    own: U128
    occupied: U128


class Board(NamedTuple):
    """The size of a board, and the masks and distances that follow from it."""

    width: int
    height: int

    @property
    def wide(self) -> bool:
        """Whether it has more than 64 bits."""
        return self.width * (self.height + 1) > 64

    @property
    def state(self) -> type[State]:
        """The class of its states."""
        return WideState if self.wide else State  # type: ignore[return-value]

    @property
    def word(self) -> Callable[[int], U64]:
        """The type of a bit board: U64 or U128."""
        return U128 if self.wide else U64  # type: ignore[return-value]

    @property
    def steps(self) -> tuple[int, ...]:
        """The distances of neighbours: up and, if four columns fit, down to the right, right, and up to the right.

        On narrow boards, which may be high, three of these steps would exceed the bits of a board.
        """
        return (1, self.height, self.height + 1, self.height + 2) if self.width >= 4 else (1,)

    @property
    def foot(self) -> int:
        """The lowest square of each column."""
        return sum(1 << column * (self.height + 1) for column in range(self.width))

    @property
    def full(self) -> int:
        """All squares."""
        return self.foot * ((1 << self.height) - 1)

    @property
    def top_row(self) -> int:
        """The highest square of each column."""
        return self.foot << self.height - 1

    def rows_of_parity(self, parity: int) -> int:
        """Return the squares of the odd rows for 1, of the even rows for 0; the lowest row is 1."""
        return sum(self.foot << row - 1 for row in range(1, self.height + 1) if row % 2 == parity)

    def bit(self, column: int, row: int) -> int:
        """Return the bit of a square."""
        return 1 << column * (self.height + 1) + row

    @property
    def middle(self) -> range:
        """The column in the middle, or the two columns."""
        return range((self.width - 1) // 2, self.width // 2 + 1)

    def lines(self) -> Iterator[int]:
        """Yield every line of four."""
        for (column, row), (right, up) in product(product(range(self.width), range(self.height)), _DIRECTIONS):
            squares = [(column + i * right, row + i * up) for i in range(4)]
            if all(0 <= c < self.width and 0 <= r < self.height for c, r in squares):
                yield sum(self.bit(*square) for square in squares)

    def line_starts(self) -> dict[int, int]:
        """Return for each direction, given by its distance, the lowest squares of all lines of four."""
        starts: dict[int, int] = {}
        for line in self.lines():
            lowest = line & -line
            step = (line ^ lowest).bit_length() - lowest.bit_length()
            starts[step // 3] = starts.get(step // 3, 0) | lowest
        return starts

    def line_counts(self) -> dict[int, int]:
        """Return for the bit of each square the number of lines of four through it."""
        lines = list(self.lines())
        squares = (self.bit(*square) for square in product(range(self.width), range(self.height)))
        return {square: sum(bool(line & square) for line in lines) for square in squares}


def make_has_four(size: Board) -> Callable[[int], bool]:
    """Return ``has_four(stones)``: whether there are two pairs, two steps apart."""
    steps = size.steps

    def has_four(stones: int) -> bool:
        found = 0
        for step in steps:
            pairs = stones & stones >> step
            found |= pairs & pairs >> 2 * step
        return found != 0

    return has_four


def make_winning_squares(size: Board) -> Callable[[int], int]:
    """Return ``winning_squares(stones)``: the squares that complete four; they may be occupied, or off the board."""
    steps = size.steps[1:] or (1,)

    def winning_squares(stones: int) -> int:
        wins = stones << 1 & stones << 2 & stones << 3
        for step in steps:
            pairs = stones << step & stones << 2 * step
            wins |= pairs & (stones << 3 * step | stones >> step)
            pairs = stones >> step & stones >> 2 * step
            wins |= pairs & (stones >> 3 * step | stones << step)
        return wins

    return winning_squares


def make_rules(size: Board) -> RuleFunctions:
    """Return the rules for a board."""
    width, stride, top = size.width, size.height + 1, size.height - 1
    full, squares = size.full, size.width * size.height
    has_four, made, word = make_has_four(size), size.state, size.word

    def initial() -> State:
        return made(0, 0)

    def to_move(state: State) -> int:
        return popcount(state.occupied) & 1

    def actions(state: State) -> Iterator[int]:
        for column in range(width):
            if not state.occupied >> column * stride + top & 1:
                yield column

    def result(state: State, column: int) -> State:
        return made(state.own ^ state.occupied, state.occupied | (state.occupied + (word(1) << column * stride)))

    def is_terminal(state: State) -> bool:
        return has_four(state.own ^ state.occupied) or state.occupied == full

    def utility(state: State) -> tuple[int, int]:
        """Return the discs that the winner has left, including the winning one; the loser has the negative."""
        if not has_four(state.own ^ state.occupied):
            return 0, 0
        stones = popcount(state.occupied)
        left = (squares + 2 - stones) // 2
        return (left, -left) if stones & 1 else (-left, left)

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)
