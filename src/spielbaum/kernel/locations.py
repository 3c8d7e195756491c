"""Which function of a kernel raises an exception.

Compiled code checks indexes and divisors and raises what the interpreter would. A statement that was inlined into
another function, such as one of a generator, still belongs to the function in whose source it is. Functions are
numbered within the kernel, and the lines of a function within the function: an edit elsewhere in a file may move them,
and the kernel stays the same.

Importing this module imports Numba.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from types import FunctionType
from typing import Any, NamedTuple

from spielbaum.kernel.calling import LINE
from spielbaum.kernel.captures import lines_of
from spielbaum.kernel.numba_internals import CPUCallConv
from spielbaum.kernel.patching import patched

Lines = Mapping[tuple[str, int], int]
"""``(file, line) -> number of the place``."""


def functions_by_line(functions: Sequence[FunctionType]) -> Lines:
    """Return the place of each line: its function and its number there; a line of several belongs to the shortest."""
    lines = {
        number: {line for *_, line in function.__code__.co_lines() if line} for number, function in enumerate(functions)
    }
    longest_first = sorted(lines, key=lambda number: len(lines[number]), reverse=True)
    return {
        (functions[number].__code__.co_filename, line): place_number(number, place)
        for number in longest_first
        for place, line in enumerate(lines_of(functions[number].__code__), 1)
        if line in lines[number]
    }


def place_number(function: int, line: int) -> int:
    """Return the number of a place: that of its function, and above that of its line, from 1 on; 0 if unknown."""
    return function | line << LINE


class Location(NamedTuple):
    """Takes the place of Numba's ``Loc``, with the number of a function, or of a place in it, as its line.

    Numba writes ``("", "", number)`` into the exception.
    """

    line: int
    filename: str = ""

    def _raw_function_name(self) -> str:
        return ""


def location_of(statement: Any, copy: Callable[..., Any]) -> Location | None:
    """Return the location of a statement of a copied function, or None."""
    number = copy.__dict__.get("lines", {}).get((statement.loc.filename, statement.loc.line))
    return None if number is None else Location(number)


def located_exceptions() -> AbstractContextManager[None]:
    """Write the location into every exception of code that is compiled in this block."""
    return patched(
        CPUCallConv,
        set_static_user_exc=_with_location(CPUCallConv.set_static_user_exc),
        set_dynamic_user_exc=_with_location(CPUCallConv.set_dynamic_user_exc),
    )


def _with_location(write: Callable[..., None]) -> Callable[..., None]:
    def write_with_location(convention: Any, builder: Any, *args: Any, loc: Any = None, **more: Any) -> None:
        write(convention, builder, *args, loc=getattr(builder, "location", None) or loc, **more)

    return write_with_location
