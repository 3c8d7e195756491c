"""Stand-ins for functions that a game lacks or a search does not ask for; compiled, they cost nothing."""

from spielbaum.game import Action, State
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import Workspace


def never(_node: Node, _ws: Workspace) -> bool:
    """Cut off no node."""
    return False


def always(_state: State) -> bool:
    """Allow standing pat, or passing, in every state."""
    return True


def no_rank(_state: State, _action: Action) -> float:
    """Rank all actions alike."""
    return 0.0


def never_noisy(_state: State, _action: Action) -> bool:
    """Call every action quiet."""
    return False
