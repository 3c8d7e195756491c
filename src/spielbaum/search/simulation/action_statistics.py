"""Statistics of actions over all positions, for RAVE and progressive history.

Both assume that an action of a player is worth about the same in many positions. Statistics are indexed by player and
action; collisions make them less precise, but nothing wrong.

RAVE keeps at each child the values of all simulations in which its action was played at the parent or later ("all moves
as first"): S. Gelly and D. Silver, Monte-Carlo tree search and rapid action value estimation in computer Go, Artificial
Intelligence 175 (2011). Progressive history keeps the values of an action in all simulations of a search: J. A. M.
Nijssen and M. H. M. Winands, Enhancements for multi-player Monte-Carlo tree search, Computers and Games (2010).
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.game import Action, State, Vector
from spielbaum.search.core.game_view import Rules
from spielbaum.search.simulation.nodes import (
    Fields,
    Writes,
    action_of,
    count_of,
    first_child,
    player_of,
)
from spielbaum.search.simulation.values import Values
from spielbaum.search.simulation.workspace import ACTION_PLACES, TreeWorkspace


class ActionStatistics(NamedTuple):
    """The hooks of the statistics.

    Attributes
    ----------
    note_action
        ``(state, action, ply, ws)``: note an action of a simulation, in the tree or in the playout.
    update
        ``(ply, value, ws)``: add a simulation whose leaf of the tree is at this ply.
    """

    note_action: Callable[[State, Action, int, TreeWorkspace], None]
    update: Callable[[int, Vector, TreeWorkspace], None]


def make_action_statistics(
    rules: Rules, fields: Fields, writes: Writes, values: Values, *, rave: bool, history: bool
) -> ActionStatistics:
    """Return the hooks; without RAVE and progressive history they do nothing."""
    if not (rave or history):
        return ActionStatistics(_note_nothing, _update_nothing)
    to_move, own, size, amaf = rules.to_move, values.own, fields.size, fields.amaf
    add_visit, add_number = writes.add_visit, writes.add_number

    def note_action(state: State, action: Action, ply: int, ws: TreeWorkspace) -> None:
        ws.mover[ply] = to_move(state)
        ws.played[ply] = place_of(ws.mover[ply], action)

    def update(leaf: int, value: Vector, ws: TreeWorkspace) -> None:
        for ply in range(ws.end - 1, -1, -1):
            place = ws.played[ply]
            if history:
                ws.action_visits[place] += 1
                ws.action_value[place] += own(value, ws.mover[ply], ws)
            if rave:
                ws.action_last[place] = ws.simulations
                if ply < leaf:
                    all_moves_as_first(ws.line[ply], value, ws)

    def all_moves_as_first(node: int, value: Vector, ws: TreeWorkspace) -> None:
        player, child = player_of(node, ws), first_child(node, ws)
        mine = own(value, player, ws)
        for _ in range(count_of(node, ws)):
            if ws.action_last[place_of(player, action_of(child, ws))] == ws.simulations:
                add_visit(child + amaf, ws)
                add_number(child + amaf + 1, mine, ws)
            child += size

    return ActionStatistics(note_action, update)


def place_of(player: int, action: int) -> int:
    """Return the index of an action of a player."""
    return (action ^ action >> 13 ^ player << 13) & (ACTION_PLACES - 1)


def _note_nothing(_state: State, _action: Action, _ply: int, _ws: TreeWorkspace) -> None:
    pass


def _update_nothing(_leaf: int, _value: Vector, _ws: TreeWorkspace) -> None:
    pass
