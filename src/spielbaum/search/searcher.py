"""A search that is ready to run: game, algorithm and evaluation, compiled once and used for many states."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from spielbaum.errors import GameError, InputError, SearchInterruptedError
from spielbaum.game import Game, State
from spielbaum.kernel import Workspace, compile_kernel, jit_enabled, new_words, pack, unsigned_fields, words_of
from spielbaum.repetition import Repetition
from spielbaum.search.algorithm import default_algorithm, find_algorithm
from spielbaum.search.answer import Question, answer
from spielbaum.search.company import BUSY_WORDS
from spielbaum.search.deepening import Iteration, Root, checked_aspiration, deepen
from spielbaum.search.each_action import ActionLine, action_lines, search_each
from spielbaum.search.entry import ENTRY_BYTES, Table, make_entries
from spielbaum.search.limits import Limits
from spielbaum.search.memory import TableMemory
from spielbaum.search.path import enter_past
from spielbaum.search.progress import Progress, Stop
from spielbaum.search.refusals import FULL_WINDOW, refuse_question, refuse_threads
from spielbaum.search.result import Number, Result
from spielbaum.search.rules import make_rules, worth_of_win
from spielbaum.search.run import Run
from spielbaum.search.stops import refuse_stopped
from spielbaum.search.table import DEFAULT_TABLE_BYTES, Scheme, line_in, new_table
from spielbaum.search.team import Team, checked_threads
from spielbaum.search.tracer import Tracer
from spielbaum.search.vector_table import vector_line_in
from spielbaum.search.workspace import MAX_ROOT_ACTIONS, new_search_workspace
from spielbaum.spec import convert_options, parse_spec


class Searcher:
    """A game, an algorithm and an evaluation, ready to search any number of states.

    Parameters
    ----------
    game
        The game.
    algorithm
        Name with options, such as ``"alpha-beta:fail=hard"``; without it ``default_algorithm`` of the game.
    evaluation
        Name of one of the game's evaluations; without it the first.
    table_bytes
        Memory of the transposition table, for an algorithm with the option ``table``.
    threads
        How many search together on one table. With one every run is the same, node by node; values always are.
    tracer
        Told of every step; the search then runs interpreted.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm, option or evaluation.
    UnfitGameError
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
        game: Game,
        algorithm: str | None = None,
        *,
        evaluation: str | None = None,
        table_bytes: int = DEFAULT_TABLE_BYTES,
        threads: int = 1,
        tracer: Tracer | None = None,
    ) -> None:
        spec = parse_spec(algorithm or default_algorithm(game, evaluation))
        self.game = game
        self.algorithm = find_algorithm(spec.name)
        self.spec = str(spec)
        known = self.algorithm.options
        options = convert_options(spec, known, "algorithm")
        self._aspiration = checked_aspiration(options.pop("aspiration", 0))
        self._scheme: Scheme = options.get("table", known["table"].default if "table" in known else "none")
        self._memory = TableMemory(table_bytes if self._scheme != "none" else 2 * ENTRY_BYTES)
        self._entry_words = make_entries(game.players if self.algorithm.vectors else 1).words
        self.algorithm.refuse_unfit(game, evaluation)
        self._evaluation = game.evaluation(evaluation)
        self.evaluation = None if self._evaluation is None else evaluation or next(iter(game.evaluations))
        self.compiled = game.compiled and jit_enabled() and tracer is None
        self.threads = checked_threads(threads, game, compiled=self.compiled)
        if threads > 1:
            refuse_threads(self.algorithm, self.spec, self._scheme)
        rules = make_rules(game, self._evaluation, compiled=self.compiled)._replace(together=threads > 1)
        kernel, self._rules = self.algorithm.kernel(rules, tracer, **options)
        self.unit = self._rules.unit
        self.win = inf if self.algorithm.vectors else worth_of_win(game, self._evaluation)
        self._kernel = compile_kernel(kernel) if self.compiled else kernel
        self._unsigned = unsigned_fields(type(game.initial())) if self.compiled else ()
        self._repetition = Repetition(game)
        self._warm = not self.compiled

    def search(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        history: Sequence[State] = (),
        window: tuple[float, float] = FULL_WINDOW,
        progress: Callable[[Progress], None] | None = None,
        finished: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> Result:
        """Search a state.

        Parameters
        ----------
        state
            The root; the start of the game without it.
        limits
            How far; to the end of the game without them.
        history
            The states of the game before the root, the first one first: what occurred there counts where the game has
            a rule of repetition.
        window
            Only values strictly between these two are wanted; others come back as bounds. They are meant in the unit of
            the evaluation, or, where nothing limits the search, of utilities.
        progress, finished
            Called about ten times a second while the search runs, and after each depth from which it goes deeper.
        stop
            Ends the search from another thread; the answer is the best so far.

        Raises
        ------
        InputError
            If the window is empty or the algorithm takes none.
        EndlessGameError
            If there is no depth limit and a line of play does not end.
        SearchInterruptedError
            At Ctrl-C; ``result`` on it is the best so far, or None.
        """
        limits = limits or Limits()
        run = self._begin(state, limits, window, history)
        asked, ws = run.question, run.ws
        iteration, interrupted = run.watched(
            lambda: deepen(run.search, ws, limits, asked.root, tell=partial(run.note, tell=finished)),
            seconds=limits.seconds,
            tell=progress,
            stop=stop,
        )
        seconds = run.seconds
        self._refuse_stopped(ws)
        result = answer(asked, self._lengthened(iteration, run), ws, seconds)
        if interrupted:
            raise SearchInterruptedError("interrupted", result if iteration.best is not None else None)
        return result

    def search_each(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        history: Sequence[State] = (),
        progress: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> tuple[ActionLine, ...]:
        """Search every action of a state alone, so that all values are exact, and each has its line of play.

        Parameters
        ----------
        state, limits, history, progress, stop
            As for a search; the limits are those of all actions together.

        Raises
        ------
        InputError
            If the algorithm cannot search the root in parts.
        """
        limits = limits or Limits()
        if not self.algorithm.splits:
            raise InputError(f"{self.algorithm.name} cannot search one action alone; alpha-beta can")
        run = self._begin(state, limits, FULL_WINDOW, history)
        found, _ = run.watched(
            lambda: search_each(run.search, run.ws, limits, run.question.root.actions),
            seconds=limits.seconds,
            tell=progress,
            stop=stop,
        )
        self._refuse_stopped(run.ws)
        return action_lines(run.question, found)

    def _begin(self, state: State | None, limits: Limits, window: tuple[float, float], history: Sequence[State]) -> Run:
        """Return a search that may start: kernel, memory and question are ready."""
        refuse_question(self.algorithm, limits, window=window, threads=self.threads)
        root = self.game.initial() if state is None else state
        actions = [] if self.game.is_terminal(root) else list(self.game.actions(root))
        if len(actions) > MAX_ROOT_ACTIONS:
            raise GameError(
                f"{len(actions)} actions at the root are more than the {MAX_ROOT_ACTIONS} a search can note"
            )
        self.compile()
        team = Team([self._workspace(root, limits) for _ in range(self.threads)])
        ws, past = team.workspaces[0], self._repetition.nearly((*history, root))
        for one in team.workspaces:
            enter_past(past, one)
        if limits.depth is None and not limits.deepens:  # values will be utilities, and so is the window meant
            window = (window[0] * self._rules.unit, window[1] * self._rules.unit)
        asked = Root(actions, int(ws.root_player), window, self.algorithm.splits, self._aspiration, self.win)
        words, busy = self._memory.begin(ws, self._entry_words), new_words(BUSY_WORDS)
        ws.busy, table = words_of(busy, compiled=self.compiled), words_of(words, compiled=self.compiled)
        fields = self._fields(root)
        estimate = partial(self._estimate, root, table)
        question = Question(self.game, root, asked, self.spec, self.evaluation, self._rules.unit, estimate)

        def kernel(alpha: float, beta: float, depth: int, one: Workspace) -> Number:
            return self._kernel(fields, alpha, beta, depth, one, table)  # type: ignore[no-any-return]

        return Run(question, team, kernel, words=(words, busy))

    def compile(self) -> None:
        """Compile the kernel, or load it from disk, now instead of at the first search.

        Raises
        ------
        CompileError
            With a sentence that names the function of the game that cannot be compiled.
        """
        if not self._warm:
            state, words = self.game.initial(), new_table(0)
            table = words_of(words, compiled=self.compiled)
            self._kernel(self._fields(state), -inf, inf, 0, self._workspace(state, Limits(depth=0)), table)
            self._warm = True

    @property
    def table_fill(self) -> float | None:
        """The share of entries that this thread's last search wrote; None without a table."""
        return None if self._scheme == "none" else self._memory.fill

    @property
    def table_permille(self) -> int | None:
        """The same by thousandths, seen at a thousand entries, which takes no time."""
        return None if self._scheme == "none" else self._memory.permille

    def share(self, memory: TableMemory) -> None:
        """Take the table from a memory that other searchers use too; nothing happens without a table."""
        if self._scheme != "none":
            self._memory = memory

    def _estimate(self, root: State, table: Table) -> Number:
        """Return what the algorithm makes of the root alone."""
        ws = self._workspace(root, Limits(depth=0))
        value = self._kernel(self._fields(root), -inf, inf, 0, ws, table)
        self._refuse_stopped(ws)
        return tuple(map(float, value)) if self.algorithm.vectors else float(value)

    def _fields(self, state: State) -> Any:
        return pack(state, self._unsigned) if self.compiled else state

    def _workspace(self, state: State, limits: Limits) -> Workspace:
        players = self.game.players
        ws = new_search_workspace(players if self.algorithm.vectors else 1, compiled=self.compiled)
        ws.root_player = self.game.to_move(state)
        ws.alive = self.game.alive(state) if self.game.alive else (1 << players) - 1
        if not (players == 2 and self.game.zero_sum):  # the view of one player says nothing of another's
            ws.salt = (ws.root_player + 1) << 56
        ws.node_limit = limits.nodes if limits.nodes is not None else 2**63 - 1
        return ws

    def _lengthened(self, found: Iteration, run: Run) -> Iteration:
        """Return an iteration with its line continued from the table, where that cut it off."""
        if self._scheme == "none" or not found.finished:
            return found
        state, ws = run.question.state, run.ws
        for action in found.line:
            state = self.game.result(state, action)
        rest = vector_line_in if self.algorithm.vectors else line_in
        more = rest(run.table, self._rules, self._scheme, state, int(ws.depth) - len(found.line), ws)
        return replace(found, line=(*found.line, *more))

    def _refuse_stopped(self, ws: Workspace) -> None:
        source = f"evaluation {self.evaluation!r} of {self.game.spec}" if self.evaluation else self.game.spec
        unfit = f"{source} gives {self._rules.refused or 'a value that is no number'}"
        refuse_stopped(int(ws.stop), self.game.spec, unfit=unfit, advice="limit the depth, time or nodes")
