"""Principal variation search, also called NegaScout.

The first action of a node is searched with the whole window. Of every other one it is only asked whether it is
better, with a window that has no room inside; few are, if the order is good, and only those are searched again.

A. Reinefeld, An improvement to the scout tree search algorithm, ICCA Journal 6 (1983); T. A. Marsland and M. Campbell,
Parallel search of strongly ordered game trees, ACM Computing Surveys 14 (1982).
"""

from math import inf

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

NARROW = 1e-9
"""Width of a null window, relative to where it is; values inside it are told apart all the same."""


def make(rules: Rules, tracer: Tracer | None, *, aids: Aids = NO_AIDS) -> Kernel:
    """Return ``pvs(state, alpha, beta, depth, ws, entries)``, fail-soft.

    Parameters
    ----------
    rules, tracer
        The game, and who is told of every step.
    aids
        What the search uses beside the window; each field is an option.
    """
    to_move, result, book = rules.to_move, rules.result, make_book(rules, tracer)
    ends, enter, _, skipped, improve, back_up, cutoff, leave, known, *_ = book
    settled, enough, remember = make_cuts(rules, aids)
    horizon = make_horizon(rules, book, aids, negates=True)
    ordered, pick, choose, credit = make_ordering(rules, aids)
    settles, deepening = aids.settles, aids.deepening

    def pvs(state: State, alpha: float, beta: float, depth: int, ws: Workspace, entries: Table) -> float:
        player = to_move(state)
        enter(state, player, alpha, beta, ws)
        # 1. A leaf is worth to the player to move what it is worth.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return horizon(state, finished, player, alpha, beta, depth, ws)
        # 2. What the table and the rules know may be enough.
        if settles and settled(state, 1, alpha, beta, depth, ws, entries):
            return known(depth, ws)
        best, most = -inf, enough(beta, 1, depth, ws)
        # 3. Where nothing is advised, a shallower search finds what to try first.
        if deepening and unadvised(depth, ws):
            pvs(state, alpha, beta, descend(depth, ws), ws, entries)
            ascend(depth, ws)
        for i in ordered(state, depth, ws):
            action = pick(i, depth, ws)
            if skipped(action, depth, ws):
                continue
            if best >= most:
                cutoff(ALPHA_BETA, best, most, depth, ws)
                credit(player, depth, ws)
                break
            floor = max(alpha, best)
            child = result(state, action)
            sign = 1.0 if to_move(child) == player else -1.0
            # 4. Is it better than the best so far? The first one is, unless alpha says more.
            ceiling = beta if best == -inf else min(beta, floor + NARROW * max(1.0, abs(floor)))
            low, high = (floor, ceiling) if sign > 0 else (-ceiling, -floor)
            value = sign * pvs(child, low, high, depth - 1, ws, entries)
            if ceiling <= value < beta and ceiling < beta and not ws.stop:
                # 5. It is; how much?
                low, high = (floor, beta) if sign > 0 else (-beta, -floor)
                value = sign * pvs(child, low, high, depth - 1, ws, entries)
            if ws.stop:
                break
            if value > best:
                best = value
                choose(action, depth, ws)
                if alpha < value < beta:
                    improve(action, depth, ws)
            back_up(action, value, floor, best, depth, ws)
        remember(best, 1, alpha, beta, depth, ws, entries)
        return leave(best)

    return pvs


algorithm = Algorithm(
    name="pvs",
    make=make,
    doc="principal variation search: null windows for all but the first action of a node",
    threads=True,
    aspires=True,
    negates=True,
)
