"""Vectors with an entry for each player, made by one function of state and player or from other vectors."""

from collections.abc import Callable, Sequence
from typing import Any


def for_each(players: Sequence[int], function: Callable[[Any, int], Any]) -> Callable[[Any], Any]:
    """Return ``state -> (function(state, player), ...)`` for some players, at least one.

    Examples
    --------
    >>> for_each([0, 3], lambda state, player: state + player)(10)
    (10, 13)
    """
    first = players[0]

    def only(state: Any) -> Any:
        return (function(state, first),)

    def with_next(others: Callable[[Any], Any], player: int) -> Callable[[Any], Any]:
        def vector(state: Any) -> Any:
            return others(state) + (function(state, player),)  # noqa: RUF005 - compiled tuples are added, not unpacked

        return vector

    vector: Callable[[Any], Any] = only
    for player in players[1:]:
        vector = with_next(vector, player)
    return vector


def lead_of(vector: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return ``lead(state)``: what each of two players has more than the other."""

    def lead(state: Any) -> Any:
        first, second = vector(state)
        return first - second, second - first

    return lead


def win_by_score(players: int, score: Callable[[Any, int], int]) -> Callable[[Any], Any]:
    """Return ``utility(state)``: 1 and -1 for two players; for more, 1 is shared by those with the highest score.

    Examples
    --------
    >>> win_by_score(2, lambda state, player: state[player])((3, 5)), win_by_score(3, lambda state, player: 7)(None)
    ((-1.0, 1.0), (0.3333333333333333, 0.3333333333333333, 0.3333333333333333))
    """
    everyone = range(players)

    def win(state: Any, player: int) -> float:
        own, other = score(state, player), score(state, 1 - player)
        return 1.0 if own > other else -1.0 if own < other else 0.0

    def share(state: Any, player: int) -> float:
        own, equal = score(state, player), 0
        for other in everyone:
            points = score(state, other)
            if points > own:
                return 0.0
            equal += points == own
        return 1.0 / equal

    return for_each(everyone, win if players == 2 else share)
