"""From shares of the win to pay-offs: the scale of learned evaluations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import Message, UnsupportedGameError
from spielbaum.game import Evaluation, Game, Vector
from spielbaum.kernel import total, with_entry


@dataclass(frozen=True)
class Payoffs:
    """The pay-off of a part of the win.

    In a zero-sum game a certain win is worth 1, and a certain loss an equal part of -1: -1 for two players. Otherwise
    the sum of the utilities is divided in proportion to the parts.

    Attributes
    ----------
    players
        The number of players.
    low, high
        The pay-offs of a certain loss and a certain win.
    """

    players: int
    low: float
    high: float

    @classmethod
    def of(cls, game: Game) -> "Payoffs":
        """Return the scale of a game.

        Raises
        ------
        UnsupportedGameError
            If its utilities have no known sum.
        """
        if game.zero_sum:
            return cls(game.players, -1 / (game.players - 1) if game.players > 1 else 0.0, 1.0)
        if not game.utility_sum or game.utility_sum < 0:
            raise UnsupportedGameError(
                Message(
                    "evaluations are learned as parts of a win, and {} states neither zero_sum=True nor a "
                    "utility_sum above 0",
                    game.spec,
                )
            )
        return cls(game.players, 0.0, float(game.utility_sum))

    def value(self, share: float) -> float:
        """Return the pay-off of a part of the win.

        Examples
        --------
        >>> Payoffs(2, -1.0, 1.0).value(0.76)
        0.52
        """
        return self.low + (self.high - self.low) * share

    def share(self, value: float) -> float:
        """Return the part of the win with a pay-off, clipped to 0 to 1."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def evaluation(self, function: Callable[[Any], Vector], game: Game) -> Evaluation:
        """Return the record of an evaluation, with the facts by which algorithms prune.

        In a zero-sum game a win is worth no less than any estimate. Parts of another sum have its unit, so a certain
        share is worth as much as an expected one, even if no player can have the whole.
        """
        largest = max(-self.low, self.high)
        utility = game.max_utility if game.zero_sum and game.max_utility else largest
        return Evaluation(
            function,
            utility_weight=max(1.0, largest / utility),
            non_negative=self.low == 0,
            maximum=self.high,
            maximal_sum=self.high + (self.players - 1) * self.low,
        )

    def divider(self) -> Callable[[Vector], Vector]:
        """Return a function, which can be compiled, from non-negative strengths of all players to pay-offs.

        In zero-sum games of two players, the pay-offs are opposite to the last bit.
        """
        low, width = self.low, self.high - self.low
        players, even = self.players, 1 / self.players

        def parts(strengths: Vector) -> Vector:
            whole, paid = total(strengths), strengths
            for player in range(players):
                part = strengths[player] / whole if whole > 0 else even
                paid = with_entry(paid, player, low + width * part)
            return paid

        def opposite(strengths: Vector) -> Vector:
            whole = strengths[0] + strengths[1]
            if whole <= 0:
                return 0.0, 0.0
            return (strengths[0] - strengths[1]) / whole, (strengths[1] - strengths[0]) / whole

        return opposite if (players, low, width) == (2, -1.0, 2.0) else parts
