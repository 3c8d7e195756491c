"""Checking the values that an answer gives to the nodes of a tree.

The answer must be what the algorithm knows: a number for an exact value, a number with a sign for a bound, and nothing
for a node that was never visited. If all branches were searched but the value is outside the window, both the exact
value and the bound are right.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from spielbaum.exercises.exercise import Exercise, Finding, Searched
from spielbaum.exercises.reasons import cut_reason
from spielbaum.exercises.written import Node, minimax, players_of
from spielbaum.search.core.result import Number

_SIGNS = {"": "exact", "=": "exact", "≥": "lower", ">=": "lower", "≤": "upper", "<=": "upper"}


class Written(NamedTuple):
    """The answer for a node: a value that is ``exact``, or a ``lower`` or ``upper`` bound."""

    value: Number
    bound: str


def check_values(exercise: Exercise, answers: Mapping[str, str]) -> Finding:
    """Return the verdict on the values of inner nodes, given by name.

    Without an answer, a pruned node is right and others are open.
    """
    search, right, missing = exercise.search, set(), 0
    first: tuple[str, str, dict[str, Any]] | None = None
    for node in inner_nodes(exercise.root):
        given = answers.get(node.name, "").strip()
        if not given and not search.is_pruned(node.name):
            missing += 1
        elif fault := value_fault(exercise, node, given):
            first = first or (node.name, *fault)
        else:
            right.add(node.name)
    wrong, key, values = first or ("", "open" if missing else "right", {"missing": missing})
    return Finding(frozenset(right), wrong, missing, key, values)


def inner_nodes(root: Node) -> Iterator[Node]:
    """Yield the inner nodes in postorder, in which their values become known."""
    for child in root.children:
        yield from inner_nodes(child)
    if root.children:
        yield root


def read_value(text: str, players: int = 0) -> Written | None:
    """Return an answer as a value; the decimal separator is a point or a comma. None if it is not a value.

    Examples
    --------
    >>> read_value(">= 5"), read_value("(3, 1, 2)", 3), read_value("five")
    (Written(value=5.0, bound='lower'), Written(value=(3.0, 1.0, 2.0), bound='exact'), None)
    """
    match = re.fullmatch(r"\s*(≥|>=|≤|<=|=|)\s*(.+?)\s*", text)
    if match is None:
        return None
    body = match[2].replace("−", "-")
    parts = re.split(r"[\s,;|/]+", body.strip("()[]<> ")) if players else [body.replace(",", ".")]
    if not all(re.fullmatch(r"[+-]?\d{1,7}(\.\d{1,6})?", part) for part in parts):
        return None
    numbers = tuple(map(float, parts))
    if players:
        return Written(numbers, _SIGNS[match[1]]) if len(numbers) == players else None
    return Written(numbers[0], _SIGNS[match[1]])


def same_value(given: Number, right: Number) -> bool:
    """Return whether a value is right; one that is not whole may be rounded to two places.

    Examples
    --------
    >>> same_value(0.33, 1 / 3), same_value(2.99, 3), same_value((1.0, 0.5), (1, 0.5))
    (True, False, True)
    """
    if isinstance(given, tuple) or isinstance(right, tuple):
        pairs = (given, right)
        vectors = [value if isinstance(value, tuple) else (value,) for value in pairs]
        return len(vectors[0]) == len(vectors[1]) and all(map(same_value, *vectors))
    return abs(given - right) <= (1e-6 if float(right).is_integer() else 0.005 + 1e-9)


def value_fault(exercise: Exercise, node: Node, given: str) -> tuple[str, dict[str, Any]] | None:
    """Return the key and the values of the sentence about a wrong answer; None if it is right."""
    search, name = exercise.search, node.name
    if search.is_pruned(name):
        if not given:
            return None
        key, values = cut_reason(search, search.cut_above(name))
        return f"pruned-{key}", {**values, "pruned": name}
    found = search.nodes[name]
    players = len(found.value) if isinstance(found.value, tuple) else 0
    written = read_value(given, players)
    known: dict[str, Any] = {"node": name, "given": given, "right": found.value_text, "player": found.to_move}
    if written is None:
        return ("no-vector", {**known, "players": players}) if players else ("no-value", known)
    bound = found.bound or "exact"
    agrees = same_value(written.value, found.value or 0.0)
    if agrees and (written.bound == bound or _is_exact(exercise, node, written)):
        return None
    known["values"] = "; ".join(_shown(search, child) for child in node.children if not search.is_pruned(child.name))
    if found.end == "cut":
        key, values = cut_reason(search, name)
        return f"value-{key}", {**known, **values}
    if agrees and not search.vectors:
        return ("sign-exact" if bound == "exact" else "sign-bound"), known
    if exercise.rule != "minimax":
        return f"value-{exercise.rule}", known
    return ("value-max" if found.to_move == search.record.root_player else "value-min"), known


def _is_exact(exercise: Exercise, node: Node, written: Written) -> bool:
    """Return whether an exact answer is the minimax value of a node whose branches were all searched."""
    search = exercise.search
    found = search.nodes[node.name]
    if written.bound != "exact" or found.end != "done" or search.vectors or players_of(node):
        return False
    first = found.to_move == search.record.root_player
    value = minimax(node, first=first)
    return same_value(written.value, -value if search.for_mover and not first else value)


def _shown(search: Searched, child: Node) -> str:
    return search.nodes[child.name].value_text
