"""When to stop a match of any number of players: as soon as every share is known well enough."""

from collections.abc import Iterable, Sequence

from spielbaum.errors import InputError
from spielbaum.statistics.results import FEWEST_ROUNDS, Result
from spielbaum.statistics.shares import Share, shares


class Until:
    """A rule that takes rounds as they come and says when every interval is narrow enough.

    A match that is stopped by a look at its intervals ends a little too early on the mean: they are narrow by chance,
    too. So there is a least number of rounds, and with many rounds the intervals hold what they promise in the limit
    (Y. Chow and H. Robbins, On the asymptotic theory of fixed-width sequential confidence intervals for the mean,
    Annals of Mathematical Statistics 36 (1965)). The rule looks at widths only, never at who is ahead, so it favours
    nobody.

    Parameters
    ----------
    players
        Their names: number 0 of the seatings is the first.
    width
        An interval from low to high is narrow enough if ``high - low`` is at most this.
    fewest
        Rounds that are played in any case, at least ten.

    Attributes
    ----------
    shares
        The share of each player with its interval, as of the last look.
    done
        Whether all intervals are narrow enough.

    Raises
    ------
    InputError
        If the width is not between 0 and 1, or the rounds are too few.

    Examples
    --------
    >>> rule, block = Until(["a", "b"], width=0.2), 0
    >>> while not rule.done:
    ...     winner = int(block % 5 == 0)
    ...     rule.update([Result.won((0, 1), (winner,), block), Result.won((1, 0), (1 - winner,), block)])
    ...     block += 1
    >>> block, [f"{row.share:.2f} ({row.low:.2f}–{row.high:.2f})" for row in rule.shares]
    (65, ['0.80 (0.69–0.89)', '0.20 (0.11–0.30)'])
    """

    def __init__(self, players: Sequence[str], *, width: float, fewest: int = 30) -> None:
        if not 0 < width < 1:
            raise InputError(f"the width of an interval must be between 0 and 1, not {width}")
        if fewest < FEWEST_ROUNDS:
            raise InputError(f"there must be at least {FEWEST_ROUNDS} rounds for an interval, not {fewest}")
        self.players, self.width, self.fewest = tuple(players), width, fewest
        self.results: list[Result] = []
        self.shares: list[Share] = []
        self._blocks: set[int] = set()
        self._next_look = fewest

    def update(self, results: Iterable[Result]) -> None:
        """Count the games of a round or of several; shares are looked at when there are 2 % more rounds than before."""
        for result in results:
            self.results.append(result)
            self._blocks.add(result.block)
        if len(self._blocks) >= self._next_look:
            self.shares = shares(self.results, self.players)
            self._next_look = len(self._blocks) + max(1, len(self._blocks) // 50)

    @property
    def done(self) -> bool:
        """Whether all intervals are narrow enough."""
        return bool(self.shares) and all(row.high - row.low <= self.width for row in self.shares)
