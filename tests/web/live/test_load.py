"""The load of visitors: abandoned searches, threads and memory."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import visiting
from serving import Server, serving
from spielbaum.web.http.threads import THREADS
from visiting import begin_at

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
PATIENCE = 90
TICKS = os.sysconf("SC_CLK_TCK")
GRACE = 0.2
HASTY = f"""
from spielbaum.web.live import live_game
live_game.CLOSE_GRACE = {GRACE}
from spielbaum.cli import main; main()
"""
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the process tables of Linux")


def spent(server: Server) -> float:
    """Return the CPU seconds of a server."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def status(server: Server, name: str) -> int:
    text = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+)", text)[1])


@needs_proc
def test_a_search_ends_when_its_window_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serving.PROGRAM", [sys.executable, "-c", HASTY])
    with serving(tmp_path / "plays.db") as server:
        search_and_leave(server)


def search_and_leave(server: Server) -> None:
    own = {"seat-0-who": "algorithm", "seat-0-algorithm": "alpha-beta", "seat-0-seconds": "30", "seat-1-who": "human"}
    path = begin_at(server.url, "connect-four", **own)
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as window:
        window.sendall(f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        received, deadline = "", time.monotonic() + PATIENCE
        while "Nodes/s" not in received:
            assert time.monotonic() < deadline
            received += window.recv(1 << 16).decode()
        before = spent(server)
        while spent(server) < before + 0.2:
            assert time.monotonic() < deadline
            window.recv(1 << 16)
    time.sleep(GRACE + 1)
    before = spent(server)
    time.sleep(0.5)
    assert spent(server) - before < 0.1
    assert visiting.get(f"{server.url}{path}/download").json()["moves"] == []


@pytest.mark.long
@needs_proc
def test_threads_and_memory_do_not_grow_with_games(server: Server) -> None:
    form = {"seat-0-who": "novice", "seat-1-who": "human"}

    def play(games: int) -> None:
        for _ in range(games):
            path = begin_at(server.url, "tic-tac-toe", **form)
            for part in ("", "/view", "/why", "/tree", "/download"):
                assert visiting.get(server.url + path + part, timeout=PATIENCE).status_code == 200

    play(20)
    memory = status(server, "VmRSS")
    play(60)
    assert status(server, "VmRSS") - memory < 20 << 10
    assert status(server, "Threads") <= THREADS + 3 * (os.cpu_count() or 1) + 8


@pytest.mark.long
@needs_proc
def test_games_played_at_once_lose_no_move() -> None:
    script = [sys.executable, str(ROOT / "benchmarks" / "serve_load.py")]
    asked = ["--visitors", "4", "--seconds", "2", "--clicks", "5", "--cold"]
    done = subprocess.run([*script, *asked], capture_output=True, text=True, timeout=300, check=False)
    assert "ERROR" not in done.stdout, done.stdout
    assert re.search(r"[1-9]\d* games, [1-9]\d* moves of visitors", done.stdout), done.stdout + done.stderr
