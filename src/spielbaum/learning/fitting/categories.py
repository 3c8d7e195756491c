"""Counting wins, draws and losses for every combination of features, each cut into bins."""

from collections.abc import Sequence
from math import prod

import numpy as np

from spielbaum.learning.fitting.positions import Floats, Integers, Positions
from spielbaum.learning.models.file import MOST_CATEGORIES
from spielbaum.learning.models.model import Categories, Counts


def fit_categories(
    positions: Positions, *, features: tuple[str, ...], bins: int, smoothing: float = 1.0, fewest: int = 10
) -> tuple[tuple[str, ...], Categories]:
    """Return the features, the most informative first, and the counts of their combinations.

    Parameters
    ----------
    positions
        The positions.
    features
        Names; the least informative are left out if there would be too many categories.
    bins
        The most bins of a feature, with equal numbers of positions.
    smoothing, fewest
        As in `Categories`.
    """
    ahead = relative(positions.columns(features), positions.present)
    players = positions.features.shape[1]
    cuts = [thresholds(ahead[:, :, i][positions.present], bins, mirrored=players == 2) for i in range(len(features))]
    places = [np.searchsorted(row, ahead[:, :, i], side="left") for i, row in enumerate(cuts)]
    losses = [_log_loss(place, positions) for place in places]
    order = [int(i) for i in np.argsort(losses, kind="stable")]
    kept: list[int] = []
    for i in order:
        if len(cuts[i]) and prod(len(cuts[j]) + 1 for j in [*kept, i]) <= MOST_CATEGORIES // 16:
            kept.append(i)
    kept = kept or order[:1]
    numbers = np.zeros(positions.present.shape, dtype=np.int64)
    for i in kept:
        numbers = numbers * (len(cuts[i]) + 1) + places[i]
    body = Categories(
        thresholds=tuple(tuple(cuts[i].tolist()) for i in kept),
        cells=_cells(numbers, positions),
        games=_games(numbers, positions, [len(cuts[i]) + 1 for i in kept]),
        players=players,
        smoothing=smoothing,
        fewest=fewest,
    )
    return tuple(features[i] for i in kept), body


def relative(given: Floats, present: np.ndarray) -> Floats:
    """Return each player's features less those of the best opponent in the game."""
    ahead = np.zeros_like(given)
    for player in range(given.shape[1]):
        others = np.delete(np.where(present[:, :, None], given, -np.inf), player, axis=1).max(axis=1)
        ahead[:, player] = np.where(np.isfinite(others), given[:, player] - others, 0.0)
    return ahead


def thresholds(values: Floats, bins: int, *, mirrored: bool) -> Floats:
    """Return the cuts between bins with equal numbers of values, halfway between values that occur.

    Mirrored cuts are symmetric about 0, so that for two players one's bin determines the other's. Then there may be
    three bins where two are requested, if 0 occurs.

    Examples
    --------
    >>> thresholds(np.array([-2.0, -1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 2.0]), 3, mirrored=True).tolist()
    [-0.5, 0.5]
    """
    if mirrored:
        values = np.concatenate([values, -values])
    known, counts = np.unique(values, return_counts=True)
    below, between = np.cumsum(counts[:-1]) / len(values), (known[:-1] + known[1:]) / 2
    parts = np.linspace(0, 1, bins + 1)[1:-1]
    nearest = [int(np.abs(below - part).argmin()) for part in parts if len(below) and (part > 0.5 or not mirrored)]
    found = between[sorted(set(nearest))]
    if mirrored:
        found = found[found > 0]
        zero = [0.0] if 0 not in known and 2 * len(found) + 1 < bins else []
        if not len(found) and not zero and len(known) > 1:
            found = known[known > 0][:1] / 2
        found = np.concatenate([-found[::-1], zero, found])
    return np.asarray(found)


def _log_loss(place: Integers, positions: Positions) -> float:
    """Return the log loss if a feature alone predicts the outcome."""
    bins, won = place[positions.present], positions.outcomes[positions.present]
    count, points = np.bincount(bins), np.bincount(bins, weights=won)
    share = (points + 1) / (count + 2)
    return float(-(points * np.log(share) + (count - points) * np.log(1 - share)).sum())


def _cells(numbers: Integers, positions: Positions) -> dict[int, Counts]:
    present = positions.present
    own, won = numbers[present], positions.outcomes[present]
    known, place = np.unique(own, return_inverse=True)
    wins, losses = np.bincount(place, weights=won == 1), np.bincount(place, weights=won == 0)
    counts = np.bincount(place)
    played = _games_of(numbers, positions).values()  # in order of the numbers, like the other columns
    columns = (wins, counts - wins - losses, losses, np.bincount(place, weights=won), played)
    return {
        int(number): Counts(int(win), int(draw), int(loss), float(points), met)
        for number, win, draw, loss, points, met in zip(known, *columns, strict=True)
    }


def _games(numbers: Integers, positions: Positions, sizes: Sequence[int]) -> tuple[dict[int, int], ...]:
    """Return the games of categories with one, two, … of the last features left out."""
    widths = np.cumprod(sizes[::-1])
    return tuple(_games_of(numbers // width, positions) for width in widths)


def _games_of(numbers: Integers, positions: Positions) -> dict[int, int]:
    """Return the number of games of each category; a game counts once."""
    count = int(positions.games.max()) + 1
    met = np.unique((numbers * count + positions.games[:, None])[positions.present]) // count
    known, counts = np.unique(met, return_counts=True)
    return dict(zip(known.tolist(), counts.tolist(), strict=True))
