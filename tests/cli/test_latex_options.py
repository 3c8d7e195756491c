"""Tables and plots for LaTeX, as the commands write them."""

from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from latex import compiled

pytestmark = pytest.mark.interpreted

DESIGN = """\
title = "first"
games = ["nim:heaps=1-2-3"]
players = ["alpha-beta(noise=0.5)", "random"]
rounds = 6

[[limits]]
depth = 1

[[limits]]
depth = 2
"""


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_DATABASE", str(tmp_path / "results.db"))


def cells(text: str) -> list[list[str]]:
    """Return the rows of the tables of a text."""
    return [line[2:-3].split(" & ") for line in text.splitlines() if line.endswith(" \\\\")]


def test_a_comparison_has_all_columns_that_a_terminal_may_drop(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "table.tex"
    asked = ("compare", "nim:heaps=1-2", "--algorithms", "minimax,alpha-beta", "--latex", str(path))
    rows = spielbaum(*asked, "--json").document["rows"]
    head, *found = cells(path.read_text(encoding="utf-8"))
    assert head[:4] == ["algorithm", "action", "value", "nodes"]
    assert [row[0] for row in found] == ["minimax", "alpha-beta"]
    assert [int(row[3]) for row in found] == [row["nodes"] for row in rows]


def test_growth_is_tables_and_a_plot(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    table, plot = tmp_path / "table.tex", tmp_path / "plot.tex"
    asked = ("compare", "nim:heaps=2-2", "--algorithms", "minimax", "--depth", "1..3")
    assert spielbaum(*asked, "--latex", str(table), "--plot", str(plot)).code == 0
    text = table.read_text(encoding="utf-8")
    assert text.count(r"\toprule") == 4
    assert r"\noindent nodes\par" in text
    assert r"\addlegendentry{minimax, e = " in plot.read_text(encoding="utf-8")


def test_a_table_on_stdout_stands_alone(spielbaum: Callable[..., Any]) -> None:
    told = spielbaum("compare", "nim:heaps=1-2", "--algorithms", "minimax", "--latex", "-")
    assert told.out.startswith("% \\usepackage{booktabs, graphicx}\n% nim")
    told = spielbaum("compare", "nim:heaps=1-2", "--latex", "-", "--json")
    assert (told.code, "both want stdout" in told.err) == (2, True)


def test_a_match_has_standings_and_comparisons(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "match.tex"
    asked = ("match", "nim:heaps=1-2-3", "--players", "minimax(noise=0.2),random", "--games", "12", "--workers", "1")
    rows = spielbaum(*asked, "--latex", str(path), "--json").document["rows"]
    found = cells(path.read_text(encoding="utf-8"))
    assert next(row[:4] for row in found if row[0] == "minimax(noise=0.2)") == [
        "minimax(noise=0.2)", *(str(rows[0][name]) for name in ("wins", "draws", "losses"))]  # fmt: skip
    assert ["player", "against"] in [row[:2] for row in found]
    told = spielbaum(*asked, "--latex", "-")
    assert told.out == path.read_text(encoding="utf-8")


def test_a_tournament_has_the_table_of_its_report(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "tournament.tex"
    asked = ("tournament", "nim:heaps=1-2-3", "--players", "minimax,random", "--workers", "1")
    assert spielbaum(*asked, "--latex", str(path)).code == 0
    assert cells(path.read_text(encoding="utf-8"))[0][:3] == ["player", "wins", "draws"]
    assert spielbaum(*asked, "--report", "branching", "--latex", str(path)).code == 0
    assert cells(path.read_text(encoding="utf-8"))[0][:3] == ["players", "games", "positions"]


def test_an_experiment_and_its_report(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text(DESIGN, encoding="utf-8")
    path, folder = tmp_path / "first.tex", tmp_path / "report"
    told = spielbaum("experiment", str(tmp_path / "first.toml"), "--workers", "1", "--latex", str(path))
    assert told.code == 0, told.err
    assert [row[0] for row in cells(path.read_text(encoding="utf-8"))] == ["limits", "depth=1", "", "depth=2", ""]
    told = spielbaum("report", str(tmp_path / "results.db"), "--latex", str(folder))
    assert told.code == 0, told.err
    names = {found.stem for found in folder.iterdir()}
    assert {"experiment-1-shares-table", "experiment-1-shares-1-plot", "results-1-table", "results-2-table"} <= names
    assert r"alpha-beta(noise=0.5)" in (folder / "experiment-1-shares-table.tex").read_text(encoding="utf-8")
    assert spielbaum("report", str(tmp_path / "results.db"), "--latex", str(folder), "--language", "de").code == 0
    heads = cells((folder / "results-1-table.tex").read_text(encoding="utf-8"))[0]
    assert heads[:4] == ["Spieler", "Partien", "Siege", "Unentschieden"]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_it_compiles(spielbaum: Callable[..., Any], tmp_path: Path, language: str) -> None:
    (tmp_path / "first.toml").write_text(DESIGN, encoding="utf-8")
    compare = ("compare", "nim:heaps=2-2")
    several = ("nim:heaps=1-2-3", "--players", "minimax(noise=0.2),random")
    commands = [
        (*compare, "--algorithms", "minimax,alpha-beta", "--depth", "1..3", "--plot", "growth.tex"),
        (*compare, "--depth", "3", "--table-sizes", "2^8,2^9", "--replacement", "deep,new", "--plot", "sizes.tex"),
        ("match", *several, "--games", "12", "--workers", "1"),
        ("tournament", *several, "--workers", "1"),
        ("tournament", *several, "--report", "branching"),
        ("tournament", *several, "--report", "games"),
        ("experiment", "first.toml", "--workers", "1"),
        ("tree", "tic-tac-toe", "--depth", "2", "--drawn", "20"),
        ("tree", "figure:hypermax"),
    ]
    with chdir(tmp_path):
        for number, command in enumerate(commands):
            told = spielbaum(*command, "--latex", f"{number}.tex", "--language", language)
            assert told.code == 0, told.err
        assert spielbaum("report", "results.db", "--latex", "report", "--language", language).code == 0
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.rglob("*.tex"))]
    assert len(texts) > len(commands) + 2 + 20
    assert "Overfull" not in compiled(tmp_path, "\n\n".join(texts))
