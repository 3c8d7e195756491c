"""The pictures on the pages of algorithms are what their commands draw, and the live trees can be made."""

import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts import script
from spielbaum.cli import run

DOCS = Path(__file__).parents[3] / "docs"
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in (DOCS / "algorithms").glob("*.md")}
COMMAND = re.compile(r"^spielbaum (tree .*) --svg docs/assets/algorithms/(\S+)\.svg$", re.MULTILINE)
WITHOUT = {"index", "side-by-side"}
"""Pages that are not about a single algorithm."""

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize("name", sorted(PAGES.keys() - WITHOUT))
def test_each_algorithm_has_a_picture_of_its_own(name: str, tmp_path: Path) -> None:
    pictures = COMMAND.findall(PAGES[name])
    assert name in {drawn for _, drawn in pictures}
    for command, drawn in pictures:
        assert f"](../assets/algorithms/{drawn}.svg)" in PAGES[name]
        assert run([*shlex.split(command), "--svg", str(tmp_path / "made.svg")]) == 0
        made = (tmp_path / "made.svg").read_text(encoding="utf-8")
        assert made == (DOCS / "assets" / "algorithms" / f"{drawn}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["index.md", "de/index.md"])
def test_the_first_page_shows_a_live_tree(name: str) -> None:
    live_trees = script("docs/hooks/live_trees.py")
    index = (DOCS / name).read_text(encoding="utf-8")
    shown = re.findall(r'<iframe class="live-tree" src="(?:\.\./)?assets/live/([\w-]+)\.html"', index)
    assert shown
    assert set(shown) <= live_trees.LIVE.keys()
    for live in shown:
        page = live_trees.live_tree(live)
        assert page.startswith("<!DOCTYPE html>")
        assert '"start":"begin"' in page
    assert live_trees.TRAP[3] in live_trees.live_simulations()


def test_the_page_of_a_game_links_to_the_application(monkeypatch: pytest.MonkeyPatch) -> None:
    application = script("docs/hooks/application.py")

    def told(source: str, **extra: str) -> str:
        page = SimpleNamespace(file=SimpleNamespace(src_uri=source))
        return str(application.on_page_markdown("# A\n\nB", page, SimpleNamespace(extra=extra)))

    assert "(http://127.0.0.1:8000/new/chess)" in told("games/chess.md")
    assert "(https://play.example/new/go)" in told("games/go.md", application="https://play.example")
    assert told("games/index.md") == told("algorithms/pvs.md") == "# A\n\nB"
    assert "built without the application" in told("try-it.md")
    monkeypatch.setattr(application, "WHOLE", True)
    assert 'href="../../try-it/play/#/new/go"' in told("games/go.md")
    assert told("try-it.md") == "# A\n\nB"
