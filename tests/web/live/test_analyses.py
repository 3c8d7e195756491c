"""One analysis for a position: shared by all views, searched once, deeper while one looks, and kept."""

import asyncio
import html
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.game import Game
from spielbaum.game.notation import parse_state
from spielbaum.players import parse_player
from spielbaum.search.searcher import Searcher
from spielbaum.search_pool import ANSWER, BACKGROUND, PoolLimits, SearchPool
from spielbaum.session.analysis import PositionAnalysis
from spielbaum.store import Analyses as Kept
from spielbaum.store import Store
from spielbaum.web import Settings, make_app
from spielbaum.web.live.analyses import Analyses, Position
from visiting import Begin, Visitor, run_apart

LINE = "444435"
"""The columns of a game of Connect Four whose position once had four values."""

LONG = parse_player("alpha-beta:20s")

NIM = games.load("nim:heaps=2-3")


def position(text: str = "nim:heaps=2-3", game: Game = NIM, at: str = "") -> Position:
    return Position(text, game, (parse_state(game, at) if at else game.initial(),))


async def wanted() -> bool:
    return True


class Counting(SearchPool):
    """A pool that counts the analyses that are asked of it."""

    def __init__(self) -> None:
        super().__init__(PoolLimits(seconds=4), workers=1)
        self.ranks: list[int] = []

    def analyse(self, *given: object, **named: object) -> object:  # type: ignore[override]
        self.ranks.append(int(named["rank"]))  # type: ignore[call-overload]
        return super().analyse(*given, **named)  # type: ignore[arg-type]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(Store(str(tmp_path / "analyses.db")))


@pytest.mark.interpreted
def test_thirty_who_ask_for_one_position_share_a_search(kept: Kept) -> None:
    async def ask() -> None:
        with Counting() as pool:
            analyses = Analyses(kept, pool)
            found = await asyncio.gather(*(analyses.at_least(position(), 1, wanted) for _ in range(30)))
            assert len(pool.ranks) <= 2, "a search, and one without a table for the distances"
            assert {one.best.action_text for one in found if one and one.best} == {"b1"}
            assert all(one and one.final and one.best and one.best.outcome == "win" for one in found)
            assert not analyses.may_deepen(found[0])
            assert analyses.look(position()) is None
            before = len(pool.ranks)
            assert await analyses.at_least(position(), 30, wanted) is found[0]
            assert len(pool.ranks) == before, "what is proven is not searched again"

    run_apart(ask())


def test_a_position_deepens_while_one_looks_and_is_kept(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.web.live.analyses.WORTH_KEEPING", 0.0)
    monkeypatch.setattr("spielbaum.web.live.analyses.LOOKED", 250)
    asked = position("connect-four", games.load("connect-four"))

    async def look() -> None:
        with Counting() as pool:
            analyses = Analyses(kept, pool)
            assert await analyses.find(asked) is None
            analyses.look(asked)
            first = await analyses.first(asked, 300)
            assert first is not None
            assert pool.ranks[0] == ANSWER, "the first answer is waited for"
            while await analyses.find(asked) == first:
                await asyncio.sleep(0.05)
            monkeypatch.setattr("spielbaum.web.live.analyses.LOOKED", 0)
            analyses.look(asked)  # for the last time
            while analyses.is_deepening(asked):
                await asyncio.sleep(0.05)
            deeper = await analyses.find(asked)
            assert deeper is not None
            assert deeper.is_deeper_than(first)
            assert set(pool.ranks[1:]) == {BACKGROUND}
            assert [entry[0] for entry in deeper.trail] == sorted(entry[0] for entry in deeper.trail)
            analyses.close()
            again = await Analyses(kept, pool).find(asked)
            assert again == deeper, "read back from the database as it was"

    run_apart(look())


@pytest.mark.interpreted
@pytest.mark.parametrize("text", ["tic-tac-toe", "mnk:width=3,height=3,line=3,players=3", "nim:heaps=1-2-3"])
def test_an_analysis_is_read_back_as_it_was_stored(text: str) -> None:
    game = games.load(text)
    rows = Searcher(game, "max-n" if game.players > 2 else "alpha-beta").action_values(depth=3)
    found = PositionAnalysis.of(game, game.initial(), rows, algorithm="x", nodes=1, seconds=0.5)
    assert PositionAnalysis.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def until(found: Callable[[], re.Match[str] | None]) -> re.Match[str]:
    """Return what is found, soon."""
    deadline = time.monotonic() + 60
    while (match := found()) is None:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return match


def test_a_position_has_one_answer_everywhere(
    begin: Begin, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hint, scores, Why?, evaluation bar, caption of the tree and review say the same of a position."""
    monkeypatch.setattr("spielbaum.web.live.analyses.SLICES", (1.0,))  # so that nothing deepens in between
    visitor: Visitor = begin("connect-four", "human", "human")
    for column in LINE:
        visitor.act("move", action=column)
    why = client.get(f"{visitor.path}/why?show=1&seconds=1").text
    said = re.search(r"(?:Best for Yellow is|Equally good for Yellow are) (\d)[^:]*: (.+?), at depth", plain(why))
    assert said is not None, plain(why)
    best, value = said.groups()
    share = re.search(r"Yellow (\d+)%, Red", plain(why))[1]  # type: ignore[index]
    panel = client.get(f"{visitor.path}/analysis").text
    assert said[0] in plain(panel)
    assert f'aria-label="Winning chances: Yellow {share}%' in panel, "the evaluation bar"
    assert said[0] in plain(client.get(f"{visitor.path}/scores").text)
    assert said[0].removesuffix(", at depth") in plain(client.get(f"{visitor.path}/analysis/caption").text)
    visitor.act("hint")
    hint = until(lambda: re.search(r'id="hint-text"[^>]*>Hint: (\d)\. Its value: (.+?) \(', visitor.page()))
    assert (hint[1], plain(hint[2])) == (best, value)
    assert 'id="hint-text" hx-swap-oob' in client.get(f"{visitor.path}/analysis").text, "it follows the analysis"
    visitor.act("move", action=best)
    moves = rf"Move 6, 5, \w+: Yellow (\d+)%.*Move 7, {best}, best: Yellow \d+%"
    review = until(lambda: re.search(moves, client.get(f"{visitor.path}/review?seconds=0.5").text, re.DOTALL))
    assert review[1] == share, "the graph of the review"


def test_the_panel_says_how_many_searches_are_ahead(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.web.pages.analysis.PATIENCE", 0.0)
    pool = SearchPool(PoolLimits(seconds=20), workers=1)
    with TestClient(make_app(Settings(database=database), pool)) as client:
        game = client.app.state.site.catalogue.game("connect-four")  # type: ignore[attr-defined]
        for owner in "ab":
            pool.choose(owner, game, spec=LONG, state=game.initial())
        answer = client.post(
            "/new/connect-four", data={"seat-0-who": "human", "seat-1-who": "human"}, follow_redirects=False
        )
        path = answer.headers["location"]
        client.get(f"{path}/analysis")
        until(lambda: re.search("one search is ahead", client.get(f"{path}/analysis").text))
        for owner in "ab":
            pool.stop(owner)


@pytest.mark.interpreted
def test_without_the_database_a_position_is_analysed_all_the_same(
    begin: Begin, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise InputError("the database /secret/place.db cannot be used: disk I/O error")

    visitor = begin("nim", "human", "human", option__heaps="1-2")
    for name in ("find", "keep"):
        monkeypatch.setattr(client.app.state.site.analyses.kept, name, refuse)  # type: ignore[attr-defined]
    answer = client.get(f"{visitor.path}/why?show=1&seconds=1")
    assert answer.status_code == 200
    assert "leaves a nim-sum of 0" in answer.text
    assert "secret" not in answer.text
