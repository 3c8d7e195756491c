"""What the search shows first: pages for readers before reference pages, and these before decisions."""

from typing import Any

FOLDERS = {"decisions": 0.1, "reference": 0.4, "de": 0.5}  # German words find German pages all the same
PAGES = {
    "algorithms/max-n.md": 6,  # which has the prunings with names of their own
    "first-ten-minutes.md": 2,
    "tutorial.md": 2,
    "serve.md": 2,
    "glossary.md": 0.5,
    "grand-comparison.md": 0.5,
    "thesis.md": 0.5,
    "design.md": 0.2,
    "dependencies.md": 0.2,
    "extending.md": 0.5,
    "testing.md": 0.2,
}
"""Factors of the rank of a page; of all others it is 1."""


def on_page_markdown(_markdown: str, page: Any, **_others: Any) -> None:
    """Rank a page in the search."""
    name = page.file.src_uri
    factor = PAGES.get(name, FOLDERS.get(name.partition("/")[0]))
    if factor:
        page.meta.setdefault("search", {})["boost"] = factor
