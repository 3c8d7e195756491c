"""The tables at the top of the reference pages, which describe each name even without a build.

``python tests/support/reference.py`` updates them.
"""

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from spielbaum import U64, U128

PAGES = Path(__file__).parent.parent.parent / "docs" / "reference"
DIRECTIVE = re.compile(r"^::: ([\w.]+)$", re.MULTILINE)
_INTEGERS = {U64: "An unsigned integer of 64 bits.", U128: "An unsigned integer of 128 bits."}
TABLE = re.compile(r"\n\| Name \| What it is \|\n\|---\|---\|\n(?:\|.*\n)+")


def with_table(text: str) -> str:
    """Return a page with the table of its names below the title."""
    rows = [f"| `{name}` | {_sentence(_found(name))} |\n" for name in DIRECTIVE.findall(text)]
    plain = TABLE.sub("", text)
    title, rest = plain.split("\n", 1)
    return f"{title}\n\n| Name | What it is |\n|---|---|\n{''.join(rows)}{rest}" if rows else plain


def _found(name: str) -> Any:
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise LookupError(name)


def _sentence(found: Any) -> str:
    """Return the first paragraph of a docstring in one line."""
    text = _INTEGERS[found] if found in (U64, U128) else inspect.getdoc(found) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|").replace("``", "`")


if __name__ == "__main__":
    for page in sorted(PAGES.glob("*.md")):
        page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")
