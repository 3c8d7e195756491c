"""Max^n with last-branch or speculative pruning: a node is left when the players above it have together secured all.

Take a node and those above it, up to an ancestor whose player has found something already. A vector from the rest of
the node becomes the ancestor's only if it gives more than the best so far to every player in between, and to the
ancestor's. If what they all have sums to all there is, there is no such vector, and the node can be left: the value of
the ancestor does not come from here. But a player in between might have chosen it instead of a vector that the ancestor
would like. So

* *shallow* pruning has nobody in between (see :mod:`spielbaum.search.algorithms.max_n`);
* *last-branch* pruning asks that all in between are at their last action, and that what they have so far is nothing
  for the ancestor: then what they choose does not matter;
* *speculative* pruning prunes anyway. A child left so is put aside. If in the end its parent has something that may be
  chosen above, it is searched again, this time for certain.

Nothing but the sum is needed, so any game of a constant sum is pruned. The value is that of Max^n, ties included: of
equal children the first one counts, also where it was put aside.

N. R. Sturtevant, Last-branch and speculative pruning algorithms for max^n, IJCAI (2003), whose pseudo-code is for three
players; for more, a node that does not know its value is put aside like one that was left.
"""

from math import inf

from spielbaum.errors import UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.kernel import component, total, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import (
    AT_MOST,
    LAST_BRANCH,
    MAX_LISTED_ACTIONS,
    OUT_OF_MEMORY,
    SHALLOW,
    SPECULATIVE,
    Workspace,
)
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree
from spielbaum.search.node.options import Options, Order
from spielbaum.search.node.ordering import make_moves

NOWHERE = -1
"""In place of a ply: no ancestor."""

TIE = 1e-9
"""How much less than the best a child must give that comes before it and was put aside, relative to it."""


def make(rules: Rules, tracer: Tracer | None, *, last_branch: bool = False, order: Order = "none") -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer, if any: its ``alpha`` is what the player above has, its ``beta`` the largest sum.
    last_branch
        Prune only where nothing need be searched again.
    order
        ``"static"`` sorts by the game's ``order``, and so the first of equal children is another one; ``"none"`` keeps
        the game's order.

    Raises
    ------
    UnsupportedGameError
        If the largest sum of a vector is not known.
    """
    if rules.maximal_sum is None:
        raise UnsupportedGameError(
            f"speculative pruning needs the largest sum of a vector, and {rules.name} does not state it: give "
            "utility_sum or max_utility_sum to the game and a maximal_sum to the evaluation, or normalise "
            "(transform=normalised)"
        )
    result, actions, players, maximal_sum = rules.result, rules.actions, rules.players, float(rules.maximal_sum)
    tree = make_vector_tree(rules, tracer)
    moves = make_moves(rules, tree, Options(order=order))
    reason = LAST_BRANCH if last_branch else SPECULATIVE
    unknown: Vector = (-inf,) * players
    least: Vector = (0.0 if rules.non_negative else -inf,) * players

    def max_n(state: State, top: int, floor: float, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, floor, maximal_sum, depth, ws)
        ws.barred = NOWHERE
        # 1. A leaf has its vector.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        ply, player, best, first = node.ply, node.player, unknown, ws.waiting_end
        place, best_place, ancestor = 0, 0, ply
        left = number_of(state) if last_branch else 0
        ws.mover[ply] = player
        ws.secured[ply] = floor if ply == 0 else -inf
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            # 2. Together the players up to an ancestor have all there is.
            barring = ancestor_without_hope(ply, top, ws)
            if barring != NOWHERE:
                if barring == ply - 1:
                    tree.cutoff(node, SHALLOW, ws.secured[ply], maximal_sum - ws.secured[barring], ws)
                else:
                    tree.cutoff(node, reason, total(secured_from(barring, ply, ws)), maximal_sum, ws)
                return tree.leave(barred(best, barring, first, ply, ws))
            place, left = place + 1, left - 1
            ws.sealed[ply] = ancestor_who_declines(best, ply, ws) if last_branch and left == 0 else NOWHERE
            value = max_n(result(state, action), top, ws.secured[ply], depth - 1, ws)
            if ws.stop:
                break
            better = ws.barred == NOWHERE and component(value, player) > component(best, player)
            # 3. A child that an ancestor further up will not have is put aside.
            if ws.barred != NOWHERE and ws.barred < ply:
                ancestor = min(ancestor, ws.barred)
                put_aside(action, place, ws)
            best = tree.update(node, action, value, better, best, ws)
            if better:
                best_place = place
                ws.secured[ply] = max(ws.secured[ply], component(value, player))
        # 4. Unless somebody up to that ancestor declines the best, too, those put aside are searched for certain.
        i = first
        while i < ws.waiting_end and not ws.stop:
            if best_place == 0 or ancestor_who_declines(best, ply, ws) >= ancestor:
                return tree.leave(barred(best, ancestor, first, ply, ws))
            action, action_place, reached = ws.waiting[i], ws.waiting_place[i], component(best, player)
            ws.secured[ply] = reached - TIE * max(1.0, abs(reached)) if action_place < best_place else reached
            value = max_n(result(state, action), ply, ws.secured[ply], depth - 1, ws)
            if ws.stop:
                break
            own = component(value, player)
            better = ws.barred == NOWHERE and (own > reached or (own == reached and action_place < best_place))
            best = tree.update(node, action, value, better, best, ws)
            if better:
                best_place = action_place
            ws.secured[ply] = component(best, player)
            i += 1
        ws.waiting_end = first
        ws.barred = NOWHERE
        return tree.leave(best)

    def ancestor_without_hope(ply: int, top: int, ws: Workspace) -> int:
        """Return the ply of the nearest ancestor who cannot get more from the rest of a node, or NOWHERE."""
        found, have = NOWHERE, with_entry(least, ws.mover[ply], ws.secured[ply])
        for above in range(ply - 1, max(top, ply - players + 1) - 1, -1):
            mover, secured = ws.mover[above], ws.secured[above]
            strict = secured > -inf and secured >= component(have, mover)
            have = with_entry(have, mover, max(component(have, mover), secured))
            if strict and total(have) >= maximal_sum:
                found = above
                break
            if last_branch and ws.sealed[above] == NOWHERE:
                break
        if last_branch and found != NOWHERE:
            for between in range(found + 1, ply):
                if ws.sealed[between] < found:
                    found = NOWHERE
                    break
        return found

    def secured_from(above: int, ply: int, ws: Workspace) -> Vector:
        """Return what each player has at least in a vector that would reach an ancestor."""
        have = least
        for i in range(above, ply + 1):
            have = with_entry(have, ws.mover[i], max(component(have, ws.mover[i]), ws.secured[i]))
        return have

    def ancestor_who_declines(best: Vector, ply: int, ws: Workspace) -> int:
        """Return the ply of the nearest ancestor who has as much as a vector gives, or NOWHERE."""
        found = NOWHERE
        for above in range(ply - 1, -1, -1):
            if component(best, ws.mover[above]) <= ws.secured[above]:
                found = above
                break
        return found

    def barred(best: Vector, ancestor: int, first: int, ply: int, ws: Workspace) -> Vector:
        """Return the vector of a node that does not know its value, but that it will not be that of an ancestor."""
        ws.waiting_end = first
        ws.barred = ancestor
        if ply == 1:
            ws.bounded = AT_MOST
        return with_entry(best, ws.mover[ancestor], ws.secured[ancestor])

    def number_of(state: State) -> int:
        count = 0
        for _ in actions(state):
            count += 1
        return count

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.waiting_end = 0
        return max_n(state, 0, alpha, depth, ws)

    return search


def put_aside(action: int, place: int, ws: Workspace) -> None:
    """Note a child that has to be searched again if its value matters."""
    if ws.waiting_end == MAX_LISTED_ACTIONS:
        ws.stop = OUT_OF_MEMORY
    else:
        ws.waiting[ws.waiting_end] = action
        ws.waiting_place[ws.waiting_end] = place
        ws.waiting_end += 1


algorithm = Algorithm(
    name="speculative",
    title="Speculative pruning",
    doc="Max^n with speculative pruning, or with last-branch pruning",
    paper="N. R. Sturtevant (2003)",
    order=41,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    plain=False,
    distances=False,
    benchmarks=(),
)
