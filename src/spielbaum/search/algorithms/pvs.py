"""Principal variation search, also called NegaScout.

The first action of a node is searched with the full window, all others with a null window, which only tests whether
they are better. With a good order few are, and only those are searched again.

A. Reinefeld, An improvement to the scout tree search algorithm, ICCA Journal 6 (1983); T. A. Marsland and M. Campbell,
Parallel search of strongly ordered game trees, ACM Computing Surveys 14 (1982).
"""

from math import inf

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import ALL_BUT_FIRST, Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.null_move import make_null_move
from spielbaum.search.node.options import PLAIN, Options
from spielbaum.search.node.probcut import make_probcut
from spielbaum.search.node.selectivity import FULL_WIDTH, Selection, make_selectivity
from spielbaum.search.node.singular import make_singular
from spielbaum.search.node.windows import null_window


def make(rules: Rules, tracer: Tracer | None, *, options: Options = PLAIN, selection: Selection = FULL_WIDTH) -> Kernel:
    """Return ``pvs(state, alpha, beta, depth, ws)``, fail-soft.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses besides the window; each field is an option.
    selection
        Forward pruning, reductions and extensions, which may change the value; each field is an option.
    """
    to_move, result = rules.to_move, rules.result
    selection.refuse_unfit(rules, options)
    tree, tt, moves, iid, quiescence = make_hooks(rules, tracer, options, negates=True, delta=selection.delta)
    selective = make_selectivity(rules, tree, selection, options)

    def value_of(child: State, node: Node, low: float, high: float, less: int, ws: Workspace) -> float:
        ws.depth -= less
        if to_move(child) == node.player:
            value = pvs(child, low, high, node.depth - 1 - less, ws)
        else:
            value = -pvs(child, -high, -low, node.depth - 1 - less, ws)
        ws.depth += less
        return value

    def pvs(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit: the utility, or the evaluation of a quiet state.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        # 2. Transposition table.
        if tt.probe(node, ws):
            return ws.value
        # 3. Internal iterative deepening.
        if iid.is_due(node, ws):
            pvs(state, alpha, beta, iid.begin(node, ws), ws)
            iid.end(node, ws)
        # 4. Reverse futility pruning, null move, ProbCut.
        if selective.fails_high(node, ws) or null_move(node, ws) or probcut(node, ws):
            return tree.leave(ws.value)
        # 5. Singular extension.
        note_singular(node, ws)
        best, bound, tried = -inf, tt.bound(node, ws), 0
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws) or selective.skips(node, action, tried, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child, low = result(state, action), max(alpha, best)
            # 6. The full window for the first action, a null window for the others; late ones are reduced.
            full = best == -inf and (node.ply > 0 or ws.part != ALL_BUT_FIRST)
            high = beta if full else min(beta, null_window(low))
            less = selective.reduction(node, action, child, tried, ws)
            value = value_of(child, node, low, high, less, ws)
            # 7. If it fails high, search again: to the full depth, then with the full window.
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

    null_move, probcut = make_null_move(rules, tree, selection, value_of), make_probcut(rules, tree, selection, pvs)
    note_singular = make_singular(rules, moves, tt.at_least, selection, value_of)
    return pvs


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
