"""``spielbaum experiment``: the table is the same for any workers and interruptions."""

import csv
import shlex
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import update

from killing import PROGRAM, killed_after_new_games
from spielbaum.arena.experiment import read_experiment
from spielbaum.arena.worker_pool import given
from spielbaum.store import Experiments, Store, schema
from spielbaum.store.running import run
from spielbaum.store.tidy import TIMES
from tiers import at_night

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

DESIGN = """
games = ["connect-four:width=4,height=4", "tic-tac-toe"]
players = ["alpha-beta", {algorithm = "pvs", replacement = "deep"}, "random"]
limits = [{depth = 2}, {nodes = 100}]
openings = {plies = 2}
rounds = 2
"""


@pytest.fixture
def design(tmp_path: Path) -> str:
    path = tmp_path / "design.toml"
    path.write_text(DESIGN, encoding="utf-8")
    return str(path)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [{name: cell for name, cell in row.items() if name not in TIMES} for row in rows]


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    for row in document["rows"]:
        del row["seconds_mean"]
    return document


def test_the_table_does_not_depend_on_workers_or_interruptions(
    spielbaum: Callable[..., Any], design: str, tmp_path: Path
) -> None:
    one = spielbaum(
        *("experiment", design, "--workers", "1", "--database", str(tmp_path / "one.db")),
        *("--json", "--export", str(tmp_path / "one.csv")),
    )
    assert one.code == 0, one.err
    document = one.document
    assert document["games"] == 4 * 12
    assert len(document["rows"]) == 4 * 3
    first = document["rows"][0]
    assert {"cell", "game", "limits", "openings", "player", "spec", "share", "low", "high", "games"} <= set(first)
    assert (first["player"], first["spec"], first["games"]) == ("alpha-beta", "alpha-beta(depth=2)", 8)
    rows = table(tmp_path / "one.csv")
    assert len(rows) == 2 * document["games"]
    expected = timeless(document)

    again = ("experiment", design, "--database", str(tmp_path / "two.db"), "--json")
    command = [*PROGRAM, *again, "--workers", "2"]
    kept = [killed_after_new_games(command, str(tmp_path / "two.db")) for _ in range(2 if at_night() else 1)]
    assert 0 < kept[0] < document["games"], "it was to be killed in the middle"
    done = spielbaum(*again, "--workers", "1", "--export", str(tmp_path / "two.csv"))
    assert table(tmp_path / "two.csv") == rows
    assert timeless(done.document) == expected

    with ThreadPoolExecutor(3) as executor, Store(str(tmp_path / "three.db")) as store:
        played = [games for _, games in run(read_experiment(design), store, given(executor, 3))]
        assert sum(map(len, played)) == document["games"]
        assert max(map(len, played)) > 1, "short games were to be sent several at a time"
    last = spielbaum("experiment", design, "--database", str(tmp_path / "three.db"), "--json")
    assert timeless(last.document) == expected


def test_another_experiment_of_that_title_is_refused_without_fresh(
    spielbaum: Callable[..., Any], tmp_path: Path
) -> None:
    path, database = tmp_path / "small.toml", str(tmp_path / "small.db")
    asked = ("experiment", str(path), "--workers", "1", "--database", database)
    path.write_text('games = "nim"\nplayers = ["random", "random(seed=1)"]\n', encoding="utf-8")
    assert "2 games of small" in spielbaum(*asked).out
    path.write_text('games = "nim"\nplayers = ["random", "random(seed=2)"]\n', encoding="utf-8")
    refused = spielbaum(*asked)
    assert refused.code == 2
    assert "holds another experiment called 'small'" in refused.err
    assert "--fresh" in refused.err
    assert spielbaum(*asked, "--fresh", "--json").document["rows"][1]["player"] == "random(seed=2)"
    with Store(database) as store:
        assert len(store.tournaments()) == len(Experiments(store).all()) == 1


def test_nothing_is_deleted_if_the_cluster_does_not_answer(
    spielbaum: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("spielbaum.arena.worker_pool.CONNECT_SECONDS", 0.3)
    path, database = tmp_path / "small.toml", str(tmp_path / "small.db")
    path.write_text('games = "nim"\nplayers = ["random", "random(seed=1)"]\n', encoding="utf-8")
    asked = ("experiment", str(path), "--database", database)
    assert spielbaum(*asked, "--workers", "1").code == 0
    refused = spielbaum(*asked, "--fresh", "--cluster", "tcp://127.0.0.1:9")
    assert (refused.code, "no Dask scheduler answers" in refused.err) == (2, True)
    with Store(database) as store:
        assert len(store.done(1)) == 2


def test_fresh_keeps_the_games_of_a_tournament_that_was_played_before(
    spielbaum: Callable[..., Any], tmp_path: Path
) -> None:
    path, database = tmp_path / "later.toml", str(tmp_path / "later.db")
    players = ["random", "random(seed=1)"]
    played = spielbaum("tournament", "nim", "--players", ",".join(players), "--database", database, "--workers", "1")
    assert played.code == 0
    with Store(database) as store:
        (before,) = store.tournaments()
        games = list(store.games(before.id))
        with store.writing() as connection:
            connection.execute(update(schema.tournament).values(created="2026-01-01T00:00:00+00:00"))
    path.write_text(f'games = ["nim", "nim:heaps=1-2"]\nplayers = {players}\n', encoding="utf-8")
    asked = ("experiment", str(path), "--workers", "1", "--database", database)
    assert "4 games of later" in spielbaum(*asked).out
    assert "4 games of later" in spielbaum(*asked, "--fresh").out
    with Store(database) as store:
        assert list(store.games(before.id)) == games
        assert [stored.done for stored in store.tournaments()] == [2, 2]
        assert store.tournaments()[1].id > before.id + 1, "the experiment's own games were to be played anew"


def test_init_writes_a_file_once(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert spielbaum("experiment", "--init", str(path)).code == 0
    assert len(read_experiment(path).cells) == 9
    refused = spielbaum("experiment", "--init", str(path))
    assert (refused.code, "exists already" in refused.err) == (2, True)


def test_faults_are_one_sentence(spielbaum: Callable[..., Any], design: str, tmp_path: Path) -> None:
    both = spielbaum("experiment", design, "--workers", "2", "--cluster", "tcp://127.0.0.1:9")
    assert (both.code, "give one of them" in both.err) == (2, True)
    suffix = spielbaum("experiment", design, "--export", "table.xyz")
    assert (suffix.code, "ends in" in suffix.err) == (2, True)
    assert spielbaum("experiment", str(tmp_path / "missing.toml")).code == 2


def test_an_experiment_writes_its_report_or_names_the_command(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path, page = tmp_path / "small.toml", tmp_path / "page.html"
    asked = ("experiment", str(path), "--workers", "1", "--database", str(tmp_path / "small.db"))
    for title in ("other", "the small one"):
        text = f'title = "{title}"\ngames = "nim"\nplayers = ["random", "random(seed=1)"]\nseed = {len(title)}\n'
        path.write_text(text, encoding="utf-8")
        shown = spielbaum(*asked)
        assert shown.code == 0, shown.err
    said = next(line for line in shown.out.splitlines() if "spielbaum report" in line)
    command = shlex.split(said[said.index("spielbaum report") :])[1:]
    assert command[2:] == ["--experiment", "the small one", "--html", "report.html"]
    assert "--export" in shown.out
    assert spielbaum(*command[:-1], str(tmp_path / "said.html")).code == 0
    both = spielbaum(*asked, "--html", str(page), "--export", str(tmp_path / "small.csv"))
    assert both.out.count("written:") == 2
    assert "spielbaum report" not in both.out
    assert page.read_text(encoding="utf-8") == (tmp_path / "said.html").read_text(encoding="utf-8")
    assert ElementTree.fromstring(page.read_text(encoding="utf-8")).findtext("head/title") == "Report of the small one"
    page.unlink()
    assert spielbaum(*asked, "--html", str(page), "--json").document["games"] == 2
    assert page.exists()
    for sentence, where in (("name a file", "-"), ("it is a directory", str(tmp_path))):
        refused = spielbaum(*asked, "--html", where)
        assert (refused.code, sentence in refused.err) == (2, True)
