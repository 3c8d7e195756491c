"""Why a move is played: what it takes, checks and promotes."""

from spielbaum import U64, Remark
from spielbaum.games.chess.moves import QUEEN, in_check
from spielbaum.games.chess.rules import is_terminal, result
from spielbaum.games.chess.state import State, pieces_of, turned

CAPTURES = (
    Remark("takes a pawn", worth=1),
    Remark("takes a knight", worth=3),
    Remark("takes a bishop", worth=3),
    Remark("takes a rook", worth=5),
    Remark("takes a queen", worth=9),
)
"""The captures of pieces, in the order of ``Pieces``."""

PROMOTION = 8
"""What the best promotion gains."""


def reasons(state: State, action: int) -> list[Remark]:
    """Return what a move does."""
    after, found = result(state, action), []
    source, target, promoted = action & 63, action >> 6 & 63, action >> 12
    if in_check(after):
        if is_terminal(after):
            return [Remark("gives checkmate")]
        found.append(Remark("gives check"))
    lost = [_count(a) - _count(b) for a, b in zip(pieces_of(turned(state)), pieces_of(after), strict=True)]
    found[:0] = [capture for capture, count in zip(CAPTURES, lost, strict=False) if count > 0]
    if promoted:
        found.insert(0, Remark("promotes to a queen" if promoted == QUEEN else "promotes a pawn", worth=PROMOTION))
    if state.kings >> source & 1 and abs(target - source) == 2:
        found.append(Remark("castles"))
    return found


def _count(board: U64) -> int:
    return int(board).bit_count()
