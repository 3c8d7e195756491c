"""Random numbers of a search, the same ones compiled and interpreted.

SplitMix64: G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA (2014).
A number below ``n`` without a division: D. Lemire, Fast random integer generation in an interval, ACM Transactions on
Modeling and Computer Simulation 29 (2019).
"""

from spielbaum.kernel import U64, always_inline, scrambled, signed
from spielbaum.search.simulation.workspace import TreeWorkspace

GOLDEN = -0x61C8864680B583EB
"""The step of the generator, 2^64 divided by the golden ratio, as a signed number."""


@always_inline
def random_below(number: int, ws: TreeWorkspace) -> int:
    """Return a random integer from 0 to ``number - 1``; ``number`` is below 2^31."""
    ws.random = signed(ws.random + GOLDEN)
    return signed(scrambled(U64(ws.random)) >> 33) * number >> 31
