"""Worksheets: sheets that reveal nothing, solutions, documents of many with a key, in two languages and for LaTeX."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from spielbaum import games
from spielbaum.errors import UnknownNameError
from spielbaum.exercises.estimates import make_estimates
from spielbaum.exercises.exercise import Exercise
from spielbaum.exercises.worksheet import make_worksheet, sheet_record, worksheet_on, worksheet_shapes
from spielbaum.language import LANGUAGES, translations_for
from spielbaum.pictures.exercise import (
    key_latex,
    key_markdown,
    sheet_markdown,
    sheet_svg,
    sheets_html,
    sheets_json,
    sheets_latex,
    sheets_markdown,
)

SVG = "{http://www.w3.org/2000/svg}"
ALL = [(algorithm, seed) for algorithm in worksheet_shapes() for seed in (0, 3)]
NEEDS_TEX = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def values_of(exercise: Exercise) -> int:
    """Return how many numbers the leaves have."""
    leaves = [node.value for node in exercise.root.below() if not node.children]
    return sum(len(leaf) if isinstance(leaf, tuple) else 1 for leaf in leaves)


def compiled(text: str, folder: Path, name: str = "sheet") -> Path:
    """Compile a document of LaTeX."""
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=250)
    assert done.returncode == 0, done.stdout[-2000:]
    return folder / f"{name}.pdf"


@pytest.mark.parametrize(("algorithm", "seed"), ALL)
def test_the_sheet_gives_nothing_away(algorithm: str, seed: int) -> None:
    exercise = make_worksheet(seed, algorithm=algorithm)
    nodes = sheet_record(exercise).nodes
    assert {node.end for node in nodes} == {"done", "terminal"}
    assert all(node.value is None and node.window is None for node in nodes if node.end == "done")
    picture = sheet_svg(exercise)
    assert sum(bool(re.fullmatch(r"-?\d+", word)) for word in words(picture)) >= values_of(exercise)
    assert "stroke-dasharray" not in picture
    assert not {"#00754f", "#c44e00"} & set(re.findall('stroke="(#.*?)"', picture))
    bullets = re.findall(r"^ *- (.*)$", sheet_markdown(exercise), re.MULTILINE)
    inner = [bullet for bullet in bullets if "MAX" in bullet or "MIN" in bullet or "player" in bullet]
    assert all(bullet.endswith(r"value \_\_\_\_\_") for bullet in inner)
    assert len(inner) == sum(node.end == "done" for node in nodes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("algorithm", worksheet_shapes())
def test_all_files_are_well_formed_and_say_what_to_do(algorithm: str, language: str) -> None:
    exercise = make_worksheet(3, algorithm=algorithm)
    t = translations_for(language)
    for solved in (False, True):
        said = " ".join(words(sheet_svg(exercise, language, solved=solved)))
        if exercise.window:
            alpha, beta = exercise.window
            assert f"[{alpha:g}, {beta:g}]" in said
        else:
            assert t("sheet.asked") in said
        text = sheet_markdown(exercise, language, solved=solved)
        assert text.startswith("# " + t("sheet.number", seed="3"))
        assert t("sheet.solution") in text or not solved
        assert "{" not in text
    page = sheets_html([exercise], language)
    HTMLParser().feed(page)
    assert f'<html lang="{language}">' in page
    assert "@page" in page
    assert page.count("<svg") == 2


def test_markdown_has_the_solution() -> None:
    exercise = make_worksheet(1)
    text = sheet_markdown(exercise, solved=True)
    record = exercise.search.record
    assert f"Value of the root: {record.value}. Best action: {record.action}." in text
    assert f"Leaves looked at: {record.evaluated_leaves}. Leaves never looked at: {record.pruned_leaves}." in text
    reasons = [node.reason for node in record.nodes if node.end == "cut"]
    assert len(reasons) >= 2
    for reason in reasons:
        assert reason
        assert reason.replace(">=", "≥").replace("<=", "≤") in text


def test_thirty_sheets_are_different_and_have_one_key() -> None:
    exercises = [make_worksheet(number) for number in range(1, 31)]
    page = sheets_html(exercises)
    assert page.count("<form data-sheet") == 30
    key = page[page.index("<h1>Key") :]
    rows = re.findall(r"<tr><th>(\d+)</th><td>(.*?)</td>", key)
    assert [int(number) for number, _ in rows] == list(range(1, 31))
    assert all(one[1] != other[1] for one, other in pairwise(rows))
    assert len({one.root for one in exercises}) == 30
    documents = sheets_json(exercises)
    assert [one["answers"]["sheet"] for one in documents] == list(range(1, 31))  # type: ignore[index]
    assert json.loads(json.dumps(documents)) == json.loads(json.dumps(sheets_json(exercises)))


def test_without_its_key_a_document_holds_no_solution() -> None:
    exercises = [make_worksheet(number) for number in (1, 2)]
    for made in (sheets_html, sheets_latex, sheets_markdown):
        whole, bare = made(exercises), made(exercises, key=False)
        assert "Solution" in whole
        assert "Solution" not in bare
        assert "Key" not in bare
    assert key_markdown(exercises).count("Solution") == 2
    assert r"\bfseries Key" in key_latex(exercises)


def test_positions_are_drawn_with_their_letters() -> None:
    sheet = make_estimates(games.load("tic-tac-toe"), 2, positions=4)
    assert re.findall(r">(\w\)) ", sheet_svg(sheet)) == ["a)", "b)", "c)", "d)"]
    solved = sheet_markdown(sheet, solved=True)
    assert all(f": {str(value).replace('-', '−')}\n" in solved.replace("-", "−") for value in sheet.values.values())
    assert "as seen by X" in solved
    assert "open lines with one stone (lines-1) × 1" in solved


def test_an_unknown_language_is_one_sentence() -> None:
    with pytest.raises(UnknownNameError, match="unknown language 'fr'"):
        sheet_svg(make_worksheet(1), "fr")


@NEEDS_TEX
@pytest.mark.slow
def test_sheets_and_their_key_compile(tmp_path: Path) -> None:
    drawn = [make_estimates(games.load(name), 1, positions=2) for name in ("tic-tac-toe", "chameleon-chess", "chess")]
    mixed = [make_worksheet(1), worksheet_on("figure:max-n"), *drawn]
    assert compiled(sheets_latex(mixed, "de"), tmp_path).stat().st_size > 10_000


@NEEDS_TEX
@pytest.mark.long
@pytest.mark.parametrize("algorithm", worksheet_shapes())
def test_every_kind_of_sheet_compiles(algorithm: str, tmp_path: Path) -> None:
    compiled(sheets_latex([make_worksheet(number, algorithm=algorithm) for number in (1, 2)]), tmp_path)
