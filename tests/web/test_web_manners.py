"""What the server refuses, what it tells browsers, and in which language."""

import asyncio
import re
import string
import time
from collections.abc import Iterator
from importlib.resources import files

import pytest
from malforming import Wrong, ask
from starlette.testclient import TestClient
from starlette.types import Message
from visiting import Begin, Visitor, run_apart

from spielbaum.pictures.svg.theme import DARK, LIGHT
from spielbaum.pictures.tree.words import ENGLISH
from spielbaum.store import Plays, Store
from spielbaum.web import Settings, make_app
from spielbaum.web.http.assets import theme_css
from spielbaum.web.http.rate_limits import RateLimiter
from spielbaum.web.http.security import MAX_BODY
from spielbaum.web.http.translations import LANGUAGES, Translations, preferred

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.1"}


@pytest.fixture
def visitor(begin: Begin) -> Visitor:
    return begin("tic-tac-toe", "human", "human")


def complaint(text: str) -> str:
    return re.search(r'id="error"[^>]*>(.*?)</p>', text)[1]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_all_languages_have_the_same_texts() -> None:
    english = Translations("en")
    for language in LANGUAGES:
        other = Translations(language)
        assert other.entries.keys() == english.entries.keys()
        for key, text in other.entries.items():
            assert places(text) == places(english.entries[key]), key


def test_the_viewer_says_the_same_in_german() -> None:
    german = Translations("de").viewer
    assert german.keys() == ENGLISH.keys()
    assert german["ends"].keys() == ENGLISH["ends"].keys()
    for key, text in ENGLISH.items():
        if isinstance(text, str):
            assert places(german[key]) == places(text), key


def test_the_templates_use_texts_that_there_are(client: TestClient) -> None:
    for entry in files("spielbaum.web").joinpath("templates").iterdir():
        for key in re.findall(r"\bt\(['\"]([\w.-]+)['\"]\s*[,)]", entry.read_text(encoding="utf-8")):
            assert key in Translations("en").entries, (entry.name, key)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "en"), ("de", "de"), ("fr, de;q=0.5", "de"), ("de;q=0.1, en-GB", "en"), ("de;q=x", "en"), ("*", "en")],
)
def test_the_language_is_what_the_browser_asks_for(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_pages_speak_german(visitor: Visitor) -> None:
    page = visitor.client.get(visitor.path, headers=GERMAN)
    assert page.headers["content-language"] == "de"
    assert '<html lang="de">' in page.text
    assert "X ist am Zug" in page.text
    assert "to move" not in page.text


def test_the_board_is_read_in_german(begin: Begin) -> None:
    page = begin("chameleon-chess", *["human"] * 4).page("?lang=de")
    assert 'aria-label="b1, Springer, Rot"' in page
    assert re.search(r'<svg [^>]*aria-label="chameleon-chess: Rot ist am Zug"', page)
    assert "knight" not in page


def test_the_language_of_the_address_is_kept_in_links_and_forms(visitor: Visitor) -> None:
    page = visitor.page("?lang=de")
    inner = [link for link in re.findall(r'(?:href|action|hx-get|hx-post)="(/[^"]*)"', page) if "/static/" not in link]
    assert inner
    assert all("lang=" in link for link in inner)


@pytest.mark.parametrize(
    ("fields", "english", "german"),
    [
        ({"position": "XXXX"}, "position &#39;XXXX&#39;", "Stellung „XXXX“"),
        ({"seat-0-who": "robot"}, " is one of human, random, algorithm", "Das Feld „seat-0-who“ ist eines von"),
        ({"option-order": "x"}, "is one of rows, centre", "ist eine von rows, centre"),
        ({"option-nothing": "x"}, "does not belong there", "nicht dorthin gehört"),
        ({"seat-1-who": "algorithm", "seat-1-algorithm": "pvs"}, "needs a number of plies", "braucht eine Zahl"),
    ],
)
def test_bad_input_is_a_sentence(client: TestClient, fields: dict[str, str], english: str, german: str) -> None:
    form = {"seat-0-who": "human", "seat-1-who": "human", **fields}
    for headers, sentence in (({}, english), (GERMAN, german)):
        answer = client.post("/new/tic-tac-toe", data=form, headers=headers)
        assert answer.status_code == 400
        assert sentence in complaint(answer.text)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/game/short", 404),
        ("GET", f"/game/{'x' * 22}", 404),
        ("GET", "/game/%00%ff", 404),
        ("GET", "/new/../../etc/passwd", 404),
        ("GET", "/new/tree?file=/etc/passwd", 400),
        ("GET", "/?lang=xx", 400),
        ("GET", "/?other=1", 400),
        ("GET", "/?lang=de&lang=en", 400),
        ("GET", "/?lang=%ff", 400),
        ("DELETE", "/", 405),
        ("POST", "/", 405),
        ("GET", "/static/000000000000/site.css", 404),
        ("GET", "/new/random-tree?branching=100000000", 400),
        ("GET", "/new/random-tree?players=100000", 400),
        ("GET", "/new/nim?heaps=999999999999999999999999", 400),
    ],
)
def test_bad_requests_are_refused(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert len(complaint(answer.text)) > 10


@pytest.mark.parametrize(
    ("command", "fields", "status"),
    [
        ("move", {}, 400),
        ("move", {"action": "99"}, 400),
        ("move", {"action": "0", "revision": "-1"}, 400),
        ("move", {"action": "0", "revision": "9" * 50}, 400),
        ("move", {"action": "0\x00"}, 400),
        ("move", {"action": "0" * 5000}, 400),
        ("move", {"action": "0", "more": "1"}, 400),
        ("touch", {"place": "z9", "chosen": ""}, 400),
        ("redo", {}, 400),
        ("now", {}, 409),
        ("seats", {"seat-0-who": "human"}, 400),
        ("dance", {}, 404),
    ],
)
def test_bad_commands_are_refused(visitor: Visitor, command: str, fields: dict[str, str], status: int) -> None:
    answer = visitor.client.post(f"{visitor.path}/{command}", data={"revision": "0", **fields})
    assert answer.status_code == status
    assert complaint(answer.text)
    assert visitor.moves() == []


def test_forms_that_are_none_are_refused(visitor: Visitor) -> None:
    path, kind = f"{visitor.path}/move", {"Content-Type": "application/x-www-form-urlencoded"}
    post = visitor.client.post
    assert post(path, content=b"revision=0&action=%ff", headers=kind).status_code == 400
    assert post(path, content=b"\xff\xfe", headers=kind).status_code == 400
    assert post(path, json={"revision": 0, "action": "0"}).status_code == 415
    assert post(path, content=b"a" * (MAX_BODY + 1), headers=kind).status_code == 413
    assert visitor.moves() == []


def test_forms_of_other_sites_are_refused(visitor: Visitor) -> None:
    form = {"revision": "0", "action": "0"}
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        answer = visitor.client.post(f"{visitor.path}/move", data=form, headers=headers)
        assert answer.status_code == 403
    own = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert visitor.client.post(f"{visitor.path}/move", data=form, headers=own).status_code == 200


def test_other_names_of_the_host_are_refused(database: str) -> None:
    with TestClient(make_app(Settings(database=database, hosts=("localhost",))), "http://rebound.example") as client:
        answer = client.get("/")
        assert answer.status_code == 400
        assert "rebound.example" in complaint(answer.text)
        assert client.get("/", headers={"Host": "localhost:8000"}).status_code == 200


def test_too_many_games_of_one_address(database: str) -> None:
    form = {"seat-0-who": "human", "seat-1-who": "human"}
    with TestClient(make_app(Settings(database=database, games_per_minute=2))) as client:
        codes = [client.post("/new/nim", data=form, follow_redirects=False).status_code for _ in range(3)]
        assert codes == [303, 303, 429]


def test_too_many_windows_of_one_address_opened_at_once(database: str) -> None:
    app = make_app(Settings(database=database, windows_each=2, hosts=("localhost",)))
    over = asyncio.Event()

    async def window(path: str, statuses: list[int]) -> None:
        pieces = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if not pieces:
                await over.wait()
            return pieces.pop() if pieces else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await app(Wrong(path=f"{path}/events").scope, receive, send)

    async def opened(path: str, number: int) -> list[int]:
        statuses: list[int] = []
        over.clear()
        tasks = [asyncio.create_task(window(path, statuses)) for _ in range(number)]
        while len(statuses) < number:
            await asyncio.sleep(0.01)
        over.set()
        await asyncio.wait_for(asyncio.gather(*tasks), 30)
        return sorted(statuses)

    async def ctx() -> None:
        async with app.router.lifespan_context(app):
            begun = await ask(app, Wrong("POST", "/new/nim", body=b"seat-0-who=human&seat-1-who=human"))
            path = begun.headers["location"]
            assert await opened(path, 9) == [200] * 2 + [429] * 7
            assert await opened(path, 2) == [200] * 2

    run_apart(ctx())


def test_games_that_were_left_alone_are_forgotten_when_that_is_asked_for(database: str, begin: Begin) -> None:
    name = begin("nim", "human", "human").path.rpartition("/")[2]
    with Store(database) as store:
        for days, kept in ((None, True), (1, True), (0, False)):
            with TestClient(make_app(Settings(database=database, forget_after=days))):
                deadline = time.monotonic() + (10 if not kept else 0.3)
                while Plays(store).find(name) and time.monotonic() < deadline:
                    time.sleep(0.02)
            assert (Plays(store).find(name) is not None) == kept


def test_tokens_come_back() -> None:
    now = [0.0]
    buckets = RateLimiter(30, clock=lambda: now[0])
    assert [buckets.allow("a") for _ in range(31)] == [True] * 30 + [False]
    assert buckets.allow("b")
    now[0] = 2.0
    assert [buckets.allow("a"), buckets.allow("a")] == [True, False]


@pytest.fixture
def pages(visitor: Visitor) -> Iterator[tuple[str, str]]:
    paths = ["/", "/new/tic-tac-toe", *(visitor.path + tail for tail in ("", "/view", "/why", "/tree")), "/nothing"]
    return ((path, visitor.client.get(path).text) for path in paths)


def test_pages_keep_to_the_strict_policy(pages: Iterator[tuple[str, str]]) -> None:
    for path, page in pages:
        assert not re.search(r"<[^>]*\sstyle=", page), path
        assert not re.search(r"<[^>]*\son\w+=", page), path
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|javascript:", page), path
        assert not re.search(r'(?:src|href)="https?://', page), path


def test_headers_and_no_cookie(visitor: Visitor) -> None:
    for path in ("/", visitor.path, "/nothing", f"{visitor.path}/download"):
        headers = visitor.client.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"
        assert "set-cookie" not in headers


def test_files_are_kept_by_browsers(client: TestClient) -> None:
    address = re.search(r'href="(/static/[^"]*site\.css)"', client.get("/").text)[1]
    answer = client.get(address)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_the_colours_are_those_of_the_theme() -> None:
    light, dark = theme_css().split("@media")
    for name, colour in LIGHT.items():
        assert f"--{name}: {colour};" in light
    for name, colour in DARK.items():
        assert f"--{name}: {colour};" in dark
    own = files("spielbaum.web").joinpath("static", "site.css").read_text(encoding="utf-8")
    assert not re.search(r"#[0-9a-f]{3,8}\b", own)


def test_colours_can_be_read() -> None:
    for theme in (LIGHT, DARK):
        for ink in ("ink", "quiet", "accent", "cut", "best"):
            for paper in ("paper", "panel") if ink != "cut" else ("paper",):
                assert contrast(theme[ink], theme[paper]) >= 4.5, (ink, paper)


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)
