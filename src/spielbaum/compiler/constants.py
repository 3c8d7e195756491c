"""Captured objects as values: numbers, and tables packed into the module."""

import ast
from collections.abc import Mapping, Sequence
from enum import Enum
from types import BuiltinFunctionType, FunctionType
from typing import Any

from spielbaum.compiler.code import float_word, whole_word
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    RANGE,
    STR,
    UINT,
    EnumT,
    OptionalT,
    SequenceT,
    TupleT,
    join_all,
)
from spielbaum.compiler.values import SMALL, Constant, Value

SMALLEST, LARGEST = -(2**63), 2**64 - 1
"""The numbers that words can hold, with a sign or without."""


def plain(value: Any) -> Any:
    """Return a captured object as numbers, tuples, dictionaries, and members of enumerations that are no numbers."""
    if isinstance(value, Enum):
        return plain(value.value) if isinstance(value, int | float | str | tuple) else value
    if hasattr(value, "tolist") and not isinstance(value, type):  # an array or a number of NumPy
        return plain(_nested(value.tolist()))
    return value


def members_of(cls: Any) -> tuple[Any, ...]:
    """Return the members of an enumeration."""
    return tuple(cls)


def _nested(value: Any) -> Any:
    return tuple(map(_nested, value)) if isinstance(value, list) else value


def type_of_constant(value: Any) -> Any:
    """Return the type of a captured object at run time, or None."""
    value = plain(value)
    if value is None:
        return NONE
    if isinstance(value, Enum):
        return EnumT(type(value)) if value in members_of(type(value)) else None
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return (INT if value < 2**63 else UINT) if SMALLEST <= value <= LARGEST else None
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, str):
        return STR
    if isinstance(value, range):
        return RANGE
    if isinstance(value, tuple):
        items = [type_of_constant(item) for item in value]
        if None in items:
            return None
        if value and items[0] in (INT, UINT) and set(items) == {INT, UINT} and min(value) >= 0:
            items = [UINT] * len(items)
        return TupleT(tuple(items), type(value) if hasattr(value, "_fields") else None)
    if isinstance(value, list):
        element = element_type(value)
        return None if element is None else SequenceT(element)
    return None


def element_type(value: Sequence[Any]) -> Any:
    """Return the type that holds every element of a constant sequence, or None."""
    kinds = [type_of_constant(item) for item in value]
    if None in kinds:
        return None
    if set(kinds) == {INT, UINT} and min(value) >= 0:
        return UINT
    return join_all(kinds)


def words_of(emitter: Emitter, value: Any, kind: Any) -> list[str]:
    """Return the words of a constant as a value of a type."""
    value = plain(value)
    if isinstance(kind, OptionalT):
        return ["0"] * kind.words if value is None else ["1", *words_of(emitter, value, kind.inner)]
    if kind == FLOAT:
        return [float_word(float(value))]
    if kind == STR:
        return [str(emitter.unit.string(value))]
    if kind in (INT, BOOL, UINT):
        return [whole_word(int(value))]
    if isinstance(kind, EnumT):
        return [str(members_of(kind.cls).index(value))]
    if kind == RANGE:
        return [str(value.start), str(value.stop), str(value.step)]
    if isinstance(kind, TupleT):
        return [word for item, inner in zip(value, kind.items, strict=True) for word in words_of(emitter, item, inner)]
    if isinstance(kind, SequenceT):
        return [_address(header(emitter, value, kind.element))]
    return []


def _address(table: str) -> str:
    return f"ptrtoint (ptr {table} to i64)"


def header(emitter: Emitter, value: Any, element: Any) -> str:
    """Return the address of the header of a constant sequence: its length, its room and its data."""
    data = table(emitter, value, element)
    return emitter.unit.table([str(len(value)), str(len(value)), _address(data)])


def table(emitter: Emitter, value: Any, element: Any) -> str:
    """Return the address of the elements of a constant sequence."""
    words = [word for item in value for word in words_of(emitter, item, element)]
    return emitter.unit.table(words)


def constant_value(emitter: Emitter, constant: Constant, node: ast.AST) -> Value:
    """Return the value of a captured object at run time."""
    value = plain(constant.value)
    kind = type_of_constant(value)
    if kind is None:
        if isinstance(value, int):
            emitter.fail(node, f"uses {value}, a number of more than 64 bits: keep numbers below 2**63")
        emitter.fail(node, f"uses {described(constant)}, where a value is needed{_reason(value)}")
    words = words_of(emitter, value, kind)
    if len(words) > SMALL:
        return Value(kind, pointer=emitter.unit.table(words))
    if kind in (INT, UINT, BOOL):
        return Value(kind, tuple(words), known=value)
    return Value(kind, tuple(words))


def as_constant(emitter: Emitter, value: Any, path: str, node: ast.AST) -> Any:
    """Return a captured object; a number, a bool or None as a value."""
    plainly = plain(value)
    if plainly is None or isinstance(plainly, bool | int | float):
        return emitter.value(Constant(plainly, path), node)
    return Constant(value, path)


def is_table(constant: Any) -> bool:
    """Return whether an object is a captured tuple, list, range, array or text."""
    return isinstance(constant, Constant) and isinstance(plain(constant.value), tuple | list | range | str)


def keys_of(value: Mapping[Any, Any] | Any) -> tuple[Any, ...]:
    """Return the keys of a captured dictionary, or the elements of a captured set, as numbers, texts and tuples."""
    return tuple(map(plain, value))


def _reason(value: Any) -> str:
    """Return why an object has no value at run time, for the end of a sentence."""
    if isinstance(value, tuple | list):
        return ": let all its elements have one type"
    if isinstance(value, dict | set | frozenset):
        return f": make a new one, {type(value).__name__}(...)"
    return ": call it, or write its value" if callable(value) else ": make it numbers, tuples or a NamedTuple"


_KINDS = {"Closure": "nested function", "Generator": "generator", "Method": "method"}


def described(value: Any) -> str:
    """Return how a sentence names an object that exists only while a function is translated."""
    if isinstance(value, Constant):
        name = f"{value.path!r}, " if value.path else ""
        if isinstance(value.value, FunctionType | BuiltinFunctionType):
            return f"the function {value.path!r}"
        if isinstance(value.value, type):
            return f"the class {value.path!r}"
        shown = type(value.value).__name__
        return f"{name}{'an' if shown[0] in 'aeiou' else 'a'} {shown}"
    kind = getattr(value, "kind", None) or _KINDS.get(type(value).__name__, "object")
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
