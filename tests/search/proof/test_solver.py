"""Proofs: the value that an obvious search finds, from a table that is shared by all states and far too small."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Game, Limits, ProofHints, SearchHints, Solver, check_game, games, registry, search
from spielbaum.errors import GameError, InputError, UnsupportedGameError
from spielbaum.game import Action, State
from spielbaum.game.notation import parse_action, play_line
from spielbaum.kernel import jit_enabled, popcount
from spielbaum.search.core.result import Number
from spielbaum.search.proof.bounds_table import facts_of, high_of, low_of
from spielbaum.search.proof.proof import LEAST_TIE_NODES, next_bound, sign
from tiers import all_but, at_night, examples

FIGURES = json.loads((Path(__file__).parent / "proofs.json").read_text(encoding="utf-8"))
SMALL = [
    "tic-tac-toe", "nim", "connect-four:width=4,height=4", "connect-four:width=4,height=5", "mnk:width=4,height=3",
    "domineering:rows=4,columns=4", "domineering:rows=3,columns=5,first=horizontal",
    "dots-and-boxes:rows=2,columns=2", "random-tree",
]  # fmt: skip


def solver(spec: str, table_bytes: int = 1 << 20, threads: int = 1) -> Solver:
    return made(spec, table_bytes, threads, jit_enabled())


@cache
def made(spec: str, table_bytes: int, threads: int, compiled: bool) -> Solver:
    return Solver(registry.load(spec), table=table_bytes, threads=threads)


def reachable(game: Game) -> list[Any]:
    found, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        for action in [] if game.is_terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return sorted(found)


@cache
def values_of_tic_tac_toe() -> dict[Any, int]:
    game, values = games.load("tic-tac-toe"), dict[Any, int]()
    for state in sorted(reachable(game), key=lambda s: -popcount(s.crosses | s.noughts)):
        if game.is_terminal(state):
            values[state] = game.utility(state)[game.to_move(state)]
        else:
            values[state] = max(-values[game.result(state, action)] for action in game.actions(state))
    return values


@pytest.mark.slow
@pytest.mark.parametrize("table_bytes", [pytest.param(1 << 20, marks=pytest.mark.long), 256])
def test_a_shared_table_keeps_all_values_of_tic_tac_toe(table_bytes: int) -> None:
    """By day those of every sixteenth state."""
    game, values = games.load("tic-tac-toe"), values_of_tic_tac_toe()
    states = sorted(values)
    assert len(states) == 5478
    shared = solver("tic-tac-toe", table_bytes)
    for state in states if at_night() else states[::16]:
        solution = shared.solve(state)
        assert solution.value == solution.score == values[state]
        best = [
            a
            for a in game.actions(state)
            if not game.is_terminal(state) and -values[game.result(state, a)] == values[state]
        ]
        assert solution.action_text == (None if game.is_terminal(state) else str(best[0]))


LATE = [(moves, score) for moves, score in FIGURES["connect-four"].items() if len(moves) == 28]
"""What is proved by the interpreter in no time."""


PROVED_BOTH_WAYS = ["tic-tac-toe", "domineering:rows=4,columns=4"]


def alone(game: Game, state: State, action: Action) -> Number:
    return search(game, state, algorithm="alpha-beta", limits=Limits(), root_moves=[action]).value


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("spec", all_but(PROVED_BOTH_WAYS, SMALL))
@examples(12)
@given(data=st.data())
def test_proofs_agree_with_alpha_beta(spec: str, data: st.DataObject) -> None:
    game = registry.load(spec)
    state = game.initial()
    for _ in range(data.draw(st.integers(0, 12))):
        if game.is_terminal(state):
            break
        state = game.result(state, data.draw(st.sampled_from(list(game.actions(state)))))
    expected = search(game, state, algorithm="alpha-beta", limits=Limits())
    for size in (1 << 20, 128):
        strong = solver(spec, size).solve(state, strong=True)
        assert strong.score == expected.value
        assert strong.value == sign(int(expected.value))
        if strong.nodes <= LEAST_TIE_NODES:
            actions = [] if game.is_terminal(state) else game.actions(state)
            assert strong.action == next((a for a in actions if alone(game, state, a) == expected.value), None)
        else:  # it may be another one that is as good
            assert alone(game, state, strong.action) == expected.value
        assert solver(spec, size).solve(state).value == strong.value


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("moves", "score"), all_but(LATE, [*FIGURES["connect-four"].items()]))
def test_connect_four_scores(moves: str, score: int) -> None:
    game = games.load("connect-four")
    shared = solver("connect-four", 16 << 20)
    assert shared.solve(game.notation.parse_state(moves), strong=True).score == score


BY_DAY = [
    "connect-four:width=5,height=4",
    "domineering:rows=4,columns=4,first=vertical",
    "domineering:rows=5,columns=5,first=horizontal",
    "dots-and-boxes:rows=2,columns=3",
    "connect-four:width=4,height=4",
    "domineering:rows=2,columns=2,first=vertical",
    "domineering:rows=2,columns=4,first=vertical",
    "domineering:rows=2,columns=4,first=horizontal",
    "domineering:rows=3,columns=4,first=vertical",
    "dots-and-boxes:rows=1,columns=1",
    "dots-and-boxes:rows=1,columns=2",
    "dots-and-boxes:rows=2,columns=2",
]
"""The others are proved at night: every size is a kernel of its own."""


def by_size(known: dict[str, int]) -> list[Any]:
    """Figures, those that are proved by the interpreter and those that are left to the night."""
    marks = {True: pytest.mark.interpreted, False: pytest.mark.long}
    return [pytest.param(spec, value, marks=marks[spec in BY_DAY]) for spec, value in known.items()]


@pytest.mark.parametrize(("spec", "value"), by_size(FIGURES["outcomes"]))
def test_outcomes(spec: str, value: int) -> None:
    assert solver(spec, 16 << 20).solve().value == value


@pytest.mark.parametrize(("spec", "score"), by_size(FIGURES["scores"]))
def test_scores(spec: str, score: int) -> None:
    assert solver(spec, 16 << 20).solve(strong=True).score == score


@pytest.mark.slow
@pytest.mark.parametrize(
    "spec",
    all_but(["tic-tac-toe"], ["tic-tac-toe", "domineering:rows=3,columns=4", "connect-four:width=4,height=4"]),
)
def test_interpreted_equals_compiled(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = solver(spec).solve(strong=True)
    fresh = Solver(registry.load(spec), table=1 << 16).solve(strong=True)
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    interpreted = Solver(registry.load(spec), table=1 << 16).solve(strong=True)
    assert (interpreted.score, interpreted.action_text) == (compiled.score, compiled.action_text)
    assert (interpreted.nodes, interpreted.decided) == (fresh.nodes, fresh.decided)


@pytest.mark.interpreted
def test_one_thread_is_reproducible_node_by_node() -> None:
    first, second = (Solver(games.load("connect-four:width=4,height=4")).solve(strong=True) for _ in range(2))
    assert (first.nodes, first.decided, first.action_text) == (second.nodes, second.decided, second.action_text)


@pytest.mark.slow
def test_undecided_actions_have_their_own_order() -> None:
    """The usual order changes nothing, and the worst one no value; no action is asked about that bounds decide."""
    game = games.load("domineering:rows=5,columns=5")
    usual, bounds = game.hints.proof.order, game.hints.bounds
    assert usual
    assert bounds

    def solved(order: Callable[..., float] | None) -> tuple[int, int, int]:
        proof = replace(game.hints.proof, order_open=order, fastest_first=0)
        solver = Solver(replace(game, hints=replace(game.hints, proof=proof), compiled=False))
        solution = solver.solve(with_action=False)
        return solution.value, solution.nodes, solution.decided

    def worst(state: Any, action: int) -> float:
        child = game.result(state, action)
        assert not game.is_terminal(child)
        assert bounds(child) == (-1, 1)
        return -usual(state, action)

    plain = solved(None)
    assert solved(usual) == plain
    turned = solved(worst)
    assert turned[0] == plain[0]
    assert turned[1:] != plain[1:]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(("plies", "history"), [(0, 0), (1, 20), (3, 0)])
def test_many_actions_are_tried_in_two_parts_and_fastest_first(plies: int, history: float) -> None:
    """Neither changes a value, nor does a history, in trees where bounds decide most of the second ply."""
    for seed in range(0 if at_night() else 12, 20):
        game = games.load(f"random-tree:branching=10,depth=3,low=-30,high=30,seed={seed}")

        @cache
        def value(state: Any, game: Game = game) -> int:
            if game.is_terminal(state):
                return int(game.utility(state)[game.to_move(state)])
            return max(-value(game.result(state, action)) for action in game.actions(state))

        def bounds(state: Any, value: Callable[[Any], int] = value) -> tuple[int, int]:
            return (value(state), value(state)) if state.ply == 2 and state.node % 8 else (-30, 30)

        hints = SearchHints(bounds=bounds, proof=ProofHints(fastest_first=plies, history=history))
        solution = Solver(replace(game, hints=hints, compiled=False)).solve(strong=True)
        assert solution.score == value(game.initial())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "moves"),
    all_but(
        [("tic-tac-toe", "")],
        [
            ("tic-tac-toe", ""),
            ("connect-four", "12345671234567"),
            ("domineering", "a5a6"),
            ("dots-and-boxes:rows=2,columns=3", ""),
        ],
    ),
)
def test_threads_prove_the_same_value(spec: str, moves: str) -> None:
    game = registry.load(spec)
    state = play_line(game, game.initial(), moves)
    assert (
        solver(spec, 1 << 24, 2).solve(state, strong=True).score
        == solver(spec, 1 << 24).solve(state, strong=True).score
    )


@pytest.mark.slow
def test_a_finished_game_has_a_value_and_no_action() -> None:
    game = games.load("tic-tac-toe")
    state = play_line(game, game.initial(), "0 3 1 4 2")
    solution = solver("tic-tac-toe").solve(state, strong=True)
    assert (solution.value, solution.score, solution.action_text, solution.nodes) == (-1, -1, None, 0)


@pytest.mark.interpreted
def test_the_first_of_the_best_actions_is_chosen() -> None:
    solution = solver("connect-four:width=4,height=4").solve(strong=True)
    game = registry.load("connect-four:width=4,height=4")
    assert parse_action(game, game.initial(), str(solution.action_text)) == 0


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    "spec",
    all_but(["tic-tac-toe"], ["tic-tac-toe", "connect-four:width=4,height=4", "domineering:rows=4,columns=4"]),
)
def test_verification_proves_every_entry(spec: str) -> None:
    game = registry.load(spec)
    verified = Solver(game, table=1 << 16, verify=True).solve(strong=True)
    assert verified == replace(Solver(game, table=1 << 16).solve(strong=True), seconds=verified.seconds)


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.long), False])
def test_verification_detects_a_false_entry(compiled: bool) -> None:
    def stones(state: Any) -> int:
        return popcount(state.crosses)

    game = replace(games.load("tic-tac-toe"), hints=SearchHints(proof=ProofHints(key=stones)), compiled=compiled)
    with pytest.raises(GameError, match="is not confirmed by a search without it"):
        Solver(game, verify=True).solve()


def test_more_than_two_players_are_refused() -> None:
    with pytest.raises(UnsupportedGameError, match="two players and zero_sum=True"):
        Solver(registry.load("mnk:players=3"))


@pytest.mark.parametrize("threads", [0, -1])
def test_a_solver_needs_a_thread(threads: int) -> None:
    with pytest.raises(InputError, match="threads must be at least 1"):
        Solver(games.load("tic-tac-toe"), threads=threads)


@pytest.mark.parametrize("facts", [{}, {"max_utility": 0.5}, {"max_utility": float("inf")}])
def test_fractional_utilities_are_refused_with_any_facts(facts: dict[str, float]) -> None:
    game = games.load("tic-tac-toe")
    halves = replace(game, utility=lambda state: tuple(x / 2 for x in game.utility(state)), compiled=False, **facts)
    with pytest.raises(GameError, match="not a whole number"):
        Solver(halves).solve()


def infinite(state: Any) -> tuple[float, float]:
    return -float("inf"), float("inf")


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.long), False])
def test_infinite_bounds_are_ignored(compiled: bool) -> None:
    game = replace(games.load("tic-tac-toe"), hints=SearchHints(bounds=infinite), max_utility=None, compiled=compiled)
    assert Solver(game).solve(strong=True).score == 0


@pytest.mark.interpreted
def test_a_lost_position_has_the_first_action() -> None:
    game = registry.load("connect-four:width=5,height=4")
    solution = solver("connect-four:width=5,height=4").solve(play_line(game, game.initial(), "2313"))
    assert (solution.value, solution.action_text) == (-1, "1")


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    "spec", all_but(["width=2,height=31"], ["width=1,height=63", "width=2,height=31", "width=3,height=20"])
)
def test_narrow_and_high_boards(spec: str) -> None:
    report = check_game(registry.load(f"connect-four:{spec}"), games=10 if at_night() else 4)
    assert report.ok, report.failures
    if spec.startswith("width=1"):
        assert solver(f"connect-four:{spec}").solve().value == 0


def test_fractional_utilities_are_refused() -> None:
    game = games.load("tic-tac-toe")
    halves = replace(game, utility=lambda state: tuple(x / 2 for x in game.utility(state)), compiled=False)
    with pytest.raises(GameError, match="not a whole number"):
        Solver(halves).solve()


@given(st.integers(-32767, 32767), st.integers(-32767, 32767), st.integers(-5, 70_000), st.integers(0, 2**60))
def test_an_entry_keeps_its_bounds(low: int, high: int, action: int, work: int) -> None:
    facts = facts_of(low, high, action, work)
    assert 0 < facts < 2**63
    assert (low_of(facts), high_of(facts)) == (low, high)


@given(st.integers(-1000, 1000), st.integers(1, 1000), st.booleans())
def test_questions_are_about_open_bounds(low: int, width: int, strong: bool) -> None:
    assert low < next_bound(low, low + width, strong=strong) <= low + width
