"""A search that is ready to run: game, algorithm and evaluation, compiled once and used for many states."""

from collections.abc import Callable, Collection, Sequence
from functools import partial

from spielbaum.errors import InputError, SearchInterruptedError
from spielbaum.game import Action, State
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Result
from spielbaum.search.driver.action_values import ActionLine, action_lines, search_each
from spielbaum.search.driver.iterative_deepening import Iteration, deepen
from spielbaum.search.driver.multipv import BestLines, best_lines, search_best
from spielbaum.search.driver.prepared import Prepared
from spielbaum.search.driver.results import answer
from spielbaum.search.driver.validation import FULL_WINDOW


class Searcher(Prepared):
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

    def search(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        history: Sequence[State] = (),
        only: Collection[Action] | None = None,
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
        only
            The actions of the root that are searched, as the game yields them; all without it. The answer is that of a
            game in which the root has no others.
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
            If the window is empty or the algorithm takes none, or if ``only`` has no action, or one that is not legal.
        EndlessGameError
            If there is no depth limit and a line of play does not end.
        SearchInterruptedError
            At Ctrl-C; ``result`` on it is the best so far, or None.
        """
        limits = limits or Limits()
        run = self._begin(state, limits, history, only, window=window)
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
        only: Collection[Action] | None = None,
        progress: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> tuple[ActionLine, ...]:
        """Search every action of a state alone, so that all values are exact, and each has its line of play.

        Parameters
        ----------
        state, limits, history, only, progress, stop
            As for a search; the limits are those of all actions together.

        Raises
        ------
        InputError
            If the algorithm cannot search the root in parts, if the depth is 0, or as for a search.
        """
        limits = limits or Limits()
        if not self.algorithm.splits:
            raise InputError(f"{self.algorithm.name} cannot search one action alone; alpha-beta can")
        run = self._begin(state, limits, history, only)
        found, _ = run.watched(
            lambda: search_each(run.search, run.ws, limits, run.question.root.actions),
            seconds=limits.seconds,
            tell=progress,
            stop=stop,
        )
        self._refuse_stopped(run.ws)
        return action_lines(run.question, found)

    def search_best(
        self,
        state: State | None = None,
        limits: Limits | None = None,
        *,
        lines: int = 3,
        history: Sequence[State] = (),
        only: Collection[Action] | None = None,
        progress: Callable[[Progress], None] | None = None,
        finished: Callable[[BestLines], None] | None = None,
        stop: Stop | None = None,
    ) -> BestLines:
        """Search for the best actions of a state, each with its exact value and its line of play, the best one first.

        The first one is that of a search; with seconds or nodes there may be time for less depth, as it is shared.

        Parameters
        ----------
        state, limits, history, only, progress, stop
            As for a search; the limits are those of all lines together.
        lines
            How many; where there are fewer actions there are fewer lines.
        finished
            Called with the lines of each depth from which it goes deeper.

        Raises
        ------
        InputError
            If no line is wanted, if the depth is 0, or as for a search.
        SearchInterruptedError
            At Ctrl-C; ``result`` on it are the best lines so far.
        """
        limits = limits or Limits()
        run = self._begin(state, limits, history, only)
        asked, ws = run.question, run.ws

        def record(found: Sequence[Iteration], whole: bool) -> BestLines:
            return best_lines(asked, found, nodes=int(ws.nodes), seconds=run.seconds, finished=whole)

        def note(found: Sequence[Iteration]) -> None:
            run.note(found[0])
            if finished is not None:
                finished(record(found, True))

        lengthened = partial(self._lengthened, run=run)
        (found, whole), interrupted = run.watched(
            lambda: search_best(run.search, ws, limits, asked.root, lines, lengthened=lengthened, tell=note),
            seconds=limits.seconds,
            tell=progress,
            stop=stop,
        )
        self._refuse_stopped(ws)
        if interrupted:
            raise SearchInterruptedError("interrupted", record(found, whole))
        return record(found, whole)
