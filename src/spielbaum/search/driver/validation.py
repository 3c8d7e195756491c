"""What a search refuses before it begins, because it could not keep its word."""

from collections.abc import Collection, Sequence
from math import inf, isnan

from spielbaum.errors import InputError, PositionError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_state
from spielbaum.search.algorithms.registry import Algorithm, algorithm_names, find_algorithm
from spielbaum.search.core.limits import Limits
from spielbaum.search.table.scalar import Scheme

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
        raise InputError(f"threads share a table, and {spec} has none: add replacement=two-deep")


def refuse_no_ply(limits: Limits) -> None:
    """Raise an error if nothing is searched but the root itself, where actions are asked for.

    Raises
    ------
    InputError
        If the depth is 0.
    """
    if limits.depth == 0:
        raise InputError("an action is a ply: to search actions the depth must be at least 1")


def those_asked(
    game: Game, state: State, legal: Sequence[Action], only: Collection[Action] | None, limits: Limits
) -> list[Action]:
    """Return the actions of a root that are to be searched, in the game's order: all of them without ``only``.

    Raises
    ------
    InputError
        If ``only`` is empty or has an action that is not legal, or if the depth is 0.
    """
    if only is None:
        return list(legal)
    refuse_no_ply(limits)
    for action in only:
        if action not in legal:
            raise PositionError(f"action {action!r} is not legal at {format_state(game, state)}")
    if not only:
        raise InputError("there is nothing to search: no action is named")
    return [action for action in legal if action in only]
