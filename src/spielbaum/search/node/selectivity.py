"""Selectivity: forward pruning, reductions and extensions.

All of it is off by default, and each option may change the value: it is no longer that of minimax.

* *Null move*: if passing fails high, so does the node: :mod:`.null_move`.
* *Reverse futility*: near the leaves, an estimate above beta by more than a margin stands for the value.
* *Futility*: near the leaves, quiet actions that would have to gain more than a margin are skipped.
* *Late move reductions*: late quiet actions are searched to a reduced depth, and again to the full depth if they fail
  high.
* *Loose*: table entries of deeper searches count too, whatever their path; any of equal actions is chosen.
* *Beam*: only a fixed number of actions of a node are searched.
* *Late move pruning*: near the leaves late quiet actions are skipped, a beam that grows with the square of the depth.
* *ProbCut*: a shallower search that is far outside the window stands for a deep one: :mod:`.probcut`.
* *Extensions*: actions named by the game's ``extends``, such as checks, are searched one ply deeper.
* *Singular extensions*: so is a table move that is far better than all other actions: :mod:`.singular`.

D. F. Beal, A generalised quiescence search algorithm, Artificial Intelligence 43 (1990), and C. Donninger, Null move
and deep search, ICCA Journal 16 (1993); E. A. Heinz, Extended futility pruning, ICCA Journal 21 (1998); late move
reductions and late move pruning: T. Romstad, An introduction to late move reductions (2006); beam: R. Bisiani, Beam
search (1987); T. Anantharaman, M. S. Campbell and F.-h. Hsu, Singular extensions: adding selectivity to brute-force
searching, Artificial Intelligence 43 (1990), with the table move as Stockfish has it.
"""

from collections.abc import Callable
from math import inf, log
from typing import NamedTuple

from spielbaum.errors import InputError, Message, Sentence, UnsupportedGameError
from spielbaum.game import Action, State
from spielbaum.kernel import component
from spielbaum.search.core.cuts import BEAM, FUTILITY, REVERSE_FUTILITY
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.limits import MAX_PLY
from spielbaum.search.core.node import Node
from spielbaum.search.core.workspace import SELECTIVE, Workspace
from spielbaum.search.node.defaults import always, never, never_noisy
from spielbaum.search.node.node import Tree
from spielbaum.search.node.options import Options
from spielbaum.search.node.ordering import MOST_HISTORY, is_losing
from spielbaum.search.node.windows import is_null_window

FUTILE_DEPTH, REVERSE_DEPTH = 3, 6
"""The most plies left at which an estimate may stand for a search."""

HISTORY_PER_PLY = MOST_HISTORY // 2
"""With ``order="gain"``, history points that change a reduction by one ply."""

LEAST_REDUCED_DEPTH, FIRST_REDUCED = 3, 3
"""Plies left from which late moves are reduced, and the first action that is late."""

PRUNED_DEPTH, LEAST_KEPT = 8, 3
"""The most plies left for late move pruning, and the actions that it keeps in addition to the square of the plies."""

DEEPEST_EXTENDED = MAX_PLY // 2
"""The ply from which nothing is extended."""

SIZE = 64
REDUCTIONS = tuple(
    int(0.5 + log(depth) * log(place) / 2) if depth and place else 0 for depth in range(SIZE) for place in range(SIZE)
)
"""Reductions in plies: ``REDUCTIONS[SIZE * depth + place]``."""


class Selection(NamedTuple):
    """The options of forward pruning, reductions and extensions. By default a search is full-width.

    Attributes
    ----------
    null_move
        Whether a node is cut off if passing fails high.
    reductions
        Whether late quiet actions are searched to a reduced depth first.
    futility, reverse_futility
        Margins per ply left, in the unit of the evaluation; 0 for no such pruning.
    delta
        Margin of delta pruning in the quiescence search: actions that would have to gain more than ``gain`` and this
        margin are skipped, and so are actions that lose material; 0 for none.
    loose
        Whether table entries of deeper searches count, whatever their path, so that draws by repetition may be
        overlooked; and whether any of equal actions is chosen, so that the root may be sorted and reduced.
    beam
        The number of actions of a node that are searched; 0 for all.
    late_move_pruning
        Whether late quiet actions are skipped near the leaves.
    extensions
        Whether actions named by the game's ``extends`` are searched one ply deeper.
    singular
        Margin per ply left by which a table move must be better than all other actions to be searched one ply deeper; 0
        for no such extension.
    probcut
        The path of a ProbCut model; empty for no ProbCut.
    probcut_threshold
        The number of standard deviations by which a shallower search must be outside the window.
    """

    null_move: bool = False
    reductions: bool = False
    futility: float = 0.0
    reverse_futility: float = 0.0
    delta: float = 0.0
    loose: bool = False
    beam: int = 0
    late_move_pruning: bool = False
    extensions: bool = False
    singular: float = 0.0
    probcut: str = ""
    probcut_threshold: float = 1.5

    @property
    def needs_estimates(self) -> bool:
        """Whether nodes near the leaves are evaluated."""
        return self.reverse_futility > 0 or self.futility > 0

    def refuse_unfit(self, rules: Rules, options: Options) -> None:
        """Raise an error if an option lacks what it needs.

        Raises
        ------
        InputError
            If a margin is negative, or there is no quiescence search for ``delta``.
        UnsupportedGameError
            If the game lacks a hook.
        """
        if min(self.futility, self.reverse_futility, self.delta, self.beam, self.singular) < 0:
            raise InputError(Message("futility, reverse_futility, delta, beam and singular must not be negative"))
        if self.delta and not options.quiescence:
            raise InputError(Message("delta needs the quiescence search: add quiescence=true"))
        if self.singular and options.replacement == "none":
            raise InputError(Message("singular needs a transposition table: add replacement=two-deep"))
        needs = (
            ("null_move", self.null_move, rules.null_move, Sentence("the state after a pass"), "null_move"),
            ("extensions", self.extensions, rules.extends, Sentence("what to search one ply deeper"), "extends"),
            ("delta", self.delta > 0, rules.gain, Sentence("what a noisy action gains"), "gain"),
        )
        for option, wanted, hook, what, name in needs:
            if wanted and hook is None:
                raise UnsupportedGameError(
                    Message(
                        "{} needs to know {}, and {} does not say: give the game hints.{}",
                        option,
                        what,
                        rules.name,
                        name,
                    )
                )


FULL_WIDTH = Selection()


class Selectivity(NamedTuple):
    """The hooks of forward pruning, reductions and extensions.

    Attributes
    ----------
    fails_high
        ``(node, ws) -> bool``: reverse futility pruning; the value of the node is ``ws.value``.
    skips
        ``(node, action, tried, ws) -> bool``: whether an action is skipped after ``tried`` others.
    reduction
        ``(node, action, child, tried, ws) -> plies``; negative for an extension.
    bound
        ``(node, best, ws) -> value`` of a node: at least alpha if actions were skipped.
    """

    fails_high: Callable[[Node, Workspace], bool]
    skips: Callable[[Node, Action, int, Workspace], bool]
    reduction: Callable[[Node, Action, State, int, Workspace], int]
    bound: Callable[[Node, float, Workspace], float]


def make_selectivity(rules: Rules, tree: Tree, selection: Selection, options: Options) -> Selectivity:
    """Return the hooks for a game; in a full-width search they do nothing and cost nothing."""
    prunes = selection.futility > 0 or selection.beam > 0 or selection.late_move_pruning
    reduces = selection.reductions or selection.extensions or selection.singular > 0
    return Selectivity(
        never if selection == FULL_WIDTH else _make_fails_high(rules, tree, selection),
        _make_skips(rules, tree, selection, options) if prunes else _skips_nothing,
        _make_reduction(rules, selection, options) if reduces else _no_reduction,
        _at_least_alpha if prunes else _as_found,
    )


def _make_fails_high(rules: Rules, tree: Tree, selection: Selection) -> Callable[[Node, Workspace], bool]:
    evaluate, is_quiet, margin = rules.evaluate, rules.may_stand_pat or always, float(selection.reverse_futility)
    estimated = selection.needs_estimates

    def fails_high(node: Node, ws: Workspace) -> bool:
        ply = node.ply
        ws.estimate[ply], ws.skipped[ply] = inf, 0
        if ply == 0 and not ws.unlimited:
            ws.unsound_cut = SELECTIVE
        near = estimated and ply > 0 and not ws.unlimited and node.depth <= REVERSE_DEPTH
        if not near or not is_null_window(node) or not is_quiet(node.state):
            return False
        estimate = ws.estimate[ply] = component(evaluate(node.state), node.player)
        if margin == 0 or estimate - margin * node.depth < node.beta:
            return False
        ws.value, ws.heuristic = estimate, 1
        ws.estimates += 1
        ws.leaves += 1
        ws.pv_length[ply] = 0
        tree.cutoff(node, REVERSE_FUTILITY, estimate - margin * node.depth, node.beta, ws)
        return True

    return fails_high


def _make_skips(
    rules: Rules, tree: Tree, selection: Selection, options: Options
) -> Callable[[Node, Action, int, Workspace], bool]:
    margin, beam, late = float(selection.futility), selection.beam, selection.late_move_pruning
    noisy, is_quiet = rules.noisy or never_noisy, rules.may_stand_pat or always
    is_tactical = _make_is_tactical(rules, options)

    def skips(node: Node, action: Action, tried: int, ws: Workspace) -> bool:
        ply = node.ply
        if ply == 0 or tried == 0 or ws.unlimited:
            return False
        # 1. Beam.
        if beam > 0 and tried >= beam:
            return note(node, BEAM, tried, beam, ws)
        # 2. Late move pruning.
        if late and tried >= _kept(node) and is_late(node, action, ws):
            return note(node, BEAM, tried, _kept(node), ws)
        # 3. Futility pruning.
        hope = ws.estimate[ply] + margin * node.depth
        if margin == 0 or node.depth > FUTILE_DEPTH or hope > node.alpha or noisy(node.state, action):
            return False
        return note(node, FUTILITY, hope, node.alpha, ws)

    def is_late(node: Node, action: Action, ws: Workspace) -> bool:
        quiet = not is_tactical(node, action, ws) and is_quiet(node.state)
        return node.depth <= PRUNED_DEPTH and is_null_window(node) and quiet

    def note(node: Node, reason: int, found: float, bound: float, ws: Workspace) -> bool:
        ply = node.ply
        if not ws.skipped[ply]:
            ws.skipped[ply] = 1
            tree.cutoff(node, reason, found, bound, ws)
        return True

    return skips


def _make_is_tactical(rules: Rules, options: Options) -> Callable[[Node, Action, Workspace], bool]:
    """Return the test for noisy actions that do not lose, which are neither pruned nor reduced."""
    noisy, by_gain = rules.noisy or never_noisy, options.order == "gain"

    def is_tactical(node: Node, action: Action, ws: Workspace) -> bool:
        return noisy(node.state, action) and not (by_gain and is_losing(node.ply, ws))

    return is_tactical


def _make_reduction(
    rules: Rules, selection: Selection, options: Options
) -> Callable[[Node, Action, State, int, Workspace], int]:
    is_tactical, is_quiet = _make_is_tactical(rules, options), rules.may_stand_pat or always
    extends = rules.extends or _no
    reductions, extensions, singular = selection.reductions, selection.extensions, selection.singular > 0
    by_gain, reduces_root = options.order == "gain", selection.loose

    def reduction(node: Node, action: Action, child: State, tried: int, ws: Workspace) -> int:
        ply = node.ply
        # 1. Extensions.
        if ws.unlimited or (extensions and ply < min(2 * ws.iteration, DEEPEST_EXTENDED) and extends(child)):
            return 0 if ws.unlimited else -1
        if singular and action == ws.singular[ply]:
            return -1
        # 2. Late move reductions: only late quiet actions, fewer plies on the principal variation.
        kept = ply == 0 and not reduces_root
        if not reductions or kept or node.depth < LEAST_REDUCED_DEPTH or tried < FIRST_REDUCED:
            return 0
        if is_tactical(node, action, ws) or not is_quiet(node.state) or not is_quiet(child):
            return 0
        less = REDUCTIONS[SIZE * min(node.depth, SIZE - 1) + min(tried, SIZE - 1)] - (not is_null_window(node))
        if by_gain and abs(ws.current_rank[ply]) <= MOST_HISTORY:
            less -= int(ws.current_rank[ply] / HISTORY_PER_PLY)
        return max(0, min(less, node.depth - 2))

    return reduction


def _kept(node: Node) -> int:
    return LEAST_KEPT + node.depth * node.depth


def _at_least_alpha(node: Node, best: float, ws: Workspace) -> float:
    return max(best, node.alpha) if ws.skipped[node.ply] else best


def _as_found(_node: Node, best: float, _ws: Workspace) -> float:
    return best


def _no(_state: State) -> bool:
    return False


def _skips_nothing(_node: Node, _action: Action, _tried: int, _ws: Workspace) -> bool:
    return False


def _no_reduction(_node: Node, _action: Action, _child: State, _tried: int, _ws: Workspace) -> int:
    return 0
