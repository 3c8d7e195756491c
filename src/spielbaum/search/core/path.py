"""The path from the root to a node: which positions lie on it, for the rule of repetition.

A position whose key is 0 was reached by an action that cannot be undone: nothing before it comes again, and the
search looks no further back.
"""

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import State
from spielbaum.kernel import signed
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import MAX_PAST, Workspace

NOWHERE, BEFORE_ROOT = -2, -1
"""Where a position did not occur, or at which ply."""


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


def enter_past(keys: Sequence[int], ws: Any) -> None:
    """Note the positions of the game before the root, newest first, that would end it if they came once more."""
    kept = keys[:MAX_PAST]
    ws.past_length = len(kept)
    for i, key in enumerate(kept):
        ws.past[i] = signed(key)
