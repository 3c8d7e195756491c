"""Copies of the functions of a kernel, in which captured functions are compiled ones.

A game is undecorated: its functions call one another through ordinary globals and closures. To compile them, every
function that the entry reaches is copied, and in the copies each name of a plain function refers to the compiled one.
What is compiled is what was hashed: arrays as they are now, and of a module only the attributes that are used.

Importing this module imports Numba.
"""

import builtins
from collections.abc import Callable
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from spielbaum.kernel import (  # noqa: F401  # what stands for intrinsics
    native,
    native_extremes,
    native_pauses,
    native_vectors,
    native_words,
)
from spielbaum.kernel.calling import Wide
from spielbaum.kernel.captures import is_namespace, named_in_library, uses, uses_with_values
from spielbaum.kernel.hashing import Replaced
from spielbaum.kernel.intrinsics import in_compiled_code
from spielbaum.kernel.jitted import is_jitted, options_of, plain_function
from spielbaum.kernel.marks import copy_mark
from spielbaum.kernel.native_functions import constant

Convert = Callable[[FunctionType, bool, dict[str, Any] | None], Any]
"""``(function, inline, options of @njit or None) -> compiled function``"""

LONG = 1024
"""Tuples of integers from this length on are compiled as arrays."""


class Copies(NamedTuple):
    """The converted copy of an entry, all converted copies, and the namespaces through which they are called."""

    entry: Any
    functions: list[Any]
    modules: list[ModuleType]


def copy_graph(
    entry: FunctionType,
    convert: Convert,
    suffix: str,
    inlined: set[FunctionType],
    rule: Callable[[FunctionType], Any] | None = None,
) -> Copies:
    """Return ``convert(copy of entry)``, where the copy and all it reaches call converted copies.

    Parameters
    ----------
    entry
        Where to start.
    convert
        Called once for each copied function, before its captured names are set.
    suffix
        Appended to each ``__qualname__``: symbols of two kernels in one process must differ.
    inlined
        Functions that are inlined into their callers.
    rule
        Returns what stands for a function that is not copied, or None.
    """
    copier = _Copier(convert, suffix, inlined, rule)
    converted = copier.replaced(entry)
    return Copies(converted, list(copier.done.values()), list(copier.namespaces.values()))


class _Copier:
    def __init__(
        self,
        convert: Convert,
        suffix: str,
        inlined: set[FunctionType],
        rule: Callable[[FunctionType], Any] | None,
    ) -> None:
        self._convert, self._suffix, self._inlined = convert, suffix, inlined
        self._rule = rule
        self.done: dict[int, Any] = {}
        self.namespaces: dict[int, ModuleType] = {}

    def copied(self, value: Any) -> Any:
        """Return the converted copy of a function."""
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
        copy.__module__ = __name__  # a module that always exists
        options = options_of(value) if is_jitted(value) else None
        self.done[id(value)] = self._convert(copy, function in self._inlined, options)
        for use, start in uses_with_values(function):
            replaced = self.replaced(start, use.attributes)
            if use.is_global:
                names[use.name] = replaced
            else:
                cells[use.name].cell_contents = replaced
        for use in uses(function.__code__):
            if use.is_global and use.name not in function.__globals__:
                instead = in_compiled_code(getattr(builtins, use.name, None))
                if instead is not None:
                    names[use.name] = instead
        return self.done[id(value)]

    def replaced(self, value: Any, attributes: tuple[str, ...] = ()) -> Any:
        if (instead := in_compiled_code(value)) is not None:
            return instead
        function = plain_function(value)
        if function and not named_in_library(function):
            made = (self._rule and self._rule(function)) or (constant(value) if value is function else None)
            return made or self.copied(value)
        if attributes and is_namespace(value):
            return self._namespace(value, attributes)
        if (make := maker(value, self._suffix, __name__)) is not None:
            if id(value) not in self.done:
                self.done[id(value)] = self._convert(make, False, None)
            return self.done[id(value)]
        return value.native() if isinstance(value, Replaced) and not isinstance(value, type) else _as_it_is_now(value)

    def _namespace(self, value: Any, attributes: tuple[str, ...]) -> ModuleType:
        """Return a module with only the attributes that are used."""
        number, name = len(self.namespaces), getattr(value, "__name__", type(value).__name__)
        module = self.namespaces.setdefault(id(value), ModuleType(f"{name}_{self._suffix}_{number}"))
        if attributes:
            setattr(module, attributes[0], self.replaced(getattr(value, attributes[0]), attributes[1:]))
        return module


def _as_it_is_now(value: Any) -> Any:
    """Return an immutable copy of a value; the integers of a tuple have one type."""
    if hasattr(value, "tobytes") and hasattr(value, "copy"):
        return value.copy()
    if type(value) is int:
        return _wide(value) if _is_wide(value) else value
    if not isinstance(value, tuple):
        return value
    items = tuple(map(_as_it_is_now, value))
    return _one_type(items) if type(value) is tuple else type(value)._make(items)  # type: ignore[attr-defined]


def _one_type(items: tuple[Any, ...]) -> Any:
    """Return a tuple of integers, or of tuples of integers: if one must be unsigned or wide, all are.

    Numba makes a variable for each number of a tuple, so a long one becomes an array, which is read alike.
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
    """Return whether a number has 65 to 128 bits."""
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
    """Return code whose constants of more than 64 bits are wide numbers."""
    constants = tuple(_as_it_is_now(constant) if _holds_wide(constant) else constant for constant in code.co_consts)
    return code.replace(co_consts=constants) if any(map(_holds_wide, constants)) else code


def _holds_wide(value: object) -> bool:
    return any(map(_holds_wide, value)) if type(value) is tuple else isinstance(value, int) and _is_wide(value)


def maker(found: Any, suffix: str, module: str) -> FunctionType | None:
    """Return a function that makes a NamedTuple with its defaults, which Numba ignores; None if it has none.

    Parameters
    ----------
    found
        Any captured object.
    suffix, module
        Of the name and the ``__module__`` of the function, as for the copies of a kernel's functions.

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
