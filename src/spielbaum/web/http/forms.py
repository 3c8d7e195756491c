"""Validated fields of forms and query strings; invalid ones raise a ``WebError`` with status 400."""

from collections.abc import Callable, Collection
from typing import TypeVar
from urllib.parse import parse_qsl

from spielbaum.web.http.errors import WebError

MAX_LENGTH = 4_000
MAX_FIELDS = 64
MAX_DIGITS = 18

Number = TypeVar("Number", int, float)


def read_fields(encoded: str, known: Collection[str], *, longest: int = MAX_LENGTH) -> dict[str, str]:
    """Return the stripped fields of a query string or of the body of a form.

    Parameters
    ----------
    encoded
        The query string or body, URL-encoded.
    known
        The permitted names; a final ``*`` permits every name with that prefix.
    longest
        The most characters of a field.

    Raises
    ------
    WebError
        400 if a field is unknown, occurs twice, or holds unprintable characters.

    Examples
    --------
    >>> read_fields("lang=de&seat-0-who=human", ("lang", "seat-*"))
    {'lang': 'de', 'seat-0-who': 'human'}
    """
    try:
        pairs = parse_qsl(encoded, keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
    except ValueError:
        raise WebError(400, "unreadable") from None
    prefixes = tuple(name[:-1] for name in known if name.endswith("*"))
    fields: dict[str, str] = {}
    for name, value in pairs:
        if name not in known and not (prefixes and name.startswith(prefixes)):
            raise WebError(400, "unknown-field", name=name[:40])
        if name in fields:
            raise WebError(400, "field-twice", name=name[:40])
        if len(value) > longest or not all(character.isprintable() or character in "\r\n\t" for character in value):
            raise WebError(400, "unreadable-field", name=name[:40])
        fields[name] = value.strip()
    return fields


def integer_field(fields: dict[str, str], name: str, low: int, high: int) -> int | None:
    """Return a field as an integer; None if it is missing or empty.

    Raises
    ------
    WebError
        400 unless it is an integer from ``low`` to ``high``.
    """
    return _number_field(fields, name, low, high, _read_integer, "not-whole")


def float_field(fields: dict[str, str], name: str, low: float, high: float) -> float | None:
    """Return a field as a float, with a decimal point or comma; None if it is missing or empty.

    Raises
    ------
    WebError
        400 unless it is a number from ``low`` to ``high``.
    """
    return _number_field(fields, name, low, high, _read_float, "not-number")


def choice_field(fields: dict[str, str], name: str, choices: Collection[str]) -> str | None:
    """Return a field that must be one of some words; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is another word.
    """
    text = fields.get(name, "")
    if text and text not in choices:
        raise WebError(400, "not-choice", name=name, choices=", ".join(choices), given=text[:40])
    return text or None


def _number_field(
    fields: dict[str, str], name: str, low: Number, high: Number, read: Callable[[str], Number | None], error: str
) -> Number | None:
    text = fields.get(name, "")
    if not text:
        return None
    number = read(text) if len(text) <= MAX_DIGITS else None
    if number is None or not low <= number <= high:
        raise WebError(400, error, name=name, low=low, high=high, given=text[:40])
    return number


def _read_integer(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _read_float(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
