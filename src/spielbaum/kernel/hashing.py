"""The hash of a kernel: its functions and everything they capture.

The hash is over code and constants, never over file or line: another process finds a stored kernel, and any edit that
matters misses it. Captured values are encoded only if their whole content is known. Values that a kernel could
distinguish have different encodings: ``True`` is not ``1`` and ``-0.0`` is not ``0.0``. No value is encoded by its
``repr``, which may be abbreviated or contain an address.
"""

import hashlib
import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any, NewType, Protocol, runtime_checkable

from spielbaum.compiler.source import CACHED, undecorated
from spielbaum.errors import CompileError
from spielbaum.kernel.captures import Capture, captured, library_version, named_in_library, partition_of, place
from spielbaum.kernel.jitted import is_jitted, options_of, refusal_of
from spielbaum.kernel.marks import mark_of
from spielbaum.kernel.members import members_of
from spielbaum.kernel.natural import natural_functions, revision

Numbers = Mapping[FunctionType, int]
"""The functions of a kernel, numbered."""


@runtime_checkable
class Replaced(Protocol):
    """A captured object with a compiled counterpart."""

    def native(self) -> Any:
        """Return the counterpart."""

    def content(self) -> object:
        """Return the values that it depends on, for the hash."""


class UnfitError(Exception):
    """A value that cannot be compiled.

    Parameters
    ----------
    value
        The value, possibly a part of the captured one.
    advice
        What is wrong and how to fix it; follows its name and kind.
    """

    def __init__(self, value: object, advice: str) -> None:
        super().__init__(advice)
        self.value = value
        self.advice = advice

    def described(self, whole: object) -> str:
        """Return the kind of the captured value, and the advice."""
        inside = "" if whole is self.value else f"{_article(whole)} with "
        return f"{inside}{_article(self.value)}{' in it' if inside else ''}, {self.advice}"


def content_hash(functions: Sequence[FunctionType], *, checked: bool = True) -> str:
    """Return a hash of the code of functions and of everything they capture.

    Parameters
    ----------
    functions
        All that an entry function reaches, from ``reachable_functions``.
    checked
        Whether compiled code checks indexes and divisors.

    Raises
    ------
    CompileError
        If a function captures a value that cannot be compiled.
    """
    numbers = {function: number for number, function in enumerate(functions)}
    digest = hashlib.sha256(b"" if checked else b"unchecked")
    if natural_functions(functions):
        digest.update(revision().encode())
    for function in functions:  # exceptions name lines
        digest.update(encoded(partition_of(function.__code__), numbers))
    for function in functions:
        for used in _used(function):
            try:
                digest.update(packed(used.path, _encoded_capture(used, numbers)))
            except UnfitError as error:
                name = repr(used.path) if used.line else used.path
                sentence = f"{place(function, used.line)} uses {name}, {error.described(used.value)}"
                raise CompileError(sentence) from None
    return digest.hexdigest()[:24]


def _used(function: FunctionType) -> Iterator[Capture]:
    """Yield everything that a function depends on."""
    yield Capture("a constant", function.__code__, 0, "")
    yield Capture("a mark", mark_of(function), 0, "")
    for value in function.__defaults__ or ():
        yield Capture("a default", value, 0, "")
    for name, value in (function.__kwdefaults__ or {}).items():
        yield Capture(f"a default of {name}", value, 0, "")
    yield from captured(function)


def _encoded_capture(used: Capture, numbers: Numbers) -> bytes:
    value = used.value
    if used.library and not (is_data(value) or is_jitted(value) or isinstance(value, ModuleType)):
        return library(used.library)
    return encoded(value, numbers)


def encoded(value: Any, numbers: Numbers) -> bytes:
    """Return the encoding of a value.

    Parameters
    ----------
    value
        Anything that a function captures.
    numbers
        The functions of the kernel; a function among them is encoded by its number.

    Raises
    ------
    UnfitError
        If it cannot be compiled.
    """
    scalar = _SCALARS.get(type(value))
    if scalar is not None:
        return packed(type(value).__name__, scalar(value))
    for kind, write in _KINDS:
        if isinstance(value, kind):
            return write(value, numbers)
    if is_jitted(value):
        return _jitted(value, numbers)
    if _is_of_numpy(value):
        return _array(value)
    name = named_in_library(value)
    if name:
        return library(name)
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value, numbers)
    if isinstance(value, Replaced):
        return packed(f"replaced {type(value).__qualname__}", encoded(value.content(), numbers))
    return _others(value)


def is_data(value: object) -> bool:
    """Return whether a value is numbers or text, even if it is found in a library."""
    return isinstance(value, int | float | complex | str | bytes | tuple) or _is_of_numpy(value)


def packed(kind: str, *parts: bytes) -> bytes:
    """Return parts as one sequence of bytes that can be decoded unambiguously."""
    lengths = ",".join(str(len(part)) for part in parts)
    return b"".join((f"{kind}({lengths})".encode("utf-8", "surrogatepass"), *parts))


def library(name: str) -> bytes:
    """Return the encoding of an object that Numba translates: its name and the version of its library."""
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


def _tuple(value: tuple[Any, ...], numbers: Numbers) -> bytes:
    kind = type(value)
    if kind is tuple:
        if value and all(type(number) is float for number in value):
            return packed("floats", struct.pack(f"<{len(value)}d", *value))
        return packed("tuple", *(encoded(item, numbers) for item in value))
    if not hasattr(kind, "_fields"):
        raise UnfitError(value, "which cannot be compiled: make it a plain tuple or a NamedTuple")
    return packed("named tuple", _class(kind, numbers), *(encoded(item, numbers) for item in value))


def _set(value: set[Any] | frozenset[Any], numbers: Numbers) -> bytes:
    return packed(type(value).__name__, *sorted(encoded(item, numbers) for item in value))


def _list(value: list[Any], numbers: Numbers) -> bytes:
    return packed("list", *(encoded(item, numbers) for item in value))


def _dictionary(value: dict[Any, Any], numbers: Numbers) -> bytes:
    return packed("dict", *(encoded(part, numbers) for pair in value.items() for part in pair))


def _span(value: Any, numbers: Numbers) -> bytes:
    return packed(type(value).__name__, *(encoded(part, numbers) for part in (value.start, value.stop, value.step)))


def _code(code: CodeType, numbers: Numbers) -> bytes:
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    constants = (encoded(constant, numbers) for constant in code.co_consts)
    shape = encoded((code.co_name, *names, *counts), numbers)
    return packed("code", shape, code.co_code, code.co_exceptiontable, *constants)


def _function(function: FunctionType, numbers: Numbers) -> bytes:
    if function in numbers:
        return packed("function", _integer(numbers[function]))
    if function.__module__.startswith("spielbaum.kernel."):  # an intrinsic
        return packed("native", _text(f"{function.__module__}.{function.__qualname__}"))
    name = named_in_library(function)
    if not name:
        raise UnfitError(function, "which cannot be compiled: let every function have a name of its own")
    return library(name)


def _cached(value: Any, numbers: Numbers) -> bytes:
    return packed("cached", encoded(undecorated(value), numbers))


def _partial(value: Any, numbers: Numbers) -> bytes:
    return packed("partial", *(encoded(part, numbers) for part in (value.func, value.args, value.keywords)))


def _method(value: MethodType, numbers: Numbers) -> bytes:
    if not isinstance(value.__self__, type):
        return _others(value)
    return packed("method", encoded(value.__self__, numbers), encoded(value.__func__, numbers))


def _fields(value: Any, numbers: Numbers) -> bytes:
    return packed("fields", _text(type(value).__qualname__), encoded(vars(value), numbers))


def _jitted(dispatcher: Any, numbers: Numbers) -> bytes:
    advice = refusal_of(dispatcher)
    if advice or dispatcher.py_func not in numbers:
        raise UnfitError(dispatcher, advice or "which cannot be compiled: let every function have a name of its own")
    options = sorted(options_of(dispatcher).items())
    return packed("jitted", _function(dispatcher.py_func, numbers), encoded(tuple(options), numbers))


def _enum(value: Enum, numbers: Numbers) -> bytes:
    return packed("member", _class(type(value), numbers), _text(value.name))


def _class(cls: type, numbers: Numbers) -> bytes:
    name = _text(cls.__qualname__)
    if issubclass(cls, Enum):
        members = (encoded((key, member.value), numbers) for key, member in cls.__members__.items())
        bases = _text(" ".join(base.__qualname__ for base in cls.__mro__))
        return packed("enum", name, bases, _members(cls, numbers), *members)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        hints = tuple((field, _hint(hint)) for field, hint in _annotations(cls).items())
        defaults = tuple(getattr(cls, "_field_defaults", {}).items())
        content = encoded((cls._fields, hints, defaults), numbers)
        return packed("named tuple class", name, content, _members(cls, numbers))
    if named_in_library(cls):
        return library(named_in_library(cls))
    if issubclass(cls, BaseException):
        return packed("exception", _text(cls.__module__), name)
    advice = "make it a NamedTuple, or write its attributes where they are used"
    raise UnfitError(cls, f"of which only attributes can be used: {advice}")


def _members(cls: type, numbers: Numbers) -> bytes:
    """Return the encoding of the attributes of a class, and the methods and properties that the kernel may call."""
    called = tuple((name, numbers[member]) for name, member in members_of(cls).items() if member in numbers)
    held = {
        name: value
        for base in cls.__mro__
        for name, value in vars(base).items()
        if not name.startswith("_") and not isinstance(value, cls)
        if is_data(value) or isinstance(value, list | dict | set | frozenset)
    }
    return encoded((called, held), numbers)


def _annotations(cls: type) -> Mapping[str, object]:
    """Return the annotations of a class, including those that name what only type checkers import."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations

        return get_annotations(cls, format=Format.FORWARDREF)
    annotations: Mapping[str, object] = getattr(cls, "__annotations__", {})
    return annotations


def _hint(hint: object) -> str:
    """Return the name of an annotation; only ``U64`` and ``U128`` change what is compiled."""
    return hint if isinstance(hint, str) else str(getattr(hint, "__qualname__", type(hint).__qualname__))


def _new_type(value: NewType, _places: Numbers) -> bytes:
    return packed("new type", _text(f"{value.__module__}.{value.__name__}"))


def _module(value: ModuleType, _places: Numbers) -> bytes:
    raise UnfitError(value, f"of which only attributes can be used: write {value.__name__}.NAME where it is used")


def _is_of_numpy(value: object) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray | numpy.generic | numpy.dtype)


def _array(value: Any) -> bytes:
    """Return the encoding of an array, a scalar or a dtype of NumPy."""
    import numpy as np

    if isinstance(value, np.dtype):
        return _dtype(value)
    if type(value) is not np.ndarray and not isinstance(value, np.generic):
        return _others(value)
    if value.dtype.hasobject:
        raise UnfitError(value, "of Python objects, which cannot be compiled: give it a dtype of numbers")
    layout = (value.flags.c_contiguous, value.flags.f_contiguous) if type(value) is np.ndarray else ()
    shape = encoded((type(value).__name__, value.shape, layout), {})
    return packed("array", shape, _dtype(value.dtype), value.tobytes())


def _dtype(dtype: Any) -> bytes:
    try:
        fields = dtype.descr if dtype.fields else dtype.str
    except ValueError:
        raise UnfitError(dtype, "whose fields overlap, which cannot be compiled: let them lie side by side") from None
    return packed("dtype", encoded(_as_tuples(fields), {}), encoded((dtype.itemsize, dtype.isalignedstruct), {}))


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


def _others(value: object) -> bytes:
    from numba import types

    if isinstance(value, types.Number | types.Boolean):
        return packed("type", _text(type(value).__qualname__), _text(str(value)))
    raise UnfitError(value, "whose content is not known: make it numbers, a tuple of numbers or a NumPy array")


def _article(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    name = "function" if isinstance(value, FunctionType) else type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


_KINDS: tuple[tuple[Any, Callable[[Any, Numbers], bytes]], ...] = (
    (Enum, _enum),
    (tuple, _tuple),
    (CodeType, _code),
    (FunctionType, _function),
    (type, _class),
    (set | frozenset, _set),
    (list, _list),
    (dict, _dictionary),
    (range | slice, _span),
    (NewType, _new_type),
    (CACHED, _cached),
    (partial, _partial),
    (MethodType, _method),
    (SimpleNamespace, _fields),
    (ModuleType, _module),
)
