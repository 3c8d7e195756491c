"""The rules of a game for a proof."""

from collections.abc import Callable, Iterator
from math import ceil, floor
from typing import Any, NamedTuple

from spielbaum.game import Action, Game, State
from spielbaum.kernel import component
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.keys import ProofKeys, proof_keys
from spielbaum.search.proof.bounds_table import LIMIT

UNFIT = LIMIT + 1
"""The value of a utility that is not a whole number, or too large."""


class ProofRules(NamedTuple):
    """The functions of a game that a proof uses; all of them compile.

    ``bounds`` are the least and the largest value that the player to move can still reach, and ``value`` is that of a
    terminal state, ``UNFIT`` for a utility that is not a whole number or too large. ``extremes`` are the bounds, or the
    value twice. ``offset`` is the part of a value that keys leave out, or None. ``repetition`` is the key of the rule
    of repetition. ``order_open`` is the order of undecided actions; None for the same order. ``fastest_first`` is the
    number of plies from the root in which actions are sorted by their replies. ``history`` is the bonus of an action
    that has reached the bound of late; ``history_key`` identifies it.
    """

    state_of: Callable[[Any], State]
    to_move: Callable[[State], int]
    candidates: Callable[[State], Iterator[Action]]
    result: Callable[[State, Action], State]
    is_terminal: Callable[[State], bool]
    value: Callable[[State], int]
    bounds: Callable[[State], tuple[int, int]]
    extremes: Callable[[State], tuple[int, int]]
    order: Callable[[State, Action], float]
    order_open: Callable[[State, Action], float] | None
    keys: ProofKeys
    offset: Callable[[State], int] | None
    repetition: Callable[[State], int] | None
    fastest_first: int
    history: float
    history_key: Callable[[State, Action], int]


def make_proof_rules(game: Game, *, compiled: bool) -> ProofRules:
    """Return the rules of a game for a proof.

    Parameters
    ----------
    game
        A zero-sum game for two players.
    compiled
        Whether they will be compiled; then states have the declared types of their fields.
    """
    game = game.numbered
    rules, proof = make_rules(game, compiled=compiled), game.hints.proof
    value, bounds = _make_value(game, rules.utility), _make_bounds(game)
    return ProofRules(
        state_of=rules.state_of,
        to_move=game.to_move,
        candidates=proof.candidates or rules.actions,  # type: ignore[arg-type]
        result=_settled_result(rules.result, proof.settled, game.is_terminal, rules.state_of),
        is_terminal=game.is_terminal,
        value=value,
        bounds=bounds,
        extremes=_make_extremes(game.is_terminal, value, bounds),
        order=proof.order or game.hints.order or _no_order,
        order_open=proof.order_open,
        keys=proof_keys(game, compiled=compiled),
        offset=proof.offset,
        repetition=game.repetition.key if game.repetition else None,
        fastest_first=proof.fastest_first,
        history=proof.history,
        history_key=proof.history_key or _same_action,
    )


def _make_value(game: Game, utility: Callable[[State], Any]) -> Callable[[State], int]:
    to_move = game.to_move

    def value(state: State) -> int:
        entry = component(utility(state), to_move(state))
        return int(entry) if entry % 1 == 0 and abs(entry) <= LIMIT else UNFIT

    return value


def _make_bounds(game: Game) -> Callable[[State], tuple[int, int]]:
    given = game.hints.proof.bounds or game.hints.bounds
    largest = LIMIT if game.max_utility is None else ceil(min(LIMIT, game.max_utility))
    if given is None:
        return lambda _state: (-largest, largest)

    def bounds(state: State) -> tuple[int, int]:
        low, high = given(state)
        return max(-largest, floor(max(-LIMIT, low))), min(largest, ceil(min(LIMIT, high)))

    return bounds


def _make_extremes(
    is_terminal: Callable[[State], bool],
    value: Callable[[State], int],
    bounds: Callable[[State], tuple[int, int]],
) -> Callable[[State], tuple[int, int]]:
    def extremes(state: State) -> tuple[int, int]:
        if is_terminal(state):
            utility = value(state)
            return utility, utility
        return bounds(state)

    return extremes


def _settled_result(
    result: Callable[[State, Action], State],
    settled: Callable[[State], State] | None,
    is_terminal: Callable[[State], bool],
    state_of: Callable[[Any], State],
) -> Callable[[State, Action], State]:
    if settled is None:
        return result

    def settled_result(state: State, action: Action) -> State:
        child = result(state, action)
        return child if is_terminal(child) else state_of(settled(child))

    return settled_result


def _no_order(_state: State, _action: Action) -> float:
    return 0.0


def _same_action(_state: State, action: int) -> int:
    return action
