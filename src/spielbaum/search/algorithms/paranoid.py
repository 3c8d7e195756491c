"""Paranoid: all others play together against the root player.

That reduces any game to two players: the value is the root player's entry minus those of all others; the root player
maximises it, all others minimise it. So alpha-beta prunes, and searches deeper than Max^n in the same time. What it
finds is the worst case, not what the others are likely to do.

N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, AAAI (2000).
"""

from functools import partial
from typing import Literal

from spielbaum.search.algorithms import alpha_beta
from spielbaum.search.algorithms.registry import Algorithm, Kernel
from spielbaum.search.core.game_view import Rules, paranoid_view
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.driver.minimal_tree import minimal_leaves
from spielbaum.search.node.options import Options, Order
from spielbaum.search.table.slots import Replacement


def make(
    rules: Rules,
    tracer: Tracer | None,
    *,
    fail: Literal["soft", "hard"] = "soft",
    order: Order = "static",
    replacement: Replacement = "none",
    quiescence: bool = False,
) -> Kernel:
    """Return alpha-beta for the root player against all others.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    fail, order, replacement, quiescence
        As in alpha-beta.
    """
    options = Options(order=order, replacement=replacement, quiescence=quiescence)
    return alpha_beta.make(paranoid_view(rules), tracer, fail=fail, options=options)


algorithm = Algorithm(
    name="paranoid",
    title="Paranoid",
    doc="all others against the root player, by alpha-beta",
    paper="N. R. Sturtevant and R. E. Korf (2000)",
    order=33,
    make=make,
    players="more",
    transform="none",
    pays=False,
    least_leaves=lambda rules, _options: partial(minimal_leaves, players=rules.players),
)
