"""What a search needs before it can begin: a game, an algorithm and an evaluation, compiled, and a table."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from spielbaum.errors import GameError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import legal_actions
from spielbaum.game.repetition import RepetitionRule
from spielbaum.kernel import Workspace, compile_kernel, jit_enabled, new_words, pack, unsigned_fields, words_of
from spielbaum.search.algorithms.registry import default_algorithm, find_algorithm
from spielbaum.search.core.game_view import make_rules, worth_of_win
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.path import enter_past
from spielbaum.search.core.result import Number
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import MAX_ROOT_ACTIONS, new_search_workspace
from spielbaum.search.driver.iterative_deepening import Iteration, Root, checked_aspiration
from spielbaum.search.driver.results import Question
from spielbaum.search.driver.run import Run
from spielbaum.search.driver.stops import refuse_stopped
from spielbaum.search.driver.threads import Team, checked_threads
from spielbaum.search.driver.validation import FULL_WINDOW, refuse_question, refuse_threads, those_asked
from spielbaum.search.node.abdada import BUSY_WORDS
from spielbaum.search.table.allocation import TableMemory
from spielbaum.search.table.entry import ENTRY_BYTES, Table, make_entries
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES, Scheme, line_in, new_table
from spielbaum.search.table.vector import vector_line_in
from spielbaum.spec import convert_options, parse_spec
from spielbaum.trial import MOST_PLIES, refuse_line, refuse_unsound


class Prepared:
    """A game, an algorithm and an evaluation, compiled once; ``Searcher`` has the verbs, and tells the parameters."""

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
        self._scheme: Scheme = options.get(
            "replacement", known["replacement"].default if "replacement" in known else "none"
        )
        self._memory = TableMemory(table_bytes if self._scheme != "none" else 2 * ENTRY_BYTES)
        self._entry_words = make_entries(game.players if self.algorithm.vectors else 1).words
        self.algorithm.refuse_unfit(game, evaluation)
        self._evaluation = game.evaluation(evaluation)
        self.evaluation = None if self._evaluation is None else evaluation or next(iter(game.evaluations))
        self.compiled = game.compiled and jit_enabled() and tracer is None
        self.threads = checked_threads(threads, game, compiled=self.compiled)
        if threads > 1:
            refuse_threads(self.algorithm, self.spec, self._scheme)
        rules = make_rules(game, self._evaluation, compiled=self.compiled)._replace(
            together=threads > 1, tabled=self._scheme != "none"
        )
        kernel, self._rules = self.algorithm.kernel(rules, tracer, **options)
        self.unit = self._rules.unit
        self.win = inf if self.algorithm.vectors else worth_of_win(game, self._evaluation)
        self._kernel = compile_kernel(kernel) if self.compiled else kernel
        self._unsigned = unsigned_fields(type(game.initial())) if self.compiled else ()
        self._repetition = RepetitionRule(game)
        self._no_marks = new_words(1)  # for what a quiescence search visits where nothing is entered
        self._warm = not self.compiled
        self._tried = -1

    def _begin(
        self,
        state: State | None,
        limits: Limits,
        history: Sequence[State],
        only: Collection[Action] | None,
        *,
        window: tuple[float, float] = FULL_WINDOW,
    ) -> Run:
        """Return a search that may start: kernel, memory and question are ready."""
        refuse_question(self.algorithm, limits, window=window, threads=self.threads)
        root = self.game.initial() if state is None else state
        self._try_out(root, limits)
        actions = [] if self.game.is_terminal(root) else legal_actions(self.game, root)
        if len(actions) > MAX_ROOT_ACTIONS:
            raise GameError(
                f"{len(actions)} actions at the root are more than the {MAX_ROOT_ACTIONS} a search can note"
            )
        asked_for = those_asked(self.game, root, actions, only, limits)
        self.compile()
        team = Team([self._workspace(root, limits) for _ in range(self.threads)])
        ws, past = team.workspaces[0], self._repetition.nearly((*history, root))
        for one in team.workspaces:
            enter_past(past, one)
        if limits.depth is None and not limits.deepens:  # values will be utilities, and so is the window meant
            window = (window[0] * self._rules.unit, window[1] * self._rules.unit)
        asked = Root(
            actions=asked_for,
            player=int(ws.root_player),
            window=window,
            splits=self.algorithm.splits,
            aspiration=self._aspiration,
            most=self.win,
            restricted=len(asked_for) < len(actions),
        )
        memory, busy = self._memory.begin(ws, self._entry_words), new_words(BUSY_WORDS)
        ws.busy, table = words_of(busy, compiled=self.compiled), words_of(memory.words, compiled=self.compiled)
        fields = self._fields(root)
        estimate = partial(self._estimate, root, table)
        question = Question(self.game, root, asked, self.spec, self.evaluation, self._rules.unit, estimate)

        def kernel(alpha: float, beta: float, depth: int, one: Workspace) -> Number:
            return self._kernel(fields, alpha, beta, depth, one, table)  # type: ignore[no-any-return]

        begins = partial(memory.begin_iteration, compiled=self.compiled) if self._rules.follows_paths else None
        return Run(question, team, kernel, words=(memory.words, busy), begins=begins)

    def _try_out(self, root: State, limits: Limits) -> None:
        """Hold the game against its contract, once for each depth that is greater than those before."""
        depth = min(limits.largest_depth, MOST_PLIES)
        if depth > self._tried:
            refuse_unsound(self.game, root, depth=depth, compiled=self.compiled, evaluation=self._evaluation)
            self._tried = depth

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
        ws.alive = self.game.active_players(state) if self.game.active_players else (1 << players) - 1
        if not (players == 2 and self.game.zero_sum):  # the view of one player says nothing of another's
            ws.salt = (ws.root_player + 1) << 56
        ws.marks, ws.mark_cells = words_of(self._no_marks, compiled=self.compiled), 1
        ws.node_limit = limits.nodes if limits.nodes is not None else 2**63 - 1
        return ws

    def _lengthened(self, found: Iteration, run: Run) -> Iteration:
        """Return an iteration with its line continued from the table, where that cut it off."""
        if self.compiled:
            refuse_line(self.game, run.question.state, found.line)
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
        keyed, advice = self.game.hints.key is not None, "limit the depth, time or nodes"
        refuse_stopped(int(ws.stop), self.game.spec, unfit=unfit, advice=advice, keyed=keyed)
