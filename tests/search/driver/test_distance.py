"""Of actions that win the fastest is taken, of those that lose the slowest; values and counters stay what they are."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obvious import random_state
from spielbaum import Evaluation, Game, Limits, Result, Searcher, games, search
from spielbaum.game.notation import parse_state, play_line
from spielbaum.games.tree import from_data
from spielbaum.search.driver import distance
from tiers import at_night, examples

pytestmark = pytest.mark.interpreted

MANY = 10**9
ALGORITHMS = (
    "minimax",
    "negamax",
    "alpha-beta",
    "alpha-beta:fail=hard",
    "pvs",
    "pvs:replacement=two-deep,history=true,killers=true,etc=true",
    "pvs:replacement=new,pv=true,aspiration=1",
    "mtdf",
    "sss-star",
    "scout",
    "max-n",
    "max-n:replacement=two-deep",
    "hypermax",
    "paranoid",
)
TREES, GRADED = (
    st.recursive(leaf, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=40)
    for leaf in (st.sampled_from((-1, 0, 1, 1)), st.integers(-3, 3))
)


def told(game: Game, state: Any, depth: int) -> tuple[float, int]:
    """The value for the player to move of a search without estimates, and in how many plies the game is over."""
    if game.is_terminal(state) or depth == 0:
        return (game.utility(state)[game.to_move(state)] if game.is_terminal(state) else 0), 0
    return max((of_action(game, state, action, depth) for action in game.actions(state)), key=by_distance)


def of_action(game: Game, state: Any, action: int, depth: int) -> tuple[float, int]:
    child = game.result(state, action)
    value, plies = told(game, child, depth - 1)
    return (value if game.to_move(child) == game.to_move(state) else -value), plies + 1


def by_distance(row: tuple[float, int]) -> tuple[float, int]:
    value, plies = row
    return value, -plies if value > 0 else plies if value < 0 else 0


def best_actions(game: Game, state: Any, depth: int) -> list[int]:
    rows = {action: of_action(game, state, action, depth) for action in game.actions(state)}
    most = max(map(by_distance, rows.values()))
    return [action for action, row in rows.items() if by_distance(row) == most]


def mine(game: Game, state: Any, value: Any) -> float:
    return value[game.to_move(state)] if isinstance(value, tuple) else value


def holds(game: Game, state: Any, result: Result, depth: int, *, all_asked: bool = True) -> None:
    """The answer is right; where not all could be asked, nothing is claimed that is not true."""
    value, plies = told(game, state, depth)
    assert mine(game, state, result.value) == value
    if value == 0:
        assert result.distance is None
        return
    assert result.action is not None
    own, its_plies = of_action(
        game, state, result.action, depth
    )  # another as bad may last longer, unknown to the search
    assert own == value
    row = next(row for row in result.action_values if row.action == result.action)
    assert (mine(game, state, row.value), row.bound) == (value, "exact")
    assert result.pv[0] == result.action
    assert result.distance is None or result.distance >= its_plies
    assert not result.distance_exact or result.distance == plies
    if all_asked:
        assert (result.distance, result.distance_exact) == (plies, True)
        assert result.action == best_actions(game, state, depth)[0]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@examples(30)
@given(tree=st.lists(TREES, min_size=1, max_size=4), depth=st.integers(1, 6))
def test_the_action_is_the_first_fastest_win_or_slowest_loss(algorithm: str, tree: Any, depth: int) -> None:
    game = from_data(tree)
    searcher = Searcher(game, algorithm)
    for limits in (Limits(depth=depth), Limits(depth=depth, nodes=MANY), Limits(), Limits(nodes=MANY)):
        holds(game, game.initial(), searcher.search(limits=limits), depth if limits.depth else 99)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs:replacement=two-deep,killers=true", "mtdf", "max-n"])
@examples(30)
@given(tree=st.lists(GRADED, min_size=1, max_size=4), least=st.integers(0, 60))
def test_no_distance_is_claimed_without_proof(algorithm: str, tree: Any, least: int) -> None:
    """Where few nodes are left for questions, and where a loss could be greater."""
    game = from_data(tree)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distance, "LEAST", least)
        for limits in (Limits(depth=4), Limits(), Limits(nodes=MANY)):
            result = Searcher(game, algorithm).search(limits=limits)
            holds(game, game.initial(), result, limits.depth or 99, all_asked=False)
            assert result.distance_nodes <= max(least, result.nodes // distance.PART)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs:replacement=two-deep,history=true", "max-n", "paranoid"])
def test_distance_searches_change_no_values_or_counters(algorithm: str) -> None:
    mine = ("action", "action_text", "pv", "pv_text", "action_values", "seconds")
    told = {"distance": None, "distance_exact": False, "distance_nodes": 0} | dict.fromkeys(mine, None)
    game, changed = games.load("mnk:width=3,height=3,line=3"), 0
    asking, silent = Searcher(game, algorithm), Searcher(game, algorithm)
    for seed in range(40 if at_night() else 8):
        state = random_state(game, seed, 2 + seed % 5)
        if game.is_terminal(state):
            continue
        for limits in (Limits(), Limits(depth=4), Limits(nodes=900)):
            one = asking.search(state, limits)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(distance.DistanceSearch, "settle", lambda _self, found, *_: found)
                other = silent.search(state, limits)
            assert replace(one, **told) == replace(other, **told)
            changed += one.action != other.action
            for row, before in zip(one.action_values, other.action_values, strict=True):
                assert row == before or row == replace(before, bound="exact")
    assert changed


def test_a_forced_loss_is_delayed() -> None:
    game = games.load("tic-tac-toe")
    state = parse_state(game, "OX..O.... X")
    for limits in (Limits(), Limits(depth=4), Limits(seconds=60), Limits(nodes=MANY)):
        result = search(game, state, limits=limits)
        assert (result.action_text, result.distance, result.distance_exact) == ("8", 4, True)
    assert len(result.pv) == 4
    over = play_line(game, state, "8 3 2 5")
    assert (search(game, over).distance, search(game, over, seconds=1).distance_exact) == (0, True)


@pytest.mark.parametrize(
    ("position", "depth", "best", "plies"),
    [
        ("4Q2K/8/8/8/8/8/7R/2k5 b - - 0 1", 5, "c1d1", 4),
        ("8/8/8/8/6R1/4KQ2/6p1/6k1 w - - 0 1", 4, "f3g2", 1),
    ],
)
@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs:replacement=two-deep,quiescence=true"])
def test_distances_in_chess_endgames(position: str, depth: int, best: str, plies: int, algorithm: str) -> None:
    game = games.load("chess")
    state = parse_state(game, position)
    result = Searcher(game, algorithm).search(state, depth=depth)
    assert (result.action_text, result.distance, result.distance_exact) == (best, plies, True)


def test_a_selective_search_ends_with_a_proven_distance() -> None:
    """It ends there: what it found at first may not be so, and a deeper search would delay the win."""
    game = games.load("chess")
    searcher = Searcher(game, "pvs:replacement=two-deep,quiescence=true,null_move=true,reductions=true,loose=true")
    state = parse_state(game, "7k/8/8/8/8/8/R7/1R5K w - - 0 1")
    for limits in (Limits(depth=6, nodes=10**6), Limits(depth=4)):
        result = searcher.search(state, limits)
        assert (result.distance, result.distance_exact, len(result.pv)) == (3, True, 3)


def test_large_estimates_hide_no_win() -> None:
    """Nothing says how large an estimate may be, yet the win in one ply is proven by asking."""
    game = from_data([[[1, -1], [-1, 1]], 1, [[0, 1], 0]])
    estimated = replace(game, evaluations={"as large": Evaluation(lambda _state: (1, -1))})
    result = Searcher(estimated, "alpha-beta").search(depth=2)
    assert (result.value, result.certainty.kind, result.action, result.distance) == (1, "heuristic", 1, 1)


def test_the_first_line_of_multipv_is_the_answer_of_the_search() -> None:
    game = games.load("tic-tac-toe")
    searcher = Searcher(game, "pvs:replacement=two-deep")
    for seed in range(20):
        state = random_state(game, seed, 3 + seed % 4)
        for limits in () if game.is_terminal(state) else (Limits(), Limits(nodes=MANY)):
            lines = searcher.multipv(state, limits, lines=3).lines
            assert lines[0].action == searcher.search(state, limits).action
            for line in lines:
                value, plies = of_action(game, state, line.action, 9)
                assert line.distance == (plies if value else None)
            won = [line.distance or 0 for line in lines if line.value in (1, 100)]
            assert won == sorted(won)


def test_all_levels_take_an_immediate_win() -> None:
    from spielbaum.session.levels import LEVELS, level_player

    game = games.load("tic-tac-toe")
    state = parse_state(game, "XX.O.O... X")
    for level in LEVELS:
        player = level_player(level).for_game(game)
        result = Searcher(game, player.algorithm, evaluation=player.evaluation).search(state, player.limits)
        assert (result.action_text, result.distance) == ("2", 1)


@pytest.mark.parametrize("algorithm", ["max-n", "max-n:immediate", "paranoid"])
def test_three_players_take_a_win_in_one_ply(algorithm: str) -> None:
    won, lost = [1, 0, 0], [0, 1, 0]
    tree = [[[won]], won, lost, [lost, [won]]]
    result = Searcher(from_data(tree, players=3), algorithm, evaluation="none").search(depth=3)
    assert (result.action, result.pv) == (1, (1,))


@pytest.mark.parametrize("algorithm", ["max-n", "max-n:immediate", "mcts", "paranoid"])
def test_three_players_avoid_a_loss_in_one_ply(algorithm: str) -> None:
    lost = [0, 1, 0]
    limits = Limits(simulations=50) if algorithm == "mcts" else Limits(depth=3)
    result = Searcher(from_data([lost, [lost, [lost]]], players=3), algorithm).search(limits=limits)
    assert (result.action, result.value[0] if isinstance(result.value, tuple) else result.value + 1) == (1, 0)


@pytest.mark.parametrize("algorithm", ["best-first", "unbounded-minimax", "descent", "mcts"])
def test_growing_trees_win_at_once_and_avoid_immediate_losses(algorithm: str) -> None:
    for tree, best in (([[[1]], 1, [1, [-1]]], 1), ([-1, [-1, [-1]]], 1)):
        game = replace(from_data(tree), evaluations={"even": Evaluation(lambda _state: (0, 0), maximum=0)})
        limits = Limits(simulations=200) if algorithm == "mcts" else Limits(nodes=200)
        assert Searcher(game, algorithm).search(limits=limits).action == best
