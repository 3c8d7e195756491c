"""Units of work: big enough to be worth sending, small enough at the end, and refused where they do not belong."""

import pickle
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from spielbaum.arena import executors
from spielbaum.arena.executors import played_units, spread
from spielbaum.arena.play import versions
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Pairing, Setup, Tournament
from spielbaum.arena.units import LARGEST_UNIT, Queue, play_unit
from spielbaum.arena.worker_pool import WorkerPool, given, here
from spielbaum.errors import CompileError, InputError, UnknownNameError

SETUP = Setup(game="nim", players=("random", "random(seed=1)"), games=1000)
OTHER = replace(SETUP, seed=1)


def pairings(setup: Setup) -> tuple[Pairing, ...]:
    return Tournament(setup).pairings


def lasting(seconds: float) -> list[GameRecord]:
    (game,) = play_unit(Queue([(SETUP, pairings(SETUP)[:1])]).take(1))
    return [replace(game, seconds=seconds)]


def sizes(queue: Queue, workers: int) -> list[int]:
    found = []
    while queue:
        found.append(len(queue.take(workers).pairings))
    return found


def test_a_unit_takes_half_a_second_or_one_game() -> None:
    queue = Queue([(SETUP, pairings(SETUP))])
    assert len(queue.take(2).pairings) == 1
    queue.note(SETUP, lasting(0.05))
    assert len(queue.take(2).pairings) == 10
    queue.note(SETUP, lasting(0.8))
    assert len(queue.take(2).pairings) == 1
    assert len(queue) == 1000 - 12


def test_the_unit_of_a_lost_worker_is_retried() -> None:
    class Losing(ThreadPoolExecutor):
        sent = 0

        def submit(self, call: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
            Losing.sent += 1
            if Losing.sent != 2:
                return super().submit(call, *arguments, **options)
            lost: Future[Any] = Future()
            lost.set_exception(BrokenProcessPool("gone"))
            return lost

    setup = replace(SETUP, games=20)
    with Losing(1) as executor:
        ended = [
            game.number for _, games in played_units([(setup, pairings(setup))], given(executor, 1)) for game in games
        ]
    assert sorted(ended) == list(range(20))
    assert Losing.sent > 2


def test_units_get_smaller_towards_the_end() -> None:
    queue = Queue([(SETUP, pairings(SETUP)), (OTHER, pairings(OTHER))])
    for setup in (SETUP, OTHER):
        queue.note(setup, lasting(1e-6))
    found = sizes(queue, workers=2)
    assert sum(found) == 2000
    assert max(found) == LARGEST_UNIT
    assert found[-1] == 1


def test_games_of_a_lost_worker_return_to_the_queue() -> None:
    queue = Queue([(SETUP, pairings(SETUP)), (OTHER, pairings(OTHER))])
    unit = queue.take(2)
    queue.put_back(unit)
    assert len(queue) == 2000
    assert queue.take(2) == unit


def test_an_edited_evaluation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def even(state):\n    return (0.0, 0.0)\n", encoding="utf-8")
    setup = replace(SETUP, players=(f"alpha-beta(depth=1, evaluation={path})", "random"))
    unit = Queue([(setup, pairings(setup)[:1])]).take(1)
    path.write_text("def even(state):\n    return (0.5, -0.5)\n", encoding="utf-8")
    with pytest.raises(InputError, match="does not have the files of nim: alpha-beta"):
        play_unit(unit)


def test_another_version_is_refused() -> None:
    unit = Queue([(SETUP, pairings(SETUP))]).take(1)
    assert len(play_unit(unit)) == 1
    with pytest.raises(InputError, match=f"a worker has Spielbaum {versions()['spielbaum']} and this is 9.9"):
        play_unit(replace(unit, version="9.9"))


@pytest.mark.parametrize("error", [UnknownNameError("game", "nimm", ["nim"]), CompileError("no", "the details")])
def test_errors_come_back_from_other_processes(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)


class Sleeps:
    """A queue of seconds to sleep."""

    def __init__(self, seconds: list[float]) -> None:
        self.seconds = seconds

    def __len__(self) -> int:
        return len(self.seconds)

    def take(self, _: int) -> float:
        return self.seconds.pop(0)

    def put_back(self, unit: float) -> None:
        self.seconds.append(unit)


def test_a_pool_is_left_while_its_workers_die(monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    shutdown = ProcessPoolExecutor.shutdown

    def late(executor: ProcessPoolExecutor, wait: bool = True, *, cancel_futures: bool = False) -> None:
        time.sleep(0.5 if cancel_futures else 0)
        shutdown(executor, wait, cancel_futures=cancel_futures)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", late)
    monkeypatch.setattr(executors, "COUNT_SECONDS", 0.5)

    def interrupt() -> None:
        raise KeyboardInterrupt

    @contextmanager
    def interrupted(losses: int) -> Iterator[WorkerPool]:
        with here(2)(losses) as pool:
            yield replace(pool, check=interrupt)

    with pytest.raises(KeyboardInterrupt):
        list(spread(Sleeps([30.0] * 4), time.sleep, interrupted))
    assert not failed
