"""Running the application until Ctrl-C, which ends streams and searches at once."""

import logging
import socket
import sys
from types import FrameType

from starlette.applications import Starlette
from uvicorn import Config, Server

from spielbaum.web.http.connection import Connection
from spielbaum.web.live.site import Site

LAST_WORDS = 2
"""Seconds in which answers under way may still be given at the end."""

CONNECTIONS = 500
"""So many may be open at once; most systems let a process have 1024 files."""


class _Server(Server):
    """A server that ends its streams when it is asked to end, for they would go on for ever."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note a signal."""
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        site.games.end_streams()
        super().handle_exit(sig, frame)


def run(app: Starlette, listener: socket.socket, *, verbose: bool = False) -> None:
    """Answer requests until a signal comes.

    Parameters
    ----------
    app
        The application.
    listener
        Where requests come in.
    verbose
        Whether errors are noted with where they happened.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, after everything is closed.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine("spielbaum: %(message)s") if not verbose else logging.Formatter())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    config = Config(
        app,
        http=Connection,
        limit_concurrency=CONNECTIONS,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=LAST_WORDS,
        timeout_keep_alive=15,
        h11_max_incomplete_event_size=16 << 10,
    )
    _Server(config).run(sockets=[listener])


class _OneLine(logging.Formatter):
    """Errors on one line, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        bare = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        return " ".join(super().format(bare).split())
