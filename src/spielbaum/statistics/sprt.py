"""The sequential probability ratio test: a match that stops when its question is answered.

Is the first player elo1 points stronger than the second (H1), or only elo0 (H0)? After each pair of games the
log-likelihood ratio is compared with two bounds, log(beta / (1 - alpha)) and log((1 - beta) / alpha), and the test
stops when it crosses one (A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16
(1945)). H1 is accepted wrongly with a probability of about alpha, H0 of about beta.

**The unit is the pair**: the same opening played in both seatings. A pair has one of five scores, 0, 1/2, 1, 3/2, 2,
and their frequencies are the pentanomial model. It accounts for the opening that both games share. Unpaired games have
three results, the trinomial model.

**The likelihood is generalised**: neither hypothesis specifies the frequencies, so each gets the likeliest that it
allows. H0 and H1 fix either the expected score (*logistic* Elo), or its distance from a half in standard deviations of
a game (*normalized* Elo, which measures how many games it takes to see the difference, and depends less on the draw
rate). M. Van den Bergh, Comments on normalized Elo (2020), proposition 1.1 and section 4.1, derives the likeliest
frequencies; fishtest and fastchess compute the same. Scores that have not occurred count as a thousandth, as they do
there.

The generalised ratio is accurate for many pairs. ``benchmarks/statistics_coverage.py`` measures the error rates.
"""

from collections.abc import Sequence
from math import log, sqrt

from spielbaum.errors import InputError, Message
from spielbaum.statistics.elo import ELO, share_of

MODELS = ("logistic", "normalized")
UNSEEN = 1e-3
"""The count of a score that has not occurred."""


class Sprt:
    """A sequential test, updated with each result.

    Parameters
    ----------
    elo0, elo1
        The lead of the first player under H0 and H1; elo0 is the smaller one.
    alpha, beta
        The risks of accepting H1 if H0 is true, and H0 if H1 is true.
    model
        ``"logistic"`` or ``"normalized"``.
    paired
        Whether a result is that of a pair of games, the same opening in both seatings, or of a single game.

    Attributes
    ----------
    counts
        The number of times each score occurred, from the lowest to the highest.
    decision
        ``"H0"`` or ``"H1"`` once there is one; later results do not change it. None before.

    Raises
    ------
    InputError
        If the hypotheses or the error rates are inconsistent.

    Examples
    --------
    >>> test = Sprt(0, 20)
    >>> for score in 12 * (1, 1.5, 1, 2, 1, 0.5):
    ...     test.update(score)
    >>> test.decision, test.counts, round(test.llr, 2)
    ('H1', [0, 12, 36, 12, 12], 2.92)
    """

    def __init__(
        self,
        elo0: float,
        elo1: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: str = "logistic",
        paired: bool = True,
    ) -> None:
        if not elo0 < elo1:
            raise InputError(Message("elo0 must be less than elo1, and {} is not less than {}", elo0, elo1))
        if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
            raise InputError(
                Message("alpha and beta must be above 0 and sum up to less than 1; {} and {} do not", alpha, beta)
            )
        if model not in MODELS:
            raise InputError(Message("unknown model {!r}: there is {}", model, " and ".join(MODELS)))
        self.elo0, self.elo1, self.model = elo0, elo1, model
        self.bounds = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        self.counts = [0] * (5 if paired else 3)
        self.decision: str | None = None

    def update(self, score: float) -> None:
        """Count the first player's score in a pair (0, 1/2, 1, 3/2 or 2), or in an unpaired game (0, 1/2 or 1)."""
        place = 2 * score
        if place not in range(len(self.counts)):
            raise InputError(Message("a score is one of {}, not {}", [i / 2 for i in range(len(self.counts))], score))
        self.counts[int(place)] += 1
        low, high = self.bounds
        ratio = self.llr
        if self.decision is None and not low < ratio < high:
            self.decision = "H0" if ratio <= low else "H1"

    @property
    def llr(self) -> float:
        """The log-likelihood ratio: negative if the results favour H0, positive if they favour H1."""
        return log_likelihood_ratio(self.counts, self.elo0, self.elo1, model=self.model)


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float, *, model: str = "logistic") -> float:
    """Return the generalised log-likelihood ratio of H1 to H0.

    Parameters
    ----------
    counts
        The number of times each score occurred, from the lowest to the highest: three for games, five for pairs.
    elo0, elo1, model
        As for `Sprt`.

    Examples
    --------
    >>> round(log_likelihood_ratio([223, 9863, 21279, 10037, 246], 0.5, 2.5), 2)
    -3.07
    """
    if not any(counts):
        return 0.0
    seen = [count or UNSEEN for count in counts]
    chances = [count / sum(seen) for count in seen]
    scores = [i / (len(counts) - 1) for i in range(len(counts))]
    if model == "logistic":
        first, second = (_with_mean(scores, chances, share_of(elo)) for elo in (elo0, elo1))
    else:
        games = (len(counts) - 1) / 2
        first, second = (_with_distance(scores, chances, sqrt(games) * elo / (2 * ELO)) for elo in (elo0, elo1))
    return sum(count * log(p1 / p0) for count, p0, p1 in zip(seen, first, second, strict=True))


def _with_mean(scores: Sequence[float], chances: Sequence[float], mean: float) -> list[float]:
    """Return the likeliest probabilities for which the scores have a mean (Van den Bergh, proposition 1.1)."""
    return _tilted(chances, [score - mean for score in scores])


def _with_distance(scores: Sequence[float], chances: Sequence[float], distance: float) -> list[float]:
    """Return the likeliest probabilities for which (mean - 1/2) / deviation has a value (section 4.1)."""
    found = [1 / len(scores)] * len(scores)
    for _ in range(100):
        mean = sum(p * score for p, score in zip(found, scores, strict=True))
        deviation = sqrt(sum(p * (score - mean) ** 2 for p, score in zip(found, scores, strict=True)))
        moments = [score - 0.5 - distance * deviation * (1 + ((score - mean) / deviation) ** 2) / 2 for score in scores]
        before, found = found, _tilted(chances, moments)
        if max(abs(p - q) for p, q in zip(before, found, strict=True)) < 1e-9:
            break
    return found


def _tilted(chances: Sequence[float], moments: Sequence[float]) -> list[float]:
    """Return the likeliest probabilities for which the moments have mean 0.

    They are p / (1 + x m), where x is the root of sum(p m / (1 + x m)), which falls between its two poles.
    """
    low, high = -1 / max(moments), -1 / min(moments)
    while high - low > 1e-14 * max(1.0, high, -low):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(p * m / (1 + middle * m) for p, m in zip(chances, moments, strict=True)) > 0:
            low = middle
        else:
            high = middle
    x = (low + high) / 2
    return [p / (1 + x * m) for p, m in zip(chances, moments, strict=True)]
