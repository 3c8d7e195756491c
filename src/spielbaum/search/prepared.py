"""Preparing searches: a game, an algorithm and an evaluation are checked and compiled once."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import inf
from os import PathLike
from typing import Any

from spielbaum.checking.trial import MOST_PLIES, refuse_unsound
from spielbaum.errors import CompileError, GameError, InputError, Message, Sentence, validate_whole_number
from spielbaum.game import Action, Evaluation, Game, State
from spielbaum.game.notation import legal_actions
from spielbaum.game.repetition import RepetitionRule
from spielbaum.kernel import Kernel, Words, compile_kernel, jit_enabled, new_words, pack, shape_of, words_of
from spielbaum.kernel.shipped import KernelFile, Name
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_algorithm
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import Rules, make_rules
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.search.core.limits import FULL_WINDOW, Limits
from spielbaum.search.core.path import enter_past
from spielbaum.search.core.pausing import UNLIMITED, limit_nodes
from spielbaum.search.core.result import Number
from spielbaum.search.core.tracer import Tracer, with_own_actions
from spielbaum.search.core.workspace import MAX_ROOT_ACTIONS, Workspace
from spielbaum.search.driver.iterative_deepening import Root
from spielbaum.search.driver.results import Request
from spielbaum.search.driver.running_search import RunningSearch
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.driver.unknown_leaves import Intervals, bounds_hold_in
from spielbaum.search.families.family import Setup
from spielbaum.search.table.scalar import new_table
from spielbaum.search.validation import (
    root_and_history,
    validate_aspiration,
    validate_evaluation,
    validate_node_limit,
    validate_outcome,
    validate_parallel_search,
    validate_root_moves,
    validate_table,
    validate_threads,
    validate_window,
)


def _named(game: Game, choice: AlgorithmChoice, evaluation: str | None) -> tuple[Evaluation | None, Name]:
    """Return the evaluation that a search estimates with, if it does, and the name of its kernel."""
    known = find_evaluation(game, evaluation)
    options = {name: choice.value(name) for name in choice.algorithm.options}
    found = known if choice.algorithm.family.estimates(options) else None
    return found, kernel_name("search", game, found, str(choice))


def runs_compiled(game: Game, algorithm: AlgorithmLike | None = None, evaluation: str | None = None) -> bool:
    """Return whether a search runs compiled; in a browser only those do whose kernels are shipped."""
    choice = as_algorithm(game, algorithm, evaluation)
    return game.compiled and jit_enabled(_named(game, choice, evaluation)[1])


class PreparedSearch:
    """A game, an algorithm and an evaluation, checked and compiled.

    ``begin`` returns the search of a state, ready to run. For the parameters see :class:`Searcher`.
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
        self._evaluation, self._name = _named(game, self.choice, evaluation)
        self.evaluation = None if self._evaluation is None else evaluation or next(iter(game.evaluations))
        self.compiled = game.compiled and tracer is None and jit_enabled(self._name)
        self.threads = validate_threads(threads, game, compiled=self.compiled)
        if tracer is not None and not family.tells_steps:
            raise InputError(Message("{} cannot be traced: its tree is available when it ends", self.algorithm.name))
        if tracer is not None and game.action_fields is not None:
            tracer = with_own_actions(tracer, game.unpacked)
        has_table = options.get("replacement", "none") != "none"
        if threads > 1:
            validate_parallel_search(self.choice, has_table=has_table)
        rules = make_rules(game, self._evaluation, compiled=self.compiled)._replace(
            evaluation=self.evaluation, multithreaded=threads > 1, has_table=has_table
        )

        record, given = self.algorithm, self.choice.without("aspiration").options  # no cycle, so tables go at once

        def make_kernel(rules: Rules) -> tuple[Any, Rules]:
            return record.kernel(rules, tracer, **given)

        kernel, self._rules = make_kernel(rules)
        self._is_bounded = bounds_hold_in(game) and family.has_intervals() and not (self.compiled or self._evaluation)

        def with_intervals(found: Intervals) -> Callable[..., Any]:
            kernel, _rules = make_kernel(rules._replace(is_terminal=found.visit))
            return kernel  # type: ignore[no-any-return]

        self._with_intervals = with_intervals
        self._family = family(
            Setup(
                game=game.numbered,
                evaluation=self._evaluation,
                algorithm=self.algorithm,
                options=options,
                rules=self._rules,
                compiled=self.compiled,
                table_bytes=size,
                traced=tracer is not None,
            )
        )
        self.unit, self.win = self._rules.unit, self._family.win
        self._kernel = compile_kernel(kernel, self._name) if self.compiled else kernel
        self._shape = shape_of(game.initial()) if self.compiled else None
        self._repetition = RepetitionRule(game)
        self._no_marks = new_words(1)  # marks of quiescence searches without a table
        self._warm = not self.compiled
        self._tried = -1

    def compile(self) -> None:
        """Compile the kernel, or load it from disk, before the first search.

        Raises
        ------
        CompileError
            If a function of the game cannot be compiled; the message names it.
        """
        if not self._warm:
            state, words = self.game.initial(), new_table(0)
            ws = self._workspace(state, Limits(depth=0))
            ws.table = words_of(words, compiled=self.compiled)
            self._kernel(self._fields(state), -inf, inf, 0, ws)
            self._warm = True

    @property
    def is_compiled(self) -> bool:
        """Whether the kernel needs no compilation: it is interpreted, compiled, or on disk."""
        return self._warm or not isinstance(self._kernel, Kernel) or self._kernel.is_kept(*self._arguments())

    def file(self) -> KernelFile:
        """Compile the kernel for the target of this process, unless it is in the cache, and return its file there.

        Raises
        ------
        CompileError
            If it cannot be compiled.
        """
        if not isinstance(self._kernel, Kernel):
            raise CompileError(Message("{} is interpreted", self.game.spec))
        return KernelFile(self._name, *self._kernel.file(*self._arguments()))

    def _arguments(self) -> tuple[Any, ...]:
        """Return arguments of the kernel, of the kinds that all of its calls have."""
        state = self.game.initial()
        return self._fields(state), -inf, inf, 0, self._workspace(state, Limits(depth=0))

    @property
    def compile_seconds(self) -> float | None:
        """The time it took to compile the kernel, possibly in another process; None if it is not compiled, or yet."""
        return self._kernel.seconds if isinstance(self._kernel, Kernel) else None

    def begin(
        self,
        state: State | None,
        limits: Limits,
        history: Sequence[State],
        root_moves: Collection[Action] | None,
        *,
        window: tuple[float, float] = FULL_WINDOW,
    ) -> RunningSearch:
        """Return a search of a state, ready to run."""
        validate_window(self.algorithm, window)
        validate_node_limit(limits, self.threads)
        self.algorithm.family.accept(self.algorithm.name, limits)
        self.algorithm.family.refuse_endless(self.algorithm.name, limits)
        state, history = root_and_history(self.game, state, history)
        self._try_out(state, limits)
        actions = [] if self.game.is_terminal(state) else legal_actions(self.game, state)
        if len(actions) > MAX_ROOT_ACTIONS:
            raise GameError(
                Message("{} actions at the root are more than the {} a search can note", len(actions), MAX_ROOT_ACTIONS)
            )
        searched = validate_root_moves(self.game, state, actions, root_moves, limits)
        self.compile()
        intervals = Intervals(self.game.numbered, state) if self._is_bounded else None
        search = self._kernel if intervals is None else self._with_intervals(intervals)
        threads = SearchThreads([self._workspace(state, limits) for _ in range(self.threads)])
        ws, past = threads.workspaces[0], self._repetition.nearly((*history, state))
        for one in threads.workspaces:
            enter_past(past, one)
        if limits.depth is None and not limits.deepens:  # values are utilities, and so is the window
            window = (window[0] * self.unit, window[1] * self.unit)
        root = Root(
            actions=list(map(self.game.packed, searched)),
            player=int(ws.root_player),
            window=window,
            splits=self.algorithm.splits,
            aspiration=self._aspiration,
            win=self.win,
            restricted=len(searched) < len(actions),
            allow_deeper_entries=self._rules.allow_deeper_entries,
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
        """Test the contract of the game in a few playouts, and again for larger depths."""
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
        limit_nodes(ws, UNLIMITED if limits.nodes is None else limits.nodes)
        return ws

    def _validate_outcome(self, ws: Workspace) -> None:
        source = (
            Sentence("evaluation {!r} of {}", self.evaluation, self.game.spec) if self.evaluation else self.game.spec
        )
        unfit = Sentence("{} gives {}", source, Sentence(self._rules.refused))
        keyed, advice = self.game.hints.key is not None, Sentence("limit the depth, time or nodes")
        validate_outcome(int(ws.stop), self.game.spec, unfit=unfit, advice=advice, keyed=keyed)
