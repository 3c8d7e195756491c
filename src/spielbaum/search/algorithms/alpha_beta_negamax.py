"""Alpha-beta, in negamax form.

One function for both players: for the opponent the window is negated and its ends are swapped. It visits the same nodes
as the minimax form.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 2, "F2";
fail-soft: J. P. Fishburn, Another optimization of alpha-beta search, SIGART Bulletin 84 (1983).
"""

from math import inf
from typing import Literal

from spielbaum.game import State
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
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
    to_move, result, fail_soft = rules.to_move, rules.result, fail == "soft"
    tree, tt, moves, iid, quiescence = make_hooks(rules, tracer, options, negates=True)

    def alpha_beta(state: State, alpha: float, beta: float, depth: int, ws: Workspace) -> float:
        node = tree.enter(state, alpha, beta, depth, ws)
        # 1. Game over or depth limit: the value for the player to move.
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
        # 4. The value of the best child, up to beta.
        best, bound = -inf if fail_soft else alpha, tt.bound(node, ws)
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            if best >= bound:
                moves.beta_cutoff(node, best, bound, ws)
                break
            child, low = result(state, action), max(alpha, best)
            if to_move(child) == node.player:
                value = alpha_beta(child, low, beta, depth - 1, ws)
            else:
                value = -alpha_beta(child, -beta, -low, depth - 1, ws)
            if ws.stop:
                break
            best = tree.update(node, action, value, best, ws)
        tt.store(node, best, ws)
        return tree.leave(best if fail_soft else min(best, beta))

    return alpha_beta


algorithm = Algorithm(
    name="alpha-beta-negamax",
    title="Alpha-beta (negamax)",
    doc="alpha-beta as one function, by negating values and window",
    paper="D. E. Knuth and R. W. Moore (1975)",
    order=4,
    make=make,
    threads=True,
    aspires=True,
    negates=True,
    exercises={"sheet": ""},
)
