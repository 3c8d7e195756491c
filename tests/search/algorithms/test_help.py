"""Orders, tables and windows change no value of a search for N players, nor the action it chooses."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from obvious import (
    Vector,
    Worth,
    count_nodes,
    max_n,
    mixed,
    paranoid,
    random_state,
    ranked_tree,
    shared_tree,
    worth_in,
)
from spielbaum import Game, Limits, Searcher, games, record_tree
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.games.tree import from_data
from tiers import at_night

pytestmark = pytest.mark.interpreted

PARANOID = [
    "paranoid:killers,history",
    "paranoid:pv,history,aspiration=2",
    "paranoid:killers,history,pv,replacement=two-deep,etc",
    "paranoid:deepening,killers,replacement=new,aspiration=1",
]
MAX_N = [
    "max-n:order=static",
    "max-n-is:order=static",
    "max-n-is:killers,history,pv",
    "max-n:shallow,order=static,history,replacement=new",
    "max-n:immediate,killers,pv",
    "max-n-is:order=static,killers,history,pv,replacement=two-deep",
]
ENOUGH = 10**7


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("algorithm", PARANOID)
@pytest.mark.parametrize("trees", [12, pytest.param(250, marks=pytest.mark.long)])
def test_paranoid_finds_the_same_on_a_thousand_random_trees(trees: int, algorithm: str, players: int) -> None:
    game = ranked_tree(players)
    searcher, worth = Searcher(game, algorithm), worth_in(game)
    for seed in range(trees):
        depth, state = 3 + seed % 3, random_state(game, seed, seed % players)
        value = partial(paranoid, game, depth=depth - 1, worth=worth, root=game.to_move(state))
        values = [value(game.result(state, action)) for action in game.actions(state)]
        found = searcher.search(state, Limits(depth=depth, nodes=ENOUGH))
        assert (found.value, found.action) == (max(values), values.index(max(values)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("algorithm", MAX_N)
@pytest.mark.parametrize("trees", [4, pytest.param(250, marks=pytest.mark.long)])
def test_max_n_finds_the_same_vectors_on_a_thousand_random_trees(trees: int, algorithm: str, players: int) -> None:
    """Many children are equal for the player to move, and not for the others."""
    game = shared_tree(players)
    searcher, worth, generator = Searcher(game, f"{algorithm},transform=none"), worth_in(game), Random(1)
    for _ in range(trees):
        depth, state = generator.randint(2, 6), random_state(game, generator.randrange(10**6), generator.randrange(4))
        player = game.to_move(state)
        values = [max_n(game, game.result(state, action), depth - 1, worth) for action in game.actions(state)]
        best = max(range(len(values)), key=lambda i: values[i][player])
        found = searcher.search(state, Limits(depth=depth, nodes=ENOUGH))
        assert (found.value, found.action) == (values[best], best)


@pytest.mark.parametrize("algorithm", ["max-n:shallow,", "max-n-is:"])
def test_a_tie_of_shares_is_not_lost_by_rounding(algorithm: str) -> None:
    """As 1 - 0.9 < 0.1, player 2 seems to leave player 1 less than it has."""
    game = from_data([[[[0, 1, 9], [0, 1, 9]], [9, 1, 0]]], players=3)
    game = replace(game, hints=replace(game.hints, order=lambda _state, action: action))
    for order in ("none", "static"):
        assert Searcher(game, f"{algorithm}order={order},transform=normalised").search().value == (0, 0.1, 0.9)


def quiet(game: Game, state: Any, plies: int, worth: Worth) -> Vector:
    """The estimate, or the first noisy action that gives the player to move most, if it gives more."""
    if game.is_terminal(state) or plies == 0:
        return worth(state)
    assert game.hints.noisy is not None
    noisy = [action for action in game.actions(state) if game.hints.noisy(state, action)]
    vectors = [worth(state), *(quiet(game, game.result(state, action), plies - 1, worth) for action in noisy)]
    return max(vectors, key=lambda vector: vector[game.to_move(state)])


def max_n_beyond(game: Game, state: Any, depth: int, plies: int, worth: Worth) -> Vector:
    """Max^n with quiescence at its leaves."""
    if depth == 0 or game.is_terminal(state):
        return quiet(game, state, plies, worth)
    children = [game.result(state, action) for action in game.actions(state)]
    vectors = [max_n_beyond(game, child, depth - 1, plies, worth) for child in children]
    return max(vectors, key=lambda vector: vector[game.to_move(state)])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("options", ["", ",shallow,immediate", ",shallow,killers,history,order=static,replacement=new"])
@pytest.mark.parametrize("plies", [1, 3])
def test_quiescence_of_max_n_follows_its_definition(plies: int, options: str, players: int) -> None:
    game = shared_tree(players)
    game = replace(game, hints=replace(game.hints, noisy=lambda state, action: mixed(state.node + 9 * action) % 4 < 2))
    worth, generator, beyond = worth_in(game), Random(2), 0
    searcher = Searcher(game, f"max-n:quiescence={plies}{options},transform=none")
    for _ in range(40 if at_night() else 3):
        depth, state = generator.randint(1, 4), random_state(game, generator.randrange(10**6), generator.randrange(5))
        children = [game.result(state, action) for action in game.actions(state)]
        values = [max_n_beyond(game, child, depth - 1, plies, worth) for child in children]
        best = max(range(len(values)), key=lambda i: values[i][game.to_move(state)])
        found = searcher.search(state, Limits(depth=depth))
        assert (found.value, found.action) == (values[best], best)
        beyond += found.nodes > count_nodes(game, state, depth)
    assert beyond or options


def test_trees_of_quiescence_of_max_n_are_recorded() -> None:
    game = games.load("chameleon-chess:players=RGY")
    state = random_state(game, 7, 14)
    nodes = record_tree(game, state, algorithm="max-n:quiescence=2", depth=1).nodes
    assert any(node.parent for node in nodes), "nodes two plies below the root"
    assert nodes[0].value == Searcher(game, "max-n:quiescence=2").search(state, depth=1).value


@pytest.mark.parametrize(
    ("plies", "words"),
    [(1, "quiescence=true needs to know which actions are noisy"), (-1, "a number of plies, at least 0, not -1")],
)
def test_quiescence_of_max_n_is_refused(plies: int, words: str) -> None:
    with pytest.raises(SpielbaumError, match=words):
        Searcher(shared_tree(3), f"max-n:quiescence={plies}")


def test_an_order_lets_prunings_cut_more() -> None:
    game = games.load("mnk:players=3,width=3,height=3,line=2")
    for plain, helped in (("max-n-is", "max-n-is:killers,history"), ("paranoid", "paranoid:killers")):
        few, many = (Searcher(game, algorithm).search(depth=5) for algorithm in (helped, plain))
        assert (few.value, few.action) == (many.value, many.action)
        assert few.nodes < 0.9 * many.nodes


@pytest.mark.parametrize("switch", ["deep", "leaf_values"])
def test_prunings_that_need_the_order_of_the_game_refuse_another(switch: str) -> None:
    with pytest.raises(InputError, match="keep the game's order"):
        Searcher(shared_tree(3, leaf_values=True), f"max-n:{switch},killers")
