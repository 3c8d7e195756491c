"""The notation of Chameleon Chess.

Positions are written like FEN: eight ranks from rank 8, each pawn as its owner in upper case and its knight colour in
lower case, digits for empty squares; the owner to move; the area by its corners::

    Bb3YgYrYbYy/Br7/Bg7/By7/7Gr/7Gb/7Gy/RrRgRyRb3Gg R a1h8
"""

import re

from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted
from spielbaum.games.chameleon_chess.rules import (
    NAMES,
    SQUARES,
    State,
    area_board,
    area_of,
    board_of,
    edges,
    pawn_board,
    role_on,
    state_of,
)

ROLES = "NQBR"


def square_name(square: int) -> str:
    """Return the name of a square, as in chess.

    Examples
    --------
    >>> square_name(56), square_name(7)
    ('a1', 'h8')
    """
    return f"{'abcdefgh'[square & 7]}{8 - (square >> 3)}"


def square_number(name: str) -> int:
    """Return the number of a square."""
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


def format_action(state: State, action: int) -> str:
    """Return a move as source and target: ``a1b3``."""
    source = pawn_board(state, state.owner, action >> 6).bit_length() - 1
    return square_name(source) + square_name(action & 63)


def pawn_on(state: State, square: int) -> tuple[int, int] | None:
    """Return the owner and the number of the pawn on a square."""
    if not state.pawns >> square & 1:
        return None
    owner = (state.owner_low >> square & 1) | (state.owner_high >> square & 1) << 1
    kind = (state.kind_low >> square & 1) | (state.kind_high >> square & 1) << 1
    return owner, (kind - owner) & 3


def format_state(state: State) -> str:
    """Return the position."""
    ranks = []
    for row in range(8):
        text = ""
        for square in range(8 * row, 8 * row + 8):
            found = pawn_on(state, square)
            text += NAMES[found[0]] + NAMES[sum(found) & 3].lower() if found else "."
        ranks.append(gaps_counted(text))
    top, bottom, left, right = edges(state.area)
    corners = square_name(bottom * 8 + left) + square_name(top * 8 + right)
    return f"{'/'.join(ranks)} {NAMES[state.owner]} {corners}"


def parse_state(text: str) -> State:
    """Read a position.

    Raises
    ------
    ValueError
        If it is malformed or impossible.
    """
    words = re.fullmatch(r"(\S+) ([RGYB]) ([a-h][1-8])([a-h][1-8])", text.strip())
    if not words:
        raise ValueError(Message("write the eight ranks, who moves and the area: RrRg.../... R a1h8"))
    ranks = words[1].split("/")
    pawns: dict[int, list[int | None]] = {}
    for row, rank in enumerate(ranks):
        square = 8 * row
        for gap, owner, kind in re.findall(r"([1-8])|([RGYB])([rgyb])|.", rank):
            if gap:
                square += int(gap)
            elif not owner:
                raise ValueError(
                    Message("rank {} is {!r}: write pawns as Rg and empty squares as digits", 8 - row, rank)
                )
            else:
                number = (NAMES.lower().index(kind) - NAMES.index(owner)) & 3
                squares = pawns.setdefault(NAMES.index(owner), [None] * 4)
                if squares[number] is not None:
                    raise ValueError(Message("pawn {} stands on two squares", owner + kind))
                squares[number] = square
                square += 1
        if square != 8 * row + 8:
            raise ValueError(Message("rank {} is {!r}, which is not eight squares", 8 - row, rank))
    if len(ranks) != 8:
        raise ValueError(Message("there are eight ranks, not {}", len(ranks)))
    low, high = square_number(words[3]), square_number(words[4])
    if (low >> 3) - (high >> 3) < 2 or (high & 7) - (low & 7) < 2:
        raise ValueError(Message("the area has at least three rows and three columns"))
    area = area_of(high >> 3, low >> 3, low & 7, high & 7)
    return state_of({p: tuple(squares) for p, squares in pawns.items()}, NAMES.index(words[2]), area)


def validate(state: State) -> None:
    """Refuse an area off the board, pawns outside the area or twice, and an owner to move without pawns."""
    _, bottom, _, right = edges(state.area)
    if state.area < 0 or bottom > 7 or right > 7:
        raise ValueError(Message("the area reaches beyond the board"))
    if (state.owner_low | state.owner_high | state.kind_low | state.kind_high) & ~state.pawns:
        raise ValueError(Message("the boards differ: a square without a pawn has an owner or a kind"))
    pawns = [pawn_on(state, square) for square in range(64) if state.pawns >> square & 1]
    if len(set(pawns)) < len(pawns):
        raise ValueError(Message("a pawn stands on two squares"))
    if state.pawns & ~area_board(state.area):
        raise ValueError(Message("a pawn stands outside the area"))
    if state.owner not in range(4) or not board_of(state, state.owner):
        raise ValueError(Message("the owner to move has no pawn"))


def board(state: State) -> str:
    """Return the board as text: owner and role of each pawn, else the colour of the square, blank outside the area."""
    top, bottom, left, right = edges(state.area)
    lines = []
    for row in range(8):
        cells = []
        for column in range(8):
            square, found = 8 * row + column, pawn_on(state, 8 * row + column)
            inside = top <= row <= bottom and left <= column <= right
            if found:
                cells.append(NAMES[found[0]] + ROLES[role_on(state, square)])
            else:
                cells.append(f"{SQUARES[square].lower()} " if inside else "  ")
        lines.append(f"{8 - row} {' '.join(cells)}")
    return "\n".join([*lines, "  " + "  ".join("abcdefgh")])
