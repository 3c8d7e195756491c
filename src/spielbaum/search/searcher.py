"""``Searcher``: a game, an algorithm and an evaluation, compiled once, and searches of any states."""

from collections.abc import Callable, Collection, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from math import inf
from os import PathLike
from typing import Any, cast
from weakref import ref

from spielbaum.checking.trial import MOST_PLIES, refuse_line, refuse_unsound
from spielbaum.errors import GameError, InputError, SearchInterruptedError, validate_whole_number
from spielbaum.game import Action, Game, State, Vector
from spielbaum.game.notation import legal_actions
from spielbaum.game.repetition import RepetitionRule
from spielbaum.kernel import Kernel, Words, compile_kernel, jit_enabled, new_words, pack, shape_of, words_of
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import (
    AlgorithmLike,
    as_algorithm,
)
from spielbaum.search.algorithms.registry import Algorithm
from spielbaum.search.core.game_view import Rules, least_decisive, make_rules, worth_of_win
from spielbaum.search.core.intervals import Intervals, bounds_hold_in
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.path import enter_past
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number, Result
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.tree_memory import NODE_WORDS
from spielbaum.search.core.workspace import MAX_ROOT_ACTIONS, Workspace, new_search_workspace, restrict
from spielbaum.search.driver.action_values import ActionLine, Decisive, action_lines, action_values
from spielbaum.search.driver.distance import DistanceSearch, Ends, settle_at_once
from spielbaum.search.driver.iterative_deepening import Iteration, Root, Settle, deepen
from spielbaum.search.driver.multipv import BestLines, best_lines, multipv
from spielbaum.search.driver.results import Request, build_result
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.driver.simulations import (
    TreeMemory,
    TreeView,
    enter_settings,
)
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.driver.unknown_leaves import lines_with_bounds, with_bounds
from spielbaum.search.node.abdada import BUSY_WORDS
from spielbaum.search.simulation.hooks import node_hooks
from spielbaum.search.simulation.workspace import TreeWorkspace
from spielbaum.search.table.allocation import GameLine, TableMemory
from spielbaum.search.table.entry import ENTRY_BYTES, make_entries
from spielbaum.search.table.scalar import Replacement, line_in, new_table, parse_size
from spielbaum.search.table.vector import vector_line_in
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
        options = dict(self.choice.options)
        self._aspiration = validate_aspiration(options.pop("aspiration", 0))
        self._replacement: Replacement = self.choice.value("replacement") or "none"
        size = validate_table(table)
        self._remembers = self._replacement != "none" or self.algorithm.family.needs_evaluation
        self._memory = TableMemory(size if self._remembers else 2 * ENTRY_BYTES)
        self._entry_words = make_entries(self.algorithm.family.numbers(game.players)).words
        if self.algorithm.family.needs_evaluation:
            self._entry_words = NODE_WORDS
        self.algorithm.refuse_unfit(game, evaluation)
        self._evaluation = game.evaluation(evaluation)
        if not self.algorithm.family.ends and not options.get("cutoff"):  # nothing is estimated
            self._evaluation = None
        self.evaluation = None if self._evaluation is None else evaluation or next(iter(game.evaluations))
        self.compiled = game.compiled and jit_enabled() and tracer is None
        self.threads = validate_threads(threads, game, compiled=self.compiled)
        if tracer is not None and not self.algorithm.family.ends:
            raise InputError(f"{self.algorithm.name} tells no tracer its steps: its tree is there when it ends")
        if threads > 1:
            validate_parallel_search(self.choice, self._replacement)
        rules = make_rules(game, self._evaluation, compiled=self.compiled)._replace(
            evaluation=self.evaluation, multithreaded=threads > 1, has_table=self._replacement != "none"
        )
        self._extends = bool(options.get("quiescence") or options.get("bounds"))
        self._tells = tracer is not None
        simulates, given = not self.algorithm.family.ends, dict(options)
        bounded = bounds_hold_in(game) and not (
            self.compiled or self.algorithm.family.numbers(2) > 1 or self._evaluation or simulates
        )
        kernel, self._rules = self.algorithm.kernel(rules, tracer, **options)
        self._with_intervals = (
            partial(_with_intervals, game, tracer, self.algorithm, rules, options) if bounded else None
        )
        self._settings = {name: self.choice.value(name) for name in self.algorithm.options}
        self._nodes = node_hooks(rules, **given) if simulates else None
        self._trees: TreeMemory | None = None
        if simulates:
            reuse = self._settings["reuse"] and game.repetition is None
            self._trees = TreeMemory(parse_size(self._settings["memory"]), reuse=reuse, result=game.result)
        self.unit = self._rules.unit
        certain = self.algorithm.family.ends and self.algorithm.family.numbers(2) == 1
        self.win = worth_of_win(game, self._evaluation) if certain else inf
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
        request, ws, settle = running.request, running.ws, self._settle(running)
        iteration, interrupted = running.run(
            (lambda: settle(running.simulate(), request.root, ()))
            if not self.algorithm.family.ends
            else lambda: deepen(
                running.search,
                ws,
                limits,
                request.root,
                settle=settle,
                on_iteration=partial(running.note_iteration, callback=on_iteration),
            ),
            seconds=limits.seconds,
            progress=progress,
            stop=stop,
        )
        elapsed = running.seconds
        self._validate_outcome(ws)
        result = build_result(request, self._extend_pv(iteration, running), ws, elapsed)
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

        extend_pv = partial(self._extend_pv, running=running)
        (found, complete), interrupted = running.run(
            partial(running.simulate_lines, lines)
            if not self.algorithm.family.ends
            else lambda: multipv(
                running.search,
                ws,
                limits,
                request.root,
                lines,
                settle=self._settle(running),
                extend_pv=extend_pv,
                on_iteration=note,
            ),
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
        decisive = self._decisive(limits)
        found, _ = running.run(
            lambda: action_values(running.search, running.ws, limits, running.request.root.actions, decisive),
            seconds=limits.seconds,
            progress=progress,
            stop=stop,
        )
        self._validate_outcome(running.ws)
        return lines_with_bounds(action_lines(running.request, found, decisive), running.request, running.intervals)

    def _decisive(self, limits: Limits) -> Decisive:
        """Return what makes the value of an action a win or a loss."""
        above = inf if self.algorithm.family.numbers(2) > 1 else least_decisive(self.game, self._evaluation)
        measures = self._replacement == "none" and not self._extends
        pays = self._evaluation is None or not self._evaluation.terminal
        return Decisive(above, self.game.view.unit is None, measures, limits.deepens, pays)

    def _settle(self, running: RunningSearch) -> Settle:
        """Return what chooses among equal wins and losses."""
        game, algorithm, evaluation, rules = self.game, self.algorithm, self._evaluation, self._rules
        for_two = rules.is_duel
        if self._tells or running.intervals is not None:
            return lambda found, _root, _before: found
        grows = not algorithm.family.to_depth
        if grows or not algorithm.distances or (algorithm.family.numbers(2) > 1 and not for_two):
            most = inf if game.max_utility is None else game.max_utility * self.unit
            least_and_most = 0 if game.non_negative else -most, most

            def ending(action: Action) -> Vector | None:
                child = game.result(running.request.state, action)
                return rules.utility(child) if game.is_terminal(child) else None

            return lambda found, root, _before: settle_at_once(found, root, ending, least_and_most)
        if evaluation is not None and evaluation.terminal:  # values are no utilities
            return lambda found, _root, _before: found
        all_or_nothing = game.non_negative and game.max_utility in (game.utility_sum, game.max_utility_sum)
        known = game.max_utility is not None and (for_two or all_or_nothing)
        ends = Ends(
            above=least_decisive(game, evaluation),
            most=cast(float, game.max_utility) * self.unit if known else inf,
            graded=for_two,
            whole=algorithm.whole,
            looks_beyond=bool(self._settings.get("quiescence")),
            looks_past=self._replacement != "none" or bool(self._settings.get("bounds")),
        )
        return DistanceSearch(running.ask, running.ws, ends).settle

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
        return None if self._replacement == "none" else self._memory.fill

    @property
    def table_permille(self) -> int | None:
        """The same in thousandths, estimated quickly from a thousand entries."""
        return None if self._replacement == "none" else self._memory.permille

    @property
    def tree(self) -> TreeView | None:
        """The tree of this thread's last search, of an algorithm that makes simulations."""
        return None if self._trees is None else self._trees.last

    def seeded(self, seed: int) -> "Searcher":
        """Return this searcher for one game: random numbers from another seed, and no tree yet.

        It is this one where nothing is random.
        """
        if self._trees is None:
            return self
        one = copy(self)
        one._settings, one._trees = {**self._settings, "seed": seed}, self._trees.fresh()
        return one

    def make_room(self) -> None:
        """Clear what this thread's next search would have to clear in its table, while no clock runs."""
        self._memory.make_room()

    def share_table(self, memory: TableMemory) -> None:
        """Use a table that other searchers use too; does nothing for an algorithm without a table."""
        if self._remembers:
            self._memory = memory

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
        root, history = root_and_history(self.game, state, history)
        self._try_out(root, limits)
        actions = [] if self.game.is_terminal(root) else legal_actions(self.game, root)
        if len(actions) > MAX_ROOT_ACTIONS:
            raise GameError(
                f"{len(actions)} actions at the root are more than the {MAX_ROOT_ACTIONS} a search can note"
            )
        searched = validate_root_moves(self.game, root, actions, root_moves, limits)
        self.compile()
        search, intervals = self._kernel, None
        if self._with_intervals is not None:
            search, intervals = self._with_intervals(root)
        threads = SearchThreads([self._workspace(root, limits) for _ in range(self.threads)])
        ws, past = threads.workspaces[0], self._repetition.nearly((*history, root))
        for one in threads.workspaces:
            enter_past(past, one)
        if limits.depth is None and not limits.deepens:  # values are utilities, and so is the window
            window = (window[0] * self._rules.unit, window[1] * self._rules.unit)
        root_of_search = Root(
            actions=searched,
            player=int(ws.root_player),
            window=window,
            splits=self.algorithm.splits,
            aspiration=self._aspiration,
            win=self.win,
            restricted=len(searched) < len(actions),
            grows=self.algorithm.family.needs_evaluation,
            loose=self._rules.loose,
        )
        fields, tree = self._fields(root), None
        line = GameLine(ref(self), (*history, root)) if self._settings.get("reuse") else None
        memory, busy = self._memory.begin(ws, self._entry_words, line), new_words(BUSY_WORDS)
        ws.busy, ws.table = words_of(busy, compiled=self.compiled), words_of(memory.words, compiled=self.compiled)
        if self._trees is not None and self._nodes is not None:
            if root_of_search.restricted:
                restrict(ws, searched)
            before = () if root_of_search.restricted else history
            tree = self._trees.begin(ws, self._nodes, root, before, compiled=self.compiled)
        evaluate_root = partial(self._evaluate_root, root, ws.table)
        rules, least = self._rules, self.algorithm.fewest_leaves(self._rules, self._settings)
        request = Request(
            self.game, root, root_of_search, str(self.choice), self.evaluation, rules.unit, evaluate_root, least
        )

        def kernel(alpha: float, beta: float, depth: int, one: Workspace) -> Number:
            return search(fields, alpha, beta, depth, one)  # type: ignore[no-any-return]

        begin_depth = partial(memory.begin_iteration, compiled=self.compiled) if self._rules.follows_paths else None
        return RunningSearch(
            request,
            threads,
            kernel,
            words=(memory.words, busy),
            on_tick=memory.large_pages.take,
            begin_depth=begin_depth,
            tree=tree,
            intervals=intervals,
        )

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
        return tuple(map(float, value)) if self.algorithm.family.numbers(2) > 1 else float(value)

    def _fields(self, state: State) -> Any:
        return pack(state, self._shape) if self._shape else state

    def _workspace(self, state: State, limits: Limits) -> Workspace:
        players = self.game.players
        kind = TreeWorkspace if not self.algorithm.family.ends else Workspace
        ws = new_search_workspace(self.algorithm.family.numbers(players), compiled=self.compiled, kind=kind)
        ws.root_player = self.game.to_move(state)
        ws.active_players = self.game.active_players(state) if self.game.active_players else (1 << players) - 1
        if not self.game.is_duel:  # the view of one player says nothing of another's
            ws.salt = (ws.root_player + 1) << 56
        ws.marks, ws.mark_cells = words_of(self._no_marks, compiled=self.compiled), 1
        ws.node_limit = limits.nodes if limits.nodes is not None else 2**63 - 1
        if not self.algorithm.family.ends:
            enter_settings(self._settings, limits, cast(TreeWorkspace, ws))
        return ws

    def _extend_pv(self, found: Iteration, running: RunningSearch) -> Iteration:
        """Return an iteration with its principal variation continued from the table, where that cut it short."""
        if self.compiled:
            refuse_line(self.game, running.request.state, found.pv)
        if self._replacement == "none" or not (found.complete and self.algorithm.plain):
            return found
        state, ws = running.request.state, running.ws
        for action in found.pv:
            state = self.game.result(state, action)
        rest_of = vector_line_in if self.algorithm.family.numbers(2) > 1 else line_in
        rest = rest_of(running.table, self._rules, self._replacement, state, int(ws.depth) - len(found.pv), ws)
        return replace(found, pv=(*found.pv, *rest))

    def _validate_outcome(self, ws: Workspace) -> None:
        source = f"evaluation {self.evaluation!r} of {self.game.spec}" if self.evaluation else self.game.spec
        unfit = f"{source} gives {self._rules.refused}"
        keyed, advice = self.game.hints.key is not None, "limit the depth, time or nodes"
        validate_outcome(int(ws.stop), self.game.spec, unfit=unfit, advice=advice, keyed=keyed)


def _with_intervals(
    game: Game, tracer: Tracer | None, algorithm: Algorithm, rules: Rules, options: dict[str, Any], root: State
) -> tuple[Callable[..., Any], Intervals]:
    """Return a kernel for one search, and the intervals that it tells of all values."""
    intervals = Intervals(game, tracer)
    intervals.begin(root)
    return algorithm.kernel(rules, intervals, **options)[0], intervals
