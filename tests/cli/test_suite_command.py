"""Suites of positions on the command line: tables, exports, refusals, and Ctrl-C."""

import csv
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tiers import at_night

TELLING = """
import sys
from itertools import count
from spielbaum.search.searcher import Searcher
search, begun = Searcher.search, count()
def tell_and_search(*given, **options):
    if next(begun) == 1:
        print("searching", file=sys.stderr, flush=True)
    return search(*given, **options)
Searcher.search = tell_and_search
from spielbaum.cli import main
main()
"""
"""Tells on stderr when the second search begins."""

SUITE = "position,best,value\nXX.OO....,2,1\nX........,4,0\n"


@pytest.fixture
def suite(tmp_path: Path) -> str:
    path = tmp_path / "suite.csv"
    path.write_text(SUITE, encoding="utf-8")
    return str(path)


@pytest.mark.interpreted
def test_moves_values_and_totals(spielbaum: Callable[..., Any], suite: str) -> None:
    answer = spielbaum("suite", "tic-tac-toe", suite, "--players", "alpha-beta,minimax(depth=1)", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert [(row["number"], row["player"]) for row in document["rows"]] == [
        (1, "alpha-beta"), (1, "minimax(depth=1)"), (2, "alpha-beta"), (2, "minimax(depth=1)"),
    ]  # fmt: skip
    strong = document["totals"][0]
    assert (strong["right"], strong["asked"], strong["values_right"], strong["values_asked"]) == (2, 2, 2, 2)
    assert document["rows"][0]["action"] == "2"
    assert document["rows"][0]["depths"][-1]["depth"] == document["rows"][0]["depth"]
    assert document["agreement"][0]["positions"] == 2
    shown = spielbaum("suite", "tic-tac-toe", suite, "--players", "alpha-beta,pvs").out
    for words in ("2 of 2", "same move", "time to depth", "✓ 4"):
        assert words in shown


BRATKO_KOPEC = """\
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id "BK.05";
2r3k1/1p2q1pp/2b1pr2/p1pp4/6Q1/1P1PP1R1/P1PN2PP/5RK1 w - - bm Qxg7+; id "BK.15"
"""
MATES = """\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 4 30 bm Ra8#; id "found; a8";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm h3, g3; c0 "missed";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8+;

# without moves
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "unknown"; hmvc 7;
"""


@pytest.mark.interpreted
def test_epd_shows_solved_and_missed_positions(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path, rows = tmp_path / "mates.epd", tmp_path / "rows.csv"
    path.write_text(MATES, encoding="utf-8")
    asked = ("suite", "chess", str(path), "--players", "alpha-beta(depth=1)")
    answer = spielbaum(*asked, "--json", "--export", str(rows))
    assert (answer.code, answer.err) == (0, "")
    known = [(row["action"], row["right"], row["best"], row["avoid"], row["name"]) for row in answer.document["rows"]]
    assert known == [
        ("a1a8", True, ["a1a8"], [], "found; a8"),
        ("a1a8", False, ["h2h3", "g2g3"], [], ""),
        ("a1a8", False, [], ["a1a8"], ""),
        ("a1a8", None, [], [], "unknown"),
    ]
    assert [row["found"] and row["found"]["depth"] for row in answer.document["rows"]] == [1, None, None, None]
    assert answer.document["rows"][3]["position"].endswith(" 7 1")
    assert [answer.document["totals"][0][key] for key in ("right", "asked", "positions")] == [1, 3, 4]
    with rows.open(encoding="utf-8", newline="") as file:
        assert [(row["best"], row["avoid"]) for row in csv.DictReader(file)][1:3] == [("h2h3 g2g3", ""), ("", "a1a8")]
    shown = spielbaum(*asked).out
    for words in ("found; a8", "✓ a1a8", "✗ h2h3 g2g3", "✗ not a1a8", "1 of 3"):
        assert words in shown


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bm Qd1+;", "line 2: bm: action 'Qd1+': no queen can go to d1"),
        ("bm h3; am xx;", "line 2: am: action 'xx': a move is written as"),
        ("bm h3; id unknown", None),
        ('id "open', "line 2: "),
        ("0 1 2", "line 2: "),
    ],
)
def test_errors_in_epd_have_line_numbers(
    line: str, said: str | None, spielbaum: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.epd"
    path.write_text(f"\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {line}\n", encoding="utf-8")
    answer = spielbaum("suite", "chess", str(path), "--players", "minimax(depth=1)")
    if said is None:
        assert answer.code == 0
    else:
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(f"spielbaum: {path}, {said}")


@pytest.mark.long  # by day the strongest setting of chess is compiled for UCI
def test_positions_of_bratko_and_kopec(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    """By default the strongest setting plays; it deepens, so the depth at which it found the move is known."""
    path = tmp_path / "bk.epd"
    path.write_text(BRATKO_KOPEC, encoding="utf-8")
    document = spielbaum("suite", "chess", str(path), "--nodes", "300000", "--json").document
    assert [row["right"] for row in document["rows"]] == [True] * 3
    for row in document["rows"]:
        assert 1 <= row["found"]["depth"] <= row["depth"]
        assert row["found"]["nodes"] <= row["nodes"]


@pytest.mark.interpreted
def test_a_suite_without_estimates_says_so(spielbaum: Callable[..., Any]) -> None:
    asked = (
        "suite",
        "nim:heaps=1-2-3",
        "--players",
        "alpha-beta",
        "--depth",
        "2",
        "--random-positions",
        "2",
        "--plies",
        "1",
    )
    told = spielbaum(*asked, "--json")
    assert len(told.document["notes"]) == 1
    assert told.err == f"spielbaum: {told.document['notes'][0]}\n"
    assert spielbaum(*asked, "--evaluation", "mobility", "--json").document["notes"] == []


@pytest.mark.interpreted
def test_random_suites_are_reproducible_and_exported(spielbaum: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    asked = (
        "suite",
        "chameleon-chess",
        "--players",
        "max-n,paranoid",
        "--nodes",
        "500",
        "--random-positions",
        "3",
        "--json",
    )
    document = spielbaum(*asked, "--seed", "4", "--plies", "5", "--export", str(path)).document
    again = spielbaum(*asked, "--seed", "4", "--plies", "5").document
    keys = ("position", "player", "action", "value", "depth", "nodes")
    assert [[row[key] for key in keys] for row in document["rows"]] == [
        [row[key] for key in keys] for row in again["rows"]
    ]
    assert len(spielbaum(*asked, "--seed", "5").document["rows"]) == 6
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows] == [row["position"] for row in document["rows"]]
    assert json.loads(rows[0]["value"]) == document["rows"][0]["value"]


@pytest.mark.slow
@pytest.mark.interpreted
def test_growth_and_agreement_have_intervals(spielbaum: Callable[..., Any]) -> None:
    asked = ("suite", "connect-four", "--players", "minimax,alpha-beta,pvs(depth=3)", "--random-positions", "12",
             "--plies", "6", "--depth", "4", "--nodes", "1000000000")  # fmt: skip
    document = spielbaum(*asked, "--json").document
    whole, cut, deepest = (row["growth"] for row in document["totals"])
    assert whole["low"] <= whole["base"] <= whole["high"]
    assert 5 < whole["base"] < 7.1  # hardly any of the seven columns is full
    assert cut["high"] < whole["low"]
    assert (whole["depths"], whole["positions"]) == ([1, 4], 12)
    assert deepest is None  # it has its own limits, and does not deepen
    for row in document["agreement"]:
        assert 0 <= row["low"] <= row["same"] / row["positions"] <= row["high"] <= 1
    assert document["agreement"][0]["low"] > 0.7
    shown = spielbaum(*asked).out
    assert "a depth alone takes about b^d nodes" in shown
    assert f"{whole['base']:.2f}  {whole['low']:.2f}–{whole['high']:.2f}" in shown


@pytest.mark.slow
@pytest.mark.interpreted
def test_options_that_searches_share(spielbaum: Callable[..., Any], suite: str) -> None:
    asked = (
        "suite",
        "tic-tac-toe",
        suite,
        "--players",
        "pvs(replacement=two-deep, history, killers)",
        "--depth",
        "4",
        "--json",
    )
    document = spielbaum(*asked, "--threads", "2" if at_night() else "1", "--table", "1MB").document
    assert [row["depth"] for row in document["rows"]] == [4, 4]


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "alpha-beta"), "a FILE of positions or --random-positions N"),
        (("SUITE", "--players", "alpha-beta", "--random-positions", "2"), "one of the two"),
        (("SUITE", "--players", "alpha-beta", "--plies", "2"), "go with --random-positions"),
        (("SUITE", "--players", "random"), "does not search"),
        (("SUITE", "--players", ""), "needs players"),
        (("SUITE", "--players", "alpha-beta", "--export", "rows.xls"), ".csv"),
        (("SUITE", "--players", "alpha-beta", "--export", "missing/rows.csv"), "missing/rows.csv cannot be written"),
        (("BAD", "--players", "alpha-beta"), "bad.csv, line 2, column best: action '0' is not legal"),
        (("--random-positions", "2", "--plies", "9", "--players", "alpha-beta"), "unfinished positions"),
    ],
)
def test_bad_input_gets_one_sentence(
    spielbaum: Callable[..., Any], suite: str, arguments: tuple[str, ...], words: str
) -> None:
    bad = Path(suite).with_name("bad.csv")
    bad.write_text("position,best\nX........,0\n", encoding="utf-8")
    paths = {"SUITE": suite, "BAD": str(bad)}
    answer = spielbaum("suite", "tic-tac-toe", *(paths.get(argument, argument) for argument in arguments))
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out


@pytest.mark.slow
@pytest.mark.interpreted
def test_ctrl_c_shows_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    command = [
        "suite",
        "connect-four",
        "--players",
        "alpha-beta(depth=1),alpha-beta(seconds=1)",
        "--random-positions",
        "300",
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", TELLING, *command, "--export", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "searching\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip() == "spielbaum: interrupted"
    assert "alpha-beta(depth=1)" in out
    assert "of 300" in out
    with path.open(encoding="utf-8", newline="") as file:
        assert 1 <= len(list(csv.DictReader(file))) < 600
