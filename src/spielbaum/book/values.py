"""Units of work: the values of some positions, found by a worker that keeps its table between units."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from spielbaum import __version__
from spielbaum.book.keys import book_keys, fingerprint
from spielbaum.book.plan import Plan
from spielbaum.book.positions import Path
from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.game import Game, State, Vector
from spielbaum.registry import load
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.result import Result
from spielbaum.search.proof.solver import Solver
from spielbaum.search.searcher import Searcher

UNIT_SECONDS = 5.0
"""The target duration of a unit: long enough for neighbouring positions, and all that is lost if it is killed."""

LARGEST_UNIT = 200


@dataclass(frozen=True)
class Task:
    """The search of the positions of a book.

    Attributes
    ----------
    game, plan
        The game, as a text that any process can load, and the content of the book.
    table
        The table size of each worker.
    version, fingerprint
        The version of Spielbaum and the fingerprint of the game in the process that builds the book.
    """

    game: str
    plan: Plan
    table: str | None
    version: str
    fingerprint: str


@dataclass(frozen=True)
class Unit:
    """Positions of a task: numbers and lines of play. Any process may search it, even twice."""

    task: Task
    numbers: tuple[int, ...]
    paths: tuple[Path, ...]


class UnitQueue:
    """A queue of positions, cut into units by the duration of earlier ones.

    Parameters
    ----------
    task
        The search.
    paths
        All positions.
    done
        The numbers of known positions.
    """

    def __init__(self, task: Task, paths: Sequence[Path], done: Sequence[int] | set[int] = ()) -> None:
        self._task, self._paths = task, paths
        known = set(done)
        self._waiting = deque(number for number in range(len(paths)) if number not in known)
        self._seconds = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self, workers: int) -> Unit:
        """Return the next unit; units shrink towards the end, so that all workers finish at about the same time."""
        by_time = int(UNIT_SECONDS / self._seconds) if self._seconds else 1
        size = max(1, min(by_time, LARGEST_UNIT, len(self) // (2 * workers)))
        numbers = tuple(self._waiting.popleft() for _ in range(size))
        return Unit(self._task, numbers, tuple(self._paths[number] for number in numbers))

    def put_back(self, unit: Unit) -> None:
        """Return the positions of a unit to the queue."""
        self._waiting.extendleft(reversed(unit.numbers))

    def note(self, positions: int, seconds: float) -> None:
        """Note the duration of positions."""
        mean = seconds / positions
        self._seconds = 0.7 * self._seconds + 0.3 * mean if self._seconds else mean


def value_unit(unit: Unit) -> list[float]:
    """Return the value of each position of a unit, for the player to move.

    Raises
    ------
    SpielbaumError
        If this worker has another version of Spielbaum or of the game, or a position cannot be searched.
    """
    game, find = _worker(unit.task, threading.get_ident())
    values = []
    for path in unit.paths:
        if _stop.is_set():
            raise SpielbaumError(Message("stopped"))
        state = game.initial()
        for action in path:
            state = game.result(state, action)
        values.append(find(state))
    return values


def begin_units() -> None:
    """Allow searches again after ``stop_units``."""
    _stop.clear()


def stop_units() -> None:
    """Stop the searches of all threads of this process; they raise an error."""
    _stop.set()
    for solver in list(_running):
        solver.stop()


def make_worth(game: Game, plan: Plan) -> Callable[[State], Vector]:
    """Return the function for the value of a terminal state for each player, in the unit of a plan's values."""
    if plan.exact:
        return game.utility
    return make_rules(game, find_evaluation(game, plan.evaluation), compiled=False).utility


def make_search(game: Game, plan: Plan, table: str | None = None) -> Callable[[State], float]:
    """Return the search that finds the values of a plan."""
    searcher = Searcher(game, plan.algorithm, evaluation=plan.evaluation, table=table)

    def find(state: State) -> float:
        return _in_one_unit(searcher.search(state, plan.limits), searcher)

    return find


def _in_one_unit(result: Result, searcher: Searcher) -> float:
    """Return the value of a result in the unit of the evaluation; exact values are utilities."""
    assert not isinstance(result.value, tuple)
    return float(result.value * searcher.unit if result.is_proven else result.value)


def make_proof(solver: Solver) -> Callable[[State], float]:
    """Return the proof that finds exact values."""

    def find(state: State) -> float:
        _running.add(solver)
        try:
            score = solver.solve(state, strong=True, with_action=False).score
        finally:
            _running.discard(solver)
        if score is None:
            raise SpielbaumError(Message("stopped"))
        return score

    return find


_running: set[Solver] = set()
_stop = threading.Event()
_making = threading.Lock()


@lru_cache(maxsize=64)
def _worker(task: Task, _thread: int) -> tuple[Game, Callable[[State], float]]:
    """Return the game and the search of a thread; proofs of one process share a table."""
    with _making:
        game = _game(task)
        if not task.plan.exact:
            return game, make_search(game, task.plan, task.table)
        return game, make_proof(_solver(task).beside())


@lru_cache(maxsize=1)
def _solver(task: Task) -> Solver:
    solver = Solver(_game(task), table=task.table)
    solver.compile()
    return solver


@lru_cache(maxsize=1)
def _game(task: Task) -> Game:
    if task.version != __version__:
        raise InputError(
            Message("a worker has Spielbaum {} and this is {}: install the same on both", __version__, task.version)
        )
    game = load(task.game)
    if fingerprint(game, book_keys(game, exact=task.plan.exact)) != task.fingerprint:
        raise InputError(Message("a worker has different rules for {} than at the start of the run", task.game))
    return game


def forget_workers() -> None:
    """Free the tables of the workers in this process."""
    for cached in (_worker, _solver, _game):
        cached.cache_clear()


def task_of(game: str, record: Game, plan: Plan, table: str | None) -> Task:
    """Return the task of a plan; workers load the game by the text ``game``."""
    keys = book_keys(record, exact=plan.exact)
    return Task(game, replace(plan), table, __version__, fingerprint(record, keys))
