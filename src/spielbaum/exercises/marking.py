"""Marking the answers to a worksheet: points, and what is wrong, the first error first.

Every value, every branch that is cut, and the best action is a point. A branch that is struck out wrongly costs one. A
value that follows from a wrong value below it counts as right; one that lacks its ≥ or ≤ counts half.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from spielbaum.exercises.answers import Answers
from spielbaum.exercises.cuts import branch_fault, branches
from spielbaum.exercises.exercise import Exercise, Finding
from spielbaum.exercises.values import inner_nodes, read_value, same_value, value_fault
from spielbaum.exercises.written import Node


class Marks(NamedTuple):
    """The marks of a worksheet.

    Attributes
    ----------
    points, most
        The points, and the most there are.
    errors
        What is wrong, in the order of the search.
    """

    points: float
    most: int
    errors: tuple[Finding, ...]

    @property
    def share(self) -> float:
        """The part of the points that is earned."""
        return self.points / self.most


def mark_sheet(exercise: Exercise, answers: Answers) -> Marks:
    """Return the marks of the answers to a worksheet on a tree."""
    points, most = 0.0, 0
    errors: list[Finding] = []
    known = {node.name for node in exercise.root.below()}
    answers = answers.spelled(known)
    for name in [*answers.values, *answers.cuts]:
        if name not in known:
            errors.append(Finding.fault("no-node", name, node=name))
    for node in inner_nodes(exercise.root):
        worth, fault = _mark_value(exercise, node, answers)
        visited = not exercise.search.is_pruned(node.name)
        most += visited
        points += worth
        errors += [fault] if fault else []
    for above, node in branches(exercise.search, exercise.root):
        pruned, struck = exercise.search.is_pruned(node.name), node.name in answers.cuts
        most += pruned
        points += (pruned and struck) - (struck and not pruned)
        if pruned != struck:
            key, values = branch_fault(exercise.search, above, node)
            errors.append(Finding.fault(key, node.name, **values))
    if exercise.window is None:
        most += 1
        fault = _mark_action(exercise, answers.action)
        points += fault is None
        errors += [fault] if fault else []
    return Marks(max(points, 0.0), most, tuple(errors))


def solution_of(exercise: Exercise) -> Answers:
    """Return the right answers to a worksheet on a tree."""
    search = exercise.search
    visited = [node.name for node in inner_nodes(exercise.root) if not search.is_pruned(node.name)]
    cuts = tuple(node.name for _, node in branches(search, exercise.root) if search.is_pruned(node.name))
    action = "" if exercise.window else search.record.action or ""
    return Answers(exercise.seed, {name: search.nodes[name].value_text for name in visited}, cuts, action)


def best_actions(exercise: Exercise) -> Iterator[str]:
    """Yield the actions that are best; where branches are cut the first one alone is known to be."""
    search = exercise.search
    yield search.record.action or ""
    if search.vectors or exercise.leaves[1]:
        return
    best = search.nodes[exercise.root.name].value
    for child in exercise.root.children:
        value = search.nodes[child.name].value
        if value == (-best if search.for_mover and child.children and isinstance(best, int | float) else best):
            yield child.name


def _mark_value(exercise: Exercise, node: Node, answers: Answers) -> tuple[float, Finding | None]:
    search, given = exercise.search, answers.values.get(node.name, "").strip()
    pruned = search.is_pruned(node.name)
    if not given:
        right = "" if pruned else search.nodes[node.name].value_text
        return 0.0, None if pruned else Finding.fault("value-missing", node.name, node=node.name, right=right)
    fault = value_fault(exercise, node, given)
    if fault is None or (not pruned and _follows(exercise, node, answers)):
        return 1.0, None
    found = Finding.fault(fault[0], node.name, **fault[1])
    if pruned:
        return -1.0, found
    written, value = read_value(given), search.nodes[node.name].value
    return (0.5 if written is not None and value is not None and same_value(written.value, value) else 0.0), found


def _follows(exercise: Exercise, node: Node, answers: Answers) -> bool:
    """Return whether a value follows from the values written below it; if it is wrong, so is one of those."""
    search = exercise.search
    record = search.nodes[node.name]
    if record.end != "done" or record.to_move is None or exercise.rule == "other":
        return False
    players = len(record.value) if isinstance(record.value, tuple) else 0
    below: list[Any] = []
    for child in node.children:
        text = answers.values.get(child.name, "") if child.children else search.nodes[child.name].value_text
        written = read_value(text, players)
        if written is None:
            return False
        below.append(written.value)
    own = read_value(answers.values[node.name], players)
    if own is None:
        return False
    if players:
        best = max(below, key=lambda vector: vector[record.to_move])
    elif search.for_mover:
        best = max(-value for value in below)
    else:
        best = max(below) if record.to_move == search.record.root_player else min(below)
    return same_value(own.value, best)


def _mark_action(exercise: Exercise, given: str) -> Finding | None:
    right = exercise.search.record.action or ""
    if given in {*best_actions(exercise)}:
        return None
    key = "action" if given else "action-missing"
    return Finding.fault(key, exercise.root.name, given=given, right=right)
