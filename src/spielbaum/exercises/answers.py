"""The answers to a worksheet: from a JSON file, or from a form in a PDF file.

::

    {"sheet": 7, "values": {"D": 5, "E": ">= 6", "B": 5}, "cuts": ["e2", "F"], "action": "B"}
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spielbaum.errors import InputError, Message, SpielbaumError
from spielbaum.files import parse_json, read_text

FIELDS = ("sheet", "values", "cuts", "action")
MOST_ENTRIES, LONGEST = 200, 80
"""The most entries of an answer, and the most characters of one."""


@dataclass(frozen=True)
class Answers:
    """The answers to a worksheet.

    Attributes
    ----------
    sheet
        The number of the worksheet; None if it is not given.
    values
        What is written into each node, by its name.
    cuts
        The nodes whose branches are struck out.
    action
        The node that the best action leads to; empty without an answer.
    """

    sheet: int | None = None
    values: Mapping[str, str] = field(default_factory=dict)
    cuts: tuple[str, ...] = ()
    action: str = ""

    def spelled(self, names: Iterable[str]) -> "Answers":
        """Return the answers with names as they are on the sheet: upper and lower case are one.

        Examples
        --------
        >>> Answers(values={"b": "5"}, cuts=("C2",), action="b").spelled(["A", "B", "c2"])
        Answers(sheet=None, values={'B': '5'}, cuts=('c2',), action='B')
        """
        known = {name.lower(): name for name in names}

        def right(name: str) -> str:
            return known.get(name.lower(), name)

        values = {right(name): value for name, value in self.values.items()}
        return Answers(self.sheet, values, tuple(map(right, self.cuts)), right(self.action))

    def to_dict(self) -> dict[str, Any]:
        """Return the answers as JSON."""
        return {"sheet": self.sheet, "values": dict(self.values), "cuts": list(self.cuts), "action": self.action}


def read_answers(path: Path) -> Answers:
    """Return the answers in a file that ends in ``.json`` or ``.pdf``.

    Raises
    ------
    InputError
        If there are none; the message says what would be right.
    """
    if path.suffix.lower() == ".pdf":
        return _from_fields(_fields_of_pdf(path))
    try:
        data = parse_json(read_text(path, "utf-8-sig"))
    except (OSError, ValueError) as error:
        raise InputError(Message("{} holds no answers: {}", path.name, error)) from None
    return _from_json(data, path)


def _from_json(data: Any, path: Path) -> Answers:
    if not isinstance(data, dict):
        example = '{"sheet": 7, "values": {"B": 5}, "cuts": ["c2"], "action": "B"}'
        raise InputError(Message("{} must hold an object, such as {}", path.name, example))
    unknown = [name for name in data if name not in FIELDS]
    if unknown:
        known = ", ".join(FIELDS)
        raise InputError(Message("{}: there is no entry {!r} in answers, which have {}", path.name, unknown[0], known))
    values, cuts = data.get("values", {}), data.get("cuts", [])
    if not isinstance(values, dict) or not isinstance(cuts, list | str):
        raise InputError(
            Message('{}: "values" is an object such as {}, and "cuts" a list of names', path.name, '{"B": 5}')
        )
    return _answers(data.get("sheet"), {name: _text(value) for name, value in values.items()}, cuts, data.get("action"))


def _from_fields(fields: Mapping[str, str]) -> Answers:
    values = {name.removeprefix("v-"): value for name, value in fields.items() if name.startswith("v-")}
    return _answers(fields.get("sheet"), values, fields.get("cuts", ""), fields.get("action"))


def _answers(sheet: Any, values: Mapping[str, str], cuts: list[Any] | str, action: Any) -> Answers:
    names = re.split(r"[\s,;]+", cuts) if isinstance(cuts, str) else list(map(_text, cuts))
    number = _text(sheet).strip() if sheet is not None else ""
    if number and not (number.isascii() and number.isdigit() and len(number) < 10):
        raise InputError(Message("the number of a sheet is a whole number, not {!r}", number))
    given = {name.strip()[:LONGEST]: value for name, value in values.items() if value.strip()}
    struck = tuple(name.strip() for name in names if name.strip())
    if len(given) > MOST_ENTRIES or len(struck) > MOST_ENTRIES:
        raise InputError(Message("a sheet has at most {} answers", MOST_ENTRIES))
    return Answers(int(number) if number else None, given, struck, _text(action).strip() if action is not None else "")


def _text(value: Any) -> str:
    """Return an entry as text; a list is a vector."""
    if isinstance(value, list):
        return " ".join(map(_text, value))[:LONGEST]
    if isinstance(value, bool) or not isinstance(value, int | float | str | None):
        raise InputError(Message("an answer is a number or a text such as {!r}, not {}", ">= 5", json.dumps(value)))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)[:LONGEST]


def _fields_of_pdf(path: Path) -> dict[str, str]:
    try:
        from pypdf import PdfReader
        from pypdf.errors import PdfReadError
    except ImportError:
        raise SpielbaumError(Message("to read a form, install pypdf: pip install 'spielbaum[sheets]'")) from None
    try:
        found = PdfReader(path).get_form_text_fields()
    except (OSError, PdfReadError) as error:
        raise InputError(Message("{} is not a PDF file that can be read: {}", path.name, str(error))) from None
    if not found:
        raise InputError(Message("{} has no form with answers", path.name))
    return {name: str(value or "") for name, value in found.items()}
