"""The positions on the path from the root to a node, for draws by repetition.

A position whose key is 0 was reached by an irreversible action: no earlier position can recur, and the search looks
no further back.
"""

from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.game import State
from spielbaum.kernel import signed
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.workspace import MAX_PAST, Workspace

NOWHERE, BEFORE_ROOT = -2, -1
"""The ply of a position that did not occur, or that occurred before the root."""


def make_note_position(rules: Rules) -> Callable[[State, int, Workspace], None]:
    """Return ``note_position(state, ply, ws)``, which records the repetition key of a state."""
    repetition, reversible = rules.repetition, rules.reversible or _any
    if repetition is None:
        return _note_nothing

    def note_position(state: State, ply: int, ws: Workspace) -> None:
        key = signed(repetition(state))
        ws.path[ply] = key
        ws.back[ply] = 0 if key == 0 or ply == 0 else reversible(state)

    return note_position


def occurred(ply: int, ws: Workspace) -> int:
    """Return the earlier ply of the path with the same position; ``BEFORE_ROOT`` if it would end the game again."""
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
    """Record the positions before the root, newest first, that would end the game if they recurred."""
    kept = keys[:MAX_PAST]
    ws.past_length = len(kept)
    for i, key in enumerate(kept):
        ws.past[i] = signed(key)
