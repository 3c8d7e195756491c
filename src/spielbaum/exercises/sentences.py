"""The sentences that explain a verdict on an answer."""

from collections.abc import Mapping
from math import isinf
from typing import Any

from spielbaum.errors import Message
from spielbaum.exercises.exercise import Exercise, Finding
from spielbaum.search.core.result import tidy


def explanation(exercise: Exercise, found: Finding) -> Message:
    """Return the sentence about the first wrong answer of a verdict."""
    values = {name: _shown(value) for name, value in found.values.items()}
    if isinstance(values.get("player"), int):
        values["player"] = mover(exercise, values["player"])
    prefix, _, cut = found.key.partition("cut-")
    if not cut:
        return _SENTENCES[found.key](values)
    return _OF_CUTS[prefix](values, _cut(f"cut-{cut}", values))


def mover(exercise: Exercise, player: int) -> str | Message:
    """Return the name of the player to move: MAX or MIN, or the name of one of several."""
    if exercise.search.vectors:
        return Message("player {}", exercise.search.game.player_name(player))
    return ("MAX", "MIN")[min(player, 1)]


def _cut(key: str, values: Mapping[str, Any]) -> Message:
    node, player, best, bound, rival = (values.get(name) for name in ("node", "player", "best", "bound", "rival"))
    match key:
        case "cut-max":
            return Message(
                "At {} MAX gets at least {}. At {} MIN already concedes no more than {}, so MIN will never allow {}.",
                node, best, rival, bound, node,
            )  # fmt: skip
        case "cut-min":
            return Message(
                "At {} MIN concedes at most {}. At {} MAX already has {}, so MAX will never go to {}.",
                node, best, rival, bound, node,
            )  # fmt: skip
        case "cut-mover":
            return Message(
                "At {} the player to move already has {}. With β = {} the player above has something at least as good, "
                "and will never allow {}.",
                node, best, bound, node,
            )  # fmt: skip
        case "cut-immediate":
            return Message("At {} {} already has {}, and nobody can have more than {}.", node, player, best, bound)
        case "cut-shallow":
            return Message(
                "At {} {} already has {}. From {} on, what is left for the player above is no more than that player "
                "already has.",
                node, player, best, bound,
            )  # fmt: skip
        case "cut-deep":
            return Message(
                "At {} {} already has {}. From {} on, what is left for a player farther above is no more than that "
                "player already has.",
                node, player, best, bound,
            )  # fmt: skip
        case "cut-hypermax":
            return Message(
                "At {} what the players have secured adds up to {}. All of them together can have {}, so that nobody "
                "can gain anything.",
                node, best, bound,
            )  # fmt: skip
        case "cut-last-branch" | "cut-speculative":
            return Message(
                "At {} what the players on this line have secured adds up to {}, and there is no more than {}.",
                node, best, bound,
            )  # fmt: skip
    return Message("The search leaves {} before its last branch: {}.", node, values["reason"])


_OF_CUTS = {
    "value-": lambda v, reason: Message(
        "The search leaves {} early, so it only knows {}, not {}. {}", v["node"], v["right"], v["given"], reason
    ),
    "pruned-": lambda v, reason: Message("{} is never visited and stays empty. {}", v["pruned"], reason),
    "branch-": lambda v, reason: Message("The branch to {} is cut. {}", v["branch"], reason),
}

_SENTENCES = {
    "value-max": lambda v: Message(
        "At {} MAX picks the largest of {}: {}, not {}.", v["node"], v["values"], v["right"], v["given"]
    ),
    "value-min": lambda v: Message(
        "At {} MIN picks the smallest of {}: {}, not {}.", v["node"], v["values"], v["right"], v["given"]
    ),
    "value-mover": lambda v: Message(
        "At {} the values below, {}, are those of the other player: with the sign turned, the largest is {}, not {}.",
        v["node"], v["values"], v["right"], v["given"],
    ),
    "value-own": lambda v: Message(
        "At {} {} picks the vector of {} with the largest number of its own; if several tie, the first: {}, not {}.",
        v["node"], v["player"], v["values"], v["right"], v["given"],
    ),
    "value-other": lambda v: Message("At {} the search finds {}, not {}.", v["node"], v["right"], v["given"]),
    "value-missing": lambda v: Message("The value of {} is missing: it is {}.", v["node"], v["right"]),
    "sign-exact": lambda v: Message(
        "{} is true of {}, but more is known: the value is inside the window, so it is exactly {}.",
        v["given"], v["node"], v["right"],
    ),
    "sign-bound": lambda v: Message(
        "{} is {}, not {}: the value is outside the window, so it is only a bound.", v["node"], v["right"], v["given"]
    ),
    "no-value": lambda v: Message(
        "“{}” at {} is not a value: enter a number, such as 5, ≥ 5 or ≤ 5.", v["given"], v["node"]
    ),
    "no-vector": lambda v: Message(
        "“{}” at {} is not a vector: enter {} numbers separated by spaces.", v["given"], v["node"], v["players"]
    ),
    "no-node": lambda v: Message("There is no node {!r} on this sheet.", v["node"]),
    "branch-first": lambda v: Message(
        "The branch to {} is not cut: it is the first of {}, and before it there is nothing to compare with.",
        v["branch"], v["node"],
    ),
    "branch-open": lambda v: Message(
        "The branch to {} is not cut. When the search reaches it, α is {} and β is {}: a value between them would "
        "still matter.",
        v["branch"], v["alpha"], v["beta"],
    ),
    "branch-needed": lambda v: Message("The branch to {} is not cut: the search visits it.", v["branch"]),
    "action": lambda v: Message("The best action leads to {}, not to {}.", v["right"], v["given"]),
    "action-missing": lambda v: Message("The best action is missing: it leads to {}.", v["right"]),
}  # fmt: skip


def _shown(value: Any) -> Any:
    """Return a whole number as such, and an infinite one as text."""
    if not isinstance(value, float):
        return value
    return ("−∞" if value < 0 else "∞") if isinf(value) else tidy(value)
