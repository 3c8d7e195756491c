"""The pages of exercises: the list, the tree with its fields, and the verdict on an answer."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from spielbaum.errors import InputError
from spielbaum.exercises.cuts import check_cuts
from spielbaum.exercises.exercise import Exercise, Finding
from spielbaum.exercises.order import (
    OrderFinding,
    best_order,
    check_order,
    least_leaves,
    moved,
    read_orders,
    written_orders,
)
from spielbaum.exercises.query import algorithms_for, read_exercise
from spielbaum.exercises.sentences import explanation
from spielbaum.exercises.values import check_values
from spielbaum.exercises.written import Node, game_of
from spielbaum.language import Translations
from spielbaum.search.core.result import tidy
from spielbaum.web.views.exercise_tree import ExerciseLook, exercise_tree
from spielbaum.web.views.gallery import Lesson
from spielbaum.web.views.players import algorithm_name
from spielbaum.web.views.trees import DEEPEST, tree_json

ANSWERS = ("v-*", "cut-*", "order", "move", "check", "solution")
"""The fields of an answer."""

_NINE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
_MIXED = "[[6, 4, 2], [2, 5, 14], [12, 8, 3]]"

CARDS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "values": (
        {"tree": "figure:negamax"},
        {"tree": _NINE},
        {"tree": _NINE, "algorithm": "alpha-beta"},
        {"tree": "figure:alpha-beta-twenty-seven", "algorithm": "alpha-beta"},
        {"tree": "figure:max-n", "algorithm": "max-n"},
        {},
    ),
    "cuts": (
        {"tree": "figure:alpha-beta-two-by-two"},
        {"tree": _NINE},
        {"tree": "figure:alpha-beta-twenty-seven"},
        {},
    ),
    "order": (
        {"tree": _MIXED},
        {"tree": "figure:alpha-beta-twenty-seven"},
        {},
    ),
}
"""The exercises on the list by kind, the easiest first; without a tree it is another one each time."""


class Answered(NamedTuple):
    """An exercise with an answer: the picture of the tree, the hidden fields, and the verdict.

    ``state`` is ``right``, ``wrong``, ``open`` or empty.
    """

    picture: str
    hidden: Mapping[str, str]
    verdict: str
    state: str
    counts: str = ""


def exercise_groups(t: Translations) -> list[dict[str, Any]]:
    """Return the list of exercises."""
    return [{"kind": kind, "cards": [_card(t, {"kind": kind, **row}) for row in rows]} for kind, rows in CARDS.items()]


def exercise_on(lesson: Lesson) -> dict[str, str]:
    """Return the fields of an exercise on the tree of a lesson, by its first algorithm; empty if there is none."""
    algorithm = lesson.algorithms[0]
    for kind in ("cuts", "values"):
        if algorithm in algorithms_for(kind):
            with suppress(InputError):  # not a tree for an exercise, or a leaf is unknown
                return read_exercise({"kind": kind, "algorithm": algorithm, "tree": lesson.game}).fields
    return {}


def title_of(t: Translations, exercise: Exercise) -> str:
    """Return the title of an exercise."""
    title = t(f"exercise.title-{exercise.kind}", algorithm=algorithm_name(t, exercise.algorithm))
    return title if exercise.seed is None else f"{title} · {t('exercise.number', number=str(exercise.seed))}"


def task_of(t: Translations, exercise: Exercise) -> str:
    """Return the task of an exercise."""
    if exercise.kind == "values":
        name = exercise.algorithm if f"exercise.task-{exercise.algorithm}" in t.entries else "other"
        return t(f"exercise.task-{name}", algorithm=algorithm_name(t, exercise.algorithm))
    if exercise.kind == "cuts":
        return t("exercise.task-cuts")
    least = least_leaves(exercise.root)
    return t("exercise.task-order", goal=least if exercise.target is None else max(least, exercise.target))


def answered(t: Translations, exercise: Exercise, fields: Mapping[str, str]) -> Answered:
    """Return an exercise with the answer in the fields of its form, and the verdict.

    Raises
    ------
    InputError
        If the order of branches is invalid.
    """
    if exercise.kind == "order":
        return _ordered(t, exercise, fields)
    prefix = "v-" if exercise.kind == "values" else "cut-"
    given = {name.removeprefix(prefix): value for name, value in fields.items() if name.startswith(prefix)}
    look = ExerciseLook(exercise.kind, title_of(t, exercise))
    look = replace(look, answers=given) if exercise.kind == "values" else replace(look, struck=frozenset(given))
    if not fields.get("check"):
        return Answered(_drawn(t, exercise.root, look), {}, "", "")
    found = check_values(exercise, given) if exercise.kind == "values" else check_cuts(exercise, given)
    marks = dict.fromkeys(found.right & {name for name, value in given.items() if value}, "right")
    marks |= {found.wrong: "wrong"} if found.wrong else {}
    verdict = _sentence(t, exercise, found)
    state = "right" if found.done else "wrong" if found.wrong else "open"
    return Answered(_drawn(t, exercise.root, replace(look, marks=marks)), {}, verdict, state)


def solution_json(t: Translations, fields: Mapping[str, str]) -> bytes:
    """Return the search that solves the exercise of a request as JSON for the viewer."""
    shown = read_exercise(fields)
    root = _solution_tree(shown)
    game = game_of(root)
    return tree_json(t, game, (game.initial(),), names=(shown.algorithm,), depth=DEEPEST, root=root.name)


def _solution_tree(exercise: Exercise) -> Node:
    """Return the tree that is searched as the solution: in the best order, if that is the task."""
    return best_order(exercise.root) if exercise.kind == "order" else exercise.root


def _ordered(t: Translations, exercise: Exercise, fields: Mapping[str, str]) -> Answered:
    orders = read_orders(fields.get("order", ""), exercise.root)
    if fields.get("move"):
        orders = moved(orders, exercise.root, fields["move"])
    found = check_order(exercise, orders)
    asked = bool(fields.get("check"))
    looked_at = Exercise("cuts", exercise.algorithm, found.tree).search
    struck = {node.name for node in found.tree.below() if looked_at.is_pruned(node.name)}
    marks = {found.wrong: "wrong"} if asked and found.wrong else {}
    look = ExerciseLook("order", title_of(t, exercise), struck=struck, marks=marks)
    verdict, state = "", ""
    if found.done:
        verdict, state = t("exercise.order-right", now=found.now, least=found.least), "right"
    elif asked:
        verdict, state = t(f"exercise.{found.key}", **_numbers(found)), "wrong"
    leaves = sum(not node.children for node in found.tree.below())
    counts = t("exercise.counts", now=found.now, leaves=leaves, before=found.before, goal=found.goal)
    return Answered(_drawn(t, found.tree, look), {"order": written_orders(orders)}, verdict, state, counts)


def _card(t: Translations, fields: Mapping[str, str]) -> dict[str, Any]:
    exercise = read_exercise({"seed": "1", **fields} if "tree" not in fields else fields)
    leaves = sum(not node.children for node in exercise.root.below())
    return {
        "fields": fields if exercise.seed else exercise.fields,  # without a seed another tree each time
        "title": algorithm_name(t, exercise.algorithm),
        "text": t("exercises.fresh" if exercise.seed else "exercises.leaves", leaves=leaves),
        "picture": drawn_tree(t, exercise.root),
    }


def drawn_tree(t: Translations, root: Node) -> str:
    """Return the picture of a tree without fields."""
    return _drawn(t, root, ExerciseLook())


def _drawn(t: Translations, tree: Node, look: ExerciseLook) -> str:
    return exercise_tree(t, game_of(tree), tree, look)


def _sentence(t: Translations, exercise: Exercise, found: Finding) -> str:
    """Return the sentence about an answer."""
    if found.key == "right":
        return t(f"exercise.right-{exercise.kind}")
    if found.key == "open":
        return t("exercise.open", missing=found.missing, right=len(found.right))
    return t.sentence(explanation(exercise, found))


def _numbers(found: OrderFinding) -> dict[str, Any]:
    values = {name: tidy(value) if isinstance(value, float) else value for name, value in found.values.items()}
    return {**values, "now": found.now, "goal": found.goal}
