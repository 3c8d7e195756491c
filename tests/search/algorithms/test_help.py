"""Orders, tables and windows change no value of a search for N players, nor the action it chooses."""

import random
from functools import partial

import pytest

from obvious import max_n, paranoid, random_state, ranked_tree, shared_tree, worth_in
from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
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
def test_paranoid_finds_the_same_on_a_thousand_random_trees(algorithm: str, players: int) -> None:
    game = ranked_tree(players)
    searcher, worth = Searcher(game, algorithm), worth_in(game)
    for seed in range(250 if at_night() else 12):
        depth, state = 3 + seed % 3, random_state(game, seed, seed % players)
        value = partial(paranoid, game, depth=depth - 1, worth=worth, root=game.to_move(state))
        values = [value(game.result(state, action)) for action in game.actions(state)]
        found = searcher.search(state, Limits(depth=depth, nodes=ENOUGH))
        assert (found.value, found.action) == (max(values), values.index(max(values)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("algorithm", MAX_N)
def test_max_n_finds_the_same_vectors_on_a_thousand_random_trees(algorithm: str, players: int) -> None:
    """Many children are equal for the player to move, and not for the others."""
    game = shared_tree(players)
    searcher, worth, generator = Searcher(game, f"{algorithm},transform=none"), worth_in(game), random.Random(1)
    for _ in range(250 if at_night() else 4):
        depth, state = generator.randint(2, 6), random_state(game, generator.randrange(10**6), generator.randrange(4))
        player = game.to_move(state)
        values = [max_n(game, game.result(state, action), depth - 1, worth) for action in game.actions(state)]
        best = max(range(len(values)), key=lambda i: values[i][player])
        found = searcher.search(state, Limits(depth=depth, nodes=ENOUGH))
        assert (found.value, found.action) == (values[best], best)


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
