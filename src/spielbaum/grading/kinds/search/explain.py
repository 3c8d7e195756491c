"""The smallest tree on which a search is wrong, and the first step at which it leaves the reference, in words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from spielbaum.errors import Message
from spielbaum.grading.interfaces.searches import Search as Submitted
from spielbaum.grading.interfaces.trees import Node, without
from spielbaum.grading.kinds.search.models import Agents, MaxN, Outcome, Search, Style
from spielbaum.grading.kinds.search.samples import Sample, Seen, modelled, observe, watch
from spielbaum.language import tr

MOST_RUNS = 200
"""How often a submission is run to make a tree smaller."""


@dataclass(frozen=True)
class Step:
    """The first step at which a search leaves the reference.

    Attributes
    ----------
    node
        Where.
    text
        What happens there.
    mark
        What a picture says there.
    """

    node: Node
    text: Message
    mark: str


def smallest(search: Submitted, sample: Sample, differs: Callable[[Sample, Seen], bool]) -> Sample:
    """Return the smallest tree found on which a submission differs from the reference."""
    runs, smaller = 0, True
    while smaller and runs < MOST_RUNS:
        smaller = False
        for gone in list(sample.root.below())[1:]:
            runs += 1
            if runs > MOST_RUNS:
                break
            fewer = Sample(without(sample.root, gone), sample.limit)
            if fewer.root.children and differs(fewer, observe(search, fewer)):
                sample, smaller = fewer, True
                break
    return sample


def first_step(
    search: Submitted, form: type[Search], style: Style, sample: Sample, algorithm: str
) -> tuple[Step, Outcome]:
    """Return the first step at which a submission leaves the reference on a tree."""
    seen, watched = watch(search, sample)
    ours = modelled(form, style, sample, seen)
    visits = ours.visits
    stray = next(
        (place for place, pair in enumerate(zip(seen.visits, visits, strict=False)) if pair[0] is not pair[1]), None
    )
    if stray is None and len(seen.visits) != len(visits):
        stray = min(len(seen.visits), len(visits))
    wrong = [
        (watched.times[at], place, node)
        for place, node in enumerate(seen.visits)
        if (at := id(node)) in watched.values and at in ours.values and _differ(watched.values[at], ours.values[at])
    ]
    if wrong:
        time, _, node = min(wrong, key=lambda one: (one[0], -len(one[2].name)))
        if stray is None or time <= stray or (id(node) in watched.values and not _inner(node, sample)):
            return _value_step(node, watched.values[id(node)], algorithm, ours, sample, form), ours
    if stray is not None and seen.error is None:
        return _visit_step(stray, seen, ours, algorithm), ours
    if seen.error is not None:
        node = seen.visits[-1] if seen.visits else sample.root
        text = Message("At {} it ends with an error: {}", where(node), f"{type(seen.error).__name__}: {seen.error}")
        return Step(node, text, type(seen.error).__name__), ours
    if seen.value is not None and seen.value != ours.value:
        text = Message("It returns {}; {} returns {}.", shown(seen.value), algorithm, shown(ours.value))
        return Step(sample.root, text, f"≠ {shown(seen.value)}"), ours
    text = Message("It returns the action {}; {} returns {}.", seen.action or "None", algorithm, ours.action or "None")
    return Step(sample.root, text, seen.action or "None"), ours


def _inner(node: Node, sample: Sample) -> bool:
    return bool(node.children) and (sample.limit is None or len(node.name) < sample.limit)


def _differ(theirs: Any, ours: Any) -> bool:
    if isinstance(theirs, tuple) != isinstance(ours, tuple):
        return False
    return bool(theirs != ours)


def _value_step(node: Node, theirs: Any, algorithm: str, outcome: Outcome, sample: Sample, form: type[Search]) -> Step:
    value = shown(outcome.values[id(node)])
    turned = form.negates and node.mover == 1  # trees are drawn with the values of the first player
    mark = f"≠ {shown(-theirs if turned else theirs)}"
    if not _inner(node, sample):
        kind = Message("the game is over") if node.payoff is not None else Message("the depth limit is reached")
        text = Message("At {} {}, and its value is {}; your search gets {}.", where(node), kind, value, shown(theirs))
        if form.negates:
            text = Message(
                "At {} {}, and its value for the player to move is {}; your search gets {}.",
                where(node), kind, value, shown(theirs),
            )  # fmt: skip
        return Step(node, text, mark)
    below = [outcome.values[id(child)] for child in node.children if id(child) in outcome.values]
    found = ", ".join(shown(-one if form.negates else one) for one in below)
    text = Message(
        "At {}, whose children have the values {}, {} gets {}; your search gets {}.",
        where(node), found, algorithm, value, shown(theirs),
    )  # fmt: skip
    if form.negates:
        text = Message(
            "At {}, whose children are worth {} to the player to move, {} gets {}; your search gets {}.",
            where(node), found, algorithm, value, shown(theirs),
        )  # fmt: skip
    return Step(node, text, mark)


def _visit_step(place: int, seen: Seen, ours: Outcome, algorithm: str) -> Step:
    visits = ours.visits
    if place < len(seen.visits) and seen.visits[place] not in visits:
        node = seen.visits[place]
        text = Message("Your search visits {}; {} does not: a node above it is cut off before.", where(node), algorithm)
        return Step(node, text, tr("visited"))
    node = visits[place] if place < len(visits) else seen.visits[place]
    if node in seen.visits:
        text = Message("Your search visits {} at another time than {}.", where(node), algorithm)
        return Step(node, text, tr("visited at another time"))
    text = Message("Your search does not visit {}; {} must.", where(node), algorithm)
    return Step(node, text, tr("not visited"))


def where(node: Node) -> Message:
    """Return a node in words."""
    return Message("the node after {}", " ".join(node.name)) if node.name else Message("the root")


def shown(value: Any) -> str:
    """Return a value as text."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))})"
    return f"{value:g}".replace("inf", "∞").replace("-", "−") if isinstance(value, int | float) else str(value)


def tree_text(node: Node, limit: int | None, form: type[Search], root: Node | None = None) -> str:
    """Return a tree in a line, such as ``max(min(3, 5), 2)``; estimates have ≈."""
    root = root or node
    vectors = issubclass(form, MaxN) or (len(node.estimate) > 2 and not issubclass(form, Agents))
    worth = node.estimate if node.payoff is None else node.payoff
    if node.payoff is not None or limit == 0:
        sign = "" if node.payoff is not None else "≈"
        return sign + shown(worth if vectors else worth[0])
    below = ", ".join(tree_text(child, None if limit is None else limit - 1, form, root) for child in node.children)
    name = str(node.mover + 1) if vectors else "max" if node.mover == 0 else "min"
    return f"{name}({below})"
