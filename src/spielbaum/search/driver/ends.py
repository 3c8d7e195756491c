"""What is known of the ends of a game, in the values of a search: when a value is a win, a loss, or perhaps neither."""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, kw_only=True)
class Ends:
    """What is known of the ends of a game, in the values of a search.

    Attributes
    ----------
    above
        What no estimate exceeds: a larger value is a win, however far the search went. Infinity if unknown.
    most
        The largest utility, whose negative is the smallest; infinity if unknown.
    graded
        Whether smaller values are wins too if they are above 0, and losses below.
    whole
        Whether all windows must be whole numbers.
    looks_beyond
        Whether a search to a depth may find an end beyond it.
    looks_past
        Whether a search to the end of the game may know a value without having seen the end.
    settles
        Whether an action that wins or loses need not be searched deeper, as utilities differ only in their sign, or in
        how soon they come.
    pays
        Whether the values of finished games are their utilities, and not estimates of an evaluation.
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
