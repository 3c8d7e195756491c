"""Checks before a search, and the errors of searches that had to stop."""

from collections.abc import Collection, Sequence
from math import isnan
from numbers import Integral, Real
from typing import Any

from spielbaum.errors import (
    EndlessGameError,
    GameError,
    InputError,
    Message,
    PositionError,
    Sentence,
    validate_whole_number,
)
from spielbaum.game import Action, Game, State
from spielbaum.game.line import Line
from spielbaum.game.notation import format_state
from spielbaum.search.algorithms.choice import AlgorithmChoice, is_algorithm
from spielbaum.search.algorithms.registry import Algorithm, algorithm_names, find_algorithm
from spielbaum.search.core.limits import FULL_WINDOW, MAX_PLY, Limits, refuse_depth_zero
from spielbaum.search.core.workspace import ENDLESS, FALSE_ENTRY, FOREIGN_ACTION, OUT_OF_MEMORY, UNFIT_VALUE
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES, parse_size
from spielbaum.watchdog import HAS_THREADS

FAULTS = (
    "a function of it answers otherwise when asked again, or its bounds are wrong, which spielbaum check may show",
    "its key is the same for states of different value, which spielbaum check may show",
)
"""Why a table may be wrong without a key of the game's own, and with one."""


def validate_limits(
    limits: Limits | None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
) -> Limits:
    """Return the limits of a search, from a record or from single limits.

    Raises
    ------
    InputError
        If they are given in both ways, or one of them is impossible.
    """
    if limits is None:
        return Limits(depth, seconds, nodes, simulations)
    if not isinstance(limits, Limits):
        raise InputError(
            Message("limits must be Limits(...), not {!r}: write depth=8 or limits=Limits(depth=8)", limits)
        )
    if (depth, seconds, nodes, simulations) != (None, None, None, None):
        raise InputError(
            Message("limits are given either as limits=Limits(...) or as depth=, seconds= and nodes=, not as both")
        )
    return limits


def validate_evaluation(evaluation: Any) -> None:
    """Raise an InputError if the name of an evaluation is not a text."""
    if evaluation is not None and not isinstance(evaluation, str):
        raise InputError(Message("evaluation must be a text such as 'none', not {!r}", evaluation))


def root_state(game: Game, state: Any) -> State:
    """Return the state to search: the initial one if None, the present one of a position.

    Raises
    ------
    InputError
        If it is no state of the game.
    """
    start = game.initial()
    if state is None:
        return start
    if isinstance(state, Line):
        if state.game.spec != game.spec:
            raise InputError(Message("the position is one of {}, not of {}", state.game.spec, game.spec))
        state = state.state
    if type(state) is type(start):
        return state
    is_name = isinstance(state, str) and is_algorithm(state)
    reads = isinstance(state, str) and game.notation.parse_state is not None
    if not (game.compiled or is_name or reads):  # states may have several classes
        return state
    if is_name:
        raise InputError(Message("{!r} is an algorithm, not a state: write algorithm={!r}", state, state))
    kind, read = type(start).__name__, Sentence(", or read one by game.notation.parse_state") if reads else ""
    shown = repr(state)[:60]
    raise InputError(
        Message("a state of {} is a {}, not {}: begin with game.initial(){}", game.name, kind, shown, read)
    )


def root_and_history(game: Game, state: Any, history: Any) -> tuple[State, Sequence[State]]:
    """Return the state to search and the states before it; a position brings its own.

    Raises
    ------
    InputError
        If the state is none of the game, or the history no sequence, or given twice.
    """
    if isinstance(history, str) or not isinstance(history, Sequence):
        raise InputError(Message("history must be the states before the root, not {!r}", history))
    root = root_state(game, state)
    if not isinstance(state, Line):
        return root, history
    if history:
        raise InputError(Message("a position has its own history: leave out history="))
    return root, state.history


def validate_window(algorithm: Algorithm, window: tuple[float, float]) -> None:
    """Raise an InputError if a window is empty, or if the algorithm takes none."""
    if not isinstance(window, Sequence) or len(window) != 2 or not all(isinstance(bound, Real) for bound in window):
        raise InputError(Message("a window is two numbers, alpha and beta, such as window=(-1, 1), not {!r}", window))
    alpha, beta = window
    if isnan(alpha) or isnan(beta) or not alpha < beta:
        raise InputError(
            Message("the window {:g},{:g} is empty: the first number must be the smaller one", alpha, beta)
        )
    if not algorithm.windows and window != FULL_WINDOW:
        raise InputError(Message("{} takes no window: it is not an alpha-beta search", algorithm.name))


def validate_aspiration(width: float) -> float:
    """Return half the width of an aspiration window.

    Raises
    ------
    InputError
        If it is negative or not a number.
    """
    if not width >= 0:
        raise InputError(Message("aspiration must be a number of at least 0, not {:g}", width))
    return width


def validate_table(size: int | str | None) -> int:
    """Return the size of a table in bytes, from a number of bytes, a text such as ``"64MB"`` or ``"2^20"``, or None.

    Raises
    ------
    InputError
        If the text is not a size.
    """
    if size is None:
        return DEFAULT_TABLE_BYTES
    if not isinstance(size, str | Integral) or isinstance(size, bool):
        raise InputError(Message("the size of a table is a number of bytes or a text such as '64MB', not {!r}", size))
    return parse_size(size) if isinstance(size, str) else int(size)


def validate_threads(threads: int, game: Game, *, compiled: bool) -> int:
    """Return a number of threads, if the game can be searched with it.

    Raises
    ------
    InputError
        If it is below 1, or above 1 for a game that runs interpreted, or in a browser.
    """
    validate_whole_number("threads", threads, least=1)
    if threads > 1 and not HAS_THREADS:
        raise InputError(Message("a search in a browser has one thread"))
    if threads > 1 and not compiled:
        raise InputError(Message("several threads need a compiled game, and {} runs interpreted", game.spec))
    return threads


def validate_parallel_search(choice: AlgorithmChoice, *, has_table: bool) -> None:
    """Raise an InputError if an algorithm cannot use several threads."""
    if not choice.algorithm.threads:
        several = ", ".join(name for name in algorithm_names() if find_algorithm(name).threads)
        raise InputError(Message("{} searches with one thread; several can use {}", choice.name, several))
    if not has_table and choice.algorithm.family.shares_table:
        raise InputError(Message("threads share a table, and {} has none: add replacement=two-deep", choice))


def validate_node_limit(limits: Limits, threads: int) -> None:
    """Raise an InputError if nodes are limited in a search with several threads."""
    if threads > 1 and limits.nodes is not None:
        raise InputError(
            Message("a node limit makes a search repeatable, and several threads do not: leave out one of them")
        )


def validate_root_moves(
    game: Game, state: State, legal: Sequence[Action], root_moves: Collection[Action] | None, limits: Limits
) -> list[Action]:
    """Return the root actions to search, in the game's order; all of them if None.

    Raises
    ------
    InputError
        If there are none, or if the depth is 0.
    PositionError
        If one of them is not legal.
    """
    if root_moves is None:
        return list(legal)
    refuse_depth_zero(limits)
    if isinstance(root_moves, str) or not isinstance(root_moves, Collection):
        raise InputError(Message("root_moves must be a list of actions, not {!r}", root_moves))
    for action in root_moves:
        if action not in legal:
            raise PositionError(Message("action {!r} is not legal at {}", action, format_state(game, state)))
    if not root_moves:
        raise InputError(Message("root_moves is empty: there is nothing to search"))
    return [action for action in legal if action in root_moves]


def validate_outcome(stop: int, game: str, *, unfit: str, advice: str, keyed: bool) -> None:
    """Raise an error if a search stopped because of a fault in the game.

    Parameters
    ----------
    stop
        ``ws.stop`` after the search.
    game
        Name of the game.
    unfit
        A sentence that says which value cannot be used.
    advice
        What to do about an endless game.
    keyed
        Whether the game has a key of its own.

    Raises
    ------
    EndlessGameError
        If a line of play was longer than ``MAX_PLY``.
    GameError
        If a value was unfit, if there were too many actions or one of a wrong number, or if the table held a wrong
        value.
    """
    if stop == ENDLESS:
        raise EndlessGameError(Message("{} has lines of play of more than {} plies: {}", game, MAX_PLY - 1, advice))
    if stop == UNFIT_VALUE:
        raise GameError(unfit)
    if stop == OUT_OF_MEMORY:
        raise GameError(Message("{} has more actions on a line of play than a search has memory for", game))
    if stop == FOREIGN_ACTION:
        wrong = Sentence("has an action that is not from 0 on and below distinct_actions, which it states")
        raise GameError(Message("{} {}: state a larger number, or none", game, wrong))
    if stop == FALSE_ENTRY:
        raise GameError(
            Message(
                "a value from the table of {} is not confirmed by a search without it: {}",
                game,
                Sentence(FAULTS[keyed]),
            )
        )
