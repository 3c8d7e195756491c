"""The record of a node, which algorithms pass to their hooks."""

from typing import Any, NamedTuple

from spielbaum.game import State


class Node(NamedTuple):
    """A node of the tree.

    Attributes
    ----------
    state
        Its state.
    player
        The player to move.
    maximises
        Whether the largest value is best: always in negamax form, otherwise if the root player is to move.
    alpha, beta
        The window.
    depth
        The remaining depth, in plies.
    ply
        The distance from the root, in plies.
    ended
        False, or why the game is over; see :mod:`spielbaum.search.node.repetition`.
    """

    state: State
    player: int
    maximises: bool
    alpha: float
    beta: float
    depth: int
    ply: int
    ended: Any
