"""The effect of the seat: whether it matters who moves first.

Only balanced games are compared: within a round, and among games with the same seats occupied, each player must have
had every seat equally often. Then whatever a seat wins beyond its equal part is due to the seat.

**The test.** If seats do not matter, the results of a round could as well be rotated: seat 0's for seat 1, seat 1's for
seat 2, the last one's for seat 0. So all rounds are rotated at random, again and again, and the p-value is the
proportion of rotations in which the seats are at least as unequal as observed, the observed one included (B. Phipson
and G. Smyth, Permutation p-values should never be zero, Statistical Applications in Genetics and Molecular Biology 9
(2010)).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.resampling import RESAMPLES, Array, interval, ratio
from spielbaum.statistics.results import Result
from spielbaum.statistics.shares import beside_ones, extremes, summed

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("effects of the seat")

Part = list[Result]
"""The games of a round with the same seats occupied."""


@dataclass(frozen=True)
class SeatShare:
    """The mean part of the win of a seat, over balanced games.

    Attributes
    ----------
    seat
        Its number.
    share, low, high
        The mean and its 95 % interval.
    equal
        The share if all seats of each game won equally often.
    games
        The number of balanced games of the seat.
    """

    seat: int
    share: float
    low: float
    high: float
    equal: float
    games: int


@dataclass(frozen=True)
class SeatEffect:
    """Shares by seat, and whether they differ by more than chance.

    Attributes
    ----------
    seats
        The seats that were occupied in balanced games.
    p_value
        The probability that chance alone makes seats as unequal as these; 1 without balanced games.
    rounds
        The number of rounds with balanced games.
    """

    seats: tuple[SeatShare, ...]
    p_value: float
    rounds: int

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return asdict(self)


def seat_effect(results: Sequence[Result], *, seed: int = 0) -> SeatEffect:
    """Return the shares by seat and the p-value of their difference.

    Parameters
    ----------
    results
        The games.
    seed
        Seed of the resampling and the rotations.

    Examples
    --------
    The first player wins 18 rounds of 20; in the others each player wins once in each seat.

    >>> rounds = [(0, 0)] * 18 + [(0, 1)] * 2
    >>> results = [Result.won(seating, (winner,), block)
    ...     for block, winners in enumerate(rounds) for seating, winner in zip([(0, 1), (1, 0)], winners)]
    >>> effect = seat_effect(results)
    >>> [f"{row.share:.2f} ({row.low:.2f}–{row.high:.2f})" for row in effect.seats], effect.p_value < 0.001
    (['0.95 (0.85–1.00)', '0.05 (0.00–0.15)'], True)
    """
    parts = _fair(results)
    games = [(block, result) for block, part in parts for result in part]
    seats = sorted({seat for _, result in games for seat in result.seats})
    return SeatEffect(
        seats=tuple(_share(games, seat, seed) for seat in seats),
        p_value=_p_value([part for _, part in parts], seed) if parts else 1.0,
        rounds=len({block for block, _ in parts}),
    )


def _fair(results: Sequence[Result]) -> list[tuple[int, Part]]:
    """Return the parts of rounds in which every player had every seat equally often, with their blocks."""
    parts: dict[tuple[int, tuple[int, ...]], Part] = defaultdict(list)
    for result in results:
        parts[result.block, result.seats].append(result)
    return [
        (block, part)
        for (block, seats), part in parts.items()
        if _is_fair(tuple(result.seating for result in part), seats)
    ]


@lru_cache(1024)  # rounds have the same seatings, except for missing games
def _is_fair(seatings: tuple[tuple[int | None, ...], ...], seats: tuple[int, ...]) -> bool:
    columns = [sorted(str(seating[seat]) for seating in seatings) for seat in seats]
    return all(column == columns[0] for column in columns)


def _share(games: Sequence[tuple[int, Result]], seat: int, seed: int) -> SeatShare:
    own = [(block, result) for block, result in games if seat in result.seats]
    numbers = {block: number for number, block in enumerate(dict.fromkeys(block for block, _ in own))}
    parts = beside_ones(result.share(seat) for _, result in own)
    rows = summed(parts, [numbers[block] for block, _ in own])
    low, high = interval(rows, extremes(rows), ratio, seed)
    return SeatShare(
        seat=seat,
        share=float(ratio(rows.sum(axis=0, keepdims=True))[0]),
        low=low,
        high=high,
        equal=sum(1 / len(result.seats) for _, result in own) / len(own),
        games=len(own),
    )


def _p_value(parts: Sequence[Part], seed: int) -> float:
    """Return the proportion of random rotations in which seats are at least as unequal as observed."""
    generator = np.random.default_rng(seed)
    width = max(len(part[0].seating) for part in parts)
    alike: dict[tuple[tuple[int, ...], tuple[float, ...]], int] = defaultdict(int)
    for part in parts:
        alike[part[0].seats, _beyond(part[0].seats, tuple(result.winners for result in part))] += 1
    seen, turned = np.zeros(width), np.zeros((RESAMPLES, width))
    for (seats, beyond), count in alike.items():
        turns = np.array([np.roll(beyond, turn) for turn in range(len(seats))])
        seen[list(seats)] += count * turns[0]
        drawn = generator.multinomial(count, [1 / len(seats)] * len(seats), size=RESAMPLES)
        turned[:, list(seats)] += drawn @ turns
    as_unequal = _inequality(turned) >= _inequality(seen) - 1e-9
    return float((1 + as_unequal.sum()) / (1 + RESAMPLES))


@lru_cache(4096)  # rounds of few games have few outcomes
def _beyond(seats: tuple[int, ...], winners: tuple[tuple[int, ...], ...]) -> tuple[float, ...]:
    """Return what each seat won beyond its equal part, given the winners of each game."""
    won = [shared for shared in winners if shared]
    return tuple(sum((seat in shared) / len(shared) - 1 / len(seats) for shared in won) for seat in seats)


def _inequality(beyond: Array) -> Array:
    squares: Array = (beyond**2).sum(axis=-1)
    return squares
