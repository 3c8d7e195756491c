"""Implicit minimax backups: estimates of the nodes, backed up beside the means of the simulations.

A node is estimated by the evaluation at its first visit. Later its static value is that of the visited child that its
player chooses, as in minimax or Max^n. Selection looks at a mixture of the mean and this value, so that simulations are
guided by the evaluation, but still decide.

The evaluation need not have the scale of the results of playouts: estimates are scaled so that the smallest and the
largest one so far correspond to the smallest and the largest result. The paper scales them by a constant of each game.

M. Lanctot, M. H. M. Winands, T. Pepels and N. R. Sturtevant, Monte Carlo tree search with heuristic evaluations using
implicit minimax backups, IEEE Conference on Computational Intelligence and Games (2014).
"""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from spielbaum.game import State
from spielbaum.kernel import always_inline, component
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.workspace import UNFIT_VALUE
from spielbaum.search.simulation.nodes import Fields, count_of, first_child, number, player_of, set_number, visits
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.values import Values
from spielbaum.search.simulation.workspace import TreeWorkspace


class StaticValues(NamedTuple):
    """The hooks of implicit minimax backups.

    Attributes
    ----------
    begin
        ``(node, state, ws)``: estimate a node at its first visit.
    update
        ``(ply, ws)``: back up from the nodes below this ply of the line.
    mixed
        ``(value, child, player, scale, ws) -> number``: the mean of a child, and its static value.
    """

    begin: Callable[[int, State, TreeWorkspace], None]
    update: Callable[[int, TreeWorkspace], None]
    mixed: Callable[[float, int, int, float, TreeWorkspace], float]


def make_static_values(rules: Rules, fields: Fields, solver: Solver, values: Values, *, implicit: bool) -> StaticValues:
    """Return the hooks; without implicit minimax backups they do nothing."""
    if not implicit:
        return StaticValues(_begin_nothing, _update_nothing, _as_it_is)
    width, size, place, vectors = fields.width, fields.size, fields.static, fields.width > 1
    evaluate, utility, is_terminal = rules.evaluate, rules.utility, rules.is_terminal
    is_proven = solver.is_proven

    def begin(node: int, state: State, ws: TreeWorkspace) -> None:
        ended = is_terminal(state)
        vector = utility(state) if ended else evaluate(state)
        if vector[0] != vector[0]:
            ws.stop = UNFIT_VALUE
        for i in range(width):
            estimate = component(vector, i if vectors else ws.root_player)
            set_number(node + place + i, estimate, ws)
            if not ended:
                ws.least_estimate = min(ws.least_estimate, estimate)
                ws.largest_estimate = max(ws.largest_estimate, estimate)

    def update(leaf: int, ws: TreeWorkspace) -> None:
        for ply in range(leaf - 1, -1, -1):
            if not back_up(ws.line[ply], ws):
                break

    def back_up(node: int, ws: TreeWorkspace) -> bool:
        player, child = player_of(node, ws), first_child(node, ws)
        best, best_value = child, -inf
        for _ in range(count_of(node, ws)):
            if visits(child, ws) > 0 and own(child, player, ws) > best_value:
                best, best_value = child, own(child, player, ws)
            child += size
        changed = False
        for i in range(place, place + width):
            changed = changed or number(node + i, ws) != number(best + i, ws)
            set_number(node + i, number(best + i, ws), ws)
        return changed

    @always_inline
    def own(node: int, player: int, ws: TreeWorkspace) -> float:
        if vectors:
            return number(node + place + player, ws)
        return number(node + place, ws) if player == ws.root_player else -number(node + place, ws)

    def mixed(value: float, child: int, player: int, scale: float, ws: TreeWorkspace) -> float:
        if is_proven(child, ws):
            return value
        static = values.least(player, ws) + scale * share_of(own(child, player, ws), player, ws)
        return (1 - ws.implicit) * value + ws.implicit * static

    def share_of(estimate: float, player: int, ws: TreeWorkspace) -> float:
        if not ws.least_estimate < ws.largest_estimate:
            return 0.5
        least = ws.least_estimate if vectors or player == ws.root_player else -ws.largest_estimate
        return min(1.0, max(0.0, (estimate - least) / (ws.largest_estimate - ws.least_estimate)))

    return StaticValues(begin, update, mixed)


def _begin_nothing(_node: int, _state: State, _ws: TreeWorkspace) -> None:
    pass


def _update_nothing(_leaf: int, _ws: TreeWorkspace) -> None:
    pass


def _as_it_is(value: float, _child: int, _player: int, _scale: float, _ws: TreeWorkspace) -> float:
    return value
