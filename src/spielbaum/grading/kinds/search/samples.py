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

FEW = 4
"""The number of different values in some trees."""

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
    expanded
        How often the actions of a node were asked for.
    asked
        How much it asked of the game.
    error
        What it raised.
    returned
        Exactly what it returned.
    at_end
        Whether it asked for the actions of an end.
    ends
        Whether it asked whether the game is over.
    changed
        Whether it changed the state that it was given.
    unseen
        Whether its visits are unknown, for it searches its own game.
    """

    value: Any = None
    action: str | None = None
    visits: list[Node] = field(default_factory=list)
    expanded: Mapping[int, int] = field(default_factory=dict)
    asked: int = 0
    error: BaseException | None = None
    returned: Any = None
    at_end: bool = False
    ends: bool = False
    changed: bool = False
    unseen: bool = False

    @property
    def order(self) -> Mapping[int, int]:
        """The place of each node among the visits."""
        return {id(node): place for place, node in enumerate(self.visits)}

    @property
    def recurses_elsewhere(self) -> bool:
        """Whether a recursion does not end that asks nothing of the game: it is not that of the search."""
        return isinstance(self.error, RecursionError) and self.asked < MOST_ASKED_ELSEWHERE

    @property
    def lacks_action(self) -> bool:
        """Whether it failed as searches do that have no action to search: a maximum of nothing, for instance."""
        nothing = isinstance(self.error, TypeError) and "NoneType" in str(self.error)
        return nothing or isinstance(self.error, ValueError | IndexError | UnboundLocalError)

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
        deep = place >= 5 * number // 6  # a window that is not handed on shows several plies below
        depth = max(unit, 2 if small else 3 if place < 2 * number // 3 else shape.depth + deep * unit)
        values = shape.values
        if place // len(search.roots) % 3 == 2 and len(values) > FEW:  # so that many are equal
            values = random.sample(list(values), FEW)
        root = make_tree(random, Shape(shape.players, depth, 2 if small else shape.branching, values), first)
        limits = [depth + 2 * unit, *range(depth if deep else unit, depth + 1, unit)] if search.limited else [None]
        yield Sample(root, limits[place // len(search.roots) % len(limits)])


def observe(search: Submitted, sample: Sample) -> Seen:
    """Return what a submission does on a sample."""
    seen = Seen(unseen=sample.root.state is not None)
    try:
        answer = search.run(sample.root, sample.limit)
        seen.value, seen.action, seen.returned = within(answer.value, sample, search), answer.action, answer.returned
    except Stopped as error:
        if error.diagnosis.code != "too-many-states":  # it prints too much, asks for input, looks into a state
            raise
        seen.error = error
    except Exception as error:  # whatever a student's search raises
        seen.error = error
    seen.visits = search.tool.visits
    seen.expanded = search.tool.expanded
    seen.asked = search.tool.asked
    seen.ends = search.tool.tested
    seen.at_end = bool(search.tool.asked_at_end)
    if sample.root.state is not None:
        seen.changed = not same_state(search.tool.given, sample.root.state)
    else:
        seen.changed = getattr(search.tool.given, "node", sample.root) is not sample.root
    return seen


def same_state(one: Any, other: Any) -> bool:
    """Return whether two states are equal, or look the same if they cannot be compared."""
    try:
        return bool(one == other) or repr(one) == repr(other)
    except ValueError:  # of NumPy's arrays
        return repr(one) == repr(other)


def within(value: Any, sample: Sample, search: Submitted) -> Any:
    """Return a value, infinite where it is beyond all values of the tree: some write 1000 for infinity."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(within(one, sample, search) for one in value)
    nodes = list(sample.root.below())
    paid = max((abs(entry) * search.scale for node in nodes for entry in node.payoff or ()), default=0)
    bound = max(paid, *(abs(entry) for node in nodes for entry in node.estimate))
    if search.tool.players > 2:  # paranoid adds them
        bound *= search.tool.players
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
    if (
        seen.lacks_action
        and outcome.barren is not None
        and (seen.at_end or outcome.visits[outcome.barren - 1].children)
    ):
        return len(seen.visits) >= outcome.barren and seen.visits == outcome.visits[: len(seen.visits)]
    if seen.error is not None or seen.changed:
        return False
    if seen.value is not None and seen.value != outcome.value:
        return False
    if seen.action is not None and seen.action not in (
        best if best is not None else outcome.equal if equal else (outcome.action,)
    ):
        return False
    if seen.value is None and seen.action is None and not outcome.unsure and outcome.barren is None:
        return False
    return not visits or seen.unseen or seen.visits == outcome.visits


def best_actions(form: type[Search], style: Style, sample: Sample) -> list[str]:
    """Return the actions whose value is that of the root."""
    plain = form(sample.root, sample.limit, Style(scale=style.scale, joint=style.joint, reward=style.reward), {})
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
        How often each function was called for it.
    calls
        Each call that returned a number: its node, alpha, beta and depth, None where it has none, and the number.
    times
        How many nodes had been visited when the call returned.
    """

    values: dict[int, Any] = field(default_factory=dict)
    windows: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    exits: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    calls: list[tuple[Node, Any, Any, Any, Any]] = field(default_factory=list)
    times: dict[int, int] = field(default_factory=dict)


def watch(search: Submitted, sample: Sample) -> tuple[Seen, Watched]:
    """Run a submission and note what each call with a state returns."""
    from spielbaum.grading.interfaces.searches import read_answer

    watched = Watched()
    entered: dict[int, tuple[Node, Any, Any, Any]] = {}

    def note(frame: FrameType, event: str, value: Any) -> None:
        if frame.f_code.co_filename != search.file or event not in ("call", "return"):
            return
        if event == "call":
            given = [frame.f_locals.get(one) for one in frame.f_code.co_varnames[: frame.f_code.co_argcount]]
            node = next((found for one in given if (found := _node_of(one)) is not None), None)
            if node is None:
                return
            window = _window(frame)
            entered[id(frame)] = node, *window, _argument(frame, "depth")
            count = watched.counts.setdefault(frame.f_code.co_name, {})
            count[id(node)] = count.get(id(node), 0) + 1
            if window != (None, None):
                watched.windows.setdefault(id(node), window)
        elif id(frame) in entered:
            node, alpha, beta, depth = entered.pop(id(frame))
            if _window(frame) != (None, None) and frame.f_code.co_name != "__init__":
                watched.exits.setdefault(id(node), _window(frame))
            found = read_answer(value, node, search.tool.players).value if not isinstance(value, bool) else None
            if found is not None:
                watched.values[id(node)] = within(found, sample, search)
                watched.times.setdefault(id(node), len(search.tool.visits))
                if alpha is not None and beta is not None:
                    watched.calls.append((node, alpha, beta, depth, found))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        seen = observe(search, sample)
    finally:
        sys.setprofile(before)
    return seen, watched


def _window(frame: FrameType) -> tuple[Any, Any]:
    """Return alpha and beta of a call; None where it has none."""
    return _argument(frame, "alpha"), _argument(frame, "beta")


def _argument(frame: FrameType, role: str) -> Any:
    given = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    return next((frame.f_locals.get(one) for one in given if role_of(one) == role), None)


def _node_of(value: object) -> Node | None:
    if isinstance(value, State):
        return value.node
    found = getattr(value, "node", None) if type(value).__name__ == "EasyGame" else None
    return found if isinstance(found, Node) else None
