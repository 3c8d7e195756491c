"""How well an evaluation predicts the outcome of games it has not seen."""

from typing import Any

import numpy as np

from spielbaum.game import Evaluation, Game
from spielbaum.kernel import CompiledFunction, jit_enabled
from spielbaum.learning.fitting.positions import Floats, Positions
from spielbaum.learning.models.making import as_function
from spielbaum.learning.models.payoffs import Payoffs

BINS = 10
"""The number of classes of the calibration table."""


def score(game: Game, evaluation: Evaluation, positions: Positions) -> dict[str, Any]:
    """Return the scores of an evaluation as a forecast, as plain values.

    Returns
    -------
    dict
        ``log_loss`` is the mean of ``-Σ y log p`` over the players, ``brier`` that of ``Σ (y - p)²``. ``calibration``
        has a row for each tenth of the expected part of the win, with the mean expected and found;
        ``calibration_error`` is the mean distance, weighted by positions. Empty without positions.
    """
    if not len(positions):
        return {}
    expected = shares(game, evaluation, positions)
    present, found = positions.present, positions.outcomes
    rows = _table(expected[present], found[present])
    whole = sum(row["positions"] for row in rows)
    logs = np.log(np.clip(expected, 1e-12, 1))
    return {
        "games": len(np.unique(positions.games)),
        "positions": len(positions),
        "log_loss": float(-(found * logs).sum(axis=1).mean()),
        "brier": float(((found - expected) ** 2).sum(axis=1).mean()),
        "calibration_error": sum(row["positions"] * abs(row["expected"] - row["found"]) for row in rows) / whole,
        "calibration": rows,
    }


def shares(game: Game, evaluation: Evaluation, positions: Positions) -> Floats:
    """Return the part of the win that an evaluation expects for each player. Shape (positions, players)."""
    payoffs, row = Payoffs.of(game), as_function(evaluation)
    if game.compiled and jit_enabled():
        row = CompiledFunction(row, game.initial(), rows=1, length=game.players, source="the evaluation")
    values = np.array([row(state)[0] for state in positions.states])
    return np.asarray(np.clip((values - payoffs.low) / (payoffs.high - payoffs.low), 0, 1))


def _table(expected: Floats, found: Floats) -> list[dict[str, Any]]:
    """Return the mean expected and found in each class that has positions."""
    classes = np.minimum((expected * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(classes, minlength=BINS)
    sums = [np.bincount(classes, weights=numbers, minlength=BINS) for numbers in (expected, found)]
    return [
        {
            "low": place / BINS,
            "high": (place + 1) / BINS,
            "positions": int(counts[place]),
            "expected": float(sums[0][place] / counts[place]),
            "found": float(sums[1][place] / counts[place]),
        }
        for place in range(BINS)
        if counts[place]
    ]
