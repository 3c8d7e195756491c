"""An engine on standard input and output."""

import os
import sys
import threading
from collections.abc import Callable
from typing import IO, Protocol

from spielbaum.files import lines_of
from spielbaum.game import Game
from spielbaum.protocol.engine import Engine
from spielbaum.protocol.options import Settings
from spielbaum.search.core.limits import Limits

PATIENCE = 1.0
"""Seconds to wait at the end for an engine that is compiling; then the process exits."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

POLL_INTERVAL = 0.5
"""Seconds between checks, while the last search runs to its end, that the output is still read."""


class LineWriter:
    """Writes whole lines from any thread, unbuffered; silent once the other end is closed.

    Parameters
    ----------
    stream
        The binary stream to write to.

    Attributes
    ----------
    closed
        Whether a write has failed.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._lock = stream, threading.Lock()
        self.closed = False

    def write(self, line: str) -> None:
        """Write a line, encoded as UTF-8."""
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(line.encode("utf-8", "replace") + b"\n")
            except (OSError, ValueError):
                self.closed = True


class Speaker(Protocol):
    """Understands lines of a protocol, and writes its answers by itself."""

    def execute(self, line: str) -> bool:
        """Execute a command; False after the last one."""

    def close(self, *, finish: bool = False, seconds: float | None = None) -> bool:
        """Stop what goes on, unless it is to ``finish``; return whether all has ended within these seconds."""


def serve(game: Game, settings: Settings, limits: Limits) -> None:
    """Speak UCI and UGI until ``quit``, or until the input ends and searches with limits have answered.

    Parameters
    ----------
    game
        A game for two players.
    settings
        How it is searched, until options are set.
    limits
        For a ``go`` that has none.

    Raises
    ------
    SpielbaumError
        If the game is not for two players, or cannot be searched with these settings.
    """
    speak(lambda write: Engine(game, settings, limits, write))


def speak(make: Callable[[Callable[[str], None]], Speaker]) -> None:
    """Let an engine speak on standard input and output until its last command, or until the input ends.

    Parameters
    ----------
    make
        Returns the engine, given what writes a line.
    """
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as out:
        lines = LineWriter(out)
        engine = make(lines.write)
        code = INTERRUPTED
        try:
            for line in lines_of(sys.stdin.buffer):
                if not engine.execute(line) or lines.closed:
                    break
            else:
                while not (engine.close(finish=True, seconds=POLL_INTERVAL) or lines.closed):
                    pass
            code = 0
        finally:
            if not engine.close(seconds=PATIENCE):
                os._exit(code)
