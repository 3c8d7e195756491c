"""NumPy, imported when a statistic needs it: games are played, searched and stored without it."""

from typing import Any

from spielbaum.errors import InputError, Message


class LazyNumPy:
    """A stand-in for the module NumPy that imports it at first use.

    Parameters
    ----------
    purpose
        What needs NumPy, as the subject of a sentence in the plural.

    Examples
    --------
    >>> LazyNumPy("shares").sqrt(4.0)
    np.float64(2.0)
    """

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose

    def __getattr__(self, name: str) -> Any:
        """Return a name of NumPy.

        Raises
        ------
        InputError
            If NumPy is not installed.
        """
        try:
            import numpy as np
        except ImportError as error:
            raise InputError(Message("{} need NumPy, which is not installed", self._purpose)) from error
        found = getattr(np, name)
        setattr(self, name, found)
        return found
