"""The Python of the pages on OpenSpiel and PettingZoo runs, and the tables on them are true."""

import re
from pathlib import Path

import pytest

from spielbaum import games

DOCS = Path(__file__).parent.parent.parent / "docs"
pytestmark = pytest.mark.interpreted


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_the_page_on_openspiel() -> None:
    pytest.importorskip("pyspiel")
    from spielbaum.adapters.openspiel.games import WHOLE_TEXT

    ours, bots = blocks("openspiel.md")
    known: dict[str, object] = {}
    exec(ours, known)
    assert known["value"] == 1
    assert str(known["again"]) == str(known["game"])
    exec(bots, known)
    assert known["returns"] == [1, -1]
    listed = re.search(r"^(`breakthrough`, .*); without", (DOCS / "openspiel.md").read_text("utf-8"), re.MULTILINE)
    assert listed is not None
    assert set(re.findall(r"`(\w+)`", listed[1])) == WHOLE_TEXT


def test_the_page_on_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    played, of_openspiel = blocks("pettingzoo.md")
    known: dict[str, object] = {}
    exec(played, known)
    assert known["made"].unwrapped.course.utility[1] > 0  # type: ignore[attr-defined]
    exec(of_openspiel, known)
    made = known["made"]
    made.reset()  # type: ignore[attr-defined]
    assert made.observation_space("player_0").contains(made.observe("player_0"))  # type: ignore[attr-defined]


def test_the_table_of_actions() -> None:
    page = (DOCS / "pettingzoo.md").read_text(encoding="utf-8")
    for name in ("chess", "chameleon-chess", "chinese-checkers"):
        assert f"{games.load(name).distinct_actions:,}" in page
    assert games.load("nim:heaps=1").distinct_actions == 64
    assert games.load("draughts").distinct_actions is None
