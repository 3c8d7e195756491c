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
"""Seconds to wait at the end for an engine that is compiling, before the process exits."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

POLL_INTERVAL = 0.5
"""Seconds between checks for a closed output while the last search completes."""


class LineWriter:
    """Writes lines from any thread, unbuffered; does nothing once the other end is closed.

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
    """An engine of a protocol: executes lines and writes its answers."""

    def execute(self, line: str) -> bool:
        """Execute a command; False after the last one."""

    def close(self, *, finish: bool = False, seconds: float | None = None) -> bool:
        """Stop the search unless it may ``finish``; return whether the engine has ended within some seconds."""


def serve(game: Game, settings: Settings, limits: Limits) -> None:
    """Speak UCI and UGI until ``quit``, or until the input ends and searches with limits are complete.

    Parameters
    ----------
    game
        A game for two players.
    settings
        The initial settings of the search.
    limits
        Limits for a ``go`` without limits.

    Raises
    ------
    SpielbaumError
        If the game is not for two players, or cannot be searched with these settings.
    """
    speak(lambda write: Engine(game, settings, limits, write))


def speak(make: Callable[[Callable[[str], None]], Speaker]) -> None:
    """Run an engine on standard input and output until its last command or the end of the input.

    Parameters
    ----------
    make
        Returns the engine, given a function that writes a line.
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
