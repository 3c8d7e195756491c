"""Positions of adapted games on one line, as fields: ``board=[0, 1, 0], current_player=2``."""

import ast
from collections.abc import Mapping
from typing import Any

from spielbaum.adapters.contents import kind_of
from spielbaum.errors import Message


def write_fields(fields: Mapping[str, Any]) -> str:
    """Return fields as keyword arguments.

    Examples
    --------
    >>> write_fields({"board": [0, 1], "current_player": 2})
    'board=[0, 1], current_player=2'
    """
    return ", ".join(f"{name}={_plain(value)!r}" for name, value in fields.items())


def read_fields(text: str, like: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a text with literals; no code is run.

    Parameters
    ----------
    text
        The result of `write_fields`.
    like
        The fields of the first position; a text must have the same fields with the same types.

    Raises
    ------
    ValueError
        If it has other fields.

    Examples
    --------
    >>> read_fields("pile=3", {"pile": 20})
    {'pile': 3}
    """
    fields = _keywords(text, like)
    if set(fields) != set(like):
        raise ValueError(
            Message("a position has exactly the fields {}, such as {}", ", ".join(like), write_fields(like)[:160])
        )
    return {name: _as(name, value, like[name]) for name, value in fields.items()}


def read_literal(text: str, like: Any) -> Any:
    """Return a position that is one Python literal with the type of another, or a text without quotes.

    Raises
    ------
    ValueError
        If it is not such a literal.
    """
    if isinstance(like, str):
        return text
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError):
        value = None
    if type(value) is not type(like):
        raise ValueError(Message("write a position as Python does, such as {!r}", like))
    return value


def _keywords(text: str, like: Mapping[str, Any]) -> dict[str, Any]:
    try:
        call = ast.parse(f"_({text})", mode="eval").body
        if isinstance(call, ast.Call) and not call.args and all(keyword.arg for keyword in call.keywords):
            return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (ValueError, SyntaxError, TypeError, MemoryError):
        pass
    raise ValueError(Message("write a position by its fields, such as {}", write_fields(like)[:160]))


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _as(name: str, value: Any, example: Any) -> Any:
    """Return a parsed field with the type that it has at the start."""
    if hasattr(example, "tolist") and hasattr(example, "copy"):
        array = example.copy()
        try:
            array[...] = value
        except (ValueError, TypeError, IndexError) as error:
            raise ValueError(Message("field {} does not fit: {}", name, error)) from None
        return array
    if example is None or value is None or type(value) is type(example):
        return value
    raise ValueError(Message("field {} must be a {}, not {!r}", name, kind_of(example), value))
