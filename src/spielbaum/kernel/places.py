"""To which function of a kernel an exception belongs that compiled code raises.

Compiled code checks indexes and divisors and raises what the interpreter would. A statement that became a part of
another function, as those of a generator do, still belongs to the function in whose source it stands. It is known by
its number among the functions of the kernel: where that stands in a file may change and leave the kernel as it is.

Importing this module imports Numba.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NamedTuple

from numba.core.callconv import CPUCallConv

Lines = Mapping[tuple[str, int], int]
"""``(file, line) -> number of the function`` that stands there."""


def lines_of(functions: Sequence[FunctionType]) -> Lines:
    """Return to which of some functions each line belongs; a line of several belongs to the one that has fewest."""
    lines = {
        number: {line for *_, line in function.__code__.co_lines() if line} for number, function in enumerate(functions)
    }
    longest_first = sorted(lines, key=lambda number: len(lines[number]), reverse=True)
    return {
        (functions[number].__code__.co_filename, line): number for number in longest_first for line in lines[number]
    }


class Place(NamedTuple):
    """What stands for a line in Numba: it becomes ``("", "", number)`` in the exception."""

    line: int
    filename: str = ""

    def _raw_function_name(self) -> str:
        return ""


def place_of(location: Any, copy: Callable[..., Any]) -> Place | None:
    """Return the place of a statement of a copied function, or None."""
    number = copy.__dict__.get("lines", {}).get((location.filename, location.line))
    return None if number is None else Place(number)


@contextmanager
def exceptions_with_places() -> Iterator[None]:
    """Write into all exceptions of code that is compiled in this block where they belong."""
    before = {name: getattr(CPUCallConv, name) for name in ("set_static_user_exc", "set_dynamic_user_exc")}
    for name, write in before.items():
        setattr(CPUCallConv, name, _with_place(write))
    try:
        yield
    finally:
        for name, write in before.items():
            setattr(CPUCallConv, name, write)


def _with_place(write: Callable[..., None]) -> Callable[..., None]:
    def write_with_place(convention: Any, builder: Any, *args: Any, loc: Any = None, **more: Any) -> None:
        write(convention, builder, *args, loc=getattr(builder, "place", None) or loc, **more)

    return write_with_place
