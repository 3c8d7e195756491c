"""Compiling ahead what the levels of games search with, so that nobody waits for it later."""

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
    """A search that is ready, or cannot be.

    Attributes
    ----------
    game
        As on the command line.
    algorithm
        What searches it.
    ready
        Whether it will begin without being compiled; else the game has a fault that ``check`` names.
    compiled
        Whether it had to be compiled.
    seconds
        How long that took.
    """

    game: str
    algorithm: AlgorithmChoice
    ready: bool
    compiled: bool
    seconds: float


def prepare(searches: Sequence[tuple[str, AlgorithmChoice]], workers: int | None = None) -> Iterator[Prepared]:
    """Compile searches into the cache on disk, each in a process of its own, and yield each as it is ready.

    Closing the iterator, as Ctrl-C does, ends the processes; what is ready stays on disk.

    Parameters
    ----------
    searches
        Games, as on the command line, and algorithms.
    workers
        How many processes run at once; by default as many as there are processors.
    """
    missing = []
    for text, algorithm in searches:
        if _is_kept(text, algorithm):
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
            yield Prepared(text, algorithm, _is_kept(text, algorithm), True, done.result())
    finally:
        for compiler in compilers.values():
            compiler.close()
        executor.shutdown(cancel_futures=True)


def _is_kept(text: str, algorithm: AlgorithmChoice) -> bool:
    try:
        return Searcher(load(text), algorithm).is_compiled
    except Exception:  # a fault of the game, which a search tells
        return False
