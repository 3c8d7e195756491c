"""Proofs where positions come again: equal to what can be forced, computed backwards from the ends of the game."""

from dataclasses import replace

import pytest

from circular import Place, circular_game
from spielbaum import Repetition, Solver, check_game, games
from spielbaum.checking.hints import values_with_circles
from spielbaum.errors import UnsupportedGameError
from spielbaum.search.proof import deepening
from tiers import at_night

GAME = circular_game(compiled=False, estimates=False)
WHOLE = replace(GAME, repetition=Repetition(key=GAME.repetition.key, times=2, whole=True))


@pytest.mark.parametrize("table", [pytest.param(1 << 16, marks=pytest.mark.long), 256])
def test_proved_results_can_be_forced(table: int) -> None:
    drawn = decided = 0
    seeds = range(1, 31 if at_night() else 16)
    for seed in seeds:
        root = Place(seed, 0, 0)
        if WHOLE.is_terminal(root):
            continue
        solver, values = Solver(WHOLE, table=table), values_with_circles(WHOLE, root)
        for state in (root, *(WHOLE.result(root, action) for action in WHOLE.actions(root))):
            value = values[state] if WHOLE.to_move(state) == 0 else -values[state]
            solution = solver.solve(state, strong=True)
            assert (solution.low, solution.high) == (value, value), (seed, state)
            assert solver.solve(state).value == (value > 0) - (value < 0)
            if solution.action is not None:
                after = values[WHOLE.result(state, solution.action)]
                assert (after if WHOLE.to_move(state) == 0 else -after) == value
            drawn, decided = drawn + (value == 0), decided + (value != 0)
    assert drawn > 50 * len(seeds) / 30
    assert decided > 5 * len(seeds) / 30


@pytest.mark.slow
def test_node_saving_heuristics_keep_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much nearer the horizon of late moves is, and whether each question has a history of its own."""
    values, nodes = [], set()
    usual, all_apart = deepening.REDUCTIONS, deepening.QUESTIONS
    for reductions, questions in (((0,), all_apart), (usual, all_apart), ((0, 10), all_apart), (usual, 1)):
        monkeypatch.setattr(deepening, "REDUCTIONS", reductions)
        monkeypatch.setattr(deepening, "QUESTIONS", questions)
        roots = [Place(seed, 0, 0) for seed in (range(1, 100) if at_night() else (33, 36, 46, 95))]
        solutions = [Solver(WHOLE, table=1 << 16).solve(root, strong=True) for root in roots]
        assert all(solution.low == solution.high for solution in solutions)
        values.append([solution.low for solution in solutions])
        nodes.add(sum(solution.nodes for solution in solutions))
    assert all(of == values[0] for of in values)
    assert len(nodes) == len(values)


def test_a_repetition_rule_that_is_not_whole_is_refused() -> None:
    with pytest.raises(UnsupportedGameError, match="ends by repetition"):
        Solver(GAME)


@pytest.mark.interpreted
def test_go_on_a_2x2_board() -> None:
    game = games.load("go:size=2,plies=-1,score=points,komi=0")
    report = check_game(game, games=5)
    assert report.ok, report.failures
    values = values_with_circles(game, game.initial())
    solution = Solver(game).solve(strong=True)
    assert solution.score is not None
    assert solution.score == values[game.initial()]
