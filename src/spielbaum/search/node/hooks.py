"""The verbs that algorithms share, by name: the *book* of a game."""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum.game import Action, State, Vector
from spielbaum.kernel import Workspace
from spielbaum.search.node.repetition import Ends


class Book(NamedTuple):
    """The verbs, ready for one game; the last two are those of a quiescence search."""

    ends: Ends
    enter: Callable[[State, int, float, float, Workspace], None]
    leaf: Callable[[State, bool, int, int, Workspace], float]
    skipped: Callable[[Action, int, Workspace], bool]
    improve: Callable[[Action, int, Workspace], None]
    back_up: Callable[[Action, float, float, float, int, Workspace], None]
    cutoff: Callable[[int, float, float, int, Workspace], None]
    leave: Callable[[float], float]
    known: Callable[[int, Workspace], float]
    stand_pat: Callable[[State, int, int, Workspace], float]
    stay: Callable[[float], float]


class VectorBook(NamedTuple):
    """The verbs for values that are vectors; ``back_up`` takes the player to move instead of a floor."""

    ends: Ends
    enter: Callable[[State, int, float, float, Workspace], None]
    leaf: Callable[[State, bool, int, Workspace], Vector]
    skipped: Callable[[Action, int, Workspace], bool]
    improve: Callable[[Action, int, Workspace], None]
    back_up: Callable[[Action, Vector, Vector, int, Workspace], None]
    cutoff: Callable[[int, float, float, int, Workspace], None]
    leave: Callable[[Vector], Vector]
    known: Callable[[Vector, int, Workspace], Vector]
