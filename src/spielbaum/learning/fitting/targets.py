"""Targets of learning: the outcome of the game, or TD(λ) returns, which blend it with the values of later searches."""

import numpy as np

from spielbaum.learning.fitting.positions import Floats, Positions


def returns(positions: Positions, trace: float) -> Floats:
    """Return the λ-return of every position: from the searches after it to the end of its game.

    The value of a search is that of the leaf at the end of its principal variation. The return of a position is
    ``(1 - λ) v1 + λ ((1 - λ) v2 + λ (…))``, where ``v1`` is the value of the next search and the last term is the
    outcome; with λ = 1 it is the outcome.

    Source: R. Sutton, Learning to Predict by the Methods of Temporal Differences (1988); J. Baxter, A. Tridgell and
    L. Weaver, Learning to Play Chess Using Temporal Differences (2000).

    Parameters
    ----------
    positions
        The positions, in order of play.
    trace
        λ, from 0 to 1.
    """
    wanted = positions.outcomes.copy()
    known = np.isfinite(positions.searched.sum(axis=1))
    for place in range(len(positions) - 2, -1, -1):
        following = place + 1
        if positions.games[following] == positions.games[place]:
            wanted[place] = wanted[following]
            if known[following]:
                wanted[place] = (1 - trace) * positions.searched[following] + trace * wanted[following]
    return wanted
