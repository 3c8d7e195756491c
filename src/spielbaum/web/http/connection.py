"""HTTP connections with a timeout for the headers of a request."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_TIMEOUT = 10
"""Seconds within which the request line and the headers must arrive."""


class Connection(H11Protocol):
    """A uvicorn connection with a header timeout, which uvicorn lacks."""

    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the timeout."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._update_timeout()

    def data_received(self, data: bytes) -> None:
        """Process the data, and stop the timeout once the headers are complete."""
        super().data_received(data)
        self._update_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        super().connection_lost(exc)
        self._stop_timeout()

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing; uvicorn advises installing a library for WebSockets."""

    def _update_timeout(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_timeout()
        elif self._timeout is None:
            self._timeout = self.loop.call_later(HEADER_TIMEOUT, self._close)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _close(self) -> None:
        self._timeout = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()
