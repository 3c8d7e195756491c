"""The two ends of a worker, for JavaScript: one in the application, one in the engine. Importing it needs Pyodide."""

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from spielbaum.browser.engine import Engine
from spielbaum.errors import Message, SpielbaumError


class JsWorker:
    """A worker that JavaScript starts, for ``BrowserPool``.

    Parameters
    ----------
    start
        ``(receive, fail) -> {post, terminate, flag}``: starts a worker. It calls ``receive`` with each message of the
        engine, a Uint8Array, and ``fail`` with a text if the worker fails. ``flag`` is an Int32Array in shared memory,
        or null.
    """

    on_message: Callable[[bytes], None]
    on_error: Callable[[str], None]

    def __init__(self, start: Callable[[Any, Any], Any]) -> None:
        self._proxies = (
            create_proxy(lambda message: self.on_message(message.to_bytes())),
            create_proxy(lambda text: self.on_error(text)),
        )
        try:
            self._worker = start(*self._proxies)
        except JsException as error:
            raise SpielbaumError(Message("an engine of this page cannot be started: {}", error)) from None
        self.stop_flag: MutableSequence[int] | None = self._worker.flag or None  # JavaScript's null is another object

    def post(self, message: bytes) -> None:
        """Send a message to the engine."""
        self._worker.post(to_js(message))

    def terminate(self) -> None:
        """End the worker at once."""
        self._worker.terminate()


def make_engine(post: Callable[[Any], object], flag: Sequence[int]) -> Engine:
    """Return the engine of a worker, whose ``receive`` takes a Uint8Array.

    Parameters
    ----------
    post
        Sends a Uint8Array to the application.
    flag
        The Int32Array in shared memory, or null.
    """
    return _JsEngine(lambda message: post(to_js(message)), lambda: bool(flag) and flag[0] == 1)


class _JsEngine(Engine):
    def receive(self, message: Any) -> None:
        super().receive(message.to_bytes())
