"""What a recorder keeps of a node: while it is open, and for the record."""

from dataclasses import dataclass, field

from spielbaum.game import Action, State
from spielbaum.search.core.result import Number
from spielbaum.search.trace.describe import Cut
from spielbaum.search.trace.record import End


@dataclass(slots=True)
class Draft:
    """A node that is kept; numbers are still in the unit of the kernel."""

    parent: int | None
    player: int | None
    window: tuple[float, float] | None
    action: str | None = None
    value: Number | None = None
    end: End = "done"
    cut: Cut | None = None
    note: str | None = None


@dataclass(slots=True)
class Frame:
    """A node that is open."""

    state: State
    player: int
    place: int | None  # of its draft, None if there was no room
    owner: int | None  # the place, or that of the nearest ancestor that was kept
    window: tuple[float, float]
    secured: tuple[float, ...]
    looked_at: set[Action] = field(default_factory=set)
    waiting: list[tuple[State, int]] = field(default_factory=list)  # children whose action is not told yet
    shown: Number | None = None
    cut: Cut | None = None
    stands_pat: bool = False  # a node of a quiescence search, of which only noisy actions are looked at
    child_is_last: bool = False  # nothing was made of the child that came back last
