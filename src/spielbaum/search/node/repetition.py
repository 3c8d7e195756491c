"""The end of a line of play: a terminal state, or a draw by repetition.

Below the root the first repetition of a position on the path is a draw, as in chess programs: a player who could repeat
it once can do so again. So is a position that has occurred in the game before the root so often that this time ends it.

A value that rests on such a draw holds on its path only; :mod:`spielbaum.search.table.graph_history` keeps the table
correct.

A. J. Palay, Searching with probabilities, PhD thesis, Carnegie Mellon University (1983).
"""

from collections.abc import Callable
from typing import Any

from spielbaum.game import State, Vector
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.path import NOWHERE, make_note_position, occurred
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.table.graph_history import make_visit, rest_on_nothing

Ends = Callable[[State, int, Workspace], Any]
"""``(state, ply, ws) -> end``: GOES_ON, FINISHED or REPEATED."""

GOES_ON, FINISHED, REPEATED = range(3)


def make_ends(rules: Rules) -> Ends:
    """Return the test whether the game is over at a node; without a rule of repetition it is ``is_terminal``."""
    is_terminal, repetition = rules.is_terminal, rules.repetition
    follows_paths, visit, note_position = rules.follows_paths, make_visit(rules), make_note_position(rules)
    if repetition is None:

        def ends(state: State, _ply: int, _ws: Workspace) -> bool:
            return is_terminal(state)

        return ends

    def ends_or_repeats(state: State, ply: int, ws: Workspace) -> int:
        if follows_paths:
            rest_on_nothing(ply, ws)
        if is_terminal(state):
            return FINISHED
        note_position(state, ply, ws)
        above = occurred(ply, ws)
        if above != NOWHERE:
            if follows_paths and above > 0:
                ws.rests_on[ply] = above
            return REPEATED
        if follows_paths and ws.back[ply] > 0:
            visit(ply, ws.depth - ply, ws)
        return GOES_ON

    return ends_or_repeats


def make_worth(rules: Rules) -> Callable[[State, Any], Vector]:
    """Return ``worth(state, ended)``: the utility of a state in which the game is over."""
    utility, drawn = rules.utility, rules.drawn
    if rules.repetition is None:

        def of_utility(state: State, _ended: Any) -> Vector:
            return utility(state)

        return of_utility

    def worth(state: State, ended: Any) -> Vector:
        return drawn(state) if ended == REPEATED else utility(state)

    return worth
