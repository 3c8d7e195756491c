"""Functions of a game that are decorated with Numba's ``@njit``.

Numba freezes the captures of such a function when it is first compiled. So a kernel
does not call it: it is copied like a plain function, with the options of the decorator.
"""

import sys
from types import FunctionType
from typing import Any


def is_jitted(value: object) -> bool:
    """Return whether an object is a decorated function."""
    if "numba" not in sys.modules:
        return False
    from numba.extending import is_jitted

    return bool(is_jitted(value))


def plain_function(value: Any) -> FunctionType | None:
    """Return the plain function of a function, decorated or not; None for any other value."""
    if isinstance(value, FunctionType):
        return value
    return value.py_func if is_jitted(value) and not refusal_of(value) else None


def refusal_of(dispatcher: Any) -> str:
    """Return why a decorated function cannot be copied, or nothing."""
    if not dispatcher._can_compile:
        return "which is compiled for given types only: write @njit without types"
    return "which has types for its variables: write @njit without locals" if dispatcher.locals else ""


def with_checks(options: dict[str, Any], checked: bool) -> dict[str, Any]:
    """Return options of the decorator that check indexes, unless they say themselves whether to."""
    return {**options, "boundscheck": checked if options.get("boundscheck") is None else options["boundscheck"]}


def options_of(dispatcher: Any) -> dict[str, Any]:
    """Return the options of the decorator, with sets as frozen sets."""
    options = dispatcher.targetoptions
    return {name: frozenset(value) if isinstance(value, set) else value for name, value in options.items()}
