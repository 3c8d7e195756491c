"""The workspace of Monte-Carlo tree search."""

from typing import Annotated, Protocol

from spielbaum.kernel import Words
from spielbaum.search.core.workspace import FloatPerPly, Floats, Integers, PerPly, Workspace

ACTION_PLACES = 1 << 16
"""The size of the action statistics, a power of two: 8,192 actions of 8 players do not collide."""

OWN_PLACES = 1 << 17
"""The size of the statistics of sequences of own actions, a power of two."""


class TreeWorkspace(Workspace, Protocol):
    """The memory of a search by simulations; the tree is in ``table``: :mod:`spielbaum.search.simulation.nodes`."""

    # Limits and counters
    simulations: int
    simulation_limit: int
    used: int  # words of the table that hold nodes
    room: int  # words of the table
    kept: Words  # the tree of an earlier search
    kept_root: int  # its node for the new root; 0 for none
    endless: int  # playouts that were too long

    # Settings, and the state of the random number generator
    random: int
    exploration: float
    rave: float
    history_bonus: float
    cutoff: int
    oma: float
    widening: float
    implicit: float
    epsilon: float

    # The range of utilities so far, of all players
    least: float
    largest: float
    least_estimate: float
    largest_estimate: float

    # The current simulation
    line: PerPly  # the nodes from the root to the leaf
    loss: FloatPerPly  # their virtual losses
    end: int  # the ply at which it ended
    looks_ahead: int  # whether the states it reaches are only looked at
    mover: PerPly  # the player at each ply
    played: PerPly  # the index of the action in the statistics
    action_visits: Annotated[Integers, ACTION_PLACES]  # simulations in which an action was played
    action_value: Annotated[Floats, ACTION_PLACES]  # the sum of their values for its player
    action_last: Annotated[Integers, ACTION_PLACES]  # the last simulation in which an action was played

    # Sequences of the root player's actions, whatever the others did
    own: Annotated[Integers, OWN_PLACES, 4]  # the hash, simulations that began so, the sum of their values; as words
