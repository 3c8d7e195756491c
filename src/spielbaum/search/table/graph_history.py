"""Graph-history interaction: the paths on which a value of the transposition table holds.

If repeated positions are draws, a value belongs to the path on which it was found, but a table only knows positions.
Two things can go wrong. A value may rest on a draw by repetition of a position above the node, which is not on another
path. And the search below the node may have met a position that is above the node on another path, where it would be a
draw. Only values that are safe from both are used:

* A draw counts the same for every player. So a proof that a player has *more* than a draw contains no draw, and holds
  on every path that goes through none of its positions. A proof of a *draw or less* holds on every path with the draws
  that it rests on; additional draws do no harm. One bound of a value above a draw is of the first kind, the other bound
  of the second.
* The draws of a proof: ``ws.rests_on`` is the ply nearest to the root whose position was repeated below the node. A
  node that is cut off rests on the action that cut it off, every other node on all of its actions. Repetitions of the
  root, and of positions of the game before it, are the same on every path.
* The positions of a proof: every position that is searched leaves a mark with the least number of plies left. A
  position above the node that was never searched with fewer plies left than the node is not in the proof of its value.
  Marks may collide; then a value that could have been used is not used.

Vectors have no such bounds. They are stored if they rest on no position above the node, and used if no position above
the node was searched with fewer plies left.

M. Campbell, The graph-history interaction: on ignoring position history, ACM Annual Conference (1985); A. Kishimoto and
M. Müller, A general solution to the graph history interaction problem, AAAI (2004), who search the proof again to find
out whether it holds on another path.
"""

from collections.abc import Callable

from spielbaum.game import State
from spielbaum.kernel import U64, component, raise_cell, raise_shared_cell, read_cell, scrambled
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.table.entry import LOWER, UPPER, stamp_of

NOTHING = MAX_PLY + 1
"""The value of ``ws.rests_on`` for a node that rests on no position above it."""

LEVEL_BITS = 9
MOST_LEVEL = (1 << LEVEL_BITS) - 1
"""A mark is 16 bits: the stamp of the iteration, then the plies from the root to the search's depth, plus 1."""


def make_visit(rules: Rules) -> Callable[[int, int, Workspace], None]:
    """Return ``visit(ply, depth, ws)``, which marks the position of a ply as searched to a depth."""
    raise_mark = raise_shared_cell if rules.multithreaded else raise_cell

    def visit(ply: int, depth: int, ws: Workspace) -> None:
        raise_mark(ws.marks, _place(ws.path[ply], ws), ws.stamp << LEVEL_BITS | _level(depth, ws))

    return visit


def is_exposed(ply: int, depth: int, ws: Workspace) -> bool:
    """Return whether a search to this depth may have met a position that is now above the node."""
    level = _level(depth, ws)
    for above in range(ply - 1, max(ply - ws.back[ply], 1) - 1, -1):
        if ws.path[above] == 0:
            return False
        mark = read_cell(ws.marks, _place(ws.path[above], ws))
        if mark >> LEVEL_BITS == ws.stamp and (mark & MOST_LEVEL > level or mark & MOST_LEVEL == MOST_LEVEL):
            return True
    return False


def usable_bound(bound: int, value: float, facts: int, ply: int, depth: int, ws: Workspace) -> int:
    """Return the part of a bound in the table that holds on this path; bound and value are for the player to move.

    The marks are those of this iteration, so of the values of other iterations only those that hold on every path are
    used.
    """
    above_draw = _above_draw(value, ply, ws)
    if bound & above_draw and (stamp_of(facts) != ws.stamp or is_exposed(ply, depth, ws)):
        return bound & ~above_draw
    return bound


def make_draw(rules: Rules) -> Callable[[State, Workspace], float]:
    """Return ``draw(state, ws)``: the value of a draw by repetition for the player to move."""
    drawn, to_move = rules.drawn, rules.to_move

    def draw(state: State, ws: Workspace) -> float:
        value = component(drawn(state), ws.root_player)
        return value if to_move(state) == ws.root_player else -value

    return draw


def storable_bound(bound: int, value: float, ply: int, ws: Workspace) -> int:
    """Return the part of a bound that may be stored."""
    if bound == LOWER:
        ws.rests_on[ply] = ws.best_rests_on[ply]
    return bound if ws.rests_on[ply] >= ply else bound & _above_draw(value, ply, ws)


def _above_draw(value: float, ply: int, ws: Workspace) -> int:
    """Return the bound of a value that says that a player has more than a draw; 0 if the value is a draw."""
    if value == ws.draw_value[ply]:
        return 0
    return LOWER if value > ws.draw_value[ply] else UPPER


def rest_on_nothing(ply: int, ws: Workspace) -> None:
    """Begin a node: it rests on nothing yet."""
    ws.rests_on[ply] = ws.best_rests_on[ply] = NOTHING


def rest_on_child(ply: int, ws: Workspace) -> None:
    """Add what a child rests on."""
    ws.rests_on[ply] = min(ws.rests_on[ply], ws.rests_on[ply + 1])


def best_rests_on_child(ply: int, ws: Workspace) -> None:
    """Note what the best child so far rests on."""
    ws.best_rests_on[ply] = ws.rests_on[ply + 1]


def _place(key: int, ws: Workspace) -> int:
    return int(scrambled(U64(key)) & U64(ws.mark_cells - 1))


def _level(depth: int, ws: Workspace) -> int:
    return min(ws.iteration - depth + 1, MOST_LEVEL)
