"""Vectors with an entry for each player, made by one function of state and player."""

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
