"""The benchmark suite is reproducible and complete."""

from typing import NamedTuple

import pytest

from spielbaum import Game, games, registry
from spielbaum.errors import UnsupportedGameError
from spielbaum.measuring.bench import bench_algorithms, bench_games, middle, run_cases, signatures

FOR_TWO = ("minimax", "alpha-beta", "alpha-beta-negamax", "mtdf", "pvs", "pvs:replacement=two-deep")
FOR_MORE = ("max-n", "max-n-is", "paranoid", "hypermax")


def test_every_registered_game_is_in_the_suite() -> None:
    specs = bench_games(registry.names())
    assert {spec.partition(":")[0] for spec in specs} == set(registry.names())
    for spec in specs:
        game = registry.load(spec)
        usual, found = FOR_TWO if game.players == 2 else FOR_MORE, bench_algorithms(game)
        assert tuple(name for name in map(str, found) if name in usual) == usual
        assert {choice.algorithm.players for choice in found} <= {"two" if game.players == 2 else "more", "any"}
        assert all(choice.algorithm.compared for choice in found)
        assert not game.is_terminal(middle(game))
        assert middle(game) == middle(game)


@pytest.mark.interpreted
def test_signatures_are_sums_of_nodes_and_equal_every_time() -> None:
    game = games.load("nim:heaps=2-3")
    first, second = (list(run_cases(game, FOR_TWO)) for _ in range(2))
    assert [case.nodes for case in first] == [case.nodes for case in second]
    assert [case.algorithm for case in first] == [name for name in FOR_TWO for _ in range(2)]
    found = signatures(first)
    assert list(found) == list(FOR_TWO)
    for name in FOR_TWO:
        assert found[name] == sum(case.nodes for case in first if case.algorithm == name)
    assert found["minimax"] > found["alpha-beta"] == found["alpha-beta-negamax"]


@pytest.mark.interpreted
def test_a_search_that_changes_changes_its_signature() -> None:
    game = games.load("connect-four:width=4,height=3")
    found = signatures(run_cases(game, ["alpha-beta", "alpha-beta:order=none"]))
    assert found["alpha-beta"] != found["alpha-beta:order=none"]


class Halves(NamedTuple):
    count: int


HALVES = Game(
    name="halves", players=2, initial=lambda: Halves(0), to_move=lambda s: s.count % 2, actions=lambda s: iter((1, 2)),
    result=lambda s, a: Halves(s.count + a), is_terminal=lambda s: s.count >= 6, utility=lambda s: (0.5, -0.5),
    zero_sum=True, compiled=False,
)  # fmt: skip


def test_unsuitable_algorithms_are_left_out() -> None:
    assert {case.algorithm for case in run_cases(HALVES, FOR_TWO)} == set(FOR_TWO) - {"mtdf"}
    assert list(run_cases(games.load("mnk:players=3"), ["alpha-beta"])) == []


def test_unsuitable_algorithms_are_refused_if_requested() -> None:
    with pytest.raises(UnsupportedGameError, match="alpha-beta is for two players"):
        list(run_cases(games.load("mnk:players=3"), ["alpha-beta"], strict=True))
