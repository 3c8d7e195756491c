"""The notation of draughts: Portable Draughts Notation (PDN).

A position has the player to move, then the squares of White and of Black, kings with a ``K``, and then, after
``H``, the number of quiet plies, if there are any::

    B:W21,22,K30:B1-4,K18:H6

A step is ``11-15``, a capture ``15x22``, or with all its squares, ``1x10x19``, if two captures start and end on the
same squares.
"""

import re
from collections.abc import Iterator

from spielbaum.errors import Message
from spielbaum.games._boards import moves_in_file, number_in
from spielbaum.games.draughts.rules import (
    BITS,
    FIRST_ROW,
    LAST_ROW,
    MEN,
    SQUARES,
    State,
    actions,
    direction_in,
    jumps_in,
    shifted,
)
from spielbaum.kernel import each_bit, popcount

NUMBERS = {bit: str(number) for number, bit in enumerate(BITS, 1)}
"""The number of the square of each bit, as text."""

MOST_QUIET = 10_000
"""More quiet plies than in any game, even if no player claims a draw."""

split_actions = moves_in_file(["1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "1/2-1/2", "*"])
"""The moves of a game in PDN."""


def path_of(action: int) -> tuple[int, ...]:
    """Return the bits of all squares that a piece visits in a turn."""
    piece, path = 1 << (action & 63), [action & 63]
    for number in range(max(1, jumps_in(action))):
        direction = direction_in(action, number)
        piece = shifted(shifted(piece, direction) if jumps_in(action) else piece, direction)
        path.append(piece.bit_length() - 1)
    return tuple(path)


def click_path(_state: State, action: int) -> tuple[str, ...]:
    """Return the numbers of all squares of a turn."""
    return tuple(NUMBERS[bit] for bit in path_of(action))


def trail(state: State, action: int) -> tuple[str, ...]:
    """Return the numbers of all squares of a turn with several jumps."""
    return click_path(state, action) if jumps_in(action) > 1 else ()


def format_action(state: State, action: int) -> str:
    """Return a turn as its first and last square, or as all squares if another turn has the same two."""
    path = path_of(action)
    if not jumps_in(action):
        return "-".join(click_path(state, action))
    ends = (path[0], path[-1])
    alike = sum(1 for other in actions(state) if (path_of(other)[0], path_of(other)[-1]) == ends)
    return "x".join(NUMBERS[bit] for bit in (path if alike > 1 else ends))


def parse_action(state: State, text: str) -> int:
    """Read a turn from its first and its last square, and as many of the others as needed."""
    if not re.fullmatch(r"\d+([-x:]\d+)+", text.lower()):
        raise ValueError(Message("write a step as 11-15 and a capture as 15x22"))
    squares = re.split("[-x:]", text.lower())
    fitting = [action for action in actions(state) if _fits(squares, click_path(state, action))]
    if len(fitting) > 1:
        shown = " or ".join("x".join(click_path(state, action)) for action in fitting)
        raise ValueError(Message("that can be more than one capture: write {}", shown))
    if not fitting:
        legal = ", ".join(format_action(state, action) for action in actions(state))
        raise ValueError(Message("no piece can go so: legal is {}", legal))
    return fitting[0]


def _fits(squares: list[str], path: tuple[str, ...]) -> bool:
    """Return whether squares are the first and the last of a path, with some of those between, in order."""
    if (squares[0], squares[-1]) != (path[0], path[-1]):
        return False
    rest = iter(path)
    return all(square in rest for square in squares)


def format_state(state: State) -> str:
    """Return the position in PDN's FEN."""
    white, black = (",".join(_pieces(board, state.kings)) for board in (state.white, state.black))
    quiet = f":H{state.quiet}" if state.quiet else ""
    return f"{'BW'[state.to_move]}:W{white}:B{black}{quiet}"


def _pieces(board: int, kings: int) -> Iterator[str]:
    for bit in each_bit(board):
        yield "K" * (kings >> bit & 1) + NUMBERS[bit]


def parse_state(text: str) -> State:
    """Read a position in PDN's FEN; White and Black in any order, ``1-4`` for a range of squares."""
    mover, *fields = re.sub(r"\s|\.$", "", text.strip().strip('"')).upper().split(":")
    found = {field[:1]: field[1:] for field in fields}
    if mover not in ("B", "W") or len(found) < len(fields) or not {"B", "W"} <= set(found) <= set("BWHF"):
        raise ValueError(
            Message("write who moves and where white and black stand, kings with a K: B:W21,22,K30:B1-4,K18")
        )
    taken = [_board(found[side], "black" if side == "B" else "white") for side in "BW"]
    (black, black_kings), (white, white_kings) = taken
    quiet = number_in(found.get("H", "0"))
    if quiet is None:
        raise ValueError(
            Message("after H stands the number of plies in which nothing was decided, not {!r}", found["H"])
        )
    if black & white:
        raise ValueError(Message("two pieces stand on square {}", _first(black & white)))
    return State(black, white, black_kings | white_kings, "BW".index(mover), quiet)


def _board(field: str, side: str) -> tuple[int, int]:
    """Return the pieces of a field of FEN, and the kings among them."""
    pieces = kings = 0
    for word in filter(None, field.split(",")):
        match = re.fullmatch(r"(K?)(\d{1,2})(?:-K?(\d{1,2}))?", word)
        first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if not 1 <= first <= last <= len(BITS):
            raise ValueError(
                Message("{} stands on squares from 1 to 32, such as 21, K30 or 1-4, not on {!r}", side, word)
            )
        for number in range(first, last + 1):
            bit = 1 << BITS[number - 1]
            if pieces & bit:
                raise ValueError(Message("square {} is named twice for {}", number, side))
            pieces |= bit
            kings |= bit if match and match[1] else 0
    return pieces, kings


def _first(board: int) -> str:
    return NUMBERS[next(each_bit(board))]


def validate(state: State) -> None:
    """Refuse impossible positions.

    Those have pieces off the board, two on one square, too many of a side, men on the row that crowns
    them, or more quiet plies than any game has.
    """
    pieces = state.black | state.white
    if state.to_move not in (0, 1) or not 0 <= state.quiet <= MOST_QUIET:
        raise ValueError(Message("0 or 1 is to move, and 0 to {} plies were quiet", MOST_QUIET))
    if state.black & state.white:
        raise ValueError(Message("two pieces share a square"))
    if min(state.black, state.white) < 0 or pieces & ~SQUARES or state.kings & ~pieces:
        raise ValueError(Message("a piece lies outside the board, or a king is on no piece's square"))
    for name, own, crown in (("black", state.black, LAST_ROW), ("white", state.white, FIRST_ROW)):
        if popcount(own) > MEN:
            raise ValueError(Message("{} has {} pieces, more than {}", Message(name), popcount(own), MEN))
        if own & crown & ~state.kings:
            raise ValueError(
                Message("the {} man on {} would be a king there", Message(name), _first(own & crown & ~state.kings))
            )
    if not pieces:
        raise ValueError(Message("there are no pieces"))
