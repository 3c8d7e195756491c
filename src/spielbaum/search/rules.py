"""A game as a search sees it: functions with settled types, and one evaluation chosen."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from spielbaum.game import Action, Evaluation, Game, State, Vector
from spielbaum.kernel import AsState, AsVector


class Rules(NamedTuple):
    """What an algorithm may ask of a game; every function compiles, vectors hold floats."""

    players: int
    state_of: Callable[[Any], State]
    to_move: Callable[[State], int]
    actions: Callable[[State], Iterator[Action]]
    result: Callable[[State, Action], State]
    is_terminal: Callable[[State], bool]
    utility: Callable[[State], Vector]
    evaluate: Callable[[State], Vector]
    order: Callable[[State, Action], float] | None


def make_rules(game: Game, evaluation: Evaluation | None = None, *, compiled: bool) -> Rules:
    """Return the rules of a game under an evaluation.

    Parameters
    ----------
    game
        The game.
    evaluation
        How unfinished leaves are estimated; without it they count as 0 for all players.
    compiled
        Whether they are to be compiled: then states get the types that are declared for their fields.
    """
    state_of: Callable[[Any], State] = _itself
    result = game.result
    if compiled:
        state_of = AsState(type(game.initial()))
        result = _typed_result(game.result, state_of)
    estimate = _all_equal(game.players) if evaluation is None else evaluation.function
    return Rules(
        players=game.players,
        state_of=state_of,
        to_move=game.to_move,
        actions=game.actions,  # type: ignore[arg-type]
        result=result,
        is_terminal=game.is_terminal,
        utility=_worth(game, evaluation),
        evaluate=_vector(estimate, game.players, 1),
        order=game.order,
    )


def _worth(game: Game, evaluation: Evaluation | None) -> Callable[[State], Vector]:
    """Return what a finished game is worth, in the unit of the evaluation."""
    if evaluation is None:
        return _vector(game.utility, game.players, 1)
    if evaluation.finished:
        return _vector(evaluation.function, game.players, 1)
    return _vector(game.utility, game.players, evaluation.utility_weight)


def _all_equal(players: int) -> Callable[[State], Vector]:
    nought = (0,) * players

    def estimate(_state: State) -> Vector:
        return nought

    return estimate


def _vector(function: Callable[[State], Vector], players: int, weight: float) -> Callable[[State], Vector]:
    as_vector = AsVector(players, weight, f"what {function.__name__} returns")

    def vector(state: State) -> Vector:
        return as_vector(function(state))

    return vector


def _typed_result(
    result: Callable[[State, Action], State], as_state: Callable[[Any], State]
) -> Callable[[State, Action], State]:
    def typed_result(state: State, action: Action) -> State:
        return as_state(result(state, action))

    return typed_result


def _itself(state: State) -> State:
    return state
