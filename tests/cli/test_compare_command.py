"""``compare`` over table sizes, schemes, depths and random positions."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from spielbaum.errors import SearchInterruptedError

pytestmark = pytest.mark.interpreted

Run = Callable[..., Any]
SMALL = ("compare", "connect-four:width=4,height=4", "--depth", "6")
NIM = ("compare", "nim:heaps=1-2-3")
TABLES = (*SMALL, "--algorithms", "alpha-beta,mtdf", "--replacement", "new,two-big", "--table-sizes", "2^8..2^10")


def document(answer: Any) -> Any:
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("\n") == 1
    return json.loads(answer.out)


def test_tables_by_scheme_and_size(spielbaum: Run) -> None:
    found = document(spielbaum(*TABLES, "--json"))
    assert found["agree"] is True
    rows = found["rows"]
    assert len(rows) == 2 * (1 + 2 * 3)
    assert rows[0]["algorithm"] == "alpha-beta:replacement=none"
    assert [rows[0][key] for key in ("scheme", "entries", "bytes", "fill", "reduction")] == [
        "none",
        None,
        None,
        None,
        0,
    ]
    assert [row["entries"] for row in rows[1:4]] == [256, 512, 1024]
    for row in rows[1:7]:
        assert row["bytes"] == 32 * row["entries"]
        assert row["algorithm"] == f"alpha-beta:replacement={row['scheme']}"
        assert row["reduction"] == pytest.approx(1 - row["nodes"] / rows[0]["nodes"])
        assert 0 < row["fill"] <= 1
    assert len({row["value"] for row in rows}) == 1


def test_tables_for_people(spielbaum: Run) -> None:
    answer = spielbaum(*TABLES)
    assert answer.code == 0
    head, _, columns, *lines = answer.out.splitlines()
    assert "connect-four:width=4,height=4, depth 6" in head
    assert columns.split() == ["algorithm", "scheme", "no", "table", "2^8", "2^9", "2^10"]
    assert [line.split()[:2] for line in lines[:4]] == [
        [name, scheme] for name in ("alpha-beta", "mtdf") for scheme in ("new", "two-big")
    ]
    assert answer.out.count("*") >= 6 + 1


def test_schemes_and_sizes_have_defaults(spielbaum: Run) -> None:
    game = (*NIM, "--algorithms", "alpha-beta", "--json")
    by_scheme = document(spielbaum(*game, "--replacement", "old"))["rows"]
    assert [row["bytes"] for row in by_scheme] == [None, 64 << 20]
    by_size = document(spielbaum(*game, "--table-sizes", "64kB,2^12"))["rows"]
    assert [(row["scheme"], row["entries"]) for row in by_size] == [
        ("none", None),
        ("two-deep", 2048),
        ("two-deep", 4096),
    ]
    all_of_them = document(spielbaum(*NIM, "--table-sizes", "2^10", "--json"))["rows"]
    assert {row["algorithm"].partition(":")[0] for row in all_of_them} == {
        "alpha-beta", "alpha-beta-negamax", "mtdf", "pvs",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["connect-four:width=5,height=4", "domineering:rows=4,columns=4"])
def test_random_positions(spielbaum: Run, game: str) -> None:
    options = (
        "--random-positions",
        "3",
        "--plies",
        "3",
        "--algorithms",
        "minimax,alpha-beta",
        "--depth",
        "4",
        "--json",
    )
    found = document(spielbaum("compare", game, *options, "--seed", "2"))
    again = document(spielbaum("compare", game, *options, "--seed", "2"))
    assert len(set(found["positions"])) == 3
    assert found["positions"] == again["positions"]
    assert found["positions"] != document(spielbaum("compare", game, *options))["positions"]
    for row, repeated in zip(found["rows"], again["rows"], strict=True):
        assert row["nodes"] == repeated["nodes"]
        assert (row["action"], row["value"]) == (None, None)
        assert len(row["values"]) == 3
    assert found["rows"][0]["values"] == found["rows"][1]["values"]
    shown = spielbaum("compare", game, *options[:-1])
    assert shown.code == 0
    assert "minimax" in shown.out


def test_each_depth_has_a_row_and_alpha_beta_grows_more_slowly(spielbaum: Run, tmp_path: Path) -> None:
    game = ("compare", "random-tree:branching=3,depth=20", "--algorithms", "minimax,alpha-beta", "--depth", "1..5")
    plot = tmp_path / "growth.svg"
    found = document(spielbaum(*game, "--json", "--plot", str(plot)))
    assert [row["depth"] for row in found["rows"]] == [1, 2, 3, 4, 5] * 2
    assert [row["reduction"] for row in found["rows"][:5]] == [0] * 5
    minimax, alpha_beta = found["branching"]
    assert set(minimax) >= {"algorithm", "depths", "nodes", "factors", "exponent"}
    assert minimax["algorithm"] == "minimax"
    assert minimax["nodes"] == [4, 13, 40, 121, 364]
    assert minimax["exponent"] == pytest.approx(1.02, abs=0.02)
    assert alpha_beta["exponent"] < minimax["exponent"]
    assert (alpha_beta["base"], alpha_beta["base_from"]) == (3, "uniform")
    text = plot.read_text(encoding="utf-8")
    for part in ("random-tree:branching=3,depth=20", "minimax, e = 1.0", "b^(3d/4)"):
        assert part in text
    shown = spielbaum(*game)
    assert shown.code == 0
    for part in ("b = 3 (uniform)", "minimal tree", "exponent e", "364"):
        assert part in shown.out


def test_plot_of_tables(spielbaum: Run, tmp_path: Path) -> None:
    plot = tmp_path / "tables.svg"
    assert document(spielbaum(*TABLES, "--json", "--plot", str(plot)))["agree"]
    text = plot.read_text(encoding="utf-8")
    for part in ("connect-four:width=4,height=4, depth 6", "alpha-beta", "mtdf", "two-big", "no table"):
        assert part in text


def test_minimal_tree_is_shown(spielbaum: Run) -> None:
    found = document(spielbaum("analyze", "random-tree:branching=5,depth=6", "--json"))
    assert (found["minimal_leaves"], found["minimal_nodes"]) == (249, 491)
    assert found["leaf_ratio"] == pytest.approx(found["leaves"] / 249)
    assert "minimal 249 leaves, 491 nodes (visited" in spielbaum("analyze", "random-tree:branching=5,depth=6").out
    assert document(spielbaum("analyze", "tic-tac-toe", "--json"))["minimal_leaves"] is None
    assert "minimal" not in spielbaum("analyze", "tic-tac-toe").out


def test_values_that_differ_are_a_negative_answer(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "values differ at the start, depth 6: one finds 1, other finds 2"
    monkeypatch.setattr("spielbaum.measuring.disagreements", lambda _rows: [sentence])
    answer = spielbaum(*TABLES, "--json")
    assert answer.code == 1
    assert answer.err == f"spielbaum: {sentence}\n"
    assert answer.document["agree"] is False
    assert len(answer.document["rows"]) == 14


@pytest.mark.parametrize("error", [KeyboardInterrupt, SearchInterruptedError("interrupted")])
@pytest.mark.parametrize("more", [("--table-sizes", "2^8..2^10"), ("--depth", "1..6")])
def test_interruption_shows_what_is_done(
    spielbaum: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, more: tuple[str, ...]
) -> None:
    from spielbaum.measuring import measure

    def two_rows(*arguments: Any, **options: Any) -> Iterator[Any]:
        rows = measure(*arguments, **options)
        yield next(rows)
        yield next(rows)
        raise error

    monkeypatch.setattr("spielbaum.measuring.measure", two_rows)
    answer = spielbaum(*SMALL, "--algorithms", "alpha-beta", *more, "--json")
    assert (answer.code, answer.err) == (130, "spielbaum: interrupted\n")
    assert len(answer.document["rows"]) == 2
    shown = spielbaum(*SMALL, "--algorithms", "alpha-beta", *more)
    assert shown.code == 130
    assert "alpha-beta" in shown.out


def test_interruption_while_the_branching_factor_is_measured(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_arguments: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("spielbaum.measuring.mean_branching", stopped)
    answer = spielbaum(*NIM, "--algorithms", "alpha-beta", "--depth", "1..4", "--json")
    assert answer.code == 130
    assert [row["depth"] for row in answer.document["rows"]] == [1, 2, 3, 4]


def test_interruption_before_the_first_row(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_arguments: Any, **_options: Any) -> Iterator[Any]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("spielbaum.measuring.measure", nothing)
    assert spielbaum(*TABLES, "--json") == (130, "", "spielbaum: interrupted\n")


BAD: tuple[tuple[str, str], ...] = (
    ("--table-sizes|2^20..2^10", "a range of table sizes rises, such as 2^10..2^20, unlike '2^20..2^10'"),
    ("--table-sizes|0", "a table needs at least 64 bytes, not 0"),
    ("--table-sizes|2^10,0B", "a table needs at least 64 bytes, not 0"),
    ("--table-sizes|2^10..", "a table size is a number with a unit"),
    ("--table-sizes|large", "a table size is a number with a unit"),
    ("--table-sizes|2^90", "larger than the memory"),
    ("--replacement|newest", "unknown replacement scheme 'newest': did you mean 'new'?"),
    ("--replacement|", "--replacement needs at least one of deep, new"),
    ("--replacement|new|--algorithms|minimax", "minimax has no table: alpha-beta"),
    ("--replacement|new|--algorithms|pvs:replacement=old", "pvs:replacement=old names a scheme itself"),
    ("--replacement|new|--table|1MB", "--table goes without --table-sizes"),
    ("--table-sizes|2^10|--depth|1..4", "go with one --depth"),
    ("--table-sizes|2^10|--nodes|1000", "nodes are counted of whole searches"),
    ("--depth|1..4|--seconds|1", "nodes are counted of whole searches"),
    ("--depth|4..1", "a range of depths rises: 1..4, not '4..1'"),
    ("--depth|deep", "'--depth' is a number, a list such as 2,4,6 or a range such as 1..8, not 'deep'"),
    ("--depth|1..600", "a depth must lie between 0 and 511, 600 does not"),
    ("--depth|-1", "a depth must lie between 0 and 511, -1 does not"),
    ("--depth|1..4|--plot|tree.gif", "a picture is written as .svg, .png, .pdf, .tex, not as 'tree.gif'"),
    ("--depth|1..4|--plot|absent/tree.svg", "there is no directory 'absent'"),
    ("--depth|4|--plot|tree.svg", "--plot draws nodes over --table-sizes or over several depths"),
    ("--random-positions|0", "'--random-positions'"),
    ("--random-positions|3|--plies|0", "has only 1 unfinished positions after 0 plies, not 3"),
    ("--plies|3", "--plies and --seed go with --random-positions N"),
    ("--seed|3", "--plies and --seed go with --random-positions N"),
    ("--random-positions|many", "'--random-positions'"),
)


@pytest.mark.parametrize(("options", "says"), BAD)
def test_bad_input_is_refused_in_one_sentence(spielbaum: Run, options: str, says: str) -> None:
    answer = spielbaum(*NIM, *options.split("|"))
    assert (answer.code, answer.out) == (2, "")
    assert says in answer.err
    assert answer.err.startswith("spielbaum: ")
    assert answer.err.count("\n") == 1


def test_without_matplotlib_nothing_is_searched(
    spielbaum: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = spielbaum(*TABLES, "--plot", str(tmp_path / "plot.png"))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "spielbaum: pictures are drawn by matplotlib: pip install 'spielbaum[plots]'\n"


def test_a_comparison_without_estimates_has_a_note(spielbaum: Run) -> None:
    told = spielbaum("compare", "nim:heaps=1-2-3", "--depth", "2", "--algorithms", "minimax", "--json")
    assert told.code == 0
    assert json.loads(told.out)["notes"]
    assert "have no estimate and all count the same" in told.err
    for enough in (("--depth", "2", "--evaluation", "mobility"), ()):
        assert (
            document(spielbaum("compare", "nim:heaps=1-2-3", "--algorithms", "minimax", "--json", *enough))["notes"]
            == []
        )
    three = document(spielbaum("compare", "random-tree:players=3,low=0,total=9", "--depth", "1..3", "--json"))
    assert three["notes"] == []
