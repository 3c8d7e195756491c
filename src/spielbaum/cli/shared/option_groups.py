"""Options that several commands have in common, declared once: the fields of a dataclass."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints


def expand_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command in whose signature the fields of a dataclass stand in place of the parameter of that type.

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
    (group,) = (one for one in signature.parameters.values() if is_dataclass(one.annotation))
    hints = get_type_hints(group.annotation, include_extras=True)
    names = [field.name for field in fields(group.annotation)]
    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        if one is not group:
            parameters.append(one.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        for field in fields(group.annotation):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(inspect.Parameter(field.name, kind, default=default, annotation=hints[field.name]))

    @wraps(command)
    def expanded(**given: Any) -> None:
        own = {name: given.pop(name) for name in names}
        command(**given, **{group.name: group.annotation(**own)})

    expanded.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": None}
    return expanded
