"""The reference says in the repository, too, what each name is."""

from pathlib import Path

import pytest

from reference import PAGES, with_table


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_the_table_of_a_page_has_the_first_sentence_of_each_docstring(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_table(text) == text
    assert "\n| Name | What it is |\n" in text
