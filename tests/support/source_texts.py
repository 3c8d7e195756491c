"""Functions of a source that is text: their source is found as that of a file."""

import linecache
from itertools import count
from types import FunctionType
from typing import Any

_numbers = count()


def functions_of(text: str, prefix: str = "") -> dict[str, FunctionType]:
    """Return the functions at the top of a source whose names have a prefix."""
    file = f"<source {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    names: dict[str, Any] = {"__name__": file}
    exec(compile(text, file, "exec"), names)
    found = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
    return {name: value for name, value in found.items() if name.startswith(prefix) and value.__module__ == file}
