"""Max^n, with its prunings.

Every node has a vector: one value for each player. The player to move chooses the child whose vector has the largest
own entry, the first among equals. Three ways to leave a node early are switches:

* *Immediate*: the player to move has reached the largest value there is; no other child can be better.
* *Shallow*: where entries are never negative and their sum is at most ``S``, a player who has ``x`` here leaves at
  most ``S - x`` to the player above, who already has a child worth ``floor``. If ``S - x`` is no more than that, the
  player above will not come here.
* *Deep*: the same with players further above than the parent. It is **wrong**: the node is cut because the root will
  not be reached through it, but its vector may still change what the players in between choose. It is here to show
  that, and for nothing else.

C. A. Luckhardt and K. B. Irani, An algorithmic solution of n-person games, AAAI (1986); R. E. Korf, Multi-player
alpha-beta pruning, Artificial Intelligence 48 (1991), whose figures show why deep pruning fails.
"""

from math import inf

from spielbaum.errors import InputError, UnfitGameError
from spielbaum.game import State, Vector
from spielbaum.kernel import Workspace, entry_of, with_entry
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import DEEP, IMMEDIATE, SHALLOW
from spielbaum.search.node.node import make_vector_book
from spielbaum.search.table.entry import Table
from spielbaum.search.table.scalar import Scheme
from spielbaum.search.table.vector import is_known, make_vector_memory


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    immediate: bool = False,
    shallow: bool = False,
    deep: bool = False,
    replacement: Scheme = "none",
) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws, entries)``; alpha is what the root player already has elsewhere.

    Parameters
    ----------
    rules, tracer
        The game, and who is told of every step: ``alpha`` is the floor of the player above, ``beta`` the maximum.
    immediate
        Leave a node when the player to move has the largest possible value.
    shallow
        Leave a node when the player above will not choose it.
    deep
        Leave a node when any player above would not choose it. WRONG: the value may change. Serves a figure.
    replacement
        How the transposition table replaces entries; ``"none"`` does without one.

    Raises
    ------
    UnfitGameError
        If a pruning needs a fact that is not known.
    InputError
        If deep pruning is to have a table.
    """
    tabled, bounded = replacement != "none", shallow or deep
    _refuse_unfit(rules, immediate=immediate, bounded=bounded)
    if deep and tabled:
        raise InputError("deep pruning goes with no table: what it finds of a state holds on one path only")
    to_move, actions, result = rules.to_move, rules.actions, rules.result
    ends, enter, leaf, skipped, improve, back_up, cutoff, leave, known = make_vector_book(rules, tracer)
    recall, remember, choose = make_vector_memory(rules, replacement, shallow=shallow)
    maximum = inf if rules.maximum is None else float(rules.maximum)
    maximal_sum = inf if rules.maximal_sum is None else float(rules.maximal_sum)
    unknown = (-inf,) * rules.players

    def max_n(state: State, rival: int, floor: float, depth: int, ws: Workspace, entries: Table) -> Vector:
        player = to_move(state)
        enter(state, player, floor, maximum, ws)
        # 1. A leaf has its vector.
        finished = ends(state, depth, ws)
        if finished or depth == 0:
            return leaf(state, finished, depth, ws)
        # 2. What the table knows is what a search would find.
        if tabled:
            found = recall(state, player, rival, floor, depth, ws, entries)
            if is_known(found):
                return known(found, depth, ws)
        # 3. Any other node has the vector of the child that is best for the player to move.
        best: Vector = unknown
        for action in actions(state):
            if skipped(action, depth, ws):
                continue
            reached = entry_of(best, player)
            if immediate and reached >= maximum and depth < ws.depth:  # all actions of the root get their values
                cutoff(IMMEDIATE, reached, maximum, depth, ws)
                break
            if bounded and rival != player and reached >= maximal_sum - floor:
                # What the rival can still get here is no more than the rival has.
                cutoff(SHALLOW if not deep else DEEP, reached, maximal_sum - floor, depth, ws)
                ws.guessed |= deep
                return leave(with_entry(best, rival, min(floor, maximal_sum - reached)))
            secured = max(reached, floor) if depth == ws.depth else reached
            above = rival if deep and floor > secured else player
            value = max_n(
                result(state, action), above, max(secured, floor) if deep else secured, depth - 1, ws, entries
            )
            if ws.stop:
                break
            if entry_of(value, player) > reached:
                best = value
                choose(action, depth, ws)
                improve(action, depth, ws)
            back_up(action, value, best, depth, ws)
        if tabled:
            remember(best, depth, ws, entries)
        return leave(best)

    def search(state: State, alpha: float, _beta: float, depth: int, ws: Workspace, entries: Table) -> Vector:
        return max_n(state, ws.root_player, alpha, depth, ws, entries)

    return search


def _refuse_unfit(rules: Rules, *, immediate: bool, bounded: bool) -> None:
    if immediate and rules.maximum is None:
        raise UnfitGameError(
            f"immediate pruning needs the largest value a player can have, and {rules.name} states none: give the game "
            "max_utility and the evaluation a maximum, or normalise the vectors (transform=normalised)"
        )
    if bounded and (rules.maximal_sum is None or not rules.non_negative):
        missing = "that no value is negative" if not rules.non_negative else "the largest sum of a vector"
        raise UnfitGameError(
            f"shallow pruning needs to know {missing}, and {rules.name} does not state it: give non_negative=True to "
            "the game and its evaluation, utility_sum and a maximal_sum, or normalise (transform=normalised)"
        )


algorithm = Algorithm(
    name="max-n",
    make=make,
    doc="every player takes what is best for itself; switches: immediate, shallow (and deep, which is wrong)",
    vectors=True,
    windows=False,
    transform="auto",
)
