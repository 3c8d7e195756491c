"""Max^n with last-branch or speculative pruning: a node is pruned when the players above it have secured the whole sum.

Take a node and its ancestors, up to one whose player has found a value already. A vector from the rest of the node
becomes the value of that ancestor only if it gives more than the best so far to the ancestor's player and to every
player in between. If the best values of all of them add up to the largest sum, there is no such vector, and the node
can be pruned: the ancestor's value does not come from here. But a player in between might have preferred it to a vector
that the ancestor would like. So

* *shallow* pruning has no player in between (see :mod:`spielbaum.search.algorithms.max_n`);
* *last-branch* pruning requires that all players in between are at their last child, and that the ancestor declines
  what they have found so far: then their choice does not matter;
* *speculative* pruning prunes anyway. A child that was pruned speculatively is queued. If its parent turns out to have
  a vector that may be chosen above, the child is searched again, this time for certain.

Nothing but the sum is needed, so any constant-sum game can be pruned. The value is that of Max^n, ties included: the
first of equal children counts, even if it was queued.

N. R. Sturtevant, Last-branch and speculative pruning algorithms for max^n, IJCAI (2003), whose pseudo-code is for three
players; with more players, a node whose value is unknown is queued like one that was pruned.
"""

from math import inf

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.kernel import component, total, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.cuts import LAST_BRANCH, SHALLOW, SPECULATIVE
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import AT_MOST, MAX_LISTED_ACTIONS, OUT_OF_MEMORY, Workspace
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree
from spielbaum.search.node.options import Options, Order
from spielbaum.search.node.ordering import make_moves

NOWHERE = -1
"""The ply of no ancestor."""

TIE = 1e-9
"""Relative margin by which an earlier queued child may be worse than the best and still replace it: rounding."""


def make(rules: Rules, tracer: Tracer | None, *, last_branch: bool = False, order: Order = "none") -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any: its ``alpha`` is the value of the player above, its ``beta`` the
        largest sum.
    last_branch
        Prune only if no node has to be searched again.
    order
        ``"static"`` sorts by the game's ``order``, which changes the first of equal children; ``"none"`` keeps the
        game's order.

    Raises
    ------
    UnsupportedGameError
        If the largest sum of a vector is not known.
    """
    if rules.maximal_sum is None:
        raise UnsupportedGameError(
            Message(
                "speculative pruning needs the largest sum of a vector, and {} does not state it: give "
                "utility_sum or max_utility_sum to the game and a maximal_sum to the evaluation, or "
                "normalise (transform=normalised)",
                rules.name,
            )
        )
    result, actions, players, maximal_sum = rules.result, rules.actions, rules.players, float(rules.maximal_sum)
    tree = make_vector_tree(rules, tracer)
    moves = make_moves(rules, tree, Options(order=order))
    reason = LAST_BRANCH if last_branch else SPECULATIVE
    unknown: Vector = (-inf,) * players
    least: Vector = (0.0 if rules.non_negative else -inf,) * players

    def max_n(state: State, top: int, floor: float, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, floor, maximal_sum, depth, ws)
        ws.pruned_for = NOWHERE
        # 1. Game over or depth limit: the vector of the leaf.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return tree.evaluate(node, ws)
        ply, player, best, first = node.ply, node.player, unknown, ws.queue_end
        place, best_place, ancestor = 0, 0, ply
        left = number_of(state) if last_branch else 0
        ws.mover[ply] = player
        ws.secured[ply] = floor if ply == 0 else -inf
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            # 2. Prune if the players up to an ancestor have secured the whole sum.
            above = hopeless_ancestor(ply, top, ws)
            if above != NOWHERE:
                if above == ply - 1:
                    tree.cutoff(node, SHALLOW, ws.secured[ply], maximal_sum - ws.secured[above], ws)
                else:
                    tree.cutoff(node, reason, total(secured_from(above, ply, ws)), maximal_sum, ws)
                return tree.leave(pruned(best, above, first, ply, ws))
            # 3. Search the child; queue it if it was pruned for an ancestor further up.
            place, left = place + 1, left - 1
            ws.declined_at[ply] = declining_ancestor(best, ply, ws) if last_branch and left == 0 else NOWHERE
            value = max_n(result(state, action), top, ws.secured[ply], depth - 1, ws)
            if ws.stop:
                break
            better = ws.pruned_for == NOWHERE and component(value, player) > component(best, player)
            if ws.pruned_for != NOWHERE and ws.pruned_for < ply:
                ancestor = min(ancestor, ws.pruned_for)
                enqueue(action, place, ws)
            best = tree.update(node, action, value, better, best, ws)
            if better:
                best_place = place
                ws.secured[ply] = max(ws.secured[ply], component(value, player))
        # 4. Search queued children for certain, unless a player up to that ancestor declines the best one anyway.
        i = first
        while i < ws.queue_end and not ws.stop:
            if best_place == 0 or declining_ancestor(best, ply, ws) >= ancestor:
                return tree.leave(pruned(best, ancestor, first, ply, ws))
            action, action_place, reached = ws.queue[i], ws.place[i], component(best, player)
            ws.secured[ply] = reached - TIE * max(1.0, abs(reached)) if action_place < best_place else reached
            value = max_n(result(state, action), ply, ws.secured[ply], depth - 1, ws)
            if ws.stop:
                break
            own = component(value, player)
            better = ws.pruned_for == NOWHERE and (own > reached or (own == reached and action_place < best_place))
            best = tree.update(node, action, value, better, best, ws)
            if better:
                best_place = action_place
            ws.secured[ply] = component(best, player)
            i += 1
        ws.queue_end = first
        ws.pruned_for = NOWHERE
        return tree.leave(best)

    def hopeless_ancestor(ply: int, top: int, ws: Workspace) -> int:
        """Return the ply of the nearest ancestor that cannot get more from the rest of a node, or NOWHERE."""
        found, have = NOWHERE, with_entry(least, ws.mover[ply], ws.secured[ply])
        for above in range(ply - 1, max(top, ply - players + 1) - 1, -1):
            mover, secured = ws.mover[above], ws.secured[above]
            strict = secured > -inf and secured >= component(have, mover)
            have = with_entry(have, mover, max(component(have, mover), secured))
            if strict and total(have) >= maximal_sum:
                found = above
                break
            if last_branch and ws.declined_at[above] == NOWHERE:
                break
        if last_branch and found != NOWHERE:
            for between in range(found + 1, ply):
                if ws.declined_at[between] < found:
                    found = NOWHERE
                    break
        return found

    def secured_from(above: int, ply: int, ws: Workspace) -> Vector:
        """Return the least entries of a vector that would reach an ancestor."""
        have = least
        for i in range(above, ply + 1):
            have = with_entry(have, ws.mover[i], max(component(have, ws.mover[i]), ws.secured[i]))
        return have

    def declining_ancestor(best: Vector, ply: int, ws: Workspace) -> int:
        """Return the ply of the nearest ancestor that has found at least as much as a vector gives, or NOWHERE."""
        found = NOWHERE
        for above in range(ply - 1, -1, -1):
            if component(best, ws.mover[above]) <= ws.secured[above]:
                found = above
                break
        return found

    def pruned(best: Vector, ancestor: int, first: int, ply: int, ws: Workspace) -> Vector:
        """Return the vector of a node whose value is unknown, but will not become that of an ancestor."""
        ws.queue_end = first
        ws.pruned_for = ancestor
        if ply == 1:
            ws.bounded = AT_MOST
        return with_entry(best, ws.mover[ancestor], ws.secured[ancestor])

    def number_of(state: State) -> int:
        count = 0
        for _ in actions(state):
            count += 1
        return count

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        ws.queue_end = 0
        return max_n(state, 0, alpha, depth, ws)

    return search


def enqueue(action: int, place: int, ws: Workspace) -> None:
    """Queue a child that has to be searched again if its value matters."""
    if ws.queue_end == MAX_LISTED_ACTIONS:
        ws.stop = OUT_OF_MEMORY
    else:
        ws.queue[ws.queue_end] = action
        ws.place[ws.queue_end] = place
        ws.queue_end += 1


algorithm = Algorithm(
    name="speculative",
    title="Speculative pruning",
    doc="Max^n with speculative pruning, or with last-branch pruning",
    paper="N. R. Sturtevant (2003)",
    needs="the largest sum, no negative values",
    returns="a vector; of root actions too",
    order=41,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    plain=False,
    distances=False,
    benchmarks=(),
    exercises={"sheet": "last_branch|"},
)
