"""Alpha-beta, in minimax form.

Alpha is the value that the root player has secured on the way to a node, beta that of the opponent. As soon as the
value of a node leaves the window between them, one of the two has a better alternative above and avoids the node, so
its remaining actions do not matter. The value of the root is that of minimax.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975); S. Russell and P.
Norvig, Artificial Intelligence: A Modern Approach, ALPHA-BETA-SEARCH. Fail-soft: J. P. Fishburn, Another
optimization of alpha-beta search, SIGART Bulletin 84 (1983).
"""

from math import inf
from typing import Literal

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.hooks import make_hooks
from spielbaum.search.node.options import PLAIN, Options


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    fail: Literal["soft", "hard"] = "soft",
    options: Options = PLAIN,
) -> Kernel:
    """Return ``alpha_beta(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    fail
        What is returned if the value is outside the window: ``"soft"`` the best bound found, ``"hard"`` the end of the
        window.
    options
        What the search uses besides the window; each field is an option.
    """
    result, fail_soft = rules.result, fail == "soft"
    tree, tt, moves, iid, quiescence = make_hooks(rules, tracer, options, negates=False)

    def alpha_beta(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. TERMINAL-TEST and CUTOFF-TEST: UTILITY, or EVAL of a quiet state.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return quiescence(node, ws)
        # 2. Transposition table.
        if tt.probe(node, ws):
            return ws.value
        # 3. Internal iterative deepening.
        if iid.is_due(node, ws):
            alpha_beta(state, alpha, beta, iid.begin(node, ws), ws)
            iid.end(node, ws)
        # 4. MAX-VALUE or MIN-VALUE.
        best = max_value(node, ws) if node.maximises else min_value(node, ws)
        tt.store(node, best, ws)
        return tree.leave(best if fail_soft else min(max(best, alpha), beta))

    def max_value(node: Node, ws: Workspace) -> float:
        best, bound = -inf if fail_soft else node.alpha, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            value = alpha_beta(result(node.state, action), max(node.alpha, best), node.beta, node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    def min_value(node: Node, ws: Workspace) -> float:
        best, bound = inf if fail_soft else node.beta, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best <= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            value = alpha_beta(result(node.state, action), node.alpha, min(node.beta, best), node.depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        return best

    return alpha_beta


algorithm = Algorithm(
    name="alpha-beta",
    title="Alpha-beta",
    doc="minimax without what cannot matter, max and min nodes in turn",
    paper="D. E. Knuth and R. W. Moore (1975)",
    order=3,
    make=make,
    threads=True,
    aspires=True,
    exercises={"values": "", "cuts": "", "order": "", "sheet": ""},
)
