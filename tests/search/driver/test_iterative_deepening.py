"""Deeper and deeper: limits in nodes and seconds, the best action so far first, and ties all the same."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from obvious import IRREGULAR, Node, everyone, max_n, paranoid, random_state, worth_in, zero_space
from spielbaum import Evaluation, Limits, Result, Searcher, games, search
from spielbaum.game.notation import play_line
from spielbaum.games.tree import from_data
from tiers import at_night

GAMES = {
    "irregular": IRREGULAR,
    "ties": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=1"),
    "two": games.load("random-tree:branching=3,depth=5,low=0,high=1"),
    "connect-four": games.load("connect-four"),
}
MANY = 10**9
CASES = [
    ("irregular", "max-n"),
    ("irregular", "max-n:immediate"),
    ("irregular", "max-n-is"),
    ("irregular", "max-n:shallow,transform=none"),
    ("irregular", "paranoid"),
    ("irregular", "paranoid:transform=normalised"),
    ("ties", "max-n"),
    ("ties", "max-n:immediate"),
    ("ties", "paranoid"),
    ("two", "alpha-beta"),
    ("two", "alpha-beta:fail=hard"),
    ("two", "max-n"),
    ("two", "hypermax"),
    ("two", "minimax"),
    ("connect-four", "alpha-beta"),
]


@cache
def searcher(name: str, algorithm: str) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        return Searcher(GAMES[name], algorithm)


def states(name: str, count: int) -> list[Any]:
    if name == "irregular":  # no narrow roots: there is nothing to choose
        nodes = (random_state(IRREGULAR, seed, 0) for seed in range(1000))
        return [node for node in nodes if node.key % 4 == 3][:count]
    return [random_state(GAMES[name], seed, 0 if name != "connect-four" else 12) for seed in range(count)]


def true_values(name: str, algorithm: str, state: Any, depth: int) -> list[float]:
    """What every root action is worth to the root player at a depth."""
    game, root = GAMES[name], GAMES[name].to_move(state)
    shares = "normalised" in algorithm or (name == "irregular" and "max-n" in algorithm and "none" not in algorithm)
    worth = worth_in(game, shares=shares)
    if algorithm == "hypermax":
        worth = zero_space(worth, everyone(game, state))
    children = [game.result(state, action) for action in game.actions(state)]
    if algorithm.startswith("paranoid") and not game.zero_sum:
        return [paranoid(game, child, depth - 1, worth, root) for child in children]
    return [max_n(game, child, depth - 1, worth)[root] for child in children]  # minimax, where two play


def mine(result: Result, root: int) -> float:
    return result.value[root] if isinstance(result.value, tuple) else result.value


def unit(name: str, algorithm: str, result: Result) -> float:
    """An exact value is in the unit of utilities."""
    evaluation = GAMES[name].evaluation()
    return evaluation.worth_of_utility if evaluation and result.is_proven and "norm" not in algorithm else 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "algorithm"), CASES)
def test_the_answer_under_any_node_limit(name: str, algorithm: str) -> None:
    game, search = GAMES[name], searcher(name, algorithm).search
    better = 0
    for state in states(name, 3 if at_night() else 2 if name == "irregular" else 1):
        root = game.to_move(state)
        fixed: dict[int, Result] = {}
        values: dict[int, list[float]] = {}
        for nodes in [*range(1, 30, 1 if at_night() else 3), *range(30, 600, 17 if at_night() else 95)]:
            result = search(state, Limits(nodes=nodes, depth=5))
            assert result.nodes <= nodes
            index = [row.action_text for row in result.action_values].index(
                str(result.action_text)
            )  # never a missing move
            assert result.pv_text[0] == result.action_text
            depth = result.depth
            for d in (depth, depth + 1):
                if d not in fixed:
                    fixed[d] = search(state, Limits(depth=d))
                    values[d] = true_values(name, algorithm, state, d) if d else []
            if result.certainty.complete:
                assert (result.action_text, result.value, result.certainty.kind) == (
                    fixed[depth].action_text,
                    fixed[depth].value,
                    fixed[depth].certainty.kind,
                )
                continue
            assert result.nodes == nodes
            if result.certainty.kind == "heuristic":  # nothing came back
                assert (depth, index) == (0, 0)
                assert all(row.value is None for row in result.action_values)
                continue
            assert (result.certainty.kind, result.certainty.bound) == ("bound", "lower")
            assert mine(result, root) * unit(name, algorithm, result) == values[depth + 1][index]
            if depth:
                before = [row.action_text for row in fixed[depth].action_values].index(str(fixed[depth].action_text))
                old, new = values[depth + 1][before], values[depth + 1][index]
                assert new > old or (new == old and index < before)
                better += 1
    if name == "irregular":
        assert better  # the case does occur


@pytest.mark.parametrize(("name", "algorithm"), [*CASES, ("irregular", "hypermax"), ("ties", "hypermax")])
def test_a_node_limit_is_exact_and_repeatable(name: str, algorithm: str) -> None:
    for state in states(name, 2):
        for nodes in (1, 2, 3, 9, 50, 99, 200):
            one, other = (searcher(name, algorithm).search(state, Limits(nodes=nodes)) for _ in range(2))
            assert replace(one, seconds=0) == replace(other, seconds=0)
            assert one.nodes == nodes or (one.nodes < nodes and one.certainty.complete)


@pytest.mark.parametrize(("name", "algorithm"), CASES)
def test_ties_go_to_the_first_action_although_the_best_so_far_is_searched_first(name: str, algorithm: str) -> None:
    changed = 0
    for state in states(name, 12 if at_night() else 4):
        for depth in range(1, 6):
            fixed, deepened = (
                searcher(name, algorithm).search(state, limits)
                for limits in (Limits(depth=depth), Limits(depth=depth, nodes=MANY))
            )
            assert deepened.certainty.complete
            assert (deepened.action_text, deepened.value, deepened.certainty.kind) == (
                fixed.action_text,
                fixed.value,
                fixed.certainty.kind,
            )
            assert deepened.pv_text == fixed.pv_text
            changed += len({row.value for row in fixed.action_values}) < len(fixed.action_values)
    assert changed  # there are ties


@pytest.mark.parametrize("algorithm", ["max-n", "max-n:immediate", "max-n:shallow", "max-n-is"])
@pytest.mark.parametrize("share", [0.5, 0.75, 0.25])
def test_a_tie_with_the_best_action_so_far_is_found(algorithm: str, share: float) -> None:
    """At one ply the second action looks better; at two plies both are worth the same, and the first has to win."""
    leaf = [share, 1 - share]
    game = from_data([[leaf, leaf], [leaf, leaf]], vectors=True)
    first, second = (game.result(game.initial(), action) for action in (0, 1))
    estimates = {game.initial(): (0.5, 0.5), first: (0.2, 0.8), second: (0.9, 0.1)}
    guess = Evaluation(estimates.__getitem__, non_negative=True, maximum=1, maximal_sum=1)
    search = Searcher(replace(game, evaluations={"guess": guess}), algorithm).search
    assert search(limits=Limits(depth=1)).action == 1
    assert search(limits=Limits(depth=2)).action == 0
    assert search(limits=Limits(nodes=MANY)).action == 0


@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "hypermax", "paranoid"])
def test_the_root_counts_once_for_each_iteration(algorithm: str) -> None:
    for state in states("irregular", 5):
        searched = searcher("irregular", "max-n").search
        sizes = [searched(state, Limits(depth=depth)) for depth in range(1, 5)]
        deepened = searched(state, Limits(depth=4, nodes=MANY))
        assert deepened.nodes == sum(result.nodes for result in sizes)
        assert deepened.max_nodes == sum(result.max_nodes for result in sizes)
        assert deepened.leaves == sum(result.leaves for result in sizes)
        one, other = (searcher("irregular", algorithm).search(state, Limits(depth=1, nodes=n)) for n in (MANY, 5))
        assert one.nodes == other.nodes == 5  # four actions


@pytest.mark.parametrize("algorithm", ["max-n", "max-n:immediate", "paranoid", "hypermax"])
def test_a_proven_value_ends_the_search(algorithm: str) -> None:
    for limits in (Limits(nodes=MANY), Limits(seconds=60), Limits(depth=100, nodes=MANY)):
        result = searcher("ties", algorithm).search(limits=limits)
        assert (result.depth, result.certainty.complete) == (5, True)
        assert result.nodes < 2000
        if algorithm != "hypermax":  # its values depend on the order
            whole = searcher("ties", algorithm).search()
            assert (result.action_text, result.value, result.certainty.kind) == (
                whole.action_text,
                whole.value,
                "exact",
            )


@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "hypermax", "paranoid"])
def test_a_search_always_returns_an_action(algorithm: str) -> None:
    for state in states("irregular", 10 if at_night() else 3):
        legal = {str(action) for action in IRREGULAR.actions(state)}
        for nodes in range(1, 40):
            result = searcher("irregular", algorithm).search(state, Limits(nodes=nodes))
            assert result.action_text in legal
            assert result.nodes <= nodes


@pytest.mark.parametrize("seconds", [0.05, 0.2])
@pytest.mark.parametrize("algorithm", ["max-n-is", "hypermax", "paranoid"])
def test_a_time_limit_gives_a_legal_move(algorithm: str, seconds: float) -> None:
    game = games.load("random-tree:players=4,branching=9,depth=40,low=0,total=100")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        result = Searcher(game, algorithm).search(limits=Limits(seconds=seconds))
    assert result.action_text in {str(action) for action in range(9)}
    assert result.nodes > 0


@pytest.mark.parametrize("algorithm", ["paranoid", "hypermax"])
def test_the_estimate_of_the_root_is_that_of_the_algorithm(algorithm: str) -> None:
    state = Node(77, 0, 15)
    stopped, at_nought = (
        searcher("irregular", algorithm).search(state, limits) for limits in (Limits(nodes=1), Limits(depth=0))
    )
    assert stopped.value == at_nought.value


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs", "minimax"])
def test_a_proven_win_ends_the_deepening(algorithm: str) -> None:
    game = games.load("connect-four:width=5,height=4")
    state = play_line(game, game.initial(), "1 5 1 5 1 4")
    result = search(game, state, algorithm=algorithm, evaluation="none", limits=Limits(nodes=3000))
    assert (result.depth, result.value, result.action_text) == (1, 7, "1")
