"""The content of a captured value, as bytes for a hash.

Only kinds whose whole content is known are taken. Two values that a kernel could tell apart are not written alike:
``True`` is not ``1`` and ``-0.0`` is not ``0.0``. Nothing is written by its ``repr``, which may be abbreviated or hold
an address.
"""

import struct
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from types import CodeType, FunctionType, ModuleType
from typing import Any, NewType, Protocol, runtime_checkable

from spielbaum.kernel.captures import library_version, named_in_library
from spielbaum.kernel.jitted import is_jitted, options_of, refusal_of

Places = Mapping[FunctionType, int]
"""The functions of a kernel, each with its place among them."""


@runtime_checkable
class Replaced(Protocol):
    """A captured object that is something else in compiled code."""

    def native(self) -> Any:
        """Return what stands in its place."""

    def content(self) -> object:
        """Return what it depends on, for the hash."""


class UnfitError(Exception):
    """A value that no kernel can hold.

    Parameters
    ----------
    value
        The value, which may lie in another one.
    advice
        What is wrong with it and what would be right, after its name and kind.
    """

    def __init__(self, value: object, advice: str) -> None:
        super().__init__(advice)
        self.value = value
        self.advice = advice

    def told(self, whole: object) -> str:
        """Return kind and advice, for a value that was found in another one."""
        inside = "" if whole is self.value else f"{_article(whole)} with "
        return f"{inside}{_article(self.value)}{' in it' if inside else ''}, {self.advice}"


def written(value: Any, places: Places) -> bytes:
    """Return the content of a value.

    Parameters
    ----------
    value
        Anything that a function captures.
    places
        The functions of the kernel; a function among them counts by its place.

    Raises
    ------
    UnfitError
        If it is of no kind whose content is known.
    """
    scalar = _SCALARS.get(type(value))
    if scalar is not None:
        return packed(type(value).__name__, scalar(value))
    for kind, write in _KINDS:
        if isinstance(value, kind):
            return write(value, places)
    if is_jitted(value):
        return _jitted(value, places)
    if _is_of_numpy(value):
        return _numbers(value)
    name = named_in_library(value)
    if name:
        return library(name)
    if isinstance(value, Replaced):
        return packed(f"replaced {type(value).__qualname__}", written(value.content(), places))
    return _others(value)


def is_data(value: object) -> bool:
    """Return whether a value is numbers or text, whatever the library it is found in."""
    return isinstance(value, int | float | complex | str | bytes | tuple) or _is_of_numpy(value)


def refuse_sets(value: object) -> None:
    """Refuse a frozen set, which is hashed as a constant of code and cannot be captured.

    Raises
    ------
    UnfitError
        If it is one.
    """
    if isinstance(value, frozenset):
        _others(value)


def packed(kind: str, *parts: bytes) -> bytes:
    """Return parts as one text of bytes from which they could be read again."""
    lengths = ",".join(str(len(part)) for part in parts)
    return b"".join((f"{kind}({lengths})".encode("utf-8", "surrogatepass"), *parts))


def library(name: str) -> bytes:
    """Return the content of something that Numba translates: its name and the version of the library."""
    return packed("library", _text(name), _text(library_version(name)))


def _text(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _integer(number: int) -> bytes:
    return f"{number:x}".encode()


def _float(number: float) -> bytes:
    return struct.pack("<d", number)


_SCALARS: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda _: b"",
    type(...): lambda _: b"",
    bool: lambda value: b"1" if value else b"0",
    int: _integer,
    float: _float,
    complex: lambda value: _float(value.real) + _float(value.imag),
    str: _text,
    bytes: bytes,
}


def _tuple(value: tuple[Any, ...], places: Places) -> bytes:
    kind = type(value)
    if kind is tuple:
        if value and all(type(number) is float for number in value):
            return packed("floats", struct.pack(f"<{len(value)}d", *value))
        return packed("tuple", *(written(item, places) for item in value))
    if not hasattr(kind, "_fields"):
        raise UnfitError(value, "which cannot be compiled: make it a plain tuple or a NamedTuple")
    return packed("named tuple", _class(kind, places), *(written(item, places) for item in value))


def _frozenset(value: frozenset[Any], places: Places) -> bytes:
    return packed("frozenset", *sorted(written(item, places) for item in value))


def _span(value: Any, places: Places) -> bytes:
    return packed(type(value).__name__, *(written(part, places) for part in (value.start, value.stop, value.step)))


def _code(code: CodeType, places: Places) -> bytes:
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    constants = (written(constant, places) for constant in code.co_consts)
    shape = written((code.co_name, *names, *counts), places)
    return packed("code", shape, code.co_code, code.co_exceptiontable, *constants)


def _function(function: FunctionType, places: Places) -> bytes:
    if function in places:
        return packed("function", _integer(places[function]))
    if function.__module__.startswith("spielbaum.kernel."):  # it has a translation
        return packed("native", _text(f"{function.__module__}.{function.__qualname__}"))
    name = named_in_library(function)
    if not name:
        raise UnfitError(function, "which cannot be compiled: let every function have a name of its own")
    return library(name)


def _jitted(dispatcher: Any, places: Places) -> bytes:
    advice = refusal_of(dispatcher)
    if advice or dispatcher.py_func not in places:
        raise UnfitError(dispatcher, advice or "which cannot be compiled: let every function have a name of its own")
    options = sorted(options_of(dispatcher).items())
    return packed("jitted", _function(dispatcher.py_func, places), written(tuple(options), places))


def _enum(value: Enum, places: Places) -> bytes:
    return packed("member", _class(type(value), places), _text(value.name))


def _class(cls: type, places: Places) -> bytes:
    name = _text(cls.__qualname__)
    if issubclass(cls, Enum):
        members = (written((key, member.value), places) for key, member in cls.__members__.items())
        return packed("enum", name, _text(" ".join(base.__qualname__ for base in cls.__mro__)), *members)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        hints = tuple((field, _hint(hint)) for field, hint in getattr(cls, "__annotations__", {}).items())
        defaults = tuple(getattr(cls, "_field_defaults", {}).items())
        return packed("named tuple class", name, written((cls._fields, hints, defaults), places))
    if named_in_library(cls):
        return library(named_in_library(cls))
    if issubclass(cls, BaseException):
        return packed("exception", _text(cls.__module__), name)
    raise UnfitError(cls, "of which only attributes can be used: write them where they are used")


def _hint(hint: object) -> str:
    """Return the name of an annotation; none but ``U64`` changes what is compiled."""
    return hint if isinstance(hint, str) else str(getattr(hint, "__qualname__", type(hint).__qualname__))


def _new_type(value: NewType, _places: Places) -> bytes:
    return packed("new type", _text(f"{value.__module__}.{value.__name__}"))


def _module(value: ModuleType, _places: Places) -> bytes:
    raise UnfitError(value, f"of which only attributes can be used: write {value.__name__}.NAME where it is used")


def _is_of_numpy(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray | numpy.generic | numpy.dtype)


def _numbers(value: Any) -> bytes:
    """Return the content of an array, a scalar or a type of NumPy."""
    import numpy as np

    if isinstance(value, np.dtype):
        return _dtype(value)
    if type(value) is not np.ndarray and not isinstance(value, np.generic):
        return _others(value)
    if value.dtype.hasobject:
        raise UnfitError(value, "of Python objects, which cannot be compiled: give it a dtype of numbers")
    layout = (value.flags.c_contiguous, value.flags.f_contiguous) if type(value) is np.ndarray else ()
    shape = written((type(value).__name__, value.shape, layout), {})
    return packed("array", shape, _dtype(value.dtype), value.tobytes())


def _dtype(dtype: Any) -> bytes:
    try:
        fields = dtype.descr if dtype.fields else dtype.str
    except ValueError:
        raise UnfitError(dtype, "whose fields overlap, which cannot be compiled: let them lie side by side") from None
    return packed("dtype", written(_as_tuples(fields), {}), written((dtype.itemsize, dtype.isalignedstruct), {}))


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


def _others(value: object) -> bytes:
    from numba import types

    if isinstance(value, types.Number | types.Boolean):
        return packed("type", _text(type(value).__qualname__), _text(str(value)))
    if isinstance(value, list | dict | set | frozenset):
        instead = "a tuple, or a function" if isinstance(value, dict) else "a tuple"
        raise UnfitError(value, f"which cannot be compiled: make it {instead}")
    raise UnfitError(value, "whose content is not known: make it numbers, a tuple of numbers or a NumPy array")


def _article(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    name = "function" if isinstance(value, FunctionType) else type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


_KINDS: tuple[tuple[Any, Callable[[Any, Places], bytes]], ...] = (
    (Enum, _enum),
    (tuple, _tuple),
    (CodeType, _code),
    (FunctionType, _function),
    (type, _class),
    (frozenset, _frozenset),
    (range | slice, _span),
    (NewType, _new_type),
    (ModuleType, _module),
)
