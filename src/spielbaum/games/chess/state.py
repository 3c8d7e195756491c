"""The state of a game of chess, as the side to move sees it.

Boards are flipped after every move: the side to move always plays upwards, from row 1. So there is one rule for
both sides. Square ``s`` is bit ``s``; for White it is the usual square, for Black the one mirrored vertically::

    56 57 58 59 60 61 62 63      8                1
     .  .  .                     .                .
     8  9 10 11 12 13 14 15      2                7
     0  1  2  3  4  5  6  7      1 White to move  8 Black to move
                                 a b c d e f g h  a b c d e f g h
"""

from typing import NamedTuple

from spielbaum import U64
from spielbaum.kernel import reversed_bytes

WHITE, BLACK = 0, 1


class State(NamedTuple):
    """The pieces, castling rights, the en passant square, the clocks, and the side to move.

    Seven boards give the owner and the kind of the piece on each square. A queen moves like bishop and rook, so it is
    on both of their boards.
    """

    own: U64  # of the side to move
    enemy: U64
    pawns: U64
    knights: U64
    diagonals: U64  # bishops and queens
    straights: U64  # rooks and queens
    kings: U64
    castling: U64  # rooks of both sides that may still castle
    en_passant: U64  # the square behind a pawn that can now be captured en passant
    clock: int  # half-moves since the last capture or pawn move
    number: int  # the move number, as in FEN: from 1, plus 1 after each move of Black
    to_move: int


START = State(
    own=U64(0xFFFF),
    enemy=U64(0xFFFF << 48),
    pawns=U64(0xFF << 48 | 0xFF << 8),
    knights=U64(0x42 << 56 | 0x42),
    diagonals=U64(0x2C << 56 | 0x2C),
    straights=U64(0x89 << 56 | 0x89),
    kings=U64(0x10 << 56 | 0x10),
    castling=U64(0x81 << 56 | 0x81),
    en_passant=U64(0),
    clock=0,
    number=1,
    to_move=WHITE,
)


class Pieces(NamedTuple):
    """The pieces of one side by kind."""

    pawns: U64
    knights: U64
    bishops: U64
    rooks: U64
    queens: U64
    kings: U64


def pieces_of(state: State) -> Pieces:
    """Return the pieces of the side to move."""
    own, queens = state.own, U64(state.own & state.diagonals & state.straights)
    return Pieces(
        U64(own & state.pawns),
        U64(own & state.knights),
        U64(own & state.diagonals & ~queens),
        U64(own & state.straights & ~queens),
        queens,
        U64(own & state.kings),
    )


def turned(state: State) -> State:
    """Return the position as the opponent sees it, who is to move then."""
    return State(
        reversed_bytes(state.enemy),
        reversed_bytes(state.own),
        reversed_bytes(state.pawns),
        reversed_bytes(state.knights),
        reversed_bytes(state.diagonals),
        reversed_bytes(state.straights),
        reversed_bytes(state.kings),
        reversed_bytes(state.castling),
        reversed_bytes(state.en_passant),
        state.clock,
        state.number,
        1 - state.to_move,
    )
