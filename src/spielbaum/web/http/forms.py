"""Fields of forms and addresses, read with distrust: whatever is wrong with them is a sentence and a status of 4xx."""

from collections.abc import Collection
from urllib.parse import parse_qsl

from spielbaum.web.http.errors import WebError

LONGEST = 4_000
MOST_FIELDS = 64


def read_fields(encoded: str, known: Collection[str]) -> dict[str, str]:
    """Return the fields of a query or of the body of a form.

    Parameters
    ----------
    encoded
        As it came.
    known
        The names that may stand there; one that ends in ``*`` stands for all that begin so.

    Raises
    ------
    WebError
        400 if there is another field, one of them twice, or characters that no text has.

    Examples
    --------
    >>> read_fields("lang=de&seat-0-who=human", ("lang", "seat-*"))
    {'lang': 'de', 'seat-0-who': 'human'}
    """
    try:
        pairs = parse_qsl(encoded, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        raise WebError(400, "unreadable") from None
    starts = tuple(name[:-1] for name in known if name.endswith("*"))
    fields: dict[str, str] = {}
    for name, value in pairs:
        if name not in known and not (starts and name.startswith(starts)):
            raise WebError(400, "unknown-field", name=name[:40])
        if name in fields:
            raise WebError(400, "field-twice", name=name[:40])
        if len(value) > LONGEST or not all(character.isprintable() or character in "\r\n\t" for character in value):
            raise WebError(400, "unreadable-field", name=name[:40])
        fields[name] = value.strip()
    return fields


def whole(fields: dict[str, str], name: str, low: int, high: int) -> int | None:
    """Return a field that is a whole number; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is no number between the two.
    """
    text = fields.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18 and low <= int(text) <= high):
        raise WebError(400, "not-whole", name=name, low=low, high=high, given=text[:40])
    return int(text)


def decimal(fields: dict[str, str], name: str, low: float, high: float) -> float | None:
    """Return a field that is a number, with a point or a comma; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is no number between the two.
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
    """Return a field that is one of several words; None if it is missing or empty.

    Raises
    ------
    WebError
        400 if it is another word.
    """
    text = fields.get(name, "")
    if text and text not in choices:
        raise WebError(400, "not-choice", name=name, choices=", ".join(choices), given=text[:40])
    return text or None
