"""States in the manner of CS188's project "Multi-Agent Search": agents move in turn, and the state says who has won.

They have ``getLegalActions(agentIndex)``, ``generateSuccessor(agentIndex, action)``, ``isWin()``, ``isLose()`` and
``getScore()``, the last three from the view of agent 0. Two agents alternate.

Source: UC Berkeley's CS188, Introduction to Artificial Intelligence, project "Multi-Agent Search".
"""

from types import SimpleNamespace
from typing import Any

from spielbaum.adapters import functions
from spielbaum.adapters.adapted import Evaluations
from spielbaum.errors import GameError, Message
from spielbaum.game import Game

METHODS = ("getLegalActions", "generateSuccessor", "isWin", "isLose", "getScore")
AGENTS = "getNumAgents"


def fits(other: Any) -> bool:
    """Return whether an object is such a state, or a class of such states."""
    return all(callable(getattr(other, name, None)) for name in METHODS)


def make(other: Any, name: str, evaluations: Evaluations | None = None) -> Game:
    """Return the game; agent 0 is player 0.

    Raises
    ------
    GameError
        If there are more agents than two.
    """
    start = other() if isinstance(other, type) else other
    agents = getattr(start, AGENTS)() if callable(getattr(start, AGENTS, None)) else 2
    if agents != 2:
        raise GameError(Message("{} has {} agents: only two-player games can be adapted", name, agents))

    def is_over(state: Any) -> bool:
        return bool(state.isWin() or state.isLose() or not state.getLegalActions(0))

    written = SimpleNamespace(
        __doc__=getattr(other, "__doc__", None),
        X=0,
        O=1,
        initial_state=lambda: start,
        actions=lambda state, agent: state.getLegalActions(agent),
        result=lambda state, action, agent: state.generateSuccessor(agent, action),
        terminal=is_over,
        utility=lambda state: state.getScore(),
    )
    return functions.make(written, name, evaluations)
