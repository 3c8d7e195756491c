"""Commands in German: what they print and say has no English word."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from spielbaum.cli.shared.language import language_of

Run = Callable[..., Any]

ENGLISH = re.compile(
    r"(?<![\w„'=:.(/-])(the|of|and|with|your|is|are|to|move|moves|player|value|must|write|has|needs|not|for|no|it|than|this|"
    r"that|from|or|state|states|game|games|nodes|depth|action|actions|such|as|only|here|be|at|without|each|more)(?![\w:=/.-])",
)

ANSWERS = [
    "analyze tic-tac-toe --depth 2 --evaluation open-lines",
    "analyze figure:max-n --algorithm max-n",
    "analyze tic-tac-toe --algorithm mcts --simulations 30",
    "analyze connect-four --depth 3",
    "solve nim --strong",
    "compare tic-tac-toe --depth 1..3",
    "compare tic-tac-toe --algorithms minimax,alpha-beta --depth 2",
    "compare nim --table-sizes 2^6..2^8 --depth 3",
    "tree figure:alpha-beta-twenty-seven",
    "tree figure:alpha-beta --steps",
    "tree tic-tac-toe --depth 2 --max-nodes 6",
    "perft nim --depth 2",
    "show nim --moves a2",
    "check nim --games 5",
    "play nim --seats random,random",
    "evaluate connect-four",
    "suite nim --random-positions 2 --players alpha-beta(depth=2),minimax(depth=2)",
]

ERRORS = [
    "analyze nimm",
    "analyze nim --depth x",
    "analyze nim --depht 3",
    "analyze nim:x=1",
    "analyze nim --algorithm alfa",
    "analyze nim --moves zz",
    "show focus --moves zz",
    "analyze chess --position x",
    "analyze figure:max-n --algorithm alpha-beta",
    "solve figure:max-n",
    "tree nim --html no/such/x.html",
    "match nim --players random",
    "experiment missing.toml",
    "play",
    "report missing.sqlite",
]


def english_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if ENGLISH.search(line)]


@pytest.mark.parametrize("command", ANSWERS)
@pytest.mark.interpreted
def test_answers_are_in_german(spielbaum: Run, command: str) -> None:
    said = spielbaum(*command.split(), "--language", "de")
    assert said.code == 0, said.err
    assert said.out
    assert english_lines(said.out) == []


@pytest.mark.parametrize("command", ["analyze", "tree", "grade", "sheet", "solve", "book"])
def test_the_help_is_in_german(spielbaum: Run, command: str) -> None:
    said = spielbaum(*command.split(), "--help", "--language", "de")
    assert said.out.startswith("Aufruf: spielbaum")
    assert english_lines(said.out) == []


@pytest.mark.parametrize("command", ERRORS)
def test_errors_are_in_german(spielbaum: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = spielbaum(*command.split(), "--language", "de")
    assert said.code == 2
    assert said.err.startswith("spielbaum: ")
    assert english_lines(said.err) == []


def test_the_environment_names_the_language_and_json_stays_english(
    spielbaum: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = spielbaum("tree", "figure:alpha-beta", "--json").document
    monkeypatch.setenv("LANGUAGE", "de_AT:en")
    assert spielbaum("tree", "figure:alpha-beta", "--json").document == english
    german = spielbaum("tree", "figure:alpha-beta", "--steps").out
    assert "Schnitt nach 1" in german
    assert spielbaum("tree", "figure:alpha-beta", "--steps", "--language", "en").out != german
    assert spielbaum("analyze", "nimm").err == "spielbaum: „nimm“ gibt es nicht als Spiel: Ist „nim“ gemeint?\n"


@pytest.mark.parametrize(
    ("arguments", "language"),
    [(["games"], "de"), (["games", "--json"], "en"), (["games", "--json", "--language=de"], "de"),
     (["--language", "en", "games"], "en")],
)  # fmt: skip
def test_the_last_language_that_is_known_decides(arguments: Sequence[str], language: str) -> None:
    assert language_of(arguments, {"LANG": "de_DE.UTF-8"}) == language


def test_pictures_of_trees_and_pages_are_in_german(spielbaum: Run, tmp_path: Path) -> None:
    svg, html = tmp_path / "tree.svg", tmp_path / "tree.html"
    said = spielbaum("tree", "figure:alpha-beta", "--svg", str(svg), "--html", str(html), "--language", "de")
    assert said.code == 0
    assert "Hauptvariante" in svg.read_text(encoding="utf-8")
    page = html.read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    assert "alle Züge durchsucht" in page
