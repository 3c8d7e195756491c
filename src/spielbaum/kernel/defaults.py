"""NamedTuple classes with defaults, which Numba forgets when it makes one in compiled code."""

from types import FunctionType
from typing import Any


def maker(found: Any, suffix: str, module: str) -> FunctionType | None:
    """Return a function that makes a NamedTuple and knows its defaults; None for what is no such class.

    Parameters
    ----------
    found
        Any captured object.
    suffix, module
        What the function is called, and where it is said to be from, as the copies of a kernel's functions are.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> class Pair(NamedTuple):
    ...     a: int
    ...     b: int = 7
    >>> maker(Pair, "1", "m")(3), maker(int, "1", "m")
    (Pair(a=3, b=7), None)
    """
    if not isinstance(found, type) or not getattr(found, "_field_defaults", None):
        return None
    names = ", ".join(found._fields)  # type: ignore[attr-defined]
    made: dict[str, Any] = {"_class": found}
    exec(f"def make({names}):\n    return _class({names})", made)
    make: FunctionType = made["make"]
    make.__defaults__ = tuple(found._field_defaults.values())  # type: ignore[attr-defined]
    make.__qualname__, make.__module__ = f"{found.__qualname__}_{suffix}", module
    return make
