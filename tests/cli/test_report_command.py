"""``spielbaum report``: the summary, the page, the tables, and refusals."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any
from xml.etree import ElementTree

import polars
import pytest

from spielbaum.cli import run

Run = Callable[..., Any]


pytestmark = pytest.mark.interpreted


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "results.db"
    for game, players in (("nim", "random,minimax(depth=2)"), ("tic-tac-toe", "alpha-beta(depth=2),random")):
        asked = ["match", game, "--players", players, "--games", "30", "--opening-plies", "1", "--database", str(path)]
        assert run([*asked, "--workers", "1", "--json"]) == 0
    return path


@pytest.fixture
def database(played: Path, tmp_path: Path) -> str:
    return str(copy(played, tmp_path))


def test_a_summary_for_people(spielbaum: Run, database: str) -> None:
    shown = spielbaum("report", database)
    assert shown.code == 0, shown.err
    assert "1. nim: random, minimax" in shown.out
    assert "95 %" in shown.out
    assert "2. tic-tac-toe" not in spielbaum("report", database, "--tournament", "1").out


def test_json_page_and_tables(spielbaum: Run, database: str, tmp_path: Path) -> None:
    page, folder = tmp_path / "report.html", tmp_path / "tables" / "new"
    asked = (
        "report",
        database,
        "--tournament",
        "2",
        "--html",
        str(page),
        "--parquet",
        str(folder),
        "--csv",
        str(folder),
    )
    document = spielbaum(*asked, "--json").document
    (cell,) = document["tournaments"]
    assert (cell["id"], cell["game"], cell["games"]) == (2, "tic-tac-toe", 30)
    assert ElementTree.fromstring(page.read_text(encoding="utf-8")).findtext("head/title") == "Report of results.db"
    games = polars.read_parquet(folder / "games.parquet")
    assert (games.height, set(games["tournament"])) == (60, {2})
    assert polars.read_csv(folder / "moves.csv").height == polars.read_parquet(folder / "moves.parquet").height
    for row in cell["rows"]:
        own = games.filter(polars.col("player") == row["player"])
        assert own["moves"].sum() == row["moves"]
        if not cell["repeated"]:
            assert own["share"].mean() == pytest.approx(row["share"])
    assert sorted(path.name for path in folder.iterdir()) == [
        "games.csv",
        "games.parquet",
        "moves.csv",
        "moves.parquet",
    ]


def test_bad_requests_are_refused(spielbaum: Run, database: str, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    (tmp_path / "other.db").write_text("no database " * 1000, encoding="utf-8")
    for sentence, *asked in (
        ("there is no database", str(tmp_path / "missing.db")),
        ("is empty", str(tmp_path / "empty.db")),
        ("file is not a database", str(tmp_path / "other.db")),
        ("unknown tournament", database, "--tournament", "7"),
        ("unknown kind of database", "mysql://server/games"),
        ("it is a directory", database, "--html", str(tmp_path)),
        ("both want stdout", database, "--json", "--html", "-"),
        ("cannot be created", database, "--csv", str(tmp_path / "empty.db" / "tables")),
    ):
        refused = spielbaum("report", *asked)
        assert (refused.code, refused.out) == (2, "")
        assert sentence in refused.err
        assert refused.err.count("\n") == 1
    assert not (tmp_path / "missing.db").exists()


def test_a_database_without_tournaments(spielbaum: Run, tmp_path: Path) -> None:
    from spielbaum.store import Store

    Store(str(tmp_path / "new.db")).close()
    refused = spielbaum("report", str(tmp_path / "new.db"))
    assert refused.code == 2
    assert "there is no tournament" in refused.err


def test_the_page_on_stdout_stands_alone(spielbaum: Run, database: str) -> None:
    assert ElementTree.fromstring(spielbaum("report", database, "--html", "-").out).tag == "html"


def test_json_stands_alone(spielbaum: Run, database: str) -> None:
    answer = spielbaum("report", database, "--json")
    assert answer.out.count("\n") == 1
    assert list(json.loads(answer.out)) == ["database", "tournaments", "curves", "experiments"]


DESIGN = """
title = "two <levels>"
games = "nim"
players = ["minimax", "random"]
limits = {depth = [1, 2]}
openings = {plies = 1}
rounds = 6
"""


@pytest.mark.slow
def test_only_an_experiment(spielbaum: Run, database: str, tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(DESIGN, encoding="utf-8")
    asked = ("experiment", str(tmp_path / "two.toml"), "--workers", "1", "--database", database)
    assert spielbaum(*asked).code == 0
    shown = spielbaum("report", database)
    assert "two <levels>: 24 of 24 games" in shown.out
    assert "1. nim: random, minimax" in shown.out
    page = tmp_path / "two.html"
    only = spielbaum("report", database, "--experiment", "two <levels>", "--html", str(page))
    assert (only.code, "1. nim" in only.out, "depth=2" in only.out) == (0, False, True)
    root = ElementTree.fromstring(page.read_text(encoding="utf-8"))
    assert root.findtext("head/title") == "Report of two <levels>"
    assert len(root.findall(".//section/details")) == 2
    document = spielbaum("report", database, "--experiment", "two <levels>", "--json").document
    (design,) = document["experiments"]
    assert [level["factors"]["limits"] for level in design["levels"]] == ["depth=1", "depth=2"]
    assert [cell["id"] for cell in document["tournaments"]] == design["tournaments"] == [3, 4]
    assert {place["experiment"] for cell in document["tournaments"] for place in cell["places"]} == {"two <levels>"}
    for level, cell in zip(design["levels"], document["tournaments"], strict=True):
        assert [row["share"] for row in level["shares"]] == [row["share"] for row in cell["rows"]]
    assert spielbaum("report", database, "--json").document["tournaments"][2:] == document["tournaments"]
    refused = spielbaum("report", database, "--experiment", "two levels")
    assert (refused.code, "did you mean 'two <levels>'?" in refused.err) == (2, True)
