"""The library OpenSpiel, or an error that names the extra."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from spielbaum.errors import InputError, Message

try:
    import pyspiel
except ImportError as error:
    raise InputError(Message("games of OpenSpiel need pip install 'spielbaum[openspiel]'")) from error

__all__ = ["first_line", "import_python_games", "pyspiel", "quietly"]


def import_python_games() -> None:
    """Register the games of OpenSpiel that are written in Python, if their dependencies are installed."""
    with suppress(ImportError):
        import open_spiel.python.games  # noqa: F401 - they register themselves


@contextmanager
def quietly() -> Iterator[None]:
    """Suppress what OpenSpiel prints to stderr besides raising an error."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def first_line(error: Exception) -> str:
    """Return the message of an OpenSpiel error, without the states printed below."""
    return str(error).strip().partition("\n")[0].rstrip(".")
