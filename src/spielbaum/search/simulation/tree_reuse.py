"""The tree at the start of a search: the root alone, or the subtree that an earlier search has left for it.

The subtree is copied breadth first to the front of another block: C. J. Cheney, A nonrecursive list compacting
algorithm, Communications of the ACM 13 (1970).
"""

from collections.abc import Callable

from spielbaum.kernel import read_word, write_word
from spielbaum.search.simulation.nodes import LINK, ROOT, Fields, count_of, first_child, link_to, player_of
from spielbaum.search.simulation.own_actions import OwnActions
from spielbaum.search.simulation.solver import Solver
from spielbaum.search.simulation.workspace import TreeWorkspace


def make_begin_tree(fields: Fields, solver: Solver, own_actions: OwnActions) -> Callable[[TreeWorkspace], None]:
    """Return ``begin_tree(ws)``, which makes the tree of a new search in ``ws.table``."""
    size = fields.size

    def begin_tree(ws: TreeWorkspace) -> None:
        ws.used = size
        if ws.kept_root > ROOT:
            copy_block(ws.kept_root, ROOT, size, ws)
            copy_below(ws)
        else:
            for word in range(size):
                write_word(ws.table, ROOT + word, 0)
            solver.begin(ROOT, ws)

    def copy_below(ws: TreeWorkspace) -> None:
        node = ROOT
        while node < ws.used:
            count = count_of(node, ws)
            if count > 0:
                copy_block(first_child(node, ws), ws.used, count * size, ws)
                write_word(ws.table, node + LINK, link_to(ws.used, player_of(node, ws), count))
                for child in range(ws.used, ws.used + count * size, size):
                    own_actions.restore(child, player_of(node, ws), ws)
                ws.used += count * size
            node += size

    return begin_tree


def copy_block(source: int, target: int, length: int, ws: TreeWorkspace) -> None:
    """Copy words from the tree of an earlier search."""
    for word in range(length):
        write_word(ws.table, target + word, read_word(ws.kept, source + word))
