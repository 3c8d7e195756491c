"""Analyses of positions: their order, their trail, and the mean of two depths."""

from dataclasses import replace

from spielbaum import games
from spielbaum.search.core.result import Number
from spielbaum.search.driver.action_values import ActionLine, Outcome
from spielbaum.session.analysis import PositionAnalysis, with_distances

FOUR = games.load("connect-four")
THREE = games.load("mnk:players=3")


def line(text: str, value: Number, depth: int = 4, earlier: Number | None = None, **more: object) -> ActionLine:
    return ActionLine(0, text, value, depth, False, (0,), (text,), earlier=earlier, **more)  # type: ignore[arg-type]


def analysed(*rows: ActionLine, seconds: float = 1.0) -> PositionAnalysis:
    return PositionAnalysis.of(FOUR, FOUR.initial(), rows, algorithm="pvs", nodes=9, seconds=seconds)


def decided(text: str, outcome: Outcome, distance: int | None = None) -> ActionLine:
    sign = {"win": 1, "draw": 0, "loss": -1}[outcome]
    row = line(text, 99 * sign, outcome=outcome, utility=sign)
    return replace(row, distance=distance, distance_exact=distance is not None)


def test_an_estimate_is_the_mean_of_two_depths() -> None:
    found = analysed(line("a", 0, earlier=6), line("b", 4, earlier=None), line("c", 5, earlier=-9))
    assert [(row.action_text, row.value) for row in found.rows] == [("b", 4), ("a", 3), ("c", -2)]
    shares = PositionAnalysis.of(
        THREE, THREE.initial(), [line("x", (0.5, 0.5, 0.0), earlier=(0.0, 1.0, 0.0))], algorithm="", nodes=0, seconds=1
    )
    assert shares.rows[0].value == (0.25, 0.75, 0.0)


def test_wins_come_first_and_the_shortest_is_final() -> None:
    found = analysed(line("even", 0), decided("slow", "win", 9), decided("fast", "win", 3), decided("lost", "loss", 2))
    assert [row.action_text for row in found.rows] == ["fast", "slow", "even", "lost"]
    assert found.final
    assert not analysed(line("even", 0), decided("win", "win")).final, "its distance is not known"
    assert analysed(decided("draw", "draw"), decided("lost", "loss", 2)).final
    assert not analysed(decided("draw", "draw"), line("even", 0)).final


def test_a_deeper_analysis_keeps_the_trail_of_the_others() -> None:
    first = analysed(line("a", 5, 4), line("b", 1, 4), seconds=0.2)
    second = analysed(line("b", 9, 6), line("a", 2, 6)).after(first)
    third = analysed(line("b", 8, 8), line("a", 2, 8), seconds=2).after(second)
    assert [(depth, best) for depth, best, _ in third.trail] == [(4, "a"), (6, "b"), (8, "b")]
    assert (first.same_since, second.same_since, third.same_since) == (None, None, 6)
    assert third.swing[1] - third.swing[0] > 0.05
    assert third.is_deeper_than(second)
    assert not first.is_deeper_than(second)
    assert second.is_deeper_than(None)


def test_distances_come_from_another_search() -> None:
    rows = (decided("a", "win"), decided("b", "loss", 6), line("c", 1))
    timed = (decided("a", "win", 5), decided("b", "loss", 4), decided("c", "win", 7))
    assert [row.distance for row in with_distances(rows, timed)] == [5, 6, 7]
