"""What a search refuses before it begins, because it could not keep its word."""

from math import inf, isnan

from spielbaum.errors import InputError
from spielbaum.search.algorithm import Algorithm, algorithm_names, find_algorithm
from spielbaum.search.limits import Limits
from spielbaum.search.table import Scheme

FULL_WINDOW = (-inf, inf)


def refuse_question(algorithm: Algorithm, limits: Limits, *, window: tuple[float, float], threads: int) -> None:
    """Raise an error if limits or window are not for an algorithm, or for so many threads.

    Raises
    ------
    InputError
        With a sentence that says why.
    """
    alpha, beta = window
    if isnan(alpha) or isnan(beta) or not alpha < beta:
        raise InputError(f"the window {alpha:g},{beta:g} is empty: the first number must be the smaller one")
    if not algorithm.windows and window != FULL_WINDOW:
        raise InputError(f"{algorithm.name} takes no window: it is not an alpha-beta search")
    if threads > 1 and limits.nodes is not None:
        raise InputError("a node limit makes a search repeatable, which several threads do not: leave out one")


def refuse_threads(algorithm: Algorithm, spec: str, scheme: Scheme) -> None:
    """Raise an error if an algorithm, written as ``spec``, cannot use several threads.

    Raises
    ------
    InputError
        With a sentence that says what is missing.
    """
    if not algorithm.threads:
        several = ", ".join(name for name in algorithm_names() if find_algorithm(name).threads)
        raise InputError(f"{algorithm.name} searches with one thread; several can use {several}")
    if scheme == "none":
        raise InputError(f"threads share a table, and {spec} has none: add table=two-deep")
