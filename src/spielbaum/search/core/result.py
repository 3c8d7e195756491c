"""What a search found: one frozen record for all algorithms."""

from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

Kind = Literal["exact", "bound", "heuristic"]
BoundKind = Literal["exact", "lower", "upper"]
Number = float | tuple[float, ...]


@dataclass(frozen=True)
class ActionValue:
    """An action of the root and what is known of its value.

    ``value`` is None where the search ended before the action was tried. ``bound`` says whether the value is exact
    at this depth, or whether the true one is at least (``"lower"``) or at most (``"upper"``) so large; of a vector it
    speaks of the entry of the player to move. It is None where the value is only what the algorithm met, as with
    hypermax for actions that are not the best.
    """

    action: str
    value: Number | None
    bound: BoundKind | None


@dataclass(frozen=True, kw_only=True)
class Result:
    """The answer of a search, with what it cost.

    Attributes
    ----------
    game, position, algorithm, evaluation
        What was searched, and how. ``evaluation`` is None where the game has none.
    action
        The best action as text; the first in the game's order among equals; None if the game is over or depth is 0.
    value
        From the view of the player to move; one number for each player where the algorithm's values are vectors.
    kind
        ``"exact"``: proven to the end of the game, in the unit of utilities. ``"heuristic"``: an evaluation took part.
        ``"bound"``: the window ended the search, or it was interrupted; ``bound`` says in which direction.
    bound
        ``"lower"`` or ``"upper"`` where the kind is ``"bound"``, else ``"exact"``.
    depth
        The depth that was searched to its end.
    actions
        The actions of the root in the game's order: all, or those that were asked for.
    principal_variation
        What perfect players would play, as far as the search saw.
    nodes, max_nodes, min_nodes, leaves, cutoffs
        Positions visited (the root included), those in which the root player and those in which others move, those
        whose value was not backed up, and those left before their last action.
    cutoffs_by_reason
        The cutoffs by the pruning that made them: ``alpha-beta``, ``immediate``, ``shallow``, ``deep``, ``hypermax``.
    seconds
        Wall time without compilation.
    minimal_leaves, minimal_nodes
        What alpha-beta must visit at least to find the value, by Knuth and Moore; None unless the game says that the
        tree is uniform, and where the value is not one exact number.
    finished
        False if the search was interrupted and this is the best so far.
    only
        The actions of the root that were asked for, in the game's order: the answer is about these. None for all.
    """

    game: str
    position: str
    algorithm: str
    evaluation: str | None
    action: str | None
    value: Number
    kind: Kind
    bound: BoundKind
    depth: int
    actions: tuple[ActionValue, ...]
    principal_variation: tuple[str, ...]
    nodes: int
    max_nodes: int
    min_nodes: int
    leaves: int
    cutoffs: int
    cutoffs_by_reason: dict[str, int] = field(default_factory=dict)
    seconds: float
    finished: bool = True
    minimal_leaves: int | None = None
    minimal_nodes: int | None = None
    only: tuple[str, ...] | None = None

    @property
    def nodes_per_second(self) -> float:
        """Positions visited in a second."""
        return self.nodes / max(self.seconds, 1e-9)

    @property
    def leaf_ratio(self) -> float | None:
        """Leaves visited for each leaf of the minimal tree; None where that is not known."""
        return None if self.minimal_leaves is None else self.leaves / self.minimal_leaves

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain dictionaries and lists, ready for JSON."""
        rows = [{"action": row.action, "value": row.value, "bound": row.bound} for row in self.actions]
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "actions"}
        return {
            **fields,
            "leaf_ratio": self.leaf_ratio,
            "only": None if self.only is None else list(self.only),
            "actions": rows,
            "principal_variation": list(self.principal_variation),
        }

    def __str__(self) -> str:
        """Return a few lines for a terminal."""
        lines = [
            f"{self.game} at {self.position}: {self.algorithm}, depth {self.depth}",
            f"best {self.action or 'none'}, value {value_text(self.value, self.bound)} ({self.kind})",
            "line " + (" ".join(self.principal_variation) or "none"),
            *(f"  {row.action:>8}  {value_text(row.value, row.bound)}" for row in self.actions),
            f"{self.nodes:,} nodes, {self.leaves:,} leaves, {self.cutoffs:,} cutoffs in {self.seconds:.3f} s",
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        rows = "".join(
            f"<tr{' style=font-weight:bold' if row.action == self.action else ''}>"
            f"<td>{escape(row.action)}</td><td>{escape(value_text(row.value, row.bound))}</td></tr>"
            for row in self.actions
        )
        head = (
            f"{self.game}: {self.algorithm}, depth {self.depth}, {self.kind} value {value_text(self.value, self.bound)}"
        )
        foot = f"{' '.join(self.principal_variation)} · {self.nodes:,} nodes in {self.seconds:.3f} s"
        return (
            f"<table><caption>{escape(head)}</caption><thead><tr><th>action</th><th>value</th></tr></thead>"
            f"<tbody>{rows}</tbody><tfoot><tr><td colspan=2>{escape(foot)}</td></tr></tfoot></table>"
        )


def tidy(number: float) -> float:
    """Return a number as an int where it is whole, so that 0.0 and -0.0 show as 0."""
    value = float(number)
    return int(value) if value.is_integer() else value


def in_units(value: Number, unit: float) -> Number:
    """Return a value of a kernel in the unit of which one is worth so much."""
    return tuple(tidy(number / unit) for number in value) if isinstance(value, tuple) else tidy(value / unit)


def value_text(value: Number | None, bound: BoundKind | None = "exact") -> str:
    """Return a value as text: ``0.25``, ``≥ 1``, ``≤ -3``, ``(0.3, 0.7)``, or a dash for None.

    Examples
    --------
    >>> value_text(0.25, "lower")
    '≥ 0.25'
    """
    if value is None:
        return "–"
    text = f"({', '.join(f'{x:.6g}' for x in value)})" if isinstance(value, tuple) else f"{value:.6g}"
    return {"lower": "≥ ", "upper": "≤ "}.get(bound or "exact", "") + text
