"""Principal variation search, also called NegaScout.

The first action of a node is searched with the whole window, every other one with a null window, which only tells
whether it is better. If the order is good few are, and only those are searched again.

A. Reinefeld, An improvement to the scout tree search algorithm, ICCA Journal 6 (1983); T. A. Marsland and M. Campbell,
Parallel search of strongly ordered game trees, ACM Computing Surveys 14 (1982).
"""

from math import inf

from spielbaum.game import Action, State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import ALL_BUT_FIRST, Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import PLAIN, Options
from spielbaum.search.node.probcut import make_probcut
from spielbaum.search.node.selectivity import (
    FULL_WIDTH,
    Selection,
    is_null_window,
    make_null_move,
    make_selectivity,
    make_singular,
)

NARROW = 1e-9
"""Width of a null window, relative to its ends; a value that lies inside it all the same is exact."""


def make(rules: Rules, tracer: Tracer | None, *, options: Options = PLAIN, selection: Selection = FULL_WIDTH) -> Kernel:
    """Return ``pvs(state, alpha, beta, depth, ws)``, fail-soft.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window; each field is an option.
    selection
        What it leaves out, reduces or extends, which may change the value; each field is an option.
    """
    to_move, result = rules.to_move, rules.result
    selection.refuse_unfit(rules, options)
    tree, tt, moves, iid, quiescence = make_hooks(rules, tracer, options, negates=True, delta=selection.delta)
    selective, null_move = make_selectivity(rules, tree, selection, options), make_null_move(rules, tree, selection)
    singular = make_singular(selection, tt.at_least)
    probcut = make_probcut(rules, tree, selection.probcut, selection.probcut_threshold, is_null_window)

    def pvs(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit: the utility, or the evaluation of a quiet state.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        # 2. The transposition table may know enough.
        if tt.probe(node, ws):
            return ws.value
        # 3. Internal iterative deepening.
        if iid.is_due(node, ws):
            pvs(state, alpha, beta, iid.begin(node, ws), ws)
            iid.end(node, ws)
        # 4. Forward pruning: the estimate, a pass, or a shallower search is good enough.
        if selective.fails_high(node, ws):
            return tree.leave(ws.value)
        if null_move.is_due(node, ws):
            value = value_of(null_move.begin(node, ws), node, alpha, beta, null_move.reduction(node), ws)
            null_move.end(node, value, ws)
            if value >= beta:
                return tree.leave(beta)
        if is_probably_outside(node, ws):
            return tree.leave(ws.value)
        # 5. An action that is by far the best is searched deeper.
        if singular.is_due(node, ws):
            singular.end(node, is_by_far_best(node, ws.table_move[node.ply], ws), ws)
        best, bound, tried = -inf, tt.bound(node, ws), 0
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws) or selective.skips(node, action, tried, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child, low = result(state, action), max(alpha, best)
            # 6. The whole window for the first action, a null window for the others; late ones are reduced.
            whole = best == -inf and (node.ply > 0 or ws.part != ALL_BUT_FIRST)
            high = beta if whole else min(beta, null_window(low))
            less = selective.reduction(node, action, child, tried, ws)
            value = value_of(child, node, low, high, less, ws)
            # 7. Better than expected: by how much?
            if less > 0 and value > low and not ws.stop:
                value = value_of(child, node, low, high, 0, ws)
            if high <= value < beta and high < beta and not ws.stop:
                value = value_of(child, node, low, beta, min(less, 0), ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
            tried += 1
        best = selective.bound(node, best, ws)
        tt.store(node, best, ws)
        return tree.leave(best)

    def value_of(child: State, node: Node, low: float, high: float, less: int, ws: Workspace) -> float:
        ws.depth -= less
        if to_move(child) == node.player:
            value = pvs(child, low, high, node.depth - 1 - less, ws)
        else:
            value = -pvs(child, -high, -low, node.depth - 1 - less, ws)
        ws.depth += less
        return value

    def is_by_far_best(node: Node, best: Action, ws: Workspace) -> bool:
        alone, low, less = True, singular.begin(node, ws), singular.reduction(node)
        for action in moves.ordered(node, ws):
            if action == best:
                continue
            if value_of(result(node.state, action), node, low, null_window(low), less, ws) > low:
                alone = False
            if ws.stop or not alone:
                break
        return alone

    def is_probably_outside(node: Node, ws: Workspace) -> bool:
        outside = False
        for check in probcut.checks(node, ws):
            high, low, shallow = probcut.begin(node, check, ws)
            above = pvs(node.state, high, null_window(high), shallow, ws) > high
            below = not above and pvs(node.state, low, null_window(low), shallow, ws) <= low
            outside = probcut.end(node, check, above, below, ws)
            if outside or ws.stop:
                break
        return outside

    return pvs


def null_window(low: float) -> float:
    """Return the end of a window at ``low`` that no value lies inside."""
    return low + NARROW * max(1.0, abs(low))


algorithm = Algorithm(
    name="pvs",
    title="Principal variation search",
    doc="principal variation search: null windows for all but the first action of a node",
    paper="A. Reinefeld (1983)",
    order=6,
    make=make,
    threads=True,
    aspires=True,
    negates=True,
    benchmarks=("", "replacement=two-deep"),
)
