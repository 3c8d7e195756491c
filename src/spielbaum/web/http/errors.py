"""Errors that a visitor sees: a status of HTTP and a key of the catalogue."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from spielbaum.errors import InputError

log = logging.getLogger(__name__)


class WebError(Exception):
    """A request that cannot be answered as it was asked.

    Parameters
    ----------
    status
        Of HTTP, 400 to 499 or 503.
    key
        Of the sentence in the catalogue, below ``error``.
    values
        What the sentence speaks of.
    """

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status = status
        self.key = f"error.{key}"
        self.values = values


@contextmanager
def store_faults() -> Iterator[None]:
    """Note what the database complains about, and tell the visitor less."""
    try:
        yield
    except InputError as error:
        log.error("%s", error)
        raise WebError(503, "store") from None
