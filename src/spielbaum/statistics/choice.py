"""The model behind the ratings: conditional logit, in which features make an alternative likely.

Alternative S is chosen with probability exp(f(S) b) / sum over T of exp(f(T) b), where f(S) are its features and b the
parameters (D. McFadden, Conditional logit analysis of qualitative choice behavior (1974)). The log-likelihood is
concave, so Newton's method finds its only maximum.

**The prior** adds two half choices for each parameter, against an alternative worth 0: one half is won, the other
lost. So an estimate is finite even for a player who has only won. It is the prior of the R package PlackettLuce
(H. Turner, J. van Etten, D. Firth and I. Kosmidis, Modelling rankings in R, Computational Statistics 35 (2020),
section 2.3).

**The covariance** is the sandwich estimate: the outer products of the scores of the units (rounds, or games), between
two inverse informations (K.-Y. Liang and S. Zeger, Longitudinal data analysis using generalized linear models,
Biometrika 73 (1986)). It holds if games of a round depend on one another, and if a result is divided among several
seats. The half choices of the prior count among the units, in place of the usual factor n / (n - 1).

Units that decide much pull the parameters towards themselves, so their scores are too small. If asked, each score is
that of a fit without its unit, as in the jackknife (R. Bell and D. McCaffrey, Bias reduction in standard errors for
linear regression with multi-stage samples, Survey Methodology 28 (2002)). This matters if some units are much larger
than others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielbaum.statistics.lazy_numpy import LazyNumPy
from spielbaum.statistics.resampling import Array

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyNumPy("ratings")

ITERATIONS = 100
PRECISE = 1e-10
ROUNDING = 1e-13
"""The relative error of a log-likelihood, which hides the last steps near the maximum."""


@dataclass(frozen=True)
class Choices:
    """Kinds of choices, padded to the same number of alternatives.

    Attributes
    ----------
    features
        Shape (kinds, alternatives, parameters).
    open
        1 for an alternative, 0 for padding. Shape (kinds, alternatives).
    taken
        The part of the choice that fell to each alternative; rows sum to 1. Shape (kinds, alternatives).
    kinds, units
        For each choice, its kind and the number of its unit.
    """

    features: Array
    open: Array
    taken: Array
    kinds: Sequence[int]
    units: Sequence[int]


@dataclass(frozen=True)
class Fit:
    """The parameters, their covariance, and the number of units that it was estimated from."""

    parameters: Array
    covariance: Array
    units: int


def fit(choices: Choices, *, jackknife: bool = False) -> Fit:
    """Return the parameters with the highest posterior likelihood.

    Parameters
    ----------
    choices
        The choices.
    jackknife
        Whether the covariance is that of the jackknife; for some hundred units at most, which are unequal.

    Examples
    --------
    Of four choices, three fell to the first of two alternatives, whose only feature is 1:

    >>> one = Choices(np.array([[[1.0], [0.0]]] * 2), np.ones((2, 2)), np.eye(2), [0, 0, 0, 1], [0, 1, 2, 3])
    >>> fit(one).parameters.round(3), np.log(3.5 / 1.5).round(3)
    (array([0.847]), np.float64(0.847))
    """
    counts = np.bincount(choices.kinds, minlength=len(choices.taken)).astype(float)
    found = np.zeros(choices.features.shape[2])
    value, scores, information = _evaluate(choices, counts, found)
    for _ in range(ITERATIONS):
        step = np.linalg.solve(information, counts @ scores + _prior_score(found))
        size = 1.0
        while size > PRECISE:
            better = _evaluate(choices, counts, found + size * step)
            if better[0] >= value - ROUNDING * abs(value):
                found, (value, scores, information) = found + size * step, better
                break
            size /= 2
        if np.abs(step).max() < PRECISE or size <= PRECISE:
            break
    return Fit(found, *_covariance(choices, found, scores, information, jackknife=jackknife))


def information_at_zero(choices: Choices) -> Array:
    """Return the information of the choices, without the prior, at parameters 0. Shape (parameters, parameters)."""
    counts = np.bincount(choices.kinds, minlength=len(choices.taken)).astype(float)
    zero = np.zeros(choices.features.shape[2])
    return _evaluate(choices, counts, zero)[2] - np.eye(len(zero)) / 4


def _evaluate(choices: Choices, counts: Array, parameters: Array) -> tuple[float, Array, Array]:
    """Return the log-likelihood with the prior, the score of each kind of choice, and the information."""
    worth = np.where(choices.open > 0, choices.features @ parameters, -np.inf)
    worth -= worth.max(axis=1, keepdims=True)
    chances = np.exp(worth)
    whole = chances.sum(axis=1, keepdims=True)
    chances /= whole
    logarithms = np.where(choices.taken > 0, worth - np.log(whole), 0.0)
    means = np.einsum("ka,kap->kp", chances, choices.features)
    scores = np.einsum("ka,kap->kp", choices.taken, choices.features) - means
    squares = np.einsum("k,ka,kap,kaq->pq", counts, chances, choices.features, choices.features, optimize=True)
    up = 1 / (1 + np.exp(-parameters))
    value = counts @ (choices.taken * logarithms).sum(axis=1) - (np.logaddexp(0, parameters) - parameters / 2).sum()
    information = squares - np.einsum("k,kp,kq->pq", counts, means, means) + np.diag(up * (1 - up))
    return float(value), scores, information


def _prior_score(parameters: Array) -> Array:
    score: Array = 0.5 - 1 / (1 + np.exp(-parameters))
    return score


def _covariance(
    choices: Choices, parameters: Array, scores: Array, information: Array, *, jackknife: bool
) -> tuple[Array, int]:
    units = max(choices.units) + 1
    sums = np.zeros((units, len(parameters)))
    np.add.at(sums, np.asarray(choices.units), scores[np.asarray(choices.kinds)])
    inverse = np.linalg.inv(information)
    if jackknife:
        own = np.zeros((units, *information.shape))
        np.add.at(own, np.asarray(choices.units), _informations(choices, parameters)[np.asarray(choices.kinds)])
        without = np.eye(len(parameters)) - own @ inverse
        sums = np.linalg.solve(without, sums[:, :, None])[:, :, 0]
    up = 1 / (1 + np.exp(-parameters))
    imagined = np.diag(((1 - up) ** 2 + up**2) / 2)
    spread = sums.T @ sums + imagined
    return inverse @ spread @ inverse, units


def _informations(choices: Choices, parameters: Array) -> Array:
    """Return the information of each kind of choice. Shape (kinds, parameters, parameters)."""
    worth = np.where(choices.open > 0, choices.features @ parameters, -np.inf)
    chances = np.exp(worth - worth.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    means = np.einsum("ka,kap->kp", chances, choices.features)
    squares = np.einsum("ka,kap,kaq->kpq", chances, choices.features, choices.features, optimize=True)
    found: Array = squares - np.einsum("kp,kq->kpq", means, means)
    return found
