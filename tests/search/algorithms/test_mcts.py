"""Monte-Carlo tree search: it converges to what is defined, claims no false proof, and is the same for equal seeds."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from obvious import max_n, worth_in
from spielbaum import Game, Limits, Searcher, games, record_tree, registry
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.search.core.result import Result

SMALL = "random-tree:branching=2,depth=3,players=3"
TWO, THREE = "random-tree:branching=3,depth=4", "random-tree:branching=3,depth=4,players=3"
SEEDS = range(4)


def numbers(value: Any) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


@cache
def searched(spec: str, seed: int, options: str, simulations: int) -> Result:
    game = registry.load(f"{spec},seed={seed}")
    return Searcher(game, f"mcts:{options}").search(limits=Limits(simulations=simulations))


def truth(spec: str, seed: int) -> tuple[Game, dict[int, tuple[float, ...]]]:
    """The vector of each root action, by all lines of play."""
    game = registry.load(f"{spec},seed={seed}")
    root, worth = game.initial(), worth_in(game)
    return game, {a: max_n(game, game.result(root, a), 99, worth) for a in game.actions(root)}


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("spec", [TWO, SMALL])
@pytest.mark.parametrize("options", ["", ",rave=30", ",history=1"])
def test_the_most_visited_action_is_the_best_one(spec: str, options: str) -> None:
    right = 0
    for seed in SEEDS:
        game, values = truth(spec, seed)
        result, player = (
            searched(spec, seed, f"solver=false,exploration=0.4{options}", 1500),
            game.to_move(game.initial()),
        )
        best = max(vector[player] for vector in values.values())
        right += values[result.action][player] == best if result.action is not None else 0
        assert result.certainty.kind == "heuristic"
        assert sum(row.visits or 0 for row in result.action_values) == result.simulations == 1500
    assert right >= len(SEEDS) - 1


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("spec", [TWO, THREE])
def test_proven_values_are_correct(spec: str) -> None:
    proven = 0
    for seed in SEEDS:
        game, values = truth(spec, seed)
        result, player = searched(spec, seed, "", 4000), game.to_move(game.initial())
        if result.is_proven:
            proven += 1
            own = result.value[player] if isinstance(result.value, tuple) else result.value
            assert own == max(vector[player] for vector in values.values())
            assert result.action is not None
            assert values[result.action][player] == own
    if spec == TWO:
        assert proven == len(SEEDS)


@pytest.mark.interpreted
@pytest.mark.parametrize("policy", ["max-n", "paranoid", "brs"])
def test_every_policy_searches_a_three_player_game(policy: str) -> None:
    result = searched(THREE, 1, f"policy={policy}", 300)
    assert result.action is not None
    assert result.nodes >= 100
    assert sum(row.visits or 0 for row in result.action_values) <= (result.simulations or 0) <= 300


@pytest.mark.slow
def test_compiled_equals_interpreted_and_is_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    def result_of(seed: int) -> tuple[Any, ...]:
        game = games.load("tic-tac-toe")
        result = Searcher(game, f"mcts:seed={seed}").search(limits=Limits(simulations=400))
        rows = [(row.action, row.value, row.visits) for row in result.action_values]
        return result.value, result.nodes, result.pv, rows

    compiled = result_of(7)
    assert result_of(7) == compiled
    assert result_of(8) != compiled
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    assert result_of(7) == compiled


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "options"),
    [(TWO, "rave=30,history=1"), (SMALL, "solver=true"), (SMALL, "oma=10,implicit=0.3,widening=2,playout=max-n")],
)
def test_threads_prove_correct_values(spec: str, options: str) -> None:
    proven = 0
    for seed in SEEDS:
        game, values = truth(spec, seed)
        player = game.to_move(game.initial())
        result = Searcher(game, f"mcts:{options}", threads=4).search(limits=Limits(simulations=9000))
        assert sum(row.visits or 0 for row in result.action_values) == result.simulations
        if result.is_proven:
            proven += 1
            own = numbers(result.value)[player if spec == SMALL else 0]
            assert own == max(vector[player] for vector in values.values())
            assert result.action is not None
            assert values[result.action][player] == own
    assert proven == len(SEEDS)


@pytest.mark.slow
def test_threads_share_a_tree_without_losing_simulations() -> None:
    for seed in SEEDS:
        game = registry.load(f"{THREE},seed={seed}")
        searcher, root = Searcher(game, "mcts:solver=false,memory=4MB", threads=4), game.initial()
        result = searcher.search(root, limits=Limits(simulations=5001))
        assert sum(row.visits or 0 for row in result.action_values) == result.simulations == 5001
        sums = [[number * (row.visits or 0) for number in numbers(row.value)] for row in result.action_values]
        for whole, *parts in zip(numbers(result.value), *sums, strict=True):  # no virtual loss is left in the values
            assert whole * 5001 == pytest.approx(sum(parts), abs=1e-6)
        # The next search goes on with what lies below the action that was played.
        assert result.action is not None
        below = searcher.search(game.result(root, result.action), limits=Limits(simulations=100), history=[root])
        assert below.simulations == 100
        assert sum(row.visits or 0 for row in below.action_values) > 1000


@pytest.mark.interpreted
def test_a_win_in_one_is_proven_and_chosen() -> None:
    game = games.load("tic-tac-toe")
    assert game.notation.parse_state is not None
    state = game.notation.parse_state("XX.OO.... X")
    result = Searcher(game, "mcts").search(state, limits=Limits(simulations=2000))
    assert (result.action_text, result.value, result.certainty.kind) == ("2", 1, "exact")


@pytest.mark.interpreted
@pytest.mark.parametrize("limits", [Limits(simulations=1), Limits(nodes=1), Limits(seconds=1e-9)])
def test_one_simulation_returns_an_action(limits: Limits) -> None:
    result = Searcher(games.load("tic-tac-toe"), "mcts").search(limits=limits)
    assert result.action is not None
    assert sum(row.visits or 0 for row in result.action_values) == result.simulations


@pytest.mark.interpreted
def test_records_show_visits() -> None:
    record = record_tree(games.load("tic-tac-toe"), algorithm="mcts", limits=Limits(simulations=30))
    assert len(record.nodes) > 9


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("options", "limits", "sentence"),
    [
        ("rave=-1", Limits(simulations=5), "0 or more"),
        ("", Limits(), "simulations"),
        ("", Limits(depth=3), "depth"),
    ],
)
def test_impossible_options_are_refused(options: str, limits: Limits, sentence: str) -> None:
    with pytest.raises((InputError, UnsupportedGameError), match=sentence):
        Searcher(games.load("tic-tac-toe"), f"mcts:{options}" if options else "mcts").search(limits=limits)


def test_mcts_searches_with_little_memory() -> None:
    game, generator = replace(games.load("nim"), compiled=False), random.Random(1)
    state = game.initial()
    for _ in range(2):
        state = game.result(state, generator.choice(list(game.actions(state))))
    result = Searcher(game, "mcts:memory=1KB,solver=false").search(state, limits=Limits(simulations=300))
    assert result.action is not None
    assert result.simulations == 300


@pytest.mark.interpreted
def test_the_best_lines_are_means_and_not_called_exact() -> None:
    found = Searcher(games.load("connect-four"), "mcts").multipv(simulations=50)
    assert [line.bound for line in found.lines] == [None] * 3
    assert not any(line.proven for line in found.lines)
