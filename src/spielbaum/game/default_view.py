"""The default view of a game: a board and names of squares, guessed from the fields of its states.

A tuple of n times n small numbers is a square board, and one of ``View.shape`` squares a board of that shape: 0 is
empty, 1 a piece of player 0, 2 one of player 1 and so on. The fields of ``View.bits`` are a board too, one bitboard for
each player. Any other tuple is a row of heaps. If actions place pieces on squares, they are named by them: ``c3``, and
the default features count the pieces of each player.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from math import isqrt
from string import ascii_lowercase
from typing import Any, NamedTuple

from spielbaum.game.board import Cell
from spielbaum.game.facts import Action, State

Shape = tuple[int, int]
"""Rows and columns."""

WOOD = "#d9b382"
SMALLEST, LARGEST = 3, 26
"""The sides of a board: fewer squares count as heaps, and there are no letters for more columns."""


HIGHEST = 12
"""Heaps with more stones are shown only as numbers."""

MOST_TRIED = 200
"""The most actions of the initial state that are tried."""


class DefaultView(NamedTuple):
    """The fields of a state that are boards, and whose pieces are on them.

    Attributes
    ----------
    fields
        Names of the fields that are tuples.
    players
        The number of players.
    shape
        Rows and columns of boards that are not square.
    bits
        Names of the fields that hold bitboards, that of player 0 first.
    turn
        The field that holds the player to move; empty if unknown.
    """

    fields: tuple[str, ...]
    players: int
    shape: Shape | None = None
    bits: tuple[str, ...] = ()
    turn: str = ""

    def boards(self, state: State) -> list[tuple[int, ...]]:
        """Return the numbers of all boards."""
        boards = [self._of_bits(state)] if self.bits else []
        return [*boards, *(getattr(state, name) for name in self.fields)]

    def shape_of(self, board: Sequence[int]) -> Shape | None:
        """Return rows and columns of a board of pieces; None for heaps."""
        return shape_of_board(len(board), self.shape) if self._are_pieces(board) else None

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows of all boards, one board below the other."""
        rows: list[list[Cell]] = []
        for board in self.boards(state):
            rows += [[Cell()]] if rows else []
            shape = self.shape_of(board)
            rows += self._squares(board, shape) if shape else self._heaps(board)
        return rows

    def from_cells(self, state: State, cells: Sequence[Cell], player: int) -> State:
        """Return a copy of the state with the pieces of these cells on its boards."""
        left, changes = iter([0 if cell.owner is None else cell.owner + 1 for cell in cells]), dict[str, Any]()
        for place, board in enumerate(self.boards(state)):
            if not self.shape_of(board) and len(board) > LARGEST:  # heaps without names
                continue
            numbers = tuple(next(left) for _ in board)
            if not self.shape_of(board):
                continue
            if self.bits and place == 0:
                for owner, name in enumerate(self.bits, 1):
                    changes[name] = sum(1 << square for square, number in enumerate(numbers) if number == owner)
            else:
                changes[self.fields[place - bool(self.bits)]] = numbers
        if self.turn:
            changes[self.turn] = player
        return state._replace(**changes)

    def _of_bits(self, state: State) -> tuple[int, ...]:
        assert self.shape is not None
        layers = [getattr(state, name) for name in self.bits]
        owners = range(1, len(layers) + 1)
        squares = range(self.shape[0] * self.shape[1])
        return tuple(sum(owner * (layers[owner - 1] >> square & 1) for owner in owners) for square in squares)

    def _are_pieces(self, board: Sequence[int]) -> bool:
        return all(0 <= number <= self.players for number in board)

    def _squares(self, board: Sequence[int], shape: Shape) -> list[list[Cell]]:
        rows, columns = shape
        cells = [self._piece(number, square(place, shape)) for place, number in enumerate(board)]
        lines = [[Cell(str(rows - r)), *cells[r * columns : (r + 1) * columns]] for r in range(rows)]
        return [*lines, [Cell(), *map(Cell, ascii_lowercase[:columns])]]

    def _piece(self, number: int, name: str) -> Cell:
        return Cell(str(number), WOOD, number - 1, name, "disc") if number else Cell("", WOOD, name=name)

    def _heaps(self, board: Sequence[int]) -> list[list[Cell]]:
        names = ascii_lowercase[: len(board)] if len(board) <= LARGEST else [""] * len(board)
        heaps = [Cell(str(number), WOOD, name=name) for number, name in zip(board, names, strict=True)]
        return [*self._stones(board, names), heaps, [Cell(name) for name in names]]

    def _stones(self, board: Sequence[int], names: Sequence[str]) -> list[list[Cell]]:
        """Return the stones of heaps that are not too high, the top row first."""
        height = max(board)
        if min(board) < 0 or height > HIGHEST:
            return []
        return [
            [
                Cell(name=name, piece="pebble") if number >= level else Cell()
                for number, name in zip(board, names, strict=True)
            ]
            for level in range(height, 0, -1)
        ]


class SquareNames(NamedTuple):
    """The notation of actions that are squares of a board or heaps.

    Attributes
    ----------
    length
        The number of squares or heaps.
    shape
        Rows and columns of a board; None for heaps.
    """

    length: int
    shape: Shape | None

    def write(self, state: State, action: Action) -> str:  # noqa: ARG002
        """Return the name of the square, or the number of any other action."""
        if not 0 <= action < self.length:
            return str(action)
        return square(action, self.shape) if self.shape else ascii_lowercase[action]

    def read(self, state: State, text: str) -> Any:
        """Return the action of a name or a number; None for any other text."""
        if text.isdecimal():
            return int(text)
        return next((action for action in range(self.length) if self.write(state, action) == text), None)


def square(number: int, shape: Shape) -> str:
    """Return the name of a square: a letter for its column, a number for its row, counted from the bottom.

    Examples
    --------
    >>> square(0, (5, 5)), square(24, (5, 5)), square(3, (2, 4))
    ('a5', 'e1', 'd2')
    """
    rows, columns = shape
    return f"{ascii_lowercase[number % columns]}{rows - number // columns}"


def shape_of_board(length: int, shape: Shape | None = None) -> Shape | None:
    """Return the rows and columns of a board with a number of squares; None if there is no such board.

    Examples
    --------
    >>> shape_of_board(25), shape_of_board(24), shape_of_board(24, (4, 6)), shape_of_board(4)
    ((5, 5), None, (4, 6), None)
    """
    if shape and shape[0] * shape[1] == length and max(shape) <= LARGEST:
        return shape
    side = isqrt(length)
    return (side, side) if side * side == length and SMALLEST <= side <= LARGEST else None


def guess_view(start: State, players: int, shape: Shape | None = None, bits: Sequence[str] = ()) -> DefaultView | None:
    """Return the default view of a game; None if no field of its states is a board.

    Parameters
    ----------
    start
        The initial state.
    players
        The number of players.
    shape
        Rows and columns of boards that are not square.
    bits
        Names of the fields that hold bitboards.
    """
    names = getattr(start, "_fields", ())
    fields = tuple(name for name in names if _is_board(getattr(start, name)))
    return DefaultView(fields, players, shape, tuple(bits)) if fields or bits else None


def guess_names(
    start: State,
    view: DefaultView,
    actions: Callable[[State], Any],
    result: Callable[[State, Action], State],
) -> SquareNames | None:
    """Return the notation of actions whose number is the square that they change; None for other actions.

    Parameters
    ----------
    start, view
        The initial state and how it is drawn.
    actions, result
        The rules.
    """
    boards = view.boards(start)
    shape, length = view.shape_of(boards[0]), len(boards[0])
    if len(boards) > 1 or (shape is None and length > LARGEST):
        return None
    legal = list(islice(actions(start), MOST_TRIED))
    placed = all(0 <= a < length and view.boards(result(start, a))[0][a] != boards[0][a] for a in legal)
    return SquareNames(length, shape) if legal and placed else None


def _is_board(value: Any) -> bool:
    return type(value) is tuple and bool(value) and all(type(number) is int for number in value)
