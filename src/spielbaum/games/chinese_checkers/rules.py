"""The rules of Chinese Checkers.

A state has the owner of the peg on each cell, 0 for none, else the player's number plus 1, in three bits on three
boards. A whole turn is one action, ``source << 7 | target``; a player who cannot move passes.

A player is home when all cells of the goal are occupied and enough of the pegs there are the player's own; the first
to be home wins. A turn ends on one cell, so it brings at most one player home, usually the one who moves.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import STEP
from spielbaum.games._rules import RuleFunctions
from spielbaum.games.chinese_checkers.moves import ANY_CELL, CELL_BITS, bit, first, make_moves, without_first
from spielbaum.games.chinese_checkers.star import Race, Words, words
from spielbaum.kernel import popcount, scrambled

PASS = 0
"""The action of a player who cannot move."""

NOBODY = -1

NEVER = 1 << 62
"""More turns than any game has."""

MASK = (1 << 64) - 1


class State(NamedTuple):
    """Three boards of two words each, with the bits of the owner of the peg on each cell, and the turns so far."""

    ones_low: int
    ones_high: int
    twos_low: int
    twos_high: int
    fours_low: int
    fours_high: int
    plies: int


def taken(state: State) -> Words:
    """Return the occupied cells."""
    return state.ones_low | state.twos_low | state.fours_low, state.ones_high | state.twos_high | state.fours_high


def pegs_of(state: State, player: int) -> Words:
    """Return the cells with a player's pegs."""
    number = player + 1
    one, two, four = (number & 1) - 1, (number >> 1 & 1) - 1, (number >> 2 & 1) - 1
    return (
        (state.ones_low ^ one) & (state.twos_low ^ two) & (state.fours_low ^ four),
        (state.ones_high ^ one) & (state.twos_high ^ two) & (state.fours_high ^ four),
    )


def state_of(pegs: dict[int, list[int]], plies: int) -> State:
    """Return a state from the cells of each player's pegs; not compiled.

    Examples
    --------
    >>> state_of({0: [0], 2: [3, 61]}, 0)
    State(ones_low=9, ones_high=1, twos_low=8, twos_high=1, fours_low=0, fours_high=0, plies=0)
    """
    boards = [words(c for p, cells in pegs.items() if p + 1 >> i & 1 for c in cells) for i in range(3)]
    return State(*boards[0], *boards[1], *boards[2], plies)


def make_rules(race: Race, needed: int, longest: int) -> RuleFunctions:
    """Return the rules of a race.

    Parameters
    ----------
    race
        The star and its players.
    needed
        The own pegs that a full goal must hold.
    longest
        The plies after which the game is a draw; 0 for no limit.
    """
    players, limit = race.players, longest or NEVER
    start = state_of(dict(enumerate(race.homes)), 0)
    targets = make_moves(race).targets
    winner = make_winner(race, needed)
    everyone = range(players)
    loss = -1 if players == 2 else 0
    draws = (0,) * players if players == 2 else (1 / players,) * players
    wins = tuple(tuple(1 if player == other else loss for other in everyone) for player in everyone)

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        return state.plies % players

    def actions(state: State) -> Iterator[int]:
        pegs_low, pegs_high = pegs_of(state, state.plies % players)
        taken_low, taken_high = taken(state)
        stuck = True
        while pegs_low | pegs_high:
            source = first(pegs_low, pegs_high)
            pegs_low, pegs_high = without_first(pegs_low, pegs_high)
            own_low, own_high = bit(source)
            to_low, to_high = targets(taken_low ^ own_low, taken_high ^ own_high, source)
            while to_low | to_high:
                stuck = False
                yield source << CELL_BITS | first(to_low, to_high)
                to_low, to_high = without_first(to_low, to_high)
        if stuck:
            yield PASS

    def result(state: State, action: int) -> State:
        number = state.plies % players + 1
        change_low, change_high = change(action)
        one, two, four = -(number & 1), -(number >> 1 & 1), -(number >> 2 & 1)
        return State(
            state.ones_low ^ change_low & one,
            state.ones_high ^ change_high & one,
            state.twos_low ^ change_low & two,
            state.twos_high ^ change_high & two,
            state.fours_low ^ change_low & four,
            state.fours_high ^ change_high & four,
            following(state.plies),
        )

    def following(plies: int) -> int:
        return plies + 1 if longest else (plies + 1) % players

    def null_move(state: State) -> State:
        return result(state, PASS)

    def is_terminal(state: State) -> bool:
        return state.plies >= limit or winner(state) != NOBODY

    def utility(state: State) -> tuple[float, ...]:
        first_home = winner(state)
        return draws if first_home == NOBODY else wins[first_home]

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, null_move=null_move)


def change(action: int) -> Words:
    """Return the cells that a turn changes: two, or none for a pass, whose source is its target."""
    from_low, from_high = bit(action >> CELL_BITS)
    to_low, to_high = bit(action & ANY_CELL)
    return from_low ^ to_low, from_high ^ to_high


def make_winner(race: Race, needed: int) -> Any:
    """Return ``winner(state)``: the player who is home, or NOBODY."""
    players = race.players
    goals_low, goals_high = zip(*map(words, race.goals), strict=True)

    def winner(state: State) -> int:
        taken_low, taken_high = taken(state)
        for player in range(players):
            low, high = goals_low[player], goals_high[player]
            if taken_low & low == low and taken_high & high == high:
                own_low, own_high = pegs_of(state, player)
                if popcount(own_low & low) + popcount(own_high & high) >= needed:
                    return player
        return NOBODY

    return winner


def make_repetition_key(players: int) -> Any:
    """Return ``repetition_key(state)``: a hash of pegs and player to move, never 0, since every turn is reversible."""

    def repetition_key(state: State) -> int:
        key = scrambled(U64(state.plies % players + STEP))
        for word in state[:6]:
            key = scrambled(U64((key ^ word) + STEP & MASK))
        return key if key else U64(1)

    return repetition_key
