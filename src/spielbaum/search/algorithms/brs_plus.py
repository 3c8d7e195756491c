"""BRS+: of all opponents only one chooses its move, and the others make the first move of their order.

Best-reply search lets the others pass, which may be against the rules and leads to unreachable positions. Here they
move: each plays the action that the game's ``order`` ranks first, or the first action if there is no order. So the tree
is a part of the tree of paranoid, in which between two turns of the root player at most one opponent departs from its
first move. An opponent that makes its first move leaves the choice to the next one.

With ``replies=2`` two opponents may do so, and so on. In the notation of the paper this is BRS_{C1,C0}, with ``C1`` of
``C`` opponents who search all moves and ``C0 = C - C1`` who make the first one; BRS+ is BRS_{1,C-1}.

The first move follows the game's order alone, not killers or the table, so that no value depends on what was searched
before.

M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot, Improving Best-Reply Search, Computers and Games
(2013).
"""

from math import inf

from spielbaum.game import Action, State
from spielbaum.search.algorithms.best_reply import First, make_best_reply, make_rank
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.options import Options, Order
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    replies: int = 1,
    first: First = "order",
    order: Order = "static",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: bool = False,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    replies
        How many opponents may depart from their first moves in a round.
    first
        ``"order"``: an opponent's first move is that of the game's order. ``"evaluation"``: the one after which it has
        most by the evaluation; all next states count as visited.
    order
        As in alpha-beta; it also determines an opponent's first move.
    replacement, killers, history, pv
        As in alpha-beta.
    quiescence
        As in alpha-beta; beyond the depth limit all players try noisy actions, as in paranoid.
    """
    options = Options(order, replacement, killers=killers, history=history, pv=pv, quiescence=quiescence)
    actions, rank_of = rules.actions, make_rank(rules, order, first)

    def first_move(state: State, ws: Workspace) -> Action:
        found, highest = NO_ACTION, -inf
        for action in actions(state):
            rank = rank_of(state, action, ws)
            if found == NO_ACTION or rank > highest:
                found, highest = action, rank
        return found

    return make_best_reply(rules, tracer, options, first_move, rules.result, replies=replies, passes=False)


algorithm = Algorithm(
    name="brs-plus",
    title="BRS+",
    doc="best-reply search in which the others make the first move of their order",
    paper="M. Esser, M. Gras, M. H. M. Winands, M. P. D. Schadd and M. Lanctot (2013)",
    page="best-reply-search",
    order=43,
    make=make,
    players="more",
    transform="none",
    aspires=True,
    plain=False,
    distances=False,
    pays=False,
    benchmarks=(),
)
