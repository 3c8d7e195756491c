"""The board of chess in colours, and as text."""

from spielbaum import Cell
from spielbaum.games.chess.fen import as_white, piece_at, square_name
from spielbaum.games.chess.notation import NAMES
from spielbaum.games.chess.state import State

GROUNDS = ("#b98d66", "#ecdcbc")
"""Dark and light squares."""

COLOURS = ("#fbf8f1", "#2a2522")
"""White and Black."""


def cells(state: State) -> list[list[Cell]]:
    """Return the squares with what stands on them, rank 8 first, and the names of ranks and files."""
    view, rows = as_white(state), []
    for row in range(7, -1, -1):
        line = [Cell(str(row + 1))]
        for square in range(8 * row, 8 * row + 8):
            piece, ground = piece_at(view, square), GROUNDS[(square + row) & 1]
            owner = None if not piece else 0 if piece.isupper() else 1
            kind = NAMES[piece.upper()] if piece else ""
            line.append(Cell(piece, ground, owner, square_name(square), kind))
        rows.append(line)
    return [*rows, [Cell(), *map(Cell, "abcdefgh")]]


def board(state: State) -> str:
    """Return the board as text: capital letters for White, small ones for Black."""
    view = as_white(state)
    lines = [
        f"{row + 1} {' '.join(piece_at(view, 8 * row + file) or '.' for file in range(8))}" for row in range(7, -1, -1)
    ]
    return "\n".join([*lines, "  a b c d e f g h"])
