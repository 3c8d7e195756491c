"""Running the application with uvicorn until Ctrl-C, which ends event streams and searches at once."""

import logging
import socket
import sys
from types import FrameType

from starlette.applications import Starlette
from uvicorn import Config, Server

from spielbaum.web.http.connection import Connection
from spielbaum.web.live.site import Site

SHUTDOWN_TIMEOUT = 2
"""Seconds in which running responses may be completed."""

CONNECTIONS = 500
"""The most open connections; most systems allow a process 1024 files."""


class _Server(Server):
    """A server that closes its event streams on a signal; uvicorn would wait for them for ever."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close the event streams, then shut down."""
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        site.games.end_streams()
        site.classes.close()
        super().handle_exit(sig, frame)


def run(app: Starlette, listener: socket.socket, *, verbose: bool = False) -> None:
    """Serve until a signal arrives.

    Parameters
    ----------
    app
        The application.
    listener
        The listening socket.
    verbose
        Whether to log errors with tracebacks.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C, after everything is closed.
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
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        timeout_keep_alive=15,
        h11_max_incomplete_event_size=16 << 10,
    )
    _Server(config).run(sockets=[listener])


class _OneLine(logging.Formatter):
    """Formats a log record as one line, without a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        bare = logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None, "stack_info": None})
        return " ".join(super().format(bare).split())
