"""Max^n with immediate and shallow pruning, both at once: the name under which it is usually compared."""

from spielbaum.search import max_n
from spielbaum.search.algorithm import Algorithm, Kernel
from spielbaum.search.rules import Rules
from spielbaum.search.table import Scheme
from spielbaum.search.tracer import Tracer


def make(rules: Rules, tracer: Tracer | None, *, table: Scheme = "none") -> Kernel:
    """Return the search of ``max-n:immediate,shallow``."""
    return max_n.make(rules, tracer, immediate=True, shallow=True, table=table)


algorithm = Algorithm(
    name="max-n-is",
    make=make,
    doc="Max^n with immediate and shallow pruning",
    vectors=True,
    windows=False,
    transform="auto",
)
