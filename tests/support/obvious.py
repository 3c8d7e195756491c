"""Reference implementations of algorithms for N players, and a game as irregular as the contract allows."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import inf
from operator import add
from typing import Any, NamedTuple

from spielbaum import Evaluation, Game, games
from spielbaum.search.core.evaluations import find_evaluation

Vector = tuple[float, ...]
Worth = Callable[[Any], Vector]


def total(vector: Sequence[float]) -> float:
    """Return the sum from left to right; ``sum`` rounds differently."""
    return reduce(add, vector)


def worth_in(game: Game, evaluation: str | None = None, *, shares: bool = False) -> Worth:
    """Return the vector of a leaf: its utility if it is terminal, else the estimate, optionally as shares."""
    chosen = find_evaluation(game, evaluation)

    def worth(state: Any) -> Vector:
        if chosen is None:
            vector = game.utility(state) if game.is_terminal(state) else (0,) * game.players
        elif game.is_terminal(state) and not chosen.terminal:
            vector = [number * chosen.utility_weight for number in game.utility(state)]
        else:
            vector = chosen.function(state)
        if shares:
            vector = [number / total(vector) for number in vector]
        return tuple(float(number) for number in vector)

    return worth


def fractions_of(worth: Worth, *, shares: bool = False) -> Worth:
    """Return the same as exact fractions, without rounding, optionally as shares."""

    def exactly(state: Any) -> Any:
        vector = [Fraction(number) for number in worth(state)]
        return tuple(number / sum(vector) if shares else number for number in vector)

    return exactly


def everyone(game: Game, state: Any) -> list[int]:
    """Return the active players."""
    mask = game.active_players(state) if game.active_players else -1
    return [player for player in range(game.players) if mask >> player & 1]


def zero_space(worth: Worth, present: Sequence[int], whole: float | None = None) -> Worth:
    """Return the same minus the mean over some players, whose entries have a known sum; 0 for the others."""

    def moved(state: Any) -> Vector:
        vector = worth(state)
        count, added = len(present), total([number if p in present else 0 for p, number in enumerate(vector)])
        shared = added if whole is None else whole
        return tuple((count * number - shared) / count if p in present else 0.0 for p, number in enumerate(vector))

    return moved


def max_n(game: Game, state: Any, depth: int, worth: Worth) -> Vector:
    """Return the Max^n vector: every player takes the child with its largest own entry, the first among equals."""
    if game.is_terminal(state) or depth == 0:
        return worth(state)
    player = game.to_move(state)
    children = [max_n(game, game.result(state, action), depth - 1, worth) for action in game.actions(state)]
    return max(children, key=lambda vector: vector[player])


def paranoid(game: Game, state: Any, depth: int, worth: Worth, root: int) -> float:
    """Return the minimax value of the root player's entry minus those of all others."""
    if game.is_terminal(state) or depth == 0:
        vector = worth(state)
        return 2 * vector[root] - total(vector)
    children = [paranoid(game, game.result(state, action), depth - 1, worth, root) for action in game.actions(state)]
    return max(children) if game.to_move(state) == root else min(children)


def hypermax(game: Game, state: Any, depth: int, worth: Worth, alpha: Vector) -> tuple[Vector, list[Vector], int]:
    """Return the value, the values of visited children, and the number of nodes."""
    if game.is_terminal(state) or depth == 0:
        return worth(state), [], 1
    player = game.to_move(state)
    best: Vector | None = None
    children, nodes = [], 1
    for action in game.actions(state):
        if best is not None and total([float(secured) for secured in alpha]) >= 0:
            break
        value, _, below = hypermax(game, game.result(state, action), depth - 1, worth, alpha)
        children.append(value)
        nodes += below
        if best is None or value[player] > alpha[player]:
            best = value
        alpha = tuple(max(a, value[p]) if p == player else a for p, a in enumerate(alpha))
    assert best is not None
    return best, children, nodes


def nothing_secured(game: Game, state: Any) -> Vector:
    """Return alpha at the root."""
    present = everyone(game, state)
    return tuple(-inf if player in present else 0.0 for player in range(game.players))


def count_nodes(game: Game, state: Any, depth: int) -> int:
    """Return the number of nodes of the tree."""
    if game.is_terminal(state) or depth == 0:
        return 1
    return 1 + sum(count_nodes(game, game.result(state, action), depth - 1) for action in game.actions(state))


class Node(NamedTuple):
    """A node of the irregular game; bit ``p`` of ``present`` is set while player ``p`` is in the game."""

    key: int
    ply: int
    present: int


WHOLE = 12
"""The sum that all players share."""


def mixed(number: int) -> int:
    number = (number ^ number >> 16) * 0x21F0AAAD & 0xFFFFFFFF
    number = (number ^ number >> 15) * 0x735A2D97 & 0xFFFFFFFF
    return number ^ number >> 15


def _last_present(state: Node) -> int:
    last = 0
    for player in range(4):
        if state.present >> player & 1:
            last = player
    return last


def _to_move(state: Node) -> int:
    player = state.key >> 3 & 3
    while not state.present >> player & 1:
        player = (player + 1) & 3
    return player


def _actions(state: Node) -> Iterator[int]:
    for action in range(1 + state.key % 4):  # noqa: UP028
        yield action


def _result(state: Node, action: int) -> Node:
    key = mixed(state.key + action * 7919 + 1)
    out = 1 << (key >> 7 & 3) if key % 5 == 0 else 0  # sometimes a player drops out, perhaps the mover
    left = state.present & ~out
    return Node(key, state.ply + 1, left if left else state.present)


def _is_terminal(state: Node) -> bool:
    return state.ply == 6 or state.present & (state.present - 1) == 0 or state.key % 13 == 0


def _weight(state: Node, player: int, salt: int) -> int:
    return mixed(state.key + 31 * player + salt) % 3 if state.present >> player & 1 else 0


def _share(state: Node, player: int, salt: int) -> int:
    """Return integers that sum to WHOLE; the last active player gets the rest."""
    weights = 0
    for other in range(4):
        weights += _weight(state, other, salt)
    if player != _last_present(state):
        return WHOLE * _weight(state, player, salt) // weights if weights else 0
    rest = WHOLE
    for other in range(4):
        if other != player and weights:
            rest -= WHOLE * _weight(state, other, salt) // weights
    return rest


def _utility(state: Node) -> tuple[int, ...]:
    return _share(state, 0, 1), _share(state, 1, 1), _share(state, 2, 1), _share(state, 3, 1)


def _shares(state: Node) -> tuple[int, ...]:
    return _share(state, 0, 2), _share(state, 1, 2), _share(state, 2, 2), _share(state, 3, 2)


def _point(state: Node, player: int) -> int:
    return _weight(state, player, 3) + (1 if player == _last_present(state) else 0)


def _points(state: Node) -> tuple[int, ...]:
    """Return numbers that are not negative and not all zero, without a fixed sum."""
    return _point(state, 0), _point(state, 1), _point(state, 2), _point(state, 3)


def _sign(state: Node, player: int) -> float:
    return (mixed(state.key + 17 * player) % 9 - 4) / 4


def _signed(state: Node) -> tuple[float, ...]:
    return _sign(state, 0), _sign(state, 1), _sign(state, 2), _sign(state, 3)


def _active_players(state: Node) -> int:
    return state.present


IRREGULAR = Game(
    name="irregular",
    players=4,
    initial=lambda: Node(12345, 0, 15),
    to_move=_to_move,
    actions=_actions,
    result=_result,
    is_terminal=_is_terminal,
    utility=_utility,
    evaluations={
        "shares": Evaluation(_shares, non_negative=True, maximum=WHOLE, maximal_sum=WHOLE),
        "points": Evaluation(_points, non_negative=True),
        "signed": Evaluation(_signed, utility_weight=2),
    },
    max_utility=WHOLE,
    utility_sum=WHOLE,
    non_negative=True,
    active_players=_active_players,
)
"""A game in which the player to move is random, players move twice or drop out, and many values are equal."""


def random_state(game: Game, seed: int, plies: int) -> Any:
    """Return an unfinished state after some random plies."""
    generator = random.Random(seed)
    state = game.initial()
    if game is IRREGULAR:
        state = Node(mixed(seed) | 1, 0, 15)
        state = state if not game.is_terminal(state) else game.initial()
    elif game.name == "random-tree":
        state = state._replace(node=mixed(seed))
    for _ in range(plies):
        following = game.result(state, generator.choice(list(game.actions(state))))
        if game.is_terminal(following):
            break
        state = following
    return state


def ranked_tree(players: int) -> Game:
    """Return random trees for any number of players, in which actions have ranks; see :func:`random_state`."""

    def leaf(state: Any) -> list[int]:
        return [mixed(state.node + 64 * state.ply + player) % 7 - 3 for player in range(players)]

    return _random_tree(players, leaf)


def shared_tree(players: int, *, leaf_values: bool = False) -> Game:
    """Return the same with four points at each leaf, of which no player has more than two, so that many are equal."""

    def leaf(state: Any) -> list[int]:
        drawn, points = mixed(state.node + 64 * state.ply), [0] * players
        first = drawn % players
        second = (first + 1 + drawn // 7 % (players - 1)) % players
        points[first], points[second] = 2, 2
        if drawn // 50 % 3 == 0:
            third = next(player for player in range(players) if points[player] == 0)
            points[second], points[third] = 1, 1
        return points

    game = _random_tree(players, leaf, non_negative=True, maximum=2, maximal_sum=4)
    known = replace(game.hints, leaf_values=((2, 2, 0),) if leaf_values else ())
    return replace(game, non_negative=True, max_utility=2, utility_sum=4, hints=known)


def _random_tree(players: int, leaf: Callable[[Any], list[int]], **facts: Any) -> Game:
    """Return trees in which many lines lead to the same state: at each ply there are twelve."""
    game = games.load("random-tree:players=4,branching=3,depth=10,low=-3,high=3")

    def result(state: Any, action: int) -> Any:
        return state._replace(node=state.node & ~63 | mixed(state.node + 7919 * action) % 12, ply=state.ply + 1)

    return replace(
        game,
        players=players,
        to_move=lambda state: state.ply % players,
        result=result,
        utility=leaf,
        max_utility=3,
        evaluations={"leaf": Evaluation(leaf, **facts)},
        hints=replace(
            game.hints,
            order=lambda state, action: mixed(state.node + action) % 3,
            null_move=lambda state: result(state, 3),
        ),
    )
