"""Graph-history interaction: on which other paths a value of the transposition table holds.

Where positions are drawn when they come again, a value belongs to the path on which it was found, and a table knows
positions alone. Two things can go wrong. A value may rest on a draw with a position above the node, which does not lie
on another path. And below the node a search may have met a position that lies above it on another path, where it
would be a draw. Both are told apart from what holds everywhere, and only that is used:

* A draw counts the same for every player. So what proves that a player has *more* than a draw holds on every path but
  one that goes through a position of the proof; no draw can be a part of it. What proves a *draw or less* holds on
  every path on which the draws are that the proof rests on; more of them do it no harm. Of a value that lies above the
  draw for one side, one half is of the first kind and one of the second.
* What a proof rests on: ``ws.rests_on`` is the ply nearest to the root with which a draw below the node was found. A
  node that is left at beta rests on the action that did it, every other one on all of its actions. Draws with the root,
  and with positions of the game before it, are the same on every path.
* What a search has met: every position that is searched leaves its number of plies left in a table of marks, the least
  one. A position above the node that was never searched with fewer plies left than the node has is in no proof of
  its value. Marks may fall together; then a value is not used that could have been.

Nothing of this holds for vectors, whose parts do not go up and down together: they are entered where they rest on
nothing above the node, and used where no position above it was searched with fewer plies left.

M. Campbell, The graph-history interaction: on ignoring position history, ACM Annual Conference (1985); A. Kishimoto and
M. Müller, A general solution to the graph history interaction problem, AAAI (2004), who find out by searching
the proof again whether it holds on another path.
"""

from collections.abc import Callable

from spielbaum.game import State
from spielbaum.kernel import U64, component, raise_cell, raise_shared_cell, read_cell, scrambled
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.table.entry import LOWER, UPPER, stamp_of

NOTHING = MAX_PLY + 1
"""The ply that stands for a node that rests on no draw with a position above it."""

LEVEL_BITS = 9
MOST_LEVEL = (1 << LEVEL_BITS) - 1
"""A mark is 16 bits: the stamp of the iteration, then by how many plies less than the root was searched, plus one."""


def make_visit(rules: Rules) -> Callable[[int, int, Workspace], None]:
    """Return ``visit(ply, depth, ws)``, which marks the position of a ply that is searched with so many plies left."""
    raise_mark = raise_shared_cell if rules.multithreaded else raise_cell

    def visit(ply: int, depth: int, ws: Workspace) -> None:
        raise_mark(ws.marks, _place(ws.path[ply], ws), ws.stamp << LEVEL_BITS | _level(depth, ws))

    return visit


def is_exposed(ply: int, depth: int, ws: Workspace) -> bool:
    """Return whether a search of a position with so many plies left may have met one that lies above it now."""
    level = _level(depth, ws)
    for above in range(ply - 1, max(ply - ws.back[ply], 1) - 1, -1):
        if ws.path[above] == 0:
            return False
        mark = read_cell(ws.marks, _place(ws.path[above], ws))
        if mark >> LEVEL_BITS == ws.stamp and (mark & MOST_LEVEL > level or mark & MOST_LEVEL == MOST_LEVEL):
            return True
    return False


def certain(bound: int, value: float, facts: int, ply: int, depth: int, ws: Workspace) -> int:
    """Return what of a bound in the table holds on the present path; bound and value are those of the player to move.

    What another iteration has met was not marked in this one, so of its values only those are certain that are true
    on every path.
    """
    above_draw = _above_draw(value, ply, ws)
    if bound & above_draw and (stamp_of(facts) != ws.stamp or is_exposed(ply, depth, ws)):
        return bound & ~above_draw
    return bound


def make_draw(rules: Rules) -> Callable[[State, Workspace], float]:
    """Return ``draw(state, ws)``: what a draw by repetition is worth to the player to move."""
    drawn, to_move = rules.drawn, rules.to_move

    def draw(state: State, ws: Workspace) -> float:
        value = component(drawn(state), ws.root_player)
        return value if to_move(state) == ws.root_player else -value

    return draw


def holds_elsewhere(bound: int, value: float, ply: int, ws: Workspace) -> int:
    """Return what of a bound that was found may be entered into the table."""
    if bound == LOWER:
        ws.rests_on[ply] = ws.best_rests_on[ply]
    return bound if ws.rests_on[ply] >= ply else bound & _above_draw(value, ply, ws)


def _above_draw(value: float, ply: int, ws: Workspace) -> int:
    """Return the half of a value that says that a player has more than a draw; 0 where it is worth a draw."""
    if value == ws.draw_value[ply]:
        return 0
    return LOWER if value > ws.draw_value[ply] else UPPER


def rest_on_nothing(ply: int, ws: Workspace) -> None:
    """Begin a node."""
    ws.rests_on[ply] = ws.best_rests_on[ply] = NOTHING


def rest_on_child(ply: int, ws: Workspace) -> None:
    """Let a node rest on what its child rests on."""
    ws.rests_on[ply] = min(ws.rests_on[ply], ws.rests_on[ply + 1])


def best_rests_on_child(ply: int, ws: Workspace) -> None:
    """Note that the child is the best one so far."""
    ws.best_rests_on[ply] = ws.rests_on[ply + 1]


def _place(key: int, ws: Workspace) -> int:
    return int(scrambled(U64(key)) & U64(ws.mark_cells - 1))


def _level(depth: int, ws: Workspace) -> int:
    return min(ws.iteration - depth + 1, MOST_LEVEL)
