"""Singular extensions: a table move that is far better than all other actions is searched one ply deeper.

A shallower search with a null window below the value of the table move shows whether any other action comes near it.

T. Anantharaman, M. S. Campbell and F.-h. Hsu, Singular extensions: adding selectivity to brute-force searching,
Artificial Intelligence 43 (1990), with the table move as in Stockfish.
"""

from collections.abc import Callable

from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import NO_ACTION, Workspace
from spielbaum.search.node.null_move import ValueOf
from spielbaum.search.node.ordering import Moves
from spielbaum.search.node.selectivity import DEEPEST_EXTENDED, Selection
from spielbaum.search.node.windows import null_window

LEAST_DEPTH = 5
"""Plies left from which singular actions are looked for."""

FRESH = 3
"""The table's value of the table move must come from a search at most this many plies shallower."""


def make_singular(
    rules: Rules,
    moves: Moves,
    at_least: Callable[[Node, int, Workspace], bool],
    selection: Selection,
    value_of: ValueOf,
) -> Callable[[Node, Workspace], None]:
    """Return ``note_singular(node, ws)``, which notes the singular action of a node, if any, in ``ws.singular``.

    Parameters
    ----------
    rules, moves
        The game, and the order of actions.
    at_least
        ``(node, depth, ws) -> bool``: whether a search to this depth gave the table move a lower bound, ``ws.value``.
    selection
        The margin.
    value_of
        The value of a child.
    """
    margin, result = float(selection.singular), rules.result
    if margin == 0:
        return _note_nothing

    def note_singular(node: Node, ws: Workspace) -> None:
        ply = node.ply
        ws.singular[ply] = NO_ACTION
        # 1. The table has a fresh lower bound of the table move.
        deep = node.depth >= LEAST_DEPTH and 0 < ply < min(2 * ws.iteration, DEEPEST_EXTENDED)
        if not (deep and not ws.unlimited and at_least(node, node.depth - FRESH, ws)):
            return
        # 2. All other actions fail low against that bound less the margin, at half the depth.
        table_move, low, less = ws.table_move[ply], ws.value - margin * node.depth, node.depth - (node.depth - 1) // 2
        is_singular = True
        for action in moves.ordered(node, ws):
            if action == table_move:
                continue
            if value_of(result(node.state, action), node, low, null_window(low), less, ws) > low:
                is_singular = False
            if ws.stop or not is_singular:
                break
        ws.displaced[ply] = NO_ACTION
        if is_singular and not ws.stop:
            ws.singular[ply] = table_move

    return note_singular


def _note_nothing(_node: Node, _ws: Workspace) -> None:
    pass
