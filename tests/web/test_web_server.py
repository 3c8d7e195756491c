"""``spielbaum serve`` as a process: starting, watching, stopping and killing."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

import visiting
from spielbaum.cli import run
from spielbaum.store import Plays, Store
from visiting import begin_at

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()", "serve"]
PATIENCE = 60
GRACE, PACE = 0.3, 0.2
"""Seconds after which the shared server stops the engines of a closed page, and between their moves."""
HASTY = f"""
from spielbaum.web.live import live_game
live_game.CLOSE_GRACE, live_game.PACES["normal"] = {GRACE}, {PACE}
from spielbaum.cli import main; main()
"""

Serve = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Return a function that starts a server with its own database on a free port."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [*PROGRAM, "--port", "0", "--database", str(tmp_path / "plays.db"), "--json", *arguments]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def url_of(process: subprocess.Popen[str]) -> str:
    return json.loads(process.stdout.readline())["url"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Return the address of a hasty server, and its database."""
    database = tmp_path_factory.mktemp("served") / "plays.db"
    command = [sys.executable, "-c", HASTY, "serve", "--port", "0", "--database", str(database), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield url_of(process), database
        process.kill()


def begin(url: str, key: str, *seats: str, **fields: str) -> str:
    url = url.rstrip("/")
    return url + begin_at(url, key, *seats, **fields)


def moves(game: str) -> list[str]:
    return moves_of(visiting.get(game, timeout=PATIENCE).text)


def moves_of(page: str) -> list[str]:
    return re.findall(r"</span> ([^<\s]+)</a></li>", page)


class Window:
    """An open window of a game, with the events that it received."""

    def __init__(self, game: str) -> None:
        self.events: list[tuple[str, str]] = []
        self.ended = threading.Event()
        threading.Thread(target=self._listen, args=(game,), daemon=True).start()

    def _listen(self, game: str) -> None:
        try:
            with visiting.stream("GET", f"{game}/events", timeout=PATIENCE) as response:
                name = ""
                for line in response.iter_lines():
                    if line.startswith("event: "):
                        name = line[7:]
                    elif line.startswith("data: "):
                        self.events.append((name, line[6:]))
        except (httpx.HTTPError, httpx.StreamError, OSError):
            pass
        self.ended.set()

    def wait_for(self, name: str, text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not any(name == kind and text in data for kind, data in list(self.events)):
            assert time.monotonic() < deadline, self.events[-20:]
            time.sleep(0.02)


def test_two_windows_see_the_moves_of_each_other(shared: tuple[str, Path]) -> None:
    game = begin(shared[0], "nim", "human", "human")
    windows = [Window(game), Window(game)]
    for window in windows:
        window.wait_for("changed", "0.0")
    answer = visiting.post(f"{game}/move", data={"revision": "0", "action": "a1"})
    assert answer.status_code == 303
    for window in windows:
        window.wait_for("changed", "1.0")


def test_the_progress_of_a_search_is_streamed(shared: tuple[str, Path]) -> None:
    own = {"seat-0-algorithm": "alpha-beta", "seat-0-seconds": "1"}
    game = begin(shared[0], "connect-four", "algorithm", "human", **own)
    window = Window(game)
    window.wait_for("engine", "Alpha-beta is thinking for Yellow")
    window.wait_for("engine", "<dt>Nodes/s</dt>")
    window.wait_for("changed", "1.0")
    assert len(moves(game)) == 1


def test_closing_the_page_stops_its_engines(shared: tuple[str, Path]) -> None:
    url, database = shared
    game = begin(url, "connect-four", "random", "random")
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    with Store(str(database)) as store:
        record = partial(Plays(store).find, game.rpartition("/")[2])
        with socket.create_connection((host, int(port))) as window:
            window.sendall(f"GET {game.removeprefix(url[:-1])}/events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            deadline = time.monotonic() + PATIENCE
            while not record().turns and time.monotonic() < deadline:
                time.sleep(0.05)
        time.sleep(GRACE + PACE + 0.5)
        made = len(record().turns)
        assert made > 0
        time.sleep(3 * PACE)
        assert len(record().turns) == made
        assert not visiting.get(game).text.count('class="outcome"')
        deadline = time.monotonic() + PATIENCE
        while len(record().turns) == made:
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_a_signal_ends_the_server_at_once_despite_open_windows(serve: Serve, number: int, code: int) -> None:
    process = serve()
    own = {"seat-0-algorithm": "alpha-beta", "seat-0-seconds": "30"}
    game = begin(url_of(process), "tic-tac-toe", "algorithm", "human", **own)
    window = Window(game)
    window.wait_for("changed", "0.0")
    began = time.monotonic()
    process.send_signal(number)
    assert process.wait(timeout=10) == code
    assert time.monotonic() - began < 4
    assert window.ended.wait(5)
    assert "Traceback" not in process.stderr.read()


def test_a_port_in_use_is_one_sentence(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--database", str(tmp_path / "plays.db")]) == 2
    sentence = f"spielbaum: port {port} of 127.0.0.1 is taken: choose another with --port, or 0 for any\n"
    assert capfd.readouterr().err == sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--host", "no.such.host.invalid"), "there is no address 'no.such.host.invalid'"),
        (("connect-five",), "unknown game 'connect-five'"),
        (("missing.py",), "no file '"),
        (("--path", "games"), "--path 'games' is no path: write it like /games or /~name/games"),
        (("--database", "mysql://x"), "unknown kind of database 'mysql'"),
        (("--own-games", "mine", "--host", "0.0.0.0"), "--own-games runs the Python that is written in the page"),
        (("--own-games", "mine", "--name", "games.example.org"), "--own-games runs the Python"),
    ],
)
def test_a_bad_start_is_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    code = run(["serve", "--port", "0", "--database", str(tmp_path / "plays.db"), "--json", *arguments])
    out, err = capfd.readouterr()
    assert code == 2
    assert err.startswith(f"spielbaum: {sentence}")
    assert err.count("\n") == 1
    assert not out


def test_a_game_can_be_written_with_the_printed_key(serve: Serve, tmp_path: Path) -> None:
    server = serve("--own-games", str(tmp_path / "mine"))
    printed = json.loads(server.stdout.readline())
    assert printed["own"].startswith(printed["url"] + "own?key=")
    assert 'name="source"' in visiting.get(printed["own"], timeout=PATIENCE).text


def test_a_missing_extra_is_named() -> None:
    program = "import sys; sys.modules['starlette'] = None; from spielbaum.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program, "serve"], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (2, "spielbaum: spielbaum serve needs pip install 'spielbaum[web]'\n")
