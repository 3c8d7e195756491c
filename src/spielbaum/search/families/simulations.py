"""Searches by simulations: Monte-Carlo tree search."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, ClassVar, cast

from spielbaum.game import State
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Certainty
from spielbaum.search.core.workspace import Workspace, new_search_workspace, restrict
from spielbaum.search.driver.iterative_deepening import Iteration, Root
from spielbaum.search.driver.multipv import validate_lines
from spielbaum.search.driver.results import Request, certainty_of
from spielbaum.search.driver.running_search import RunningSearch, SearchMemory
from spielbaum.search.driver.simulations import TreeMemory, TreeView, enter_settings, simulate_together
from spielbaum.search.families.family import Family, Setup
from spielbaum.search.simulation.hooks import node_hooks
from spielbaum.search.simulation.workspace import TreeWorkspace
from spielbaum.search.table.scalar import parse_size

FEW_SIMULATIONS = 100


class Simulations(Family):
    """Searches whose values are means of simulations; only a limit ends them."""

    limits: ClassVar[frozenset[str]] = frozenset({"simulations", "seconds", "nodes"})
    ends: ClassVar[bool] = False
    to_depth: ClassVar[bool] = False
    tells_steps: ClassVar[bool] = False
    shares_table: ClassVar[bool] = False

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        options, game = setup.options, setup.game
        self._hooks = node_hooks(setup.rules, **options)
        reuse = options["reuse"] and game.repetition is None
        self._trees = TreeMemory(parse_size(options["memory"]), reuse=reuse, result=game.result)

    @classmethod
    def shortest(cls, limits: Limits) -> Limits:
        """Return the limits with one that ends a search almost at once."""
        return replace(limits, simulations=FEW_SIMULATIONS)

    @classmethod
    def estimates(cls, options: Mapping[str, Any]) -> bool:
        """Return whether an evaluation is needed.

        It is for playouts that are cut off or search, for implicit backups, and to rank actions without an order.
        """
        guides = bool(options["cutoff"] or options["implicit"] or options["widening"])
        return guides or options["playout"] not in ("random", "order")

    @property
    def win(self) -> float:
        """The value that proves a win: infinity, as a mean may be as large as a win."""
        return inf

    @property
    def tree(self) -> TreeView | None:
        """The tree of this thread's last search."""
        return self._trees.last

    def seeded(self, seed: int) -> "Simulations":
        """Return the family with another seed and no tree, for another game of a match."""
        return Simulations(replace(self.setup, options={**self.setup.options, "seed": seed}))

    def workspace(self, limits: Limits) -> Workspace:
        """Return a workspace for a search."""
        ws = new_search_workspace(1, compiled=self.setup.compiled, kind=TreeWorkspace)
        enter_settings(self.setup.options, limits, cast(TreeWorkspace, ws))
        return ws

    def begin(self, ws: Workspace, root: Root, state: State, history: Sequence[State]) -> SearchMemory:
        """Return the memory of a search, and enter its addresses into the workspace."""
        memory = super().begin(ws, root, state, history)
        if root.restricted:
            restrict(ws, root.actions)
        before = () if root.restricted else history
        tree = self._trees.begin(cast(TreeWorkspace, ws), self._hooks, state, before, compiled=self.setup.compiled)
        return replace(memory, tree=tree)

    def run(
        self, running: RunningSearch, _limits: Limits, _on_iteration: Callable[[Progress], None] | None
    ) -> Iteration:
        """Run simulations until a limit ends them, and return the answer."""
        self._simulate(running)
        return self.settle(running)(_found(running), running.request.root, ())

    def lines(
        self,
        running: RunningSearch,
        _limits: Limits,
        number: int,
        _on_iteration: Callable[[Sequence[Iteration]], None],
    ) -> tuple[Sequence[Iteration], bool]:
        """Run simulations until a limit ends them, and return the best actions."""
        validate_lines(number)
        self._simulate(running)
        assert running.tree is not None
        return running.tree.lines(running.ws, number), True

    def progress(self, running: RunningSearch) -> Progress:
        """Return the progress of a search, from its tree."""
        found, actions = _found(running), len(running.request.root.actions)
        running.note(found)
        all_of = running.threads.workspaces
        nodes, simulations = (sum(int(getattr(one, name)) for one in all_of) for name in ("nodes", "simulations"))
        return Progress(found.depth, nodes, running.seconds, actions, actions, *running.known, simulations=simulations)

    def certainty(self, request: Request, found: Iteration) -> Certainty:
        """Return the certainty of the value of an iteration: a mean, unless it is proven."""
        return certainty_of(request, found, sampled=found.heuristic)

    def _simulate(self, running: RunningSearch) -> None:
        simulate_together(running.threads, lambda ws: running.kernel(*FULL_WINDOW, 0, ws), self._hooks.fields.size)


def _found(running: RunningSearch) -> Iteration:
    assert running.tree is not None
    return running.tree.iteration(running.ws)
