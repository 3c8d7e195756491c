"""The notation of Chinese Checkers.

A position is the rows from the top, joined by ``/``, with a letter for each peg and numbers for free cells, and then
the player to move and the turns so far. The start of two players on the full star is::

    A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B A 0
"""

import re
from collections.abc import Callable
from string import ascii_lowercase

from spielbaum import Notation
from spielbaum.errors import Message
from spielbaum.games._boards import gaps_counted, number_in
from spielbaum.games.chinese_checkers.moves import ANY_CELL, CELL_BITS
from spielbaum.games.chinese_checkers.rules import NOBODY, PASS, State, make_winner, pegs_of, state_of, taken
from spielbaum.games.chinese_checkers.star import HALF, Race
from spielbaum.kernel import each_bit, popcount

NAMES = "ABCDEF"
"""The names of the players, in turn order."""

FREE = "."


def make_notation(race: Race, needed: int, longest: int) -> Notation:
    """Return the notation for a race."""
    players, names = race.players, NAMES[: race.players]
    lengths = [sum(row == each for each, _ in race.places) for row in range(race.rows)]
    numbers = {name: cell for cell, name in enumerate(race.names)}

    def format_state(state: State) -> str:
        symbols, rows = symbols_of(race, state), []
        for length in lengths:
            row, symbols = symbols[:length], symbols[length:]
            rows.append(gaps_counted(row))
        return f"{'/'.join(rows)} {names[state.plies % players]} {state.plies}"

    def parse_state(text: str) -> State:
        """Read a position; if omitted, the turns are the least number that fits the player to move."""
        rows, *rest = text.upper().split() or [""]
        written = [re.sub(r"\d+", lambda gap: FREE * int(gap[0][:3]), row) for row in rows.split("/")]
        if [len(row) for row in written] != lengths or set("".join(written)) - set(names + FREE):
            raise ValueError(
                Message(
                    "write {} rows of {} cells from the top, joined by /: {} for pegs and a number for free "
                    "cells, such as {!r}",
                    len(lengths),
                    ", ".join(map(str, lengths)),
                    ", ".join(names),
                    format_state(start),
                )
            )
        symbols = "".join(written)
        pegs = {player: [c for c, symbol in enumerate(symbols) if symbol == names[player]] for player in range(players)}
        return state_of(pegs, plies_of(rest))

    def plies_of(rest: list[str]) -> int:
        movers = [word for word in rest if word in tuple(names)]
        counts = [count for count in map(number_in, rest) if count is not None]
        if len(movers) > 1 or len(counts) > 1 or len(movers) + len(counts) < len(rest):
            raise ValueError(
                Message("after the rows come the player to move and the turns taken, not {!r}", " ".join(rest))
            )
        mover = names.index(movers[0]) if movers else None
        plies = counts[0] if counts else mover or 0
        if mover is not None and plies % players != mover:
            raise ValueError(
                Message("after {} turns it is {} to move, not {}", plies, names[plies % players], names[mover])
            )
        return plies if longest else plies % players

    def format_action(_state: State, action: int) -> str:
        return "pass" if action == PASS else race.names[action >> CELL_BITS] + race.names[action & ANY_CELL]

    def parse_action(_state: State, text: str) -> int:
        """Read source and target, with or without a hyphen between them."""
        found = re.fullmatch(r"([a-z]\d+)-?([a-z]\d+)", text.lower())
        if text.lower() == "pass":
            return PASS
        if not found or found[1] not in numbers or found[2] not in numbers:
            corner = race.names[race.homes[0][0]]
            raise ValueError(
                Message("write the cell a peg leaves and the one it reaches, such as {}{}", corner, race.names[-1])
            )
        return numbers[found[1]] << CELL_BITS | numbers[found[2]]

    start = state_of(dict(enumerate(race.homes)), 0)
    return Notation(
        format_state=format_state,
        parse_state=parse_state,
        format_action=format_action,
        parse_action=parse_action,
        validate=make_validate(race, needed, longest),
    )


def make_board(race: Race) -> Callable[[State], str]:
    """Return the hook ``board``: the star as text."""

    def board(state: State) -> str:
        rows = [[" "] * race.columns for _ in range(race.rows)]
        for (row, column), symbol in zip(race.places, symbols_of(race, state), strict=True):
            rows[row][column] = symbol
        digits = len(str(race.rows))
        drawn = [f"{race.rows - i:>{digits}} {''.join(row)}".rstrip() for i, row in enumerate(rows)]
        return "\n".join([*drawn, f"{'':{digits}} {ascii_lowercase[: race.columns]}"])

    return board


def owners_of(race: Race, state: State) -> list[int | None]:
    """Return for every cell the owner of its peg, None if it is free."""
    owners: list[int | None] = [None] * len(race.places)
    for player in range(race.players):
        low, high = pegs_of(state, player)
        for cell in each_bit(high << HALF | low):
            owners[cell] = player
    return owners


def symbols_of(race: Race, state: State) -> str:
    """Return a letter or a dot for every cell."""
    return "".join(FREE if owner is None else NAMES[owner] for owner in owners_of(race, state))


def make_validate(race: Race, needed: int, longest: int) -> Callable[[State], None]:
    """Return ``validate(state)``, which refuses impossible states."""
    winner = make_winner(race, needed)

    def validate(state: State) -> None:
        if any(word < 0 for word in state):
            raise ValueError(Message("no field of a state is negative"))
        low, high = taken(state)
        if low >> HALF or (high << HALF | low) >> len(race.places):
            raise ValueError(Message("the star has {} cells, and a peg lies outside", len(race.places)))
        owners = owners_of(race, state)
        if len(owners) - owners.count(None) < popcount(low) + popcount(high):
            raise ValueError(Message("there are pegs of more than {} players", race.players))
        for player in range(race.players):
            if owners.count(player) != race.pegs:
                raise ValueError(
                    Message("{} has {} pegs there instead of {}", NAMES[player], owners.count(player), race.pegs)
                )
        if longest and state.plies > longest:
            raise ValueError(Message("a game ends after {} turns, and {} were taken", longest, state.plies))
        first_home = winner(state)
        for player in range(first_home + 1, race.players if first_home != NOBODY else 0):
            goal = [owners[cell] for cell in race.goals[player]]
            if None not in goal and goal.count(player) >= needed:
                raise ValueError(
                    Message("the game ends when {} is home, so {} cannot be home too", NAMES[first_home], NAMES[player])
                )

    return validate
