"""Listening to standard input, and answering on standard output."""

import os
import sys
import threading
from typing import IO

from spielbaum.game import Game
from spielbaum.protocol.engine import Engine
from spielbaum.protocol.options import Settings
from spielbaum.search.core.limits import Limits

PATIENCE = 1.0
"""Seconds until an engine is left that does not end by itself, because it compiles."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

LOOKS_EVERY = 0.5
"""Seconds between looks at whether anybody still reads, while the last search comes to its end."""


class Lines:
    """Lines to a program, written whole by whatever thread, and at once; nothing is written once nobody reads.

    Parameters
    ----------
    stream
        Where to.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._lock = stream, threading.Lock()
        self.closed = False

    def write(self, line: str) -> None:
        """Write a line."""
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(line.encode("utf-8", "replace") + b"\n")
            except (OSError, ValueError):
                self.closed = True


def serve(game: Game, settings: Settings, limits: Limits) -> None:
    """Speak UCI and UGI until ``quit``, or until the input ends and searches that have limits are done.

    Parameters
    ----------
    game
        A game for two players.
    settings
        How it is searched, unless options say otherwise.
    limits
        For a ``go`` that has none.

    Raises
    ------
    SpielbaumError
        If the game is not for two, or cannot be searched so.
    """
    with open(sys.stdout.fileno(), "wb", buffering=0, closefd=False) as out:
        lines = Lines(out)
        engine = Engine(game, settings, limits, lines.write)
        code = INTERRUPTED
        try:
            for line in sys.stdin.buffer:
                if not engine.obey(line.decode("utf-8", "replace")) or lines.closed:
                    break
            else:
                while not (engine.close(finish=True, seconds=LOOKS_EVERY) or lines.closed):
                    pass
            code = 0
        finally:
            if not engine.close(seconds=PATIENCE):
                os._exit(code)
