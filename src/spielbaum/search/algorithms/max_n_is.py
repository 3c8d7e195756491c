"""Max^n with immediate and shallow pruning, under the name by which it is usually compared."""

from typing import Literal

from spielbaum.search.algorithms import max_n
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.families.depth_first_vectors import DepthFirstVectors
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    order: Literal["static", "none"] = "none",
    replacement: Replacement = "none",
    killers: bool = False,
    history: bool = False,
    pv: bool = False,
    quiescence: int = 0,
) -> Kernel:
    """Return the search of ``max-n:immediate,shallow``; for the options see there."""
    return max_n.make(
        rules,
        tracer,
        immediate=True,
        shallow=True,
        order=order,
        replacement=replacement,
        killers=killers,
        history=history,
        pv=pv,
        quiescence=quiescence,
    )


algorithm = Algorithm(
    name="max-n-is",
    title="Max^n with pruning",
    doc="Max^n with immediate and shallow pruning",
    paper="R. E. Korf (1991)",
    page="max-n",
    needs="the largest value and sum, no negative values",
    returns="a vector; of root actions a vector or a bound",
    order=32,
    make=make,
    family=DepthFirstVectors,
    players="more",
    transform="auto",
    windows=False,
)
