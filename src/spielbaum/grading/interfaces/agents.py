"""Instrumented states of CS188's agents, and instrumented games of easyAI."""

from typing import Any

from spielbaum.grading.interfaces.instruments import Instrument, State
from spielbaum.grading.interfaces.trees import Node


class AgentState(State):
    """A state of CS188's game: Pacman, agent 0, against ghosts."""

    __slots__ = ()

    def getNumAgents(self) -> int:
        """Return the number of agents."""
        return self._tool.players

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        """Return the actions of an agent; of another than the one to move there are none."""
        self._tool.touch(self)
        return list(self.node.actions)

    def getLegalPacmanActions(self) -> list[str]:
        """Return the actions of Pacman."""
        return self.getLegalActions()

    def generateSuccessor(self, agentIndex: int, action: Any) -> "AgentState":
        """Return the state after an action of an agent."""
        return AgentState(self._tool.result(self, action).node, self._tool)

    def generatePacmanSuccessor(self, action: Any) -> "AgentState":
        """Return the state after an action of Pacman."""
        return self.generateSuccessor(0, action)

    def isWin(self) -> bool:
        """Return whether Pacman has won."""
        node = self._tool.touch(self)
        return node.payoff is not None and node.payoff[0] > 0

    def isLose(self) -> bool:
        """Return whether Pacman has lost; games of trees are never drawn, so that one of the two is true at an end."""
        node = self._tool.touch(self)
        return node.payoff is not None and node.payoff[0] <= 0

    def getScore(self) -> float:
        """Return the score."""
        return float(self._tool.evaluate(self)[0])


class EasyGame:
    """A game of easyAI: an object that every move changes; players count from 1."""

    def __init__(self, node: Node, tool: Instrument) -> None:
        self.node = node
        self._tool = tool
        self._path = [node]
        self.current_player = node.mover + 1
        self.players: list[Any] = []
        self.ai_move: Any = None

    @property
    def opponent_index(self) -> int:
        """The player who waits."""
        return 3 - self.current_player

    nopponent = opponent_index

    @property
    def nplayer(self) -> int:
        """The player to move, as older versions call it."""
        return self.current_player

    def possible_moves(self) -> list[str]:
        """Return the moves."""
        return self._tool.actions(State(self.node, self._tool))

    def make_move(self, move: Any) -> None:
        """Play a move, without changing the player to move."""
        self.node = self._tool.result(State(self.node, self._tool), move).node
        self._path.append(self.node)

    def unmake_move(self, _move: Any = None) -> None:
        """Take the last move back."""
        self._path.pop()
        self.node = self._path[-1]

    def switch_player(self) -> None:
        """Let the other player move."""
        self.current_player = self.opponent_index

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self._tool.terminal(State(self.node, self._tool))

    def scoring(self) -> float:
        """Return what the position is worth for the player to move."""
        worth = self._tool.evaluate(State(self.node, self._tool))
        return float(worth[self.current_player - 1])

    def win(self) -> bool:
        """Return whether the player to move has won."""
        return self.node.payoff is not None and self.scoring() > 0

    def lose(self) -> bool:
        """Return whether the player to move has lost."""
        return self.node.payoff is not None and self.scoring() < 0

    def ttentry(self) -> Any:
        """Return the key of a table."""
        return (self.node.tree, self.node.name)

    def ttrestore(self, _entry: Any) -> None:
        """Do nothing: a table's key is not enough to restore a game."""

    def copy(self) -> "EasyGame":
        """Return a copy."""
        made = EasyGame(self.node, self._tool)
        made._path = list(self._path)
        made.current_player = self.current_player
        made.players = self.players
        return made

    def __copy__(self) -> "EasyGame":
        return self.copy()

    def __deepcopy__(self, _memory: Any) -> "EasyGame":
        return self.copy()
