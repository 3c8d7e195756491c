"""From what a search left in its workspace to the record that is handed out."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isnan

from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_line, format_state
from spielbaum.kernel import Workspace
from spielbaum.search.core.result import ActionValue, BoundKind, Kind, Number, Result, in_units
from spielbaum.search.core.workspace import REASONS
from spielbaum.search.driver.iterative_deepening import Iteration, Root
from spielbaum.search.driver.minimal_tree import minimal_leaves, minimal_nodes, shape_of


@dataclass(frozen=True)
class Question:
    """What was asked: the root, and how it was searched.

    ``unit`` is what one unit of utility is worth in the values of the kernel, ``estimate`` evaluates the root, for a
    search that was stopped before it knew anything.
    """

    game: Game
    state: State
    root: Root
    algorithm: str
    evaluation: str | None
    unit: float
    estimate: Callable[[], Number]


def answer(asked: Question, found: Iteration, ws: Workspace, seconds: float) -> Result:
    """Return the record of a search.

    Parameters
    ----------
    asked
        The question.
    found
        The iteration that answers it.
    ws
        The workspace, for the counters of all iterations.
    seconds
        Wall time.
    """
    kind, bound = _kind(asked, found)
    unit = 1 if found.evaluated or found.value is None else asked.unit
    value = asked.estimate() if found.value is None else found.value
    actions = (found.line or asked.root.actions[:1]) if found.best is not None or not found.finished else ()
    line = format_line(asked.game, asked.state, actions)
    shape = _provable(asked, found, bound)
    return Result(
        game=asked.game.spec,
        position=format_state(asked.game, asked.state),
        algorithm=asked.algorithm,
        evaluation=asked.evaluation,
        action=line[0] if line else None,
        value=in_units(value, unit),
        kind=kind,
        bound=bound,
        depth=found.depth,
        actions=_action_values(asked, found, unit),
        principal_variation=line,
        nodes=int(ws.nodes),
        max_nodes=int(ws.max_nodes),
        min_nodes=int(ws.nodes) - int(ws.max_nodes),
        leaves=int(ws.leaves),
        cutoffs=sum(int(number) for number in ws.cutoffs),
        cutoffs_by_reason={
            reason: int(number) for reason, number in zip(REASONS, ws.cutoffs, strict=True) if int(number)
        },
        seconds=seconds,
        finished=found.finished,
        minimal_leaves=minimal_leaves(*shape) if shape else None,
        minimal_nodes=minimal_nodes(*shape) if shape else None,
        only=_only(asked),
    )


def _only(asked: Question) -> tuple[str, ...] | None:
    if not asked.root.restricted:
        return None
    return tuple(format_action(asked.game, asked.state, action) for action in asked.root.actions)


def _provable(asked: Question, found: Iteration, bound: BoundKind) -> tuple[int, int] | None:
    """Return the shape of the tree if it is uniform and its value, one number, was found and not only bounded."""
    if isinstance(found.value, tuple) or found.value is None or bound != "exact" or asked.root.restricted:
        return None
    return shape_of(asked.game, asked.state, found.depth)


def known_so_far(asked: Question, found: Iteration) -> tuple[Number | None, tuple[str, ...]]:
    """Return the value and the principal variation of an iteration, as a result has them."""
    unit = 1 if found.evaluated else asked.unit
    value = None if found.value is None else in_units(found.value, unit)
    return value, format_line(asked.game, asked.state, found.line)


def _action_values(asked: Question, found: Iteration, unit: float) -> tuple[ActionValue, ...]:
    known = {tried.action: tried for tried in found.tried}
    rows = []
    for action in asked.root.actions:
        text = format_action(asked.game, asked.state, action)
        tried = known.get(action)
        if tried is None:
            rows.append(ActionValue(text, None, None))
        else:
            bound = _bound(tried.mine, tried.floor, asked.root.window[1])
            rows.append(ActionValue(text, in_units(tried.value, unit), bound))
    return tuple(rows)


def _kind(asked: Question, found: Iteration) -> tuple[Kind, BoundKind]:
    if found.value is None:
        return "heuristic", "exact"
    if not found.finished:
        return "bound", "lower"
    mine = found.value[asked.root.player] if isinstance(found.value, tuple) else found.value
    bound = _bound(float(mine), *asked.root.window)
    if bound is not None and bound != "exact":
        return "bound", bound
    return ("heuristic" if found.evaluated or found.guessed else "exact"), "exact"


def _bound(value: float, floor: float, ceiling: float) -> BoundKind | None:
    if isnan(floor):
        return None
    if value <= floor != -inf:
        return "upper"
    if value >= ceiling != inf:
        return "lower"
    return "exact"
