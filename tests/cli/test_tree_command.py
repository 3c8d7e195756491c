"""The command ``tree``: its document, its tree and its steps for people, and what it refuses."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.games.figure import figures

Run = Callable[..., Any]
KEYS = {"value", "action", "evaluated_leaves", "pruned_leaves", "steps", "nodes"}
NODE_KEYS = {"id", "parent", "action", "to_move", "value", "window", "end", "reason"}


@pytest.mark.parametrize("name", figures())
def test_every_figure_has_a_document(spielbaum: Run, name: str) -> None:
    answer = spielbaum("tree", f"figure:{name}", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert set(answer.document) == KEYS
    assert all(set(node) == NODE_KEYS for node in answer.document["nodes"])
    assert answer.document["nodes"][0]["parent"] is None


def test_the_document_of_the_figure_of_27_leaves(spielbaum: Run) -> None:
    found = spielbaum("tree", "figure:alpha-beta-twenty-seven", "--json").document
    assert (found["value"], found["action"], found["evaluated_leaves"], found["pruned_leaves"]) == (5, "1", 16, 11)
    assert len(found["steps"]) == 39
    cut = next(node for node in found["nodes"] if node["end"] == "cut")
    assert (cut["value"], cut["window"], cut["reason"]) == (9, [None, 8], "alpha 9 >= beta 8")


def test_a_real_game_from_a_position(spielbaum: Run) -> None:
    words = ("tree", "tic-tac-toe", "--position", "XOX.X.O..", "--to-move", "X", "--algorithm", "alpha-beta")
    found = spielbaum(*words, "--json").document
    assert (found["value"], found["action"]) == (1, "3")
    shown = spielbaum(*words)
    assert shown.code == 0
    assert "cut: alpha 1 >= beta 1" in shown.out
    assert "leaves 9 evaluated, 10 pruned" in shown.out
    folded = spielbaum(*words, "--max-nodes", "3").out
    assert "nodes folded" in folded
    assert "--max-nodes makes room for more" in folded


@pytest.mark.interpreted("quick")
def test_the_same_search_with_limits(spielbaum: Run) -> None:
    words = ("tic-tac-toe", "--algorithm", "alpha-beta", "--depth", "3", "--json")
    tree, known = spielbaum("tree", *words).document, spielbaum("analyze", *words).document
    assert (tree["value"], tree["action"], tree["evaluated_leaves"]) == (
        known["value"], known["action"], known["leaves"],
    )  # fmt: skip
    assert sum(node["end"] != "pruned" for node in tree["nodes"]) == known["nodes"]


def test_simulations_beside_a_depth_show_visits(spielbaum: Run) -> None:
    words = (
        "tree",
        "nim:heaps=1-2",
        "--algorithm",
        "mcts:solver=false,alpha-beta",
        "--simulations",
        "8",
        "--depth",
        "1",
    )
    shown = spielbaum(*words).out
    assert "b1  1  1  6 visits" in shown
    assert shown.index("8 visits") < shown.index("alpha-beta\n")
    found = spielbaum(*words[:3], "mcts:solver=false", *words[4:6], "--json").document
    assert set(found["nodes"][0]) == {*NODE_KEYS, "visits"}
    assert [node["visits"] for node in found["nodes"] if node["parent"] == 0] == [1, 6, 1]


def test_wrong_deep_pruning_beside_correct_search_for_people(spielbaum: Run) -> None:
    answer = spielbaum("tree", "figure:deep-pruning-upper")
    assert answer.code == 0
    assert answer.out.index("figure:deep-pruning-upper: max-n\n") < answer.out.index("max-n:deep\n")
    assert "value  (7, 2, 1), action 1" in answer.out
    assert "value  (5, 3, 2), action 0" in answer.out
    both = spielbaum("tree", "figure:hypermax").out
    assert "value  (3, -2, -1), action 1" in both
    assert "value  (2, -3, 1), action 0" in both


def test_steps_for_people(spielbaum: Run) -> None:
    lines = spielbaum("tree", "figure:alpha-beta-twenty-seven", "--steps").out.splitlines()
    assert lines[1].split() == ["1", "leaf", "8", "after", "0", "0", "0"]
    assert lines[8].split() == ["8", ">=", "9,", "cut", "after", "0", "1"]
    assert lines[39].split() == ["39", "=", "5", "at", "the", "root"]
    assert lines[-1] == "steps  39"


def test_a_file_for_graphviz(spielbaum: Run, tmp_path: Path) -> None:
    path = tmp_path / "tree.dot"
    answer = spielbaum("tree", "figure:alpha-beta", "--dot", str(path), "--json")
    assert set(answer.document) == KEYS
    text = path.read_text(encoding="utf-8")
    assert text.startswith("digraph tree {")
    assert text.count("->") == 4
    assert "beta -2 <= alpha 3" in text
    assert spielbaum("tree", "figure:alpha-beta", "--dot", "-").out == text


def test_pictures_and_pages_are_written_together(spielbaum: Run, tmp_path: Path) -> None:
    svg, html, dot = (tmp_path / f"tree.{ending}" for ending in ("svg", "html", "dot"))
    words = ("tree", "figure:hypermax", "--svg", str(svg), "--html", str(html), "--dot", str(dot))
    told = spielbaum(*words)
    assert (told.code, told.err) == (0, "")
    assert "value  (3, -2, -1), action 1" in told.out
    assert str(svg) in told.out
    assert "figure:hypermax: max-n" in svg.read_text(encoding="utf-8")
    assert "tree-viewer" in html.read_text(encoding="utf-8")
    assert dot.read_text(encoding="utf-8").startswith("digraph")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree.dot", "tree.html", "tree.svg"]
    assert spielbaum("tree", "figure:hypermax", "--svg", "-").out == svg.read_text(encoding="utf-8")
    assert set(spielbaum(*words, "--json").document) == KEYS
    assert spielbaum(*words, "--steps").out.count("steps  ") == 2


def test_a_title_says_what_is_seen(spielbaum: Run, tmp_path: Path) -> None:
    one, two, page = tmp_path / "one.svg", tmp_path / "two.svg", tmp_path / "page.html"
    spielbaum("tree", "figure:negamax", "--title", "Four <leaves>", "--svg", str(one), "--html", str(page))
    for text in (one.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")):
        assert "<title>Four &lt;leaves&gt;</title>" in text
        assert "figure:negamax" not in text
    spielbaum("tree", "figure:hypermax", "--title", "Two choices", "--svg", str(two))
    seen = re.findall(r">([^<]+)</text>", two.read_text(encoding="utf-8"))
    assert seen[:2] == ["Two choices", "hypermax"]
    assert "max-n" in seen


def test_the_number_of_drawn_nodes_is_an_option(spielbaum: Run) -> None:
    words = ("tree", "random-tree:branching=3,depth=4", "--svg", "-")
    assert "Shown are" not in spielbaum(*words).out
    assert "Shown are" in spielbaum(*words, "--drawn", "30").out


def test_an_exercise_is_two_files_of_each_kind(spielbaum: Run, tmp_path: Path) -> None:
    svg, html, text = (tmp_path / f"sheet.{ending}" for ending in ("svg", "html", "md"))
    words = ("tree", "--exercise", "7", "--svg", str(svg), "--html", str(html), "--markdown", str(text))
    assert spielbaum(*words).code == 0
    names = {f"sheet{part}.{ending}" for part in ("", "-solution") for ending in ("svg", "html", "md")}
    assert {path.name for path in tmp_path.iterdir()} == names
    assert "Exercise 7" in svg.read_text(encoding="utf-8")
    assert "~~" in (tmp_path / "sheet-solution.md").read_text(encoding="utf-8")
    spielbaum(*words, "--language", "de")
    assert "Aufgabe 7" in svg.read_text(encoding="utf-8")
    assert set(spielbaum(*words, "--json").document) == KEYS


def test_an_exercise_without_a_file_is_printed(spielbaum: Run) -> None:
    told = spielbaum("tree", "--exercise", "7", "--algorithm", "max-n:shallow", "--branching", "2", "--depth", "3").out
    assert told.startswith("# Exercise 7: Max^n with shallow pruning")
    assert told.count("player 2") == 4
    shaped = spielbaum("tree", "random-tree:branching=2,depth=3", "--exercise", "7", "--algorithm", "max-n:shallow").out
    assert shaped == told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "tree needs a GAME, such as tic-tac-toe, or --exercise SEED"),
        (("nim", "--exercise", "1"), "an exercise is on a random tree of its own: leave out 'nim'"),
        (("random-tree:seed=4", "--exercise", "1"), "an exercise takes branching and depth, not seed"),
        (("--exercise", "1", "--steps"), "an exercise takes no --steps"),
        (("--exercise", "1", "--svg", "-"), "two files: give --svg a name, not -"),
        (("--exercise", "1", "--svg", "no/such/x.svg"), "x.svg cannot be written: No such file or directory"),
        (("--exercise", "1", "--algorithm", "pvs"), "there are worksheets on minimax, "),
        (("--exercise", "1", "--language", "fr"), "'--language': 'fr' is not one of 'en', 'de'"),
        (("figure:negamax", "--branching", "3"), "--branching is for --exercise"),
        (("figure:negamax", "--markdown", "x.md"), "--markdown is for --exercise"),
        (("figure:negamax", "--svg", "no/such/folder/x.svg"), "x.svg cannot be written: No such file or directory"),
        (("figure:negamax", "--html", "."), "cannot be written: it is a directory"),
        (("figure:negamax", "--svg", "-", "--json"), "--json and --svg - both want stdout"),
        (("figure:negamax", "--svg", "-", "--html", "-"), "--svg - and --html - both want stdout"),
        (("figure:negamax", "--title", "x"), "--title is for --svg, --html and --slides"),
        (
            ("figure:negamax", "--slides", "deck.pptx"),
            "--slides writes a file that ends in .html, .pdf, not 'deck.pptx'",
        ),
        (("figure:negamax", "--notes", "x"), "--notes is for --slides"),
        (("figure:negamax", "--slides", "-", "--notes", "no-such-file"), "cannot read no-such-file: No such file"),
        (
            ("nim", "--algorithm", "mcts", "--seconds", "0.01", "--slides", "-"),
            "mcts has no steps: only a number of --simulations",
        ),
        (("figure:negamax", "--svg", "-", "--drawn", "1"), "--drawn must be at least 2"),
        (("figure:hyper",), "unknown figure 'hyper': did you mean 'hypermax'"),
        (("figure:max-n", "--algorithm", "alpha-beta"), "alpha-beta is for two players, figure:max-n has 3"),
        (("figure:max-n", "--algorithm", "max-n,paranoid", "--json"), "the tree of one algorithm, not of"),
        (("figure:max-n", "--algorithm", ","), "algorithm must be one or several texts such as 'alpha-beta', not ','"),
        (("nim", "--algorithm", "mcts"), "mcts never ends by itself: limit its simulations, seconds or nodes"),
        (("nim", "--algorithm", "mcts,pvs", "--depth", "2"), "mcts has no depth limit: limit its simulations"),
        (("figure:negamax", "--max-nodes", "0"), "max_nodes must be at least 1, 0 is not"),
        (("figure:negamax", "--max-nodes", "many"), "Invalid value for '--max-nodes'"),
        (("figure:negamax", "--depth", "-1"), "a depth must lie between 0 and"),
        (("figure:negamax", "--dot", "no/such/folder/x.dot"), "cannot be written: No such file or directory"),
        (("figure:negamax", "--dot", "-", "--json"), "--json and --dot - both want stdout"),
        (("figure:negamax", "--position", "7"), "position '7': write the branches from the root"),
    ],
)
def test_bad_input_is_one_sentence(spielbaum: Run, words: tuple[str, ...], sentence: str) -> None:
    answer = spielbaum("tree", *words)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


def test_values_for_the_player_to_move_have_the_signs_of_negamax(spielbaum: Run) -> None:
    shown = spielbaum("tree", "figure:alpha-beta-three-by-two", "--for-mover").out
    assert "└── 1  1  ≥ -1  [-inf, -4]  cut: alpha -1 >= beta -4" in shown
    assert "steps" not in shown
    refused = spielbaum("tree", "figure:alpha-beta-three-by-two", "--for-mover", "--steps")
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_algorithms_race_on_a_page_from_the_first_step(spielbaum: Run, tmp_path: Path) -> None:
    page = tmp_path / "race.html"
    answer = spielbaum("tree", "figure:alpha-beta", "--race", "alpha-beta,minimax", "--html", str(page))
    assert (answer.code, answer.err) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert '"start":"begin"' in text
    assert text.count('"rootPlayer":') == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--race alpha-beta,minimax", "give --html FILE"),
        ("--race minimax --html -", "two algorithms or more"),
        ("--race alpha-beta,minimax --html - --json", "without --json"),
        ("--race alpha-beta,minimax --html - --algorithm pvs", "without --algorithm"),
    ],
)
def test_a_race_that_cannot_be_shown_is_refused(spielbaum: Run, words: str, sentence: str) -> None:
    answer = spielbaum("tree", "figure:alpha-beta", *words.split())
    assert answer.code == 2
    assert sentence in answer.err
