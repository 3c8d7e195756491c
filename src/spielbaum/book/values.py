"""Units of work: the values of some positions, found by a worker that keeps its table from unit to unit."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from spielbaum import __version__
from spielbaum.book.keys import book_keys, fingerprint
from spielbaum.book.plan import Plan
from spielbaum.book.positions import Path
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.game import Game, State, Vector
from spielbaum.registry import load
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.result import Result
from spielbaum.search.proof.solver import Solver
from spielbaum.search.searcher import Searcher

UNIT_SECONDS = 5.0
"""So long a unit should take: long enough that a worker meets neighbours, and all that a kill costs it."""

LARGEST_UNIT = 200


@dataclass(frozen=True)
class Task:
    """What the positions of a book are searched with.

    Attributes
    ----------
    game, plan
        The game as it is loaded anywhere, and what the book holds.
    table
        Size of the table of each worker.
    version, fingerprint
        Of Spielbaum and of the game, where the book is built.
    """

    game: str
    plan: Plan
    table: str | None
    version: str
    fingerprint: str


@dataclass(frozen=True)
class Unit:
    """Positions of a task, by their numbers and the lines of play to them. It may be searched anywhere, and twice."""

    task: Task
    numbers: tuple[int, ...]
    paths: tuple[Path, ...]


class UnitQueue:
    """Positions that wait, and how they are cut into units: by how long those before took.

    Parameters
    ----------
    task
        What they are searched with.
    paths
        All positions.
    done
        The numbers of those that are known already.
    """

    def __init__(self, task: Task, paths: Sequence[Path], done: Sequence[int] | set[int] = ()) -> None:
        self._task, self._paths = task, paths
        known = set(done)
        self._waiting = deque(number for number in range(len(paths)) if number not in known)
        self._seconds = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self, workers: int) -> Unit:
        """Return the next unit; towards the end units get smaller, so that all workers finish together."""
        by_time = int(UNIT_SECONDS / self._seconds) if self._seconds else 1
        size = max(1, min(by_time, LARGEST_UNIT, len(self) // (2 * workers)))
        numbers = tuple(self._waiting.popleft() for _ in range(size))
        return Unit(self._task, numbers, tuple(self._paths[number] for number in numbers))

    def put_back(self, unit: Unit) -> None:
        """Let the positions of a unit wait again."""
        self._waiting.extendleft(reversed(unit.numbers))

    def note(self, positions: int, seconds: float) -> None:
        """Learn how long positions take."""
        mean = seconds / positions
        self._seconds = 0.7 * self._seconds + 0.3 * mean if self._seconds else mean


def value_unit(unit: Unit) -> list[float]:
    """Return the values of the positions of a unit, for the player to move.

    Raises
    ------
    SpielbaumError
        If this worker has another version of Spielbaum or of the game, or a position cannot be searched.
    """
    game, find = _worker(unit.task, threading.get_ident())
    values = []
    for path in unit.paths:
        if _stop.is_set():
            raise SpielbaumError("stopped")
        state = game.initial()
        for action in path:
            state = game.result(state, action)
        values.append(find(state))
    return values


def begin_units() -> None:
    """Let units be searched after others were stopped."""
    _stop.clear()


def stop_units() -> None:
    """Stop the searches of all threads of this process, which raise an error."""
    _stop.set()
    for solver in list(_running):
        solver.stop()


def make_worth(game: Game, plan: Plan) -> Callable[[State], Vector]:
    """Return what a finished position counts for each player, in the unit of a plan's values."""
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
    """Return the value of a result in the unit of the evaluation, which pay-offs that are exact are not in."""
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
            raise SpielbaumError("stopped")
        return score

    return find


_running: set[Solver] = set()
_stop = threading.Event()
_making = threading.Lock()


@lru_cache(maxsize=64)
def _worker(task: Task, _thread: int) -> tuple[Game, Callable[[State], float]]:
    """Return the game and the search of a thread; those of one process prove with one table."""
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
        raise InputError(f"a worker has Spielbaum {__version__} and this is {task.version}: install the same on both")
    game = load(task.game)
    if fingerprint(game, book_keys(game, exact=task.plan.exact)) != task.fingerprint:
        raise InputError(f"a worker has other rules of {task.game} than there were when the run began")
    return game


def forget_workers() -> None:
    """Free the tables of the workers in this process."""
    for cached in (_worker, _solver, _game):
        cached.cache_clear()


def task_of(game: str, record: Game, plan: Plan, table: str | None) -> Task:
    """Return the task of a plan; ``game`` is the text by which workers load it."""
    keys = book_keys(record, exact=plan.exact)
    return Task(game, replace(plan), table, __version__, fingerprint(record, keys))
