"""The script that takes the screens of the documentation finds its way through the application."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from scripts import script
from serving import serving

pytestmark = [pytest.mark.long, pytest.mark.compiled]


def test_every_screen_can_be_taken(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in the middle are left out: other tests play them all."""
    screens = script("benchmarks/screens.py")
    monkeypatch.setattr(screens, "SCREENS", tmp_path)
    wanted = [name for name in screens.scenes() if not name.startswith("game-")]
    with serving(screens.filled(tmp_path / "screens.db")) as server:
        for name in wanted:
            screens.take(browser, server.url, name)
    assert {path.stem for path in tmp_path.glob("*.png")} == set(wanted)
