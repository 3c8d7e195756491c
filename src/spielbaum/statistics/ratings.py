"""Ratings with intervals: the strength of players, from games between any number of them.

**The model.** A player wins a game with probability exp(strength) / sum of exp(strength) over all seats. For two
players this is the model of Bradley and Terry (Rank analysis of incomplete block designs, Biometrika 39 (1952)), and
Elo's; for more, that of Luce and Plackett (R. Plackett, The analysis of permutations, Applied Statistics 24 (1975)).
If more than the winner is known, the next place is won in the same way among those that remain. Strengths are given in
Elo points: 400 more are ten times the odds.

**Ties.** By default a place that k seats share counts 1 / k for each of them (``ties="split"``). Then a rating predicts
the share of the win, with draws counted half, as Elo and the SPRT's logistic Elo do. With ``ties="davidson"`` a tie is
an outcome of its own: P(S) is proportional to d_k times the geometric mean of exp(strength) over the k members of S,
and each d_k is estimated too. For two players this is the model of R. Davidson (On extending the Bradley-Terry model to
accommodate ties, Journal of the American Statistical Association 65 (1970)), for more that of D. Firth, I. Kosmidis and
H. Turner (Davidson-Luce model for multi-item choice with ties (2019)). Then a rating predicts the winner of a game that
is not tied.

**Seats.** With ``seats=True`` each seat has a strength too, which is added to that of its player: the advantage of the
first move.

`spielbaum.statistics.choice` describes the estimate, its weak prior, and the intervals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import erfc, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.statistics.choice import Choices, Fit, fit, information_at_zero
from spielbaum.statistics.elo import ELO
from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.resampling import TAIL, Array
from spielbaum.statistics.results import Result, units

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("ratings")

SPLIT, DAVIDSON = "split", "davidson"
Stage = tuple[tuple[int | None, ...], tuple[int, ...], tuple[int, ...]]
"""A seating, the seats that remain, and those of them that share the next place."""


@dataclass(frozen=True)
class Rating:
    """The rating of a player or of a seat, in Elo points.

    Attributes
    ----------
    name
        The name of the player, or the number of the seat.
    rating, low, high
        The estimate and its 95 % interval.
    games
        The number of games of the player or the seat.
    """

    name: str
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players.

    Attributes
    ----------
    players
        The ratings of the players, in the order given. Their mean is 0, or the rating of the anchor.
    seats
        The ratings of the seats, if they were asked for. Their mean is 0.
    anchor
        The player whose rating is 0 by definition; None if the mean is.
    ties
        The treatment of ties.
    unit, units
        The unit of variation, ``"round"`` or ``"game"``, and the number of units.
    """

    players: tuple[Rating, ...]
    seats: tuple[Rating, ...]
    anchor: str | None
    ties: str
    unit: str
    units: int

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Leads:
    """Ratings, and the p-values of their differences.

    Attributes
    ----------
    players
        As in `Ratings`, with mean 0.
    chances
        The p-value of each difference, in the order of `itertools.combinations`, not adjusted for their number.
    errors
        The standard error of each difference, in Elo points.
    """

    players: tuple[Rating, ...]
    chances: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def own_errors(self) -> tuple[float, ...]:
        """The part of each player in the errors: their squares sum to that of a difference, as nearly as possible.

        A rating alone has no error, since only differences are known: if the mean is 0, a player that is known badly
        widens the intervals of all others. These quasi-variances do not depend on what is 0 (D. Firth and R. de
        Menezes, Quasi-variances, Biometrika 91 (2004); here by least squares).

        Examples
        --------
        >>> rows = tuple(Rating(name, 0, 0, 0, 1) for name in "abc")
        >>> leads = Leads(rows, (1.0, 1.0, 1.0), (5.0, 153**0.5, 160**0.5))
        >>> [round(error, 9) for error in leads.own_errors]
        [3.0, 4.0, 12.0]
        """
        size = len(self.players)
        if size < 3:
            return tuple(error / sqrt(2) for error in self.errors) * size
        sums = [0.0] * size
        for (one, other), error in zip(combinations(range(size), 2), self.errors, strict=True):
            sums[one] += error**2
            sums[other] += error**2
        mean = sum(sums) / 2 / (size - 1)
        return tuple(sqrt(max(0.0, (one - mean) / (size - 2))) for one in sums)


def leads(results: Sequence[Result], players: Sequence[str], *, jackknife: bool = False) -> Leads:
    """Return the ratings of players and the p-values of their differences, with the arguments of `ratings`.

    With ``jackknife`` errors are those of the jackknife over rounds, for rounds of very different sizes.
    """
    results = _decided(results)
    _connected(results, players)
    found = fit(_choices(results, units(results)[1], len(players), (), SPLIT), jackknife=jackknife)
    rows = _rows(found, range(len(players)), players, _played(results, players))
    chances, errors = [], []
    for one, other in combinations(range(len(players)), 2):
        contrast = np.zeros(len(players))
        contrast[[one, other]] = 1, -1
        error = float(contrast @ found.covariance @ contrast) ** 0.5
        chances.append(erfc(abs(float(contrast @ found.parameters)) / error / sqrt(2)) if error > 0 else 1.0)
        errors.append(error * ELO)
    return Leads(rows, tuple(chances), tuple(errors))


def ratings(
    results: Sequence[Result],
    players: Sequence[str],
    *,
    anchor: str | None = None,
    ties: str = SPLIT,
    seats: bool = False,
) -> Ratings:
    """Return the ratings of players.

    Parameters
    ----------
    results
        The games; those without a winner do not count.
    players
        Their names: number 0 of the seatings is the first.
    anchor
        The player whose rating is 0. Without one the mean of all is 0.
    ties
        ``"split"`` or ``"davidson"``.
    seats
        Whether seats have strengths too.

    Raises
    ------
    InputError
        If the games do not connect all players, so that some cannot be compared, or if the effects of seats and
        players cannot be separated.

    Examples
    --------
    >>> won = [Result.won((0, 1), (0,), block) for block in range(70)]
    >>> lost = [Result.won((0, 1), (1,), 70 + block) for block in range(30)]
    >>> for row in ratings(won + lost, ["a", "b"], anchor="b").players:
    ...     print(f"{row.name}: {row.rating:.0f} ({row.low:.0f} to {row.high:.0f})")
    a: 146 (71 to 221)
    b: 0 (0 to 0)
    """
    if anchor is not None and anchor not in players:
        raise UnknownNameError("player", anchor, players)
    if ties not in (SPLIT, DAVIDSON):
        raise UnknownNameError("treatment of ties", ties, (SPLIT, DAVIDSON))
    results = _decided(results)
    _connected(results, players)
    unit, numbers = units(results)
    taken = sorted({seat for result in results for seat in result.seats}) if seats else []
    choices = _choices(results, numbers, len(players), taken, ties)
    if seats:
        _refuse_confounded(choices, len(players) + len(taken))
    found = fit(choices)
    return Ratings(
        players=_rows(found, range(len(players)), players, _played(results, players), anchor=anchor),
        seats=_rows(
            found,
            range(len(players), len(players) + len(taken)),
            [str(seat) for seat in taken],
            [sum(seat in result.seats for result in results) for seat in taken],
        ),
        anchor=anchor,
        ties=ties,
        unit=unit,
        units=found.units,
    )


def _decided(results: Sequence[Result]) -> list[Result]:
    """Return the games that have a winner, which alone say who is stronger."""
    return [result for result in results if result.winners]


def _played(results: Sequence[Result], players: Sequence[str]) -> list[int]:
    return [sum(number in result.seating for result in results) for number in range(len(players))]


def _connected(results: Sequence[Result], players: Sequence[str]) -> None:
    """Refuse games that do not connect all players."""
    if not results:
        raise InputError(Message("there are no games to rate"))
    group = list(range(len(players)))
    for result in results:
        met = {group[player] for player in result.seating if player is not None}
        group = [min(met) if name in met else name for name in group]
    if apart := [name for name, number in zip(players, group, strict=True) if number != group[0]]:
        raise InputError(
            Message(
                "{} cannot be compared with {}: no games connect them, not even through others",
                ", ".join(apart),
                players[0],
            )
        )


def _refuse_confounded(choices: Choices, parameters: int) -> None:
    """Refuse games that do not determine the strengths of players and seats; only their two means are free."""
    information = information_at_zero(choices)[:parameters, :parameters]
    if np.linalg.matrix_rank(information, tol=1e-9 * np.trace(information)) < parameters - 2:
        raise InputError(
            Message(
                "the effect of the seats cannot be separated from that of the players: they must change "
                "seats between games"
            )
        )


def _choices(
    results: Sequence[Result], numbers: Sequence[int], players: int, seats: Sequence[int], ties: str
) -> Choices:
    """Return the places that were won, as choices, with features of players first, then of seats, then of ties."""
    stages = [(stage, unit) for result, unit in zip(results, numbers, strict=True) for stage in _stages(result)]
    kinds = {stage: number for number, stage in enumerate(dict.fromkeys(stage for stage, _ in stages))}
    sizes = sorted({len(group) for _, _, group in kinds} - {1}) if ties == DAVIDSON else []
    offered = [_alternatives(left, sizes) for _, left, _ in kinds]
    shape = len(kinds), max(map(len, offered))
    features = np.zeros((*shape, players + len(seats) + len(sizes)))
    exists, taken = np.zeros(shape), np.zeros(shape)
    for kind, ((seating, _, group), alternatives) in enumerate(zip(kinds, offered, strict=True)):
        for place, members in enumerate(alternatives):
            exists[kind, place] = 1
            taken[kind, place] = members == group if ties == DAVIDSON else (members[0] in group) / len(group)
            for seat in members:
                features[kind, place, seating[seat]] += 1 / len(members)
                if seats:
                    features[kind, place, players + seats.index(seat)] += 1 / len(members)
            if len(members) > 1:
                features[kind, place, players + len(seats) + sizes.index(len(members))] = 1
    return Choices(features, exists, taken, [kinds[stage] for stage, _ in stages], [unit for _, unit in stages])


def _stages(result: Result) -> Iterator[Stage]:
    """Yield the places in turn, without the last, which is no choice unless it is the only one."""
    left = result.seats
    for group in result.ranking[:-1] or result.ranking:
        yield result.seating, left, tuple(sorted(group))
        left = tuple(seat for seat in left if seat not in group)


def _alternatives(left: tuple[int, ...], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return who may win a place: each seat alone, and ties of the sizes that occur."""
    return [members for size in (1, *sizes) for members in combinations(left, size)]


def _rows(
    found: Fit, places: range, names: Sequence[str], games: Sequence[int], *, anchor: str | None = None
) -> tuple[Rating, ...]:
    """Return the ratings less their mean, or less that of the anchor."""
    off: Array = np.full((len(names), len(names)), 1 / max(len(names), 1))
    if anchor is not None:
        off = np.zeros_like(off)
        off[:, names.index(anchor)] = 1
    contrast = (np.eye(len(names)) - off) * ELO
    middle = contrast @ found.parameters[places]
    errors = np.sqrt(np.maximum(np.diag(contrast @ found.covariance[np.ix_(places, places)] @ contrast.T), 0))
    width = student(found.units - 1) * errors
    return tuple(
        Rating(name, float(x), float(x - half), float(x + half), number)
        for name, x, half, number in zip(names, middle, width, games, strict=True)
    )


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, within 0.3 % from five degrees of freedom on.

    M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 26.7.5.

    Examples
    --------
    >>> round(student(9), 3), round(student(10**6), 3)
    (2.262, 1.96)
    """
    z, n = NormalDist().inv_cdf(1 - TAIL), max(freedom, 1)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3
