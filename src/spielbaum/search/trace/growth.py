"""The growth of a Monte-Carlo tree: every simulation with its line in the tree, its playout, and its value.

The search is the interpreted one, and it runs one simulation at a time. Between two simulations the tree is read from
memory, and the rules of the game tell which states the simulation reached; so the search itself notes nothing.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import cast

from spielbaum.errors import validate_whole_number
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.result import Number, tidy
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.prepared import PreparedSearch
from spielbaum.search.simulation.nodes import ROOT
from spielbaum.search.simulation.workspace import TreeWorkspace

DIGITS = 9
"""Decimals of a value, which is the difference of two sums."""


@dataclass(frozen=True, slots=True)
class GrownNode:
    """A node of the tree: its parent, the action that leads to it, and the player to move.

    Attributes
    ----------
    parent, action
        The number of its parent, and the action as text; None for the root.
    to_move
        None if the game is over.
    added
        The simulation that added it, from 1; 0 for the root.
    """

    parent: int | None
    action: str | None
    to_move: int | None
    added: int


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulation.

    Attributes
    ----------
    leaf
        The number of the node where it left the tree.
    playout
        The random actions from there, as texts.
    value
        What it adds to all nodes on its way: for the root player, or a vector.
    proven
        The nodes that it proved, with their values.
    actions
        All its actions, as the game's functions use them.
    """

    leaf: int
    playout: tuple[str, ...]
    value: Number
    proven: tuple[tuple[int, Number], ...]
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a tree.

    Attributes
    ----------
    algorithm
        With its options, as text.
    exploration
        The constant of UCT.
    root_player
        The player whose values numbers are.
    nodes
        All nodes; parents come before their children, and those in the order of the game.
    simulations
        The simulations in order.
    complete, stopped
        Whether the root is proven, so that the search ended by itself; whether its time was up.
    """

    algorithm: str
    exploration: float
    root_player: int
    nodes: tuple[GrownNode, ...]
    simulations: tuple[Simulation, ...]
    complete: bool
    stopped: bool = False

    def visits(self, number: int) -> list[int]:
        """Return the visits of all nodes after the first simulations."""
        found = [0] * len(self.nodes)
        for simulation in self.simulations[:number]:
            node: int | None = simulation.leaf
            while node is not None:
                found[node] += 1
                node = self.nodes[node].parent
        return found


def record_growth(
    game: Game,
    root: State,
    choice: AlgorithmChoice,
    *,
    simulations: int,
    history: Sequence[State] = (),
    evaluation: str | None = None,
    seconds: float = inf,
) -> Growth:
    """Search a state by simulations, interpreted, and return how the tree grew.

    Parameters
    ----------
    game, root, history
        The game, the root of the search, and the states of the game before it.
    choice
        ``mcts`` with its options.
    simulations
        The largest number of simulations; a proven root ends the search earlier.
    evaluation
        Of playouts that are cut off.
    seconds
        The time after which no other simulation begins.

    Examples
    --------
    >>> from spielbaum import games
    >>> from spielbaum.search.algorithms.choice import parse_algorithm
    >>> nim = games.load("nim:heaps=1-2")
    >>> grown = record_growth(nim, nim.initial(), parse_algorithm("mcts:solver=false"), simulations=30)
    >>> len(grown.simulations), sorted(grown.visits(30)[:4])
    (30, [2, 2, 26, 30])
    """
    validate_whole_number("simulations", simulations, least=1)
    played: list[tuple[State, Action]] = []
    searching: list[TreeWorkspace] = []

    def result(state: State, action: Action) -> State:
        if searching and not searching[0].looks_ahead:
            played.append((state, action))
        return game.result(state, action)

    watched = replace(game, result=result, compiled=False)
    search = PreparedSearch(watched, choice, evaluation=evaluation)
    running = search.begin(root, Limits(simulations=1), history, None)
    assert running.tree is not None
    grown, end = _Tree(game, root, running.tree), time.perf_counter() + seconds
    found: list[Simulation] = []
    ws = cast(TreeWorkspace, running.ws)
    searching.append(ws)
    for number in range(1, simulations + 1):
        if grown.is_proven or time.perf_counter() > end:
            break
        played.clear()
        ws.simulation_limit = number
        running.kernel(*FULL_WINDOW, 0, ws)
        found.append(grown.note(number, played))
    return Growth(
        algorithm=str(choice),
        exploration=float(choice.value("exploration")),
        root_player=game.to_move(root),
        nodes=tuple(grown.nodes),
        simulations=tuple(found),
        complete=grown.is_proven,
        stopped=len(found) < simulations and not grown.is_proven,
    )


class _Tree:
    """The tree in memory, read after every simulation."""

    def __init__(self, game: Game, root: State, view: TreeView) -> None:
        self._game, self._view = game, view
        self.nodes = [GrownNode(None, None, game.to_move(root), 0)]
        self._places = [ROOT]
        self._children: dict[int, dict[Action, int]] = {}
        self._proven: set[int] = set()
        self._texts: dict[str, str] = {}
        self._sums: tuple[float, ...] = (0.0,) * view.width

    @property
    def is_proven(self) -> bool:
        """Whether the root is proven."""
        return 0 in self._proven

    def note(self, number: int, played: Sequence[tuple[State, Action]]) -> Simulation:
        """Return the simulation that has just ended, and add its nodes."""
        game, node, line, ply = self._game, 0, [0], 0
        for state, action in played:
            if node not in self._children and not self._add_children(number, node, state):
                break
            node = self._children[node][game.packed(action)]
            line.append(node)
            ply += 1
        before, self._sums = self._sums, self._view.sums(ROOT)
        added = tuple(tidy(round(now - old, DIGITS)) for now, old in zip(self._sums, before, strict=True))
        return Simulation(
            leaf=node,
            playout=tuple(self._text(state, action) for state, action in played[ply:]),
            value=added if len(added) > 1 else added[0],
            proven=self._newly_proven(line),
            actions=tuple(action for _state, action in played),
        )

    def _add_children(self, number: int, node: int, state: State) -> bool:
        """Add the children of a node in memory; return whether it has any."""
        game, places = self._game, self._view.children(self._places[node])
        below: dict[Action, int] = {}
        for place in places:
            packed = self._view.action(place)
            action = game.unpacked(packed)
            child = game.result(state, action)
            to_move = None if game.is_terminal(child) else game.to_move(child)
            below[packed] = len(self.nodes)
            self.nodes.append(GrownNode(node, self._text(state, action), to_move, number))
            self._places.append(place)
        if places:
            self._children[node] = below
        return bool(places)

    def _text(self, state: State, action: Action) -> str:
        """Return an action as text; equal texts are one object, since playouts have very many."""
        text = format_action(self._game, state, action)
        return self._texts.setdefault(text, text)

    def _newly_proven(self, line: Sequence[int]) -> tuple[tuple[int, Number], ...]:
        new = [node for node in line if node not in self._proven and self._view.is_proven(self._places[node])]
        self._proven.update(new)
        return tuple((node, self._view.value(self._places[node])) for node in new)
