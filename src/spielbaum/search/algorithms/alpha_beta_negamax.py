"""Alpha-beta, in negamax form.

One function for both players: the window is negated and turned round for the opponent. The nodes it visits are
those of the minimax form.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 2, "F2";
fail-soft: J. P. Fishburn, Another optimization of alpha-beta search, SIGART Bulletin 84 (1983).
"""

from math import inf
from typing import Literal

from spielbaum.game import State
from spielbaum.kernel import Workspace
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import ALPHA_BETA
from spielbaum.search.node.cutoffs import make_cuts
from spielbaum.search.node.iid import ascend, descend, unadvised
from spielbaum.search.node.node import make_book
from spielbaum.search.node.options import NO_AIDS, Aids
from spielbaum.search.node.ordering import make_ordering
from spielbaum.search.node.quiescence import make_horizon
from spielbaum.search.table.entry import Table


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    fail: Literal["soft", "hard"] = "soft",
    aids: Aids = NO_AIDS,
) -> Kernel:
    """Return ``alpha_beta(state, alpha, beta, depth, ws, entries)``.

    Parameters
    ----------
    rules, tracer
        The game, and who is told of every step.
    fail
        What is returned when the value lies outside the window: ``"soft"`` the best bound that was found,
        ``"hard"`` the end of the window.
    aids
        What the search uses beside the window; each field is an option.
    """
    to_move, result, book = rules.to_move, rules.result, make_book(rules, tracer)
    ends, enter, _, skipped, improve, back_up, cutoff, leave, known, *_ = book
    settled, enough, remember = make_cuts(rules, aids)
    horizon = make_horizon(rules, book, aids, negates=True)
    ordered, pick, choose, credit = make_ordering(rules, aids)
    fail_soft, settles, deepening = fail == "soft", aids.settles, aids.deepening

    def alpha_beta(state: State, alpha: float, beta: float, depth: int, ws: Workspace, entries: Table) -> float:
        player = to_move(state)
        enter(state, player, alpha, beta, ws)
        # 1. A leaf is worth to the player to move what it is worth.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return horizon(state, finished, player, alpha, beta, depth, ws)
        # 2. What the table and the rules know may be enough.
        if settles and settled(state, 1, alpha, beta, depth, ws, entries):
            return known(depth, ws)
        best, ceiling = -inf if fail_soft else alpha, enough(beta, 1, depth, ws)
        # 3. Where nothing is advised, a shallower search finds what to try first.
        if deepening and unadvised(depth, ws):
            alpha_beta(state, alpha, beta, descend(depth, ws), ws, entries)
            ascend(depth, ws)
        # 4. Any other node is worth its best successor; enough is enough at beta.
        for i in ordered(state, depth, ws):
            action = pick(i, depth, ws)
            if skipped(action, depth, ws):
                continue
            if best >= ceiling:
                cutoff(ALPHA_BETA, best, ceiling, depth, ws)
                credit(player, depth, ws)
                break
            floor = max(alpha, best)
            child = result(state, action)
            if to_move(child) == player:
                value = alpha_beta(child, floor, beta, depth - 1, ws, entries)
            else:
                value = -alpha_beta(child, -beta, -floor, depth - 1, ws, entries)
            if ws.stop:
                break
            if value > best:
                best = value
                choose(action, depth, ws)
                if alpha < value < beta:
                    improve(action, depth, ws)
            back_up(action, value, floor, best, depth, ws)
        remember(best, 1, alpha, beta, depth, ws, entries)
        return leave(best if fail_soft else min(best, beta))

    return alpha_beta


algorithm = Algorithm(
    name="alpha-beta-negamax",
    make=make,
    doc="alpha-beta as one function, by negating values and window",
    threads=True,
    aspires=True,
    negates=True,
)
