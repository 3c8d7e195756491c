"""Stored games whose players are written as in version 0.1: they are found again, and read without a warning."""

import hashlib
import json
import sqlite3
import warnings
from pathlib import Path

import pytest

from spielbaum.arena import Setup
from spielbaum.arena.experiment import read_experiment
from spielbaum.arena.play import versions
from spielbaum.arena.worker_pool import here
from spielbaum.report import gather
from spielbaum.store import Experiments, Store
from spielbaum.store.running import run

DESIGN = """
title = "spelled"
games = "nim"
players = ["random", {algorithm = "alpha-beta", NAME = ["none", "two-deep"]}]
limits = {depth = 2}
"""
COLUMNS = [("tournament", "title"), ("tournament", "setup"), ("cell", "labels"), ("experiment", "design")]


def test_the_key_of_a_tournament_is_that_of_version_0_1() -> None:
    old, new = (("alpha-beta(depth=2, " + name + "=deep)", "random") for name in ("table", "replacement"))
    setup = {"game": "nim", "players": old, "max_plies": 100, "games": None, "opening_plies": 0, "seed": 0}
    content = json.dumps([setup, versions()["spielbaum"], ""], sort_keys=True)
    assert Setup(game="nim", players=new).key == hashlib.sha256(content.encode()).hexdigest()


def design(folder: Path, name: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(DESIGN.replace("NAME", name), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("name", ["replacement", "table"])
def test_an_experiment_of_version_0_1_goes_on_and_plays_nothing_twice(tmp_path: Path, name: str) -> None:
    database = tmp_path / "old.db"
    with Store(str(database)) as store:
        asked = read_experiment(design(tmp_path, "replacement"))
        first = sum(len(games) for _, games in run(asked, store, here(1)))
    with sqlite3.connect(database) as connection:
        for table, column in COLUMNS:
            connection.execute(f"UPDATE {table} SET {column} = replace({column}, 'replacement', 'table')")
        connection.execute("DELETE FROM game WHERE number = 1")
        left = connection.execute("SELECT count(*) FROM game").fetchone()[0]
    connection.close()
    path = design(tmp_path, name)
    if name == "table":
        with pytest.warns(FutureWarning, match="table=two-deep is written replacement=two-deep now"):
            again = read_experiment(path)
    else:
        again = read_experiment(path)
    assert [cell.setup.players for cell in again.cells] == [cell.setup.players for cell in asked.cells]
    with Store(str(database)) as store, warnings.catch_warnings():
        warnings.simplefilter("error")
        played = sum(len(games) for _, games in run(again, store, here(1)))
        (stored,) = Experiments(store).all()
        report = gather(store)
    assert (len(stored.cells), played) == (1, first - left)
    players = ("alpha-beta(replacement=none)", "alpha-beta(replacement=two-deep)")
    assert stored.cells[0].labels[1:] == report.tournaments[0].places[0].labels[1:] == players
    assert stored.cells[0].tournament.done == first > left
