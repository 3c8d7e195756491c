"""Exponents: those of the literature for minimax and the best order, and the recursion for random order."""

import pytest

from spielbaum import games
from spielbaum.measuring import Growth, growths, mean_branching, measure, plain_settings
from spielbaum.search.driver.minimal_tree import minimal_nodes

pytestmark = pytest.mark.interpreted


def grown(spec: str, *algorithms: str, depths: range) -> list[Growth]:
    game = games.load(spec)
    states = [game.initial()]
    rows = list(measure(game, states, plain_settings(algorithms, list(depths))))
    return growths(rows, mean_branching(game, states, rows, None))


def test_minimax_has_the_exponent_one() -> None:
    (growth,) = grown("random-tree:branching=4,depth=20", "minimax", depths=range(1, 7))
    assert growth.nodes == tuple((4 ** (depth + 1) - 1) / 3 for depth in range(1, 7))
    assert growth.exponent == pytest.approx(1, abs=0.02)
    assert growth.error is not None
    assert growth.error < 0.01
    assert growth.equal == pytest.approx([4] * 6)
    assert growth.factors[0] is None
    assert growth.factors[1] == pytest.approx(21 / 5)
    assert (growth.base.branching, growth.base.source) == (4, "uniform")
    assert growth.base.minimal == tuple(minimal_nodes(4, depth) for depth in range(1, 7))


def test_alpha_beta_is_between_the_best_order_and_minimax() -> None:
    (growth,) = grown("random-tree:branching=8,depth=20", "alpha-beta", depths=range(2, 7))
    assert growth.exponent is not None
    assert 0.6 < growth.exponent < 0.9
    for depth, nodes in zip(growth.depths, growth.nodes, strict=True):
        assert minimal_nodes(8, depth) <= nodes <= (8 ** (depth + 1) - 1) / 7


def test_equal_leaves_make_the_best_order() -> None:
    (growth,) = grown("random-tree:branching=5,depth=20,low=0,high=0", "alpha-beta", depths=range(2, 9, 2))
    assert growth.nodes == growth.base.minimal
    assert growth.exponent == pytest.approx(0.5, abs=0.05)
    assert growth.factors == (None,) * 4


def test_real_games_take_the_mean_branching_of_minimax() -> None:
    plain = grown("connect-four", "alpha-beta", depths=range(1, 6))[0]
    with_minimax = grown("connect-four", "alpha-beta", "minimax", depths=range(1, 6))
    assert plain.base == with_minimax[0].base
    assert plain.base.branching == pytest.approx(7)
    assert plain.base.source == "minimax to depth 5"
    assert plain.base.minimal == ()
    assert plain.to_dict()["minimal_nodes"] is None


def test_each_algorithm_of_three_players_has_its_own_minimal_tree() -> None:
    least, plain, paranoid = grown(
        "random-tree:players=3,branching=3,depth=20,order=best",
        "max-n:shallow,transform=none", "max-n:transform=none", "paranoid:order=none", depths=range(1, 6),
    )  # fmt: skip
    assert least.minimal == least.nodes
    assert (plain.minimal, plain.to_dict()["minimal_nodes"], plain.base.minimal) == ((), None, ())
    assert all(fewest <= nodes for fewest, nodes in zip(paranoid.minimal, paranoid.nodes, strict=True))
    (equal,) = grown("random-tree:players=3,branching=3,depth=20,low=0,high=0", "paranoid", depths=range(1, 6))
    assert equal.nodes == equal.minimal == paranoid.minimal


def test_games_for_three_take_the_tree_of_max_n() -> None:
    (growth,) = grown("mnk:players=3", "paranoid", depths=range(1, 4))
    assert growth.base.branching == pytest.approx((9 + 72 + 504) / (1 + 9 + 72))


def test_the_end_of_the_game_is_not_fitted() -> None:
    (short,) = grown("random-tree:branching=4,depth=5", "minimax", depths=range(1, 6))
    (long,) = grown("random-tree:branching=4,depth=5", "minimax", depths=range(1, 9))
    assert long.nodes[5:] == (long.nodes[4],) * 3
    assert (long.exponent, long.constant) == (short.exponent, short.constant)


def test_too_few_depths_have_no_exponent() -> None:
    (growth,) = grown("random-tree", "alpha-beta", depths=range(2))
    assert (growth.exponent, growth.error, growth.constant) == (None, None, None)
    assert growth.equal == (None, pytest.approx(3))
    (chain,) = grown("random-tree:branching=1", "alpha-beta", depths=range(1, 5))
    assert chain.exponent is None
