"""The notebook on the page about reports runs unchanged."""

import re
from pathlib import Path
from typing import Any

import polars
import pytest

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent / "docs" / "reports.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in BLOCKS:
        exec(block, names)
    names["store"].close()
    assert len(BLOCKS) == 3
    games: polars.DataFrame = names["games"]
    assert games.height == 120
    for row in names["result"].standings:
        assert f"{row.player}: {row.share:.4g}" in names["plot"]
    assert names["by_seat"]["games"].sum() == 120
    assert "alpha-beta(depth=4)" in capsys.readouterr().out
