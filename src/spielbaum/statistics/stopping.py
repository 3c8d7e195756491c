"""Stopping a match of any number of players as soon as every share is known well enough."""

from collections.abc import Iterable, Sequence

from spielbaum.errors import InputError, Message
from spielbaum.statistics.results import FEWEST_ROUNDS, Result
from spielbaum.statistics.shares import Share, shares


class Until:
    """A rule that stops when every interval is narrow enough, updated round by round.

    A match that stops by its intervals stops slightly too early on average, since they may be narrow by chance. So
    there is a minimum number of rounds; with many rounds the coverage is right in the limit (Y. Chow and H. Robbins, On
    the asymptotic theory of fixed-width sequential confidence intervals for the mean, Annals of Mathematical Statistics
    36 (1965)). The rule considers widths only, never who is ahead, so it is unbiased.

    Parameters
    ----------
    players
        Their names: number 0 of the seatings is the first.
    width
        The largest ``high - low`` of an interval that is narrow enough.
    fewest
        The minimum number of rounds, at least ten.

    Attributes
    ----------
    shares
        The share of each player with its interval, when they were last computed.
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
            raise InputError(Message("the width of an interval must be between 0 and 1, not {}", width))
        if fewest < FEWEST_ROUNDS:
            raise InputError(Message("there must be at least {} rounds for an interval, not {}", FEWEST_ROUNDS, fewest))
        self.players, self.width, self.fewest = tuple(players), width, fewest
        self.results: list[Result] = []
        self.shares: list[Share] = []
        self._blocks: set[int] = set()
        self._next_check = fewest

    def update(self, results: Iterable[Result]) -> None:
        """Count the games of one or more rounds; shares are recomputed when there are 2 % more rounds."""
        for result in results:
            self.results.append(result)
            self._blocks.add(result.block)
        if len(self._blocks) >= self._next_check:
            self.shares = shares(self.results, self.players)
            self._next_check = len(self._blocks) + max(1, len(self._blocks) // 50)

    @property
    def done(self) -> bool:
        """Whether all intervals are narrow enough."""
        return bool(self.shares) and all(row.high - row.low <= self.width for row in self.shares)
