"""The laws of optional hooks: number of actions, noisy actions, null moves, repetition and keys."""

from collections.abc import Callable
from math import isfinite

from spielbaum.checking.laws import Law
from spielbaum.checking.probe import MAX_ACTIONS
from spielbaum.checking.visit import Visit, fits, listed
from spielbaum.game import State
from spielbaum.kernel import AsIntegers, shape_of


def _count(visit: Visit) -> str | None:
    if visit.game.hints.count is None or visit.terminal:
        return None
    counted, number = visit.game.hints.count(visit.state), len(visit.actions)
    return None if counted == number else f"count returns {counted!r}, and there are {number} actions"


def _noisy(visit: Visit) -> str | None:
    noisy, may_stand_pat = visit.game.hints.noisy, visit.game.hints.may_stand_pat
    if noisy is None or visit.terminal:
        return None
    here = tuple(bool(noisy(visit.state, action)) for action in visit.actions[:MAX_ACTIONS])
    if visit.game.hints.noisy_actions is not None:
        given = list(visit.game.hints.noisy_actions(visit.state))
        wanted = [action for action in visit.actions if noisy(visit.state, action)]
        if given != wanted:
            return f"noisy_actions returns {given}, and noisy is true for {wanted}"
    calm = may_stand_pat is None or bool(may_stand_pat(visit.state))
    if visit.seen is not None and (visit.seen.noisy, visit.seen.may_stand_pat) != (here, calm):
        seen = visit.seen
        return f"noisy and may_stand_pat are {here}, {calm} interpreted and {seen.noisy}, {seen.may_stand_pat} compiled"
    return None


def _gain(visit: Visit) -> str | None:
    noisy, gain = visit.game.hints.noisy, visit.game.hints.gain
    if noisy is None or gain is None or visit.terminal:
        return None
    state, actions = visit.state, visit.actions[:MAX_ACTIONS]
    here = tuple(float(gain(state, action)) if noisy(state, action) else 0.0 for action in actions)
    if not all(map(isfinite, here)):
        return f"gain returns {here}, and what an action gains is a finite number"
    if visit.seen is not None and visit.seen.gains != here:
        return f"gain returns {here} interpreted and {visit.seen.gains} compiled"
    return None


def _extends(visit: Visit) -> str | None:
    extends = visit.game.hints.extends
    if extends is None or visit.terminal:
        return None
    here = bool(extends(visit.state))
    if visit.seen is not None and visit.seen.extends != here:
        return f"extends returns {here} interpreted and {visit.seen.extends} compiled"
    return None


def _null_move(visit: Visit) -> str | None:
    null_move, may_pass = visit.game.hints.null_move, visit.game.hints.may_pass
    if null_move is None or visit.terminal or not (may_pass is None or may_pass(visit.state)):
        return None
    if visit.seen is not None and fits(visit.state, shape_of(visit.state)):
        there = visit.seen.null_move
        here = tuple(AsIntegers(shape_of(visit.state))(null_move(visit.state)))
        if here != there:
            return f"null_move returns {here} interpreted and {there} compiled"
    return _round_of_passes(visit, null_move)


def _round_of_passes(visit: Visit, null_move: Callable[[State], State]) -> str | None:
    """Return what is wrong after all players have passed in turn, which must change nothing."""
    game, state, passed = visit.game, visit.state, list[int]()
    present = game.active_players(state) if game.active_players else (1 << game.players) - 1
    for _ in range(present.bit_count()):
        passed.append(game.to_move(state))
        state = null_move(state)
        if type(state) is not type(visit.state):
            return f"null_move returns {state!r}, not a {type(visit.state).__name__}"
        if game.is_terminal(state):
            return None
    if len(set(passed)) < len(passed) or game.to_move(state) != visit.to_move:
        order = ", ".join(map(str, [*passed, game.to_move(state)]))
        return (
            f"when all players pass, each has one turn until player {visit.to_move} moves again, and here move {order}"
        )
    again = listed(game, state)
    if sorted(again) != sorted(visit.actions):
        return f"when all players have passed, the actions are {again}, and were {visit.actions}"
    return None


def _repetition(visit: Visit) -> str | None:
    if visit.game.repetition is None or visit.terminal:
        return None
    key = visit.game.repetition.key(visit.state)
    if not isinstance(key, int) or not -(2**63) <= key < 2**64:
        return f"repetition.key returns {key!r}, which is not a whole number of 64 bits"
    return None


def _unclaimed(visit: Visit) -> str | None:
    if visit.game.unclaimed is None or not visit.terminal:
        return None
    state = visit.game.unclaimed(visit.state)
    if state is None:
        return None
    if type(state) is not type(visit.state):
        return f"unclaimed returns {state!r}, not a {type(visit.state).__name__} or None"
    here, there = listed(visit.game, visit.state), listed(visit.game, state)
    if not here or here != there:
        return f"unclaimed returns a state with the actions {there}, and those of the terminal state are {here}"
    return None


def _key(visit: Visit) -> str | None:
    hints = visit.game.hints
    keys = {
        "hints.key": hints.key,
        "hints.second_key": hints.second_key,
        "hints.proof.key": hints.proof.key,
        "hints.proof.second_key": hints.proof.second_key,
    }
    for name, hook in keys.items():
        number = hook(visit.state) if hook else 0
        if not isinstance(number, int) or not -(2**63) <= number < 2**64:
            return f"{name} returns {number!r}, which is not a whole number of 64 bits"
    if hints.proof.both_keys:
        both, single = hints.proof.both_keys(visit.state), (hints.proof.key, hints.proof.second_key)
        apart = tuple(hook(visit.state) for hook in single if hook)
        if tuple(both) != apart:
            return f"hints.proof.both_keys returns {both}, and key and second_key give {apart}"
    return None


HOOK_LAWS: dict[str, Law] = {
    "number of actions": _count,
    "noisy actions": _noisy,
    "gain": _gain,
    "extensions": _extends,
    "null move": _null_move,
    "rule of repetition": _repetition,
    "draws that are not claimed": _unclaimed,
    "key of 64 bits": _key,
}
"""More laws by name, tried after ``LAWS``."""
