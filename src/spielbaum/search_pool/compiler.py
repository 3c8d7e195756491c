"""Compiling in a subprocess, which leaves the kernel in the cache on disk and frees the memory of the compiler.

Compiling in this process would take five times the memory and hold the global interpreter lock, so that running
searches would exceed their time limits.
"""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from spielbaum.kernel.progress import listen

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.search.algorithms.choice import AlgorithmChoice

T = TypeVar("T")
Report = Callable[[int, int], None]
"""Called with the number of functions translated so far, and their total."""

_STEP = re.compile(rb"translated (\d+) of (\d+)\s*")


class Compiler:
    """Compiles each search in a subprocess of its own, one at a time, until it is closed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def compile(
        self, name: str, algorithm: "AlgorithmChoice", evaluation: str | None, report: Report | None = None
    ) -> None:
        """Compile a search of a game, named as on the command line.

        It raises nothing: an error occurs again, with its message, when the kernel is loaded.

        Parameters
        ----------
        name, algorithm, evaluation
            The game, the algorithm and the evaluation.
        report
            Called at every step.
        """
        # Without -P, modules would first be imported from the directory where the server was started.
        command = [sys.executable, "-P", "-m", __name__, name, evaluation or "", str(algorithm)]
        devnull = subprocess.DEVNULL
        with (
            suppress(OSError),
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=devnull) as process,
        ):
            self._process = process
            if self._closed:
                process.kill()
            assert process.stdout is not None
            for line in process.stdout:
                if report and (step := _STEP.fullmatch(line)):
                    report(int(step[1]), int(step[2]))
            process.wait()

    def close(self) -> None:
        """End the subprocess, and start no other."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


def compile_together(game: "Game", name: str, algorithms: "Sequence[AlgorithmChoice]", evaluation: str | None) -> None:
    """Compile several searches of a game into the cache on disk, with one process per processor.

    It raises nothing: an error occurs again, with its message, when the search begins.

    Parameters
    ----------
    game, name
        The game, and its name on the command line.
    algorithms, evaluation
        The searches. Those on disk already cost nothing.
    """
    cores = os.cpu_count() or 1
    missing = [algorithm for algorithm in algorithms if not _is_compiled(game, algorithm, evaluation)]
    orders = [_order(missing, i, cores) for i in range(min(cores, len(missing)))]
    command, others = [sys.executable, "-P", "-m", __name__, name, evaluation or ""], list[subprocess.Popen[bytes]]()
    quiet = subprocess.DEVNULL
    try:
        for order in orders[1:]:
            with suppress(OSError):
                process = subprocess.Popen(
                    [*command, *map(str, order)], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
                )
                others.append(process)
        if orders:
            _compile(game, orders[0], evaluation)
        for process in others:
            process.wait()
    finally:
        for process in others:
            process.kill()
            process.communicate()


def _order(algorithms: Sequence[T], number: int, processes: int) -> list[T]:
    """Return the order in which a process compiles: every other process goes backwards, so that two meet.

    Examples
    --------
    >>> _order("abcd", 0, 2), _order("abcd", 1, 2)
    (['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'])
    """
    first = number // 2 * 2 * len(algorithms) // processes
    turned = [*algorithms[first:], *algorithms[:first]]
    return turned[::-1] if number % 2 else turned


def _is_compiled(game: "Game", algorithm: "AlgorithmChoice", evaluation: str | None) -> bool:
    from spielbaum.search.searcher import Searcher

    try:
        return Searcher(game, algorithm, evaluation=evaluation).is_compiled
    except Exception:  # raised again when the search begins
        return True


def _compile(game: "Game", algorithms: "Sequence[AlgorithmChoice]", evaluation: str | None) -> None:
    from spielbaum.search.searcher import Searcher

    for algorithm in algorithms:
        with suppress(Exception):
            Searcher(game, algorithm, evaluation=evaluation).compile()


def main(name: str, evaluation: str, *algorithms: str) -> None:
    """Compile searches into the cache on disk, unless they are there; an empty text means the first evaluation."""
    from spielbaum.registry import load
    from spielbaum.search.algorithms.choice import parse_algorithm

    _compile(load(name), [parse_algorithm(text) for text in algorithms], evaluation or None)


def end_with_parent() -> None:
    """Exit when the parent process has ended, which closes the pipe; it is never written to."""
    while os.read(0, 1024):  # sys.stdin would be locked, and Python could not end before its parent
        pass
    os._exit(1)


def print_step(done: int, total: int) -> None:
    """Print the progress of the compilation, for the process that waits for it."""
    print(f"translated {done} of {total}", flush=True)


if __name__ == "__main__":
    listen(print_step)
    threading.Thread(target=end_with_parent, daemon=True).start()
    main(*sys.argv[1:])
