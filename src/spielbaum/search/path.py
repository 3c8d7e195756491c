"""Where a search ends a line: a finished game, and a position that the rule of repetition knows.

Below the root a position that is on the path already is a draw at once, as in chess programs: who could repeat it once
can do so again. So is one that occurred in the game before the root so often that this time ends it. A position whose
key is 0 was reached by an action that cannot be undone: nothing before it comes again, and nobody looks further back.

A value that rests on such a draw belongs to its path; where there is a table :mod:`spielbaum.search.graph_history`
looks after that.

A. J. Palay, Searching with probabilities, PhD thesis, Carnegie Mellon University (1983).
"""

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import State, Vector
from spielbaum.kernel import Workspace, signed
from spielbaum.search.graph_history import make_visit, rest_on_nothing
from spielbaum.search.limits import MAX_PLY
from spielbaum.search.rules import Rules
from spielbaum.search.workspace import MAX_PAST

Ends = Callable[[State, int, Workspace], Any]
"""``(state, depth, ws) -> why the game is over``: false, FINISHED or REPEATED."""

GOES_ON, FINISHED, REPEATED = range(3)

NOWHERE, BEFORE_ROOT = -2, -1
"""Where a position did not occur, or at which ply."""


def make_ends(rules: Rules) -> Ends:
    """Return what says whether the game is over at a node; without a rule of repetition it is ``is_terminal``."""
    is_terminal, repetition = rules.is_terminal, rules.repetition
    follows_paths, visit, note_position = rules.follows_paths, make_visit(rules), make_note_position(rules)
    if repetition is None:

        def ends(state: State, _depth: int, _ws: Workspace) -> bool:
            return is_terminal(state)

        return ends

    def ends_or_repeats(state: State, depth: int, ws: Workspace) -> int:
        ply = ws.depth - depth
        if follows_paths:
            rest_on_nothing(ply, ws)
        if is_terminal(state):
            return FINISHED
        note_position(state, ply, ws)
        above = occurred(ply, ws)
        if above != NOWHERE:
            ws.estimates += 1  # true on this path only, and so not proven
            if follows_paths and above > 0:
                ws.rests_on[ply] = above
            return REPEATED
        if follows_paths and ws.back[ply] > 0:
            visit(ply, depth, ws)
        return GOES_ON

    return ends_or_repeats


def make_note_position(rules: Rules) -> Callable[[State, int, Workspace], None]:
    """Return ``note_position(state, ply, ws)``, which notes what the rule of repetition needs to know of a state."""
    repetition, reversible = rules.repetition, rules.reversible or _any
    if repetition is None:
        return _note_nothing

    def note_position(state: State, ply: int, ws: Workspace) -> None:
        key = signed(repetition(state))
        ws.path[ply] = key
        ws.back[ply] = 0 if key == 0 or ply == 0 else reversible(state)

    return note_position


def occurred(ply: int, ws: Workspace) -> int:
    """Return the ply above another one where its position lies on the path, or where it would end the game again."""
    key, back = ws.path[ply], ws.back[ply]
    for above in range(ply - 1, max(ply - back, 0) - 1, -1):
        if ws.path[above] == key:
            return above
        if ws.path[above] == 0:
            return NOWHERE
    if back <= ply:
        return NOWHERE
    for i in range(ws.past_length):
        if ws.past[i] == key:
            return BEFORE_ROOT
    return NOWHERE


def _any(_state: State) -> int:
    return MAX_PLY + MAX_PAST


def _note_nothing(_state: State, _ply: int, _ws: Workspace) -> None:
    pass


def make_worth(rules: Rules) -> Callable[[State, Any], Vector]:
    """Return ``worth(state, ended)``: what a game is worth that is over."""
    utility, drawn = rules.utility, rules.drawn
    if rules.repetition is None:

        def of_utility(state: State, _ended: Any) -> Vector:
            return utility(state)

        return of_utility

    def worth(state: State, ended: Any) -> Vector:
        return drawn(state) if ended == REPEATED else utility(state)

    return worth


def enter_past(keys: Sequence[int], ws: Any) -> None:
    """Note the positions of the game before the root, newest first, that would end it if they came once more."""
    kept = keys[:MAX_PAST]
    ws.past_length = len(kept)
    for i, key in enumerate(kept):
        ws.past[i] = signed(key)
