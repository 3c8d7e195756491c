"""The minimal tree: what a search must visit of a uniform tree, however well its actions are ordered.

To prove the value of the root, one has to show that the root player gets no less, which takes one action in each of
its nodes and all in the other's, and no more, the other way round. The two proofs share one line of play. In a tree of
``b`` actions and ``d`` plies, two players moving in turn, they have b^ceil(d/2) + b^floor(d/2) - 1 leaves together.

Of more players who move in turn, Max^n with *shallow* pruning must find the first child of a node, and of every other
child the first child in turn: F(d) = F(d-1) + (b-1) F(d-2), which grows as ((1 + sqrt(4b-3)) / 2)^d. With *immediate*
pruning a node is left when the player to move has the largest value there is. Where one player has it at every leaf,
that player's nodes have one child each and b^(d - k) leaves are visited, k of the d plies being that player's. That is
b^((n-1)/n) for each ply, but not the least: a node whose player does not win needs all its children, and all but the
first of them may be won by whoever moves there. Paranoid is alpha-beta in which the first player has every nth ply.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 5; R. E. Korf,
Multi-player alpha-beta pruning, Artificial Intelligence 48 (1991).
"""

from collections.abc import Callable
from functools import cache

from spielbaum.game import Game, State

PRECISION = 1e-12


Leaves = Callable[[int, int], int]
"""From branching and depth to a number of leaves."""


def minimal_leaves(branching: int, depth: int, players: int = 2) -> int:
    """Return the leaves of the minimal tree, of more players for paranoid: the first against all others.

    Examples
    --------
    >>> minimal_leaves(5, 9), minimal_leaves(5, 9, players=3)
    (3749, 15749)
    """
    own = -(-depth // players)
    return int(branching**own + branching ** (depth - own) - 1)


def minimal_nodes(branching: int, depth: int, leaves: Leaves = minimal_leaves) -> int:
    """Return all nodes of the minimal tree: on every ply those of a minimal tree that ends there.

    Examples
    --------
    >>> minimal_nodes(5, 2)  # the root, 5 children, and 9 leaves
    15
    """
    return sum(leaves(branching, ply) for ply in range(depth + 1))


def shallow_leaves(branching: int, depth: int) -> int:
    """Return the fewest leaves that Max^n with shallow pruning visits.

    Examples
    --------
    >>> [shallow_leaves(5, depth) for depth in range(5)]
    [1, 5, 9, 29, 65]
    """
    before, found = 1, 1
    for ply in range(depth):
        before, found = found, found + (branching - 1) * before if ply else branching
    return found


def one_winner_leaves(branching: int, depth: int, players: int) -> int:
    """Return the leaves that immediate pruning visits where the player at the root has the largest value at every leaf.

    Examples
    --------
    >>> one_winner_leaves(5, 6, 3)  # 5 ** (6 * 2 / 3)
    625
    """
    return int(branching ** (depth - -(-depth // players)))


def immediate_leaves(branching: int, depth: int, players: int, *, root: bool = True) -> int:
    """Return the fewest leaves of Max^n with immediate pruning, where no two can have the largest value at once.

    A leaf at which nobody has it saves nothing, so the fewest are where one player has it at each.

    Parameters
    ----------
    branching, depth, players
        Of the tree.
    root
        Whether the root is pruned, too, and not only the nodes below it.

    Examples
    --------
    >>> immediate_leaves(5, 6, 3), one_winner_leaves(5, 6, 3)
    (145, 625)
    """

    @cache
    def leaves(plies: int, winner: int) -> int:
        """Return those of a node whose value is a win for the player who moves so many turns later."""
        if plies == 0:
            return 1
        first = leaves(plies - 1, (winner - 1) % players)
        if winner == 0:
            return first
        return first + (branching - 1) * min(leaves(plies - 1, other) for other in range(players - 1))

    below = depth if root or depth == 0 else depth - 1
    return (1 if below == depth else branching) * min(leaves(below, winner) for winner in range(players))


def shape_of(game: Game, state: State, depth: int) -> tuple[int, int] | None:
    """Return actions and plies of the tree that a search to a depth sees; None unless the game says it is uniform."""
    if game.hints.uniform is None:
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
