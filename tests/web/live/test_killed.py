"""A server that is killed, shares its database, or cannot write: no confirmed move is lost or made twice."""

import random
import re
import resource
import signal
import threading
import time
from contextlib import suppress
from html import unescape
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

import visiting
from serving import Server, serving, start
from spielbaum.web import Settings, make_app
from spielbaum.web.live.live_game import PACES
from tiers import at_night
from visiting import begin_at, form_of

pytestmark = pytest.mark.slow

PATIENCE = 90
KINDS = (
    ("nim", {"option-heaps": "3-4-5"}, ("human", "human")),
    ("tic-tac-toe", {}, ("human", "easy")),
    ("mnk", {"option-width": "4", "option-height": "4", "option-players": "3"}, ("human", "random", "human")),
    ("tic-tac-toe", {}, ("novice", "easy")),
    ("nim", {"option-heaps": "2-3-4"}, ("human", "medium")),
)
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the process tables of Linux")


class Player:
    """Plays a game until the server is gone, and remembers the answers."""

    def __init__(self, url: str, number: int, generator: random.Random) -> None:
        self.random = generator
        self.client = httpx.Client(base_url=url, verify=False, timeout=PATIENCE, headers={"HX-Request": "true"})
        key, fields, seats = KINDS[number % len(KINDS)]
        form = form_of(seats, fields)
        answer = self.client.post(f"/new/{key}", data=form)
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]
        self.known: list[str] = []
        self.taken_back: list[str] = []
        self.unanswered = ""
        self.look()

    def look(self) -> None:
        """Read the page of the game."""
        self.read(self.client.get(self.path + "/view").text)

    def read(self, text: str) -> None:
        """Remember the contents of a page."""
        listed = text.partition('id="moves"')[2].partition("</ol>")[0]
        self.known = [unescape(move) for move in re.findall(r"</span> ([^<]+)</a>", listed)]
        self.actions = [unescape(one) for one in re.findall(r'name="action" value="([^"]*)"', text)]
        self.revision = re.search(r'name="revision" value="(\d+)"', text)[1]
        self.waiting = '/pause"' in text

    def click(self, command: str, **fields: str) -> None:
        """Send a command; remember it until it is answered."""
        self.unanswered = command
        answer = self.client.post(f"{self.path}/{command}", data={"revision": self.revision, **fields})
        assert answer.status_code in (200, 409), answer.text
        self.unanswered = ""
        self.read(answer.text)

    def step(self) -> bool:
        """Take one step; return whether the game continues."""
        before = self.known
        if self.actions and self.known and self.random.random() < 0.15:
            self.click("undo")
            self.taken_back = before[len(self.known) :]
        elif self.actions:
            self.click("move", action=self.random.choice(self.actions))
            self.taken_back = []
        elif self.waiting:
            time.sleep(0.05)
            self.look()
        return bool(self.actions) or self.waiting

    def until_it_is_gone(self) -> None:
        """Play as long as the server answers."""
        with suppress(httpx.HTTPError):
            while self.step():
                time.sleep(self.random.uniform(0, 0.1))

    def compare(self, client: httpx.Client) -> None:
        """Compare the game on another server with the answers."""
        self.client = client
        kept = self.client.get(self.path + "/download").json()["moves"]
        before = self.known
        assert kept[: len(before)] == before or (self.unanswered == "undo" and before[: len(kept)] == kept)
        self.look()
        assert self.known[: len(kept)] == kept
        if self.taken_back and not self.unanswered and self.known == before:
            self.click("redo")
            assert self.known[: len(before) + 1] == [*before, self.taken_back[0]]

    def finish(self) -> None:
        """Play to the end without taking moves back."""
        deadline = time.monotonic() + PATIENCE
        self.random.random = lambda: 1.0  # type: ignore[method-assign]
        while self.step():
            assert time.monotonic() < deadline, self.path
        assert self.client.get(self.path + "/download").json()["utility"]


def again(database: Path) -> TestClient:
    """Return a server in this process."""
    return TestClient(make_app(Settings(database=f"sqlite:///{database}")), follow_redirects=False)


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_games_continue_after_a_kill(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    generator = random.Random(seed)
    with serving(tmp_path / "plays.db") as server:
        players = [
            Player(server.url, number, random.Random(100 * seed + number))
            for number in range(4 * len(KINDS) if at_night() else len(KINDS))
        ]
        threads = [threading.Thread(target=player.until_it_is_gone) for player in players]
        for thread in threads:
            thread.start()
        time.sleep(generator.uniform(0.3, 2))
        server.kill()
        for thread in threads:
            thread.join()
    monkeypatch.setitem(PACES, "normal", 0.0)
    with again(tmp_path / "plays.db") as client:
        client.headers["HX-Request"] = "true"
        for player in players:
            player.compare(client)
        threads = [threading.Thread(target=player.finish) for player in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for player in players:
            assert not player.step(), player.path


@pytest.mark.interpreted
def test_two_servers_on_one_database_make_no_move_twice(server: Server) -> None:
    path = begin_at(server.url, "nim", "human", "human", **{"option-heaps": "9-9-9"})
    answered: list[str] = []
    refused: list[int] = []

    def hurry(client: httpx.Client, seed: int) -> None:
        generator = random.Random(seed)
        text = client.get(path).text
        for _ in range(15):
            actions = re.findall(r'name="action" value="([^"]*1)"', text)
            if not actions:
                return
            form = {"action": generator.choice(actions), "revision": re.search(r'value="(\d+)"', text)[1]}
            answer = client.post(f"{path}/move", data=form, headers={"HX-Request": "true"})
            (answered if answer.status_code == 200 else refused).append(form["action"])
            assert answer.status_code in (200, 409), answer.text
            text = answer.text

    with again(server.database) as twin, httpx.Client(base_url=server.url, verify=False, timeout=PATIENCE) as client:
        for one in (client, twin):
            assert one.get(path).status_code == 200  # both have loaded the game
        threads = [threading.Thread(target=hurry, args=(one, at)) for at, one in enumerate((client, twin) * 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    with again(server.database) as third:
        kept = third.get(f"{path}/download").json()["moves"]
    assert sorted(kept) == sorted(answered)
    assert refused
    assert len(kept) > 5


@needs_proc
def test_no_move_is_made_when_the_disk_is_full(server: Server) -> None:
    path = begin_at(server.url, "nim", "human", "human")
    url, page = server.url + path, visiting.get(server.url + path).text
    action = re.search(r'name="action" value="([^"]*)"', page)[1]
    infinite = resource.RLIM_INFINITY
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, infinite))
    refused = visiting.post(f"{url}/move", data={"action": action, "revision": "0"})
    assert refused.status_code == 503
    assert "cannot be saved at the moment" in refused.text
    assert "Traceback" not in refused.text
    assert (
        visiting.post(f"{server.url}/new/nim", data={"seat-0-who": "human", "seat-1-who": "human"}).status_code == 503
    )
    assert visiting.get(f"{url}/download").json()["moves"] == []
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (infinite, infinite))
    assert visiting.post(f"{url}/move", data={"action": action, "revision": "0"}).status_code == 303
    assert visiting.get(f"{url}/download").json()["moves"] == [action]


def children(process: int) -> list[int]:
    """Return the child processes of a process."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def alive(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@needs_proc
@pytest.mark.parametrize(
    "number",
    [*(pytest.param(number, marks=pytest.mark.long) for number in (signal.SIGINT, signal.SIGTERM)), signal.SIGKILL],
)
def test_the_compiler_ends_with_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path / "cache"))
    server = start(tmp_path / "plays.db")
    path = begin_at(server.url, "chameleon-chess", "hard", "human", "human", "human")
    visiting.get(server.url + path)
    deadline = time.monotonic() + PATIENCE
    while not (compiling := children(server.process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    server.process.send_signal(number)
    assert server.process.wait(timeout=10) in (130, -number)
    deadline = time.monotonic() + 5
    while any(map(alive, compiling)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
