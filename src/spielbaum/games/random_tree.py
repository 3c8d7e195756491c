"""A synthetic tree from a seed, with uniform branching and depth and random values at the leaves.

A node is the hash of its path, so a tree of any size needs no memory and is the same on every machine. For two
players the utility of player 1 is the negative of that of player 0; for more, each utility is drawn independently, or,
with ``total``, is a random share of a constant sum, or with ``constant=false`` of a sum drawn for each leaf, up to
the total. The evaluation ``leaf`` of a node is the value that it would have as a leaf, so a search to any depth sees a
random tree of that depth.

With ``order="best"`` the first action of every node is the best. For two players each other action costs its player a
random amount. For more one player gets everything at each leaf: the one who could answer the last action that was not
the first of its node, so that shallow pruning cuts as much as possible. With ``order="one-winner"`` it is player 0 at
every leaf, the case in which immediate pruning is usually counted.

With ``order="worst"``, for two players, every action is better for its player than all before it, whatever follows. So
alpha-beta never cuts and visits every leaf. The tree has no randomness: the value of a leaf is its place among all
leaves by value, from 0.
"""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from spielbaum import Cell, Evaluation, Game, Notation, Place, SearchHints, View
from spielbaum.errors import Message
from spielbaum.game import COUNT
from spielbaum.games._branches import LEAF, branches
from spielbaum.games._vectors import for_each

MASK = (1 << 32) - 1


HASH_BITS = 32
SUM = 4
"""The sum of a leaf is drawn as if it were the utility of this player."""

MIDDLE = 1 << 20
"""Stored above the hash of a node for a value of 0; no value of a path is as large."""

MOST_LEAVES = 1 << 31
"""The most leaves in the worst order, so that their places are numbers of 32 bits."""

Order = Literal["random", "best", "one-winner", "worst"]


class State(NamedTuple):
    """The hash of the path from the root, and its length.

    In best order the bits above the hash determine the utilities: for two players they are the value of the path, for
    more the length of the path up to its last action that was not the first. In worst order there is no hash, but the
    place among the nodes of its ply by value.
    """

    node: int
    ply: int


def mixed(number: int) -> int:
    """Return a hash of a 32-bit number; no product leaves 63 bits, so all machines and interpreters agree.

    Source: the function "lowbias32" in the form with small multipliers, from C. Wellons' hash prospector.
    """
    number = (number ^ number >> 16) * 0x21F0AAAD & MASK
    number = (number ^ number >> 15) * 0x735A2D97 & MASK
    return number ^ number >> 15


def child_of(node: int, action: int) -> int:
    """Return the hash of a child."""
    return mixed(node + (action + 1) * 0x1E3779B9 & MASK)


def leaf_value(node: int, player: int, low: int, high: int, normal: bool) -> int:
    """Return an integer from ``low`` to ``high``, uniformly or, with ``normal``, nearly normally distributed."""
    drawn = mixed(node + (player + 1) * 0x2545F491 & MASK)
    if not normal:
        return low + drawn % (high - low + 1)
    total = 0
    for i in range(12):  # the sum of twelve uniform numbers is nearly normal
        total += mixed(drawn + i * 0x3C6EF372 & MASK) & 0xFFFF
    return low + (high - low) * total // (12 * 0xFFFF)


def _utility(
    players: int, low: int, high: int, normal: bool, total: int, constant: bool
) -> Callable[[State], tuple[float, ...]]:
    def drawn(state: State, player: int) -> int:
        return leaf_value(state.node, player, low, high, normal)

    def two(state: State) -> tuple[float, ...]:
        value = drawn(state, 0)
        return value, -value

    def whole(state: State) -> int:
        """Return the sum that is shared at a leaf."""
        return total if constant else leaf_value(state.node, SUM, 1, total, False)

    def three_shares(state: State) -> tuple[float, ...]:
        a, b, c = 1 + drawn(state, 0), 1 + drawn(state, 1), 1 + drawn(state, 2)
        unit = whole(state) / (a + b + c)
        return a * unit, b * unit, c * unit

    def four_shares(state: State) -> tuple[float, ...]:
        a, b, c, d = 1 + drawn(state, 0), 1 + drawn(state, 1), 1 + drawn(state, 2), 1 + drawn(state, 3)
        unit = whole(state) / (a + b + c + d)
        return a * unit, b * unit, c * unit, d * unit

    if players > 2 and not total:
        return for_each(range(players), drawn)
    return {2: two, 3: three_shares, 4: four_shares}[players]


def _best_first(players: int, high: int) -> Callable[[State, int, int], int]:
    """Return ``(state, action, hash of the child) -> mark``: the bits above the hash of a child."""

    def cost(state: State, action: int, child: int) -> int:
        """Return the value of the path; a worse action costs its player."""
        if action == 0:
            return state.node >> HASH_BITS
        paid = 1 + mixed(child) % high
        return (state.node >> HASH_BITS) + (-paid if state.ply % 2 == 0 else paid)

    def last_turn(state: State, action: int, _child: int) -> int:
        return state.ply + 1 if action else state.node >> HASH_BITS

    return cost if players == 2 else last_turn


def _decided(players: int, whole: int, one_winner: bool) -> Callable[[State], tuple[float, ...]]:
    """Return the utilities in best order, or if one player wins everywhere."""

    def winner(state: State) -> int:
        return 0 if one_winner else (state.node >> HASH_BITS) % players

    def two(state: State) -> tuple[float, ...]:
        value = whole if one_winner else (state.node >> HASH_BITS) - MIDDLE
        return value, -value

    def share(state: State, player: int) -> float:
        return whole * (winner(state) == player)

    return two if players == 2 else for_each(range(players), share)


def _place(state: State) -> tuple[float, ...]:
    """Return the utilities in worst order."""
    return state.node, -state.node


def _leaf_text(vector: tuple[float, ...]) -> str:
    return " ".join(f"{number:.3g}" for number in (vector if len(vector) > 2 else vector[:1]))


def game(
    players: int = 2,
    branching: int = 3,
    depth: int = 6,
    seed: int = 0,
    low: int = -100,
    high: int = 100,
    values: Literal["uniform", "normal"] = "uniform",
    total: int = 0,
    constant: bool = True,
    order: Order = "random",
) -> Game:
    """Return a tree; leaf values are integers from ``low`` to ``high``, or positive shares of ``total``."""
    if not 2 <= players <= 4:
        raise ValueError(Message("2 to {} players can play, not {}", 4, players))
    if branching < 1 or not 0 <= depth < 512:
        raise ValueError(Message("branching must be at least 1 and depth 0 to 511, not {} and {}", branching, depth))
    if low > high or high - low >= 1 << 31 or (total and (players == 2 or low < 0 or total < 0)):
        raise ValueError(
            Message("low must not exceed high; shares of a total are for three players or more, from low=0 upwards")
        )
    if order == "worst" and (players > 2 or branching**depth > MOST_LEAVES):
        raise ValueError(
            Message("order=worst is for two players, not {}", players)
            if players > 2
            else Message(
                "order=worst takes at most {:,} leaves: {} actions on {} plies are more", MOST_LEAVES, branching, depth
            )
        )
    if order in ("best", "one-winner") and not 1 <= high * depth < MIDDLE:
        raise ValueError(Message("order={} needs high of at least 1, and high * depth below {:,}", order, MIDDLE))
    if not constant and not (total and order == "random"):
        raise ValueError(Message("constant=false is for shares of a total in random order, such as total=10"))
    marked = order == "best"
    worst = order == "worst"
    root = 0 if worst else mixed(seed & MASK) | (MIDDLE << HASH_BITS if marked and players == 2 else 0)
    mark = _best_first(players, high)

    def initial() -> State:
        return State(root, 0)

    def to_move(state: State) -> int:
        return state.ply % players

    def hashed(state: State, action: int) -> State:
        return State(child_of(state.node, action), state.ply + 1)

    def best_first(state: State, action: int) -> State:
        child = child_of(state.node & MASK, action)
        return State(child | mark(state, action, child) << HASH_BITS, state.ply + 1)

    def worst_first(state: State, action: int) -> State:
        rank = action if state.ply % 2 == 0 else branching - 1 - action
        return State(state.node * branching + rank, state.ply + 1)

    result = best_first if marked else worst_first if worst else hashed

    def null_move(state: State) -> State:
        """Return an additional child, to which no action leads."""
        return hashed(state, branching)

    def is_terminal(state: State) -> bool:
        return state.ply == depth

    def actions(_state: State) -> Iterator[int]:
        for action in range(branching):  # noqa: UP028, compiled code knows no "yield from"
            yield action

    whole = total or high
    if order == "random":
        utility = _utility(players, low, high, values == "normal", total, constant)
    elif worst:
        utility = _place
    else:
        utility = _decided(players, whole, order == "one-winner")

    def leaf(state: State) -> tuple[float, ...]:
        return utility(state)

    def validate(state: State) -> None:
        largest = (2 * MIDDLE << HASH_BITS) - 1 if marked else MASK
        if not 0 <= state.ply <= depth or not 0 <= state.node <= largest:
            raise ValueError(Message("ply must be from 0 to {} and node from 0 to {}", depth, largest))
        if state.ply == 0 and state.node != root:
            raise ValueError(Message("the root is node {}, not {}", root, state.node))

    def places(state: State) -> list[Place]:
        """Return a node, owned by the player to move, and its children, with the values of leaves."""
        if is_terminal(state):
            return branches(Cell(_leaf_text(utility(state)), LEAF), [])
        children = [result(state, action) for action in actions(state)]
        below = [_leaf_text(utility(child)) if is_terminal(child) else "" for child in children]
        return branches(Cell(owner=to_move(state)), below)

    decided = order != "random"
    if players == 2:
        largest = high * depth if marked else high if decided else max(abs(low), abs(high))
        largest = branching**depth if worst else largest
        most: int | None = 0
    else:
        largest = whole if decided else total or max(abs(low), abs(high))
        most = whole if decided else total or None
    non_negative = players > 2 and (decided or low >= 0)
    return Game(
        name="random-tree",
        players=players,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        zero_sum=players == 2,
        max_utility=largest,
        utility_sum=most if constant else None,
        max_utility_sum=None if constant else most,
        non_negative=non_negative,
        distinct_actions=branching,
        evaluations={"leaf": Evaluation(leaf, maximum=largest, maximal_sum=most or None, non_negative=non_negative)},
        hints=SearchHints(
            uniform=lambda state: (branching, depth - state.ply),
            null_move=null_move if order == "random" and players > 2 else None,
        ),
        notation=Notation(validate=validate),
        view=View(places=places, unit=COUNT),
    )
