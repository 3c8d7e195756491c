"""Monte-Carlo tree search: the memory of its trees from move to move, and what a tree says at any time."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from spielbaum.errors import InputError, Message
from spielbaum.game import Action, State
from spielbaum.kernel import U64, copy_workspace, new_words, scrambled, signed, words_of
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import Number
from spielbaum.search.driver.iterative_deepening import Iteration, RootMove
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.simulation.hooks import NodeHooks
from spielbaum.search.simulation.nodes import (
    ROOT,
    VALUES,
    action_of,
    count_of,
    first_child,
    number,
    player_of,
    visits,
)
from spielbaum.search.simulation.workspace import TreeWorkspace
from spielbaum.search.table.scalar import checked_size

LEAST_NODES = 64
UNLIMITED = 2**63 - 1


def enter_settings(settings: Mapping[str, Any], limits: Limits, ws: TreeWorkspace) -> None:
    """Enter the options that a running search reads, and its limit of simulations, into a workspace."""
    if not settings["exploration"] >= 0:
        raise InputError(Message("exploration of mcts is a number, 0 or more, not {:g}", settings["exploration"]))
    ws.exploration, ws.rave = float(settings["exploration"]), float(settings["rave"])
    ws.history_bonus = float(settings["history"])
    ws.cutoff = 0 if settings["playout"] == "none" else settings["cutoff"]
    if not 0 <= settings["epsilon"] <= 1:
        raise InputError(Message("epsilon of mcts is a number from 0 to 1, not {:g}", settings["epsilon"]))
    ws.epsilon, ws.oma = float(settings["epsilon"]), float(settings["oma"])
    ws.widening, ws.implicit = float(settings["widening"]), float(settings["implicit"])
    ws.random = signed(scrambled(settings["seed"]))
    ws.simulation_limit = 0 if limits.depth == 0 else UNLIMITED if limits.simulations is None else limits.simulations
    ws.least, ws.largest = inf, -inf
    ws.least_estimate, ws.largest_estimate = inf, -inf


def simulate_together(threads: SearchThreads, simulate: Callable[[TreeWorkspace], Any], size: int) -> None:
    """Run simulations in all threads until a limit ends them, and sum their counters in the main workspace.

    The main thread runs the first simulation alone, which plants the tree. Then each thread gets its share of the
    remaining simulations, and of the memory for nodes of ``size`` words.
    """
    main, *others = cast(Sequence[TreeWorkspace], threads.workspaces)
    left = main.simulation_limit - 1
    if left < len(threads.workspaces) or not others:
        threads.run_main(simulate)
        return
    main.simulation_limit = 1
    threads.run_main(simulate)
    number = len(threads.workspaces)
    words = (main.room - main.used) // (number * size) * size
    for i, ws in enumerate(others, 1):
        copy_workspace(main, ws)
        ws.random = signed(scrambled(U64(main.random + i)))
        ws.simulations = ws.nodes = ws.max_nodes = ws.leaves = ws.endless = 0
        ws.simulation_limit = left // number + (i <= left % number)
        ws.used, ws.room = main.used + i * words, main.used + (i + 1) * words
    main.simulation_limit, main.room = 1 + left // number, main.used + words
    threads.run_all(simulate)
    for ws in others:
        for name in ("simulations", "nodes", "max_nodes", "leaves", "endless"):
            setattr(main, name, getattr(main, name) + getattr(ws, name))
            setattr(ws, name, 0)
        main.reached, main.deepest = max(main.reached, ws.reached), max(main.deepest, ws.deepest)


@dataclass(frozen=True)
class TreeView:
    """The tree of a search for reading, also while the search runs.

    Parameters
    ----------
    words
        The memory.
    hooks
        The hooks of the nodes.
    root_player
        The player whose values numbers are.
    """

    words: Any
    hooks: NodeHooks
    root_player: int

    @property
    def _ws(self) -> TreeWorkspace:
        return cast(TreeWorkspace, SimpleNamespace(table=self.words, root_player=self.root_player))

    def children(self, node: int) -> list[int]:
        """Return the children of a node in their order in memory."""
        size, ws = self.hooks.fields.size, self._ws
        first = first_child(node, ws)
        return [first + i * size for i in range(count_of(node, ws))]

    def visits(self, node: int) -> int:
        """Return the number of simulations through a node."""
        return visits(node, self._ws)

    def action(self, node: int) -> Action:
        """Return the action that leads to a node, as a number; ``Game.unpacked`` returns the game's own."""
        return action_of(node, self._ws)

    def player(self, node: int) -> int:
        """Return the player to move at a node with children."""
        return player_of(node, self._ws)

    def is_proven(self, node: int) -> bool:
        """Return whether the value of a node is proven."""
        return self.hooks.solver.is_proven(node, self._ws)

    @property
    def width(self) -> int:
        """The numbers of a value."""
        return self.hooks.fields.width

    def sums(self, node: int) -> tuple[float, ...]:
        """Return the sums of the values of the simulations through a node."""
        return tuple(number(node + VALUES + i, self._ws) for i in range(self.width))

    def own(self, node: int, player: int) -> float:
        """Return the value of a visited node for a player."""
        return self.hooks.values.mean(node, player, self._ws)

    def value(self, node: int) -> Number:
        """Return the value of a visited node: for the root player, or a vector."""
        if self.width == 1:
            return self.own(node, self.root_player)
        return tuple(self.own(node, player) for player in range(self.width))

    def best(self, node: int) -> int | None:
        """Return the child to choose: one with the proven value of the node, or the most visited one.

        Children that cannot be the best any more come last. Of several that are proven to lose, the most visited one is
        chosen, and the first of equal ones.
        """
        children = [child for child in self.children(node) if self.visits(child)]
        if not children:
            return None
        player, ws = self.player(node), self._ws
        if self.is_proven(node):
            proven = [child for child in children if self.is_proven(child)]
            value = self.value(node)
            loses = self.own(node, player) < (max(value) if isinstance(value, tuple) else 0)
            return max(proven, key=lambda child: (self.own(child, player), loses * self.visits(child)))
        is_hopeless = self.hooks.solver.is_hopeless
        return max(children, key=lambda child: (not is_hopeless(child, node, player, ws), self.visits(child)))

    def line(self, node: int = ROOT) -> tuple[Action, ...]:
        """Return the principal variation below a node."""
        found: list[Action] = []
        child = self.best(node)
        while child is not None:
            found.append(self.action(child))
            child = self.best(child)
        return tuple(found)

    def lines(self, ws: TreeWorkspace, number: int) -> list[Iteration]:
        """Return the most visited actions, the best one first."""
        best = self.best(ROOT)
        children = [child for child in self.children(ROOT) if self.visits(child)]
        found = []
        for child in sorted(children, key=lambda child: (child != best, -self.visits(child)))[:number]:
            line = (self.action(child), *self.line(child))
            proven = self.is_proven(child)
            found.append(
                Iteration(
                    depth=int(ws.deepest),
                    complete=True,
                    value=self.value(child),
                    best=line[0],
                    root_moves=(),
                    pv=line,
                    heuristic=not proven,
                    unsound_cut=False,
                    simulations=self.visits(child),
                )
            )
        return found

    def iteration(self, ws: TreeWorkspace) -> Iteration:
        """Return the answer so far."""
        moves, best = [], self.best(ROOT)
        for child in self.children(ROOT):
            if self.visits(child):
                own, floor = self.own(child, self.root_player), -inf if self.is_proven(child) else nan
                moves.append(RootMove(self.action(child), self.value(child), floor, own, self.visits(child)))
        return Iteration(
            depth=int(ws.deepest),
            complete=True,
            value=self.value(ROOT) if self.visits(ROOT) else None,
            best=None if best is None else self.action(best),
            root_moves=tuple(moves),
            pv=self.line(),
            heuristic=not self.is_proven(ROOT),
            unsound_cut=False,
            simulations=int(ws.simulations),
        )


class _Kept(NamedTuple):
    """The root and the tree of the last search."""

    state: State
    view: TreeView


class TreeMemory:
    """The memory of the trees of a searcher: two blocks for each thread, for the present and the previous search.

    Parameters
    ----------
    size
        Bytes of a block; memory is committed when it is written.
    reuse
        Whether a search continues with the subtree of the previous one below its root.
    result
        ``(state, action) -> state`` of the game.
    """

    def __init__(self, size: int, *, reuse: bool, result: Callable[[State, Action], State]) -> None:
        self._bytes, self._reuse, self._result = checked_size(size), reuse, result
        self._own = threading.local()

    def begin(
        self, ws: TreeWorkspace, hooks: NodeHooks, state: State, history: Sequence[State], *, compiled: bool
    ) -> TreeView:
        """Return the tree for a search of a state, and enter its address into the workspace.

        Parameters
        ----------
        ws
            The workspace.
        hooks
            The hooks of the nodes.
        state, history
            The root, and the states of the game before it.
        compiled
            Whether the kernel is compiled.
        """
        length = max(self._bytes // 8, LEAST_NODES * hooks.fields.size)
        own = self._own
        if not hasattr(own, "blocks"):
            own.blocks, own.kept = [new_words(length, dense=True), None], None
        node = self._find(own.kept, ws, state, history) if self._reuse and own.kept is not None else ROOT
        if node != ROOT:
            own.blocks.reverse()
            own.blocks[0] = own.blocks[0] or new_words(length, dense=True)
            ws.kept, ws.kept_root = words_of(own.kept.view.words, compiled=compiled), node
        else:
            ws.kept, ws.kept_root = words_of(own.blocks[0], compiled=compiled), ROOT
        words = own.blocks[0]
        ws.table, ws.room = words_of(words, compiled=compiled), len(words)
        view = TreeView(words, hooks, int(ws.root_player))
        own.kept = _Kept(state, view)
        return view

    @property
    def last(self) -> TreeView | None:
        """The tree of this thread's last search."""
        kept: _Kept | None = getattr(self._own, "kept", None)
        return None if kept is None else kept.view

    def _find(self, kept: _Kept, ws: TreeWorkspace, state: State, history: Sequence[State]) -> int:
        """Return the node of a state in the previous tree; ``ROOT`` if there is none to reuse."""
        fields = kept.view.hooks.fields
        is_personal = fields.width == 1 or fields.own < fields.static
        if kept.state not in history or (is_personal and kept.view.root_player != ws.root_player):
            return ROOT
        view, node, above = kept.view, ROOT, kept.state
        start = len(history) - 1 - list(reversed(history)).index(kept.state)
        for below in (*history[start + 1 :], state):
            reached = [c for c in view.children(node) if self._result(above, view.action(c)) == below]
            if not reached:
                return ROOT
            node, above = reached[0], below
        return node if view.visits(node) else ROOT
