"""The result of a game, as statistics need it: who sat where, who won, and the round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Literal, Self

from spielbaum.errors import InputError, Message

ROUND, GAME = "round", "game"
"""The unit that is resampled."""

FEWEST_ROUNDS = 10
"""With fewer rounds, games are treated as independent."""


Ties = Literal["shared", "lot", "lost"]
"""What a win counts that several players share: a part for each, all for one of them by lot, or nothing."""

SHARED: Ties = "shared"


@dataclass(frozen=True)
class Result:
    """The result of a game.

    Parameters
    ----------
    seating
        The number of the player in each seat; None if the seat is empty.
    ranking
        The occupied seats in groups, the best first. Those of the first group share the win; it is empty if no seat has
        won. The order within the last group is unknown, unless it is the only one.
    block
        The number of the round: games of one block have the same opening, so they are not independent.

    Examples
    --------
    >>> result = Result.won((0, 1, 0), winners=(1, 2), block=7)
    >>> result.ranking, result.part(0), result.part(1)
    (((1, 2), (0,)), 0.5, 0.5)
    """

    seating: tuple[int | None, ...]
    ranking: tuple[tuple[int, ...], ...]
    block: int = 0

    def __post_init__(self) -> None:
        """Refuse a ranking that leaves out a seat or names one twice."""
        if not _complete(self.seating, self.ranking):
            raise InputError(Message("the ranking {} must name each of the seats {} once", self.ranking, self.seats))

    @classmethod
    def won(cls, seating: tuple[int | None, ...], winners: tuple[int, ...], block: int = 0) -> Self:
        """Return the result of a game of which only the winners are known, who share the win."""
        return cls(seating, _won(seating, winners), block)

    def settled(self, ties: Ties) -> Self:
        """Return the result as ties are counted, if several players share the win.

        The lot depends on the block, the seating and the winners alone, so that it is always the same.

        Examples
        --------
        >>> tie = Result.won((0, 1, 2), winners=(0, 2), block=7)
        >>> tie.settled("lot").ranking, tie.settled("lost").ranking
        (((2,), (0, 1)), ((), (0, 1, 2)))
        """
        if ties == SHARED or len({self.seating[seat] for seat in self.winners}) < 2:
            return self
        if ties == "lost":
            return replace(self, ranking=((), self.seats))
        winner = Random(f"{self.block} {self.seating} {self.winners}").choice(self.winners)
        return self.won(self.seating, (winner,), self.block)

    @property
    def seats(self) -> tuple[int, ...]:
        """The occupied seats."""
        return _taken(self.seating)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win."""
        return self.ranking[0]

    def part(self, player: int) -> float:
        """Return a player's part of the win, which the winning seats share equally."""
        return _part(self.seating, self.ranking[0], player)

    def share(self, seat: int) -> float:
        """Return a seat's part of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


# A hundred thousand games have few seatings and winners.
@lru_cache(4096)
def _taken(seating: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, player in enumerate(seating) if player is not None)


@lru_cache(4096)
def _won(seating: tuple[int | None, ...], winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    rest = tuple(seat for seat in _taken(seating) if seat not in winners)
    return (winners, rest) if rest else (winners,)


@lru_cache(4096)
def _complete(seating: tuple[int | None, ...], ranking: tuple[tuple[int, ...], ...]) -> bool:
    return all(ranking[1:]) and sorted(seat for group in ranking for seat in group) == list(_taken(seating))


@lru_cache(4096)
def _part(seating: tuple[int | None, ...], winners: tuple[int, ...], player: int) -> float:
    return sum(seating[seat] == player for seat in winners) / max(1, len(winners))


def units(results: Sequence[Result]) -> tuple[str, list[int]]:
    """Return the unit to resample, and the number of each game's unit, from 0.

    Games of one round have the same opening and are not independent, so the round is the unit. Fewer than ten rounds
    say too little about their spread, so games are treated as independent then.

    Examples
    --------
    >>> units([Result.won((0, 1), (0,)), Result.won((1, 0), (0,))])
    ('game', [0, 1])
    """
    blocks = [result.block for result in results]
    numbers = {block: number for number, block in enumerate(dict.fromkeys(blocks))}
    if len(numbers) < FEWEST_ROUNDS:
        return GAME, list(range(len(results)))
    return ROUND, [numbers[block] for block in blocks]
