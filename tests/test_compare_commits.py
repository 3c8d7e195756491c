"""The script that compares two revisions: its table, and the file it writes."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scripts import ROOT, script

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", name="script")
def compare_commits() -> ModuleType:
    return script("benchmarks/compare_commits.py")


def row(game: str, nodes: int, seconds: float, depth: int = 5) -> dict[str, Any]:
    return {"game": game, "algorithm": "pvs", "position": "start", "depth": depth, "nodes": nodes, "seconds": seconds}


def test_rows_have_speed_and_equality_of_nodes(script: ModuleType) -> None:
    key = ("nim", "pvs")
    pairs = [({key: [row("nim", 900, 1.0)]}, {key: [row("nim", 900, s)]}) for s in (0.5, 0.25, 1.0)]
    assert script.lines(pairs) == ["| nim | pvs | 900 | 900 | 2.00 (1.00 to 4.00) | equal |"]


def test_different_nodes_are_reported_and_short_runs_have_no_speed(script: ModuleType) -> None:
    key, new = ("nim", "pvs"), ("hex", "pvs")
    latest = {key: [row("nim", 1900, 0.001)], new: [row("hex", 5, 1.0)]}
    assert script.lines([({key: [row("nim", 900, 0.001)]}, latest)]) == [
        "| nim | pvs | 900 | 1,900 |  | **differ** |",
        "| hex | pvs | | 5 | | |",
    ]


def test_the_table_goes_between_the_markers(script: ModuleType, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{script.BEGIN}\nold\n{script.END}\nafter\n", encoding="utf-8")
    script.write("new\n", page)
    assert page.read_text(encoding="utf-8") == f"before\n{script.BEGIN}\nnew\n{script.END}\nafter\n"
    page.write_text("no markers", encoding="utf-8")
    with pytest.raises(SystemExit, match="has no markers"):
        script.write("new\n", page)


def test_the_page_of_the_documentation_has_the_markers(script: ModuleType) -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert text.count(script.BEGIN) == text.count(script.END) == 1
