"""ProbCut and Multi-ProbCut: a node is left where a shallower search says that it is probably outside of its window.

The value of a deep search is close to a line in the value of a shallow one, ``v = a v' + b`` with errors of a standard
deviation, both fitted to positions of played games by :mod:`spielbaum.learning.fitting`. So ``v`` is at least beta
in all but a few cases where ``v'`` is above ``(beta + t deviation - b) / a``, and at most alpha where ``v'`` is at most
``(alpha - t deviation - b) / a``; null windows tell. The threshold ``t`` says how few.

ProbCut has one check, at one height of the tree; Multi-ProbCut has several, at every height that was fitted, and tries
the shallowest first.

M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18 (1995), and Experiments
with Multi-ProbCut and a new high-quality evaluation function for Othello (1997).
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from spielbaum.errors import InputError
from spielbaum.kernel import Numbers
from spielbaum.learning.models.probcut import Check, read_probcut
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import NO_ACTION, PROBCUT, Workspace
from spielbaum.search.node.node import Tree


class ProbCut(NamedTuple):
    """The hooks: for each of ``checks(node, ws)`` two null windows, between ``begin`` and ``end``.

    Attributes
    ----------
    checks
        ``(node, ws) -> numbers`` of the checks of a node; none where it is not to be checked.
    begin
        ``(node, check, ws) -> (high, low, depth)``: a search to this depth says that the node fails high where its
        value is above ``high``, and that it fails low where it is at most ``low``.
    end
        ``(node, check, above, below, ws) -> bool``: whether that says that the node is outside; then its value, an end
        of the window, is ``ws.value``.
    """

    checks: Callable[[Node, Workspace], Iterable[int]]
    begin: Callable[[Node, int, Workspace], tuple[float, float, int]]
    end: Callable[[Node, int, bool, bool, Workspace], bool]


def make_probcut(
    rules: Rules, tree: Tree, path: str, threshold: float, is_null_window: Callable[[Node], bool]
) -> ProbCut:
    """Return the hooks for a game; without a path there are no checks.

    Parameters
    ----------
    rules, tree
        The game, and the hooks of the tree.
    path
        Of the file of a model; empty for none.
    threshold
        How many standard deviations beyond the window a node has to be.
    is_null_window
        ``node -> bool``: whether nothing lies inside the window of a node.

    Raises
    ------
    InputError
        If the threshold is negative, or the file holds no model.
    UnsupportedGameError
        If it is one of another game or evaluation.
    """
    if not path:
        return ProbCut(_no_checks, _begin_nothing, _end_nothing)
    if not threshold >= 0:
        raise InputError(f"probcut_threshold is a number of standard deviations, 0 or more, not {threshold:g}")
    model = read_probcut(Path(path))
    model.refuse_foreign(path, rules.name, rules.evaluation)
    deepest, least, most = max(check.depth for check in model.checks), model.least, model.most
    slope, offset = _column(model.checks, "slope"), _column(model.checks, "offset")
    shallow, deviation = _column(model.checks, "shallow"), _column(model.checks, "deviation")
    first = Numbers([sum(check.depth < depth for check in model.checks) for depth in range(deepest + 2)])
    far = float(threshold)

    def checks(node: Node, ws: Workspace) -> Iterable[int]:
        ply, depth = node.ply, min(node.depth, deepest)
        known = least <= node.alpha and node.beta <= most and node.depth == depth
        due = known and ply > 0 and not ws.unlimited and not ws.checked[ply] and is_null_window(node)
        return range(int(first[depth]), int(first[depth + 1]) if due else 0)

    def begin(node: Node, check: int, ws: Workspace) -> tuple[float, float, int]:
        margin, depth = far * deviation[check], int(shallow[check])
        ws.checked[node.ply] = 1
        ws.depth -= node.depth - depth
        high, low = node.beta + margin - offset[check], node.alpha - margin - offset[check]
        return high / slope[check], low / slope[check], depth

    def end(node: Node, check: int, above: bool, below: bool, ws: Workspace) -> bool:
        ws.depth += node.depth - int(shallow[check])
        ply = node.ply
        ws.checked[ply] = ws.skipped[ply] = ws.pv_length[ply] = 0
        ws.displaced[ply] = ws.best_move[ply] = NO_ACTION
        if ws.stop or not (above or below):
            return False
        ws.value = node.beta if above else node.alpha
        ws.evaluated = 1
        ws.estimates += 1
        tree.cutoff(node, PROBCUT, shallow[check], float(node.depth), ws)
        return True

    return ProbCut(checks, begin, end)


def _column(checks: Iterable[Check], name: str) -> Numbers:
    return Numbers([getattr(check, name) for check in checks])


def _no_checks(_node: Node, _ws: Workspace) -> Iterable[int]:
    return range(0)


def _begin_nothing(node: Node, _check: int, _ws: Workspace) -> tuple[float, float, int]:
    return node.beta, node.alpha, node.depth


def _end_nothing(_node: Node, _check: int, _above: bool, _below: bool, _ws: Workspace) -> bool:
    return False
