"""What Markdown and the theme leave out: the columns of code, empty cells of a header, the name of the search.

Each block of code says how many columns it has, and ``assets/reading.css`` makes it fit.
"""

import html
import re
from typing import Any

BLOCK = re.compile(r'<div class="(?P<kinds>[\w -]*)highlight">(?P<head>(?:<span class="filename">.*?</span>)?)<pre>')
TAG = re.compile(r"<[^>]+>")
WIDEST = 112
"""Columns that are still readable when they are made to fit; longer lines are folded, as a terminal folds them."""
SHELL = 88
"""The same for commands, which lose nothing when they are folded."""


def columns(code: str, most: int) -> tuple[int, bool]:
    """Return the length of the longest line of highlighted code up to a limit, and whether others are longer."""
    lengths = [len(line) for line in html.unescape(TAG.sub("", code)).split("\n")]
    return max((length for length in lengths if length <= most), default=most), max(lengths) > most


def on_page_content(content: str, **_others: Any) -> str:
    """Add the number of columns to each block of code; a header without text is an empty cell."""

    def marked(block: re.Match[str]) -> str:
        code = content[block.end() : content.index("</pre>", block.end())]
        width, folded = columns(code, SHELL if "language-sh" in block["kinds"] else WIDEST)
        kinds = f"{block['kinds']}highlight{' folded' * folded}"
        return f'<div class="{kinds}" style="--columns:{width}">{block["head"]}<pre>'

    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", BLOCK.sub(marked, content))


def on_post_page(output: str, **_others: Any) -> str:
    """Name the search for screen readers."""
    return output.replace(' role="dialog">', ' role="dialog" aria-label="Search">')
