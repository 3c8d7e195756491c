"""What a player maximises: its own value, its share of the scores, its rank, or its chance of winning.

The utilities of a game say what a result is worth. Papers on games of N players count other things: the share of the
points, the place, or whether a player is the winner. A goal replaces the vectors of a search accordingly:

======== =========================================== ======================== ==========
goal     at the end of the game                      before it, of estimates  sum
======== =========================================== ======================== ==========
own      the utilities                               the estimates            the game's
share    score_p / sum of all scores                 e_p / sum of all e       1
rank     part of the others who have a lower score;  mean of e_p / (e_p+e_q)  players / 2
         equal ones count half                       over all others q
chance   1 for the winner; winners share it          e_p / sum of all e       1
======== =========================================== ======================== ==========

Estimates count as strengths in the model of Plackett and Luce: a player is first with probability e_p / sum, and ahead
of another with probability e_p / (e_p + e_q). So the third column is the expectation of the second if the players'
places are drawn from the model; for the goal *share* it is the share of the points so far.

All entries are between 0 and 1 and their sum is constant, so immediate and shallow pruning are sound.

R. D. Luce, Individual choice behavior (1959); R. L. Plackett, The analysis of permutations, Applied Statistics 24
(1975).
"""

from collections.abc import Callable
from math import nan
from typing import Literal

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.kernel import component, divided, least, total, with_entry
from spielbaum.search.core.game_view import Rules, one

Goal = Literal["own", "share", "rank", "chance"]

NO_STRENGTHS = (
    "a vector with a negative entry, of which no shares can be made: search with goal=own, or make its values positive"
)


def with_goal(rules: Rules, goal: Goal) -> Rules:
    """Return the rules with the vectors of players who have a goal.

    A vector with a negative entry becomes a vector of NaN, unless only its order counts.

    Raises
    ------
    UnsupportedGameError
        If the game is a zero-sum game, where a player's gain is the others' loss already, or is for one player.
    """
    if goal == "own":
        return rules
    if rules.players == 1:
        raise UnsupportedGameError(Message("goal={} compares players, and {} has one", goal, rules.name))
    if rules.zero_sum:
        raise UnsupportedGameError(
            Message("goal={} is for games whose values are not zero-sum, and {} states zero_sum=True", goal, rules.name)
        )
    share, expected_rank = make_share(rules.players), make_expected_rank(rules.players)
    counted = rules.payoff if goal == "chance" else rules.scores
    at_the_end = {"share": share, "rank": make_rank(rules.players), "chance": make_chance(rules.players)}[goal]
    of_strengths = expected_rank if goal == "rank" else share
    evaluate_before, scores, equal = rules.evaluate, rules.scores, (1.0,) * rules.players

    def utility(state: State) -> Vector:
        return at_the_end(counted(state))

    def evaluate(state: State) -> Vector:
        return of_strengths(evaluate_before(state))

    def drawn(state: State) -> Vector:
        return at_the_end(scores(state))

    def shared(_state: State) -> Vector:
        return at_the_end(equal)

    before, half = rules.with_evaluation, rules.players / 2

    def sum_of_ranks(_vector: Vector) -> float:
        return half

    return rules._replace(
        utility=utility,
        evaluate=evaluate,
        drawn=drawn if rules.has_scores and goal != "chance" else shared,
        bounds=None,
        leaf_values=tuple(at_the_end(vector) for vector in rules.leaf_values) if goal == "chance" else (),
        zero_sum=False,
        maximum=1,
        maximal_sum=half if goal == "rank" else 1,
        non_negative=True,
        shares=False,
        unit=1,
        refused=NO_STRENGTHS,
        sum_of=sum_of_ranks if goal == "rank" else one,
        with_evaluation=None if before is None else lambda name: with_goal(before(name), goal),
    )


def make_share(players: int) -> Callable[[Vector], Vector]:
    """Return ``share(vector)``: each entry divided by the sum; equal parts if all entries are 0.

    Examples
    --------
    >>> make_share(3)((6.0, 3.0, 3.0)), make_share(2)((0.0, 0.0))
    ((0.5, 0.25, 0.25), (0.5, 0.5))
    """
    equal: Vector = (1 / players,) * players

    def share(vector: Vector) -> Vector:
        if least(vector) < 0:
            return divided(vector, nan)
        whole = total(vector)
        if whole == 0:
            return equal
        return divided(vector, whole)

    return share


def make_rank(players: int) -> Callable[[Vector], Vector]:
    """Return ``rank(scores)``: the part of the others who have less; those with as much count half.

    Examples
    --------
    >>> make_rank(3)((6.0, 2.0, 9.0)), make_rank(3)((6.0, 2.0, 6.0))
    ((0.5, 0.0, 1.0), (0.75, 0.0, 0.75))
    """
    others, equal = players - 1, (0.0,) * players

    def rank(scores: Vector) -> Vector:
        vector: Vector = equal
        for player in range(players):
            ahead = 0.0
            for other in range(players):
                if component(scores, other) < component(scores, player):
                    ahead += 1.0
                elif component(scores, other) == component(scores, player) and other != player:
                    ahead += 0.5
            vector = with_entry(vector, player, ahead / others)
        return vector

    return rank


def make_expected_rank(players: int) -> Callable[[Vector], Vector]:
    """Return ``expected_rank(strengths)``: the mean probability to be ahead of another.

    Examples
    --------
    >>> make_expected_rank(3)((3.0, 1.0, 0.0))
    (0.875, 0.625, 0.0)
    """
    others, equal = players - 1, (0.0,) * players

    def expected_rank(strengths: Vector) -> Vector:
        if least(strengths) < 0:
            return divided(strengths, nan)
        vector: Vector = equal
        for player in range(players):
            own, ahead = component(strengths, player), 0.0
            for other in range(players):
                both = own + component(strengths, other)
                if other != player:
                    ahead += own / both if both > 0 else 0.5
            vector = with_entry(vector, player, ahead / others)
        return vector

    return expected_rank


def make_chance(players: int) -> Callable[[Vector], Vector]:
    """Return ``chance(utilities)``: 1 for the winner, an equal part for several.

    Examples
    --------
    >>> make_chance(3)((5.0, -1.0, 5.0))
    (0.5, 0.0, 0.5)
    """
    nothing: Vector = (0.0,) * players

    def chance(utilities: Vector) -> Vector:
        most, winners = component(utilities, 0), 0
        for player in range(players):
            most = max(most, component(utilities, player))
        for player in range(players):
            winners += component(utilities, player) == most
        vector: Vector = nothing
        for player in range(players):
            if component(utilities, player) == most:
                vector = with_entry(vector, player, 1 / winners)
        return vector

    return chance
