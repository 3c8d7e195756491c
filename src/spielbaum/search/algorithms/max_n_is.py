"""Max^n with immediate and shallow pruning, both at once: the name under which it is usually compared."""

from spielbaum.search.algorithms import max_n
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.table.scalar import Replacement


def make(rules: Rules, tracer: Tracer | None, *, replacement: Replacement = "none") -> Kernel:
    """Return the search of ``max-n:immediate,shallow``."""
    return max_n.make(rules, tracer, immediate=True, shallow=True, replacement=replacement)


algorithm = Algorithm(
    name="max-n-is",
    make=make,
    doc="Max^n with immediate and shallow pruning",
    vectors=True,
    windows=False,
    transform="auto",
)
