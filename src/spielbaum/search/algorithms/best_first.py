"""Best-first minimax: expand the leaf at the end of the principal variation.

The search ends when that line ends in a terminal state or at the depth limit.

R. E. Korf and D. M. Chickering, Best-first minimax search, Artificial Intelligence 84 (1996).
"""

from spielbaum.search.algorithms.growing import make_growing
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.families.growing_tree import GrowingTree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    return make_growing(rules, tracer, completes=False)


algorithm = Algorithm(
    name="best-first",
    title="Best-first minimax",
    doc="best-first minimax: the leaf of the principal variation is expanded next",
    paper="R. E. Korf and D. M. Chickering (1996)",
    returns="an estimate; of root actions too",
    order=21,
    make=make,
    family=GrowingTree,
    splits=False,
    windows=False,
    compared=False,
)
