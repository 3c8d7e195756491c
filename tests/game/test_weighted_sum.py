"""Weighted sums: terms add up to the value, and ``weighted`` makes such evaluations."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from spielbaum import Evaluation, Features, Game, check_game, games, search, weighted
from spielbaum.errors import GameError

SUMS = [
    (spec, name)
    for spec in ("tic-tac-toe", "chess", "othello", "draughts")
    for name, evaluation in games.load(spec).evaluations.items()
    if isinstance(evaluation, Evaluation) and evaluation.terms
]


def test_shipped_evaluations_have_terms() -> None:
    assert {spec for spec, _ in SUMS} == {"tic-tac-toe", "chess", "othello", "draughts"}
    assert len(SUMS) == 8


@pytest.mark.parametrize(("spec", "name"), SUMS)
def test_terms_add_up_to_the_value(spec: str, name: str) -> None:
    game, draw = games.load(spec), random.Random(8)
    evaluation = game.evaluation(name)
    assert evaluation is not None
    assert evaluation.terms is not None
    rounding = 1 if (spec, name) == ("chess", "positional") else 0
    for _ in range(6):
        state = game.initial()
        for _ in range(60):
            terms = evaluation.terms(state)
            first, second = (sum(term.weight * term.values[player] for term in terms) for player in (0, 1))
            value = evaluation.function(state)
            assert value[0] == -value[1] == pytest.approx(first - second, abs=rounding)
            if game.is_terminal(state):
                break
            state = game.result(state, draw.choice(list(game.actions(state))))


class Piles(NamedTuple):
    left: int
    mine: int
    theirs: int
    to_move: int


def features(state: Piles) -> tuple[tuple[int, int], tuple[int, int]]:
    return (state.mine, state.left), (state.theirs, 1)


def played(state: Piles) -> float:
    return 1 - state.left / 10


def one_or_two(_state: Piles) -> Iterator[int]:
    yield 1
    yield 2


NAMED = Features(names=("taken", "other"), function=features)


def piles(evaluation: Evaluation) -> Game:
    """Players take one or two of ten counters; the larger number wins."""
    return Game(
        name="piles", players=2, initial=lambda: Piles(10, 0, 0, 0), to_move=lambda s: s.to_move,
        actions=one_or_two, is_terminal=lambda s: s.left <= 1, features=NAMED, zero_sum=True,
        result=lambda s, a: Piles(s.left - a, s.mine + a * (1 - s.to_move), s.theirs + a * s.to_move, 1 - s.to_move),
        utility=lambda s: (s.mine - s.theirs, s.theirs - s.mine), max_utility=10,
        evaluations={"sum": replace(evaluation, utility_weight=100)},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("declared", "lateness"),
    [
        (lambda **more: weighted(NAMED, {"taken": 2, "other": -1}, **more), None),
        (lambda **more: weighted(NAMED, {"taken": 2}, {"taken": 1, "other": 4}, phase=played, **more), 1),
    ],
    ids=["one row", "two rows by phase"],
)
def test_a_weighted_sum_is_its_weights_times_its_features(declared: Any, lateness: int | None) -> None:
    state = Piles(6, 3, 1, 0)
    late = 0.4 if lateness else 0.0
    taken, other = (2 - late, 4 * late) if lateness else (2, -1)
    own, rival = taken * 3 + other * 6, taken * 1 + other * 1
    assert declared().function(state) == pytest.approx((own - rival, rival - own))
    assert declared(zero_sum=False).function(state) == pytest.approx((own, rival))
    terms = declared().terms(state)
    assert [(term.feature, term.values, term.weight) for term in terms] == [
        ("taken", (3, 1), pytest.approx(taken)),
        ("other", (6, 1), pytest.approx(other)),
    ]


@pytest.mark.slow
def test_a_weighted_sum_has_the_same_value_compiled() -> None:
    game = piles(weighted(NAMED, {"taken": 2}, {"taken": 1, "other": 3}, phase=played))
    assert check_game(game, games=30).ok
    assert search(replace(game, compiled=False), depth=3, algorithm="negamax").certainty.kind == "heuristic"


@pytest.mark.parametrize(
    ("declared", "says"),
    [
        (lambda: weighted(NAMED, {"taken": 1, "kings": 3}), "given to 'kings', and the features are taken, other"),
        (lambda: weighted(NAMED, {"taken": 1}, {"taken": 2}), "late weights need phase"),
        (lambda: weighted(NAMED, {"taken": 1}, phase=played), "late weights need phase"),
        (lambda: weighted(NAMED, {"taken": 1}, players=3), "needs two, not 3"),
    ],
)  # fmt: skip
def test_impossible_weights_are_refused(declared: Any, says: str) -> None:
    with pytest.raises(GameError, match=says):
        declared()
