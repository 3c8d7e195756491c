"""Othello: place a disc to outflank discs of the opponent, and flip them; most discs win.

Squares are numbered row by row from the top left; square ``s`` is bit ``s``, and in size 8::

     0  1  2  3  4  5  6  7      1
     8  9 10 11 12 13 14 15      2
    16 17 18 19 20 21 22 23      3      rows are counted from the top: 19 is d3
    24 25 26  O  X 29 30 31      4
    32 33 34  X  O 37 38 39      5
    40 41 42 43 44 45 46 47      6
    48 49 50 51 52 53 54 55      7
    56 57 58 59 60 61 62 63      8
     a  b  c  d  e  f  g  h

Lines of all discs are followed at once, by parallel prefixes: after steps of 1, 2, 4 and 6 squares every line of up to
six discs is filled.

P. M. Kogge and H. S. Stone, A parallel algorithm for the efficient solution of a general class of recurrence equations,
IEEE Transactions on Computers C-22 (1973).
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import clear_lowest, lowest_index, popcount

BLACK, WHITE = 0, 1
PASS = 64
"""The only action of a player who cannot place a disc while the opponent can."""

Moves = Callable[[U64, U64], U64]


class State(NamedTuple):
    """The discs of the player to move and of the opponent, and the player to move."""

    own: U64
    other: U64
    to_move: int  # 0 black, 1 white


class Board(NamedTuple):
    """The size of a board, and the masks that follow from it."""

    size: int

    @property
    def full(self) -> int:
        """All squares."""
        return (1 << self.size * self.size) - 1

    @property
    def inner(self) -> int:
        """The squares outside the first and the last column, where horizontal and diagonal lines end."""
        return self.full & ~(self.column(0) | self.column(self.size - 1))

    def column(self, number: int) -> int:
        """Return the squares of a column."""
        return sum(1 << self.size * row + number for row in range(self.size))

    def row(self, number: int) -> int:
        """Return the squares of a row."""
        return (1 << self.size) - 1 << self.size * number

    @property
    def start(self) -> tuple[int, int]:
        """The initial discs of Black and of White: opposite squares of the centre."""
        middle = (self.size // 2 - 1) * (self.size + 1)
        return 1 << middle + 1 | 1 << middle + self.size, 1 << middle | 1 << middle + self.size + 1


def reached(own: U64, between: U64, step: int) -> int:
    """Return the squares at the ends of lines from an own disc over discs ``between``, in both directions."""
    up, down = U64(between & own << step), U64(between & own >> step)
    up, down = U64(up | between & up << step), U64(down | between & down >> step)
    rising, falling = U64(between & between << step), U64(between & between >> step)
    up, down = U64(up | rising & up << 2 * step), U64(down | falling & down >> 2 * step)
    up, down = U64(up | rising & up << 2 * step), U64(down | falling & down >> 2 * step)
    return up << step | down >> step


def enclosed(disc: U64, own: U64, between: U64, step: int) -> int:
    """Return the discs between a new disc and own ones, in both directions of a line."""
    up, down = U64(between & disc << step), U64(between & disc >> step)
    up, down = U64(up | between & up << step), U64(down | between & down >> step)
    rising, falling = U64(between & between << step), U64(between & between >> step)
    up, down = U64(up | rising & up << 2 * step), U64(down | falling & down >> 2 * step)
    up, down = U64(up | rising & up << 2 * step), U64(down | falling & down >> 2 * step)
    return (up if up << step & own else U64(0)) | (down if down >> step & own else U64(0))


def make_moves(board: Board) -> Moves:
    """Return ``moves(own, other)``: the squares on which a player can place a disc."""
    size, full, inner = board.size, board.full, board.inner

    def moves(own: U64, other: U64) -> U64:
        across = U64(other & U64(inner))
        found = reached(own, across, 1) | reached(own, other, size)
        found |= reached(own, across, size - 1) | reached(own, across, size + 1)
        return U64(found & ~(own | other) & U64(full))

    return moves


def make_flipped(board: Board) -> Callable[[U64, U64, int], U64]:
    """Return ``flipped(own, other, square)``: the discs that a move flips."""
    size, inner = board.size, board.inner

    def flipped(own: U64, other: U64, square: int) -> U64:
        disc, across = U64(U64(1) << square), U64(other & U64(inner))
        found = enclosed(disc, own, across, 1) | enclosed(disc, own, other, size)
        return U64(found | enclosed(disc, own, across, size - 1) | enclosed(disc, own, across, size + 1))

    return flipped


def make_rules(board: Board, margin: bool) -> RuleFunctions:
    """Return the rules for a board; with a margin the utility is the difference of discs."""
    black, white = board.start
    moves, flipped = make_moves(board), make_flipped(board)

    def initial() -> State:
        return State(U64(black), U64(white), BLACK)

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = moves(state.own, state.other)
        if not left:
            yield PASS
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def result(state: State, square: int) -> State:
        if square == PASS:
            return State(state.other, state.own, 1 - state.to_move)
        turned = flipped(state.own, state.other, square)
        mine = U64(state.own | turned | U64(1) << square)
        return State(U64(state.other & ~turned), mine, 1 - state.to_move)

    def is_terminal(state: State) -> bool:
        return not moves(state.own, state.other) and not moves(state.other, state.own)

    def utility(state: State) -> tuple[int, int]:
        lead = popcount(state.own) - popcount(state.other)
        if not margin:
            lead = (lead > 0) - (lead < 0)
        return (lead, -lead) if state.to_move == BLACK else (-lead, lead)

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)


def make_count(board: Board) -> Callable[[State], int]:
    """Return ``count(state)``: the number of legal actions in a state that is not terminal."""
    moves = make_moves(board)

    def count(state: State) -> int:
        return max(1, popcount(moves(state.own, state.other)))

    return count
