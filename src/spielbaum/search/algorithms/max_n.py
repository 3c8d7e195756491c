"""Max^n, with its prunings.

The value of a node is a vector with an entry for each player. The player to move chooses the child with the largest own
entry, the first among equals. Four prunings are options:

* *Immediate*: the player to move has the largest possible value; no other child can be better.
* *Shallow*: if entries are never negative and sum to at most ``S``, a player who has ``x`` here leaves at most ``S -
  x`` to the player above, who already has a child worth ``floor``. If ``S - x`` is at most ``floor``, the player above
  will not choose this node.
* *Leaf values*: the same with a table of all possible vectors of ends of the game, in searches to the end. A node is
  pruned if no vector gives the player to move more than it has, or if none gives it as much and the player above more
  than that player already has. This prunes all that can be pruned by a node and its parent, whatever the sums are.
* *Deep*: shallow pruning against players further above than the parent. It is **wrong**: the value of the root does not
  come from the pruned node, but its vector may still change the choices of the players in between. It is here only to
  demonstrate that.

Prunings cut more if the best actions come first. Ties then need care, since children that are equal for the player to
move may differ for the others: of equal children the first in the game's order counts, in whatever order they are
searched. So immediate pruning still searches the actions before the best one in the game's order, and a child that
would win a tie above is pruned only if it is worse than the floor.

C. A. Luckhardt and K. B. Irani, An algorithmic solution of n-person games, AAAI (1986); R. E. Korf, Multi-player
alpha-beta pruning, Artificial Intelligence 48 (1991), whose figures show why deep pruning fails; N. R. Sturtevant,
Leaf-value tables for pruning non-zero-sum games, IJCAI (2005).
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import inf
from typing import Any, Literal

from spielbaum.errors import InputError, Message, UnsupportedGameError
from spielbaum.game import State, Vector
from spielbaum.kernel import Numbers, component, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.cuts import DEEP, IMMEDIATE, SHALLOW
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import TO_THE_END, Workspace
from spielbaum.search.driver.minimal_tree import Leaves, immediate_leaves, shallow_leaves
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.node.node import make_vector_tree
from spielbaum.search.node.options import Options
from spielbaum.search.node.ordering import make_placed_moves
from spielbaum.search.node.quiescence import make_vector_quiescence
from spielbaum.search.table.slots import Replacement
from spielbaum.search.table.vector import is_known, make_vector_table

IN_GAME_ORDER = Options(order="none")

NEARLY = 1e-9
"""Rounding error allowed where values are compared; of a sum, relative to it."""


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    immediate: bool = False,
    root: bool = False,
    shallow: bool = False,
    deep: bool = False,
    leaf_values: bool = False,
    order: Literal["static", "none"] = "none",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: int = 0,
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any: its ``alpha`` is the floor of the player above, its ``beta`` the
        maximum.
    immediate
        Immediate pruning.
    root
        Immediate pruning at the root, too: the actions after the one that reaches the maximum get no value.
    shallow
        Shallow pruning.
    deep
        Deep pruning. WRONG: the value may change. For a figure.
    leaf_values
        Pruning by leaf values, in searches to the end of the game.
    order
        ``"static"`` sorts the actions by the game's ``order``, larger ranks first; ``"none"`` keeps the game's order.
    replacement
        The replacement scheme of the transposition table; ``"none"`` for no table.
    killers, history, pv
        As in alpha-beta. With any of these, or an order, the table move is tried first.
    quiescence
        For how many plies beyond the depth limit noisy actions are searched.

    Raises
    ------
    UnsupportedGameError
        If the game does not state a fact that a pruning needs.
    InputError
        If deep pruning is combined with a table, or it or leaf values with an order, or quiescence is negative.
    """
    if quiescence < 0:
        raise InputError(Message("quiescence of Max^n is a number of plies, at least 0, not {}", quiescence))
    sorted_by = Options(order, killers=killers, history=history, pv=pv)
    bounded = shallow or deep
    if root and not immediate:
        raise InputError(Message("root needs immediate: write max-n:immediate,root"))
    _refuse_unfit(rules, immediate=immediate, bounded=bounded, leaf_values=leaf_values)
    if deep and replacement != "none":
        raise InputError(Message("deep pruning cannot be used with a table: its values hold on one path only"))
    if (deep or leaf_values) and sorted_by != IN_GAME_ORDER:
        raise InputError(
            Message("deep and leaf_values keep the game's order: leave out order, killers, history and pv")
        )
    result, is_sorted = rules.result, sorted_by.sorts(rules)
    options = sorted_by._replace(replacement=replacement if is_sorted else "none")
    tree, moves = make_vector_tree(rules, tracer), make_placed_moves(rules, options)
    leaf = make_vector_quiescence(rules, tree, quiescence)
    tt = make_vector_table(rules, replacement, shallow=shallow, table_move=is_sorted)
    maximum = inf if rules.maximum is None else float(rules.maximum)
    maximal_sum = inf if rules.maximal_sum is None else float(rules.maximal_sum)
    unknown: Vector = (-inf,) * rules.players
    rounding = NEARLY * maximal_sum
    more_for, good_for_both = _make_leaf_values(rules)

    def max_n(state: State, rival: int, floor: float, wins_ties: bool, depth: int, ws: Workspace) -> Vector:
        node = tree.enter(state, floor, maximum, depth, ws)
        # 1. Game over or depth limit: the vector of the leaf.
        if node.ended:
            return tree.utility(node, ws)
        if depth == 0:
            return leaf(node, ws)
        # 2. Transposition table.
        moves.begin(node, ws)
        found = tt.probe(node, rival, ws)
        if is_known(found):
            return tree.from_table(node, found, ws)
        # 3. The vector of the child that is best for the player to move.
        player, best, best_place, is_decided = node.player, unknown, 0.0, False
        for action in moves.ordered(node, ws):
            if tree.excluded(node, action, ws):
                continue
            reached, place = component(best, player), moves.place(node, ws)
            # Immediate pruning; at the root only on request, so that all its actions have values.
            if immediate and reached >= maximum and (root or node.ply > 0) and not place < best_place:
                is_decided = True
                if is_sorted:
                    continue
                break
            # Shallow pruning: the rival above cannot get more here than it has, nor as much if it would win a tie.
            if (
                bounded
                and rival != player
                and (maximal_sum - reached < floor - rounding if wins_ties else reached >= maximal_sum - floor)
            ):
                moves.note(node, ws)
                tree.cutoff(node, SHALLOW if not deep else DEEP, reached, maximal_sum - floor, ws)
                ws.unsound_cut |= deep
                return tree.leave(with_entry(best, rival, min(floor, maximal_sum - reached)))
            if leaf_values and ws.unlimited == TO_THE_END and reached > -inf:
                if not more_for(player, reached) and (root or node.ply > 0):
                    tree.cutoff(node, IMMEDIATE, reached, reached, ws)
                    break
                if rival != player and not good_for_both(player, reached, rival, floor):
                    tree.cutoff(node, SHALLOW, reached, reached, ws)
                    return tree.leave(with_entry(best, rival, floor))
            secured = max(reached, floor) if node.ply == 0 else reached
            above = rival if deep and floor > secured else player
            bar, ties = max(secured, floor) if deep else secured, place < best_place
            value = max_n(result(state, action), above, bar, ties, depth - 1, ws)
            if ws.stop:
                break
            own = component(value, player)
            better = own > reached or (own == reached and place < best_place)
            best = tree.update(node, action, value, better, best, ws)
            best_place = place if better else best_place
        if is_decided and not ws.stop:
            moves.note(node, ws)
            tree.cutoff(node, IMMEDIATE, component(best, player), maximum, ws)
        tt.store(node, best, ws)
        return tree.leave(best)

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace) -> Vector:
        return max_n(state, ws.root_player, alpha, False, depth, ws)

    return search


def _make_leaf_values(
    rules: Rules,
) -> tuple[Callable[[int, float], bool], Callable[[int, float, int, float], bool]]:
    """Return two tests of leaf values: more for a player; at least as much, and more for a rival."""
    players, count = rules.players, len(rules.leaf_values)
    table = Numbers([entry for vector in rules.leaf_values for entry in vector] or [0.0])

    def more_for(player: int, reached: float) -> bool:
        found = False
        for leaf in range(count):
            if table[players * leaf + player] > reached:
                found = True
                break
        return found

    def good_for_both(player: int, reached: float, rival: int, floor: float) -> bool:
        found = False
        for leaf in range(count):
            if table[players * leaf + player] >= reached - NEARLY and table[players * leaf + rival] > floor:
                found = True
                break
        return found

    return more_for, good_for_both


def _refuse_unfit(rules: Rules, *, immediate: bool, bounded: bool, leaf_values: bool) -> None:
    if leaf_values and not rules.leaf_values:
        raise UnsupportedGameError(
            Message(
                "leaf_values needs all possible vectors of finished games, and {} does not state them: "
                "give the game hints.leaf_values",
                rules.name,
            )
        )
    if immediate and rules.maximum is None:
        raise UnsupportedGameError(
            Message(
                "immediate pruning needs the largest value a player can have, and {} states none: {}, or "
                "normalise the vectors (transform=normalised)",
                rules.name,
                rules.maximum_advice,
            )
        )
    if bounded and (rules.maximal_sum is None or not rules.non_negative):
        missing = Message("that no value is negative" if not rules.non_negative else "the largest sum of a vector")
        raise UnsupportedGameError(
            Message(
                "shallow pruning needs to know {}, and {} does not state it: give non_negative=True to the game "
                "and its evaluation, utility_sum or max_utility_sum to the game and a maximal_sum to the evaluation, "
                "or normalise (transform=normalised)",
                missing,
                rules.name,
            )
        )


def least_leaves(rules: Rules, options: Mapping[str, Any]) -> Leaves | None:
    """Return the fewest leaves of shallow pruning, or of immediate pruning where no two can win at once."""
    switches = {name for name in ("immediate", "root", "shallow", "deep", "leaf_values") if options.get(name)}
    if switches == {"shallow"}:
        return shallow_leaves
    if rules.one_winner and switches in ({"immediate"}, {"immediate", "root"}):
        return partial(immediate_leaves, players=rules.players, root="root" in switches)
    return None


algorithm = Algorithm(
    name="max-n",
    title="Max^n",
    doc="every player takes what is best for itself; switches: immediate, shallow (and deep, which is wrong)",
    paper="C. A. Luckhardt and K. B. Irani (1986)",
    needs="nothing; its prunings need facts",
    returns="a vector; of every root action too",
    order=31,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
    least_leaves=least_leaves,
    exercises={"values": "", "sheet": "shallow|immediate|immediate,shallow|deep"},
)
