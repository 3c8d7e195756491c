"""Running the search of a submission on small trees, and comparing it with models."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from types import FrameType
from typing import Any

from spielbaum.grading.diagnosis import Stopped
from spielbaum.grading.interfaces.instruments import State
from spielbaum.grading.interfaces.names import role_of
from spielbaum.grading.interfaces.searches import Search as Submitted
from spielbaum.grading.interfaces.trees import Node, Shape, make_tree
from spielbaum.grading.kinds.search.models import Outcome, Search, Style

MOST_ASKED_ELSEWHERE = 100
"""Questions of a recursion that is not that of the search; one that does not end asks several at each step."""


@dataclass(frozen=True)
class Sample:
    """A tree and a depth limit."""

    root: Node
    limit: int | None = None


@dataclass
class Seen:
    """What a submission did on a sample.

    Attributes
    ----------
    value, action
        What it returned; None if it did not.
    visits
        The nodes that it asked for, in order.
    asked
        How much it asked of the game.
    error
        What it raised.
    returned
        Exactly what it returned.
    at_end
        Whether it asked for the actions of an end.
    changed
        Whether it changed the state that it was given.
    """

    value: Any = None
    action: str | None = None
    visits: list[Node] = field(default_factory=list)
    asked: int = 0
    error: BaseException | None = None
    returned: Any = None
    at_end: bool = False
    changed: bool = False

    @property
    def order(self) -> Mapping[int, int]:
        """The place of each node among the visits."""
        return {id(node): place for place, node in enumerate(self.visits)}

    @property
    def recurses_elsewhere(self) -> bool:
        """Whether a recursion does not end that asks nothing of the game: it is not that of the search."""
        return isinstance(self.error, RecursionError) and self.asked < MOST_ASKED_ELSEWHERE

    @property
    def endless(self) -> bool:
        """Whether it did not end."""
        return isinstance(self.error, RecursionError) or (
            isinstance(self.error, Stopped) and self.error.diagnosis.code == "too-many-states"
        )


def make_samples(random: Random, shape: Shape, search: Submitted, number: int) -> Iterator[Sample]:
    """Yield trees for a search, small ones first."""
    for place in range(number):
        first = search.roots[place % len(search.roots)]
        small = place < number // 3
        unit = search.plies
        depth = max(unit, 2 if small else 3 if place < 2 * number // 3 else shape.depth)
        root = make_tree(random, Shape(shape.players, depth, 2 if small else shape.branching, shape.values), first)
        limits = [None, *range(unit, depth + 1, unit)] if search.limited else [None]
        yield Sample(root, limits[place // len(search.roots) % len(limits)])


def observe(search: Submitted, sample: Sample) -> Seen:
    """Return what a submission does on a sample."""
    seen = Seen()
    try:
        answer = search.run(sample.root, sample.limit)
        seen.value, seen.action, seen.returned = within(answer.value, sample, search), answer.action, answer.returned
    except (Exception, Stopped) as error:  # whatever a student's search raises
        seen.error = error
    seen.visits = search.tool.visits
    seen.asked = search.tool.asked
    seen.at_end = bool(search.tool.asked_at_end)
    seen.changed = getattr(search.tool.given, "node", sample.root) is not sample.root
    return seen


def within(value: Any, sample: Sample, search: Submitted) -> Any:
    """Return a value, infinite where it is beyond all values of the tree: some write 1000 for infinity."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(within(one, sample, search) for one in value)
    largest = max(abs(entry) for node in sample.root.below() for entry in (*node.estimate, *(node.payoff or ())))
    bound = largest * max(search.scale, 1) * (2 if search.tool.players == 2 else search.tool.players + 1)
    return value if abs(value) <= bound else inf if value > 0 else -inf


def modelled(form: type[Search], style: Style, sample: Sample, seen: Seen) -> Outcome:
    """Return what a model does on a sample, if it visits children in the order of the submission."""
    return form(sample.root, sample.limit, style, seen.order).run()


def agrees(
    seen: Seen, outcome: Outcome, *, best: Sequence[str] | None = None, visits: bool = True, equal: bool = False
) -> bool:
    """Return whether a submission did what a model does.

    Parameters
    ----------
    seen, outcome
        What both did.
    best
        The actions that are right; only that of the model if None.
    visits
        Whether the visited nodes are compared, too.
    equal
        Whether the action may be another that is as good for the model.
    """
    if outcome.error is not None:
        return seen.endless
    if seen.error is not None and not seen.endless and outcome.barren is not None:
        return seen.visits == outcome.visits[: outcome.barren]
    if seen.error is not None or seen.changed:
        return False
    if seen.value is not None and seen.value != outcome.value:
        return False
    if seen.action is not None and seen.action not in (
        best if best is not None else outcome.equal if equal else (outcome.action,)
    ):
        return False
    if seen.value is None and seen.action is None and not outcome.unsure:
        return False
    return not visits or seen.visits == outcome.visits


def best_actions(form: type[Search], style: Style, sample: Sample) -> list[str]:
    """Return the actions whose value is that of the root."""
    plain = form(sample.root, sample.limit, Style(view=style.view, scale=style.scale), {})
    plain.run()
    if not sample.root.children:
        return []
    worths = [plain.from_child(sample.root, child, plain.values[id(child)]) for child in sample.root.children]
    top = plain.values[id(sample.root)]
    return [action for action, worth in zip(sample.root.actions, worths, strict=True) if plain.as_good(worth, top)]


# Watching the calls of a submission.


@dataclass
class Watched:
    """What the calls of a submission's functions returned, and the windows they were given, by node.

    Attributes
    ----------
    values
        The first number or vector that a call for a node returned.
    windows
        Alpha and beta at its entry; None where it had no such parameter.
    exits
        The same when it returned.
    counts
        How often a call was made.
    times
        How many nodes had been visited when the call returned.
    """

    values: dict[int, Any] = field(default_factory=dict)
    windows: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    exits: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)


def watch(search: Submitted, sample: Sample) -> tuple[Seen, Watched]:
    """Run a submission and note what each call with a state returns."""
    from spielbaum.grading.interfaces.searches import read_answer

    watched = Watched()
    nodes: dict[int, Node] = {}

    def note(frame: FrameType, event: str, value: Any) -> None:
        if frame.f_code.co_filename != search.file or event not in ("call", "return"):
            return
        if event == "call":
            given = list(frame.f_code.co_varnames[: frame.f_code.co_argcount])
            state = next(
                (_node_of(frame.f_locals.get(one)) for one in given if _node_of(frame.f_locals.get(one))), None
            )
            if state is None:
                return
            nodes[id(frame)] = state
            watched.counts[id(state)] = watched.counts.get(id(state), 0) + 1
            if (window := _window(frame)) != (None, None):
                watched.windows.setdefault(id(state), window)
        elif id(frame) in nodes:
            node = nodes.pop(id(frame))
            watched.exits.setdefault(id(node), _window(frame))
            found = read_answer(value, node, search.tool.players).value if not isinstance(value, bool) else None
            if found is not None:
                watched.values[id(node)] = within(found, sample, search)
                watched.times.setdefault(id(node), len(search.tool.visits))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        seen = observe(search, sample)
    finally:
        sys.setprofile(before)
    return seen, watched


def _window(frame: FrameType) -> tuple[Any, Any]:
    """Return alpha and beta of a call; None where it has none."""
    given = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    alpha, beta = (
        next((frame.f_locals.get(one) for one in given if role_of(one) == end), None) for end in ("alpha", "beta")
    )
    return alpha, beta


def _node_of(value: object) -> Node | None:
    if isinstance(value, State):
        return value.node
    found = getattr(value, "node", None) if type(value).__name__ == "EasyGame" else None
    return found if isinstance(found, Node) else None
