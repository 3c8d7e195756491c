"""The notebooks of the documentation run from the first cell to the last, and are stored without output."""

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


def cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def output(cell: Any) -> str:
    """All text output of a cell."""
    shown = (entry.get("data", {"text": entry.get("text", "")}).values() for entry in cell["outputs"])
    return "\n".join(str(text) for texts in shown for text in texts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    kept = cells(json.loads(path.read_text(encoding="utf-8")))
    assert kept
    for cell in kept:
        stripped = (cell["outputs"], cell["execution_count"]) == ([], None)
        assert stripped, f"clear all outputs of {path.name} before it is committed"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert all(cell["execution_count"] for cell in cells(notebook))
    if path.stem == "experiments":
        _, played, table, plot, link = map(output, cells(notebook))
        assert "120 games" in played
        assert "depth=3" in table
        assert "alpha-beta" in table
        assert plot.count('class="whisker') == 6
        assert "report.html" in link
    assert list(tmp_path.iterdir()) == []
