"""The minimal tree: what alpha-beta must visit of a uniform tree, however well its actions are ordered.

To prove the value of the root, one has to show that the root player gets no less, which takes one action in each of
its nodes and all in the other's, and no more, the other way round. The two proofs share one line of play. In a tree of
``b`` actions and ``d`` plies, two players moving in turn, they have b^ceil(d/2) + b^floor(d/2) - 1 leaves together.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 5.
"""

from spielbaum.game import Game, State

PRECISION = 1e-12


def minimal_leaves(branching: int, depth: int) -> int:
    """Return the leaves of the minimal tree.

    Examples
    --------
    >>> minimal_leaves(5, 9)
    3749
    """
    return int(branching ** (depth - depth // 2) + branching ** (depth // 2) - 1)


def minimal_nodes(branching: int, depth: int) -> int:
    """Return all nodes of the minimal tree: on every ply those of a minimal tree that ends there.

    Examples
    --------
    >>> minimal_nodes(5, 2)  # the root, 5 children, and 9 leaves
    15
    """
    return sum(minimal_leaves(branching, ply) for ply in range(depth + 1))


def shape_of(game: Game, state: State, depth: int) -> tuple[int, int] | None:
    """Return actions and plies of the tree that a search to a depth sees; None unless the game says it is uniform."""
    if game.hints.uniform is None or game.players != 2 or not game.zero_sum:
        return None
    found = game.hints.uniform(state)
    return None if found is None else (found[0], min(found[1], depth))


def equal_branching(nodes: float, depth: int) -> float:
    """Return the branching factor of the uniform tree that has as many nodes: 1 + b + ... + b^depth = nodes.

    Parameters
    ----------
    nodes
        At least depth + 1.
    depth
        At least 1.

    Examples
    --------
    >>> round(equal_branching(1 + 3 + 9 + 27, 3), 9)
    3.0
    """
    low, high = 1.0, max(1.0, nodes)
    while high - low > PRECISION * high:
        middle = (low + high) / 2
        if _tree(middle, depth) < nodes:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _tree(branching: float, depth: int) -> float:
    total = 1.0
    for _ in range(depth):
        total = total * branching + 1
        if total == float("inf"):
            break
    return total
