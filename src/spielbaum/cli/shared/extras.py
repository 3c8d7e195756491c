"""Commands that need an extra of the package."""

from collections.abc import Iterator
from contextlib import contextmanager

from spielbaum.errors import InputError, Message

_WEB = ("starlette", "uvicorn", "jinja2", "markupsafe", "anyio")


@contextmanager
def importing_web(command: str) -> Iterator[None]:
    """Import the packages of the web application in this block.

    Raises
    ------
    InputError
        If one of them is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _WEB:
            raise
        raise InputError(Message("spielbaum {} needs pip install 'spielbaum[web]'", command)) from None
