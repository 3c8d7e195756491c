"""The simulation step: actions from a leaf of the tree to the end of the game, or for some plies.

A cut-off after a few plies by an evaluation: R. Lorentz, Amazons discover Monte-Carlo, Computers and Games (2008).
"""

from collections.abc import Callable

from spielbaum.game import Action, State, Vector
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import OUT_OF_MEMORY
from spielbaum.search.node.repetition import make_ends, make_worth
from spielbaum.search.simulation.playout_actions import ChooseAction
from spielbaum.search.simulation.workspace import TreeWorkspace

Playout = Callable[[State, int, TreeWorkspace], Vector]
"""``(state, ply, ws) -> vector``; the game is not over in that state."""


def make_playout(
    rules: Rules,
    note_action: Callable[[State, Action, int, TreeWorkspace], None],
    choose_action: ChooseAction,
    *,
    cuts: bool,
) -> Playout:
    """Return the playout of a game.

    Parameters
    ----------
    rules
        The game.
    note_action
        ``(state, action, ply, ws)``: called for every action.
    choose_action
        ``(state, ws) -> action``.
    cuts
        Whether a playout ends after ``ws.cutoff`` plies, with an estimate.
    """
    result, to_move, evaluate = rules.result, rules.to_move, rules.evaluate
    ends, worth = make_ends(rules), make_worth(rules)

    def playout(state: State, ply: int, ws: TreeWorkspace) -> Vector:
        last = min(ply + ws.cutoff, MAX_PLY) if cuts else MAX_PLY
        while ply < last and ws.stop != OUT_OF_MEMORY:
            action = choose_action(state, ws)
            note_action(state, action, ply, ws)
            state = result(state, action)
            ply += 1
            ws.nodes += 1
            ws.max_nodes += to_move(state) == ws.root_player
            ended = ends(state, ply, ws)
            if ended:
                ws.end = ply
                return worth(state, ended)
        ws.end = ply
        ws.endless += ply == MAX_PLY
        return evaluate(state)

    return playout
