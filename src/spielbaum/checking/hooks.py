"""The laws of hooks that a game may do without: how many actions there are, which are noisy, what repeats."""

from spielbaum.checking.laws import Law
from spielbaum.checking.probe import MAX_ACTIONS
from spielbaum.checking.visit import Visit


def _count(visit: Visit) -> str | None:
    if visit.game.hints.count is None or visit.terminal:
        return None
    counted, number = visit.game.hints.count(visit.state), len(visit.actions)
    return None if counted == number else f"count gives {counted!r}, and there are {number} actions"


def _noisy(visit: Visit) -> str | None:
    noisy, may_stand_pat = visit.game.hints.noisy, visit.game.hints.may_stand_pat
    if noisy is None or visit.terminal:
        return None
    told = tuple(bool(noisy(visit.state, action)) for action in visit.actions[:MAX_ACTIONS])
    calm = may_stand_pat is None or bool(may_stand_pat(visit.state))
    if visit.seen is not None and (visit.seen.noisy, visit.seen.may_stand_pat) != (told, calm):
        seen = visit.seen
        return f"noisy and may_stand_pat are {told}, {calm} interpreted and {seen.noisy}, {seen.may_stand_pat} compiled"
    return None


def _repetition(visit: Visit) -> str | None:
    if visit.game.repetition is None or visit.terminal:
        return None
    key = visit.game.repetition.key(visit.state)
    if not isinstance(key, int) or not -(2**63) <= key < 2**64:
        return f"repetition.key gives {key!r}, which is not a whole number of 64 bits"
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
            return f"{name} gives {number!r}, which is not a whole number of 64 bits"
    if hints.proof.both_keys:
        both, single = hints.proof.both_keys(visit.state), (hints.proof.key, hints.proof.second_key)
        apart = tuple(hook(visit.state) for hook in single if hook)
        if tuple(both) != apart:
            return f"hints.proof.both_keys gives {both}, and key and second_key give {apart}"
    return None


HOOK_LAWS: dict[str, Law] = {
    "number of actions": _count,
    "noisy actions": _noisy,
    "rule of repetition": _repetition,
    "key of 64 bits": _key,
}
"""Name to law, as in ``LAWS``, and tried after those."""
