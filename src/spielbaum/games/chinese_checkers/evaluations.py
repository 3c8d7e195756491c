"""Evaluations of Chinese Checkers: the progress of each player's pegs.

``points`` counts the steps by which a player's pegs are nearer to the outermost cell of the goal than at the start,
plus one, so that it is never 0. A player who is home has more than all others can have, and more the sooner.

The sum of the distances to the goal is Sturtevant's evaluation: N. R. Sturtevant, A comparison of algorithms
for multi-player games, Computers and Games (2002).
"""

from collections.abc import Callable

from spielbaum import Evaluation, Unit
from spielbaum.games._vectors import for_each, lead_of
from spielbaum.games.chinese_checkers.rules import NEVER, NOBODY, State, make_winner, pegs_of
from spielbaum.games.chinese_checkers.star import Race, words
from spielbaum.kernel import divided, popcount, total

STEPS = Unit("step", "steps")

DISTANCE_BITS = 5
"""The largest distance of two cells is 16."""


def make_remaining(race: Race) -> Callable[[State, int], int]:
    """Return ``remaining(state, player)``: the steps from a player's pegs to the outermost cell of the goal.

    Distances are summed bit by bit: the pegs on cells whose distance has a bit are counted together.
    """
    sets = [
        words(cell for cell, distance in enumerate(race.distances(player)) if distance >> i & 1)
        for player in range(race.players)
        for i in range(DISTANCE_BITS)
    ]
    with_bit_low, with_bit_high = zip(*sets, strict=True)

    def remaining(state: State, player: int) -> int:
        low, high = pegs_of(state, player)
        steps = 0
        for i in range(DISTANCE_BITS):
            place = DISTANCE_BITS * player + i
            steps += popcount(low & with_bit_low[place]) + popcount(high & with_bit_high[place]) << i
        return steps

    return remaining


def make_scores(race: Race) -> Callable[[State], tuple[float, ...]]:
    """Return ``scores(state)``: the steps by which each player's pegs are nearer to the goal, plus one."""
    distances, remaining = race.distances(0), make_remaining(race)
    farthest = sum(distances[cell] for cell in race.homes[0])

    def points(state: State, player: int) -> float:
        return 1.0 + farthest - remaining(state, player)

    return for_each(range(race.players), points)


def make_evaluations(race: Race, needed: int, longest: int) -> dict[str, Evaluation]:
    """Return the evaluations: the lead for two players, distance and share for more."""
    players, winner, scores = race.players, make_winner(race, needed), make_scores(race)
    distances = race.distances(0)
    most = 1 + sum(distances[cell] for cell in race.homes[0]) - sum(distances[cell] for cell in race.goals[0])
    all_points, half = players * most, most / 2

    def points_at_the_end(state: State, player: int) -> float:
        first_home = winner(state)
        if first_home == NOBODY:
            return half
        return 1.0 + (all_points + longest - state.plies if player == first_home else 0)

    finished = for_each(range(players), points_at_the_end)

    def distance(state: State) -> tuple[float, ...]:
        if state.plies >= (longest or NEVER) or winner(state) != NOBODY:
            return finished(state)  # type: ignore[no-any-return]
        return scores(state)

    def share(state: State) -> tuple[float, ...]:
        vector = distance(state)
        return divided(vector, total(vector))

    largest = 1 + all_points + longest
    if players == 2:
        return {"distance": Evaluation(lead_of(distance), terminal=True, maximum=largest, drawn=(0, 0), unit=STEPS)}
    return {
        "distance": Evaluation(
            distance,
            terminal=True,
            non_negative=True,
            maximum=largest,
            maximal_sum=largest + players - 1,
            drawn=(half,) * players,
            unit=STEPS,
        ),
        "share-of-distance": Evaluation(
            share, terminal=True, non_negative=True, maximum=1, maximal_sum=1, drawn=(1 / players,) * players
        ),
    }


def make_order(race: Race) -> Callable[[State, int], int]:
    """Return ``order(state, action)``: the steps by which a peg gets nearer to the goal.

    The distances of a cell from the goals of all players are packed into one number, eight bits each.
    """
    players = race.players
    each = [race.distances(player) for player in range(players)]
    packed = tuple(sum(own[cell] << 8 * player for player, own in enumerate(each)) for cell in range(len(race.places)))

    def order(state: State, action: int) -> int:
        shift = 8 * (state.plies % players)
        return (packed[action >> 7] >> shift & 255) - (packed[action & 127] >> shift & 255)

    return order
