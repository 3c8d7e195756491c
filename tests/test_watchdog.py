"""The watchdog: Ctrl-C during searches, endless loops, and the stack for deep recursion."""

import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Game, Solver, check_game, load, perft, search, tree, watchdog
from spielbaum.checking import trial
from spielbaum.errors import GameError, StuckError
from spielbaum.kernel import compile_kernel, numba_compiler
from spielbaum.kernel.self_test import passes_fit
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.watchdog import STACK_BYTES, deep_recursion, run_with_watchdog


class Work:
    """Runs until stopped; raises some signals at each tick."""

    def __init__(self, signals: int) -> None:
        self.signals, self.looks, self.stopped = signals, 0, threading.Event()

    def watch(self) -> None:
        for _ in range(self.signals):
            signal.raise_signal(signal.SIGINT)
        self.looks += 1

    def run(self) -> tuple[Any, bool]:
        work, stop = lambda: self.stopped.wait(20), self.stopped.set
        return run_with_watchdog(work, stop, steps=lambda: self.looks, on_tick=self.watch, interval=0.01)


@pytest.mark.parametrize("signals", [1, 3])
def test_ctrl_c_is_collected_and_not_raised_inside_the_watchdog(signals: int) -> None:
    work = Work(signals)
    assert work.run() == (True, True)
    assert work.looks == 1, "the tick ended although signals arrived during it"
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_ctrl_c_with_a_handler_of_the_caller() -> None:
    def own(number: int, frame: object) -> None:
        raise KeyboardInterrupt("own")

    before = signal.signal(signal.SIGINT, own)
    try:
        work = Work(1)
        assert work.run() == (True, True)
        assert work.looks == 0
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_ctrl_c_nothing_is_interrupted() -> None:
    assert run_with_watchdog(lambda: 7, lambda: None, steps=lambda: 0) == (7, False)
    assert run_with_watchdog(lambda: 7, lambda: None, steps=lambda: 0, seconds=0) == (7, False)


SLIDE = """
from typing import NamedTuple
from spielbaum import Game

class State(NamedTuple):
    counters: int
    to_move: int
    ply: int

def initial(): return State(7, 0, 0)
def to_move(state): return state.to_move
def actions(state):
    yield 1
    yield 2
def slide(state, action):
    rest = state.counters - action
    while rest == STUCK and state.ply == PLY and action == 2:
        rest = rest % 7
    return rest
def result(state, action): return State(max(0, slide(state, action)), 1 - state.to_move, state.ply + 1)
def is_terminal(state): return state.counters == 0
def utility(state): return (-1, 1) if state.to_move == 0 else (1, -1)
game = Game(name="slide", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True)
"""
"""A game with an infinite loop: after action 2 at the start, or after action 2 at ply 3."""

EARLY, LATE = {"STUCK": "5", "PLY": "0"}, {"STUCK": "2", "PLY": "3"}


@pytest.fixture
def slide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], Game]:
    """Return a function that makes a game with an infinite loop; it soon counts as stuck."""
    monkeypatch.setattr(watchdog, "PATIENCE", 0.3)

    def make(where: dict[str, str]) -> Game:
        text, path = SLIDE, tmp_path / "slide.py"
        for name, value in where.items():
            text = text.replace(name, value)
        path.write_text(text, encoding="utf-8")
        return load(path)

    return make


CALLS: dict[str, Callable[[Game], object]] = {
    "search": lambda game: search(game),
    "mcts": lambda game: search(game, simulations=1000),
    "solve": lambda game: Solver(game, table="1MB").solve(),
    "perft": lambda game: perft(game, depth=5),
    "tree": lambda game: tree(game),
}


@pytest.mark.interpreted
@pytest.mark.parametrize("name", CALLS)
def test_an_endless_loop_is_named(name: str, slide: Callable[..., Game], monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = r"slide in slide\.py, line 1[78], does not return: a loop in it may never end"
    with pytest.raises(GameError, match=sentence):  # before the search begins
        CALLS[name](slide(EARLY))
    monkeypatch.setattr(trial, "SECONDS", 0)  # after the first state of the trial
    with pytest.raises(StuckError, match=f"^{sentence}$"):
        CALLS[name](slide(LATE))
    assert not [thread for thread in threading.enumerate() if thread.name == "spielbaum-search"]


@pytest.mark.interpreted
def test_an_endless_loop_breaks_a_law(slide: Callable[..., Game]) -> None:
    (failure,) = check_game(slide(LATE)).failures
    assert failure.law == "every function comes back"
    assert "slide in slide.py, line 1" in failure.detail


def test_endless_compiled_code_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)
    done = threading.Event()
    with pytest.raises(StuckError, match=r"a compiled function of the game does not return.*SPIELBAUM_JIT=0"):
        run_with_watchdog(partial(done.wait, 20), lambda: None, steps=lambda: 0)
    done.set()


def test_ctrl_c_shortens_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(watchdog, "HURRY", 0.05)

    def twice() -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(StuckError) as caught:
        run_with_watchdog(lambda: done.wait(20), lambda: None, steps=lambda: 0, on_tick=twice, interval=0.01)
    assert caught.value.interrupted
    done.set()


@pytest.mark.passes
def test_ctrl_c_waits_until_llvm_has_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Otherwise the process may end with a segmentation fault."""
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    assert passes_fit()  # that takes a compilation, too
    compile_function, done = numba_compiler.compile_function, list[bool]()
    compile_kernel(lambda number: number - 1)(1)  # which tries the compiler

    def interrupted(*arguments: Any, **options: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        made = compile_function(*arguments, **options)
        done.append(True)
        return made

    def plus_one(number: int) -> int:
        return number + 1

    monkeypatch.setattr(numba_compiler, "compile_function", interrupted)
    kernel = compile_kernel(plus_one)
    with pytest.raises(KeyboardInterrupt):
        kernel(1)
    assert done
    assert kernel(1) == 2  # compiled kernels are kept
    assert len(done) == 1


def test_concurrent_searches_all_get_the_deep_stack() -> None:
    inside, leave = threading.Event(), threading.Event()
    seen: list[int] = []

    def first() -> None:
        with deep_recursion():
            inside.set()
            leave.wait(0.2)

    def second() -> None:
        with deep_recursion():
            leave.set()
            one.join(0.5)
            seen.append(threading.stack_size())

    before = threading.stack_size()
    one, other = threading.Thread(target=first), threading.Thread(target=second)
    one.start()
    inside.wait()
    other.start()
    one.join()
    other.join()
    assert seen == [STACK_BYTES]
    assert threading.stack_size() == before


def test_compiling_does_not_count_as_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.2)

    def compiling_long() -> int:
        with watchdog.patience():
            time.sleep(0.5)
        return 1

    assert run_with_watchdog(compiling_long, lambda: None, steps=lambda: 0) == (1, False)
    with pytest.raises(StuckError):
        run_with_watchdog(lambda: time.sleep(0.5), lambda: None, steps=lambda: 0)


@pytest.fixture
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, but only what is interpreted pauses."""
    monkeypatch.setattr(watchdog, "HAS_THREADS", False)
    monkeypatch.setattr(threading.Thread, "start", lambda _thread: pytest.fail("a thread is started"))
    monkeypatch.setattr(watchdog, "SLICE", 1 / 256)


GAME = load("connect-four:width=5,height=4")


@pytest.mark.usefixtures("without_threads")
@pytest.mark.interpreted("quick")
def test_without_threads_a_search_ends_in_time_and_reports_its_progress() -> None:
    seen: list[Progress] = []
    start = time.perf_counter()
    result = search(replace(GAME, compiled=False), seconds=0.4, progress=seen.append)
    assert time.perf_counter() - start < 5
    assert result.action is not None
    assert 1 <= len(seen) <= 5
    assert all(now.nodes <= result.nodes for now in seen)


@pytest.mark.usefixtures("without_threads")
def test_without_threads_progress_may_stop_a_search_and_nodes_are_those_of_any_other() -> None:
    game, stop = replace(GAME, compiled=False), Stop()
    stopped = search(game, seconds=20, progress=lambda _now: stop.set(), stop=stop)
    assert stopped.seconds < 10
    assert search(game, nodes=500, depth=20).nodes == 500
    assert search(game, depth=4).nodes == search(GAME, depth=4).nodes


@pytest.mark.usefixtures("without_threads")
def test_without_threads_the_pauses_follow_the_speed_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, stops = [0.0], list[float]()
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])

    def work() -> list[int]:
        slices, nodes = [], 0
        for node_seconds in (1 / 1024, 1 / 1024, 1 / 8192, 1 / 8192, 1 / 8192, 1 / 8, 1 / 8):
            slices.append(watchdog.at_pause(nodes, 1 << 40) - nodes)
            nodes += slices[-1]
            clock[0] += slices[-1] * node_seconds
        return slices

    found = run_with_watchdog(work, lambda: stops.append(clock[0]), steps=lambda: 0, seconds=104 / 1024)
    assert found == ([100, 4, 4, 16, 32, 32, 1], False)
    assert stops[0] == 104 / 1024, "the first pause at the deadline"
    assert watchdog.at_pause(5, 7) == 7, "no search is watched any more"


@pytest.mark.usefixtures("without_threads")
def test_without_threads_errors_and_ctrl_c_are_as_with_threads() -> None:
    def interrupted() -> str:
        signal.raise_signal(signal.SIGINT)
        watchdog.at_pause(1, 2)
        return "the best so far"

    asked: list[int] = []
    assert run_with_watchdog(interrupted, lambda: asked.append(1), steps=lambda: 0) == ("the best so far", True)
    assert asked == [1]
    with pytest.raises(GameError, match="of the game"):
        run_with_watchdog(partial(raise_error, GameError("of the game")), lambda: None, steps=lambda: 0)


def raise_error(error: Exception) -> None:
    raise error
