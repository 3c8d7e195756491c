"""The kernels of the site, which are loaded when they are needed."""

from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus

from spielbaum.errors import Message, SpielbaumError
from spielbaum.kernel import shipped


def ship_kernels(hashes: Iterable[str]) -> None:
    """Load kernels from the site, whose names have these hashes."""
    shipped.INDEX = frozenset(hashes)
    shipped.SOURCE = _load


def _load(digest: str) -> bytes | None:
    """Return the file of a kernel; None if it is not shipped."""
    if shipped.INDEX is None or digest not in shipped.INDEX:
        return None
    from js import XMLHttpRequest
    from pyodide.ffi import JsException

    # A search cannot wait otherwise: it does not belong to the event loop.
    request = XMLHttpRequest.new()
    request.open("GET", f"kernels/{digest}{shipped.SUFFIX}", False)
    request.responseType = "arraybuffer"
    with suppress(JsException):
        request.send()
    if request.status != HTTPStatus.OK:
        raise SpielbaumError(Message("the compiled search cannot be loaded: go online once, and try again"))
    content: bytes = request.response.to_bytes()
    return content
