"""Errors that users see: an HTTP status and the key of a translated message."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from spielbaum.errors import InputError

log = logging.getLogger(__name__)


class WebError(Exception):
    """A request that is answered with an error.

    Parameters
    ----------
    status
        HTTP status, 400 to 499 or 503.
    key
        The key of the message, without the prefix ``error.``.
    values
        The values of its placeholders.
    """

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status = status
        self.key = f"error.{key}"
        self.values = values


@contextmanager
def store_errors() -> Iterator[None]:
    """Log an error of the database, and raise one without details for the user, with status 503."""
    try:
        yield
    except InputError as error:
        log.error("%s", error)
        raise WebError(503, "store") from None
