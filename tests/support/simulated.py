"""Games between players of known strengths."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from spielbaum.statistics import Result


def season(
    generator: np.random.Generator, strengths: Sequence[float], rounds: int, *, tied: float = 0.0, first: float = 0.0
) -> list[Result]:
    """Return rounds of all seatings.

    A win is shared with the probability ``tied``, without changing expected shares; strengths, and the
    advantage ``first`` of seat 0, are in natural units.
    """
    found = []
    for block in range(rounds):
        for seating in permutations(range(len(strengths))):
            worth = np.array([strengths[player] for player in seating])
            worth[0] += first
            reach = np.cumsum(np.exp(worth))
            draws = 2 if generator.random() < tied else 1
            winners = {int(np.searchsorted(reach, x)) for x in generator.random(draws) * reach[-1]}
            found.append(Result.won(seating, tuple(sorted(winners)), block))
    return found
