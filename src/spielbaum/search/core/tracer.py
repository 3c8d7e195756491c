"""Tracing a search: the calls that a tracer receives at every node, in the order in which it happens."""

from typing import Protocol

from spielbaum.game import Action, State, Vector

Value = float | Vector
"""A number, or in the algorithms for N players one number for each player."""


class Tracer(Protocol):
    """Told of every step of a search; the search then runs interpreted.

    Between ``enter`` and ``leave`` (or ``leaf``) of a node come those of its children. Values are from the view of
    the root player in minimax forms, of the player to move in negamax forms.

    A tracer may also have ``stand_pat(value)``. It is told of every node of a quiescence search where the player to
    move may keep to the estimate, before its noisy actions, or before it turns out to be a leaf. Likewise it may have
    ``only(action)``, told of every node at which the search tries no other action.
    """

    def enter(self, state: State, player: int, alpha: float, beta: float) -> None:
        """Tell that a node is visited, who moves there, and with what window.

        Algorithms with vectors give what their pruning compares with: see each of them.
        """

    def leaf(self, value: Value, *, terminal: bool) -> None:
        """Tell that the node just entered is a leaf: a terminal state, or one that was evaluated."""

    def bound(self, action: Action, value: Value, best: Value) -> None:
        """Tell that an action of the present node came back with a value, and the node's best value since then."""

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        """Tell that the present node is left although it has more actions, because ``best`` reached ``bound``.

        The reason is one of ``spielbaum.search.core.cuts.REASONS``.
        """

    def leave(self, value: Value) -> None:
        """Tell that the present node is done, and its value."""
