"""Options that several commands have in common, declared once: the fields of a dataclass."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def expand_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command in whose signature the fields of dataclasses stand in place of the parameters of these types.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Range:
    ...     first: int
    ...     last: int = 9
    >>> @expand_options
    ... def show(name: str, numbers: Range) -> None:
    ...     print(name, numbers)
    >>> inspect.signature(show)
    <Signature (*, name: str, first: int, last: int = 9) -> None>
    >>> show(name="a", first=2, last=3)
    a Range(first=2, last=3)
    """
    signature = inspect.signature(command)
    groups: dict[str, Any] = {
        name: one.annotation for name, one in signature.parameters.items() if is_dataclass(one.annotation)
    }
    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one.name not in groups:
            parameters.append(one.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        hints = get_type_hints(one.annotation, include_extras=True)
        for field in fields(one.annotation):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(inspect.Parameter(field.name, kind, default=default, annotation=hints[field.name]))

    @wraps(command)
    def expanded(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    expanded.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
    return expanded
