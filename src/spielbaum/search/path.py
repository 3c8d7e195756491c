"""Where a search ends a line: a finished game, and a position that the rule of repetition knows.

Below the root a position that is on the path already is a draw at once, as in chess programs: who could repeat it once
can do so again. So is one that occurred in the game before the root so often that this time ends it. A position whose
key is 0 was reached by an action that cannot be undone: nothing before it comes again, and nobody looks further back.

A value that rests on such a draw belongs to its path, and the table knows no paths (graph history interaction): it is
not remembered as proven, but a table may still give it on another path. A repetition is looked for before the table
is asked, so those that lie one ply below the root are always seen.

A. J. Palay, Searching with probabilities, PhD thesis, Carnegie Mellon University (1983); M. Campbell, The
graph-history interaction: on ignoring position history, ACM Annual Conference (1985).
"""

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import State, Vector
from spielbaum.kernel import Workspace, signed
from spielbaum.search.rules import Rules
from spielbaum.search.workspace import MAX_PAST

Ends = Callable[[State, int, Workspace], Any]
"""``(state, depth, ws) -> why the game is over``: false, FINISHED or REPEATED."""

GOES_ON, FINISHED, REPEATED = range(3)


def make_ends(rules: Rules) -> Ends:
    """Return what says whether the game is over at a node; without a rule of repetition it is ``is_terminal``."""
    is_terminal, repetition = rules.is_terminal, rules.repetition
    if repetition is None:

        def ends(state: State, _depth: int, _ws: Workspace) -> bool:
            return is_terminal(state)

        return ends

    def ends_or_repeats(state: State, depth: int, ws: Workspace) -> int:
        if is_terminal(state):
            return FINISHED
        ply, key = ws.depth - depth, signed(repetition(state))
        ws.path[ply] = key
        if key != 0 and ply > 0 and _occurred(key, ply, ws):
            ws.estimates += 1  # true on this path only, and so not proven
            return REPEATED
        return GOES_ON

    return ends_or_repeats


def _occurred(key: int, ply: int, ws: Workspace) -> bool:
    """Return whether a position lies on the path above a ply, or ends the game by what happened before the root."""
    for above in range(ply - 1, -1, -1):
        if ws.path[above] == key:
            return True
        if ws.path[above] == 0:
            return False
    for i in range(ws.past_length):  # noqa: SIM110 - compiled
        if ws.past[i] == key:
            return True
    return False


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
