"""The result of a search: one frozen record for all algorithms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

from spielbaum.game import Action

Kind = Literal["exact", "bound", "heuristic"]
BoundKind = Literal["exact", "lower", "upper", "unknown"]
Number = float | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Certainty:
    """The certainty of the value of a search.

    Attributes
    ----------
    kind
        ``"exact"``: proven to the end of the game, in the unit of utilities. ``"heuristic"``: an evaluation took part.
        ``"bound"``: the window ended the search, or it was interrupted, or it rests on unknown leaves; ``bound`` says
        in which direction.
    bound
        ``"lower"`` or ``"upper"`` where the kind is ``"bound"``, ``"unknown"`` where there is no value, else
        ``"exact"``.
    sound
        Whether the value is that of minimax, or Max^n, at this depth: false where forward pruning, reductions,
        extensions or an unsound pruning may have changed it, and of a tree that is not grown to its end.
    complete
        Whether the search was complete; if it was interrupted, the value is the best so far.
    sampled
        Whether the value is a mean of simulations.
    in_utilities
        Whether the value is a utility, because no evaluation took part; else it is in the unit of the evaluation.
    interval
        Where the value rests on unknown leaves: its lower and its upper end, None for no end.
    """

    kind: Kind
    bound: BoundKind = "exact"
    sound: bool = True
    complete: bool = True
    sampled: bool = False
    in_utilities: bool = field(default=False, compare=False)
    interval: tuple[float | None, float | None] | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the value is proven to the end of the game."""
        return self.kind == "exact"

    def __str__(self) -> str:
        """Return in words what the value is.

        Examples
        --------
        >>> str(Certainty("exact")), str(Certainty("heuristic")), str(Certainty("bound", "lower", complete=False))
        ('proven', 'minimax at this depth', 'a lower bound, interrupted')
        """
        if self.is_proven:
            return "proven"
        if self.kind == "bound":
            words = "a lower bound" if self.bound == "lower" else "an upper bound"
            return words if self.complete else f"{words}, interrupted"
        if self.bound == "unknown":
            return "unknown"
        return "a mean of simulations" if self.sampled else "minimax at this depth" if self.sound else "an estimate"


@dataclass(frozen=True)
class ActionValue:
    """A root action and its value.

    Attributes
    ----------
    action, action_text
        The action, and its text in the game's notation.
    value
        None if the search ended before the action was tried.
    bound
        ``"exact"`` at this depth, or ``"lower"`` or ``"upper"`` for a lower or an upper bound; of a vector, that of the
        entry of the player to move. None if the value is neither, as for actions of hypermax that are not the best,
        means of simulations, and estimates in a tree that is not grown to its end. ``"unknown"`` if unknown leaves
        leave it open.
    visits
        The number of simulations through the action; None in other searches.
    """

    action: Action
    action_text: str
    value: Number | None
    bound: BoundKind | None
    visits: int | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Result:
    """The result of a search, and its cost.

    Attributes
    ----------
    game, position, algorithm, evaluation
        What was searched, and how, as text. ``evaluation`` is None if there is none.
    action
        The best action, as the game's functions use it; of equal ones the fastest win or the slowest loss, then the
        first in the game's order. None if the game is over or the depth is 0.
    action_text
        The same in the game's notation.
    value
        For the player to move; a vector, one number for each player, if the algorithm returns vectors; NaN if unknown
        leaves (``Game.unknown``) leave it open.
    certainty
        How certain the value is.
    depth
        The depth of the deepest complete iteration, in plies.
    action_values
        The actions of the root in the game's order: all, or those of ``root_moves``.
    pv
        The principal variation: the actions of the best line of play.
    pv_text
        The same in the game's notation.
    nodes, max_nodes, min_nodes, leaves, cutoffs
        Positions visited, including the root; those with the root player to move, and the others; those whose value
        was not backed up; those left before their last action.
    cutoffs_by_reason
        The cutoffs by reason, such as ``alpha-beta`` or ``shallow``.
    deepest
        The largest ply that the search reached, including quiescence and earlier iterations. The longest line of states
        that it held at once is one longer.
    seconds
        Wall time, without compilation.
    minimal_leaves, minimal_nodes
        The size of the minimal tree, which the search must visit at least (Knuth and Moore); None unless the game
        declares the tree uniform and the value is exact.
    memory_full
        Whether the search ended because its tree filled the memory; a larger ``table`` has more.
    root_moves, root_moves_text
        The root actions to which the search was restricted, in the game's order; None for all.
    simulations
        Of Monte-Carlo tree search, else None.
    distance
        Of a win or a loss: the plies to the end of the game, at most, if the winner hurries and the loser delays; None
        if unknown.
    distance_exact
        Whether the distance is exact; else the end may be nearer.
    distance_nodes
        Positions visited to find the distance; they are not among ``nodes``.
    """

    game: str
    position: str
    algorithm: str
    evaluation: str | None
    action: Action | None
    action_text: str | None
    value: Number
    certainty: Certainty
    depth: int
    action_values: tuple[ActionValue, ...]
    pv: tuple[Action, ...]
    pv_text: tuple[str, ...]
    nodes: int
    max_nodes: int
    min_nodes: int
    leaves: int
    cutoffs: int
    cutoffs_by_reason: Mapping[str, int] = field(default_factory=dict, hash=False)
    deepest: int = 0
    seconds: float
    minimal_leaves: int | None = None
    minimal_nodes: int | None = None
    root_moves: tuple[Action, ...] | None = None
    root_moves_text: tuple[str, ...] | None = None
    memory_full: bool = False
    simulations: int | None = None
    distance: int | None = None
    distance_exact: bool = False
    distance_nodes: int = 0

    @property
    def is_proven(self) -> bool:
        """Whether the value is proven to the end of the game, in the unit of utilities."""
        return self.certainty.is_proven

    @property
    def in_utilities(self) -> bool:
        """Whether the value is a utility, proven or not; else it is in the unit of the evaluation."""
        return self.certainty.is_proven or self.certainty.in_utilities

    @property
    def nodes_per_second(self) -> float:
        """Positions visited per second."""
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def leaf_ratio(self) -> float | None:
        """Leaves visited per leaf of the minimal tree; None if that is unknown."""
        return None if self.minimal_leaves is None else self.leaves / self.minimal_leaves

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``spielbaum analyze --json``; its actions are texts."""
        return {
            "game": self.game,
            "position": self.position,
            "algorithm": self.algorithm,
            "evaluation": self.evaluation,
            "action": self.action_text,
            "value": None if self.certainty.bound == "unknown" else self.value,
            "kind": self.certainty.kind,
            "bound": self.certainty.bound,
            "depth": self.depth,
            "principal_variation": list(self.pv_text),
            "nodes": self.nodes,
            "max_nodes": self.max_nodes,
            "min_nodes": self.min_nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "cutoffs_by_reason": dict(self.cutoffs_by_reason),
            "deepest": self.deepest,
            "seconds": self.seconds,
            "finished": self.certainty.complete,
            "sound": self.certainty.sound,
            "minimal_leaves": self.minimal_leaves,
            "minimal_nodes": self.minimal_nodes,
            "only": None if self.root_moves_text is None else list(self.root_moves_text),
            "leaf_ratio": self.leaf_ratio,
            "interval": None if self.certainty.interval is None else list(self.certainty.interval),
            "distance": self.distance,
            "distance_exact": self.distance_exact,
            "distance_nodes": self.distance_nodes,
            **({"memory_full": True} if self.memory_full else {}),
            **({} if self.simulations is None else {"simulations": self.simulations}),
            "actions": [
                {"action": row.action_text, "value": row.value, "bound": row.bound}
                | ({} if row.visits is None else {"visits": row.visits})
                for row in self.action_values
            ],
        }

    def __repr__(self) -> str:
        """Return the answer on one line."""
        answer = f"action={self.action!r}, action_text={self.action_text!r}, value={self.value!r}"
        return f"Result({answer}, kind={self.certainty.kind!r}, depth={self.depth}, nodes={self.nodes})"

    def __str__(self) -> str:
        """Return a few lines for a terminal."""
        value = f"{value_text(self.value, self.certainty.bound)} ({self.certainty.kind})"
        lines = [
            f"{self.game} at {self.position}: {self.algorithm}, depth {self.depth}",
            f"best {self.action_text or 'none'}, value {value}",
            "line " + (" ".join(self.pv_text) or "none"),
            *(f"  {row.action_text:>8}  {value_text(row.value, row.bound)}" for row in self.action_values),
            f"{self.nodes:,} nodes, {self.leaves:,} leaves, {self.cutoffs:,} cutoffs in {self.seconds:.3f} s",
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        rows = "".join(
            f"<tr{' style=font-weight:bold' if row.action == self.action else ''}>"
            f"<td>{escape(row.action_text)}</td><td>{escape(value_text(row.value, row.bound))}</td></tr>"
            for row in self.action_values
        )
        value = f"{self.certainty.kind} value {value_text(self.value, self.certainty.bound)}"
        head = f"{self.game}: {self.algorithm}, depth {self.depth}, {value}"
        foot = f"{' '.join(self.pv_text)} · {self.nodes:,} nodes in {self.seconds:.3f} s"
        return (
            f"<table><caption>{escape(head)}</caption><thead><tr><th>action</th><th>value</th></tr></thead>"
            f"<tbody>{rows}</tbody><tfoot><tr><td colspan=2>{escape(foot)}</td></tr></tfoot></table>"
        )


def tidy(number: float) -> float:
    """Return a number, as an int if it is whole, so that 0.0 and -0.0 show as 0."""
    value = float(number)
    return int(value) if value.is_integer() else value


def in_units(value: Number, unit: float) -> Number:
    """Return a value of a kernel divided by its unit."""
    return tuple(tidy(number / unit) for number in value) if isinstance(value, tuple) else tidy(value / unit)


def value_text(value: Number | None, bound: BoundKind | None = "exact") -> str:
    """Return a value as text: ``0.25``, ``≥ 1``, ``≤ -3``, ``(0.3, 0.7)``, ``?``, or a dash for None.

    Examples
    --------
    >>> value_text(0.25, "lower")
    '≥ 0.25'
    """
    if bound == "unknown":
        return "?"
    if value is None:
        return "–"
    text = f"({', '.join(f'{x:.6g}' for x in value)})" if isinstance(value, tuple) else f"{value:.6g}"
    return {"lower": "≥ ", "upper": "≤ "}.get(bound or "exact", "") + text
