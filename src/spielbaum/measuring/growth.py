"""The growth of a tree with its depth: branching factors, and the exponent of b^(e d).

Minimax visits about b^d nodes, alpha-beta about b^(d/2) in the best order and about b^(3d/4) in random order for
moderate b (S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, after J. Pearl, The solution for the
branching factor of the alpha-beta pruning algorithm, Communications of the ACM 25 (1982)). Here the exponent is
measured: log(nodes) = log(c) + e d log(b), fitted by least squares over the depths.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import fmean
from typing import Any

from spielbaum.errors import Sentence
from spielbaum.game import Game, State
from spielbaum.measuring.grid import Row
from spielbaum.search.algorithms.choice import AlgorithmChoice
from spielbaum.search.core.limits import Limits
from spielbaum.search.driver.minimal_tree import (
    equal_branching,
    minimal_nodes,
    shape_of,
)
from spielbaum.search.searcher import Searcher

ENOUGH_NODES = 10_000_000


@dataclass(frozen=True)
class Base:
    """The mean branching factor of the whole tree, and its source.

    ``minimal`` holds the nodes of the minimal tree for each depth of the measurement. It is empty if the tree is not
    uniform, or if the game is not a zero-sum game of two players, since then each algorithm has its own minimal tree.
    """

    branching: float
    source: str
    minimal: tuple[int, ...] = ()


@dataclass(frozen=True)
class Growth:
    """The nodes that an algorithm visits, depth by depth.

    Attributes
    ----------
    algorithm
        Its name with options.
    depths, nodes
        In rising order; nodes are means over the positions.
    factors
        nodes(d) / nodes(d - 1); None if d - 1 was not searched.
    equal
        The branching factor of the uniform tree of that depth with as many nodes.
    exponent, error, constant
        nodes = constant * b^(exponent * depth), and the standard error of the exponent; None with too few depths.
    base
        The branching factor b.
    minimal
        The nodes of the algorithm's minimal tree for each depth; empty if unknown.
    """

    algorithm: str
    depths: tuple[int, ...]
    nodes: tuple[float, ...]
    factors: tuple[float | None, ...]
    equal: tuple[float | None, ...]
    exponent: float | None
    error: float | None
    constant: float | None
    base: Base
    minimal: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values."""
        names = ("algorithm", "exponent", "error", "constant")
        lists = ("depths", "nodes", "factors", "equal")
        return {
            **{name: getattr(self, name) for name in names},
            **{name: list(getattr(self, name)) for name in lists},
            "base": self.base.branching,
            "base_from": self.base.source,
            "minimal_nodes": list(self.minimal) or None,
        }


def growths(rows: Sequence[Row], base: Base) -> list[Growth]:
    """Return the growth of each algorithm.

    Depths beyond the end of the game, where the tree stops growing, are shown but not fitted.
    """
    found = []
    for algorithm in dict.fromkeys(row.setting.algorithm for row in rows):
        own = [row for row in rows if row.setting.algorithm == algorithm]
        found.append(_growth(algorithm, own, base))
    return found


def _growth(algorithm: AlgorithmChoice, rows: Sequence[Row], base: Base) -> Growth:
    depths = [row.setting.depth or 0 for row in rows]
    nodes = [row.nodes for row in rows]
    before = dict(zip(depths, nodes, strict=True))
    growing = [
        (depth, row.nodes)
        for i, (depth, row) in enumerate(zip(depths, rows, strict=True))
        if depth > 0 and not (i and all(result.is_proven for result in rows[i - 1].results))
    ]
    exponent, error, constant = _fit(growing, base.branching)
    return Growth(
        algorithm=str(algorithm),
        depths=tuple(depths),
        nodes=tuple(nodes),
        factors=tuple(before[d] / before[d - 1] if d - 1 in before else None for d in depths),
        equal=tuple(equal_branching(n, d) if d else None for d, n in zip(depths, nodes, strict=True)),
        exponent=exponent,
        error=error,
        constant=constant,
        base=base,
        minimal=_minimal(rows),
    )


def _minimal(rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the nodes of the minimal trees of an algorithm; empty unless all are known."""
    least = [row.minimal_nodes for row in rows]
    return () if None in least else tuple(number for number in least if number is not None)


def _fit(points: Sequence[tuple[int, float]], branching: float) -> tuple[float | None, float | None, float | None]:
    """Return the exponent, its standard error and the constant of the regression line through the logarithms."""
    if len(points) < 2 or branching <= 1:
        return None, None, None
    xs, ys = [depth * log(branching) for depth, _ in points], [log(nodes) for _, nodes in points]
    middle_x, middle_y = fmean(xs), fmean(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    slope = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True)) / spread
    start = middle_y - slope * middle_x
    left = sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    error = sqrt(left / (len(points) - 2) / spread) if len(points) > 2 else None
    return slope, error, exp(start)


def mean_branching(game: Game, states: Sequence[State], rows: Sequence[Row], evaluation: str | None) -> Base:
    """Return the mean branching factor: that of the game if its trees are uniform, otherwise that of minimax's tree.

    Minimax searches as deep as the rows, or as ten million nodes allow. The mean is over all interior nodes:
    (nodes - 1) / (nodes - leaves).
    """
    depths = sorted({row.setting.depth or 0 for row in rows})
    shapes = {shape_of(game, state, depths[-1]) for state in states}
    if len(shapes) == 1 and None not in shapes:
        ((width, plies),) = shapes  # type: ignore[misc]
        one_for_all = game.is_duel
        least = (minimal_nodes(width, min(depth, plies)) for depth in depths) if one_for_all else ()
        return Base(width, "uniform", tuple(least))
    whole = [row for row in rows if not row.setting.algorithm.algorithm.prunes]
    if whole:
        deepest = max(whole, key=lambda row: row.setting.depth or 0)
        return _base(deepest.mean("nodes"), deepest.mean("leaves"), deepest.setting.depth or 0)
    searcher = Searcher(game, "minimax" if game.is_duel else "max-n:transform=none", evaluation=evaluation)
    nodes, leaves, depth = 1, 1, 0
    while depth < depths[-1]:
        results = [searcher.search(state, Limits(depth=depth + 1)) for state in states]
        before, nodes, leaves = nodes, sum(r.nodes for r in results), sum(r.leaves for r in results)
        depth += 1
        if nodes == before or nodes * nodes / before > ENOUGH_NODES * len(states):
            break
    return _base(nodes / len(states), leaves / len(states), depth)


def _base(nodes: float, leaves: float, depth: int) -> Base:
    return Base((nodes - 1) / (nodes - leaves) if nodes > leaves else 1.0, Sentence("minimax to depth {}", depth))
