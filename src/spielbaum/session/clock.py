"""Clocks: the time of each player for the whole game, and for each move."""

from dataclasses import dataclass

CLOCKS = ("1+0", "3+2", "5+3", "10+5", "15+10", "30+0")
"""The clocks to choose from: minutes for the game, and seconds added for every move."""


@dataclass(frozen=True)
class Clock:
    """The seconds of each player for the game, and those added for every move."""

    base: float
    increment: float = 0.0

    def left(self, spent: list[float]) -> float:
        """Return the seconds that are left after moves that took some seconds each.

        Examples
        --------
        >>> Clock(180, 2).left([10, 5])
        169
        """
        return self.base + self.increment * len(spent) - sum(spent)


def clock_of(text: str) -> Clock:
    """Return the clock of a text such as ``3+2``.

    Examples
    --------
    >>> clock_of("3+2")
    Clock(base=180.0, increment=2.0)
    """
    minutes, _, seconds = text.partition("+")
    return Clock(60 * float(minutes), float(seconds))
