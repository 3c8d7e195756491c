"""Facts about the ends of a game in the values of a search: which values are wins, losses, or perhaps neither."""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, kw_only=True)
class Ends:
    """Facts about the ends of a game, in the values of a search.

    Attributes
    ----------
    above
        The largest estimate: a larger value is a win, whatever the depth. Infinity if unknown.
    most
        The largest utility; the smallest is its negative. Infinity if unknown.
    graded
        Whether every value above 0 is a win, and every value below 0 a loss.
    whole
        Whether all windows must be whole numbers.
    looks_beyond
        Whether a search to a depth may find an end beyond it.
    looks_past
        Whether a search to the end of the game may know a value without having reached the end.
    settles
        Whether an action that wins or loses need not be searched deeper, as wins differ in their distance only.
    pays
        Whether the values of terminal states are utilities, not estimates.
    """

    above: float = inf
    most: float = inf
    graded: bool = True
    whole: bool = False
    looks_beyond: bool = False
    looks_past: bool = False
    settles: bool = True
    pays: bool = True

    @property
    def shows_distance(self) -> bool:
        """Whether a win is found at no depth smaller than its distance."""
        return not (self.looks_beyond or self.looks_past)
