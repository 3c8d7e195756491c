"""The diagnoses that do not come from a model: what is seen in the runs themselves."""

from collections.abc import Sequence
from typing import Any

from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Diagnosis
from spielbaum.grading.kinds.search.explain import shown

FAILS_AT_END = Diagnosis(
    "terminal-missing",
    Message("It is not tested whether the game is over: where it is, there are no actions, and the search fails."),
)
NOTHING_RETURNED = Diagnosis(
    "nothing-returned", Message("A call of the search returns nothing: a branch of the function lacks its return.")
)
STATE_CHANGED = Diagnosis(
    "state-changed", Message("The search plays on the state that it is given, and does not take its moves back.")
)
ENDLESS = Diagnosis("deep-recursion", Message("The search calls itself without end."))
TABLE_BOUND = Diagnosis(
    "table-bound", Message("The table takes bounds for exact values: the value of a node that was cut off is a bound.")
)
TABLE_KEY = Diagnosis(
    "table-key", Message("The table gives wrong values: an entry of another state, player or depth is taken.")
)
TABLE_DEPTH = Diagnosis(
    "table-depth", Message("The table gives values that were searched less deep, or takes bounds for exact values.")
)
CUT_ON_EQUALITY = Message(
    "Nodes are cut off where their value equals the best one, and it is only a bound; but of equal values the last is "
    "taken. Take the first, or do not cut off on equality."
)
TIES = Diagnosis("ties", Message("Of equal actions it does not take the first. That is right, too."), wrong=False)
STRICT = Diagnosis(
    "cut-on-strict-only",
    Message("It cuts off only where a value is outside the window, not where it equals its end: a few nodes more."),
    wrong=False,
)
NO_SEARCH = Diagnosis(
    "no-search", Message("The search does not search: it looks at no position but the one that it is given.")
)
STOPS = Diagnosis(
    "stops-at-wins",
    Message("It is right where utilities are −1, 0 and 1: a node is left as soon as its value is a win."),
    wrong=False,
)
TWICE = Diagnosis(
    "searched-twice",
    Message("Some nodes are searched more than once: the value of a child should be kept in a variable."),
    wrong=False,
)
HASTENS = Diagnosis(
    "sooner-wins",
    Message("Sooner wins count more than later ones. The choice is right; the values are not those of the utility."),
    wrong=False,
)
NARROW = Diagnosis(
    "start-narrow",
    Message("It is right where utilities are −1, 0 and 1, but not where they are larger."),
    wrong=False,
)


def action_not_returned(returned: Any) -> Diagnosis:
    """Return the diagnosis of a search that returns no action."""
    return Diagnosis(
        "action-not-returned", Message("The search does not return the best action: it returns {}.", text_of(returned))
    )


def neither(returned: Any) -> Diagnosis:
    """Return the diagnosis of a search that returns something else."""
    return Diagnosis(
        "wrong-type", Message("The search returns {}, which is neither a value nor an action.", text_of(returned))
    )


def value_not_returned(returned: Any) -> Diagnosis:
    """Return the diagnosis of a search that returns no value."""
    return Diagnosis(
        "value-not-returned", Message("The search does not return the value: it returns {}.", text_of(returned))
    )


def is_wrong_type(error: BaseException | None) -> bool:
    """Return whether an error tells that a value has a wrong type."""
    return isinstance(error, TypeError) and ("not supported between" in str(error) or "operand type" in str(error))


def wrong_type(error: BaseException) -> Diagnosis:
    """Return the diagnosis of a search with a value of a wrong type."""
    return Diagnosis("wrong-type", Message("The search computes with a value of a wrong type: {}.", str(error)))


def in_lattice(states: int, theirs: Any, ours: Any) -> Message:
    """Return where a table goes wrong."""
    return Message(
        "In a game of {} states in which lines meet again, it returns {}; the value is {}.",
        states,
        text_of(theirs),
        shown(ours),
    )


def in_call(states: int) -> Message:
    """Return where a table goes wrong, if the value of the root is right all the same."""
    return Message(
        "In a game of {} states in which lines meet again, a call returns neither the value of its state nor a bound.",
        states,
    )


def wrong_result(wrong: int, trees: int) -> Diagnosis:
    """Return what is certainly true of a wrong result."""
    return Diagnosis(
        "wrong-value", Message("The search returns a wrong value or action in {} of {} trees.", wrong, trees)
    )


def other_nodes(algorithm: str, visited: Sequence[int], needed: Sequence[int], whole: Sequence[int]) -> Diagnosis:
    """Return what is certainly true of a search whose results are right."""
    if visited == whole != needed:
        return Diagnosis(
            "too-many-nodes",
            Message("The values are right, but nothing is cut off: all nodes are visited."),
        )
    counts = algorithm, sum(visited), sum(needed)
    if sum(visited) > sum(needed):
        return Diagnosis(
            "too-many-nodes",
            Message("The values are right, but more nodes are visited than {} needs: {} in place of {}.", *counts),
        )
    if sum(visited) < sum(needed):
        return Diagnosis(
            "too-few-nodes",
            Message("The values are right on these trees, but {} needs more nodes: {} visited, {} needed.", *counts),
        )
    return Diagnosis("other-nodes", Message("The values are right, but other nodes are visited than by {}.", algorithm))


def text_of(value: Any) -> str:
    """Return what a submission returned, shortened."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
