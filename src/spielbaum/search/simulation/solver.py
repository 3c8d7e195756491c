"""MCTS-Solver: proven nodes are not sampled again.

Every node has a lower and an upper bound of its value. At a terminal state they are equal; above it they follow from
those of the children, and when they meet the node is proven. With two outcomes this is the MCTS-Solver of Winands et
al.; with more outcomes it is score bounded search.

If values are vectors, a node is proven when all its children are, or when a proven child gives the player to move the
largest possible utility. Ties are broken by the game's order, as in Max^n. So the second rule also requires that no
earlier child is open, unless the largest utility leaves nothing to the others.

M. H. M. Winands, Y. Björnsson and J.-T. Saito, Monte-Carlo tree search solver, Computers and Games (2008); T. Cazenave
and A. Saffidine, Score bounded Monte-Carlo tree search, Computers and Games (2010); J. A. M. Nijssen and M. H. M.
Winands, Enhancements for multi-player Monte-Carlo tree search, Computers and Games (2010).
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from spielbaum.game import Vector
from spielbaum.kernel import always_inline, component, read_word, with_entry, write_word
from spielbaum.search.core.game_view import Rules
from spielbaum.search.simulation.nodes import Fields, Writes, count_of, first_child, number, player_of, set_number
from spielbaum.search.simulation.workspace import TreeWorkspace

OPEN, PROVEN, CLAIMED = range(3)
"""The flag of a vector: unknown, proven, or being written by a thread."""


class Solver(NamedTuple):
    """The hooks of the solver.

    Attributes
    ----------
    begin
        ``(node, ws)``: initialise the bounds of a new node.
    prove
        ``(node, vector, ws)``: set the proven value of a node.
    is_proven
        ``(node, ws) -> bool``.
    proven
        ``(node, ws) -> value`` of a proven node: a tuple of one number, or a vector.
    update
        ``(node, ws) -> bool``: update the bounds from the children; return whether they have changed.
    is_hopeless
        ``(child, node, player, ws) -> bool``: whether a child of an unproven node cannot be the best.
    """

    begin: Callable[[int, TreeWorkspace], None]
    prove: Callable[[int, Vector, TreeWorkspace], None]
    is_proven: Callable[[int, TreeWorkspace], bool]
    proven: Callable[[int, TreeWorkspace], Vector]
    update: Callable[[int, TreeWorkspace], bool]
    is_hopeless: Callable[[int, int, int, TreeWorkspace], bool]


def make_solver(rules: Rules, fields: Fields, writes: Writes, *, solves: bool, most: float) -> Solver:
    """Return the solver of a search, or hooks that prove nothing.

    Parameters
    ----------
    rules, fields, writes
        The game, the layout of a node, and its writes.
    solves
        Whether there is a solver.
    most
        The largest absolute value for the root player; infinity if unknown.
    """
    if not solves:
        return Solver(_begin_nothing, _prove_nothing, _never, _make_nothing(fields.width), _never, _never_hopeless)
    return _solver_of_numbers(fields, most) if fields.width == 1 else _solver_of_vectors(rules, fields, writes)


def _solver_of_numbers(fields: Fields, most: float) -> Solver:
    low, high, size = fields.bounds, fields.bounds + 1, fields.size

    def begin(node: int, ws: TreeWorkspace) -> None:
        set_number(node + low, -most, ws)
        set_number(node + high, most, ws)

    def prove(node: int, vector: Vector, ws: TreeWorkspace) -> None:
        set_number(node + low, vector[0], ws)
        set_number(node + high, vector[0], ws)

    @always_inline
    def is_proven(node: int, ws: TreeWorkspace) -> bool:
        return number(node + low, ws) == number(node + high, ws)

    def proven(node: int, ws: TreeWorkspace) -> Vector:
        return (number(node + low, ws),)

    def update(node: int, ws: TreeWorkspace) -> bool:
        maximises = player_of(node, ws) == ws.root_player
        child, count = first_child(node, ws), count_of(node, ws)
        least, largest = number(child + low, ws), number(child + high, ws)
        for i in range(1, count):
            one_low, one_high = number(child + i * size + low, ws), number(child + i * size + high, ws)
            if maximises:
                least, largest = max(least, one_low), max(largest, one_high)
            else:
                least, largest = min(least, one_low), min(largest, one_high)
        if least == number(node + low, ws) and largest == number(node + high, ws):
            return False
        set_number(node + low, least, ws)
        set_number(node + high, largest, ws)
        return True

    @always_inline
    def is_hopeless(child: int, node: int, player: int, ws: TreeWorkspace) -> bool:
        if player == ws.root_player:
            best = number(child + high, ws)
            return best < number(node + low, ws) or best == -most
        best = number(child + low, ws)
        return best > number(node + high, ws) or best == most

    return Solver(begin, prove, is_proven, proven, update, is_hopeless)


def _solver_of_vectors(rules: Rules, fields: Fields, writes: Writes) -> Solver:
    flag, place, size, width = fields.bounds, fields.bounds + 1, fields.size, fields.width
    zero, replace = (0.0,) * width, writes.replace
    maximum = inf if rules.maximum is None else float(rules.maximum)
    takes_all = rules.non_negative and rules.maximal_sum is not None and rules.maximal_sum <= maximum
    worst = 0.0 if rules.non_negative else -inf

    def begin(node: int, ws: TreeWorkspace) -> None:
        write_word(ws.table, node + flag, OPEN)

    def prove(node: int, vector: Vector, ws: TreeWorkspace) -> None:
        if replace(node + flag, OPEN, CLAIMED, ws):
            for player in range(width):
                set_number(node + place + player, component(vector, player), ws)
            replace(node + flag, CLAIMED, PROVEN, ws)

    @always_inline
    def is_proven(node: int, ws: TreeWorkspace) -> bool:
        return read_word(ws.table, node + flag) == PROVEN

    def proven(node: int, ws: TreeWorkspace) -> Vector:
        vector = zero
        for player in range(width):
            vector = with_entry(vector, player, number(node + place + player, ws))
        return vector

    def update(node: int, ws: TreeWorkspace) -> bool:
        player, child = player_of(node, ws), first_child(node, ws)
        best, best_value, all_proven = -1, -inf, True
        for _ in range(count_of(node, ws)):
            if is_proven(child, ws):
                value = number(child + place + player, ws)
                if value > best_value:
                    best, best_value = child, value
                if value >= maximum and (all_proven or takes_all):
                    all_proven = True
                    break
            else:
                all_proven = False
            child += size
        if not all_proven or is_proven(node, ws):
            return False
        prove(node, proven(best, ws), ws)
        return True

    @always_inline
    def is_hopeless(child: int, _node: int, player: int, ws: TreeWorkspace) -> bool:
        return is_proven(child, ws) and number(child + place + player, ws) <= worst

    return Solver(begin, prove, is_proven, proven, update, is_hopeless)


def _begin_nothing(_node: int, _ws: TreeWorkspace) -> None:
    pass


def _prove_nothing(_node: int, _vector: Vector, _ws: TreeWorkspace) -> None:
    pass


def _make_nothing(width: int) -> Callable[[int, TreeWorkspace], Vector]:
    zero: Vector = (0.0,) * width

    def nothing(_node: int, _ws: TreeWorkspace) -> Vector:
        return zero

    return nothing


def _never(_node: int, _ws: TreeWorkspace) -> bool:
    return False


def _never_hopeless(_child: int, _node: int, _player: int, _ws: TreeWorkspace) -> bool:
    return False
