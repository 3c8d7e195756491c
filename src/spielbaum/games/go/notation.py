"""The notation of Go, and the board as text.

A position is the rows from the top, ``X`` for Black, ``O`` for White and digits for empty points, joined by ``/``;
then ``X`` or ``O`` for the player to move, the point of a ko or ``-``, the last passes in a row, and the
plies. All but the rows and the player to move may be omitted::

    7/7/2XO3/1X1XO2/2XO3/7/7 O C4 0 9

Moves are written as in the Go Text Protocol: columns are letters without I, rows are counted from the bottom.
"""

import re
from collections.abc import Callable

from spielbaum import Notation
from spielbaum.errors import Message
from spielbaum.games._boards import black_or_white, gaps_counted, gaps_filled, in_rows, labelled_text, number_in
from spielbaum.games.go.goban import NEITHER_I, Goban
from spielbaum.games.go.large import LargeState
from spielbaum.games.go.long_numbers import AnyState, connected, near, state_with, stones_on
from spielbaum.games.go.rules import ENDLESS, NO_KO, PASSES, Rules

NAMES = ("black", "white")
SYMBOLS = "XO"
EMPTY = "."
PASS = "pass"


def make_notation(rules: Rules) -> Notation:
    """Return the notation for a game."""
    goban, size, last = rules.goban, rules.goban.size, rules.goban.points
    numbers = {goban.name(point): point for point in range(last)}
    start = f"{'/'.join([str(size)] * size)} X"
    row_of = _gaps_of_two_digits if goban.is_large else gaps_filled

    def format_state(state: AnyState) -> str:
        drawn = (gaps_counted(row) for row in rows_of(goban, state))
        ko = "-" if state.ko == NO_KO else goban.name(state.ko)
        return f"{'/'.join(drawn)} {SYMBOLS[state.plies & 1]} {ko} {state.passes} {state.plies}"

    def parse_state(text: str) -> AnyState:
        rows, *rest = text.upper().split() or [""]
        written = [row_of(part) for part in rows.split("/")]
        if [len(row) for row in written] != [size] * size or set("".join(written)) - set(SYMBOLS + EMPTY):
            raise ValueError(
                Message(
                    "write {} rows of {} points from the top, X, O or digits for empty points, joined by /, "
                    "and who moves: {}",
                    size,
                    size,
                    start,
                )
            )
        stones = [
            sum(1 << p for p, symbol in enumerate("".join(reversed(written))) if symbol == mine) for mine in SYMBOLS
        ]
        return state_with(goban, stones, *after_rows(rest))

    def after_rows(words: list[str]) -> tuple[int, int, int]:
        """Return ko, passes and plies; if omitted, plies are the least number that fits the player to move."""
        mover = black_or_white(words[0]) if words else None
        if mover is None or len(words) > 4:
            raise ValueError(
                Message("after the rows come X or O to move, the point of a ko or -, passes and plies: {} - 0 0", start)
            )
        ko = words[1] if len(words) > 1 else "-"
        if ko != "-" and ko not in numbers:
            raise ValueError(Message("the ko is a point from A1 to {} or -, not {!r}", goban.name(last - 1), ko))
        counts = [count for count in map(number_in, words[2:]) if count is not None]
        if len(counts) < len(words[2:]):
            raise ValueError(Message("passes and plies are numbers, not {!r}", " ".join(words[2:])))
        passes = counts[0] if counts else 0
        plies = counts[1] if len(counts) > 1 else passes + (passes + mover & 1)
        if plies & 1 != mover:
            raise ValueError(Message("after {} plies {} is to move, not {}", plies, NAMES[plies & 1], NAMES[mover]))
        return numbers.get(ko, NO_KO), passes, mover if rules.longest == ENDLESS else plies

    def format_action(_state: AnyState, action: int) -> str:
        return PASS if action == last else goban.name(action)

    def parse_action(_state: AnyState, text: str) -> int:
        if text.lower() == PASS:
            return last
        if text.upper() not in numbers:
            raise ValueError(Message("write a point from A1 to {}, or pass", goban.name(last - 1)))
        return numbers[text.upper()]

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        split_actions=split_actions,
        validate=make_validate(rules),
    )


def _gaps_of_two_digits(row: str) -> str:
    """Return a row with a point for each empty square, given with numbers.

    Examples
    --------
    >>> _gaps_of_two_digits("2XO10")
    '..XO..........'
    """
    return re.sub(r"\d{1,2}", lambda number: EMPTY * int(number[0]), row)


def make_board(goban: Goban) -> Callable[[AnyState], str]:
    """Return the hook ``board``: the points as text."""
    size = goban.size

    def board(state: AnyState) -> str:
        return labelled_text(rows_of(goban, state), range(size, 0, -1), NEITHER_I[:size])

    return board


def rows_of(goban: Goban, state: AnyState) -> list[str]:
    """Return the rows from the top, a symbol for each point."""
    black, white = stones_on(goban, state)
    symbols = "".join("X" if black >> p & 1 else "O" if white >> p & 1 else EMPTY for p in range(goban.points))
    return in_rows(symbols, goban.size)[::-1]


def split_actions(text: str) -> list[str]:
    """Return the moves of a text, with or without spaces: ``D4C3``.

    Examples
    --------
    >>> split_actions("D4c3 pass E5?")
    ['D4', 'c3', 'pass', 'E5', '?']
    """
    return re.findall(r"(?i)pass|[a-z]\d+|[^\s]", text)


def make_validate(rules: Rules) -> Callable[[AnyState], None]:
    """Return ``validate(state)``, which refuses stones without liberties, an impossible ko, and wrong counts."""
    goban = rules.goban
    full = (1 << goban.points) - 1

    def validate(state: AnyState) -> None:
        if _beyond_edge(goban, state):
            raise ValueError(Message("a stone lies outside the board"))
        black, white = both = stones_on(goban, state)
        if black & white:
            raise ValueError(Message("two stones share a point"))
        free = full & ~(black | white)
        for player, own in enumerate(both):
            choked = own & ~connected(goban, near(goban, free), own)
            if choked:
                point = (choked & -choked).bit_length() - 1
                raise ValueError(
                    Message("the {} stone on {} has no liberty", Message(NAMES[player]), goban.name(point))
                )
        endless = rules.longest == ENDLESS
        if not 0 <= state.passes <= (PASSES if endless else min(PASSES, state.plies)):
            raise ValueError(
                Message("0, 1 or 2 plies were passes, and not more than were played, not {}", state.passes)
            )
        if endless and state.plies not in (0, 1):
            raise ValueError(
                Message("plies are not counted: 0 if Black moves and 1 if White does, not {}", state.plies)
            )
        if not endless and state.plies > rules.longest:
            raise ValueError(Message("a game ends after {} plies, and {} were played", rules.longest, state.plies))
        if state.ko != NO_KO and (fault := _ko_fault(goban, state, endless=endless)):
            raise ValueError(fault)

    return validate


def _beyond_edge(goban: Goban, state: AnyState) -> bool:
    """Return whether a word of a state has bits that are no points."""
    if isinstance(state, LargeState):
        return len(state.board) != goban.points
    low, high = goban.full
    return bool((state.black | state.white) & ~low or (state.black_high | state.white_high) & ~high)


def _ko_fault(goban: Goban, state: AnyState, *, endless: bool) -> str | None:
    """Return why a point is no ko, since no stone can have been captured there just before."""
    if not 0 <= state.ko < goban.points:
        return f"a ko lies on a point from 0 to {goban.points - 1}, or is {NO_KO}, not {state.ko}"
    if state.passes:
        return "after a pass no ko is left"
    both = stones_on(goban, state)
    own, other = both if state.plies & 1 == 0 else both[::-1]
    ko = 1 << state.ko
    takers = (p for p in range(goban.points) if other >> p & 1 and near(goban, 1 << p) & ~own == ko)
    begins = not state.plies and not endless
    if ko & (own | other) or near(goban, ko) & ~other or not any(True for _ in takers) or begins:
        return f"no stone can have been taken off {goban.name(state.ko)} by a lone stone just before"
    return None
