"""Goals: the definitions of share, rank and chance, and searches for them against Max^n and paranoid by definition."""

from dataclasses import replace
from functools import cache, reduce
from operator import add
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obvious import IRREGULAR, Worth, max_n, mixed, paranoid, random_state
from spielbaum import Evaluation, Game, Limits, Searcher, games
from spielbaum.errors import GameError, UnsupportedGameError
from spielbaum.games.tree import from_data
from spielbaum.search.algorithms.registry import listed_algorithms
from spielbaum.search.core.goals import make_chance, make_expected_rank, make_rank, make_share
from tiers import examples

GOALS = ("share", "rank", "chance")


def _discs(state: Any) -> tuple[int, ...]:
    return state.key % 5, state.key // 5 % 5, state.key // 25 % 5, state.key // 125 % 5


GAME = replace(IRREGULAR, name="discs", scores=_discs)


def by_definition(game: Game, goal: str, evaluation: str = "points") -> Worth:
    """Return the vector of a leaf for players with a goal."""
    players = range(game.players)

    def share(numbers: Any) -> tuple[float, ...]:
        return tuple(x / sum(numbers) if sum(numbers) else 1 / len(numbers) for x in numbers)

    def ranks(numbers: Any, ahead: Any) -> tuple[float, ...]:
        return tuple(
            reduce(add, [ahead(numbers[p], numbers[q]) for q in players if p != q]) / (len(numbers) - 1)
            for p in players
        )

    def worth(state: Any) -> tuple[float, ...]:
        if not game.is_terminal(state):
            estimate = game.evaluations[evaluation].function(state)  # type: ignore[union-attr]
            return ranks(estimate, lambda a, b: a / (a + b) if a + b else 0.5) if goal == "rank" else share(estimate)
        scores, utility = (game.scores or game.utility)(state), game.utility(state)
        if goal == "chance":
            winners = [p for p in players if utility[p] == max(utility)]
            return tuple(1 / len(winners) if p in winners else 0.0 for p in players)
        return ranks(scores, lambda a, b: (a > b) / 2 + (a >= b) / 2) if goal == "rank" else share(scores)

    return worth


@cache
def searcher(algorithm: str, scored: bool) -> Searcher:
    return Searcher(GAME if scored else IRREGULAR, algorithm, evaluation="points")


some_states = given(seed=st.integers(0, 10**6), plies=st.integers(0, 5), depth=st.integers(1, 6), scored=st.booleans())


@pytest.mark.interpreted
@pytest.mark.parametrize("goal", GOALS)
def test_max_n_and_its_prunings_maximise_the_goal(goal: str) -> None:
    @examples(100)
    @some_states
    def holds(seed: int, plies: int, depth: int, scored: bool) -> None:
        game = GAME if scored else IRREGULAR
        state = random_state(IRREGULAR, seed, plies)
        wanted = max_n(game, state, depth, by_definition(game, goal))
        plain, pruned = (
            searcher(f"{name}:goal={goal}", scored).search(state, Limits(depth=depth)) for name in ("max-n", "max-n-is")
        )
        assert plain.value == pruned.value == wanted
        assert plain.action == pruned.action
        assert pruned.nodes <= plain.nodes

    holds()


class Path(NamedTuple):
    """A node of a tree: a hash of its path, and its ply."""

    key: int
    ply: int


@cache
def tree_of(players: int, goal: str) -> tuple[Game, Searcher, Worth]:
    """Return a tree in which players move in turn, its search for a goal, and what its leaves are worth."""

    def points(state: Path) -> tuple[int, ...]:
        return tuple(mixed(state.key + 31 * player) % 5 for player in range(players))

    game = Game(
        name="points",
        players=players,
        initial=lambda: Path(1, 0),
        to_move=lambda state: state.ply % players,
        actions=lambda _state: iter(range(3)),
        result=lambda state, action: Path(mixed(state.key + action + 1), state.ply + 1),
        is_terminal=lambda state: state.ply == 5 or state.key % 7 == 0,
        utility=points,
        evaluations={"points": Evaluation(points, non_negative=True)},
        compiled=False,
    )
    return game, Searcher(game, f"max-n-is:goal={goal}"), by_definition(game, goal)


@pytest.mark.interpreted
@examples(250)
@given(seed=st.integers(1, 10**6), depth=st.integers(1, 5), players=st.integers(3, 6), goal=st.sampled_from(GOALS))
def test_prunings_are_sound_for_three_to_six_players(seed: int, depth: int, players: int, goal: str) -> None:
    game, pruned, worth = tree_of(players, goal)
    state = Path(7 * mixed(seed) + 1, 0)
    values = [max_n(game, game.result(state, action), depth - 1, worth) for action in range(3)]
    found = pruned.search(state, Limits(depth=depth))
    assert found.value == max(values, key=lambda vector: vector[0])
    assert values[found.action][0] == found.value[0]


@pytest.mark.interpreted
@pytest.mark.parametrize("goal", GOALS)
def test_paranoid_counts_the_goal_of_the_root_player_against_all(goal: str) -> None:
    @examples(50)
    @some_states
    def holds(seed: int, plies: int, depth: int, scored: bool) -> None:
        game = GAME if scored else IRREGULAR
        state = random_state(IRREGULAR, seed, plies)
        wanted = paranoid(game, state, depth, by_definition(game, goal), game.to_move(state))
        found = searcher(f"paranoid:goal={goal}", scored).search(state, Limits(depth=depth))
        assert found.value == pytest.approx(wanted, abs=1e-12)

    holds()


@pytest.mark.interpreted
@pytest.mark.parametrize("goal", GOALS)
def test_monte_carlo_tree_search_proves_the_value_for_the_goal(goal: str) -> None:
    state = random_state(IRREGULAR, 5, 3)
    found = Searcher(GAME, f"mcts:goal={goal}", evaluation="none").search(state, Limits(simulations=3000))
    assert found.is_proven
    assert found.value == max_n(GAME, state, 9, by_definition(GAME, goal))


def test_every_pruning_is_sound_as_sums_are_constant() -> None:
    for numbers in ((3, 1, 0, 0), (0, 0, 0, 0), (5, 5, 2, 1), (0.5, 0.25, 7, 1e9)):
        for of, whole in ((make_share, 1), (make_chance, 1), (make_rank, 2), (make_expected_rank, 2)):
            vector = of(4)(numbers)
            assert sum(vector) == pytest.approx(whole)
            assert 0 <= min(vector) <= max(vector) <= 1
    assert make_rank(4)((5, 5, 2, 1)) == pytest.approx((5 / 6, 5 / 6, 1 / 3, 0))


def test_goals_are_compiled_as_they_are_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    game, values = games.load("chinese-checkers:players=3,arm=1,turns=3"), []
    for compiled in "01":
        monkeypatch.setenv("SPIELBAUM_JIT", compiled)
        values.append(Searcher(game, "max-n-is:goal=rank").search(limits=Limits(depth=9)).value)
    assert values[0] == values[1]


def test_algorithms_for_n_players_have_the_option() -> None:
    assert {found.name for found in listed_algorithms() if "goal" in found.options} == {
        found.name for found in listed_algorithms() if found.players != "two"
    }


def test_what_has_no_goal_is_refused() -> None:
    with pytest.raises(UnsupportedGameError, match="goal=share is for games whose values are not zero-sum"):
        Searcher("tic-tac-toe", "paranoid:goal=share")
    with pytest.raises(UnsupportedGameError, match="goal=rank compares players, and tree has one"):
        Searcher(from_data([[1], [2]], players=1, vectors=True), "max-n:goal=rank")
    with pytest.raises(GameError, match="negative entry, of which no shares can be made: search with goal=own"):
        Searcher("random-tree:players=3", "max-n:goal=share").search(limits=Limits(depth=2))
