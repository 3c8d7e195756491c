"""Remarks of Chameleon Chess: removed pawns, a smaller area, and the end."""

from spielbaum import Remark
from spielbaum.games.chameleon_chess.notation import square_name
from spielbaum.games.chameleon_chess.rules import State, board_of, edges, pawn_board, result


def remark(state: State, action: int) -> Remark | None:
    """Return the pawn that the rule of the last nine squares removed, or the new area."""
    after, target = result(state, action), action & 63
    stood = state.pawns & ~pawn_board(state, state.owner, action >> 6) | 1 << target
    gone = stood & ~after.pawns
    if gone:
        where = square_name(gone.bit_length() - 1)
        words = "the pawn on {square} vanished: a knight cannot move from the centre of the last nine squares"
        return Remark(words, [where], {"square": where})
    if after.area == state.area:
        return None
    top, bottom, left, right = edges(after.area)
    corners = {"first": square_name(8 * bottom + left), "last": square_name(8 * top + right)}
    return Remark("the board shrank to {first}–{last}, which holds all pawns", values=corners)


def reasons(state: State, action: int) -> list[Remark]:
    """Return what a move does: a pawn that it takes, and whether a player is out."""
    target = action & 63
    if not state.pawns >> target & 1:
        return []
    victim = next(owner for owner in range(4) if board_of(state, owner) >> target & 1)
    last = board_of(state, victim) == 1 << target
    return [Remark("takes the last pawn of a player" if last else "takes a pawn", worth=1)]


def ending(_state: State) -> Remark:
    """Return why the game is over."""
    return Remark("no other pawns are left")
