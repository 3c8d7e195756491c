"""The contents of a value as an immutable object; adapted states are compared by these."""

from collections import deque
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from spielbaum.errors import GameError, Message
from spielbaum.game.numbering import strict

PLAIN = frozenset({int, str, bytes, type(None)})
"""Classes whose values never equal those of another class in this set."""

ITSELF = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""Classes whose values are compared by identity: no state changes them."""


def contents(value: Any) -> Any:
    """Return a hashable image of a value; two images are equal only if the values have equal contents and types.

    Lists, dictionaries, sets, arrays and objects are traversed to any depth. Objects with their own equality and hash
    are compared by these.

    Parameters
    ----------
    value
        Any value that can be copied.

    Raises
    ------
    GameError
        If a part of it cannot be traversed, such as an iterator, or it contains itself.

    Examples
    --------
    >>> contents([[1, None], {"a": 2}]) == contents([[1, None], {"a": 2}])
    True
    >>> contents([1]) == contents((1,)), contents([1]) == contents([True]), contents({1, 2}) == contents({2, 1})
    (False, False, True)
    """
    try:
        return _contents(value)
    except RecursionError:
        raise GameError(Message("a state, a {}, contains itself, or is nested too deeply", kind_of(value))) from None


def kind_of(value: Any) -> str:
    """Return the name of a value's class."""
    return type(value).__name__


def _contents(value: Any) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in (list, tuple, deque):
        return (kind, *[part if type(part) in PLAIN else _contents(part) for part in value])
    if kind is dict:
        return kind, frozenset([(_contents(key), _contents(part)) for key, part in value.items()])
    if kind in (set, frozenset):
        return kind, frozenset([_contents(part) for part in value])
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        numbers = value.tobytes() if not value.dtype.hasobject else _contents(value.tolist())
        return kind, str(value.dtype), value.shape, numbers
    if isinstance(value, ITSELF) or (_hashes(kind) and _is_hashable(value)):
        return strict(value) if kind is not tuple else value
    return kind, _parts(value)


def _hashes(kind: type) -> bool:
    """Return whether a class has its own hash, rather than the one by identity."""
    own: Any = kind.__hash__
    return own is not None and own is not object.__hash__


def _is_hashable(value: Any) -> bool:
    if isinstance(value, tuple):  # a NamedTuple, whose parts may be equal but of different types
        return False
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _parts(value: Any) -> Any:
    """Return the parts from which a copy of an object is made."""
    if isinstance(value, tuple):
        return tuple([_contents(part) for part in value])
    try:
        reduced = value.__reduce_ex__(4)
    except TypeError:
        raise GameError(Message("a state has {!r}, a {}, which cannot be copied", value, kind_of(value))) from None
    if isinstance(reduced, str):
        return reduced
    maker, arguments, own, *items = reduced if len(reduced) > 2 else (*reduced, None)
    return maker, _contents(arguments), _contents(own), *(_contents(list(given or ())) for given in items[:2])
