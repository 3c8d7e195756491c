"""The script that takes the screens of the documentation finds its way through the application."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser

from serving import serving

pytestmark = [pytest.mark.long, pytest.mark.compiled]

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "screens.py"


def script() -> ModuleType:
    """Return the script."""
    found = importlib.util.spec_from_file_location("screens", SCRIPT)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_every_screen_can_be_taken(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in the middle are left out: other tests play them all."""
    screens = script()
    monkeypatch.setattr(screens, "SCREENS", tmp_path)
    wanted = [name for name in screens.scenes() if not name.startswith("game-")]
    with serving(screens.filled(tmp_path / "screens.db")) as server:
        for name in wanted:
            screens.take(browser, server.url, name)
    assert {path.stem for path in tmp_path.glob("*.png")} == set(wanted)
