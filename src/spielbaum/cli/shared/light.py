"""Typer without what it imports for others: Markdown and tracebacks for the help, Pydantic for values that are plain.

Both mixed-in methods leave the result as it is. A newer Typer, or an older one, that needs nothing of this loses time,
and nothing else.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

_UNUSED = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}
_WHOLE, _DECIMAL = re.compile(r"-?\d{1,18}", re.ASCII), re.compile(r"\d{1,15}(\.\d{1,15})?", re.ASCII)
_MISSING = object()


class Light:
    """Mixed into a command or a group of Typer: its help and its plain values cost little."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, that of the help as well."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in found:
            _take_plain_values(parameter)
        return found

    def format_help(self, *arguments: Any) -> None:
        """Write the help."""
        with _stand_ins():
            import_module("typer.rich_utils")
        super().format_help(*arguments)  # type: ignore[misc]


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Let modules that the help names, but never uses without markup in Markdown, be imported as empty ones."""
    made = [name for name in _UNUSED if name not in sys.modules]
    for name in made:
        sys.modules[name] = ModuleType(name)
        setattr(sys.modules[name], _UNUSED[name], type(_UNUSED[name], (), {}))
    try:
        yield
    finally:
        for name in made:
            del sys.modules[name]


def _take_plain_values(parameter: Any) -> None:
    """Let a parameter take plain texts and numbers by itself, and all others, the bad ones too, as before."""
    described = getattr(parameter, "type_descriptor", None)
    if described is None or "process_value" in vars(parameter):
        return
    usual: Callable[..., Any] = parameter.process_value
    read = _READERS.get(described.annotation, _nothing) if _is_free(parameter, described.parameter_info) else _nothing

    def process_value(ctx: Any, value: Any) -> Any:
        taken = None if value is None and not parameter.required else read(value)
        if taken is _MISSING:
            return usual(ctx, value)
        return parameter.callback(ctx, parameter, taken) if parameter.callback else taken

    parameter.process_value = process_value


def _is_free(parameter: Any, information: Any) -> bool:
    """Tell whether every value of its type will do."""
    bounds = (information.parser, information.min, information.max)
    return parameter.nargs == 1 and not parameter.multiple and bounds == (None, None, None)


def _text(value: Any) -> Any:
    return value if type(value) is str else _MISSING


def _whole_number(value: Any) -> Any:
    if type(value) is str and _WHOLE.fullmatch(value):
        return int(value)
    return value if type(value) is int else _MISSING


def _decimal_number(value: Any) -> Any:
    if type(value) is str and _DECIMAL.fullmatch(value):
        return float(value)
    return value if type(value) is float else _MISSING


def _nothing(value: Any) -> Any:
    return _MISSING


_READERS: dict[Any, Callable[[Any], Any]] = {str: _text, int: _whole_number, float: _decimal_number}
