"""A tracer that records a search as a tree: nodes, windows, cutoffs, and pruned actions.

Nodes on the current path are kept with their states; of the others only ``max_nodes``. The rest is folded into the
nearest ancestor that is kept, and counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from os import PathLike
from typing import Any

from spielbaum.errors import Sentence, validate_whole_number
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import PASSES, after, format_action
from spielbaum.registry import as_game
from spielbaum.search.algorithms.choice import AlgorithmChoice, AlgorithmLike, as_algorithm
from spielbaum.search.core.cuts import find_reason
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.result import BoundKind, Number, Result, value_text
from spielbaum.search.core.tracer import Value
from spielbaum.search.driver.unknown_leaves import Intervals, as_bound, bounds_hold_in
from spielbaum.search.searcher import Searcher
from spielbaum.search.trace.describe import Cut, Event, cut_text, fold_text, scaled, step_text
from spielbaum.search.trace.leaf_count import LeafCount
from spielbaum.search.trace.record import End, TreeNode, TreeRecord, paths_to
from spielbaum.search.trace.simulations import record_simulations
from spielbaum.search.validation import root_and_history, validate_evaluation, validate_limits

MAX_NODES = 10_000
"""The default for the largest number of nodes in a record."""


@dataclass(slots=True)
class Draft:
    """A node of an unfinished record; values are in the unit of the kernel."""

    parent: int | None
    player: int | None
    window: tuple[float, float] | None
    action: str | None = None
    value: Number | None = None
    end: End = "done"
    cut: Cut | None = None
    note: str | None = None
    known: BoundKind | None = None
    name: str | None = None


@dataclass(slots=True)
class Frame:
    """A node that the search has entered and not left yet."""

    state: State
    player: int
    place: int | None  # index of its draft; None if there was no room
    owner: int | None  # index of its draft, or of that of its nearest kept ancestor
    window: tuple[float, float]
    secured: tuple[float, ...]
    looked_at: set[Action] = field(default_factory=set)
    waiting: list[tuple[State, int]] = field(default_factory=list)  # children whose actions are unknown yet
    shown: Number | None = None
    cut: Cut | None = None
    only: list[Action] = field(default_factory=list)  # the actions that the search tries here; none if it tries all
    stands_pat: bool = False  # a node of a quiescence search, which tries only noisy actions
    child_is_last: bool = False  # the last child's value was not used


class Recorder:
    """A tracer that records the tree of a search.

    Parameters
    ----------
    game, root
        The game, and the root of the search; values are from the view of the player to move there.
    algorithm
        That of the search, with its options.
    limits
        Those of the search; with a fixed depth evaluated leaves differ from table cutoffs.
    max_nodes
        The largest number of nodes in the record.
    """

    def __init__(self, game: Game, root: State, *, algorithm: AlgorithmChoice, limits: Limits, max_nodes: int) -> None:
        self.nodes = self.leaves = self.cutoffs = 0
        self.evaluated = False
        found, quiescence = algorithm.algorithm, algorithm.value("quiescence")
        countable = found.plain and (not found.family.to_depth or not (limits.deepens or game.repetition or quiescence))
        self.pruned_leaves: int | None = 0 if countable else None
        self._game, self._limits, self._room = game, limits, max_nodes
        self._root_player = game.to_move(root)
        self._negates, self._to_depth, self._is_known = found.negates, found.family.to_depth, False
        self._count = LeafCount(game)
        is_bounded = bounds_hold_in(game) and found.family.has_intervals()
        self._intervals = Intervals(game, root) if is_bounded else None
        self._made_up: set[float] = set()  # values that stand for unknown leaves
        self._drafts: list[Draft] = []
        self._events: list[Event] = []
        self._stack: list[Frame] = []
        self._folded: dict[int | None, list[int]] = {}  # place -> nodes, leaves and pruned actions

    def enter(self, state: State, player: int, alpha: float, beta: float) -> None:
        """Begin a node."""
        if self._intervals is not None:
            self._intervals.visit(state)
        self.nodes += 1
        above = self._stack[-1] if self._stack else None
        window = (-beta, -alpha) if self._turned(player) else (alpha, beta)
        parent = above.place if above else None
        place = self._draft(Draft(parent, player, window)) if above is None or parent is not None else None
        owner = place if place is not None else above.owner if above else None
        if place is None:
            self._fold(owner, 0)
        elif above:
            above.waiting.append((state, place))
        secured = above.secured if above else (-inf,) * self._game.players
        self._stack.append(Frame(state, player, place, owner, window, secured))

    def leaf(self, value: Value, *, terminal: bool) -> None:
        """End a node without children."""
        ply, frame = len(self._stack) - 1, self._stack.pop()
        self.leaves += 1
        known = self._to_depth and (self._limits.depth is None or ply < self._limits.depth)
        end: End = "terminal" if terminal else "known" if known and not self._limits.deepens else "leaf"
        if self._is_known:
            end, self._is_known = "known", False
        self.evaluated |= end == "leaf"
        if frame.place is None:
            self._fold(frame.owner, 1)
        else:
            draft, seen = self._drafts[frame.place], self._seen(value, frame.player)
            draft.end, draft.value = end, seen
            draft.player = None if terminal else draft.player
            if terminal:
                self._name_unknown(draft, frame.state, seen)
            if terminal and not self._game.is_terminal(frame.state):
                draft.note = "draw by repetition"
            self._conclude(Event("leaf", frame.place, draft.value, draft.name))
        self._came_back()

    def known(self, value: Value) -> None:
        """End a node whose value is known from an earlier step."""
        self._is_known = True
        self.leaf(value, terminal=False)

    def stand_pat(self, value: Value) -> None:
        """Note the estimate of a node of a quiescence search, a lower bound for the player to move."""
        frame = self._stack[-1]
        frame.stands_pat, frame.shown = True, self._seen(value, frame.player)
        if frame.place is not None:
            self._drafts[frame.place].note = "quiescence"
            self._events.append(Event("bound", frame.place, frame.shown))

    def only(self, action: Action) -> None:
        """Note that of the actions of the present node only this one and others noted so are tried."""
        self._stack[-1].only.append(action)

    def bound(self, action: Action, value: Value, best: Value) -> None:
        """Note the value of an action."""
        frame = self._stack[-1]
        frame.looked_at.add(action)
        frame.child_is_last = False
        self._name_null_move(frame)
        if frame.waiting:
            self._name(frame, action)
            frame.waiting.clear()
        if isinstance(value, Sequence):
            own = max(frame.secured[frame.player], value[frame.player])
            frame.secured = (*frame.secured[: frame.player], own, *frame.secured[frame.player + 1 :])
        seen = self._sure(frame) if self._touched(frame.state) else self._seen(best, frame.player)
        if seen is not None and seen != frame.shown:
            frame.shown = seen
            if frame.place is not None:
                self._events.append(Event("bound", frame.place, seen))

    def cutoff(self, reason: str, best: float, bound: float) -> None:
        """Note the reason of a cutoff."""
        self.cutoffs += 1
        frame = self._stack[-1]
        self._name_null_move(frame)
        if self._turned(frame.player) and find_reason(reason).compares_values:
            best, bound = -best, -bound
        maximises = frame.player == self._root_player or bound == frame.window[1]  # the root player or an ally
        at_most = reason == "alpha-beta" and not maximises
        of_window = bound == frame.window[0 if at_most else 1]
        frame.cut = Cut(reason, best, bound, at_most, of_window, frame.secured if reason == "hypermax" else ())
        if frame.place is not None and frame.shown is not None and not isinstance(frame.shown, tuple):
            self._conclude(Event("cut", frame.place, frame.shown))

    def leave(self, value: Value) -> None:
        """End a node."""
        frame = self._stack.pop()
        tried = frame.only or self._game.actions(frame.state)
        left = [action for action in tried if self._waits(frame, action)]
        stopped = frame.cut is None and (frame.child_is_last or bool(left and self._stack))
        if frame.cut:
            self._prune(frame, left)
        if frame.place is not None:
            draft, seen = self._drafts[frame.place], self._seen(value, frame.player)
            draft.end, draft.cut = "cut" if frame.cut else "stopped" if stopped else "done", frame.cut
            if not stopped:
                draft.value, draft.known = self._known_value(frame) if self._touched(frame.state) else (seen, None)
            for action in left if frame.waiting else ():
                self._name(frame, action)
            if draft.end == "done":
                text = None if draft.known in (None, "exact") else value_text(draft.value, draft.known)
                self._conclude(Event("final", frame.place, draft.value, text))
            if frame.cut and isinstance(seen, tuple):  # the vector that the node returns
                self._conclude(Event("cut", frame.place, seen))
        self._came_back()

    def record(self, result: Result, unit: float) -> TreeRecord:
        """Return the record, given the result of the search and the unit of its values."""
        exact_unit, unit = unit, 1 if self.evaluated else unit
        for owner, (nodes, leaves, pruned) in self._folded.items():
            self._drafts.append(Draft(owner, None, None, end="folded", note=fold_text(nodes, leaves, pruned)))
        tree = tuple(self._node(i, draft, unit) for i, draft in enumerate(self._drafts))
        places = [Sentence("after {}", path) if path else Sentence("at the root") for path in paths_to(tree)]
        events = tuple(
            Event(event.kind, event.node, scaled(event.value, unit), event.text)
            for event in self._events
            if self._drafts[event.node].end != "stopped"
        )
        value = None if result.certainty.bound == "unknown" else result.value
        if not self._to_depth and self.evaluated and result.is_proven:  # the tree has estimates
            value = scaled(value, 1 / exact_unit)
        return TreeRecord(
            value=value,
            bound=result.certainty.bound if result.certainty.interval else "exact",
            action=result.action_text,
            evaluated_leaves=self.leaves,
            pruned_leaves=self.pruned_leaves,
            steps=tuple(self._step(event, places) for event in events),
            nodes=tree,
            events=events,
        )

    def _touched(self, state: State) -> bool:
        """Return whether there are unknown leaves below a state, so that its value is an interval."""
        return self._intervals is not None and self._intervals.touched(state)

    def _known_value(self, frame: Frame) -> tuple[float | None, BoundKind]:
        """Return the value and the kind of bound of a finished node."""
        assert self._intervals is not None
        return as_bound(self._intervals.of(frame.state), maximises=frame.player == self._root_player)

    def _sure(self, frame: Frame) -> float | None:
        """Return the value that the player to move has secured so far; None if there is none."""
        assert self._intervals is not None
        low, high = self._intervals.over(frame.state, self._game.actions(frame.state))
        end = low if frame.player == self._root_player else high
        return end if isfinite(end) else None

    def _name_unknown(self, draft: Draft, leaf: State, seen: Number) -> None:
        """Give an unknown leaf its name instead of a value."""
        named = self._game.unknown(leaf) if self._game.unknown is not None else False
        if named:
            draft.name, draft.value, draft.known = named if isinstance(named, str) else "?", None, "unknown"
            if not isinstance(seen, tuple):
                self._made_up.add(seen)

    def _name(self, frame: Frame, action: Action) -> None:
        """Set the action of the children that it leads to."""
        child = after(self._game, frame.state, action)
        for state, place in frame.waiting:
            if state == child:
                self._drafts[place].action = format_action(self._game, frame.state, action)

    def _name_null_move(self, frame: Frame) -> None:
        """Name the child that a null move led to, if there is one."""
        null_move = self._game.hints.null_move
        if null_move is None or not frame.waiting or self._game.is_terminal(frame.state):
            return
        passed = null_move(frame.state)
        for state, place in frame.waiting:
            if state == passed and self._drafts[place].action is None:
                self._drafts[place].action = PASSES

    def _waits(self, frame: Frame, action: Action) -> bool:
        """Return whether an action is still to be searched."""
        noisy = self._game.hints.noisy if frame.stands_pat else None
        return action not in frame.looked_at and (noisy is None or bool(noisy(frame.state, action)))

    def _turned(self, player: int) -> bool:
        return self._negates and player != self._root_player

    def _seen(self, value: Value, player: int) -> Number:
        if isinstance(value, Sequence):
            return tuple(value)
        return -value if self._turned(player) else value

    def _draft(self, draft: Draft) -> int | None:
        """Keep a node if there is room, and return its place."""
        if len(self._drafts) >= self._room:
            return None
        self._drafts.append(draft)
        return len(self._drafts) - 1

    def _fold(self, owner: int | None, what: int) -> None:
        self._folded.setdefault(owner, [0, 0, 0])[what] += 1

    def _conclude(self, event: Event) -> None:
        """Append the final event of a node; it replaces a bound just before it with the same value."""
        passed_on = event.kind == "cut" and isinstance(event.value, tuple)
        if self._events:
            last = self._events[-1]
            if replace(last, value=event.value if passed_on else last.value) == replace(event, kind="bound", text=None):
                self._events.pop()
        self._events.append(event)

    def _came_back(self) -> None:
        if self._stack:
            self._stack[-1].child_is_last = True

    def _prune(self, frame: Frame, actions: list[Action]) -> None:
        """Record the actions that a cutoff pruned, and count the leaves below them."""
        depth = self._limits.depth
        for action in actions:
            child = self._game.result(frame.state, action)
            if self.pruned_leaves is not None:
                more = self._count(child, None if depth is None else depth - len(self._stack) - 1)
                self.pruned_leaves = None if more is None else self.pruned_leaves + more
            player = None if self._game.is_terminal(child) else self._game.to_move(child)
            text = format_action(self._game, frame.state, action)
            draft = Draft(frame.place, player, None, text, end="pruned", cut=frame.cut)
            if frame.place is None or self._draft(draft) is None:
                self._fold(frame.owner, 2)

    def _node(self, number: int, draft: Draft, unit: float) -> TreeNode:
        ends = [inf if end in self._made_up else end for end in draft.window or ()]
        window: Any = draft.window and tuple(scaled(end, unit) for end in ends)
        reason = cut_text(draft.cut, unit) if draft.cut else draft.note or None
        if draft.cut and draft.note:
            reason = Sentence("{}: {}", draft.note, reason)
        value = scaled(draft.value, unit)
        return TreeNode(
            number, draft.parent, draft.action, draft.player, value, window, draft.end, reason, draft.known, draft.name
        )

    def _step(self, event: Event, places: Sequence[str]) -> str:
        draft = self._drafts[event.node]
        player, at_most = draft.player, draft.player != self._root_player
        if isinstance(event.value, tuple):
            at_most = event.kind == "cut" and draft.cut is not None and find_reason(draft.cut.reason).of_rival
        return step_text(event, places[event.node], at_most=at_most, player=player)


def record_tree(
    game: Game | str | PathLike[str],
    state: State | None = None,
    *,
    algorithm: AlgorithmLike | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    evaluation: str | None = None,
    limits: Limits | None = None,
    history: Sequence[State] = (),
    max_nodes: int = MAX_NODES,
) -> TreeRecord:
    """Search a state, interpreted, and return the tree that was searched.

    For Monte-Carlo tree search it is the tree at the end, with the mean of each node.

    Parameters
    ----------
    game, state, algorithm, depth, seconds, nodes, simulations, evaluation, limits, history
        As in ``search``; the default algorithm is the first one that the game is an example of.
    max_nodes
        The largest number of nodes in the record; the others are counted.

    Raises
    ------
    InputError
        If ``max_nodes`` is below 1, or as for ``search``.

    Examples
    --------
    >>> record = record_tree("figure:alpha-beta")
    >>> record.steps[-1], record.pruned_leaves
    ('= 3 at the root', 1)
    """
    game = as_game(game)
    validate_whole_number("max_nodes", max_nodes, least=1)
    validate_evaluation(evaluation)
    limits = validate_limits(limits, depth=depth, seconds=seconds, nodes=nodes, simulations=simulations)
    root, history = root_and_history(game, state, history)
    shown = algorithm or next(iter(game.algorithms), None)
    choice = as_algorithm(game, shown, evaluation)
    if not choice.algorithm.family.tells_steps:
        searcher = Searcher(game, choice, evaluation=evaluation)
        result = searcher.search(root, limits, history=history)
        assert searcher.tree is not None
        unit = searcher.unit if result.is_proven else 1
        return record_simulations(game.numbered, root, searcher.tree, result, unit=unit, max_nodes=max_nodes)
    recorder = Recorder(game, root, algorithm=choice, limits=limits, max_nodes=max_nodes)
    searcher = Searcher(game, choice, evaluation=evaluation, tracer=recorder)
    return recorder.record(searcher.search(root, limits, history=history), searcher.unit)


def record_window(game: Game, window: tuple[float, float], *, algorithm: AlgorithmLike = "alpha-beta") -> TreeRecord:
    """Search a game from its start to its end with a window, and return the tree that was searched.

    Parameters
    ----------
    game
        The game.
    window
        Alpha and beta at the root.
    algorithm
        An algorithm with a window.

    Examples
    --------
    >>> from spielbaum import games
    >>> record_window(games.load("figure:alpha-beta-three-by-three"), (6, 7)).nodes[0].bound
    'upper'
    """
    limits, root, choice = Limits(), game.initial(), as_algorithm(game, algorithm)
    recorder = Recorder(game, root, algorithm=choice, limits=limits, max_nodes=MAX_NODES)
    searcher = Searcher(game, choice, tracer=recorder)
    return recorder.record(searcher.search(root, limits, window=window), searcher.unit)
