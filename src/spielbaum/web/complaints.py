"""Errors that a visitor sees: a status of HTTP and a key of the catalogue."""


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
