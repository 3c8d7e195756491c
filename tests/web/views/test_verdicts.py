"""Values in words, checked with a solver; ranks, costs and summaries."""

import random
from math import inf

import pytest

from spielbaum import Evaluation, Game, Searcher, Solver, Unit, games
from spielbaum.errors import GameError
from spielbaum.game import State
from spielbaum.language import translations_for
from spielbaum.search.driver.action_values import ActionLine
from spielbaum.session.analysis import Scale, rank
from spielbaum.web.views.summaries import summary
from spielbaum.web.views.verdicts import (
    certainty,
    cost_words,
    line_of,
    mood_of,
    short_words,
    words_of,
)
from tiers import all_but

T = translations_for("en")
SMALL = {
    "connect-four:width=4,height=4": 6,
    "tic-tac-toe": 2,
    "nim:heaps=2-3-4": 0,
    "mnk:width=3,height=3,line=3": 2,
    "dots-and-boxes:rows=1,columns=3": 3,
    "dots-and-boxes:rows=2,columns=2": 5,
    "domineering:rows=4,columns=4": 1,
    "othello:size=4": 3,
    "othello:size=4,score=margin": 4,
    "nim:heaps=1-2-3,misere=True": 0,
}
"""Games that are solved quickly, with the number of random plies before a position."""
BY_DAY = (
    "tic-tac-toe",
    "dots-and-boxes:rows=2,columns=2",
    "domineering:rows=4,columns=4",
    "othello:size=4,score=margin",
    "nim:heaps=1-2-3,misere=True",
)

RULES = ("initial", "to_move", "actions", "result", "is_terminal", "utility")

pytestmark = pytest.mark.interpreted


def positions(game: Game, plies: int, count: int = 10) -> list[State]:
    """Return different non-terminal positions after some random plies."""
    chance, found = random.Random(game.spec), {}
    for attempt in range(400):
        state = game.initial()
        for _ in range(plies + attempt % 3):
            if not game.is_terminal(state):
                state = game.result(state, chance.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            found[state] = state
        if len(found) == count:
            break
    return list(found)


def distance_to_end(game: Game, state: State, known: dict[State, tuple[int, int]]) -> tuple[int, int]:
    """Return the outcome for the player to move, 1, 0 or -1, and the distance under best play."""
    if state not in known:
        found = []
        for action in game.actions(state):
            child = game.result(state, action)
            if game.is_terminal(child):
                utility = game.utility(child)[game.to_move(state)]
                found.append(((utility > 0) - (utility < 0), 1))
            else:
                worth, plies = distance_to_end(game, child, known)
                found.append((worth if game.to_move(child) == game.to_move(state) else -worth, plies + 1))
        best = max(worth for worth, _ in found)
        away = [plies for worth, plies in found if worth == best]
        known[state] = best, min(away) if best > 0 else max(away)
    return known[state]


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_but(BY_DAY, list(SMALL)))
def test_verdicts_agree_with_the_solver(spec: str) -> None:
    game = games.load(spec)
    searcher, solver, known = Searcher(game, "alpha-beta"), Solver(game), {}
    checked = positions(game, SMALL[spec])
    assert len(checked) == 10 or spec.startswith("nim")
    for state in checked:
        scale = Scale(game, game.to_move(state), game.evaluation())
        rows = sorted(searcher.action_values(state, seconds=60), key=lambda row: rank(scale, row))
        assert all(certainty(T, row) == "proven" for row in rows)
        truth, best = solver.solve(state, strong=True), words_of(T, scale, rows[0])
        assert best.partition(" ")[0] == {1: "wins", 0: "draw", -1: "loses"}[truth.value], (state, best)
        assert best in " ".join(summary(T, scale, rows)) or "Every move" in summary(T, scale, rows)[0]
        if game.view.unit is not None:
            assert best == "draw" or best.split("\u00a0")[0].endswith(f" by {abs(truth.score)}"), (state, best)
        elif truth.value:
            plies = distance_to_end(game, state, known)[1]
            ending = "at once" if plies == 1 else f"in {plies} plies"
            assert best.endswith(ending), (state, best)


def test_a_lost_position_names_the_move_that_lasts_longest() -> None:
    game = games.load("tic-tac-toe")
    state = game.notation.parse_state("XO..X....")
    scale = Scale(game, 1, game.evaluation())
    rows = sorted(Searcher(game, "alpha-beta").action_values(state, seconds=60), key=lambda row: rank(scale, row))
    assert summary(T, scale, rows) == ["Every move of O loses; 8 lasts longest, 4 plies."]
    assert [words_of(T, scale, row) for row in rows[:2]] == ["loses in 4 plies", "loses in 2 plies"]
    assert cost_words(T, scale, rows[1], rows[0]) == "2 plies sooner"
    assert [mood_of(scale, row) for row in rows] == ["loss"] * 6
    assert short_words(T, scale, rows[0]) == "L4"


def test_without_a_maximum_a_win_needs_a_complete_search() -> None:
    known = games.load("tic-tac-toe")
    fields = {name: getattr(known, name) for name in RULES}
    lines = {"lines": Evaluation(known.evaluations["open-lines"].function, 100)}
    game = Game(name="bare", players=2, zero_sum=True, evaluations=lines, **fields)
    state = known.notation.parse_state("XO..X....")
    rows = Searcher(game, "alpha-beta").action_values(state, seconds=60)
    scale = Scale(game, 1, game.evaluation())
    assert {words_of(T, scale, row) for row in rows} == {"loses within 6 plies"}
    assert all(row.proven and not row.distance_exact for row in rows)
    early = Searcher(game, "alpha-beta").action_values(state, depth=2)
    assert {words_of(T, scale, row) for row in early if row.action_text == "2"} == {"−100"}


def line(value: float | tuple[float, ...], **given: object) -> ActionLine:
    return ActionLine(0, "a", value, 5, False, (0,), ("a",), **given)


def test_estimates_are_in_the_unit_of_the_evaluation() -> None:
    chess = games.load("chess")
    scale = Scale(chess, 0, chess.evaluation())
    assert [words_of(T, scale, line(value)) for value in (134, -35, 100, 0)] == [
        "+1.3\u00a0pawns", "−0.35\u00a0pawns", "+1\u00a0pawn", "even"
    ]  # fmt: skip
    assert cost_words(T, scale, line(34), line(134)) == "1\u00a0pawn"
    assert certainty(T, line(134)) == "estimate, depth 5"
    assert words_of(translations_for("de"), scale, line(250)) == "+2,5\u00a0Bauern"
    mate = line_of(scale, text="Qh7", value=100_000, kind="heuristic", depth=3)
    assert words_of(T, scale, mate) == "wins"
    assert certainty(T, mate) == "proven"
    assert words_of(T, scale, line_of(scale, text="e4", value=39_000, kind="heuristic", depth=3)) == "+390\u00a0pawns"


def test_verdicts_of_vectors() -> None:
    game = games.load("chameleon-chess")
    scale = Scale(game, 2, game.evaluation())
    assert words_of(T, scale, line((0.25, 0.25, 0.4, 0.1))) == "40%"
    assert cost_words(T, scale, line((0.3, 0.3, 0.3, 0.1)), line((0.25, 0.25, 0.4, 0.1))) == "10%"
    assert words_of(T, scale, line((100, 200, 420, 30))) == "420\u00a0points"
    assert words_of(T, scale, line((0, 0, 1, 0), utility=(0, 0, 1, 0))) == "wins"
    assert [mood_of(scale, line((0.3, 0.3, part, 0.4 - part))) for part in (0.1, 0.25, 0.4)] == ["bad", "even", "good"]


def test_an_unsearched_row_comes_last() -> None:
    game = games.load("chess")
    scale = Scale(game, 0, game.evaluation())
    rows = sorted([ActionLine(0, "a", None, 0, False, (0,), ("a",)), line(-inf)], key=lambda row: rank(scale, row))
    assert rows[0].value == -inf
    assert (words_of(T, scale, rows[1]), certainty(T, rows[1])) == ("not searched", "")


def test_invalid_units_are_refused() -> None:
    known = games.load("nim")
    fields = {name: getattr(known, name) for name in RULES}
    with pytest.raises(GameError, match=r"unit of evaluation 'x' of game 'n' must be Unit\(...\)"):
        Game(name="n", players=2, evaluations={"x": Evaluation(known.utility, unit="points")}, **fields)
    with pytest.raises(GameError, match="of a positive size"):
        Game(name="n", players=2, evaluations={"x": Evaluation(known.utility, unit=Unit("p", "ps", 0))}, **fields)
