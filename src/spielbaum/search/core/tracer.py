"""Tracing a search: the calls that a tracer receives, in the order of the search."""

from collections.abc import Callable
from typing import Any, Protocol, cast

from spielbaum.game import Action, State, Vector

Value = float | Vector
"""A number, or a vector with one number for each player."""


class Tracer(Protocol):
    """Receives every step of a search, which then runs interpreted.

    The calls for the children of a node come between its ``enter`` and its ``leave``. Values are those of the root
    player in minimax form, and of the player to move in negamax form.

    A tracer may also have ``stand_pat(value)``, called at every node of a quiescence search where the player to move
    may stand pat, before its noisy actions, and ``only(action)``, called at every node at which the search tries a
    few actions only, for each of them.
    """

    def enter(self, state: State, player: int, alpha: float, beta: float) -> None:
        """Enter a node with a window.

        Algorithms with vectors pass the bounds that their pruning uses: see each of them.
        """

    def leaf(self, value: Value, *, terminal: bool) -> None:
        """End the node just entered as a leaf: a terminal state, or one that is evaluated."""

    def bound(self, action: Action, value: Value, best: Value) -> None:
        """Report the value of an action of the present node, and the node's best value so far."""

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        """Report a cutoff at the present node, because ``best`` reached ``bound``.

        The reason is one of ``spielbaum.search.core.cuts.REASONS``.
        """

    def leave(self, value: Value) -> None:
        """Leave the present node with its value."""


def with_own_actions(tracer: Tracer, unpacked: Callable[[int], Action]) -> Tracer:
    """Return a tracer that passes every step on, with the game's own actions instead of their numbers."""
    return cast(Tracer, _OwnActions(tracer, unpacked))


class _OwnActions:
    def __init__(self, tracer: Tracer, unpacked: Callable[[int], Action]) -> None:
        self._tracer, self._unpacked = tracer, unpacked

    def bound(self, number: int, value: Value, best: Value) -> None:
        self._tracer.bound(self._unpacked(number), value, best)

    def only(self, number: int) -> None:
        only: Callable[[Action], None] | None = getattr(self._tracer, "only", None)
        if only is not None:
            only(self._unpacked(number))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tracer, name)
