"""From what a search left in its workspace to the record that is handed out."""

from dataclasses import dataclass
from math import inf, isnan

from spielbaum.game import Action, Evaluation, Game, State
from spielbaum.kernel import Workspace
from spielbaum.notation import format_action, format_line, format_state
from spielbaum.search.deepening import Iteration
from spielbaum.search.result import ActionValue, BoundKind, Kind, Result, tidy


@dataclass(frozen=True)
class Question:
    """What was asked: the root with its actions, and how it was searched."""

    game: Game
    root: State
    actions: tuple[Action, ...]
    algorithm: str
    evaluation: str | None
    window: tuple[float, float]


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
    kind, bound = _kind(found, asked.window)
    estimate = asked.game.evaluation(asked.evaluation)
    unit = 1 if found.evaluated or estimate is None else estimate.worth_of_utility
    value = _estimated(asked, estimate) if isnan(found.value) else found.value
    line = format_line(asked.game, asked.root, _line(found, asked.actions))
    return Result(
        game=asked.game.spec,
        position=format_state(asked.game, asked.root),
        algorithm=asked.algorithm,
        evaluation=asked.evaluation,
        action=line[0] if line else None,
        value=tidy(value / unit),
        kind=kind,
        bound=bound,
        depth=found.depth if found.finished else 0,
        actions=_action_values(asked, found, unit),
        principal_variation=line,
        nodes=int(ws.nodes),
        max_nodes=int(ws.max_nodes),
        min_nodes=int(ws.nodes) - int(ws.max_nodes),
        leaves=int(ws.leaves),
        cutoffs=int(ws.cutoffs),
        seconds=seconds,
        finished=found.finished,
    )


def _action_values(asked: Question, found: Iteration, unit: float) -> tuple[ActionValue, ...]:
    rows = []
    for i, action in enumerate(asked.actions):
        text = format_action(asked.game, asked.root, action)
        if i < len(found.values):
            bound = _bound(found.values[i], found.floors[i], asked.window[1])
            rows.append(ActionValue(text, tidy(found.values[i] / unit), bound))
        else:
            rows.append(ActionValue(text, None, None))
    return tuple(rows)


def _line(found: Iteration, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the principal variation; where the value lies outside the window only the best action."""
    if not found.values:
        return () if found.finished else actions[:1]
    best = actions[found.values.index(max(found.values))]
    return found.line if found.line[:1] == (best,) else (best,)


def _kind(found: Iteration, window: tuple[float, float]) -> tuple[Kind, BoundKind]:
    if not found.finished:
        return ("bound", "lower") if found.values else ("heuristic", "exact")
    bound = _bound(found.value, *window)
    if bound != "exact":
        return "bound", bound
    return ("heuristic" if found.evaluated else "exact"), "exact"


def _bound(value: float, floor: float, ceiling: float) -> BoundKind:
    if value <= floor != -inf:
        return "upper"
    if value >= ceiling != inf:
        return "lower"
    return "exact"


def _estimated(asked: Question, estimate: Evaluation | None) -> float:
    return float(estimate.function(asked.root)[asked.game.to_move(asked.root)]) if estimate else 0.0
