"""The reference pages in the repository describe each name, even without a build."""

from pathlib import Path

import pytest

from algorithm_index import PAGE, with_index
from reference import PAGES, with_table
from spielbaum.search.algorithms.registry import algorithm_names


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_the_table_of_a_page_has_the_first_sentence_of_each_docstring(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_table(text) == text
    assert "\n| Name | What it is |\n" in text


def test_the_table_of_algorithms_is_made_of_their_records() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_index(text) == text
    assert text.count("\n| [`") == len(algorithm_names())
