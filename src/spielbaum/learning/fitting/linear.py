"""Fitting the weights of features: logistic regression for two players, a conditional logit for N."""

from importlib.util import find_spec
from itertools import permutations

import numpy as np

from spielbaum.errors import InputError
from spielbaum.game import TO_MOVE
from spielbaum.learning.fitting.positions import Floats, Positions
from spielbaum.learning.models.model import Linear

STEPS = 30
"""Of Newton's method at most; it needs fewer than ten."""

MOST_PAIRS = 500_000
"""So many pairs of players are enough to begin with."""


def fit_linear(
    positions: Positions,
    wanted: Floats,
    *,
    features: tuple[str, ...],
    phases: int = 1,
    phase: str | None = None,
    penalty: float = 1.0,
) -> Linear:
    """Return the weights for which what is wanted is most likely.

    The chance of a player is ``exp(w·f) / Σ exp(w·f)`` over the players in the game. Of two players that is logistic
    regression on the difference of their features. Of N players any two are compared first, which gives the same
    weights where the model is true, and Newton's method ends at the maximum of the likelihood.

    Parameters
    ----------
    positions, wanted
        What is learned from, and each player's part of the win there.
    features
        Names.
    phases, phase
        How many rows of weights, and the feature whose sum over the players is blended by; without it the one that
        tells best how far a game has come.
    penalty
        Half of it times the square of a weight, of a feature in units of its spread, is added to the loss.

    Raises
    ------
    InputError
        If there are too few different values for so many phases.
    """
    given = positions.columns(features)
    scale = given[positions.present].std(axis=0)
    scale[scale == 0] = 1
    phase, knots = _knots(positions, phases, phase)
    blended = _blended(given / scale, positions, phase, knots)
    weights = _pairwise(blended, positions.present, wanted, penalty)
    if given.shape[1] > 2:
        weights = _sharpened(blended, positions.present, wanted, weights, penalty)
    rows = weights.reshape(phases, len(features)) / scale
    return Linear(weights=tuple(tuple(row.tolist()) for row in rows), phase=phase, knots=knots)


def refuse_without_sklearn() -> None:
    """Raise an error if scikit-learn is not installed; to be known before games are played.

    Raises
    ------
    InputError
        With the command that installs it.
    """
    if find_spec("sklearn") is None:
        raise InputError("fitting weights needs scikit-learn: pip install 'spielbaum[learn]'")


def _knots(positions: Positions, phases: int, phase: str | None) -> tuple[str | None, tuple[float, ...]]:
    """Return by which feature phases are told, and at which of its sums each holds alone."""
    if phases == 1:
        return None, ()
    sums = positions.features.sum(axis=1)
    if phase is None:
        age = np.arange(len(positions)) - np.searchsorted(positions.games, positions.games)
        spread = sums.std(axis=0)
        related = [
            abs(np.corrcoef(age, sums[:, i])[0, 1]) if spread[i] > 0 and name != TO_MOVE else -1.0
            for i, name in enumerate(positions.names)
        ]
        phase = positions.names[int(np.argmax(related))]
    positions.columns([phase])
    if phase == TO_MOVE:
        raise InputError("phases are told by a feature of the game, not by who is to move")
    found = sums[:, positions.names.index(phase)]
    knots = np.quantile(found, np.linspace(0.05, 0.95, phases))
    if (np.diff(knots) <= 0).any():
        raise InputError(f"the sum of {phase!r} has too few different values for {phases} phases")
    return phase, tuple(knots.tolist())


def _blended(given: Floats, positions: Positions, phase: str | None, knots: tuple[float, ...]) -> Floats:
    """Return the features once for each phase, each times how far it is that phase."""
    if phase is None:
        return given
    sums = positions.columns([phase])[:, :, 0].sum(axis=1)
    place = np.interp(sums, knots, np.arange(len(knots)))
    parts = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(len(knots))))
    return np.concatenate([given * part[:, None, None] for part in parts.T], axis=2)


def _pairwise(given: Floats, present: np.ndarray, wanted: Floats, penalty: float) -> Floats:
    """Return the weights of a logistic regression on the differences of any two players; scikit-learn is used here."""
    refuse_without_sklearn()
    from sklearn.linear_model import LogisticRegression

    rows, parts = [], []
    for one, other in permutations(range(given.shape[1]), 2):
        both = present[:, one] & present[:, other] & (wanted[:, one] > 0)
        rows.append(given[both, one] - given[both, other])
        parts.append(wanted[both, one])
    differences, weights = np.concatenate(rows), np.concatenate(parts)
    if len(differences) > MOST_PAIRS and given.shape[1] > 2:
        some = np.random.default_rng(0).choice(len(differences), MOST_PAIRS, replace=False)
        differences, weights = differences[some], weights[some]
    # Half of the differences are turned round, so that there are two classes, as the regression wants it.
    sign = np.where(np.arange(len(differences)) % 2 == 0, 1.0, -1.0)
    if len(differences) < 2 or not weights.any():
        raise InputError("there are too few decided games to learn from")
    model = LogisticRegression(C=1 / penalty, fit_intercept=False, max_iter=1000, tol=1e-6)
    model.fit(differences * sign[:, None], sign > 0, sample_weight=weights)
    return np.asarray(model.coef_[0], dtype=np.float64)


def _sharpened(given: Floats, present: np.ndarray, wanted: Floats, weights: Floats, penalty: float) -> Floats:
    """Return the weights at the maximum of the likelihood of all players together, by Newton's method."""
    loss = _loss(given, present, wanted, weights, penalty)
    for _ in range(STEPS):
        chances = chances_of(given @ weights, present)
        slope = np.einsum("np,npk->k", wanted - chances, given) - penalty * weights
        mean = np.einsum("np,npk->nk", chances, given)
        curve = np.einsum("np,npk,npl->kl", chances, given, given, optimize=True) - mean.T @ mean
        step = np.linalg.solve(curve + penalty * np.eye(len(weights)), slope)
        while (better := _loss(given, present, wanted, weights + step, penalty)) > loss and np.abs(step).max() > 1e-9:
            step /= 2
        if loss - better < 1e-9 * abs(loss):
            break
        weights, loss = weights + step, better
    return weights


def _loss(given: Floats, present: np.ndarray, wanted: Floats, weights: Floats, penalty: float) -> float:
    chances = np.maximum(chances_of(given @ weights, present), 1e-300)
    return float(-(wanted * np.log(chances)).sum() + penalty / 2 * (weights @ weights))


def chances_of(scores: Floats, present: np.ndarray) -> Floats:
    """Return the chances of all players by their scores; those who are out have none."""
    scores = np.where(present, scores, -np.inf)
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))
