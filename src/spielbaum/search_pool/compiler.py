"""Compiling in a subprocess, which leaves the kernel in the cache on disk and gives the compiler's memory back.

Compiled in this process, a kernel would take five times the memory, and hold the global interpreter lock meanwhile:
running searches would overstep their time limits.
"""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from spielbaum.kernel.steps import listen

if TYPE_CHECKING:
    from spielbaum.game import Game

Tell = Callable[[int, int], None]
"""Is told how many functions are translated, and of how many."""

_STEP = re.compile(rb"translated (\d+) of (\d+)\s*")


class Compiler:
    """Compiles searches in a subprocess each, one at a time, until it is closed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def compile(self, name: str, algorithm: str, evaluation: str | None, tell: Tell | None = None) -> None:
        """Compile a search of a game, named as on the command line.

        Nothing is raised: what fails here fails again, with its message, when the kernel is loaded.

        Parameters
        ----------
        name, algorithm, evaluation
            What is compiled.
        tell
            Is told of every step.
        """
        # Without -P, modules would first be looked for in the directory where the server was started.
        command = [sys.executable, "-P", "-m", __name__, name, evaluation or "", algorithm]
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
                if tell and (step := _STEP.fullmatch(line)):
                    tell(int(step[1]), int(step[2]))
            process.wait()

    def close(self) -> None:
        """End the subprocess, and start no other."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


def compile_together(game: "Game", name: str, algorithms: Sequence[str], evaluation: str | None) -> None:
    """Compile several searches of a game into the cache on disk, in as many processes as there are processors.

    Nothing is raised: what fails here fails again, with its message, when the search begins.

    Parameters
    ----------
    game, name
        The game, and how the command line calls it.
    algorithms, evaluation
        What is searched; those that are on disk already cost nothing.
    """
    cores = os.cpu_count() or 1
    missing = [algorithm for algorithm in algorithms if not _is_compiled(game, algorithm, evaluation)]
    orders = [_order(missing, i, cores) for i in range(min(cores, len(missing)))]
    command, others = [sys.executable, "-P", "-m", __name__, name, evaluation or ""], list[subprocess.Popen[bytes]]()
    quiet = subprocess.DEVNULL
    try:
        for order in orders[1:]:
            with suppress(OSError):
                process = subprocess.Popen([*command, *order], stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)
                others.append(process)
        if orders:
            _compile(game, orders[0], evaluation)
        for process in others:
            process.wait()
    finally:
        for process in others:
            process.kill()
            process.communicate()


def _order(algorithms: Sequence[str], number: int, processes: int) -> list[str]:
    """Return the order in which a process compiles: every other one backwards, so that two meet in the middle.

    Examples
    --------
    >>> _order("abcd", 0, 2), _order("abcd", 1, 2)
    (['a', 'b', 'c', 'd'], ['d', 'c', 'b', 'a'])
    """
    first = number // 2 * 2 * len(algorithms) // processes
    turned = [*algorithms[first:], *algorithms[:first]]
    return turned[::-1] if number % 2 else turned


def _is_compiled(game: "Game", algorithm: str, evaluation: str | None) -> bool:
    from spielbaum.search.driver.searcher import Searcher

    try:
        return Searcher(game, algorithm, evaluation=evaluation).is_compiled
    except Exception:  # which is told when the search begins
        return True


def _compile(game: "Game", algorithms: Sequence[str], evaluation: str | None) -> None:
    from spielbaum.search.driver.searcher import Searcher

    for algorithm in algorithms:
        with suppress(Exception):
            Searcher(game, algorithm, evaluation=evaluation).compile()


def main(name: str, evaluation: str, *algorithms: str) -> None:
    """Compile searches into the cache on disk, if nobody else has; an empty text stands for the first evaluation."""
    from spielbaum.registry import load

    _compile(load(name), algorithms, evaluation or None)


def end_with_parent() -> None:
    """Exit when the parent process has ended, which closes the pipe; nothing is ever written to it."""
    sys.stdin.buffer.read()
    os._exit(1)


def print_step(done: int, total: int) -> None:
    """Print how far the compilation is, for the process that waits for it."""
    print(f"translated {done} of {total}", flush=True)


if __name__ == "__main__":
    listen(print_step)
    threading.Thread(target=end_with_parent, daemon=True).start()
    main(*sys.argv[1:])
