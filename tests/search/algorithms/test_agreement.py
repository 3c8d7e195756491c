"""Every algorithm against an obvious minimax, compiled and interpreted, on random trees and real positions."""

import random
from functools import cache
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import MINIMAX
from irregular import IRREGULAR, Node
from spielbaum import Game, Limits, Searcher, games
from spielbaum.search.algorithms.registry import find_algorithm
from tiers import all_but, at_night, examples

VARIANTS = [
    *MINIMAX,
    *(f"{n}:fail=hard" for n in MINIMAX if "fail" in find_algorithm(n).options),
    *(f"{n}:order=none" for n in MINIMAX if "order" in find_algorithm(n).options and find_algorithm(n).compared),
]
VECTOR = ["max-n", "hypermax"]
"""The prunings of Max^n need values that are not negative: two players who play for a sum of zero have such."""

GAMES = {
    "irregular": IRREGULAR,
    "random-tree": games.load("random-tree:branching=4,depth=5,low=-3,high=3"),
    "connect-four": games.load("connect-four:width=5,height=4"),
    "tic-tac-toe": games.load("tic-tac-toe"),
}


def pairs(variants: list[str]) -> list[tuple[str, str]]:
    """Games with variants; the estimates of the irregular game are no whole numbers, which some algorithms need."""
    return [(name, variant) for name in GAMES for variant in variants if name != "irregular" or not is_whole(variant)]


def is_whole(variant: str) -> bool:
    return find_algorithm(variant.partition(":")[0]).whole


COMPILED = {("irregular", "alpha-beta"), ("irregular", "max-n")}
"""What is compiled by day, one of each kind, for a kernel takes seconds to compile. At night all are.

PVS is compiled in ``node/test_options.py``, and hypermax in ``test_n_players.py``, both of them node by node.
"""


@cache
def searcher(name: str, variant: str) -> Searcher:
    if (name, variant) not in COMPILED and not at_night():
        return interpreted(name, variant)
    return Searcher(GAMES[name], variant)


@cache
def interpreted(name: str, variant: str) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        return Searcher(GAMES[name], variant)


def obvious(game: Game, state: Any, depth: int, player: int) -> float:
    """Minimax as it is defined, from the view of a player."""
    if game.is_terminal(state):
        evaluation = game.evaluation()
        return game.utility(state)[player] * (evaluation.utility_weight if evaluation else 1)
    if depth == 0:
        evaluation = game.evaluation()
        return evaluation.function(state)[player] if evaluation else 0
    values = [obvious(game, game.result(state, action), depth - 1, player) for action in game.actions(state)]
    return max(values) if game.to_move(state) == player else min(values)


def random_state(game: Game, seed: int, plies: int) -> Any:
    generator = random.Random(seed)
    state = Node(seed, 0) if game is IRREGULAR else game.initial()
    for _ in range(plies):
        following = (
            game.result(state, generator.choice(list(game.actions(state)))) if not game.is_terminal(state) else state
        )
        if game.is_terminal(following):
            break
        state = following
    return state


def units(game: Game, value: Any, kind: str, player: int = 0) -> float:
    """A player's value: an exact one is in the unit of utilities, any other in that of the evaluation."""
    value = value[player] if isinstance(value, tuple) else value
    evaluation = game.evaluation()
    return value * evaluation.utility_weight if evaluation and kind == "exact" else value


@cache
def obvious_values(name: str, state: Any, depth: int) -> list[float]:
    """What each action is worth to its player, asked once for all variants."""
    game = GAMES[name]
    player = game.to_move(state)
    return [obvious(game, game.result(state, action), depth - 1, player) for action in game.actions(state)]


def agrees_with_minimax(searched: Searcher, name: str, variant: str, seed: int, plies: int, depth: int) -> None:
    game = GAMES[name]
    state = random_state(game, seed, plies)
    if game.is_terminal(state):
        return
    player = game.to_move(state)
    result = searched.search(state, Limits(depth=depth))
    values = obvious_values(name, state, depth)
    best = max(values)
    assert units(game, result.value, result.certainty.kind, player) == pytest.approx(best, abs=1e-12)
    equal = [row.action_text for row, value in zip(result.action_values, values, strict=True) if value == best]
    assert result.action_text in (equal if result.distance else equal[:1])
    if isinstance(result.value, tuple):
        assert sum(result.value) == pytest.approx(0, abs=1e-12)
    for row, value in zip(result.action_values, values, strict=True):
        found = units(game, row.value, result.certainty.kind, player)
        if variant == "hypermax":
            assert found <= best + 1e-12  # of the others it only knows that they are not better
        elif row.bound == "exact":
            assert found == pytest.approx(value, abs=1e-12)
        else:
            assert row.bound == "upper"
            assert value <= found + 1e-12


@pytest.mark.parametrize(("name", "variant"), all_but(list(COMPILED), pairs(VARIANTS + VECTOR)))
@examples(25)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 8), depth=st.integers(1, 4))
def test_value_and_action_equal_minimax(name: str, variant: str, seed: int, plies: int, depth: int) -> None:
    agrees_with_minimax(searcher(name, variant), name, variant, seed, plies, depth)


@pytest.mark.parametrize(("name", "variant"), pairs(VARIANTS + VECTOR))
def test_value_and_action_equal_minimax_in_fixed_states(name: str, variant: str) -> None:
    for seed in range(24 if at_night() else 10):
        agrees_with_minimax(interpreted(name, variant), name, variant, seed, seed % 5, 2 + seed % 3)


@pytest.mark.parametrize(("name", "variant"), all_but(list(COMPILED), pairs(VARIANTS + VECTOR)))
@examples(8)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 8), depth=st.integers(0, 4))
def test_compiled_and_interpreted_visit_the_same_nodes(
    name: str, variant: str, seed: int, plies: int, depth: int
) -> None:
    state = random_state(GAMES[name], seed, plies)
    compiled, plain = (s(name, variant).search(state, Limits(depth=depth)).to_dict() for s in (searcher, interpreted))
    assert searcher(name, variant).compiled
    assert not interpreted(name, variant).compiled
    del compiled["seconds"], plain["seconds"]
    assert compiled == plain


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.startswith("alpha-beta")])
@pytest.mark.parametrize("name", ["irregular", "random-tree"])
@examples(40)
@given(seed=st.integers(0, 10**6), window=st.tuples(st.integers(-8, 8), st.integers(1, 9)), depth=st.integers(1, 6))
def test_a_window_returns_the_value_or_a_sound_bound(
    name: str, variant: str, seed: int, window: tuple[int, int], depth: int
) -> None:
    game = GAMES[name]
    state = random_state(game, seed, 0)
    if game.is_terminal(state):
        return
    alpha, beta = window[0], window[0] + window[1]
    truth = obvious(game, state, depth, game.to_move(state))
    result = searcher(name, variant).search(state, Limits(depth=depth), window=(alpha, beta))
    if truth <= alpha:
        assert (result.certainty.kind, result.certainty.bound) == ("bound", "upper")
        assert truth <= result.value <= alpha
    elif truth >= beta:
        assert (result.certainty.kind, result.certainty.bound) == ("bound", "lower")
        assert beta <= result.value <= truth
    else:
        assert result.certainty.bound == "exact"
        assert result.value == pytest.approx(truth)
    if "hard" in variant:
        assert alpha <= result.value <= beta


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.startswith("alpha-beta")])
def test_a_null_window_returns_a_sound_bound(variant: str) -> None:
    game = GAMES["random-tree"]
    truth = obvious(game, game.initial(), 5, 0)
    for alpha in range(-4, 4):
        result = searcher("random-tree", variant).search(window=(alpha, alpha + 1))
        assert result.certainty.kind == "bound"
        assert result.certainty.bound == ("lower" if truth > alpha else "upper")


def plain_pvs(state: Node, alpha: float, beta: float, depth: int) -> tuple[float, int]:
    """Marsland's principal variation search on the irregular game, and the nodes that it visits."""
    player = IRREGULAR.to_move(state)
    if IRREGULAR.is_terminal(state) or depth == 0:
        return obvious(IRREGULAR, state, 0, player), 1
    best, nodes = -inf, 1
    for action in IRREGULAR.actions(state):
        if best >= beta:
            break
        child, low = IRREGULAR.result(state, action), max(alpha, best)
        for high in (beta,) if best == -inf else (min(beta, nextafter(low, inf)), beta):
            if IRREGULAR.to_move(child) == player:
                value, visited = plain_pvs(child, low, high, depth - 1)
            else:
                value, visited = plain_pvs(child, -high, -low, depth - 1)
                value = -value
            nodes += visited
            if value < high or value >= beta or high == beta:
                break
        best = max(best, value)
    return best, nodes


def test_null_windows_around_fractional_estimates_contain_no_value() -> None:
    searched, states = interpreted("irregular", "pvs:order=none"), [random_state(IRREGULAR, s, 0) for s in range(30)]
    for state in (state for state in states if not IRREGULAR.is_terminal(state)):
        found = searched.search(state, Limits(depth=5))
        assert (found.value, found.nodes) == plain_pvs(state, -inf, inf, 5)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_fail_hard_stays_inside_the_window(depth: int) -> None:
    searched = interpreted("irregular", "alpha-beta:fail=hard")
    for state in (random_state(IRREGULAR, seed, 0) for seed in range(10)):
        if not IRREGULAR.is_terminal(state):
            truth = obvious(IRREGULAR, state, depth, IRREGULAR.to_move(state))
            below, above = (truth - 2, truth - 1), (truth + 1, truth + 2)
            found = [searched.search(state, Limits(depth=depth), window=window).value for window in (below, above)]
            assert found == [below[1], above[0]]


def test_minimax_and_negamax_forms_visit_the_same_nodes() -> None:
    for name, game in GAMES.items():
        for seed in range(10):
            state = random_state(game, seed, seed % 5)
            for pair in (("minimax", "negamax"), ("alpha-beta", "alpha-beta-negamax")):
                one, other = (searcher(name, variant).search(state, Limits(depth=4)) for variant in pair)
                assert (one.nodes, one.max_nodes, one.leaves, one.cutoffs) == (
                    other.nodes,
                    other.max_nodes,
                    other.leaves,
                    other.cutoffs,
                )
                assert one.action_values == other.action_values
                assert one.pv_text == other.pv_text


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 8), depth=st.integers(1, 4))
def test_n_player_algorithms_equal_two_player_ones_in_zero_sum_games(
    name: str, seed: int, plies: int, depth: int
) -> None:
    game = GAMES[name]
    state = random_state(game, seed, plies)
    if game.is_terminal(state):
        return
    player = game.to_move(state)
    minimax, max_n, alpha_beta, paranoid, hypermax = (
        searcher(name, variant).search(state, Limits(depth=depth))
        for variant in ("minimax", "max-n", "alpha-beta:order=none", "paranoid:order=none", "hypermax")
    )
    # Max^n is minimax, with a vector for every value.
    assert [row.value[player] for row in max_n.action_values] == [row.value for row in minimax.action_values]  # type: ignore[index]
    for this, that in ((minimax, max_n), (alpha_beta, paranoid)):
        assert (this.action_text, this.pv_text, this.certainty.kind) == (
            that.action_text,
            that.pv_text,
            that.certainty.kind,
        )
        assert (this.nodes, this.max_nodes, this.leaves, this.cutoffs) == (
            that.nodes,
            that.max_nodes,
            that.leaves,
            that.cutoffs,
        )
    # Paranoid is alpha-beta in every respect; hypermax visits the same nodes and finds the same.
    assert paranoid.action_values == alpha_beta.action_values
    assert (hypermax.value[player], hypermax.action_text) == (alpha_beta.value, alpha_beta.action_text)  # type: ignore[index]
    assert hypermax.pv_text == alpha_beta.pv_text
    assert (hypermax.nodes, hypermax.leaves, hypermax.cutoffs, hypermax.certainty.kind) == (
        alpha_beta.nodes,
        alpha_beta.leaves,
        alpha_beta.cutoffs,
        alpha_beta.certainty.kind,
    )


@pytest.mark.parametrize("tree", [[10, [[-5, 3]]], [10, [[-5, 3], 1]]])
def test_hypermax_has_no_bound_for_actions_that_are_not_better(tree: list[Any]) -> None:
    """If no child exceeds alpha, a node returns its first child, which is not a bound."""
    from spielbaum.games.tree import from_data

    first, other = Searcher(from_data(tree), "hypermax").search().action_values
    assert (first.value, first.bound) == ((10, -10), "exact")
    assert (other.value, other.bound) == ((-5, 5), None)


@pytest.mark.parametrize(
    ("name", "variant"), pairs([variant for variant in VARIANTS + VECTOR if not is_whole(variant)])
)
def test_the_principal_variation_leads_to_the_value(name: str, variant: str) -> None:
    from spielbaum.game.notation import play_line

    game = GAMES[name]
    for seed in range(10 if at_night() else 4):
        state = random_state(game, seed, 2)
        player = game.to_move(state)
        result = searcher(name, variant).search(state, Limits(depth=4))
        leaf = play_line(game, state, " ".join(result.pv_text))
        assert len(result.pv_text) == 4 or game.is_terminal(leaf)
        assert units(game, result.value, result.certainty.kind, player) == pytest.approx(obvious(game, leaf, 0, player))


def test_full_window_is_the_default() -> None:
    from spielbaum.search.core.limits import FULL_WINDOW

    assert (-inf, inf) == FULL_WINDOW
