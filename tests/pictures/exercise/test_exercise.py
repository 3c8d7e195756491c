"""Exercises: good ones from every seed, sheets that reveal nothing, and solutions that equal the record."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from spielbaum import record_tree, search
from spielbaum.errors import InputError, UnknownNameError
from spielbaum.exercises.worksheet import Worksheet, exercise_shapes, make_worksheet
from spielbaum.language import LANGUAGES
from spielbaum.pictures.exercise.sheet import sheet_html, sheet_markdown, sheet_svg
from spielbaum.pictures.exercise.words import words_for
from spielbaum.search.trace.record import TreeNode, TreeRecord
from spielbaum.search.trace.recorder import record_window
from tiers import at_night

SVG = "{http://www.w3.org/2000/svg}"
ALL = [(algorithm, seed) for algorithm in exercise_shapes() for seed in range(6)]


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def paths(record: TreeRecord) -> dict[str, TreeNode]:
    found: list[str] = []
    for node in record.nodes:
        found.append("" if node.parent is None else f"{found[node.parent]} {node.action}".strip())
    return dict(zip(found, record.nodes, strict=True))


def searched(exercise: Worksheet) -> TreeRecord:
    if exercise.window:
        return record_window(exercise.game, exercise.window)
    return record_tree(exercise.game, algorithm=exercise.algorithm)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", exercise_shapes())
def test_every_seed_gives_a_good_exercise(algorithm: str) -> None:
    for seed in range(400 if at_night() else 10):
        record = make_worksheet(seed, algorithm=algorithm).record
        pruned = record.pruned_leaves or 0
        assert sum(node.end == "cut" for node in record.nodes) >= 2
        assert 2 <= pruned <= record.evaluated_leaves
        assert all(0 <= entry <= 20 and entry == int(entry) for node in record.nodes for entry in _entries(node))


def _entries(node: TreeNode) -> tuple[float, ...]:
    return node.value if isinstance(node.value, tuple) else () if node.value is None else (node.value,)


@pytest.mark.parametrize(("algorithm", "seed"), ALL)
def test_the_solution_is_the_record_of_the_search(algorithm: str, seed: int) -> None:
    exercise = make_worksheet(seed, algorithm=algorithm)
    record, solution = paths(searched(exercise)), paths(exercise.solution)
    assert set(record) <= set(solution)
    for path, node in solution.items():
        known = record.get(path)
        assert (known is None or known.end == "pruned") == (node.end == "pruned")
        if known is None or known.end == "pruned":
            continue
        assert node.end == known.end
        if isinstance(known.value, tuple) and known.end == "cut":
            assert known.to_move is not None
            assert (node.value, node.bound) == (known.value[known.to_move], "lower")
        else:
            assert (node.value, node.bound) == (known.value, known.bound)
    leaves = [node for node in solution.values() if node.to_move is None]
    struck = sum(node.end == "pruned" for node in leaves)
    assert (len(leaves) - struck, struck) == (exercise.record.evaluated_leaves, exercise.record.pruned_leaves)


@pytest.mark.parametrize(("algorithm", "seed"), ALL)
def test_the_sheet_gives_nothing_away(algorithm: str, seed: int) -> None:
    exercise = make_worksheet(seed, algorithm=algorithm)
    assert {node.end for node in exercise.sheet.nodes} == {"done", "terminal"}
    leaves = [node for node in exercise.sheet.nodes if node.end == "terminal"]
    assert all(node.value is None and node.window is None for node in exercise.sheet.nodes if node.end == "done")
    shown = [word for word in words(sheet_svg(exercise)) if re.fullmatch(r"[≥≤ ]*-?\d+", word)]
    branches = len(exercise.sheet.nodes) - 1
    assert len(shown) == branches + sum(len(_entries(leaf)) for leaf in leaves)
    picture = sheet_svg(exercise)
    for sign in ("stroke-dasharray", "#00754f", "#c44e00"):
        assert sign not in picture
        assert sign in sheet_svg(exercise, solved=True) or (sign == "#00754f" and exercise.window)
    bullets = re.findall(r"^ *- (.*)$", sheet_markdown(exercise), re.MULTILINE)
    inner = [bullet for bullet in bullets if "MAX" in bullet or "MIN" in bullet or "player" in bullet]
    assert all(bullet.endswith(r"value \_\_\_\_\_") for bullet in inner)
    assert len(inner) == len(exercise.sheet.nodes) - len(leaves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("algorithm", exercise_shapes())
def test_all_files_are_well_formed_and_say_what_to_do(algorithm: str, language: str) -> None:
    exercise = make_worksheet(3, algorithm=algorithm)
    told = words_for(language)
    for solved in (False, True):
        picture = sheet_svg(exercise, language, solved=solved)
        kind = "window" if exercise.window else "number" if exercise.game.players == 2 else "vector"
        begins, goes_on = told.tasks[kind].split("{algorithm}") if not exercise.window else (told.tasks[kind], "")
        said = " ".join(words(picture))
        assert begins.split("{")[0][:60] in said
        assert goes_on[:60] in said
        if exercise.window:
            alpha, beta = exercise.window
            assert f"[{alpha:g}, {beta:g}]" in " ".join(words(picture))
        page = sheet_html(exercise, language, solved=solved)
        parser = HTMLParser()
        parser.feed(page)
        assert f'<html lang="{language}">' in page
        assert "@page" in page
        text = sheet_markdown(exercise, language, solved=solved)
        assert text.startswith("# " + told.number.format(seed=3))
        assert (told.solution in text) == ("~~" in text) == solved
        assert "{" not in text


def test_markdown_has_the_solution() -> None:
    exercise = make_worksheet(1)
    text = sheet_markdown(exercise, solved=True)
    record = exercise.record
    assert f"Value of the root: {record.value}. Best action: {record.action}." in text
    assert f"Leaves looked at: {record.evaluated_leaves}. Leaves never looked at: {record.pruned_leaves}." in text
    reasons = [node.reason for node in record.nodes if node.end == "cut"]
    assert len(reasons) >= 2
    for reason in reasons:
        assert reason
        assert reason.replace(">=", "≥").replace("<=", "≤") in text


def test_a_seed_gives_the_same_exercise_and_another_seed_another() -> None:
    assert sheet_svg(make_worksheet(5)) == sheet_svg(make_worksheet(5))
    assert sheet_svg(make_worksheet(5)) != sheet_svg(make_worksheet(6))


def test_the_game_of_an_exercise_is_searched_like_any_other() -> None:
    exercise = make_worksheet(5)
    assert search(exercise.game, algorithm="minimax").value == exercise.record.value


def test_the_texts_of_both_languages_have_the_same_placeholders() -> None:
    for english, german in zip(words_for("en"), words_for("de"), strict=True):
        if isinstance(english, str):
            assert re.findall(r"\{\w+\}", english) == re.findall(r"\{\w+\}", str(german))
            continue
        assert set(english) == set(german)  # type: ignore[arg-type]
        for name in english:
            texts = (english[name], german[name])  # type: ignore[index]
            assert set(re.findall(r"\{\w+\}", texts[0])) == set(re.findall(r"\{\w+\}", texts[1]))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"algorithm": "minimax"},
            "there are exercises on alpha-beta, .*max-n:shallow.*, not on 'minimax'",
        ),
        ({"depth": 9}, "branching 3 and depth 9 do not give that"),
        ({"branching": 1}, "branching 1 and depth 3 do not give that"),
    ],
)
def test_invalid_exercises_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make_worksheet(1, **options)  # type: ignore[arg-type]


def test_an_unknown_language_is_one_sentence() -> None:
    with pytest.raises(UnknownNameError, match="unknown language 'fr'"):
        sheet_svg(make_worksheet(1), "fr")
