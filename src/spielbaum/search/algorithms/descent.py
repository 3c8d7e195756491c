"""Descent: unbounded minimax in which every step follows the best line to the end of the game.

So the values rest on terminal states sooner. It was designed to generate games to learn from.

Q. Cohen-Solal, Learning to play two-player perfect-information games without knowledge, arXiv:2008.01188 (2020),
"Descent minimax".
"""

from spielbaum.search.algorithms.growing import make_growing
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.families.growing_tree import GrowingTree


def make(rules: Rules, tracer: Tracer | None) -> Kernel:
    """Return ``search(state, alpha, beta, depth, ws)``; it has no window."""
    return make_growing(rules, tracer, completes=True, descends=True)


algorithm = Algorithm(
    name="descent",
    title="Descent",
    doc="descent: unbounded minimax that follows its best line to the end of the game",
    paper="Q. Cohen-Solal (2020)",
    page="best-first",
    returns="an estimate, or when all is proved the value; of root actions too",
    order=22,
    make=make,
    family=GrowingTree,
    splits=False,
    windows=False,
    compared=False,
)
