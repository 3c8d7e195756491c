"""The functions that an entry function reaches, copied with other globals, and a hash of their content.

A game is undecorated: its functions call one another through ordinary globals and closures. To compile
them, every function that can be reached is copied, and in the copies every name that stood for a plain
function stands for the compiled one. The hash is over code and constants, never over file or line, so
that a kernel stored on disk is found by another process and missed after any edit that matters.
"""

import dis
import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import CellType, CodeType, FunctionType
from typing import Any, Protocol, runtime_checkable

from spielbaum.kernel.defaults import maker
from spielbaum.kernel.seldom import is_seldom, seldom

Convert = Callable[[FunctionType, bool], Any]
"""``(function, inline) -> compiled function``"""


@runtime_checkable
class Replaced(Protocol):
    """A captured object that is something else in compiled code."""

    def native(self) -> Any:
        """Return what stands in its place."""

    def content(self) -> object:
        """Return what it depends on, for the hash."""


def captured(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield name and value of every global and closure variable the function, or a function in it, uses."""
    for name in sorted(_global_names(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, _cell_value(cell)


def content_hash(functions: Sequence[FunctionType]) -> str:
    """Return a hash of the code and the constants of functions.

    Parameters
    ----------
    functions
        All that an entry function reaches, from ``reachable_functions``.
    """
    digest = hashlib.sha256()
    for function in functions:
        digest.update(repr(_code_content(function.__code__)).encode())
        digest.update(repr((function.__defaults__, function.__kwdefaults__, is_seldom(function))).encode())
        for name, value in captured(function):
            plain = isinstance(value, FunctionType) and value in functions
            content: object = ("function", functions.index(value)) if plain else _value_content(value)
            digest.update(repr((name, content)).encode())
    return digest.hexdigest()[:24]


def reachable_functions(entry: FunctionType, is_native: Callable[[object], bool]) -> list[FunctionType]:
    """Return the plain functions that ``entry`` reaches, itself first.

    Parameters
    ----------
    entry
        Where to start.
    is_native
        Whether a captured function has a translation of its own and is not to be entered.
    """
    found = [entry]
    for function in found:
        values = (value for _, value in captured(function))
        found.extend(v for v in values if isinstance(v, FunctionType) and not is_native(v) and v not in found)
    return found


def mutual_recursions(functions: Sequence[FunctionType]) -> list[set[FunctionType]]:
    """Return the sets of two or more functions that call one another in circles.

    The strongly connected components of the call graph, found by walking it forwards and backwards.
    """
    calls = {f: {v for _, v in captured(f) if isinstance(v, FunctionType) and v in functions} for f in functions}
    reached = {function: _reachable(function, calls) for function in calls}
    circles = {frozenset({other for other in reached[f] if f in reached[other]}) for f in calls if f in reached[f]}
    return [set(circle) for circle in circles if len(circle) > 1]


def hub(circle: set[FunctionType]) -> FunctionType | None:
    """Return the function without which the others no longer call one another in circles, or None."""
    calls = {f: {v for _, v in captured(f) if isinstance(v, FunctionType)} & circle for f in circle}
    for candidate in sorted(circle, key=lambda function: function.__code__.co_firstlineno, reverse=True):
        others = {function: calls[function] - {candidate} for function in circle - {candidate}}
        if all(function not in _reachable(function, others) for function in others):
            return candidate
    return None


def _reachable(start: FunctionType, calls: dict[FunctionType, set[FunctionType]]) -> set[FunctionType]:
    seen: set[FunctionType] = set()
    pending = list(calls[start])
    while pending:
        function = pending.pop()
        if function not in seen:
            seen.add(function)
            pending.extend(calls[function])
    return seen


def copy_graph(
    entry: FunctionType,
    convert: Convert,
    is_native: Callable[[object], bool],
    suffix: str,
    inlined: set[FunctionType],
) -> Any:
    """Return ``convert(copy of entry)``, where the copy and all it reaches call converted functions.

    Parameters
    ----------
    entry
        Where to start.
    convert
        Called once for each copied function, before its captured names are filled in.
    is_native
        Whether a captured function stays as it is.
    suffix
        Appended to each ``__qualname__``: symbols of two kernels in one process must not be equal.
    inlined
        Functions that are to be put in place of their calls.
    """
    done: dict[int, Any] = {}

    def replaced(value: Any) -> Any:
        if isinstance(value, FunctionType) and not is_native(value):
            return copied(value)
        if isinstance(value, Replaced):
            return value.native()
        if (make := maker(value, suffix, __name__)) is not None:
            if id(value) not in done:
                done[id(value)] = convert(make, False)
            return done[id(value)]
        return _one_type(value) if isinstance(value, tuple) else value

    def copied(function: FunctionType) -> Any:
        if id(function) in done:
            return done[id(function)]
        cells = tuple(CellType() for _ in function.__closure__ or ())
        names: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells or None)
        copy.__kwdefaults__ = function.__kwdefaults__
        if is_seldom(function):
            seldom(copy)
        copy.__qualname__ = f"{function.__qualname__}_{suffix}"
        copy.__module__ = __name__  # a kept kernel imports the module of each function: this one is always there
        done[id(function)] = convert(copy, function in inlined)
        for name in _global_names(function.__code__):
            if name in function.__globals__:
                names[name] = replaced(function.__globals__[name])
        for target, cell in zip(cells, function.__closure__ or (), strict=True):
            target.cell_contents = replaced(_cell_value(cell))
        return done[id(function)]

    return copied(entry)


def _one_type(numbers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a tuple of integers with all of them unsigned where one is too large to be signed."""
    if type(numbers) is not tuple or not all(type(number) is int for number in numbers):
        return numbers
    if max(numbers, default=0) < 2**63 or min(numbers) < 0:
        return numbers
    import numpy as np

    return tuple(map(np.uint64, numbers))


def _cell_value(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # a name that is assigned later, or never
        return None


@cache
def global_loads(code: CodeType) -> tuple[tuple[CodeType, dis.Instruction], ...]:
    """Return every step of a code, or of a code in it, that reads a global name."""
    found = [(code, step) for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += global_loads(constant)
    return tuple(found)


def _global_names(code: CodeType) -> set[str]:
    return {step.argval for _, step in global_loads(code)}


def _code_content(code: CodeType) -> tuple[object, ...]:
    constants = tuple(_code_content(c) if isinstance(c, CodeType) else _value_content(c) for c in code.co_consts)
    return (
        code.co_name,
        code.co_code,
        constants,
        code.co_names,
        code.co_varnames,
        code.co_freevars,
        code.co_cellvars,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_flags,
        code.co_exceptiontable,
    )


def _value_content(value: Any) -> object:
    if isinstance(value, type):
        return ("class", value.__qualname__, getattr(value, "_fields", ()), _annotations(value), _defaults(value))
    if isinstance(value, tuple):
        return (type(value).__name__, *map(_value_content, value))
    if isinstance(value, frozenset):
        return ("frozenset", *sorted(map(repr, value)))
    if hasattr(value, "tobytes"):  # NumPy arrays and scalars
        return (type(value).__name__, str(value.dtype), getattr(value, "shape", ()), value.tobytes())
    if isinstance(value, Replaced):
        return (type(value).__name__, value.content())
    if callable(value) or type(value).__name__ == "module":
        return (type(value).__name__, getattr(value, "__module__", ""), getattr(value, "__name__", ""))
    return (type(value).__name__, repr(value))


def _defaults(cls: type) -> object:
    return [(name, _value_content(value)) for name, value in getattr(cls, "_field_defaults", {}).items()]


def _annotations(cls: type) -> tuple[str, ...]:
    return tuple(f"{name}: {hint}" for name, hint in getattr(cls, "__annotations__", {}).items())
