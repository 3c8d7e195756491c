"""Compares utilities and estimates with the facts that a game states about them."""

from math import isclose

from spielbaum.game.facts import Evaluation, Vector
from spielbaum.game.record import Game

NEARLY = 1e-9
"""The tolerance for rounding errors of a sum, relative to its largest entry if that is above 1."""


def against_utility(game: Game, vector: Vector) -> str | None:
    """Return the stated fact that a utility contradicts, as it is written in the record; None if it contradicts none.

    Examples
    --------
    >>> from spielbaum import games
    >>> against_utility(games.load("nim"), (1, 1))
    'zero_sum=True'
    """
    wanted = 0 if game.zero_sum else game.utility_sum
    if wanted is not None and not _sums_to(vector, wanted):
        return "zero_sum=True" if game.zero_sum else f"utility_sum={wanted:g}"
    if game.max_utility_sum is not None and sum(vector) > game.max_utility_sum + NEARLY:
        return f"max_utility_sum={game.max_utility_sum:g}"
    if game.max_utility is not None and max(map(abs, vector)) > game.max_utility + NEARLY:
        return f"max_utility={game.max_utility:g}"
    return "non_negative=True" if game.non_negative and min(vector) < 0 else None


def against_estimate(game: Game, evaluation: Evaluation, vector: Vector) -> tuple[str, str] | None:
    """Return the source of a fact that an estimate contradicts, ``"the game"`` or ``"it"``, and the fact; else None.

    Examples
    --------
    >>> from spielbaum import games
    >>> against_estimate(games.load("nim"), Evaluation(len), (24, 24))
    ('the game', 'zero_sum=True')
    """
    if game.zero_sum and not _sums_to(vector, 0):
        return "the game", "zero_sum=True"
    if evaluation.non_negative and min(vector) < 0:
        return "it", "non_negative=True"
    if evaluation.maximum is not None and max(vector) > evaluation.maximum + NEARLY:
        return "it", f"maximum={evaluation.maximum:g}"
    if evaluation.maximal_sum is not None and sum(vector) > evaluation.maximal_sum + NEARLY:
        return "it", f"maximal_sum={evaluation.maximal_sum:g}"
    return None


def _sums_to(vector: Vector, wanted: float) -> bool:
    return isclose(sum(vector), wanted, rel_tol=0, abs_tol=NEARLY * max(1, *map(abs, vector)))
