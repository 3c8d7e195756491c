"""The call graph of a kernel: the plain functions that an entry function reaches.

It reaches them through globals and closures, or as methods and properties of the classes of its values.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from spielbaum.compiler.source import undecorated
from spielbaum.kernel.captures import captured, named_in_library
from spielbaum.kernel.jitted import plain_function
from spielbaum.kernel.members import Members


def reachable_functions(entry: FunctionType, is_native: Callable[[object], bool]) -> list[FunctionType]:
    """Return the plain functions that ``entry`` reaches, itself first; those behind ``@njit`` are among them.

    Parameters
    ----------
    entry
        Where to start.
    is_native
        Whether a captured function is an intrinsic and is not entered.
    """
    found = [entry]
    seen = {entry}
    members = Members()
    for function in found:
        members.add(function)
        for called in (*_called(function), *_held(function), *members.called()):
            if called not in seen and not is_native(called):
                seen.add(called)
                found.append(called)
    return found


def direct_calls(function: FunctionType) -> list[FunctionType]:
    """Return the plain functions that a function captures, those in tables and behind decorators included."""
    return [*_called(function), *_held(function)]


def _called(function: FunctionType) -> list[FunctionType]:
    """Return the functions that a function captures, except those of libraries."""
    return [
        called
        for used in captured(function)
        if not used.library and (called := plain_function(used.value)) and not named_in_library(called)
    ]


def _held(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the functions in tables and behind decorators that a function captures."""
    for used in captured(function):
        if not used.library:
            yield from functions_in(used.value)


def functions_in(value: Any) -> Iterator[FunctionType]:
    """Yield the plain functions in a captured object."""
    if isinstance(value, tuple | list):
        for item in value:
            if not isinstance(item, int | float | str):
                yield from functions_in(item)
    elif isinstance(value, dict):
        yield from functions_in(list(value.values()))
    elif isinstance(value, partial):
        yield from functions_in((value.func, value.args, value.keywords))
    elif isinstance(value, MethodType):
        yield from functions_in(value.__func__)
    else:
        function = plain_function(undecorated(value))
        if function is not None and not named_in_library(function):
            yield function


def mutual_recursions(functions: Sequence[FunctionType]) -> list[set[FunctionType]]:
    """Return the sets of two or more mutually recursive functions.

    The strongly connected components of the call graph, found by walking it forwards and backwards.
    """
    calls = {function: set(_called(function)) & set(functions) for function in functions}
    reached = {function: _reachable(function, calls) for function in calls}
    cycles = {frozenset({other for other in reached[f] if f in reached[other]}) for f in calls if f in reached[f]}
    return [set(cycle) for cycle in cycles if len(cycle) > 1]


def hub(cycle: set[FunctionType]) -> FunctionType | None:
    """Return the function without which the others are not mutually recursive, or None."""
    calls = {function: set(_called(function)) & cycle for function in cycle}
    for candidate in sorted(cycle, key=lambda function: function.__code__.co_firstlineno, reverse=True):
        others = {function: calls[function] - {candidate} for function in cycle - {candidate}}
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
