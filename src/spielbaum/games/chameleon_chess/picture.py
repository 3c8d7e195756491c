"""The board of Chameleon Chess as cells: coloured squares, and the owner and the role of each pawn."""

from collections.abc import Callable, Sequence

from spielbaum import Cell
from spielbaum.errors import Message
from spielbaum.games._boards import labelled_cells
from spielbaum.games.chameleon_chess.notation import pawn_on, square_name, square_number
from spielbaum.games.chameleon_chess.rules import NAMES, SQUARES, State, edges, role_on, state_of

SYMBOLS = "♞♛♝♜"
PIECES = ("knight", "queen", "bishop", "rook")

GROUNDS = ("#c8553d", "#2f9e77", "#e3c443", "#3f78b5")
"""Red, green, yellow and blue squares; they also differ in brightness, for colour-blind readers."""

COLOUR_NAMES = ("red", "green", "yellow", "blue")
COLOURS = ("#ff8f7a", "#5fe3b0", "#fff176", "#85c7ff")
"""The owners in the same order."""


def make_cells(owners: tuple[int, ...]) -> Callable[[State], list[list[Cell]]]:
    """Return the hook ``cells``; the owner of a cell is an index into ``owners``."""

    def cells(state: State) -> list[list[Cell]]:
        """Return owner and role of each pawn, the colour of each empty square, and nothing outside the area."""
        top, bottom, left, right = edges(state.area)
        rows = []
        for row in range(8):
            line = []
            for column in range(8):
                square, found = 8 * row + column, pawn_on(state, 8 * row + column)
                ground = GROUNDS[NAMES.index(SQUARES[square])]
                if found:
                    role, owner = role_on(state, square), found[0]
                    text = NAMES[owner] + SYMBOLS[role]
                    line.append(Cell(text, ground, owners.index(owner), square_name(square), PIECES[role]))
                elif top <= row <= bottom and left <= column <= right:
                    line.append(Cell(SQUARES[square].lower(), ground, name=square_name(square)))
                else:
                    line.append(Cell())
            rows.append(line)
        return labelled_cells(rows, range(8, 0, -1), "abcdefgh")

    return cells


def make_from_cells(owners: tuple[int, ...]) -> Callable[[State, Sequence[Cell], int], State]:
    """Return the hook ``from_cells``: a pawn is identified by its role on its square; the area stays."""

    def from_cells(state: State, cells: Sequence[Cell], player: int) -> State:
        pawns: dict[int, list[int | None]] = {owner: [None] * 4 for owner in owners}
        for cell in cells:
            if cell.owner is None:
                continue
            owner, square = owners[cell.owner], square_number(cell.name)
            kind = (NAMES.index(SQUARES[square]) - PIECES.index(cell.piece)) & 3
            pawn = (kind - owner) & 3
            if pawns[owner][pawn] is not None:
                raise ValueError(Message("pawn {} stands on two squares", NAMES[owner] + NAMES[kind].lower()))
            pawns[owner][pawn] = square
        return state_of({owner: tuple(squares) for owner, squares in pawns.items()}, owners[player], state.area)

    return from_cells
