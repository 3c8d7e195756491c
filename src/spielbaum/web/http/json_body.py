"""Validated fields of JSON requests, and their JSON Schema."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from spielbaum.errors import InputError, Message
from spielbaum.files import parse_json
from spielbaum.web.http.forms import MAX_LENGTH

Kind = Literal["string", "strings", "integer", "number"]
MAX_ITEMS = 1_000


@dataclass(frozen=True)
class Field:
    """A field of a request.

    Parameters
    ----------
    kind
        The type; ``"strings"`` is one text or a list of texts.
    meaning
        The description for people.
    low, high
        The bounds of a number.
    needed
        Whether the field is required.
    """

    kind: Kind
    meaning: str
    low: float = 0
    high: float = 0
    needed: bool = False

    def schema(self) -> dict[str, Any]:
        """Return the field as a JSON Schema."""
        text = {"type": "string", "maxLength": MAX_LENGTH}
        if self.kind == "string":
            return {"description": self.meaning, **text}
        if self.kind == "strings":
            listed = {"type": "array", "items": text, "maxItems": MAX_ITEMS}
            return {"description": self.meaning, "oneOf": [text, listed]}
        return {"description": self.meaning, "type": self.kind, "minimum": self.low, "maximum": self.high}

    def read(self, name: str, value: Any) -> Any:
        """Return a value of the field; a list of texts is joined by spaces.

        Raises
        ------
        InputError
            If the value is invalid.
        """
        if self.kind in ("integer", "number"):
            whole, kinds = self.kind == "integer", (int,) if self.kind == "integer" else (int, float)
            if type(value) not in kinds or not self.low <= value <= self.high:
                kind = "a whole number" if whole else "a number"
                raise InputError(
                    Message("{} must be {} from {} to {}, not {}", name, kind, self.low, self.high, _shown(value))
                )
            return value
        texts = value if self.kind == "strings" and isinstance(value, list) else [value]
        if len(texts) > MAX_ITEMS or not all(map(_is_text, texts)):
            kind = "a text" if self.kind == "string" else f"a text, or a list of at most {MAX_ITEMS:,} texts"
            raise InputError(Message("{} must be {} of at most {:,} printable characters", name, kind, MAX_LENGTH))
        return " ".join(texts)


def json_bytes(document: Any) -> bytes:
    """Return a document as JSON without needless spaces."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def read_json_body(body: bytes, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the fields of a request without those that are null.

    Raises
    ------
    InputError
        If the body is not a JSON object, or a field is unknown, missing or invalid.

    Examples
    --------
    >>> read_json_body(b'{"depth": 4}', {"depth": Field("integer", "", 1, 9)})
    {'depth': 4}
    """
    try:
        given = parse_json(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError(Message("the request is not valid UTF-8")) from None
    except ValueError as error:
        raise InputError(Message("the request cannot be read: {}", error)) from None
    if not isinstance(given, dict):
        raise InputError(
            Message("the request must be an object with fields such as {}, not {}", _listed(fields), _shown(given))
        )
    unknown = next((name for name in given if name not in fields), None)
    if unknown is not None:
        raise InputError(Message("there is no field {}: there is {}", _shown(unknown), _listed(fields)))
    found = {name: fields[name].read(name, value) for name, value in given.items() if value is not None}
    missing = next((name for name, field in fields.items() if field.needed and name not in found), None)
    if missing is not None:
        raise InputError(Message("the field {!r} is missing", missing))
    return found


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_LENGTH and value.isprintable()


def _listed(names: Mapping[str, Any] | Sequence[str]) -> str:
    return ", ".join(names)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
