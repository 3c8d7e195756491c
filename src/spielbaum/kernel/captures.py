"""The captures of a function: the globals and closure variables that its code reads, and attributes of modules.

A captured module, plain class or NamedTuple of functions is a namespace: only the attributes that are read
count, such as ``helper.PAY``. So a kernel depends on these, and not on the rest of the module.
"""

import dis
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from spielbaum.errors import CompileError, Message

_ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
_TRANSLATED_LIBRARIES = frozenset({
    "builtins", "cmath", "collections", "copy", "functools", "heapq", "itertools", "math", "numba", "numpy", "operator",
    "random", "scipy",
})  # fmt: skip


class Use(NamedTuple):
    """A read of a name in code, with the attributes that follow it."""

    name: str
    attributes: tuple[str, ...]
    line: int
    is_global: bool


class Capture(NamedTuple):
    """An object that a function uses.

    Attributes
    ----------
    path
        Its name, with the attributes of namespaces: ``helper.PAY``.
    value
        The object.
    line
        The line that reads it.
    library
        Its name in a library that Numba supports, if it is from one.
    """

    path: str
    value: Any
    line: int
    library: str


_REMEMBERED: ContextVar[dict[FunctionType, tuple[Capture, ...]] | None] = ContextVar("remembered", default=None)


@contextmanager
def remembered_captures() -> Iterator[None]:
    """Look up the captures of each function once in this block, in which no global changes."""
    token = _REMEMBERED.set({})
    try:
        yield
    finally:
        _REMEMBERED.reset(token)


def captured(function: FunctionType) -> Iterable[Capture]:
    """Return the globals and closure variables that a function, or a nested function, uses.

    Raises
    ------
    CompileError
        If a namespace has no such attribute.
    """
    known = _REMEMBERED.get()
    if known is None:
        return _captured(function)
    if function not in known:
        known[function] = tuple(_captured(function))
    return known[function]


def _captured(function: FunctionType) -> Iterator[Capture]:
    seen = set()
    for use, start in uses_with_values(function):
        if (use.name, use.attributes) in seen:
            continue
        seen.add((use.name, use.attributes))
        value, path, library = start, use.name, _library(start)
        for attribute in use.attributes:
            if not is_namespace(value) and not _is_library(value):
                break
            path = f"{path}.{attribute}"
            try:
                value = getattr(value, attribute)
            except AttributeError:
                raise undefined(function, use.line, path) from None
            library = library and f"{library}.{attribute}"
            library = library or _library(value)
        yield Capture(path, value, use.line, library)


def uses_with_values(function: FunctionType) -> Iterator[tuple[Use, Any]]:
    """Yield every read of a captured name with its value, in the order of names."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    for use in sorted(uses(function.__code__), key=lambda use: (use.name, use.attributes, use.line)):
        if not use.is_global:
            yield use, cell_value(cells[use.name])
        elif use.name in function.__globals__:
            yield use, function.__globals__[use.name]


def cell_value(cell: CellType) -> Any:
    """Return the value of a closure variable, None before it is assigned."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


@cache
def uses(code: CodeType) -> tuple[Use, ...]:
    """Return every read of a global or a closure variable in code, including nested code."""
    return tuple(_uses(code, frozenset(code.co_freevars), code.co_firstlineno))


def _uses(code: CodeType, free: frozenset[str], line: int) -> Iterator[Use]:
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("EXTENDED_ARG", "CACHE", "NOP")]
    for place, step in enumerate(steps):
        line = (step.positions and step.positions.lineno) or line
        is_global = step.opname == "LOAD_GLOBAL"
        if is_global or (step.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF") and step.argval in free):
            end = place + 1
            while end < len(steps) and steps[end].opname in _ATTRIBUTES:
                end += 1
            yield Use(step.argval, tuple(read.argval for read in steps[place + 1 : end]), line, is_global)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _uses(constant, free & frozenset(constant.co_freevars), constant.co_firstlineno)


def is_namespace(value: object) -> bool:
    """Return whether only the attributes of an object count: a module, a plain class, a dataclass, or functions."""
    if isinstance(value, ModuleType):
        return not _is_library(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return any(isinstance(item, FunctionType) or is_namespace(item) for item in value)
    if isinstance(value, SimpleNamespace) or (is_dataclass(value) and not isinstance(value, type)):
        return True
    return (
        type(value) is type
        and not hasattr(value, "_fields")
        and not issubclass(value, Enum | BaseException)
        and not named_in_library(value)
    )


def named_in_library(value: object) -> str:
    """Return the qualified name of an object in a library that Numba supports, else nothing."""
    module = str(getattr(value, "__module__", "")).removeprefix("_")
    if module.partition(".")[0] not in _TRANSLATED_LIBRARIES or not _is_library(sys.modules.get(module)):
        return ""
    for name in (getattr(value, "__qualname__", ""), getattr(value, "__name__", "")):
        found: object = sys.modules[module]
        for attribute in name.split("."):
            found = getattr(found, attribute, None)
        if found is value:
            return f"{module}.{name}"
    return ""


def library_version(name: str) -> str:
    """Return the version of the library of a qualified name."""
    root = sys.modules.get(name.partition(".")[0])
    return str(getattr(root, "__version__", sys.version))


def undefined(function: FunctionType, line: int, path: str) -> CompileError:
    """Return the error for an undefined name."""
    return CompileError(
        Message("{} {}", place(function, line), Message("uses the name {!r}, which is not defined", path))
    )


def place(function: FunctionType, line: int = 0) -> Message:
    """Return the place of a function, or of a line of it, for the start of a sentence."""
    code = function.__code__
    return Message(
        "{} in {}, line {},", function.__name__, Path(code.co_filename).name, str(line or code.co_firstlineno)
    )


def lines_of(code: CodeType) -> list[int]:
    """Return the lines of a function that have code, in ascending order."""
    return sorted({line for line in _lines(code) if line} | {code.co_firstlineno})


def partition_of(code: CodeType) -> tuple[int, ...]:
    """Return how code is divided into lines; it is the same wherever the function is in its file."""
    places = {line: place for place, line in enumerate(lines_of(code))}
    return tuple(places[line] for line in _lines(code) if line)


def _lines(code: CodeType) -> Iterator[int | None]:
    yield from (line for *_, line in code.co_lines())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)


_OWN = Path(__file__).resolve().parent.parent


def is_of_a_game(function: FunctionType) -> bool:
    """Return whether a function is in the file of a game, and not in another part of this package."""
    return _is_outside(function.__code__.co_filename)


@cache
def _is_outside(file: str) -> bool:
    path = Path(file).resolve()
    return not path.is_relative_to(_OWN) or "games" in path.relative_to(_OWN).parts


def _library(value: object) -> str:
    return value.__name__ if isinstance(value, ModuleType) and _is_library(value) else ""


def _is_library(value: object) -> bool:
    """Return whether an object is a module of a library that Numba supports, and not a user's of that name."""
    if not isinstance(value, ModuleType) or sys.modules.get(value.__name__) is not value:
        return False
    root = value.__name__.partition(".")[0]
    if root not in _TRANSLATED_LIBRARIES:
        return False
    file = getattr(value, "__file__", None)
    return file is None or root in ("numba", "numpy", "scipy") or _is_shipped(file)


@cache
def _is_shipped(file: str) -> bool:
    """Return whether a file belongs to the standard library."""
    return any(Path(file).is_relative_to(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib"))
