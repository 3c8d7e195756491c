"""Compiling in a process of its own, which leaves the kernel on disk and takes the compiler's memory with it.

Compiled here, a kernel would take five times the memory, and hold up every thread that runs Python meanwhile: searches
would notice the end of their time too late.
"""

import os
import subprocess
import sys
import threading
from contextlib import suppress


class Compiler:
    """Compiles one search after the other, until it is closed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def compile(self, name: str, algorithm: str, evaluation: str | None) -> None:
        """Compile a search of a game, named as on the command line; what goes wrong shows when it is loaded."""
        # Without -P, modules would first be looked for in the directory where the server was started.
        words = [sys.executable, "-P", "-m", __name__, name, algorithm, *([] if evaluation is None else [evaluation])]
        nothing = subprocess.DEVNULL
        with (
            suppress(OSError),
            subprocess.Popen(words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing) as process,
        ):
            self._process = process
            if self._closed:
                process.kill()
            process.wait()

    def close(self) -> None:
        """End what is being compiled, and compile nothing more."""
        self._closed = True
        if self._process is not None:
            self._process.kill()


def main(name: str, algorithm: str, evaluation: str | None = None) -> None:
    """Compile a search, and leave it on disk."""
    from spielbaum.registry import load
    from spielbaum.search.driver.searcher import Searcher

    Searcher(load(name), algorithm, evaluation=evaluation).compile()


def end_with_parent() -> None:
    """Wait until the process that started this one has ended, and end too; nothing is ever written to the pipe."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    main(*sys.argv[1:])
