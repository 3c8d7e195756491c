"""``Searcher``: a game, an algorithm and an evaluation, compiled once, and searches of any states."""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from math import inf
from os import PathLike
from typing import Any

from spielbaum.checking.trial import MOST_PLIES, refuse_unsound
from spielbaum.errors import GameError, InputError, SearchInterruptedError, validate_whole_number
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import legal_actions
from spielbaum.game.repetition import RepetitionRule
from spielbaum.kernel import Kernel, Words, compile_kernel, jit_enabled, new_words, pack, shape_of, words_of
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import (
    AlgorithmLike,
    as_algorithm,
)
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import Rules, make_rules
from spielbaum.search.core.intervals import Intervals, bounds_hold_in
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.path import enter_past
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number, Result
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import MAX_ROOT_ACTIONS, Workspace
from spielbaum.search.driver.action_values import ActionLine, action_lines, action_values
from spielbaum.search.driver.iterative_deepening import Iteration, Root
from spielbaum.search.driver.multipv import BestLines, best_lines
from spielbaum.search.driver.results import Request, build_result
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.driver.simulations import (
    TreeView,
)
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.driver.unknown_leaves import lines_with_bounds, with_bounds
from spielbaum.search.families.family import Setup
from spielbaum.search.table.allocation import TableMemory
from spielbaum.search.table.scalar import new_table
from spielbaum.search.validation import (
    root_and_history,
    validate_aspiration,
    validate_evaluation,
    validate_limits,
    validate_node_limit,
    validate_outcome,
    validate_parallel_search,
    validate_root_moves,
    validate_table,
    validate_threads,
    validate_window,
)


class Searcher:
    """A game, an algorithm and an evaluation, ready to search any number of states.

    It is compiled by its first search, or by ``compile()``; its table is kept from search to search.

    Parameters
    ----------
    game
        The game, or a name or path that ``load`` takes.
    algorithm
        Such as ``algorithms.alpha_beta(fail="hard")`` or its text ``"alpha-beta:fail=hard"``; ``"best"`` for the
        strongest known setting of the game; if None, its ``default_algorithm``.
    evaluation
        Name of one of the game's evaluations; the first for None.
    table
        Size of the transposition table, for an algorithm with the option ``replacement``: bytes, or a text such as
        ``"64MB"`` or ``"2^20"`` (entries).
    threads
        How many search together on one table. With one every run is the same, node by node; values always are.
    tracer
        Told of every step; the search then runs interpreted.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm, option or evaluation.
    UnsupportedGameError
        If the game lacks a fact that the algorithm needs.
    InputError
        If an option, the threads or the memory cannot be had.

    Attributes
    ----------
    unit : float
        What one unit of utility is worth in values that are estimates.
    win : float
        The value that proves a win; infinity where an estimate could be as large.
    """

    def __init__(
        self,
        game: Game | str | PathLike[str],
        algorithm: AlgorithmLike | None = None,
        *,
        evaluation: str | None = None,
        table: int | str | None = None,
        threads: int = 1,
        tracer: Tracer | None = None,
    ) -> None:
        game = as_game(game)
        validate_evaluation(evaluation)
        validate_whole_number("threads", threads)
        self.game = game
        self.choice = as_algorithm(game, algorithm, evaluation)
        self.algorithm = self.choice.algorithm
        family, options = self.algorithm.family, {name: self.choice.value(name) for name in self.algorithm.options}
        self._aspiration = validate_aspiration(options.get("aspiration", 0))
        size = validate_table(table)
        self.algorithm.refuse_unfit(game, evaluation)
        self._evaluation = find_evaluation(game, evaluation) if family.estimates(options) else None
        self.evaluation = None if self._evaluation is None else evaluation or next(iter(game.evaluations))
        self.compiled = game.compiled and jit_enabled() and tracer is None
        self.threads = validate_threads(threads, game, compiled=self.compiled)
        if tracer is not None and not family.tells_steps:
            raise InputError(f"{self.algorithm.name} tells no tracer its steps: its tree is there when it ends")
        has_table = options.get("replacement", "none") != "none"
        if threads > 1:
            validate_parallel_search(self.choice, has_table=has_table)
        rules = make_rules(game, self._evaluation, compiled=self.compiled)._replace(
            evaluation=self.evaluation, multithreaded=threads > 1, has_table=has_table
        )
        given = self.choice.without("aspiration").options

        def make_kernel(tracer: Tracer | None) -> tuple[Any, Rules]:
            return self.algorithm.kernel(rules, tracer, **given)

        kernel, self._rules = make_kernel(tracer)
        self._family = family(
            Setup(
                game=game,
                evaluation=self._evaluation,
                algorithm=self.algorithm,
                options=options,
                rules=self._rules,
                compiled=self.compiled,
                table_bytes=size,
                traced=tracer is not None,
            )
        )
        is_bounded = bounds_hold_in(game) and family.has_intervals() and not (self.compiled or self._evaluation)
        self._with_intervals = partial(_with_intervals, game, tracer, make_kernel) if is_bounded else None
        self.unit, self.win = self._rules.unit, self._family.win
        self._kernel = compile_kernel(kernel) if self.compiled else kernel
        self._shape = shape_of(game.initial()) if self.compiled else None
        self._repetition = RepetitionRule(game)
        self._no_marks = new_words(1)  # for what a quiescence search visits where nothing is entered
        self._warm = not self.compiled
        self._tried = -1

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
            The root; the initial state for None.
        limits, depth, seconds, nodes, simulations
            How far, as a record or one by one; to the end of the game for None.
        history
            The states of the game before the root, the first one first, for games with a rule of repetition.
        root_moves
            The actions of the root to search; all for None. The result is that of a game in which there are no others.
        window
            Alpha and beta: only values strictly between them are found exactly, others as bounds. They are in the unit
            of the evaluation, or, where nothing limits the search, of utilities.
        progress, on_iteration
            Called about ten times a second, and after each complete iteration that is followed by another one.
        stop
            Ends the search from another thread; the result is the best so far.

        Raises
        ------
        InputError
            If the limits are given twice, the window is empty or not for this algorithm, or ``root_moves`` is empty.
        PositionError
            If one of ``root_moves`` is not legal.
        EndlessGameError
            If there is no depth limit and a line of play does not end.
        SearchInterruptedError
            At Ctrl-C; its ``result`` is the best so far, or None.
        """
        limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
        running = self._begin(state, limits, history, root_moves, window=window)
        request, ws, family = running.request, running.ws, self._family
        iteration, interrupted = running.run(
            lambda: family.run(running, limits, on_iteration), seconds=limits.seconds, progress=progress, stop=stop
        )
        elapsed = running.seconds
        self._validate_outcome(ws)
        result = build_result(request, family.extend_pv(iteration, running), ws, elapsed)
        if iteration.evaluated:
            result = with_bounds(result, request, running.intervals)
        if interrupted and iteration.best is None:
            how_far = f" to depth {limits.depth}" if limits.depth is not None else ""
            raise SearchInterruptedError(
                f"interrupted after {elapsed:.1f} s and {ws.nodes:,} nodes, before any action was searched{how_far}: "
                "a search for some seconds deepens step by step, and has an answer at any time"
            )
        if interrupted:
            raise SearchInterruptedError("interrupted", result)
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
            As for ``search``; the limits are those of all lines together.
        lines
            How many; where there are fewer actions there are fewer lines.
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
        running = self._begin(state, limits, history, root_moves)
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
            raise SearchInterruptedError("interrupted", best)
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
        """Search every action of a state alone, so that all values are exact, each with its principal variation.

        Parameters
        ----------
        state, limits, depth, seconds, nodes, history, root_moves, progress, stop
            As for ``search``; the limits are those of all actions together.

        Raises
        ------
        InputError
            If the algorithm cannot search the root in parts, if the depth is 0, or as for ``search``.
        """
        limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes)
        if not self.algorithm.splits:
            raise InputError(f"{self.algorithm.name} cannot search one action alone; alpha-beta can")
        running = self._begin(state, limits, history, root_moves)
        ends = self._family.ends_of_game()
        found, _ = running.run(
            lambda: action_values(running.search, running.ws, limits, running.request.root.actions, ends),
            seconds=limits.seconds,
            progress=progress,
            stop=stop,
        )
        self._validate_outcome(running.ws)
        lines = action_lines(running.request, found, ends, deepens=limits.deepens)
        return lines_with_bounds(lines, running.request, running.intervals)

    def compile(self) -> None:
        """Compile the kernel, or load it from disk, now instead of at the first search.

        Raises
        ------
        CompileError
            With a sentence that names the function of the game that cannot be compiled.
        """
        if not self._warm:
            state, words = self.game.initial(), new_table(0)
            ws = self._workspace(state, Limits(depth=0))
            ws.table = words_of(words, compiled=self.compiled)
            self._kernel(self._fields(state), -inf, inf, 0, ws)
            self._warm = True

    @property
    def is_compiled(self) -> bool:
        """Whether the kernel need not be compiled any more: it is interpreted, or was kept on disk."""
        if self._warm or not isinstance(self._kernel, Kernel):
            return True
        state = self.game.initial()
        return self._kernel.is_kept(self._fields(state), -inf, inf, 0, self._workspace(state, Limits(depth=0)))

    @property
    def table_fill(self) -> float | None:
        """The share of table entries that this thread's last search wrote, 0 to 1; None without a table."""
        return self._family.table.fill if self._family.has_table else None

    @property
    def table_permille(self) -> int | None:
        """The same in thousandths, estimated quickly from a thousand entries."""
        return self._family.table.permille if self._family.has_table else None

    @property
    def tree(self) -> TreeView | None:
        """The tree of this thread's last search, of an algorithm that makes simulations."""
        return self._family.tree

    def seeded(self, seed: int) -> "Searcher":
        """Return this searcher for one game: random numbers from another seed, and no tree yet.

        It is this one where nothing is random.
        """
        family = self._family.seeded(seed)
        if family is self._family:
            return self
        one = copy(self)
        one._family = family
        return one

    def make_room(self) -> None:
        """Clear what this thread's next search would have to clear in its table, while no clock runs."""
        self._family.table.make_room()

    def share_table(self, memory: TableMemory) -> None:
        """Use a table that other searchers use too; does nothing for an algorithm without a table."""
        if self._family.remembers:
            self._family.table = memory

    def _begin(
        self,
        state: State | None,
        limits: Limits,
        history: Sequence[State],
        root_moves: Collection[Action] | None,
        *,
        window: tuple[float, float] = FULL_WINDOW,
    ) -> RunningSearch:
        """Return a search that is ready to run, with kernel, memory and request."""
        validate_window(self.algorithm, window)
        validate_node_limit(limits, self.threads)
        self.algorithm.family.accept(self.algorithm.name, limits)
        self.algorithm.family.refuse_endless(self.algorithm.name, limits)
        state, history = root_and_history(self.game, state, history)
        self._try_out(state, limits)
        actions = [] if self.game.is_terminal(state) else legal_actions(self.game, state)
        if len(actions) > MAX_ROOT_ACTIONS:
            raise GameError(
                f"{len(actions)} actions at the root are more than the {MAX_ROOT_ACTIONS} a search can note"
            )
        searched = validate_root_moves(self.game, state, actions, root_moves, limits)
        self.compile()
        search, intervals = self._kernel, None
        if self._with_intervals is not None:
            search, intervals = self._with_intervals(state)
        threads = SearchThreads([self._workspace(state, limits) for _ in range(self.threads)])
        ws, past = threads.workspaces[0], self._repetition.nearly((*history, state))
        for one in threads.workspaces:
            enter_past(past, one)
        if limits.depth is None and not limits.deepens:  # values are utilities, and so is the window
            window = (window[0] * self.unit, window[1] * self.unit)
        root = Root(
            actions=searched,
            player=int(ws.root_player),
            window=window,
            splits=self.algorithm.splits,
            aspiration=self._aspiration,
            win=self.win,
            restricted=len(searched) < len(actions),
            loose=self._rules.loose,
        )
        memory, fields = self._family.begin(ws, root, state, history), self._fields(state)
        request = Request(
            game=self.game,
            state=state,
            root=root,
            algorithm=str(self.choice),
            evaluation=self.evaluation,
            unit=self.unit,
            evaluate_root=partial(self._evaluate_root, state, ws.table),
            least_leaves=self.algorithm.fewest_leaves(self._rules, self._family.setup.options),
        )

        def kernel(alpha: float, beta: float, depth: int, one: Workspace) -> Number:
            return search(fields, alpha, beta, depth, one)  # type: ignore[no-any-return]

        progress_of = self._family.progress
        return RunningSearch(request, threads, kernel, memory=memory, progress_of=progress_of, intervals=intervals)

    def _try_out(self, root: State, limits: Limits) -> None:
        """Test the contract of the game in a few playouts, again for each depth greater than those before."""
        depth = min(limits.largest_depth, MOST_PLIES)
        if depth > self._tried:
            refuse_unsound(self.game, root, depth=depth, compiled=self.compiled, evaluation=self._evaluation)
            self._tried = depth

    def _evaluate_root(self, root: State, table: Words) -> Number:
        ws = self._workspace(root, Limits(depth=0))
        ws.table = table
        value = self._kernel(self._fields(root), -inf, inf, 0, ws)
        self._validate_outcome(ws)
        return self._family.number(value)

    def _fields(self, state: State) -> Any:
        return pack(state, self._shape) if self._shape else state

    def _workspace(self, state: State, limits: Limits) -> Workspace:
        players, ws = self.game.players, self._family.workspace(limits)
        ws.root_player = self.game.to_move(state)
        ws.active_players = self.game.active_players(state) if self.game.active_players else (1 << players) - 1
        if not self.game.is_duel:  # the view of one player says nothing of another's
            ws.salt = (ws.root_player + 1) << 56
        ws.marks, ws.mark_cells = words_of(self._no_marks, compiled=self.compiled), 1
        ws.node_limit = limits.nodes if limits.nodes is not None else 2**63 - 1
        return ws

    def _validate_outcome(self, ws: Workspace) -> None:
        source = f"evaluation {self.evaluation!r} of {self.game.spec}" if self.evaluation else self.game.spec
        unfit = f"{source} gives {self._rules.refused}"
        keyed, advice = self.game.hints.key is not None, "limit the depth, time or nodes"
        validate_outcome(int(ws.stop), self.game.spec, unfit=unfit, advice=advice, keyed=keyed)


def _with_intervals(
    game: Game, tracer: Tracer | None, make_kernel: Callable[[Tracer], tuple[Any, Rules]], root: State
) -> tuple[Callable[..., Any], Intervals]:
    """Return a kernel for one search, and the intervals that it tells of all values."""
    intervals = Intervals(game, tracer)
    intervals.begin(root)
    return make_kernel(intervals)[0], intervals
