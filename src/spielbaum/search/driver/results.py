"""Making the ``Result`` of a search from its workspace."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf, isnan

from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_action, format_line, format_state
from spielbaum.kernel import Workspace
from spielbaum.search.core.cuts import REASONS
from spielbaum.search.core.result import ActionValue, BoundKind, Certainty, Kind, Number, Result, in_units
from spielbaum.search.core.workspace import FULL
from spielbaum.search.driver.iterative_deepening import Iteration, Root, own_entry
from spielbaum.search.driver.minimal_tree import Leaves, minimal_nodes, shape_of


@dataclass(frozen=True)
class Request:
    """What is searched, and how.

    Attributes
    ----------
    game, state, root
        The root, as a state and for the search.
    algorithm
        With its options, as text.
    evaluation
        Its name; None without one.
    unit
        The value of one unit of utility.
    evaluate_root
        Evaluates the root, if a search is stopped before it has a value.
    least_leaves
        The leaves of the minimal tree, by branching and depth; None if unknown.
    """

    game: Game
    state: State
    root: Root
    algorithm: str
    evaluation: str | None
    unit: float
    evaluate_root: Callable[[], Number]
    least_leaves: Leaves | None = None

    def line(self, pv: Iterable[int]) -> tuple[tuple[Action, ...], tuple[str, ...]]:
        """Return a line of the search as the game's own actions, and as text."""
        actions = tuple(map(self.game.unpacked, pv))
        return actions, format_line(self.game, self.state, actions)


def build_result(request: Request, found: Iteration, certainty: Certainty, ws: Workspace, seconds: float) -> Result:
    """Return the result of a search.

    Parameters
    ----------
    request
        What was searched.
    found, certainty
        The iteration whose value counts, and its certainty.
    ws
        The workspace, with the counters of all iterations.
    seconds
        Wall time.
    """
    unit = 1 if found.heuristic or found.value is None else request.unit
    value = request.evaluate_root() if found.value is None else found.value
    pv, texts = request.line(
        (found.pv or request.root.actions[:1]) if found.best is not None or not found.complete else ()
    )
    root_moves = tuple(map(request.game.unpacked, request.root.actions)) if request.root.restricted else None
    least, shape = _minimal_tree(request, found, certainty)
    return Result(
        game=request.game.spec,
        position=format_state(request.game, request.state),
        algorithm=request.algorithm,
        evaluation=request.evaluation,
        action=pv[0] if pv else None,
        action_text=texts[0] if texts else None,
        value=in_units(value, unit),
        certainty=certainty,
        depth=found.depth,
        action_values=_action_values(request, found, unit, decided=certainty.is_proven and found.heuristic),
        pv=pv,
        pv_text=texts,
        nodes=int(ws.nodes),
        max_nodes=int(ws.max_nodes),
        min_nodes=int(ws.nodes) - int(ws.max_nodes),
        leaves=int(ws.leaves),
        cutoffs=sum(int(number) for number in ws.cutoffs),
        cutoffs_by_reason={
            reason.name: int(number) for reason, number in zip(REASONS, ws.cutoffs, strict=False) if int(number)
        },
        deepest=int(ws.reached),
        seconds=seconds,
        simulations=found.simulations,
        distance=found.distance,
        distance_exact=found.distance_exact,
        distance_nodes=found.asked,
        memory_full=int(ws.stop) == FULL,
        minimal_leaves=least(*shape) if least and shape else None,
        minimal_nodes=minimal_nodes(*shape, least) if least and shape else None,
        root_moves=root_moves,
        root_moves_text=None if root_moves is None else _texts(request, root_moves),
    )


def _texts(request: Request, actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(format_action(request.game, request.state, action) for action in actions)


def _minimal_tree(
    request: Request, found: Iteration, certainty: Certainty
) -> tuple[Leaves | None, tuple[int, int] | None]:
    """Return the size of the minimal tree and its shape, if the tree is uniform and the value is exact."""
    if found.value is None or certainty.bound != "exact" or found.unsound_cut or request.root.restricted:
        return None, None
    least = request.least_leaves
    return least, shape_of(request.game, request.state, found.depth) if least else None


def value_and_pv(request: Request, found: Iteration) -> tuple[Number | None, tuple[Action, ...], tuple[str, ...]]:
    """Return the value of an iteration and its principal variation, as actions and as text."""
    unit = 1 if found.heuristic else request.unit
    value = None if found.value is None else in_units(found.value, unit)
    return value, *request.line(found.pv)


def _action_values(
    request: Request, found: Iteration, unit: float, *, decided: bool = False
) -> tuple[ActionValue, ...]:
    """Return the rows of the actions; if a proven win decides the root, it is an upper bound of the others."""
    searched = {move.action: move for move in found.root_moves}
    rows = []
    for number in request.root.actions:
        action, move = request.game.unpacked(number), searched.get(number)
        text = format_action(request.game, request.state, action)
        if move is None:
            rows.append(ActionValue(action, text, None, None, None if found.simulations is None else 0))
        else:
            value, bound = move.value, _bound(move.own_value, move.floor, request.root.window[1])
            if decided and abs(move.own_value) < request.root.win:
                value, bound = request.root.win, "upper"
            rows.append(ActionValue(action, text, in_units(value, unit), bound, move.visits))
    return tuple(rows)


def certainty_of(request: Request, found: Iteration, *, sampled: bool = False) -> Certainty:
    """Return the certainty of the value of an iteration; ``sampled`` if it is a mean of simulations."""
    kind, bound = _kind(request, found)
    return Certainty(
        kind,
        bound,
        sound=not found.unsound_cut,
        complete=found.complete,
        sampled=sampled,
        in_utilities=not found.heuristic and found.value is not None,
    )


def _kind(request: Request, found: Iteration) -> tuple[Kind, BoundKind]:
    if found.value is None:
        return "heuristic", "exact"
    own = own_entry(found.value, request.root.player)
    bound = _bound(own, *request.root.window) if found.complete else "lower"
    if _is_decided(request, found, own, bound):
        return "exact", "exact"
    if bound is not None and bound != "exact":
        return "bound", bound
    return ("heuristic" if found.heuristic or found.unsound_cut else "exact"), "exact"


def _is_decided(request: Request, found: Iteration, own: float, bound: BoundKind | None) -> bool:
    """Return whether a win or a loss is proven although some leaves are estimates."""
    known = request.unit == 1 and request.game.unknown is None and not found.unsound_cut
    return known and abs(own) >= request.root.win and bound in ("exact", "lower" if own > 0 else "upper")


def _bound(value: float, floor: float, ceiling: float) -> BoundKind | None:
    if isnan(floor):
        return None
    if value <= floor != -inf:
        return "upper"
    if value >= ceiling != inf:
        return "lower"
    return "exact"
