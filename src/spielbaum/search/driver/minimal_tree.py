"""The minimal tree: what a search must visit of a uniform tree, however well its actions are ordered.

A proof of the value of the root has two parts. The root player gets at least the value: this takes one action in each
of its nodes and all in those of the opponent. It gets at most the value: the other way round. Both parts share one line
of play. If two players move in turn in a tree of ``b`` actions and ``d`` plies, they have
b^ceil(d/2) + b^floor(d/2) - 1 leaves together.

For more players, Max^n with *shallow* pruning must visit the first child of a node, and the first child of every other
child: F(d) = F(d-1) + (b-1) F(d-2), which grows as ((1 + sqrt(4b-3)) / 2)^d. With *immediate* pruning a node is left
when the player to move has the largest value. If one player has it at every leaf, the nodes of that player have one
child each, and b^(d - k) leaves are visited if k of the d plies are that player's. That is b^((n-1)/n) for each ply,
but not the minimum: a node whose player does not win needs all its children, and all but the first of them may be won
by the player to move there. Paranoid is alpha-beta in which the first player has every nth ply.

D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975), section 5; R. E. Korf,
Multi-player alpha-beta pruning, Artificial Intelligence 48 (1991).
"""

from collections.abc import Callable
from functools import cache

from spielbaum.game import Game, State

PRECISION = 1e-12


Leaves = Callable[[int, int], int]
"""``(branching, depth) -> leaves``"""


def minimal_leaves(branching: int, depth: int, players: int = 2) -> int:
    """Return the leaves of the minimal tree of alpha-beta, or of paranoid with more players.

    Examples
    --------
    >>> minimal_leaves(5, 9), minimal_leaves(5, 9, players=3)
    (3749, 15749)
    """
    own = -(-depth // players)
    return int(branching**own + branching ** (depth - own) - 1)


def minimal_nodes(branching: int, depth: int, leaves: Leaves = minimal_leaves) -> int:
    """Return the nodes of the minimal tree: the sum of the leaves of those that end at each ply.

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
    """Return the leaves that immediate pruning visits if the root player has the largest value at every leaf.

    Examples
    --------
    >>> one_winner_leaves(5, 6, 3)  # 5 ** (6 * 2 / 3)
    625
    """
    return int(branching ** (depth - -(-depth // players)))


def immediate_leaves(branching: int, depth: int, players: int, *, root: bool = True) -> int:
    """Return the fewest leaves of Max^n with immediate pruning, if at most one player can have the largest value.

    A leaf where no player has it saves nothing, so the minimum has one such player at each leaf.

    Parameters
    ----------
    branching, depth, players
        Of the tree.
    root
        Whether the root is pruned, too.

    Examples
    --------
    >>> immediate_leaves(5, 6, 3), one_winner_leaves(5, 6, 3)
    (145, 625)
    """

    @cache
    def leaves(plies: int, winner: int) -> int:
        """Return the leaves of a node that is won by the player who moves ``winner`` plies later."""
        if plies == 0:
            return 1
        first = leaves(plies - 1, (winner - 1) % players)
        if winner == 0:
            return first
        return first + (branching - 1) * min(leaves(plies - 1, other) for other in range(players - 1))

    below = depth if root or depth == 0 else depth - 1
    return (1 if below == depth else branching) * min(leaves(below, winner) for winner in range(players))


def shape_of(game: Game, state: State, depth: int) -> tuple[int, int] | None:
    """Return branching and depth of the tree of a search; None unless the game declares it uniform."""
    if game.hints.uniform is None:
        return None
    found = game.hints.uniform(state)
    return None if found is None else (found[0], min(found[1], depth))


def equal_branching(nodes: float, depth: int) -> float:
    """Return the branching factor b of the uniform tree with 1 + b + ... + b^depth = nodes.

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
