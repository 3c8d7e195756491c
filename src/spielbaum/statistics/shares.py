"""Shares of the win with intervals that respect rounds, and the difference between two players."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.resampling import Array, around, interval, ratio, resampled
from spielbaum.statistics.results import Result, units

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("shares of the win")


@dataclass(frozen=True)
class Share:
    """The mean part of the win of a player, over its games.

    Attributes
    ----------
    player
        Its name.
    share, low, high
        The mean and its 95 % interval, which is 0 to 1 without games.
    games
        The number of its games.
    unit, units
        The unit that was resampled, ``"round"`` or ``"game"``, and the number of units.
    """

    player: str
    share: float
    low: float
    high: float
    games: int
    unit: str
    units: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Difference:
    """The lead of one player over another, in the games in which both took part.

    Attributes
    ----------
    player, other
        Their names.
    difference, low, high
        The share of the player less that of the other, and its 95 % interval.
    superiority
        The likelihood of superiority: the proportion of resamples in which the player leads; ties count half.
    games, unit, units
        As in `Share`.
    """

    player: str
    other: str
    difference: float
    low: float
    high: float
    superiority: float
    games: int
    unit: str
    units: int

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


def shares(results: Sequence[Result], players: Sequence[str], *, seed: int = 0) -> list[Share]:
    """Return the share of each player, in the order of the list.

    Parameters
    ----------
    results
        The games.
    players
        Their names: number 0 of the seatings is the first.
    seed
        Seed of the resampling.

    Examples
    --------
    Twenty rounds of two games; the first player wins all but those of the last three rounds.

    >>> first = [Result.won(seating, (0,), block) for block in range(17) for seating in [(0, 1), (1, 0)]]
    >>> better = [Result.won((0, 1), (0,), 20 + block) for block in range(3)]
    >>> better += [Result.won((1, 0), (1,), 20 + block) for block in range(3)]
    >>> for row in shares(first + better, ["a", "b"]):
    ...     print(f"{row.player} {row.share:.3f} ({row.low:.3f}–{row.high:.3f}) of {row.units} {row.unit}s")
    a 0.575 (0.494–0.665) of 20 rounds
    b 0.425 (0.335–0.503) of 20 rounds
    """
    return [_share(results, number, name, seed) for number, name in enumerate(players)]


def _share(results: Sequence[Result], player: int, name: str, seed: int) -> Share:
    own = [result for result in results if player in result.seating]
    if not own:
        unit, _ = units(results)
        return Share(name, 0.0, 0.0, 1.0, 0, unit, 0)
    unit, numbers = units(own)
    rows = summed(beside_ones(result.part(player) for result in own), numbers)
    low, high = interval(rows, extremes(rows), ratio, seed)
    return Share(name, float(ratio(rows.sum(axis=0, keepdims=True))[0]), low, high, len(own), unit, len(rows))


def difference(
    results: Sequence[Result], players: Sequence[str], *, player: str, other: str, seed: int = 0
) -> Difference:
    """Return the lead of a player over another.

    Parameters
    ----------
    results, players, seed
        As for `shares`.
    player, other
        Two of the names.
    """
    one, two = players.index(player), players.index(other)
    both = [result for result in results if one in result.seating and two in result.seating]
    unit, numbers = units(both)
    if not both:
        return Difference(player, other, 0.0, -1.0, 1.0, 0.5, 0, unit, 0)
    rows = summed(beside_ones(result.part(one) - result.part(two) for result in both), numbers)
    seen, drawn = float(ratio(rows.sum(axis=0, keepdims=True))[0]), resampled(rows, extremes(rows, least=-1), seed)
    low, high = around(seen, ratio(drawn))
    return Difference(
        player,
        other,
        difference=seen,
        low=low,
        high=high,
        superiority=float(np.mean((np.sign(np.round(drawn[:, 0], 9)) + 1) / 2)),
        games=len(both),
        unit=unit,
        units=len(rows),
    )


def beside_ones(numbers: Iterable[float]) -> Array:
    """Return rows of a number and a 1, whose sums are a total and a count."""
    column = np.fromiter(numbers, dtype=float)
    return np.column_stack([column, np.ones_like(column)])


def summed(rows: Array, numbers: Sequence[int]) -> Array:
    """Return the sums of the rows of each unit."""
    sums = np.zeros((max(numbers) + 1, rows.shape[1]))
    np.add.at(sums, np.asarray(numbers), rows)
    return sums


def extremes(rows: Array, least: float = 0) -> Array:
    """Return the imagined units for rows of a sum and a number of games, at both ends of what a game can give.

    Each weighs the square root of the games of a real unit: more than a single game, as if those of a round were
    independent, and less than all of them, as if they were copies.
    """
    weight = np.sqrt(rows[:, 1].mean())
    imagined: Array = weight * np.array([[least, 1.0], [1.0, 1.0]])
    return imagined


def cross_table(results: Sequence[Result], players: Sequence[str], *, seed: int = 0) -> dict[tuple[str, str], Share]:
    """Return the share of each player in its games with each other player.

    Pairs that never met are left out. In two-player games the shares of a pair sum to 1.

    Parameters
    ----------
    results, players, seed
        As for `shares`.

    Examples
    --------
    >>> games = [Result.won((0, 1), (0,), 1), Result.won((1, 2), (0, 1), 2), Result.won((0, 1), (0,), 3)]
    >>> {pair: row.share for pair, row in cross_table(games, ["a", "b", "c"]).items()}
    {('a', 'b'): 1.0, ('b', 'a'): 0.0, ('b', 'c'): 0.5, ('c', 'b'): 0.5}
    """
    met: dict[tuple[int, int], list[Result]] = defaultdict(list)
    for result in results:
        for pair in permutations({player for player in result.seating if player is not None}, 2):
            met[pair].append(result)
    return {(players[one], players[two]): _share(met[one, two], one, players[one], seed) for one, two in sorted(met)}
