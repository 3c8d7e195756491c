"""The functions that an entry function reaches, copied with other globals, and a hash of their content.

A game is undecorated: its functions call one another through ordinary globals and closures. To compile
them, every function that can be reached is copied, and in the copies every name that stood for a plain
function stands for the compiled one. The hash is over code and constants, never over file or line, so
that a kernel stored on disk is found by another process and missed after any edit that matters.

What is compiled is what was hashed: arrays as they are now, and of a module the attributes that are used.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from spielbaum.errors import CompileError
from spielbaum.kernel.calling import Wide
from spielbaum.kernel.captures import Capture, captured, is_namespace, named_in_library, place, uses_with_values
from spielbaum.kernel.content import Places, Replaced, UnfitError, is_data, library, packed, refuse_sets, written
from spielbaum.kernel.defaults import maker
from spielbaum.kernel.jitted import is_jitted, options_of, plain_function
from spielbaum.kernel.marks import copy_mark, mark_of

Convert = Callable[[FunctionType, bool, dict[str, Any] | None], Any]
"""``(function, inline, options of @njit or None) -> compiled function``"""

LONG = 1024
"""Tuples of so many integers are compiled as arrays."""


def content_hash(functions: Sequence[FunctionType], *, checked: bool = True) -> str:
    """Return a hash of the code of functions and of all that they capture.

    Parameters
    ----------
    functions
        All that an entry function reaches, from ``reachable_functions``.
    checked
        Whether what is compiled checks indexes and divisors.

    Raises
    ------
    CompileError
        If a function captures what no kernel can hold, or a value of a kind whose content is not known.
    """
    places = {function: number for number, function in enumerate(functions)}
    digest = hashlib.sha256(b"" if checked else b"unchecked")
    for function in functions:
        for used in _used(function):
            try:
                digest.update(packed(used.path, _content(used, places)))
            except UnfitError as error:
                name = repr(used.path) if used.line else used.path
                told = f"{place(function, used.line)} uses {name}, {error.told(used.value)}"
                raise CompileError(told) from None
    return digest.hexdigest()[:24]


def _used(function: FunctionType) -> Iterator[Capture]:
    """Yield all that a function depends on."""
    yield Capture("a constant", function.__code__, 0, "")
    yield Capture("a mark", mark_of(function), 0, "")
    for value in function.__defaults__ or ():
        yield Capture("a default", value, 0, "")
    for name, value in (function.__kwdefaults__ or {}).items():
        yield Capture(f"a default of {name}", value, 0, "")
    yield from captured(function)


def _content(used: Capture, places: Places) -> bytes:
    value = used.value
    if used.library and not (is_data(value) or is_jitted(value) or isinstance(value, ModuleType)):
        return library(used.library)
    refuse_sets(value)
    return written(value, places)


def reachable_functions(entry: FunctionType, is_native: Callable[[object], bool]) -> list[FunctionType]:
    """Return the plain functions that ``entry`` reaches, itself first; those behind ``@njit`` are among them.

    Parameters
    ----------
    entry
        Where to start.
    is_native
        Whether a captured function has a translation of its own and is not to be entered.
    """
    found = [entry]
    seen = {entry}
    for function in found:
        for called in _called(function):
            if called not in seen and not is_native(called):
                seen.add(called)
                found.append(called)
    return found


def _called(function: FunctionType) -> list[FunctionType]:
    """Return the functions that a function captures, but for those of libraries."""
    return [
        called
        for used in captured(function)
        if not used.library and (called := plain_function(used.value)) and not named_in_library(called)
    ]


def mutual_recursions(functions: Sequence[FunctionType]) -> list[set[FunctionType]]:
    """Return the sets of two or more mutually recursive functions.

    The strongly connected components of the call graph, found by walking it forwards and backwards.
    """
    calls = {function: set(_called(function)) & set(functions) for function in functions}
    reached = {function: _reachable(function, calls) for function in calls}
    circles = {frozenset({other for other in reached[f] if f in reached[other]}) for f in calls if f in reached[f]}
    return [set(circle) for circle in circles if len(circle) > 1]


def hub(circle: set[FunctionType]) -> FunctionType | None:
    """Return the function without which the others are not mutually recursive, or None."""
    calls = {function: set(_called(function)) & circle for function in circle}
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


class Copies(NamedTuple):
    """The converted copy of an entry, all that were made, itself among them, and modules by which they are called."""

    entry: Any
    functions: list[Any]
    modules: list[ModuleType]


def copy_graph(
    entry: FunctionType,
    convert: Convert,
    is_native: Callable[[object], bool],
    suffix: str,
    inlined: set[FunctionType],
) -> Copies:
    """Return ``convert(copy of entry)``, where the copy and all it reaches call converted functions, and what was made.

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
    copier = _Copier(convert, is_native, suffix, inlined)
    converted = copier.copied(entry)
    return Copies(converted, list(copier.done.values()), list(copier.namespaces.values()))


class _Copier:
    def __init__(
        self,
        convert: Convert,
        is_native: Callable[[object], bool],
        suffix: str,
        inlined: set[FunctionType],
    ) -> None:
        self._convert, self._is_native, self._suffix, self._inlined = convert, is_native, suffix, inlined
        self.done: dict[int, Any] = {}
        self.namespaces: dict[int, ModuleType] = {}

    def copied(self, value: Any) -> Any:
        """Return what a function is in compiled code."""
        if id(value) in self.done:
            return self.done[id(value)]
        function = plain_function(value)
        assert function is not None
        cells = {name: CellType() for name in function.__code__.co_freevars}
        names: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
        closure = tuple(cells.values()) or None
        copy = FunctionType(
            _with_wide_constants(function.__code__), names, function.__name__, function.__defaults__, closure
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        copy_mark(function, copy)
        copy.__qualname__ = f"{function.__qualname__}_{self._suffix}"
        copy.__module__ = __name__  # a kept kernel imports the module of each function: this one is always there
        options = options_of(value) if is_jitted(value) else None
        self.done[id(value)] = self._convert(copy, function in self._inlined, options)
        for use, start in uses_with_values(function):
            replaced = self._replaced(start, use.attributes)
            if use.is_global:
                names[use.name] = replaced
            else:
                cells[use.name].cell_contents = replaced
        return self.done[id(value)]

    def _replaced(self, value: Any, attributes: tuple[str, ...] = ()) -> Any:
        function = plain_function(value)
        if function and not self._is_native(function) and not named_in_library(function):
            return self.copied(value)
        if attributes and is_namespace(value):
            return self._namespace(value, attributes)
        if (make := maker(value, self._suffix, __name__)) is not None:
            if id(value) not in self.done:
                self.done[id(value)] = self._convert(make, False, None)
            return self.done[id(value)]
        return value.native() if isinstance(value, Replaced) and not isinstance(value, type) else _as_it_is_now(value)

    def _namespace(self, value: Any, attributes: tuple[str, ...]) -> ModuleType:
        """Return a module with nothing but the attributes that are used."""
        number, name = len(self.namespaces), getattr(value, "__name__", type(value).__name__)
        module = self.namespaces.setdefault(id(value), ModuleType(f"{name}_{self._suffix}_{number}"))
        if attributes:
            setattr(module, attributes[0], self._replaced(getattr(value, attributes[0]), attributes[1:]))
        return module


def _as_it_is_now(value: Any) -> Any:
    """Return a value that nobody else can change, of one type where it is a tuple of integers."""
    if hasattr(value, "tobytes") and hasattr(value, "copy"):
        return value.copy()
    if type(value) is int:
        return _wide(value) if _is_wide(value) else value
    if not isinstance(value, tuple):
        return value
    items = tuple(map(_as_it_is_now, value))
    return _one_type(items) if type(value) is tuple else type(value)._make(items)  # type: ignore[attr-defined]


def _one_type(items: tuple[Any, ...]) -> Any:
    """Return a tuple of integers, or of such tuples, with all of them unsigned or wide where one has to be.

    Of a long tuple Numba makes one variable for each number, so it becomes an array, which is read alike.
    """
    inner = [number for item in items if type(item) is tuple for number in item]
    wide, unsigned = any(type(number) is Wide for number in inner), any(map(_is_unsigned, inner))
    if wide or unsigned:
        alike = _all_wide if wide else _all_unsigned
        return tuple(alike(item) if type(item) is tuple else item for item in items)
    if any(type(item) is Wide for item in items):
        return _all_wide(items)
    if not all(type(number) is int for number in items):
        return items
    unsigned = max(items, default=0) >= 2**63 and min(items) >= 0
    if len(items) < LONG and not unsigned:
        return items
    import numpy as np

    if len(items) >= LONG:
        return np.array(items, np.uint64 if unsigned else np.int64)
    return tuple(map(np.uint64, items))


def _is_wide(number: int) -> bool:
    """Return whether a number has more than 64 bits, and no more than 128."""
    return not -(2**63) <= number < 2**64 and -(2**127) <= number < 2**128


def _wide(number: int) -> Wide:
    return Wide(int(number) % 2**128)


def _all_wide(items: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(map(_wide, items)) if all(hasattr(item, "__index__") for item in items) else items


def _is_unsigned(number: object) -> bool:
    return type(number).__name__ == "uint64"


def _all_unsigned(items: tuple[Any, ...]) -> tuple[Any, ...]:
    import numpy as np

    fit = all(_is_unsigned(item) or (type(item) is int and item >= 0) for item in items)
    return tuple(map(np.uint64, items)) if fit else items


def _with_wide_constants(code: CodeType) -> CodeType:
    """Return code whose constants of more than 64 bits are such numbers in compiled code, too."""
    constants = tuple(_as_it_is_now(constant) if _holds_wide(constant) else constant for constant in code.co_consts)
    return code.replace(co_consts=constants) if any(map(_holds_wide, constants)) else code


def _holds_wide(value: object) -> bool:
    return any(map(_holds_wide, value)) if type(value) is tuple else isinstance(value, int) and _is_wide(value)
