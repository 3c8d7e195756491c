"""The notation of Go, and the board as text.

A position is the rows from the top, ``X`` for Black, ``O`` for White and digits for empty points, joined by ``/``;
then ``X`` or ``O`` for the player to move, the point of a ko or ``-``, the last passes in a row, and the
plies. All but the rows and the player to move may be omitted::

    7/7/2XO3/1X1XO2/2XO3/7/7 O C4 0 9

Moves are written as in the Go Text Protocol: columns are letters without I, rows are counted from the bottom.
"""

import re
from collections.abc import Callable

from spielbaum import U64, Notation
from spielbaum.errors import Message
from spielbaum.games._boards import black_or_white, gaps_counted, gaps_filled, in_rows, labelled_text, number_in
from spielbaum.games.go.goban import NEITHER_I, Goban, Points, make_bit, make_connected, make_empty, make_near, without
from spielbaum.games.go.rules import ENDLESS, NO_KO, PASSES, Rules, State, make_stones
from spielbaum.kernel import lowest_index

NAMES = ("black", "white")
SYMBOLS = "XO"
EMPTY = "."
PASS = "pass"


def make_notation(rules: Rules) -> Notation:
    """Return the notation for a game."""
    goban, size, last = rules.goban, rules.goban.size, rules.goban.points
    numbers = {goban.name(point): point for point in range(last)}
    start = f"{'/'.join([str(size)] * size)} X"

    def format_state(state: State) -> str:
        drawn = (gaps_counted(row) for row in rows_of(goban, state))
        ko = "-" if state.ko == NO_KO else goban.name(state.ko)
        return f"{'/'.join(drawn)} {SYMBOLS[state.plies & 1]} {ko} {state.passes} {state.plies}"

    def parse_state(text: str) -> State:
        rows, *rest = text.upper().split() or [""]
        written = [gaps_filled(row) for row in rows.split("/")]
        if [len(row) for row in written] != [size] * size or set("".join(written)) - set(SYMBOLS + EMPTY):
            raise ValueError(
                f"write {size} rows of {size} points from the top, X, O or digits for empty points, joined by /, "
                f"and who moves: {start}"
            )
        black, white = (
            goban.words(sum(1 << p for p, symbol in enumerate("".join(reversed(written))) if symbol == mine))
            for mine in SYMBOLS
        )
        ko, passes, plies = after_rows(rest)
        return State(U64(black[0]), U64(black[1]), U64(white[0]), U64(white[1]), ko, passes, plies)

    def after_rows(words: list[str]) -> tuple[int, int, int]:
        """Return ko, passes and plies; if omitted, plies are the least number that fits the player to move."""
        mover = black_or_white(words[0]) if words else None
        if mover is None or len(words) > 4:
            raise ValueError(
                f"after the rows come X or O to move, the point of a ko or -, passes and plies: {start} - 0 0"
            )
        ko = words[1] if len(words) > 1 else "-"
        if ko != "-" and ko not in numbers:
            raise ValueError(f"the ko is a point from A1 to {goban.name(last - 1)} or -, not {ko!r}")
        counts = [count for count in map(number_in, words[2:]) if count is not None]
        if len(counts) < len(words[2:]):
            raise ValueError(f"passes and plies are numbers, not {' '.join(words[2:])!r}")
        passes = counts[0] if counts else 0
        plies = counts[1] if len(counts) > 1 else passes + (passes + mover & 1)
        if plies & 1 != mover:
            raise ValueError(f"after {plies} plies {NAMES[plies & 1]} is to move, not {NAMES[mover]}")
        return numbers.get(ko, NO_KO), passes, mover if rules.longest == ENDLESS else plies

    def format_action(_state: State, action: int) -> str:
        return PASS if action == last else goban.name(action)

    def parse_action(_state: State, text: str) -> int:
        if text.lower() == PASS:
            return last
        if text.upper() not in numbers:
            raise ValueError(f"write a point from A1 to {goban.name(last - 1)}, or pass")
        return numbers[text.upper()]

    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        split_actions=split_actions,
        validate=make_validate(rules),
    )


def make_board(goban: Goban) -> Callable[[State], str]:
    """Return the hook ``board``: the points as text."""
    size = goban.size

    def board(state: State) -> str:
        return labelled_text(rows_of(goban, state), range(size, 0, -1), NEITHER_I[:size])

    return board


def rows_of(goban: Goban, state: State) -> list[str]:
    """Return the rows from the top, a symbol for each point."""
    black, white = state.black | state.black_high << goban.split, state.white | state.white_high << goban.split
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


def make_choked(goban: Goban) -> Callable[[Points, Points], Points]:
    """Return ``choked(own, other)``: a player's stones without a liberty."""
    near, connected, empty = make_near(goban), make_connected(goban), make_empty(goban)

    def choked(own: Points, other: Points) -> Points:
        return without(own, connected(near(empty(own, other)), own))

    return choked


def make_validate(rules: Rules) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses stones without liberties, an impossible ko, and wrong counts."""
    goban = rules.goban
    stones, choked, ko_fault = make_stones(goban), make_choked(goban), make_ko_fault(goban)
    full_low, full_high = goban.full

    def validate(state: State) -> None:
        if (state.black | state.white) & ~full_low or (state.black_high | state.white_high) & ~full_high:
            raise ValueError("a stone lies outside the board")
        if state.black & state.white or state.black_high & state.white_high:
            raise ValueError("two stones share a point")
        for player in (0, 1):
            low, high = choked(stones(state, player), stones(state, 1 - player))
            if low | high:
                point = lowest_index(low | high << goban.split)
                raise ValueError(
                    Message("the {} stone on {} has no liberty", Message(NAMES[player]), goban.name(point))
                )
        endless = rules.longest == ENDLESS
        if not 0 <= state.passes <= (PASSES if endless else min(PASSES, state.plies)):
            raise ValueError(f"0, 1 or 2 plies were passes, and not more than were played, not {state.passes}")
        if endless and state.plies not in (0, 1):
            raise ValueError(f"plies are not counted: 0 if Black moves and 1 if White does, not {state.plies}")
        if not endless and state.plies > rules.longest:
            raise ValueError(f"a game ends after {rules.longest} plies, and {state.plies} were played")
        if state.ko != NO_KO and (fault := ko_fault(state)):
            raise ValueError(fault)

    return validate


def make_ko_fault(goban: Goban) -> Callable[[State], str | None]:
    """Return ``ko_fault(state)``: why a point is no ko, since no stone can have been captured there just before."""
    stones, near, bit, empty = make_stones(goban), make_near(goban), make_bit(goban), make_empty(goban)

    def ko_fault(state: State) -> str | None:
        if not 0 <= state.ko < goban.points:
            return f"a ko lies on a point from 0 to {goban.points - 1}, or is {NO_KO}, not {state.ko}"
        if state.passes:
            return "after a pass no ko is left"
        mover = state.plies & 1
        own, other = stones(state, mover), stones(state, 1 - mover)
        ko = bit(state.ko)
        around = without(near(ko), other)
        takers = [p for p in range(goban.points) if _is_lone(near, bit(p), ko, other, own)]
        if without(ko, empty(own, other)) != (0, 0) or around != (0, 0) or not takers or not state.plies:
            return f"no stone can have been taken off {goban.name(state.ko)} by a lone stone just before"
        return None

    return ko_fault


def _is_lone(near: Callable[[Points], Points], stone: Points, ko: Points, own: Points, other: Points) -> bool:
    """Return whether a stone is alone, with a point as its only liberty."""
    beside = near(stone)
    return without(stone, own) == (0, 0) and without(beside, other) == ko
