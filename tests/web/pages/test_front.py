"""The start page, the gallery of algorithms, and the page about writing a game."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from spielbaum import check_game, load
from spielbaum.kernel.shipped import file_of, hash_of
from spielbaum.search.core.kernel_name import kernel_name
from spielbaum.web import Settings, make_app
from spielbaum.web.views.gallery import LESSONS
from spielbaum.web.views.players import choices_of

KEYS = [lesson.key for lessons in LESSONS.values() for lesson in lessons]


def test_games_are_grouped_with_those_of_the_server_first(database: str) -> None:
    hex_game = str(Path(__file__).parents[3] / "examples" / "hex.py")
    with TestClient(make_app(Settings(database=database, games=(hex_game,)))) as client:
        page = client.get("/").text
    groups = [re.findall(r'data-game="([^"]+)"', part) for part in page.split('class="group"')[1:]]
    assert groups[0] == ["hex"]
    assert {"chess", "go", "othello"} <= set(groups[1])
    assert groups[2] == ["blokus", "chameleon-chess", "chinese-checkers", "focus", "rolit"]
    assert "/new/chinese-checkers?players=3" in page
    assert "/new/blokus?players=2&amp;board=duo" in page
    assert set(groups[3]) == {"mnk", "nim", "tic-tac-toe"}
    assert set(groups[4]) == {"figure", "random-tree", "tree"}
    assert re.search(r'href="#games".*href="/understand".*href="/own"', page, re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_tree_of_the_gallery_can_be_opened(client: TestClient, language: str) -> None:
    gallery = client.get(f"/understand?lang={language}").text
    assert re.findall(r'data-lesson="([^"]+)"', gallery) == KEYS
    for key in KEYS:
        page = client.get(f"/understand/{key}?lang={language}")
        assert page.status_code == 200
        source = re.search(r'id="tree" data-src="([^"]+)"', page.text)
        assert source
        document = client.get(source[1]).json()
        assert all(len(tree["parent"]) > 4 for tree in document["trees"])
    assert client.get("/understand/nonsense").status_code == 404
    assert client.get("/understand/nonsense/tree.json").status_code == 404


@pytest.mark.slow
def test_the_game_to_copy_is_sound(client: TestClient, tmp_path: Path) -> None:
    page = client.get("/own").text
    text = re.search(r"my_game.py\"><code>(.*?)</code>", page, re.DOTALL)
    assert text
    file = tmp_path / "my_game.py"
    file.write_text(text[1].replace("&#34;", '"').replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">"))
    assert check_game(load(str(file)), games=5).ok


def test_a_page_says_which_searches_it_has_no_kernel_for(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "slow here" not in client.get("/new/nim").text.lower()
    for module in ("spielbaum.web.views.players", "spielbaum.kernel.compile"):
        monkeypatch.setattr(f"{module}.IN_BROWSER", True)
    shipped = hash_of(kernel_name("search", load("nim"), None, "minimax"))
    monkeypatch.setattr("spielbaum.kernel.shipped.SOURCE", lambda digest: b"" if digest == shipped else None)
    for kept in (file_of, choices_of):
        kept.cache_clear()
    page = client.get("/new/nim").text
    for kept in (file_of, choices_of):
        kept.cache_clear()
    assert '<option value="minimax">minimax</option>' in page
    assert '<option value="alpha-beta">alpha-beta (slow here)</option>' in page
    assert '<option value="medium" selected>Medium (slow here)</option>' in page
    assert "the search is interpreted" in page
