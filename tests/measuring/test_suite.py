"""Players on a suite: results equal those of single searches, and totals those of the rows."""

from dataclasses import replace
from itertools import accumulate

import pytest

from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError
from spielbaum.game.notation import format_state, parse_state
from spielbaum.measuring import SuitePosition, agreements, nodes_by_depth, random_positions, run_suite, totals
from spielbaum.measuring.suite import contradictions
from spielbaum.players import parse_players
from spielbaum.statistics import growth_factor

GAME = games.load("connect-four")
STATES = random_positions(GAME, GAME.initial(), 4, plies=2, seed=5)
POSITIONS = [SuitePosition(state, format_state(GAME, state)) for state in STATES]
PLAYERS = parse_players("alpha-beta(depth=5),pvs(nodes=3000),minimax(depth=2)")


@pytest.mark.slow
@pytest.mark.interpreted
def test_players_do_not_remember_the_previous_position() -> None:
    solutions = list(
        run_suite(GAME, POSITIONS, players=parse_players("pvs(depth=6, replacement=two-deep),mtdf(nodes=2000)"))
    )
    for solution in solutions:
        spec, limits = (("pvs:replacement=two-deep", Limits(depth=6)), ("mtdf", Limits(nodes=2000)))[solution.player]
        alone = Searcher(GAME, spec).search(solution.position.state, limits)
        assert (solution.result.action_text, solution.result.value, solution.result.nodes) == (
            alone.action_text,
            alone.value,
            alone.nodes,
        )


@pytest.mark.interpreted
def test_the_depths_of_a_search_that_deepens_are_those_of_shallower_ones() -> None:
    deepening = [found for found in run_suite(GAME, POSITIONS, players=PLAYERS) if found.player == 1]
    for solution in deepening:
        assert [reached.depth for reached in solution.depths] == list(range(1, solution.result.depth + 1))
        nodes = [reached.nodes for reached in solution.depths]
        assert nodes == sorted(nodes)
        assert nodes[-1] <= solution.result.nodes == 3000
        times = [reached.seconds for reached in solution.depths]
        assert times == sorted(times)
        assert times[-1] <= solution.result.seconds
        deepest = Searcher(GAME, "pvs").search(solution.position.state, Limits(nodes=nodes[-1]))
        assert deepest.depth == solution.result.depth


@pytest.mark.interpreted
def test_totals_and_agreement_are_sums_of_the_rows() -> None:
    known = [replace(POSITIONS[0], best=("1",)), *POSITIONS[1:]]
    solutions = list(run_suite(GAME, known, players=PLAYERS))
    assert [(found.number, found.player) for found in solutions[:4]] == [(1, 0), (1, 1), (1, 2), (2, 0)]
    first, second, third = totals(solutions, 3)
    assert first.nodes == sum(found.result.nodes for found in solutions if found.player == 0)
    assert (first.part, first.positions, second.nodes_mean) == (1, 4, 3000)
    assert second.part == second.nodes / first.nodes
    assert [(mean.depth, count) for mean, count in third.depths] == [(2, 4)]
    chosen = [[found.result.action_text for found in solutions if found.player == player] for player in range(3)]
    assert first.asked == 1
    assert first.right == (chosen[0][0] == "1")
    same = [sum(a == b for a, b in zip(chosen[i], chosen[j], strict=True)) for i, j in ((0, 1), (0, 2), (1, 2))]
    assert [(one, other, sum(flags), len(flags)) for one, other, flags in agreements(solutions, 3)] == [
        (0, 1, same[0], 4), (0, 2, same[1], 4), (1, 2, same[2], 4),
    ]  # fmt: skip
    # Stopped after five: the part compares the same positions.
    part = totals(solutions[:5], 3)
    assert [total.positions for total in part] == [2, 2, 1]
    assert part[2].part == part[2].nodes / solutions[0].result.nodes
    assert len(agreements(solutions[:5], 3)[1][2]) == 1


@pytest.mark.interpreted
def test_the_nodes_of_a_depth_exclude_those_of_earlier_depths() -> None:
    solutions = list(run_suite(GAME, POSITIONS, players=PLAYERS))
    deepening = [found for found in solutions if found.player == 1]
    series = nodes_by_depth(solutions, 1)
    for solution, nodes in zip(deepening, series, strict=True):
        assert list(nodes) == [reached.depth for reached in solution.depths]
        assert list(accumulate(nodes.values())) == [reached.nodes for reached in solution.depths]
    assert nodes_by_depth(solutions, 2) == [{2: found.result.nodes} for found in solutions if found.player == 2]


@pytest.mark.slow
@pytest.mark.interpreted
def test_the_tree_of_minimax_grows_by_the_branching_factor() -> None:
    tree = games.load("random-tree:branching=5,depth=12")
    positions = [SuitePosition(tree.initial(), "start")]
    solutions = list(run_suite(tree, positions, players=parse_players("minimax(depth=7, nodes=1000000000)")))
    (nodes,) = nodes_by_depth(solutions, 0)
    assert list(nodes) == list(range(1, 8))
    found = growth_factor([nodes])
    assert 5 < found.base < 5.1  # the inner nodes count too
    assert (found.low, found.high) == (None, None)


@pytest.mark.interpreted
def test_values_that_are_known() -> None:
    tic_tac_toe = games.load("tic-tac-toe")
    start = SuitePosition(parse_state(tic_tac_toe, "X...O...X O"), "start", value=0)
    wrong, vector = replace(start, value=1), replace(start, value=(0.0, 0.0))
    solutions = list(run_suite(tic_tac_toe, [start, wrong, vector, replace(start, value=None)],
                               players=parse_players("alpha-beta,max-n")))  # fmt: skip
    assert [found.right_value for found in solutions] == [True, None, False, None, None, True, None, None]
    assert [(total.values_right, total.values_asked) for total in totals(solutions, 2)] == [(1, 2), (1, 1)]


@pytest.mark.interpreted
def test_values_that_differ_but_must_not_are_found() -> None:
    solutions = list(run_suite(GAME, POSITIONS[:1], players=parse_players("alpha-beta(depth=3),minimax(depth=3)")))
    assert contradictions(solutions) == []
    broken = replace(solutions[1], result=replace(solutions[1].result, value=solutions[0].result.value + 1))
    (sentence,) = contradictions([solutions[0], broken])
    assert "values differ" in sentence


def test_players_that_do_not_search_are_refused_in_suites() -> None:
    with pytest.raises(InputError, match="does not search"):
        next(run_suite(GAME, POSITIONS, players=parse_players("random")))
