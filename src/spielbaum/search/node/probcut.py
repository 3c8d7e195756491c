"""ProbCut and Multi-ProbCut: a node is cut off if a shallower search shows that it is probably outside its window.

The value ``v`` of a deep search is close to a linear function of the value ``v'`` of a shallow one, ``v = a v' + b``,
with a standard deviation; :mod:`spielbaum.learning.fitting` fits them to positions of played games. So ``v`` is almost
always at least beta if ``v'`` is above ``(beta + t deviation - b) / a``, and at most alpha if ``v'`` is at most
``(alpha - t deviation - b) / a``. Null-window searches test both. The larger the threshold ``t``, the fewer errors.

ProbCut has one check, at one height of the tree; Multi-ProbCut has checks at every height that was fitted, and tries
the shallowest first.

M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, ICCA Journal 18 (1995), and Experiments
with Multi-ProbCut and a new high-quality evaluation function for Othello (1997).
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.game import State
from spielbaum.kernel import Numbers
from spielbaum.learning.models.probcut import Check, read_probcut
from spielbaum.search.core.cuts import PROBCUT
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.defaults import never
from spielbaum.search.node.node import Tree
from spielbaum.search.node.selectivity import Selection
from spielbaum.search.node.windows import is_null_window, null_window


def make_probcut(
    rules: Rules,
    tree: Tree,
    selection: Selection,
    search: Callable[[State, float, float, int, Workspace], float],
) -> Callable[[Node, Workspace], bool]:
    """Return ``probcut(node, ws) -> bool``: whether a node is probably outside its window.

    Then ``ws.value`` is its value, an end of the window. Without a model no node is.

    Parameters
    ----------
    rules, tree
        The game, and the hooks of the tree.
    selection
        The path of the model, and the threshold.
    search
        ``(state, alpha, beta, depth, ws) -> value``.

    Raises
    ------
    InputError
        If the threshold is negative, or the file holds no model.
    UnsupportedGameError
        If the model belongs to another game or evaluation.
    """
    path, threshold = selection.probcut, float(selection.probcut_threshold)
    if not path:
        return never
    if not threshold >= 0:
        raise InputError(
            Message("probcut_threshold is a number of standard deviations, 0 or more, not {:g}", threshold)
        )
    model = read_probcut(Path(path))
    model.refuse_foreign(path, rules.name, rules.evaluation)
    deepest, least, most = max(check.depth for check in model.checks), model.least, model.most
    slope, offset = _column(model.checks, "slope"), _column(model.checks, "offset")
    shallow, deviation = _column(model.checks, "shallow"), _column(model.checks, "deviation")
    first = Numbers([sum(check.depth < depth for check in model.checks) for depth in range(deepest + 2)])

    def probcut(node: Node, ws: Workspace) -> bool:
        ply, depth = node.ply, min(node.depth, deepest)
        # 1. Only null windows in the range of the fitted values, below the root, and not inside another check.
        fitted = least <= node.alpha and node.beta <= most and node.depth == depth
        due = fitted and ply > 0 and not ws.unlimited and not ws.checked[ply] and is_null_window(node)
        is_outside = False
        for check in range(int(first[depth]), int(first[depth + 1]) if due else 0):
            # 2. A shallow search: is the value far above beta, or far below alpha?
            margin, shallow_depth = threshold * deviation[check], int(shallow[check])
            high = (node.beta + margin - offset[check]) / slope[check]
            low = (node.alpha - margin - offset[check]) / slope[check]
            ws.checked[ply] = 1
            ws.depth -= node.depth - shallow_depth
            above = search(node.state, high, null_window(high), shallow_depth, ws) > high
            below = not above and search(node.state, low, null_window(low), shallow_depth, ws) <= low
            ws.depth += node.depth - shallow_depth
            ws.checked[ply] = ws.skipped[ply] = ws.pv_length[ply] = 0
            ws.displaced[ply] = ws.best_move[ply] = NO_ACTION
            # 3. If so, the node has the value of that end of the window.
            if (above or below) and not ws.stop:
                is_outside = True
                ws.value = node.beta if above else node.alpha
                ws.heuristic = 1
                ws.estimates += 1
                tree.cutoff(node, PROBCUT, shallow[check], float(node.depth), ws)
            if is_outside or ws.stop:
                break
        return is_outside

    return probcut


def _column(checks: Iterable[Check], name: str) -> Numbers:
    return Numbers([getattr(check, name) for check in checks])
