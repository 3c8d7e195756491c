"""A database with games of a match, of a game file, of an experiment, and one whose rules have been removed."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import copyfile

import pytest

from race_file import RACE
from spielbaum.arena import GameRecord
from spielbaum.arena.executors import played
from spielbaum.arena.experiment import Experiment, ExperimentCell
from spielbaum.arena.tournament import Setup, Tournament
from spielbaum.arena.worker_pool import here
from spielbaum.store import Store, TournamentRecord
from spielbaum.store.running import run

MATCH = Setup(game="tic-tac-toe", players=("alpha-beta(depth=3)", "random(seed=1)"), games=60, opening_plies=2, seed=3)
OTHER = "random(seed=2)"


def fill(url: str, folder: Path) -> Path:
    """Fill a database with four tournaments: 1, the match, 2, of the returned game file, 3, of nim, and 4."""
    file = folder / "race.py"
    file.write_text(RACE, encoding="utf-8")
    race = Setup(game=str(file), players=("random(seed=1)", OTHER))
    cell = ExperimentCell(
        number=0, setup=Setup(game="nim", players=("random(seed=1)", OTHER)), labels=("a", "b"), factors={}
    )
    broken = replace(MATCH, games=1, seed=4)
    with Store(url) as store:
        keep(store, MATCH)
        keep(store, race)
        list(run(Experiment(title="Luck & co", cells=(cell,)), store, here(1)))
        keep(store, broken, start="no position at all")
    return file


def fill_interpreted(folder: Path, name: str) -> None:
    """Fill an SQLite database by interpreted searches, in a folder with its game file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        fill(f"sqlite:///{folder / name}", folder)


def copy_filled(folder: Path, url: str) -> Path:
    """Copy the database to a folder of the fixture ``filled``, and return its game file."""
    copyfile(folder / "filled.sqlite", url.removeprefix("sqlite:///"))
    return folder / "race.py"


def keep(store: Store, setup: Setup, **changed: object) -> None:
    """Play a tournament and store its games, changed so that they cannot be shown."""
    pairings = Tournament(setup).pairings
    record = TournamentRecord(
        key=setup.key, title=setup.title, setup=setup.to_dict(), games=len(pairings), created="2026-01-01T00:00:00"
    )
    number = store.begin(record)
    store.add_all(number, [replace(game, **changed) for game in games_of(setup)])


@cache
def games_of(setup: Setup) -> list[GameRecord]:
    """Play a tournament, once for all databases."""
    return list(played(setup, Tournament(setup).pairings, workers=1))
