"""The memory of a search that keeps its tree: that of any search, and what its simulations need."""

from typing import Annotated, Protocol

from spielbaum.kernel import Words
from spielbaum.search.core.workspace import FloatPerPly, Floats, Integers, PerPly, Workspace

ACTION_PLACES = 1 << 12
"""Places for what is known of an action of a player wherever it occurs; a power of two."""


class TreeWorkspace(Workspace, Protocol):
    """The memory of a search by simulations; its tree lies in ``table``: :mod:`spielbaum.search.simulation.nodes`."""

    # Limits and counters
    simulations: int
    simulation_limit: int
    used: int  # words of the table that hold nodes
    room: int  # words of the table
    kept: Words  # the tree of an earlier search
    kept_root: int  # the node of it that is the root now; 0 for none
    endless: int  # playouts that were cut off because they were too long

    # Settings, and the state of the random numbers
    random: int
    exploration: float
    rave: float
    history_bonus: float
    cutoff: int

    # The utilities that were met, of any player
    least: float
    largest: float

    # The simulation that is going on
    line: PerPly  # the nodes from the root to the leaf
    loss: FloatPerPly  # by how much each counts as lost until its value is known
    end: int  # the ply at which it ended
    mover: PerPly  # who played at each ply
    played: PerPly  # the place of that action in the tally
    action_visits: Annotated[Integers, ACTION_PLACES]  # simulations in which an action was played
    action_value: Annotated[Floats, ACTION_PLACES]  # and the sum of their values, for its player
    action_last: Annotated[Integers, ACTION_PLACES]  # the last simulation in which an action was played
