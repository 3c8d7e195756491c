"""Positions of chess as text: FEN (S. J. Edwards, Portable Game Notation, 1994).

Six words: the ranks from the eighth, the side to move, castling rights, the en passant square, the
half-move clock and the move number; the last two, or four, may be omitted. The en passant square
is kept and written only if a pawn can legally capture there; the usual form is accepted, too.
"""

import re

from spielbaum import U64
from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted, number_in
from spielbaum.games.chess.attacks import ROW_1, ROW_8, WHOLE
from spielbaum.games.chess.moves import captors_in_passing, in_check
from spielbaum.games.chess.rules import MOST_NUMBER, with_en_passant
from spielbaum.games.chess.state import BLACK, WHITE, State, turned
from spielbaum.kernel import popcount

SIDES = ("White", "Black")
KINDS = "PNBRQK"
RIGHTS = {"K": 7, "Q": 0, "k": 63, "q": 56}
"""The rook of each castling right."""

MOST_CLOCK = 10_000


def square_name(square: int) -> str:
    """Return the name of a square of White's board.

    Examples
    --------
    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return f"{'abcdefgh'[square & 7]}{1 + (square >> 3)}"


def square_number(name: str) -> int:
    """Return the number of a square of White's board.

    Examples
    --------
    >>> square_number("e4")
    28
    """
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def as_white(state: State) -> State:
    """Return the position as White sees it; ``own`` are White's pieces then."""
    return state if state.to_move == WHITE else turned(state)


def piece_at(state: State, square: int) -> str:
    """Return the letter of the piece on a square of White's board, a capital for White, or nothing."""
    bit = 1 << square
    if not (state.own | state.enemy) & bit:
        return ""
    kind = "K"
    for letter, board in zip("PNBR", (state.pawns, state.knights, state.diagonals, state.straights), strict=True):
        if board & bit:
            kind = "Q" if kind == "B" else letter
    return kind if state.own & bit else kind.lower()


def format_state(state: State) -> str:
    """Return a position as FEN."""
    view = as_white(state)
    ranks = []
    for row in range(7, -1, -1):
        rank = "".join(piece_at(view, 8 * row + file) or "." for file in range(8))
        ranks.append(gaps_counted(rank))
    castling = "".join(right for right, rook in RIGHTS.items() if view.castling >> rook & 1) or "-"
    passing = square_name(view.en_passant.bit_length() - 1) if view.en_passant else "-"
    return f"{'/'.join(ranks)} {'wb'[state.to_move]} {castling} {passing} {state.clock} {state.number}"


def parse_state(text: str) -> State:
    """Read a position.

    Raises
    ------
    ValueError
        If it is malformed or impossible.
    """
    words = text.split()
    if not 2 <= len(words) <= 6:
        raise ValueError(
            Message(
                "FEN has six words: pieces, side, castling, en passant, clock and number; the last four "
                "may be left out; there are {}",
                len(words),
            )
        )
    placement, side, castling, passing, clock, number = words + ["-", "-", "0", "1"][len(words) - 2 :]
    if side not in ("w", "b"):
        raise ValueError(Message("the side to move is w or b, not {!r}", side))
    view = _placed(placement)._replace(
        castling=_castling(castling),
        clock=_whole(clock, "the half-move clock", 0, MOST_CLOCK),
        number=_whole(number, "the number of the move", 1, MOST_NUMBER),
    )
    state = view if side == "w" else turned(view)._replace(to_move=BLACK)
    validate(state)
    return _passing(state, passing)


def _placed(placement: str) -> State:
    """Return the pieces of the first word, as White sees them."""
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise ValueError(Message("there are eight ranks, joined by /, not {}", len(ranks)))
    boards = dict.fromkeys("PNBRQKpnbrqk", 0)
    for row, rank in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for sign in rank:
            if sign in boards:
                boards[sign] |= 1 << 8 * row + file if file < 8 else 0
                file += 1
            elif sign in "12345678":
                file += int(sign)
            else:
                raise ValueError(Message("rank {} is {!r}: pieces are PNBRQK or pnbrqk, gaps 1 to 8", row + 1, rank))
        if file != 8:
            raise ValueError(Message("rank {} is {!r}, which is {} squares and not eight", row + 1, rank, file))
    both = {kind: boards[kind] | boards[kind.lower()] for kind in KINDS}
    return State(
        own=U64(sum(boards[kind] for kind in KINDS)),
        enemy=U64(sum(boards[kind.lower()] for kind in KINDS)),
        pawns=U64(both["P"]),
        knights=U64(both["N"]),
        diagonals=U64(both["B"] | both["Q"]),
        straights=U64(both["R"] | both["Q"]),
        kings=U64(both["K"]),
        castling=U64(0),
        en_passant=U64(0),
        clock=0,
        number=1,
        to_move=WHITE,
    )


def _castling(text: str) -> U64:
    if text != "-" and not re.fullmatch("(?=.)K?Q?k?q?", text):
        raise ValueError(Message("castling rights are some of KQkq in this order, or -, not {!r}", text))
    return U64(sum(1 << RIGHTS[right] for right in text if right != "-"))


def _whole(text: str, what: str, least: int, most: int) -> int:
    number = number_in(text)
    if number is None or not least <= number <= most:
        raise ValueError(Message("{} is a whole number from {} to {}, not {!r}", what, least, most, text))
    return number


def _passing(state: State, text: str) -> State:
    """Return the state with the en passant square, if a capture is legal there."""
    if text == "-":
        return state
    row, left, landed = ("6", "7", "5") if state.to_move == WHITE else ("3", "2", "4")
    if not re.fullmatch(f"[a-h]{row}", text):
        raise ValueError(
            Message("the en passant square is on rank {} or - when {} moves, not {!r}", row, SIDES[state.to_move], text)
        )
    square = square_number(text) ^ (56 if state.to_move == BLACK else 0)
    behind, pawn = 1 << square + 8, 1 << square - 8
    if not state.enemy & state.pawns & pawn or (state.own | state.enemy) & (behind | 1 << square):
        raise ValueError(
            Message(
                "en passant {} needs a pawn on {}{} that came from {}{}, and both squares behind it empty",
                text,
                text[0],
                landed,
                text[0],
                left,
            )
        )
    possible = with_en_passant(state, U64(1 << square))
    return possible if captors_in_passing(possible) else state


def validate(state: State) -> None:
    """Refuse an impossible position.

    Raises
    ------
    ValueError
        With the reason.
    """
    if state.to_move not in (WHITE, BLACK):
        raise ValueError(Message("to_move is 0 for White or 1 for Black, not {}", state.to_move))
    if not 0 <= state.clock <= MOST_CLOCK or not 1 <= state.number <= MOST_NUMBER:
        raise ValueError(Message("the clock is 0 to {} and the number of the move 1 to {}", MOST_CLOCK, MOST_NUMBER))
    _validate_boards(state)
    view = as_white(state)
    for side, pieces in zip(SIDES, (view.own, view.enemy), strict=True):
        kings, pawns, count = popcount(pieces & view.kings), popcount(pieces & view.pawns), popcount(pieces)
        if kings != 1:
            raise ValueError(
                Message("{} has {} kings, not one", Message(side), kings)
                if kings
                else Message("{} has no king, not one", Message(side))
            )
        if pawns > 8:
            raise ValueError(Message("{} has {} pawns, more than eight", Message(side), pawns))
        if count > 16:
            raise ValueError(Message("{} has {} pieces, more than sixteen", Message(side), count))
    if view.pawns & (ROW_1 | ROW_8):
        raise ValueError(Message("a pawn stands on the first or the last rank"))
    if in_check(turned(state)):
        raise ValueError(
            Message(
                "{} is in check, and {} is to move", Message(SIDES[1 - state.to_move]), Message(SIDES[state.to_move])
            )
        )
    _validate_rights(view)
    if state.en_passant and not _may_pass(state):
        raise ValueError(Message("no pawn can capture en passant on the square that is given"))


def _validate_boards(state: State) -> None:
    """Refuse inconsistent boards, of states given as numbers."""
    if any(not 0 <= board <= WHOLE for board in state[:9]):
        raise ValueError(Message("a board is a number of 64 bits"))
    queens = state.diagonals & state.straights
    parts = (state.pawns, state.knights, state.diagonals ^ queens, state.straights, state.kings)
    occupied = state.own | state.enemy
    if state.own & state.enemy or sum(parts) != occupied or sum(map(popcount, parts)) != popcount(occupied):
        raise ValueError(Message("the boards contradict one another: each piece has one owner and one kind"))


def _validate_rights(view: State) -> None:
    for right, rook in RIGHTS.items():
        if not view.castling >> rook & 1:
            continue
        pieces, king = (view.own, 4) if right.isupper() else (view.enemy, 60)
        rooks = pieces & view.straights & ~view.diagonals
        if not rooks >> rook & 1 or not (pieces & view.kings) >> king & 1:
            raise ValueError(
                Message(
                    "castling right {} needs the king on {} and a rook on {}",
                    right,
                    square_name(king),
                    square_name(rook),
                )
            )
    if view.castling & ~sum(1 << rook for rook in RIGHTS.values()):
        raise ValueError(Message("only rooks in the corners may castle"))


def _may_pass(state: State) -> bool:
    square = state.en_passant
    ahead = (state.own | state.enemy) & (square | square << 8)
    return (
        square in [1 << s for s in range(40, 48)]
        and not ahead
        and bool(state.enemy & state.pawns & square >> 8 and captors_in_passing(state))
    )
