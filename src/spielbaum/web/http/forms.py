"""Validated fields of forms and query strings: whatever is wrong with them is a ``WebError`` with status 400."""

from collections.abc import Collection
from urllib.parse import parse_qsl

from spielbaum.web.http.errors import WebError

MAX_LENGTH = 4_000
MAX_FIELDS = 64


def read_fields(encoded: str, known: Collection[str]) -> dict[str, str]:
    """Return the fields of a query string or of the body of a form, stripped.

    Parameters
    ----------
    encoded
        The query string or body, URL-encoded.
    known
        The permitted names; one that ends in ``*`` permits every name with that prefix.

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
        if len(value) > MAX_LENGTH or not all(character.isprintable() or character in "\r\n\t" for character in value):
            raise WebError(400, "unreadable-field", name=name[:40])
        fields[name] = value.strip()
    return fields


def whole(fields: dict[str, str], name: str, low: int, high: int) -> int | None:
    """Return a field as an integer; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is no number from ``low`` to ``high``.
    """
    text = fields.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and low <= int(text) <= high):
        raise WebError(400, "not-whole", name=name, low=low, high=high, given=text[:40])
    return int(text)


def decimal(fields: dict[str, str], name: str, low: float, high: float) -> float | None:
    """Return a field as a float, with a decimal point or comma; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is no number from ``low`` to ``high``.
    """
    text = fields.get(name, "")
    if not text:
        return None
    try:
        number = float(text.replace(",", ".")) if len(text) <= 18 else float("nan")
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise WebError(400, "not-number", name=name, low=low, high=high, given=text[:40])
    return number


def chosen(fields: dict[str, str], name: str, choices: Collection[str]) -> str | None:
    """Return a field that has to be one of some words; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is another word.
    """
    text = fields.get(name, "")
    if text and text not in choices:
        raise WebError(400, "not-choice", name=name, choices=", ".join(choices), given=text[:40])
    return text or None
