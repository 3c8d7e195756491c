"""The hooks of the nodes of a tree of simulations."""

from math import inf
from typing import Literal, NamedTuple

from spielbaum.search.core.game_view import Rules
from spielbaum.search.simulation.nodes import Fields, Writes, fields_for, writes_for
from spielbaum.search.simulation.solver import Solver, make_solver
from spielbaum.search.simulation.values import Values, make_values

Policy = Literal["max-n", "paranoid", "brs"]
"""What the others do: maximise their own values, minimise the root player's, or let one of them reply."""


class NodeHooks(NamedTuple):
    """The hooks of nodes: their fields, how these are written, the solver, and the values."""

    fields: Fields
    writes: Writes
    solver: Solver
    values: Values


def node_hooks(
    rules: Rules,
    *,
    policy: Policy = "max-n",
    solver: bool = True,
    rave: float = 0.0,
    oma: float = 0.0,
    implicit: float = 0.0,
    **_others: object,
) -> NodeHooks:
    """Return the hooks of nodes for the options of a search."""
    width, solves = rules.players if gives_vectors(rules, policy) else 1, solver and policy != "brs"
    fields = fields_for(width, solver=solves, rave=rave > 0, oma=oma > 0, implicit=implicit > 0)
    writes = writes_for(shared=rules.multithreaded)
    proofs = make_solver(rules, fields, writes, solves=solves, most=_most(rules, policy))
    return NodeHooks(fields, writes, proofs, make_values(fields, writes, proofs, shared=rules.multithreaded))


def gives_vectors(rules: Rules, policy: Policy = "max-n") -> bool:
    """Return whether values are vectors, and not numbers for the root player."""
    return policy == "max-n" and not rules.is_duel


def _most(rules: Rules, policy: Policy) -> float:
    """Return the largest absolute value for the root player; infinity if unknown."""
    if rules.is_duel:
        return inf if rules.maximum is None else float(rules.maximum)
    known = policy != "max-n" and rules.non_negative and rules.maximal_sum is not None
    return float(rules.maximal_sum) if known else inf  # type: ignore[arg-type]
