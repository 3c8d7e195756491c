"""Domineering: one player places vertical dominoes, the other horizontal ones; a player who cannot move loses."""

from collections.abc import Callable, Iterator
from string import ascii_lowercase
from typing import NamedTuple

from spielbaum import U64, U128
from spielbaum.games._bitboards import make_mirror, make_moved
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import clear_lowest, lowest_index


class State(NamedTuple):
    """The occupied squares, and the player to move."""

    occupied: U64
    to_move: int  # 0 vertical, 1 horizontal


class WideState(NamedTuple):
    """The same on a board of more than 64 squares."""

    occupied: U128
    to_move: int


class Board(NamedTuple):
    """The size of a board, and the masks and distances that follow from it."""

    rows: int
    columns: int

    @property
    def wide(self) -> bool:
        """Whether it has more than 64 squares."""
        return self.rows * self.columns > 64

    @property
    def state(self) -> type[State]:
        """The class of its states."""
        return WideState if self.wide else State  # type: ignore[return-value]

    @property
    def word(self) -> Callable[[int], U64]:
        """The type of a bit board: U64 or U128."""
        return U128 if self.wide else U64  # type: ignore[return-value]

    @property
    def bits(self) -> int:
        """The width of a bit board."""
        return 128 if self.wide else 64

    @property
    def full(self) -> int:
        """All squares."""
        return (1 << self.rows * self.columns) - 1

    @property
    def step(self) -> int:
        """Distance of the squares of a vertical domino; less than all bits even on a board of one row."""
        return min(self.columns, self.bits - 1)

    @property
    def upper(self) -> int:
        """The squares above another one."""
        return self.full >> self.columns

    @property
    def left(self) -> int:
        """The squares to the left of another one."""
        return sum(1 << square for square in range(self.rows * self.columns) if (square + 1) % self.columns)

    def name(self, square: int) -> str:
        """Return the name of a square: the column, and the row from below."""
        return f"{column_name(square % self.columns)}{self.rows - square // self.columns}"


def column_name(column: int) -> str:
    """Return a to z, then aa, ab and so on."""
    return ascii_lowercase[column] if column < 26 else ascii_lowercase[column // 26 - 1] + ascii_lowercase[column % 26]


class AlongRows(NamedTuple):
    """A board on which one player is Horizontal, and the function that maps free squares to it."""

    size: Board
    seen: Callable[[U64], U64]


def make_along_rows(size: Board) -> tuple[AlongRows, AlongRows]:
    """Return the boards of both players; that of Vertical is transposed.

    Both are the same square board if it fits into a bit board.
    """
    rows, columns, word, squares = size.rows, size.columns, size.word, range(size.rows * size.columns)
    longer = max(rows, columns)
    if longer**2 > size.bits:
        turned = make_moved(lambda square: square % columns * rows + square // columns, squares, word)
        return AlongRows(size._replace(rows=columns, columns=rows), turned), AlongRows(size, word)
    square_board = size._replace(rows=longer, columns=longer)
    laid = make_moved(lambda square: square // columns * longer + square % columns, squares, word)
    turn = make_mirror(lambda square: square % longer * longer + square // longer, range(longer**2), word)
    return AlongRows(square_board, lambda free: turn(laid(free))), AlongRows(square_board, laid)


class Packings(NamedTuple):
    """Functions ``(places, step) -> places``: a largest set of places that do not overlap, ``step`` being a domino's.

    Of each run of places, ``forwards`` takes the first, the third and so on, ``backwards`` the last, the last but two.
    """

    forwards: Callable[[U64, int], U64]
    backwards: Callable[[U64, int], U64]


def make_packings(size: Board) -> Packings:
    """Return the functions for a board; each doubling reaches twice as far along a run."""
    longest, most = max(size.rows, size.columns) - 1, size.bits - 1
    doublings = (max(1, longest) - 1).bit_length()

    def forwards(places: U64, step: int) -> U64:
        within, chosen = places & places << step, places & ~(places << step)
        for k in range(1, doublings):
            distance = min(step << k, most)
            chosen |= chosen << distance & within
            within &= within << distance
        return chosen  # type: ignore[return-value]

    def backwards(places: U64, step: int) -> U64:
        within, chosen = places & places >> step, places & ~(places >> step)
        for k in range(1, doublings):
            distance = min(step << k, most)
            chosen |= chosen >> distance & within
            within &= within >> distance
        return chosen  # type: ignore[return-value]

    return Packings(forwards, backwards)


def make_places(size: Board) -> Callable[[U64, int], U64]:
    """Return ``places(free, player)``: the legal moves of a player, by upper or left squares."""
    step, upper, left, word = size.step, size.upper, size.left, size.word

    def places(free: U64, player: int) -> U64:
        if player == 0:
            return word(free & free >> step & word(upper))
        return word(free & free >> 1 & word(left))

    return places


def make_useful(size: Board) -> Callable[[U64], U64]:
    """Return ``useful(free)``: the free squares that a domino of either player can cover."""
    places, step, word = make_places(size), size.step, size.word

    def useful(free: U64) -> U64:
        upright, across = places(free, 0), places(free, 1)
        return word(upright | upright << step | across | across << 1)

    return useful


def make_rules(size: Board, first: int) -> RuleFunctions:
    """Return the rules for a board."""
    full, step, word, made = size.full, size.step, size.word, size.state
    places = make_places(size)

    def initial() -> State:
        return made(word(0), first)

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = places(word(~state.occupied & word(full)), state.to_move)
        while left:
            yield lowest_index(left)
            left = word(clear_lowest(left))

    def result(state: State, square: int) -> State:
        pair = word(3) if state.to_move else word(1 | word(1) << step)
        return made(word(state.occupied | pair << square), 1 - state.to_move)

    def is_terminal(state: State) -> bool:
        return places(word(~state.occupied & word(full)), state.to_move) == 0

    def utility(state: State) -> tuple[int, int]:
        return (1, -1) if state.to_move else (-1, 1)

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)
