"""All hooks of an alpha-beta search, made together."""

from typing import NamedTuple

from spielbaum.search.core.game_view import Rules
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.node.cutoffs import Cutoffs, make_cutoffs
from spielbaum.search.node.iid import Iid, make_iid
from spielbaum.search.node.node import Tree, make_tree
from spielbaum.search.node.options import Options
from spielbaum.search.node.ordering import Moves, make_moves
from spielbaum.search.node.quiescence import Quiescence, make_quiescence


class Hooks(NamedTuple):
    """The hooks that an alpha-beta search calls at a node; each has its own module."""

    tree: Tree
    tt: Cutoffs
    moves: Moves
    iid: Iid
    quiescence: Quiescence


def make_hooks(rules: Rules, tracer: Tracer | None, options: Options, *, negates: bool, delta: float = 0) -> Hooks:
    """Return the hooks for one game.

    Parameters
    ----------
    rules, tracer
        The game, and the tracer of the search, if any.
    options
        What the search uses beside the window.
    negates
        Whether values are those of the player to move, not of the root player.
    delta
        The margin of delta pruning in the quiescence search; 0 for none.
    """
    tree = make_tree(rules, tracer, negates=negates)
    return Hooks(
        tree=tree,
        tt=make_cutoffs(rules, tree, options),
        moves=make_moves(rules, tree, options),
        iid=make_iid(options),
        quiescence=make_quiescence(rules, tree, options, negates=negates, delta=delta),
    )
