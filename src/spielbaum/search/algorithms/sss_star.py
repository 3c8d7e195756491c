"""SSS*: the value of the root by null windows that fall from plus infinity.

Stockman's SSS* keeps a list of partial solution trees and continues with the one that has the largest upper bound. Null
windows with a table visit the same leaves in the same order: each search tests whether the value reaches the last upper
bound. The first one that fails high has found the value.

G. C. Stockman, A minimax algorithm better than alpha-beta?, Artificial Intelligence 12 (1979); as null windows:
A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87
(1996), "AB-SSS*".
"""

from spielbaum.search.algorithms.mtd import LEFTMOST_FIRST, infinity, make_mtd
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.options import Options


def make(rules: Rules, tracer: Tracer | None, *, options: Options = LEFTMOST_FIRST) -> Kernel:
    """Return ``mtd(state, alpha, beta, depth, ws)`` with the first guess +∞; the options are those of ``make_mtd``."""
    most = infinity(rules)

    def plus_infinity(_alpha: float, beta: float, _ws: Workspace) -> float:
        return min(beta, most)

    return make_mtd(rules, tracer, options, plus_infinity)


algorithm = Algorithm(
    name="sss-star",
    title="SSS*",
    doc="SSS*: null windows that come down from plus infinity; whole numbers only",
    paper="G. C. Stockman (1979)",
    returns="the value; of root actions a bound",
    order=26,
    make=make,
    whole=True,
    splits=False,
    threads=True,
    negates=True,
    compared=False,
)
