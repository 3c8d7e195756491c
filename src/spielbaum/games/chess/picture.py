"""The view of chess."""

from collections.abc import Sequence

from spielbaum import Cell, Remark
from spielbaum.games._boards import gaps_counted, labelled_cells, labelled_text
from spielbaum.games.chess.fen import RIGHTS, as_white, parse_state, piece_at, square_name
from spielbaum.games.chess.moves import in_check
from spielbaum.games.chess.notation import NAMES
from spielbaum.games.chess.rules import can_move, is_insufficient
from spielbaum.games.chess.state import BLACK, WHITE, State

GROUNDS = ("#b98d66", "#ecdcbc")
"""Dark and light squares."""

COLOURS = ("#fbf8f1", "#2a2522")
"""White and Black."""


def cells(state: State) -> list[list[Cell]]:
    """Return the squares with their pieces, rank 8 first, and the names of ranks and files."""
    view, rows = as_white(state), []
    for row in range(7, -1, -1):
        line = []
        for square in range(8 * row, 8 * row + 8):
            piece, ground = piece_at(view, square), GROUNDS[(square + row) & 1]
            owner = None if not piece else 0 if piece.isupper() else 1
            kind = NAMES[piece.upper()] if piece else ""
            line.append(Cell(piece, ground, owner, square_name(square), kind))
        rows.append(line)
    return labelled_cells(rows, range(8, 0, -1), "abcdefgh")


FULL = {"Q": 1, "R": 2, "B": 2, "N": 2, "P": 8}
WORTH = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}


def standing(state: State) -> list[str]:
    """Return for each side the captured pieces, and its lead in pawns."""
    view = as_white(state)
    men = "".join(piece_at(view, square) for square in range(64))
    signs = {piece: ("♛♜♝♞♟"[i], "♕♖♗♘♙"[i]) for i, piece in enumerate(FULL)}
    worths = [sum(WORTH[piece] * men.count(own(piece)) for piece in FULL) for own in (str.upper, str.lower)]
    texts = []
    for side, other in ((WHITE, str.lower), (BLACK, str.upper)):
        captured = "".join(signs[p][side] * max(0, FULL[p] - men.count(other(p))) for p in FULL)
        lead = worths[side] - worths[1 - side]
        texts.append(f"{captured} +{lead}" if lead > 0 else captured)
    return texts


def board(state: State) -> str:
    """Return the board as text: capital letters for White, small ones for Black."""
    view = as_white(state)
    rows = ["".join(piece_at(view, 8 * row + file) or "." for file in range(8)) for row in range(7, -1, -1)]
    return labelled_text(rows, range(8, 0, -1), "abcdefgh")


def ending(state: State) -> Remark:
    """Return why the game is over, and the square of a king that is mated or stalemated."""
    view, king = as_white(state), "Kk"[state.to_move]
    where = [square_name(square) for square in range(64) if piece_at(view, square) == king]
    if not can_move(state):
        return Remark("checkmate", where) if in_check(state) else Remark("stalemate", where)
    if is_insufficient(state):
        return Remark("insufficient material")
    return Remark("fifty moves without a capture or a pawn move")


def from_cells(state: State, cells: Sequence[Cell], player: int) -> State:
    """Return the state of a board; castling rights remain if king and rook have not moved."""
    letters = {cell.name: cell.text or "." for cell in cells}
    ranks = "/".join("".join(letters[f"{file}{rank}"] for file in "abcdefgh") for rank in "87654321")
    rights = as_white(state).castling
    castling = "".join(
        right
        for right, rook in RIGHTS.items()
        if rights >> rook & 1
        and letters[square_name(rook)] == ("R" if right.isupper() else "r")
        and letters["e1" if right.isupper() else "e8"] == ("K" if right.isupper() else "k")
    )
    return parse_state(f"{gaps_counted(ranks)} {'wb'[player]} {castling or '-'} - 0 {state.number}")
