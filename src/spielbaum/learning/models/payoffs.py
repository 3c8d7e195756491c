"""From chances to pay-offs: the scale on which a learned evaluation speaks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import UnsupportedGameError
from spielbaum.game import Evaluation, Game, Vector
from spielbaum.kernel import total, with_entry


@dataclass(frozen=True)
class Payoffs:
    """What a player expects whose part of the win is known.

    With a sum of zero a sure win counts 1, and a sure loss as much less as the others then have: -1 for two players.
    Else the sum of the utilities is divided by the parts.

    Attributes
    ----------
    players
        Of the game.
    low, high
        What a sure loss and a sure win are worth.
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
                f"evaluations are learned as parts of a win, and {game.spec} states neither zero_sum=True nor a "
                "utility_sum above 0"
            )
        return cls(game.players, 0.0, float(game.utility_sum))

    def value(self, share: float) -> float:
        """Return what a part of the win is worth.

        Examples
        --------
        >>> Payoffs(2, -1.0, 1.0).value(0.76)
        0.52
        """
        return self.low + (self.high - self.low) * share

    def share(self, value: float) -> float:
        """Return the part of the win that a value stands for, at least 0 and at most 1."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def evaluation(self, function: Callable[[Any], Vector], game: Game) -> Evaluation:
        """Return the record of an evaluation, with the facts by which algorithms prune.

        With a sum of zero a win counts no less than any estimate. Parts of another sum have its unit: an equal part
        that is sure is worth what one is that is expected, also where nobody can get the whole.
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
        """Return a function from the strengths of all players, which are not negative, to their pay-offs; it compiles.

        Those of two players who play for a sum of zero are opposite to the last bit.
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
