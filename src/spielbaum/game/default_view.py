"""The default view of a game: a board and names of squares, guessed from the fields of its states.

A tuple of n times n numbers that are small at the start is a square board, and one of ``View.shape`` squares a board of
that shape: 0 is empty, 1 a piece of player 0, 2 one of player 1 and so on, and a larger number a piece of no player.
The fields of ``View.bits`` are a board too, one bitboard for each player. Any other tuple is a row of heaps. If actions
place pieces on squares, they are named by them: ``c3``, and ``b1c3`` if they are tuples of squares. The default
features count the pieces of each player.
"""

from collections.abc import Sequence
from itertools import islice
from math import isqrt
from string import ascii_lowercase
from typing import Any, NamedTuple

from spielbaum.game.action_fields import texts_of_fields
from spielbaum.game.board import Cell
from spielbaum.game.facts import Action, State

Shape = tuple[int, int]
"""Rows and columns."""

WOOD, STONE = "#d9b382", "#8f8577"
SMALLEST, LARGEST = 3, 26
"""The sides of a board: fewer squares count as heaps, and there are no letters for more columns."""


HIGHEST = 12
"""Heaps with more stones are shown only as numbers."""

MOST_TRIED = 200
"""The most actions of the initial state that are tried."""

PLIES_TRIED, FEW_TRIED = 12, 20
"""If actions are tuples: the plies that are played, and the most actions of each that are tried."""


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
    sizes
        The numbers of squares of the boards that begin with pieces, or empty; others are heaps.
    """

    fields: tuple[str, ...]
    players: int
    shape: Shape | None = None
    bits: tuple[str, ...] = ()
    turn: str = ""
    sizes: frozenset[int] = frozenset()

    def boards(self, state: State) -> list[tuple[int, ...]]:
        """Return the numbers of all boards."""
        boards = [self._of_bits(state)] if self.bits else []
        return [*boards, *(getattr(state, name) for name in self.fields)]

    def shape_of(self, board: Sequence[int]) -> Shape | None:
        """Return rows and columns of a board of pieces; None for heaps."""
        return shape_of_board(len(board), self.shape) if len(board) in self.sizes else None

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
        left, changes = iter([_number_of(cell) for cell in cells]), dict[str, Any]()
        for place, board in enumerate(self.boards(state)):
            if not self.shape_of(board):
                for _ in [cell for row in self._heaps(board) for cell in row if cell.name]:
                    next(left)
                continue
            numbers = tuple(next(left) for _ in board)
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

    def _squares(self, board: Sequence[int], shape: Shape) -> list[list[Cell]]:
        rows, columns = shape
        cells = [self._piece(number, square(place, shape)) for place, number in enumerate(board)]
        lines = [[Cell(str(rows - r)), *cells[r * columns : (r + 1) * columns]] for r in range(rows)]
        return [*lines, [Cell(), *map(Cell, ascii_lowercase[:columns])]]

    def _piece(self, number: int, name: str) -> Cell:
        if not 0 < number <= self.players:
            return Cell(str(number), STONE, name=name) if number else Cell("", WOOD, name=name)
        return Cell(str(number), WOOD, number - 1, name, "disc")

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
    """The notation of actions that are squares of a board or heaps, or tuples with such fields.

    Attributes
    ----------
    length
        The number of squares or heaps.
    shape
        Rows and columns of a board; None for heaps.
    fields
        For actions that are tuples: whether each field is a square.
    """

    length: int
    shape: Shape | None
    fields: tuple[bool, ...] = ()

    def write(self, state: State, action: Action) -> str:  # noqa: ARG002
        """Return the name of the square, or the number of any other action; the same for each field of a tuple."""
        if not self.fields:
            return self._name(action)
        words = [self._name(action[i]) if self._is_square(i, action) else word for i, word in texts_of_fields(action)]
        return ("" if all(self.fields) else ":").join(words)

    def read(self, state: State, text: str) -> Any:
        """Return the action of a name or a number; None for any other text."""
        if text.isdecimal():
            return int(text)
        return next((action for action in range(self.length) if self.write(state, action) == text), None)

    def clicks(self, state: State, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """Return the names of the squares of an action that is a tuple."""
        return tuple(self._name(value) for i, value in enumerate(action) if self._is_square(i, action))

    def _is_square(self, field: int, action: Action) -> bool:
        return self.fields[field] and action[field] is not None

    def _name(self, number: int) -> str:
        if not 0 <= number < self.length:
            return str(number)
        return square(number, self.shape) if self.shape else ascii_lowercase[number]


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
    if not (fields or bits):
        return None
    view = DefaultView(fields, players, shape, tuple(bits))
    pieces = [board for board in view.boards(start) if all(0 <= number <= players for number in board)]
    return view._replace(sizes=frozenset(map(len, pieces)))


def guess_names(start: State, view: DefaultView, game: Any) -> SquareNames | None:
    """Return the notation of actions that are the squares that they change, or have such fields; else None.

    Parameters
    ----------
    start, view
        The initial state and how it is drawn.
    game
        The game, for its rules.
    """
    boards = view.boards(start)
    shape, length = view.shape_of(boards[0]), len(boards[0])
    if len(boards) > 1 or (shape is None and length > LARGEST):
        return None
    legal = list(islice(game.actions(start), MOST_TRIED))

    def changes(state: State, action: Action, number: Any) -> bool:
        before, after = (view.boards(one)[0] for one in (state, game.result(state, action)))
        return bool(0 <= number < length and before[number] != after[number])

    if not legal or not isinstance(legal[0], tuple):
        return SquareNames(length, shape) if legal and all(changes(start, a, a) for a in legal) else None
    fields, state = [True] * len(legal[0]), start
    for _ in range(PLIES_TRIED):
        if game.is_terminal(state):
            break
        legal = list(islice(game.actions(state), FEW_TRIED))
        for i in range(len(fields)):
            fields[i] = fields[i] and all(action[i] is None or changes(state, action, action[i]) for action in legal)
        state = game.result(state, legal[-1])
    return SquareNames(length, shape, tuple(fields)) if any(fields) else None


def _number_of(cell: Cell) -> int:
    """Return the number of a square on a board that was set up by hand."""
    if cell.owner is not None:
        return cell.owner + 1
    return int(cell.text) if cell.ground == STONE and cell.text.isdecimal() else 0


def _is_board(value: Any) -> bool:
    return type(value) is tuple and bool(value) and all(_is_number(number) for number in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
