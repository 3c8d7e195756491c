"""The page that puts algorithms beside their papers quotes the source verbatim.

``python tests/test_side_by_side.py`` copies the source into the page.
"""

import ast
import re
from pathlib import Path
from textwrap import dedent

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/algorithms/side-by-side.md"
ALGORITHMS = ROOT / "src/spielbaum/search/algorithms"
BLOCK = re.compile(r"(<!-- source: (\w+) -->\n```python\n)(.*?)(```\n)", re.DOTALL)
MODULES = ("alpha_beta", "pvs", "max_n")


def body_of_make(module: str) -> str:
    """Return the lines of ``make`` after its docstring."""
    text = (ALGORITHMS / f"{module}.py").read_text(encoding="utf-8")
    (make,) = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == "make"]
    return dedent("".join(text.splitlines(keepends=True)[make.body[1].lineno - 1 : make.end_lineno]))


@pytest.mark.parametrize("module", MODULES)
def test_the_page_quotes_the_source_of_the_module(module: str) -> None:
    shown = {found[2]: found[3] for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))}
    assert shown[module] == body_of_make(module), "python tests/test_side_by_side.py copies the source into the page"


@pytest.mark.parametrize("module", MODULES)
def test_the_table_quotes_lines_of_the_source(module: str) -> None:
    _, _, after = PAGE.read_text(encoding="utf-8").partition(f"<!-- source: {module} -->")
    table = after.split("\n## ")[0].partition("| ours |")[2]
    quoted = [code for row in table.splitlines()[2:] for code in re.findall("`([^`]+)`", row.split(" | ")[0])]
    assert quoted
    assert [code for code in quoted if code not in body_of_make(module)] == []


def refreshed(page: str) -> str:
    """Return the page with the current source."""
    return BLOCK.sub(lambda found: found[1] + body_of_make(found[2]) + found[4], page)


if __name__ == "__main__":
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
