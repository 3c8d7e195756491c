"""What a position is taught to expect: the outcome, or TD(λ): what later searches expected, and then the outcome."""

import numpy as np

from spielbaum.learning.fitting.positions import Floats, Positions


def returns(positions: Positions, trace: float) -> Floats:
    """Return for every position the λ-return of the searches from there to the end of its game.

    The value of a search is that of the leaf to which its principal variation leads. The return of a position is
    ``(1 - λ) v1 + λ ((1 - λ) v2 + λ (…))``, where ``v1`` is what the next search expects and the outcome stands at the
    end; with λ = 1 it is the outcome.

    Source: R. Sutton, Learning to Predict by the Methods of Temporal Differences (1988); J. Baxter, A. Tridgell and
    L. Weaver, Learning to Play Chess Using Temporal Differences (2000).

    Parameters
    ----------
    positions
        In the order of play.
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
