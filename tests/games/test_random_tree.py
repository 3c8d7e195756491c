"""Random trees against whole levels of hashes in NumPy."""

import numpy as np
import pytest

from spielbaum import perft, registry
from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.search.choosing import search


def mixed(numbers: np.ndarray) -> np.ndarray:
    """Return the hash "lowbias32" of 32-bit numbers."""
    x = numbers.astype(np.uint32)
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x21F0AAAD)
    x = (x ^ x >> np.uint32(15)) * np.uint32(0x735A2D97)
    return x ^ x >> np.uint32(15)


def leaf_hashes(branching: int, depth: int, seed: int) -> np.ndarray:
    """Return the hashes of all leaves, level by level from the root, in the order of the tree."""
    level = mixed(np.array([seed]))
    steps = (np.arange(1, branching + 1, dtype=np.uint32) * np.uint32(0x1E3779B9)).astype(np.uint32)
    for _ in range(depth):
        level = mixed((level[:, None] + steps[None, :]).ravel())
    return level


def leaf_values(hashes: np.ndarray, player: int, low: int, high: int) -> np.ndarray:
    drawn = mixed(hashes + np.uint32((player + 1) * 0x2545F491 & 0xFFFFFFFF))
    return low + drawn.astype(np.int64) % (high - low + 1)


def minimax_value(values: np.ndarray, branching: int, depth: int) -> int:
    """Return the value of the root from the values of the leaves, folding level by level."""
    for ply in reversed(range(depth)):
        rows = values.reshape(-1, branching)
        values = rows.max(axis=1) if ply % 2 == 0 else rows.min(axis=1)
    return int(values[0])


def leaves(game: Game, depth: int) -> list[State]:
    level = [game.initial()]
    for _ in range(depth):
        level = [game.result(state, action) for state in level for action in game.actions(state)]
    return level


@pytest.mark.interpreted
@pytest.mark.parametrize("seed", [0, 1, 2, 2024, 2**32 - 1])
def test_the_value_is_that_of_the_tree_folded_bottom_up(seed: int) -> None:
    game = registry.load(f"random-tree:seed={seed}")
    values = leaf_values(leaf_hashes(3, 6, seed), 0, -100, 100)
    assert [game.utility(state) for state in leaves(game, 6)] == [(value, -value) for value in values.tolist()]
    result = search(game)
    assert (result.value, result.certainty.kind) == (minimax_value(values, 3, 6), "exact")


@pytest.mark.parametrize(
    ("branching", "depth", "low", "high"), [(1, 5, 0, 9), (2, 9, -1, 1), (5, 3, 7, 7), (4, 0, 1, 6)]
)
def test_shape_and_range_are_those_of_the_options(branching: int, depth: int, low: int, high: int) -> None:
    game = registry.load(f"random-tree:branching={branching},depth={depth},low={low},high={high},seed=7")
    values = leaf_values(leaf_hashes(branching, depth, 7), 0, low, high)
    ends = leaves(game, depth)
    assert len(ends) == branching**depth
    assert all(game.is_terminal(state) for state in ends)
    assert [game.utility(state)[0] for state in ends] == values.tolist()
    assert {low <= value <= high for value in values.tolist()} == {True}


def test_values_are_uniformly_distributed() -> None:
    game = registry.load("random-tree:branching=10,depth=4,low=0,high=9")
    counts = np.bincount([game.utility(state)[0] for state in leaves(game, 4)], minlength=10)
    assert counts.sum() == 10_000
    assert ((counts - 1000) ** 2 / 1000).sum() < 27.9  # chi-square, nine degrees of freedom, one in a thousand


def test_normal_values_are_concentrated_around_the_middle() -> None:
    game = registry.load("random-tree:branching=10,depth=4,low=-100,high=100,values=normal")
    values = np.array([game.utility(state)[0] for state in leaves(game, 4)])
    assert values.min() >= -100
    assert values.max() <= 100
    assert abs(values.mean()) < 1
    assert abs(values.std() - 200 / np.sqrt(12 * 12)) < 0.5  # twelve uniform numbers of variance 1/12, averaged
    within = (np.abs(values - values.mean()) < values.std()).mean()
    assert 0.66 < within < 0.71


@pytest.mark.parametrize("players", [3, 4])
def test_players_draw_each_for_themselves(players: int) -> None:
    game = registry.load(f"random-tree:players={players},branching=3,depth=4,low=0,high=9,seed=5")
    hashes = leaf_hashes(3, 4, 5)
    wanted = np.stack([leaf_values(hashes, player, 0, 9) for player in range(players)], axis=1)
    assert [list(game.utility(state)) for state in leaves(game, 4)] == wanted.tolist()
    state = game.initial()
    for ply in range(4):
        assert game.to_move(state) == ply % players
        state = game.result(state, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_shares_of_a_total_are_positive_and_proportional_to_the_random_numbers(players: int) -> None:
    game = registry.load(f"random-tree:players={players},branching=3,depth=4,low=0,high=9,total=60,seed=5")
    assert game.utility_sum == 60
    hashes = leaf_hashes(3, 4, 5)
    drawn = np.stack([leaf_values(hashes, player, 0, 9) for player in range(players)], axis=1) + 1
    wanted = 60 * drawn / drawn.sum(axis=1, keepdims=True)
    utilities = np.array([game.utility(state) for state in leaves(game, 4)])
    assert np.allclose(utilities, wanted)
    assert utilities.min() > 0


@pytest.mark.parametrize("players", [3, 4])
def test_random_totals_up_to_a_limit_are_shared_in_the_same_ratio(players: int) -> None:
    tree = f"random-tree:players={players},branching=3,depth=4,low=0,high=9,total=6,seed=5"
    game, constant = registry.load(f"{tree},constant=false"), registry.load(tree)
    assert (game.utility_sum, game.max_utility_sum, constant.max_utility_sum) == (None, 6, None)
    utilities, shares = (np.array([one.utility(leaf) for leaf in leaves(one, 4)]) for one in (game, constant))
    sums = utilities.sum(axis=1, keepdims=True)
    assert set(sums.round(9).ravel().tolist()) == {1, 2, 3, 4, 5, 6}
    assert np.allclose(utilities, shares * sums / 6)


def test_perft_of_a_uniform_tree_is_the_powers_of_its_branching() -> None:
    assert perft(registry.load("random-tree"), depth=7) == [3, 9, 27, 81, 243, 729, 0]


@pytest.mark.parametrize(("branching", "depth"), [(2, 6), (3, 5), (5, 4), (1, 3)])
def test_alpha_beta_visits_every_leaf_in_the_worst_order(branching: int, depth: int) -> None:
    game = registry.load(f"random-tree:branching={branching},depth={depth},order=worst")
    for plies in range(1, depth + 1):  # a search that is not as deep sees such a tree too
        found = search(game, algorithm="alpha-beta", depth=plies)
        assert (found.leaves, found.cutoffs) == (branching**plies, 0)
    assert found.value == search(game, algorithm="minimax").value


def test_tree_of_a_seed_stays_the_same_for_ever() -> None:
    game = registry.load("random-tree")
    assert [game.utility(state)[0] for state in leaves(game, 6)[:8]] == [20, 62, 14, 68, 41, -26, 37, 72]


@pytest.mark.parametrize(
    "options",
    [
        "players=1",
        "players=5",
        "branching=0",
        "depth=-1",
        "depth=512",
        "low=2,high=1",
        "total=10",
        "players=3,total=10",
        "players=3,low=0,total=-1",
        "constant=false",
        "players=3,low=0,total=9,order=best,constant=false",
        "low=0,high=2147483648",
        "values=gauss",
        "players=3,order=worst",
        "branching=1000000,depth=511,order=worst",
    ],
)
def test_impossible_trees_are_refused(options: str) -> None:
    with pytest.raises(InputError, match="random-tree"):
        registry.load(f"random-tree:{options}")
