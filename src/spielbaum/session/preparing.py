"""Compiling the searches of the levels ahead of time, for this machine or for a browser."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple

from spielbaum.errors import SpielbaumError, UnsupportedGameError
from spielbaum.game import Game
from spielbaum.kernel import target
from spielbaum.kernel.shipped import KernelFile
from spielbaum.registry import load
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, default_algorithm
from spielbaum.search.prepared import PreparedSearch
from spielbaum.search.proof.solver import Solver, refuse_unfit
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.compiler import Compiler, end_with_parent
from spielbaum.session.levels import LEVELS, level_player

PROOF = "proof"
"""Stands where another kernel has its algorithm."""


@dataclass(frozen=True)
class Prepared:
    """The outcome of preparing a search.

    Attributes
    ----------
    game
        As on the command line.
    algorithm
        The algorithm, or ``PROOF``.
    ready
        Whether it is compiled; otherwise the game has a fault, which ``check`` reports.
    compiled
        Whether it had to be compiled.
    seconds
        The time spent compiling.
    evaluation
        Its evaluation; None for the first of the game.
    hash, path
        For a browser: the hash of the kernel's name, and its file.
    reason
        For a browser: why it is interpreted there.
    """

    game: str
    algorithm: AlgorithmChoice | str
    ready: bool
    compiled: bool
    seconds: float
    evaluation: str | None = None
    hash: str | None = None
    path: str | None = None
    reason: str | None = None


def prepare(searches: Sequence[tuple[str, AlgorithmChoice]], workers: int | None = None) -> Iterator[Prepared]:
    """Compile searches into the cache on disk, each in its own process, and yield them as they finish.

    Closing the iterator, as Ctrl-C does, ends the processes; finished kernels stay on disk.

    Parameters
    ----------
    searches
        Games, as on the command line, and algorithms.
    workers
        The number of processes; by default one per processor.
    """
    missing = []
    for text, algorithm in searches:
        if _is_on_disk(text, algorithm):
            yield Prepared(text, algorithm, True, False, 0.0)
        else:
            missing.append((text, algorithm))
    compilers = {search: Compiler() for search in missing}

    def compile_one(search: tuple[str, AlgorithmChoice]) -> float:
        start = time.perf_counter()
        compilers[search].compile(*search, None)
        return time.perf_counter() - start

    executor = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        running = {executor.submit(compile_one, search): search for search in missing}
        for done in as_completed(running):
            text, algorithm = running[done]
            yield Prepared(text, algorithm, _is_on_disk(text, algorithm), True, done.result())
    finally:
        for compiler in compilers.values():
            compiler.close()
        executor.shutdown(cancel_futures=True)


class KernelOf(NamedTuple):
    """A kernel of a game: its algorithm, or ``PROOF``, and its evaluation, by default the first."""

    algorithm: AlgorithmChoice | str
    evaluation: str | None = None


def algorithms_of(game: Game, evaluation: str | None = None) -> list[AlgorithmChoice]:
    """Return the algorithms of the levels in a game, each once."""
    return list(dict.fromkeys(level_player(level, evaluation).for_game(game).algorithm for level in LEVELS))


def kernels_of(game: Game) -> list[KernelOf]:
    """Return what a browser needs of a game: the searches of the levels and of reviews, and a proof if there is one.

    Nothing is needed of a game that is interpreted on every machine.
    """
    if not game.compiled:
        return []
    _first, *others = game.evaluations or [""]
    found = [KernelOf(one, evaluation) for evaluation in (None, *others) for one in algorithms_of(game, evaluation)]
    found.append(KernelOf(default_algorithm(game)))
    with suppress(UnsupportedGameError):
        refuse_unfit(game)
        found.append(KernelOf(PROOF))
    return list(dict.fromkeys(found))


def prepare_for_browser(games: Sequence[str], workers: int | None = None) -> Iterator[Prepared]:
    """Compile what a browser needs of games, as WebAssembly, and yield each kernel as soon as it is ready.

    For each game these are ``kernels_of`` it. Closing the iterator ends the processes; finished kernels stay in the
    cache.

    Parameters
    ----------
    games
        As on the command line.
    workers
        The number of processes, each of which compiles one game; by default one per processor.
    """
    found = SimpleQueue[Prepared | None]()
    processes = list[subprocess.Popen[str]]()
    is_closed = threading.Event()

    def compile_game(text: str) -> None:
        command, pipe = [sys.executable, "-P", "-m", __name__, text], subprocess.PIPE
        environment, has_failed = {**os.environ, target.SETTING: target.WASM32}, True
        with (
            suppress(OSError),
            subprocess.Popen(
                command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
            ) as process,
        ):
            processes.append(process)
            if is_closed.is_set():
                process.kill()
            assert process.stdout is not None
            for line in process.stdout:
                found.put(Prepared(text, **json.loads(line)))
            has_failed = process.wait() != 0
        if has_failed:
            found.put(Prepared(text, "", False, True, 0.0, reason="the compiler has failed"))
        found.put(None)

    executor = ThreadPoolExecutor(workers or os.cpu_count() or 1)
    try:
        left = len([executor.submit(compile_game, text) for text in games])
        while left:
            one = found.get()
            left -= one is None
            if one is not None:
                yield one
    finally:
        is_closed.set()
        for process in processes:
            process.kill()
        executor.shutdown(cancel_futures=True)


def main(text: str) -> None:
    """Compile what a browser needs of a game, and print each kernel as a line of JSON, for the process that waits."""
    game = load(text)
    for algorithm, evaluation in kernels_of(game):
        start, row = time.perf_counter(), dict[str, Any](algorithm=str(algorithm), evaluation=evaluation)
        row |= {"ready": True, "compiled": False}
        try:
            file = file_of(game, algorithm, evaluation)
            row |= {"compiled": file.is_new, "hash": file.hash, "path": str(file.path)}
        except SpielbaumError as error:
            row |= {"ready": False, "reason": str(error)}
        print(json.dumps({**row, "seconds": time.perf_counter() - start}), flush=True)


def file_of(game: Game | str, algorithm: AlgorithmLike, evaluation: str | None = None) -> KernelFile:
    """Compile a kernel of a game for the target of this process, unless it is in the cache.

    Raises
    ------
    CompileError
        If it cannot be compiled.
    """
    return (Solver(game) if algorithm == PROOF else PreparedSearch(game, algorithm, evaluation=evaluation)).file()


def _is_on_disk(text: str, algorithm: AlgorithmChoice) -> bool:
    try:
        return Searcher(load(text), algorithm).is_compiled
    except Exception:  # a fault of the game, which a search reports
        return False


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    main(sys.argv[1])
    sys.stdout.flush()
    os._exit(0)  # the thread holds stdin, which Python would wait for
