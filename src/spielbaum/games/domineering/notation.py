"""Notation and board of Domineering."""

from collections.abc import Callable, Sequence

from spielbaum import U64, Cell, Notation, Place, Remark, grid
from spielbaum.errors import Message
from spielbaum.games._boards import in_rows
from spielbaum.games.domineering.rules import Board, State, column_name, make_places
from spielbaum.kernel import each_bit

NAMES = ("vertical", "horizontal")
WOOD = ("#d9bf94", "#c9aa78")


def make_notation(size: Board, first: int) -> Notation:
    """Return the notation for a board."""
    rows, columns = size
    places = make_places(size)

    def format_state(state: State) -> str:
        return f"{'/'.join(rows_of(size, state))} {NAMES[state.to_move][0]}"

    def parse_state(text: str) -> State:
        """Read the rows from the top, ``#`` or ``.``, joined by ``/``, and then the player to move if not the first."""
        squares, _, mover = text.strip().partition(" ")
        if [len(line) for line in squares.split("/")] != [columns] * rows or set(squares) - set("#./"):
            raise ValueError(
                Message("write {} rows of {} squares from the top, # or ., joined by /, and v or h", rows, columns)
            )
        word = mover.strip().lower() or NAMES[first]
        movers = [player for player, name in enumerate(NAMES) if name.startswith(word)]
        if not movers:
            raise ValueError(Message("vertical or horizontal is to move, not {!r}", mover.strip()))
        occupied = sum(1 << i for i, symbol in enumerate(squares.replace("/", "")) if symbol == "#")
        return size.state(size.word(occupied), movers[0])

    def validate(state: State) -> None:
        if state.occupied & ~size.full or state.to_move not in (0, 1):
            raise ValueError(Message("occupied squares lie on the board, and 0 or 1 is to move"))

    def squares_of(state: State, square: int) -> tuple[str, str]:
        if state.to_move:
            return size.name(square), size.name(square + 1)
        return size.name(square + columns), size.name(square)

    def format_action(state: State, square: int) -> str:
        return "".join(squares_of(state, square))

    def parse_action(state: State, text: str) -> int:
        """Read the two squares of a domino, in either order."""
        for square in each_bit(places(size.word(~state.occupied & size.full), state.to_move)):
            one, other = squares_of(state, square)
            if text.lower() in (one + other, other + one):
                return square
        raise ValueError(
            Message("write two free squares that {} can cover, such as a1a2 or a1b1", NAMES[state.to_move])
        )

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=validate,
    )


def rows_of(size: Board, state: State) -> list[str]:
    """Return the rows from the top, with ``#`` or ``.`` for each square."""
    squares = "".join(".#"[state.occupied >> square & 1] for square in range(size.rows * size.columns))
    return in_rows(squares, size.columns)


def make_board(size: Board) -> Callable[[State], str]:
    """Return the hook ``board``."""
    rows, columns = size

    def board(state: State) -> str:
        digits, width = len(str(rows)), len(column_name(columns - 1))
        drawn = [
            f"{rows - i:>{digits}} {' '.join(symbol.ljust(width) for symbol in line)}".rstrip()
            for i, line in enumerate(rows_of(size, state))
        ]
        return "\n".join([*drawn, f"{'':{digits}} {' '.join(column_name(c).ljust(width) for c in range(columns))}"])

    return board


def make_squares(size: Board) -> Callable[[State], list[Place]]:
    """Return the hook ``places``: the squares. A state does not record which two squares a domino covers."""
    rows, columns = size

    def cell(state: State, square: int) -> Cell:
        covered = state.occupied >> square & 1
        ground = WOOD[sum(divmod(square, columns)) % 2]
        return Cell(ground=ground, name=size.name(square), piece="block" if covered else "")

    def picture(state: State) -> list[Place]:
        drawn = [
            [Cell(str(rows - row)), *(cell(state, row * columns + column) for column in range(columns))]
            for row in range(rows)
        ]
        return grid([*drawn, [Cell(), *(Cell(column_name(column)) for column in range(columns))]])

    return picture


def ending(state: State) -> Remark:
    """Return why the game is over."""
    return Remark("no room for a horizontal domino" if state.to_move else "no room for a vertical domino")


def from_cells(state: State, cells: Sequence[Cell], player: int) -> State:
    """Return the state of a board."""
    occupied = sum(1 << square for square, cell in enumerate(cells) if cell.piece)
    return type(state)(U64(occupied), player)
