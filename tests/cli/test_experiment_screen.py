"""The progress of a running experiment on a terminal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spielbaum.arena import Setup
from spielbaum.arena.experiment import Experiment, ExperimentCell
from spielbaum.arena.worker_pool import here
from spielbaum.cli.render.experiment import Scores
from spielbaum.store import Store
from spielbaum.store.running import begin, run

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

pty = pytest.importorskip("pty")

DESIGN = """
games = "connect-four:width=5,height=4"
players = ["alpha-beta", "random"]
limits = [{depth = 1}, {depth = 2}]
openings = {plies = 2}
rounds = 20
"""
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


OFTEN = """
from spielbaum.cli.render import experiment
experiment.FREQUENCY = 20
"""
"""Draws twenty times a second."""

SHOWING = f"{OFTEN}from spielbaum.cli import main; main()"
LOSING = f"""{OFTEN}
import logging, sys, time
from spielbaum.arena.experiment import read_experiment
from spielbaum.cli.render.experiment import watching
from spielbaum.store import Store
from spielbaum.store.running import begin

asked = read_experiment("design.toml")
with Store("screen.db") as store, watching(begin(asked, store), store) as tell:
    tell(0, [])
    time.sleep(0.2)
    logging.getLogger("spielbaum.arena.worker_pool").warning("the Dask cluster has no workers left")
    time.sleep(0.2)
"""


def test_progress_shows_a_bar_the_time_left_and_shares_with_intervals(tmp_path: Path) -> None:
    words = ("experiment", "design.toml", "--workers", "1", "--database", "screen.db")
    seen = shown(tmp_path, SHOWING, *words)
    assert "design: preparing the players ━━" in seen
    bars = re.findall(r"design ━+.*?(\d+)/80 games +(\d+)% 0:\d\d:\d\d left (\S+)", seen)
    assert all(abs(int(done) / 0.8 - int(share)) < 1 for done, share, _ in bars)
    assert len({done for done, _, _ in bars}) > 1
    assert any(re.fullmatch(r"\d+:\d\d:\d\d", left) for *_, left in bars)
    shares = re.findall(r"alpha-beta +(\d+) +(\d\.\d+) +(\d\.\d+)–(\d\.\d+)", seen)
    assert shares
    assert all(float(low) <= float(share) <= float(high) for _, share, low, high in shares)


def test_messages_appear_above_the_bar_once(tmp_path: Path) -> None:
    seen = shown(tmp_path, LOSING)
    before, *after = seen.split("the Dask cluster has no workers left")
    assert len(after) == 1
    assert "0/80 games" in before
    assert "0/80 games" in after[0]


def test_short_games_that_chance_repeats_are_counted(tmp_path: Path) -> None:
    cell = ExperimentCell(
        number=0,
        setup=Setup(game="nim:heaps=1-2", players=("random", "random(seed=1)"), games=40),
        labels=("a", "b"),
        factors={"game": "nim", "limits": "none"},
    )
    experiment = Experiment(title="chance", cells=(cell,))
    with Store(str(tmp_path / "chance.db")) as store:
        scores = Scores(begin(experiment, store))
        for number, games in run(experiment, store, here(1)):
            scores.note(number, games)
    assert list(scores.table().columns[3].cells) == ["40", "40"]


def shown(folder: Path, code: str, *words: str) -> str:
    """Return the output of a program on a terminal, run beside the design."""
    (folder / "design.toml").write_text(DESIGN, encoding="utf-8")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        cwd=folder,
        env={**os.environ, "COLUMNS": "120", "LINES": "30", "TERM": "xterm-256color"},
    )
    os.close(theirs)
    seen = read(ours)
    assert process.wait(timeout=60) == 0, seen
    return CODES.sub("", seen)


def read(terminal: int) -> str:
    """Return all output, once every process has left the terminal."""
    found = b""
    try:
        while text := os.read(terminal, 65_536):
            found += text
    except OSError:  # Linux reports a closed terminal this way
        pass
    os.close(terminal)
    return found.decode()
