"""Compiling the searches of the levels ahead of time."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from spielbaum.registry import load
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool.compiler import Compiler


@dataclass(frozen=True)
class Prepared:
    """The outcome of preparing a search.

    Attributes
    ----------
    game
        As on the command line.
    algorithm
        The algorithm.
    ready
        Whether it is compiled; otherwise the game has a fault, which ``check`` reports.
    compiled
        Whether it had to be compiled.
    seconds
        The time spent compiling.
    """

    game: str
    algorithm: AlgorithmChoice
    ready: bool
    compiled: bool
    seconds: float


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


def _is_on_disk(text: str, algorithm: AlgorithmChoice) -> bool:
    try:
        return Searcher(load(text), algorithm).is_compiled
    except Exception:  # a fault of the game, which a search reports
        return False
