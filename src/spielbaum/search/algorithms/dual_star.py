"""DUAL*: the value of the root by null windows that rise from minus infinity.

SSS* with MAX and MIN exchanged: each search tests whether the value exceeds the last lower bound. The first one that
fails low has found the value.

T. A. Marsland, A. Reinefeld and J. Schaeffer, Low overhead alternatives to SSS*, Artificial Intelligence 31 (1987); as
null windows: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial
Intelligence 87 (1996), "AB-DUAL*".
"""

from spielbaum.search.algorithms.mtd import LEFTMOST_FIRST, infinity, make_mtd
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.options import Options


def make(rules: Rules, tracer: Tracer | None, *, options: Options = LEFTMOST_FIRST) -> Kernel:
    """Return ``mtd(state, alpha, beta, depth, ws)`` with the first guess -∞; the options are those of ``make_mtd``."""
    most = infinity(rules)

    def minus_infinity(alpha: float, _beta: float, _ws: Workspace) -> float:
        return max(alpha, -most)

    return make_mtd(rules, tracer, options, minus_infinity)


algorithm = Algorithm(
    name="dual-star",
    title="DUAL*",
    doc="DUAL*: null windows that go up from minus infinity; whole numbers only",
    paper="T. A. Marsland, A. Reinefeld and J. Schaeffer (1987)",
    page="sss-star",
    returns="the value; of root actions a bound",
    order=25,
    make=make,
    whole=True,
    splits=False,
    threads=True,
    negates=True,
    compared=False,
)
