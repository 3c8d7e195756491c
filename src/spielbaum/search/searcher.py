"""``Searcher``: a game, an algorithm and an evaluation, compiled once for searches of any number of states."""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import replace

from spielbaum.errors import InputError, Message, SearchInterruptedError, Sentence
from spielbaum.game import Action, State
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.driver.action_values import ActionLine, action_lines, action_values
from spielbaum.search.driver.iterative_deepening import Iteration
from spielbaum.search.driver.multipv import BestLines, best_lines
from spielbaum.search.driver.results import build_result
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.driver.unknown_leaves import lines_with_bounds, with_bounds
from spielbaum.search.prepared import PreparedSearch
from spielbaum.search.table.allocation import TableMemory
from spielbaum.search.validation import validate_limits


class Searcher(PreparedSearch):
    """A game, an algorithm and an evaluation, ready to search any number of states.

    Its first search compiles it, or ``compile()``; its table persists from search to search.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    algorithm
        Such as ``algorithms.alpha_beta(fail="hard")`` or its text ``"alpha-beta:fail=hard"``; ``"best"`` for the
        strongest known setting of the game; if None, its ``default_algorithm``.
    evaluation
        The name of an evaluation; the game's first if None.
    table
        Size of the transposition table, for an algorithm with the option ``replacement``: bytes, or a text such as
        ``"64MB"`` or ``"2^20"`` (entries).
    threads
        The number of threads, which share a table. With one, searches are repeatable node by node; values always are.
    tracer
        Receives every step; the search then runs interpreted.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm, option or evaluation.
    UnsupportedGameError
        If the game lacks a fact that the algorithm needs.
    InputError
        If an option, the number of threads or the table size is impossible.

    Attributes
    ----------
    unit : float
        The value of one unit of utility, in the unit of the evaluation.
    win : float
        The value that proves a win; infinity if an estimate may be as large.
    """

    def search(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        simulations: int | None = None,
        history: Sequence[State] = (),
        root_moves: Collection[Action] | None = None,
        window: tuple[float, float] = FULL_WINDOW,
        progress: Callable[[Progress], None] | None = None,
        on_iteration: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> Result:
        """Search a state.

        Parameters
        ----------
        state
            The root; the initial state if None.
        limits, depth, seconds, nodes, simulations
            The limits, as a record or one by one; without any the search goes to the end of the game.
        history
            The states of the game before the root, in order, for games with draws by repetition.
        root_moves
            The root actions to search; all if None. The result is that of a game without the others.
        window
            Alpha and beta: values strictly between them are exact, others are bounds. They are in the unit of the
            evaluation, or of utilities in a search without limits.
        progress, on_iteration
            Called about ten times a second, and with each complete iteration that is followed by another one.
        stop
            Ends the search from another thread; the result is the best so far.

        Raises
        ------
        InputError
            If limits are given twice, the window is empty or not supported, or ``root_moves`` is empty.
        PositionError
            If one of ``root_moves`` is not legal.
        EndlessGameError
            If there is no depth limit and a line of play is endless.
        SearchInterruptedError
            At Ctrl-C; its ``result`` is the best so far, or None.
        """
        limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
        running = self.begin(state, limits, history, root_moves, window=window)
        request, ws, family = running.request, running.ws, self._family
        iteration, interrupted = running.run(
            lambda: family.run(running, limits, on_iteration), seconds=limits.seconds, progress=progress, stop=stop
        )
        elapsed = running.seconds
        self._validate_outcome(ws)
        result = build_result(
            request, family.extend_pv(iteration, running), family.certainty(request, iteration), ws, elapsed
        )
        if iteration.heuristic:
            result = with_bounds(result, request, running.intervals)
        if interrupted and iteration.best is None:
            how_far = Sentence(" to depth {}", limits.depth) if limits.depth is not None else ""
            raise SearchInterruptedError(
                Message(
                    "interrupted after {:.1f} s and {:,} nodes, before any action was searched{}: a search "
                    "for some seconds deepens step by step, and has an answer at any time",
                    elapsed,
                    ws.nodes,
                    how_far,
                )
            )
        if interrupted:
            raise SearchInterruptedError(Message("interrupted"), result)
        return result

    def multipv(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        lines: int = 3,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        simulations: int | None = None,
        history: Sequence[State] = (),
        root_moves: Collection[Action] | None = None,
        progress: Callable[[Progress], None] | None = None,
        on_iteration: Callable[[BestLines], None] | None = None,
        stop: Stop | None = None,
    ) -> BestLines:
        """Search for the best actions of a state, each with its exact value and its principal variation.

        The first is the result of ``search``; with limits of time or nodes it may be less deep, as all lines share
        them.

        Parameters
        ----------
        state, limits, depth, seconds, nodes, history, root_moves, progress, stop
            As for ``search``; the limits are for all lines together.
        lines
            The number of lines; fewer if there are fewer actions.
        on_iteration
            Called with the lines of each complete iteration that is followed by another one.

        Raises
        ------
        InputError
            If ``lines`` is below 1, if the depth is 0, or as for ``search``.
        SearchInterruptedError
            At Ctrl-C; its ``result`` has the best lines so far.
        """
        limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
        running = self.begin(state, limits, history, root_moves)
        request, ws = running.request, running.ws

        def record(found: Sequence[Iteration], complete: bool) -> BestLines:
            return best_lines(request, found, nodes=int(ws.nodes), seconds=running.seconds, complete=complete)

        def note(found: Sequence[Iteration]) -> None:
            running.note_iteration(found[0])
            if on_iteration is not None:
                on_iteration(record(found, True))

        (found, complete), interrupted = running.run(
            lambda: self._family.lines(running, limits, lines, note),
            seconds=limits.seconds,
            progress=progress,
            stop=stop,
        )
        self._validate_outcome(ws)
        best = record(found, complete)
        best = replace(best, lines=lines_with_bounds(best.lines, request, running.intervals))
        if interrupted:
            raise SearchInterruptedError(Message("interrupted"), best)
        return best

    def action_values(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        history: Sequence[State] = (),
        root_moves: Collection[Action] | None = None,
        progress: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> tuple[ActionLine, ...]:
        """Search every action alone and return exact values with principal variations.

        Parameters
        ----------
        state, limits, depth, seconds, nodes, history, root_moves, progress, stop
            As for ``search``; the limits are for all actions together, and ``progress`` is also called at the end.

        Raises
        ------
        InputError
            If the algorithm cannot search single root actions, if the depth is 0, or as for ``search``.
        """
        limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes)
        if not self.algorithm.splits:
            raise InputError(Message("{} cannot search one action alone; alpha-beta can", self.algorithm.name))
        running = self.begin(state, limits, history, root_moves)
        ends = self._family.ends_of_game()
        found, _ = running.run(
            lambda: action_values(running.search, running.ws, limits, running.request.root.actions, ends),
            seconds=limits.seconds,
            progress=progress,
            stop=stop,
        )
        if progress is not None:
            progress(running.progress)
        self._validate_outcome(running.ws)
        lines = action_lines(running.request, found, ends, deepens=limits.deepens)
        return lines_with_bounds(lines, running.request, running.intervals)

    @property
    def table_fill(self) -> float | None:
        """The share of table entries written by this thread's last search, 0 to 1; None without a table."""
        return self._family.table.fill if self._family.has_table else None

    @property
    def table_permille(self) -> int | None:
        """``table_fill`` in thousandths, estimated from a thousand entries."""
        return self._family.table.permille if self._family.has_table else None

    @property
    def tree(self) -> TreeView | None:
        """The tree of this thread's last search, if it was a Monte-Carlo tree search; else None."""
        return self._family.tree

    def seeded(self, seed: int) -> "Searcher":
        """Return a searcher with another seed and no tree, for one game; the same one if nothing is random."""
        family = self._family.seeded(seed)
        if family is self._family:
            return self
        one = copy(self)
        one._family = family
        return one

    def make_room(self) -> None:
        """Clear the table for this thread's next search in advance, while no clock runs."""
        self._family.table.make_room()

    def share_table(self, memory: TableMemory) -> None:
        """Share the table of other searchers; an algorithm without a table ignores it."""
        if self._family.remembers:
            self._family.table = memory
