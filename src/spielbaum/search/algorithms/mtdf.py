"""MTD(f): the value of the root by null windows alone, the first one at the value of the previous iteration.

A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial Intelligence 87
(1996).
"""

from spielbaum.search.algorithms.mtd import WITH_TABLE, make_mtd
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.node.options import Options


def make(rules: Rules, tracer: Tracer | None, *, options: Options = WITH_TABLE) -> Kernel:
    """Return ``mtd(state, alpha, beta, depth, ws)`` with the first guess f; the options are those of ``make_mtd``."""

    def f(_alpha: float, _beta: float, ws: Workspace) -> float:
        return float(ws.guess)

    return make_mtd(rules, tracer, options, f, once_more=True)


algorithm = Algorithm(
    name="mtdf",
    title="MTD(f)",
    doc="the value by null windows alone; whole numbers only",
    paper="A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin (1996)",
    returns="the value; of root actions a bound",
    order=5,
    make=make,
    whole=True,
    splits=False,
    threads=True,
    negates=True,
)
