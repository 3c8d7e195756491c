"""Chameleon Chess searched by every algorithm for N players, against values that other implementations found.

``chameleon_values.json`` holds 20 positions with two to four players. For each evaluation and algorithm there is one
entry for each depth from 1: the index of the chosen move, the number of leaves (not for paranoid), and what every
root move is worth in the game's order. Max^n is written as whole numbers, to be divided by their sums, which gives
the published doubles to the bit. Of ``max-n-is`` only the choice and the leaves are kept: its vector is that of Max^n,
and other root moves may have bounds. Paranoid has exact values.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spielbaum import Limits, Result, Searcher, games
from spielbaum.game.notation import parse_state

pytestmark = pytest.mark.slow

POSITIONS = json.loads(Path(__file__).with_name("chameleon_values.json").read_text(encoding="utf-8"))["positions"]
GAME = games.load("chameleon-chess")
MAIN = "count-pawns-100-roles"
ALGORITHMS = list(POSITIONS[0]["results"][MAIN])
OTHERS = ["count-pawns", "count-pawns-10-roles", "count-pawns-100-moves"]


@cache
def searcher(algorithm: str, evaluation: str, *, compiled: bool) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setenv("SPIELBAUM_JIT", "0")
        return Searcher(GAME, algorithm, evaluation=evaluation)


def near(value: Any, expected: Any) -> bool:
    return bool(value == pytest.approx(expected, abs=1e-12, rel=0))


def shares(counts: list[int]) -> tuple[float, ...]:
    return tuple(count / sum(counts) for count in counts)


def assert_max_n(result: Result, known: list[Any], player: int) -> None:
    index, leaves, counts = known
    assert result.leaves == leaves
    assert result.value == shares(counts[index])
    assert [row.value for row in result.action_values] == [shares(row) for row in counts]


def assert_pruned(result: Result, known: list[Any], player: int, max_n: list[Any]) -> None:
    index, leaves = known
    assert index == max_n[0]
    assert result.leaves == leaves <= max_n[1]
    assert result.value == shares(max_n[2][index])
    for row, counts in zip(result.action_values, max_n[2], strict=True):
        assert isinstance(row.value, tuple)
        if row.bound == "exact":
            assert row.value == shares(counts)
        else:
            assert row.value[player] >= shares(counts)[player] - 1e-12


def assert_hypermax(result: Result, known: list[Any], player: int) -> None:
    index, leaves, values = known
    assert result.leaves == leaves
    assert near(result.value, values[index])
    assert all(near(row.value, value) for row, value in zip(result.action_values, values, strict=True))


def assert_paranoid(result: Result, known: list[Any], player: int) -> None:
    index, values = known
    assert near(result.value, values[index])
    for row, value in zip(result.action_values, values, strict=True):
        assert near(row.value, value) if row.bound == "exact" else row.value >= value - 1e-12  # type: ignore[operator]


def compare(algorithm: str, evaluation: str, deepest: int, widest: int = 99, *, compiled: bool) -> int:
    """Compare all positions with up to ``widest`` root moves; return how many searches that were."""
    count = 0
    search = searcher(algorithm, evaluation, compiled=compiled).search
    for position in POSITIONS:
        results = position["results"].get(evaluation, {algorithm: []})
        state = parse_state(GAME, position["position"])
        if sum(1 for _ in GAME.actions(state)) > widest:
            continue
        for depth, known in enumerate(results[algorithm][:deepest], 1):
            result = search(state, Limits(depth=depth))
            assert [row.action_text for row in result.action_values].index(str(result.action_text)) == known[0]
            player = GAME.to_move(state)
            if algorithm == "max-n":
                assert_max_n(result, known, player)
            elif algorithm == "max-n-is":
                assert_pruned(result, known, player, results["max-n"][depth - 1])
            elif algorithm.startswith("hypermax"):
                assert_hypermax(result, known, player)
            else:
                assert_paranoid(result, known, player)
            count += 1
    return count


@pytest.mark.long
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_values_and_time_limits_compiled(algorithm: str) -> None:
    assert compare(algorithm, MAIN, 4, compiled=True) == 68
    for seconds in (0.05, 0.2):  # a legal move, however far the search came
        result = searcher(algorithm, MAIN, compiled=True).search(limits=Limits(seconds=seconds))
        assert result.action_text in [row.action_text for row in result.action_values]
        assert result.pv_text[0] == result.action_text


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_values_interpreted(algorithm: str) -> None:
    assert compare(algorithm, MAIN, 3, 7, compiled=False) == 24


@pytest.mark.parametrize("evaluation", OTHERS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_values_of_the_other_evaluations(algorithm: str, evaluation: str) -> None:
    assert compare(algorithm, evaluation, 2, compiled=False) == 8
