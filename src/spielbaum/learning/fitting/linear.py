"""Fitting weights of features: logistic regression for two players, conditional logit for N."""

from importlib.util import find_spec
from itertools import permutations

import numpy as np

from spielbaum.errors import InputError, Message
from spielbaum.game import TO_MOVE
from spielbaum.learning.fitting.positions import Floats, Positions
from spielbaum.learning.models.model import Linear

STEPS = 30
"""The most steps of Newton's method, which needs fewer than ten."""

MOST_PAIRS = 500_000
"""The most pairs of players for the first estimate."""


def fit_linear(
    positions: Positions,
    wanted: Floats,
    *,
    features: tuple[str, ...],
    phases: int = 1,
    phase: str | None = None,
    penalty: float = 1.0,
) -> Linear:
    """Return the weights of maximum likelihood.

    The probability of a player is ``exp(w·f) / Σ exp(w·f)`` over the players in the game. For two players that is
    logistic regression on the difference of their features. For N players the first estimate compares pairs, which
    gives the same weights if the model is true, and Newton's method then finds the maximum.

    Parameters
    ----------
    positions, wanted
        The positions, and each player's part of the win there. Shape (positions, players).
    features
        Names.
    phases, phase
        The number of rows of weights, and the feature whose sum over the players determines the phase; by default the
        one that correlates best with the age of a game.
    penalty
        Half of it times the square of each weight, for features of unit variance, is added to the loss.

    Raises
    ------
    InputError
        If there are too few distinct values for the number of phases.
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
    """Raise an error if scikit-learn is not installed, before any games are played.

    Raises
    ------
    InputError
        With the command that installs it.
    """
    if find_spec("sklearn") is None:
        raise InputError(Message("fitting weights needs scikit-learn: pip install 'spielbaum[learn]'"))


def _knots(positions: Positions, phases: int, phase: str | None) -> tuple[str | None, tuple[float, ...]]:
    """Return the feature of the phases, and the sums at which each phase applies alone."""
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
        raise InputError(Message("phases are determined by a feature of the game, not by the player to move"))
    found = sums[:, positions.names.index(phase)]
    knots = np.quantile(found, np.linspace(0.05, 0.95, phases))
    if (np.diff(knots) <= 0).any():
        raise InputError(Message("the sum of {!r} has too few distinct values for {} phases", phase, phases))
    return phase, tuple(knots.tolist())


def _blended(given: Floats, positions: Positions, phase: str | None, knots: tuple[float, ...]) -> Floats:
    """Return the features once for each phase, weighted by the phase."""
    if phase is None:
        return given
    sums = positions.columns([phase])[:, :, 0].sum(axis=1)
    place = np.interp(sums, knots, np.arange(len(knots)))
    parts = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(len(knots))))
    return np.concatenate([given * part[:, None, None] for part in parts.T], axis=2)


def _pairwise(given: Floats, present: np.ndarray, wanted: Floats, penalty: float) -> Floats:
    """Return the weights of a logistic regression on differences between pairs of players, by scikit-learn."""
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
    # Half of the differences are negated, since the regression needs two classes.
    sign = np.where(np.arange(len(differences)) % 2 == 0, 1.0, -1.0)
    if len(differences) < 2 or not weights.any():
        raise InputError(Message("there are too few decided games to learn from"))
    model = LogisticRegression(C=1 / penalty, fit_intercept=False, max_iter=1000, tol=1e-6)
    model.fit(differences * sign[:, None], sign > 0, sample_weight=weights)
    return np.asarray(model.coef_[0], dtype=np.float64)


def _sharpened(given: Floats, present: np.ndarray, wanted: Floats, weights: Floats, penalty: float) -> Floats:
    """Return the weights that maximise the likelihood of all players, by Newton's method."""
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
    """Return the winning probabilities of all players from their scores; 0 for players who are out."""
    scores = np.where(present, scores, -np.inf)
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))
