"""A connection to the server: whoever opens one must say within a time what is wanted."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10
"""Seconds in which the first line and the headers of a request must have come."""


class Connection(H11Protocol):
    """A connection of uvicorn, which alone would wait for ever for the rest of a request."""

    _hurry: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Read on, and wait for the rest of the headers."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _unsupported_upgrade_warning(self) -> None:
        """Leave it at an ordinary answer; uvicorn would also advise to install what talks over WebSockets."""

    def _wait(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(PATIENCE, self._close)

    def _stop_waiting(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _close(self) -> None:
        self._hurry = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()
