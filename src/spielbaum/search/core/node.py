"""The record of a node, which an algorithm hands to its hooks."""

from typing import Any, NamedTuple

from spielbaum.game import State


class Node(NamedTuple):
    """A node of the tree.

    Attributes
    ----------
    state
        Its state.
    player
        Who is to move.
    maximises
        Whether the largest value is the best: always in negamax forms, else where the root player is to move.
    alpha, beta
        The window.
    depth
        Plies left.
    ply
        Plies from the root.
    ended
        Whether the game is over here: false, or why; see :mod:`spielbaum.search.node.repetition`.
    """

    state: State
    player: int
    maximises: bool
    alpha: float
    beta: float
    depth: int
    ply: int
    ended: Any
