"""The selection step: UCT, with what else is known of a child.

Values are scaled to 0 to 1 by the least and the largest value of any simulation.

L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, ECML (2006). Progressive widening: R. Coulom, Computing
Elo ratings of move patterns in the game of Go, ICGA Journal 30 (2007). RAVE and progressive history:
:mod:`spielbaum.search.simulation.action_statistics`; opponent move abstraction:
:mod:`spielbaum.search.simulation.own_actions`; implicit minimax backups:
:mod:`spielbaum.search.simulation.static_values`.
"""

from collections.abc import Callable
from math import inf, log, sqrt

from spielbaum.kernel import always_inline, read_word
from spielbaum.search.simulation.action_statistics import place_of
from spielbaum.search.simulation.nodes import (
    Fields,
    action_of,
    count_of,
    first_child,
    number,
    player_of,
    visits,
)
from spielbaum.search.simulation.own_actions import OwnActions
from spielbaum.search.simulation.random_numbers import random_below
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.static_values import StaticValues
from spielbaum.search.simulation.values import Values
from spielbaum.search.simulation.workspace import TreeWorkspace


def make_select(
    fields: Fields,
    solver: Solver,
    values: Values,
    own_actions: OwnActions,
    static_values: StaticValues,
    *,
    rave: bool,
    history: bool,
    oma: bool,
    implicit: bool,
    widening: bool,
) -> Callable[[int, TreeWorkspace], int]:
    """Return ``select(node, ws)``: the child with which a simulation goes on.

    Children without visits come first, one of them at random; with RAVE only those whose action was not played
    elsewhere, with opponent move abstraction only those whose action was not played after other replies. With
    progressive widening only the first children are considered, and more of them the more visits the node has;
    children that cannot be the best do not count.
    """
    size, amaf, mean, is_hopeless = fields.size, fields.amaf, values.mean, solver.is_hopeless
    is_plain = not (rave or history or oma or implicit)

    def select(node: int, ws: TreeWorkspace) -> int:
        player, count, first = player_of(node, ws), count_of(node, ws), first_child(node, ws)
        scale = ws.largest - ws.least if ws.largest > ws.least else 1.0
        explore = ws.exploration * scale * sqrt(log(max(1, visits(node, ws))))
        share = sqrt(ws.rave / (3 * visits(node, ws) + ws.rave)) if rave else 0.0
        end = first + (open_children(node, first, count, player, ws) if widening else count) * size
        best, best_score, untried = first, -inf, 0
        for child in range(first, end, size):
            times = visits(child, ws)
            if times == 0 and not is_known(child, player, ws):
                untried += 1
            elif untried == 0 and not is_hopeless(child, node, player, ws):
                score = upper_bound(child, times, player, explore, share, scale, ws)
                if score > best_score:
                    best, best_score = child, score
        return nth_untried(first, end, player, random_below(untried, ws), ws) if untried > 0 else best

    def open_children(node: int, first: int, count: int, player: int, ws: TreeWorkspace) -> int:
        left = 1 + int(ws.widening * sqrt(visits(node, ws)))
        for i in range(count):
            if not is_hopeless(first + i * size, node, player, ws):
                left -= 1
                if left == 0:
                    return i + 1
        return count

    @always_inline
    def is_known(child: int, player: int, ws: TreeWorkspace) -> bool:
        return (rave and read_word(ws.table, child + amaf) > 0) or own_actions.is_known(child, player, ws)

    @always_inline
    def upper_bound(
        child: int, times: int, player: int, explore: float, share: float, scale: float, ws: TreeWorkspace
    ) -> float:
        if is_plain:
            return mean(child, player, ws) + explore / sqrt(times)
        score = 0.0
        if times > 0:
            score = mean(child, player, ws)
            if implicit:
                score = static_values.mixed(score, child, player, scale, ws)
        if oma:
            score = own_actions.mixed(score, child, times, player, ws)
        if rave:
            others = read_word(ws.table, child + amaf)
            if times == 0 and others > 0:
                return number(child + amaf + 1, ws) / others + explore
            if others > 0:
                score += share * (number(child + amaf + 1, ws) / others - score)
        if times == 0:
            return score + explore
        return score + explore / sqrt(times) + (bonus(child, times, player, scale, ws) if history else 0.0)

    def bonus(child: int, times: int, player: int, scale: float, ws: TreeWorkspace) -> float:
        place = place_of(player, action_of(child, ws))
        if ws.action_visits[place] == 0:
            return 0.0
        least = values.least(player, ws)
        known = (ws.action_value[place] / ws.action_visits[place] - least) / scale
        lost = max(0.0, times * (1 - (mean(child, player, ws) - least) / scale))  # means of a kept tree may exceed
        return scale * ws.history_bonus * known / (lost + 1)

    def nth_untried(first: int, end: int, player: int, number_of: int, ws: TreeWorkspace) -> int:
        for child in range(first, end, size):
            if visits(child, ws) == 0 and not is_known(child, player, ws):
                if number_of == 0:
                    return child
                number_of -= 1
        return first  # other threads have tried them in the meantime

    return select
