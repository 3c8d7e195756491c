"""Unbounded minimax: best-first minimax that avoids proved lines until the root is proved.

A node is closed, and not searched again, if all its children are closed, or one with the best possible value is.

R. E. Korf and D. M. Chickering, Best-first minimax search, Artificial Intelligence 84 (1996); Q. Cohen-Solal, Learning
to play two-player perfect-information games without knowledge, arXiv:2008.01188 (2020); with completion: Completeness
of unbounded best-first game search, arXiv:2109.09468 (2021).
"""

from spielbaum.search.algorithms.growing import make_growing
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.families.growing_tree import GrowingTree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    return make_growing(rules, tracer, completes=True)


algorithm = Algorithm(
    name="unbounded-minimax",
    title="Unbounded minimax",
    doc="unbounded minimax: the best line that is not proved is expanded next, until all is",
    paper="R. E. Korf and D. M. Chickering (1996), Q. Cohen-Solal (2020)",
    page="best-first",
    returns="an estimate, or when all is proved the value; of root actions too",
    order=24,
    make=make,
    family=GrowingTree,
    splits=False,
    windows=False,
    compared=False,
)
