"""Compiling in a subprocess, which leaves the kernel in the cache on disk and gives the compiler's memory back.

Compiled in this process, a kernel would take five times the memory, and hold the global interpreter lock meanwhile:
running searches would overstep their time limits.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress


class Compiler:
    """Compiles searches in a subprocess each, one at a time, until it is closed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def compile(self, name: str, algorithm: str, evaluation: str | None) -> None:
        """Compile a search of a game, named as on the command line.

        Nothing is raised: what fails here fails again, with its message, when the kernel is loaded.
        """
        # Without -P, modules would first be looked for in the directory where the server was started.
        command = [sys.executable, "-P", "-m", __name__, name, algorithm, *([] if evaluation is None else [evaluation])]
        devnull = subprocess.DEVNULL
        with (
            suppress(OSError),
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=devnull, stderr=devnull) as process,
        ):
            self._process = process
            if self._closed:
                process.kill()
            process.wait()

    def close(self) -> None:
        """End the subprocess, and start no other."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


def main(name: str, algorithm: str, evaluation: str | None = None) -> None:
    """Compile a search into the cache on disk."""
    from spielbaum.registry import load
    from spielbaum.search.driver.searcher import Searcher

    Searcher(load(name), algorithm, evaluation=evaluation).compile()


def end_with_parent() -> None:
    """Exit when the parent process has ended, which closes the pipe; nothing is ever written to it."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    main(*sys.argv[1:])
