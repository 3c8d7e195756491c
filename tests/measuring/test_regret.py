"""Regrets: choices against Max^n and its values by definition, and their summary."""

import pytest

from obvious import IRREGULAR, max_n, paranoid, random_state, worth_in
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.game.notation import format_action
from spielbaum.measuring.regret import default_algorithms, regrets
from spielbaum.registry import load
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.core.goals import Goal
from spielbaum.statistics.regrets import summary

pytestmark = pytest.mark.interpreted

DEPTH = 3
SEEDS = (*range(6), 14, 29, 119, 144, 145, 155)
"""In the last ones pruning leaves a bound for what paranoid chooses, which is not its value."""

STATES = len(SEEDS)


@pytest.mark.parametrize("goal", ["own", "share"])  # by plain Max^n, and by its prunings
def test_choices_are_compared_with_max_n_and_valued_at_twice_the_depth(goal: Goal) -> None:
    states = [random_state(IRREGULAR, seed, 0) for seed in SEEDS]
    found = list(
        regrets(
            IRREGULAR,
            states,
            [parse_algorithm("paranoid")],
            depth=DEPTH,
            regret_depth=2,
            goal=goal,
            evaluation="points",
        )
    )
    shares = worth_in(IRREGULAR, "points", shares=True)
    plain = worth_in(IRREGULAR, "points", shares=goal == "share")
    assert len(found) == DEPTH * STATES
    differing = 0
    for usual, other in found:
        state, depth = states[usual.position], usual.depth
        player, children = IRREGULAR.to_move(state), {}
        for action in IRREGULAR.actions(state):
            children[format_action(IRREGULAR, state, action)] = IRREGULAR.result(state, action)
        here = {text: max_n(IRREGULAR, child, depth - 1, shares)[player] for text, child in children.items()}
        against = {text: paranoid(IRREGULAR, child, depth - 1, plain, player) for text, child in children.items()}
        assert (usual.algorithm, other.algorithm) == ("max-n", "paranoid")
        assert here[usual.action] == max(here.values())
        assert against[other.action] == max(against.values())
        assert (usual.differs, usual.worse) == (False, False)
        assert other.differs == (usual.action != other.action)
        assert other.worse == (here[other.action] < max(here.values()))
        differing += other.differs
        if depth > 2:
            assert usual.regret is other.regret is None
            continue
        later = {text: max_n(IRREGULAR, child, 2 * depth - 1, shares)[player] for text, child in children.items()}
        for one in (usual, other):
            assert one.regret == pytest.approx(max(later.values()) - later[one.action])
    assert differing > 0
    check_summary([one for both in found for one in both])


def check_summary(choices: list) -> None:  # type: ignore[type-arg]
    rows = {(row.algorithm, row.depth): row for row in summary(choices)}
    assert list(rows) == [(name, depth) for name in ("max-n", "paranoid") for depth in range(1, DEPTH + 1)]
    for (name, depth), row in rows.items():
        own = [one for one in choices if (one.algorithm, one.depth) == (name, depth)]
        assert row.positions == len(own) == STATES
        assert row.differs.count == sum(one.differs for one in own)
        assert row.worse.count == sum(one.worse for one in own) <= row.differs.count
        if depth > 2:
            assert row.regret is row.price is None
            continue
        assert row.regret.mean == pytest.approx(sum(one.regret for one in own) / STATES)
        assert row.regret.low <= row.regret.mean <= row.regret.high
        assert row.price.mean == pytest.approx(row.regret.mean - rows["max-n", depth].regret.mean)
        assert name != "max-n" or (row.price.low, row.price.high) == (0, 0)


def test_the_default_algorithms_fit_the_game() -> None:
    assert [choice.name for choice in default_algorithms(IRREGULAR)] == ["paranoid", "hypermax", "brs-plus", "opps"]
    assert "brs" in {choice.name for choice in default_algorithms(load("chinese-checkers:players=3,arm=1"))}


def test_an_algorithm_counts_once() -> None:
    twice = [parse_algorithm(text) for text in ("paranoid", "max-n", "paranoid")]
    found = [one for both in regrets(IRREGULAR, [IRREGULAR.initial()], twice, depth=1, regret_depth=1) for one in both]
    assert [(row.algorithm, row.positions) for row in summary(found)] == [("max-n", 1), ("paranoid", 1)]


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(UnsupportedGameError, match="zero-sum game of two players"):
        list(regrets(load("nim"), [], [], depth=1, regret_depth=1))
    with pytest.raises(InputError, match="mcts has no depth"):
        list(regrets(IRREGULAR, [], [parse_algorithm("mcts")], depth=1, regret_depth=1))
    with pytest.raises(UnsupportedGameError, match="pvs is for two players"):
        list(regrets(IRREGULAR, [], [parse_algorithm("pvs")], depth=1, regret_depth=1))
