"""Places in the source of a kernel, which exceptions of compiled code name.

Compiled code checks indexes and divisors and raises what the interpreter would. Functions are numbered within the
kernel, and the lines of a function within the function: an edit elsewhere in a file may move them, and the kernel stays
the same.
"""

from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import NamedTuple

from spielbaum.kernel.calling import LINE
from spielbaum.kernel.captures import lines_of

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
    """Takes the place of Numba's ``Loc``: a line, or the number of a place without a file.

    Numba writes ``("", filename, line)`` into the exception.
    """

    line: int
    filename: str = ""

    def _raw_function_name(self) -> str:
        return ""
