"""The trial before a search: overflows are refused, sound games pass."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple

import pytest

from spielbaum import U64, Evaluation, Game, Limits, Searcher, Solver, check_game, registry
from spielbaum.checking.trial import SECONDS, find_fault, refuse_line
from spielbaum.errors import GameError, UnsupportedGameError
from spielbaum.game.notation import format_state, parse_state
from spielbaum.search import prepared
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.perft import perft
from spielbaum.search.trace.recorder import record_tree
from tiers import at_night, by_tier


class Number(NamedTuple):
    value: int
    ply: int


class Unsigned(NamedTuple):
    value: U64
    ply: int


class Prized(NamedTuple):
    value: int
    ply: int
    prize: int


def actions(_state: Any) -> Iterator[int]:
    yield 0
    yield 1


def shifted(bits: int, plies: int, state_class: type[Any] = Number, **changes: Any) -> Game:
    """Return a game that shifts a number by some bits at each ply, which decides its end."""
    facts: dict[str, Any] = {
        "players": 2,
        "zero_sum": True,
        "max_utility": 1,
        "initial": lambda: state_class(1, 0),
        "to_move": lambda state: state.ply % 2,
        "actions": actions,
        "result": lambda state, action: state_class((state.value << bits) + action, state.ply + 1),
        "is_terminal": lambda state: state.ply == plies,
        "utility": lambda state: (1, -1) if state.value > 0 else (-1, 1),
    }
    return Game(name="shifted", **{**facts, **changes})


GENERATIONS: dict[str, Callable[[Game], Any]] = {
    "searcher": lambda game: Searcher(game, "alpha-beta").search(),
    "solver": lambda game: Solver(game).solve(),
    "perft": lambda game: perft(game, depth=8),
    "each action": lambda game: Searcher(game, "alpha-beta").action_values(),
    "best lines": lambda game: Searcher(game, "alpha-beta").multipv(),
    "traced": lambda game: record_tree(game, algorithm="alpha-beta"),
}


@pytest.mark.parametrize("how", GENERATIONS)
@pytest.mark.parametrize("jit", ["0", "1"])
def test_a_field_that_overflows_is_refused_before_a_search(monkeypatch: pytest.MonkeyPatch, how: str, jit: str) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", jit)
    with pytest.raises(GameError, match=r"field value of Number is \d+, which does not fit into 64 bits.*\(after 0 0"):
        GENERATIONS[how](shifted(10, 8))


def test_the_message_names_the_remedy() -> None:
    with pytest.raises(GameError, match=r"declare it U64, split it"):
        Searcher(shifted(63, 1)).search()
    with pytest.raises(GameError, match=r"which are unsigned: keep it smaller, declare it U128, split it"):
        Searcher(shifted(64, 1, Unsigned)).search()
    with pytest.raises(GameError, match=r"which are unsigned: keep it smaller, split it"):
        Searcher(shifted(128, 1, Unsigned)).search()


def test_a_counter_that_overflows_late_is_found() -> None:
    with pytest.raises(GameError, match=r"after 63 moves, 0 0 0 0 0 0 \.\.\. 0 0 0"):
        Searcher(shifted(1, 70)).search()


@pytest.mark.interpreted
def test_an_overflow_beyond_the_depth_is_not_met() -> None:
    searcher = Searcher(shifted(10, 8, compiled=True), "minimax")
    assert searcher.search(limits=Limits(depth=5)).depth == 5
    with pytest.raises(GameError, match="does not fit"):
        searcher.search(limits=Limits(depth=7))


@pytest.mark.parametrize("jit", ["0", "1"])
def test_overflows_that_the_trial_misses_are_found_by_interpreted_searches_and_in_the_line(
    monkeypatch: pytest.MonkeyPatch, jit: str
) -> None:
    def result(state: Number, action: int) -> Number:
        path = state.value * 2 + action
        return Number(path << 60 if path == 0b1010 else path, state.ply + 1)

    game = shifted(0, 4, result=result, initial=lambda: Number(0, 0))
    if find_fault(game, game.initial(), depth=4, compiled=True):  # the trial must miss it
        pytest.fail("the trial has found the one state that overflows")
    monkeypatch.setenv("SPIELBAUM_JIT", jit)
    if jit == "0":
        with pytest.raises(GameError, match=r"result of action 0: field value of Number"):
            Searcher(game, "minimax").search()
    with pytest.raises(GameError, match=r"\(after 1 0 1 0\)"):
        refuse_line(game, game.initial(), (1, 0, 1, 0))


def long_path(large: int, *, players: int = 2, weight: float = 1) -> Game:
    """Return a game of one player with a large utility at the end of one line, which no trial meets.

    The utility is in the state, so that one kernel serves all.
    """
    noughts = (0,) * players

    def utility_of_two(state: Prized) -> tuple[int, ...]:
        won = state.prize if state.value == 0b1110010 else 0
        return won, -won

    def utility_of_three(state: Prized) -> tuple[int, ...]:
        return 0, 0, state.prize if state.value == 0b1110010 else 0

    return shifted(
        1,
        6,
        players=players,
        zero_sum=players == 2,
        max_utility=None,
        initial=lambda: Prized(1, 0, large),
        to_move=lambda _state: 0,
        result=lambda state, action: Prized((state.value << 1) + action, state.ply + 1, state.prize),
        utility=utility_of_two if players == 2 else utility_of_three,
        evaluations={"even": Evaluation(lambda _state: noughts, utility_weight=weight)},
    )


ENGINES = ["alpha-beta", "unbounded-minimax", "max-n", "hypermax", "mcts"]


@pytest.mark.parametrize(
    ("algorithm", "jit"),
    by_tier([*product(ENGINES, "0")], [*product(ENGINES[:3], "1")], [*product(ENGINES, "01")]),
)
def test_whole_numbers_that_floats_cannot_hold_are_refused_everywhere(
    monkeypatch: pytest.MonkeyPatch, jit: str, algorithm: str
) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", jit)
    limits = Limits(simulations=2000) if algorithm == "mcts" else Limits(nodes=10**5)
    players = 3 if algorithm == "max-n" else 2
    has_weight = algorithm == "alpha-beta" or jit == "0" or at_night()  # it needs a kernel of its own
    for large, weight in ((2**53, 1), (-(2**60), 1), *([(2**52, 2)] if has_weight else [])):
        game = long_path(large, players=players, weight=weight)
        assert find_fault(game, game.initial(), depth=6, compiled=True, evaluation=game.evaluation()) is None
        if algorithm != "mcts" or weight == 1:
            with pytest.raises(GameError, match=r"a whole number that is not below 2\^53"):
                Searcher(game, algorithm).search(limits=limits)
    result = Searcher(long_path(2**53 - 1, players=players), algorithm).search(limits=limits)
    if algorithm in ("alpha-beta", "unbounded-minimax"):
        assert result.value == 2**53 - 1


def test_facts_stated_of_estimates_are_tried_like_those_of_utilities() -> None:
    for stated, given, said in (
        ({}, (24, 24), "the game states zero_sum=True"),
        ({"maximum": 1}, (2, -2), "it states maximum=1"),
        ({"non_negative": True}, (1, -1), "it states non_negative=True"),
    ):
        evaluation = Evaluation(lambda _state, given=given: given, **stated)
        game = shifted(0, 4, evaluations={"e": evaluation}, compiled=False)
        with pytest.raises(GameError, match=said):
            Searcher(game).search(depth=2)
        assert not check_game(game, games=2).ok
    large = shifted(0, 4, utility=lambda _state: (2**53, -(2**53)), max_utility=None)
    with pytest.raises(GameError, match=r"in test_trial.py, .* is not below 2\^53"):
        Searcher(large).search()
    assert "not below 2^53" in check_game(large, games=2).failures[0].detail


@pytest.mark.parametrize("name", registry.names())
def test_sound_games_pass_quickly(name: str) -> None:
    game = registry.load(name)
    find_fault(game, game.initial(), depth=511, compiled=game.compiled, evaluation=game.evaluation())  # imports
    start = time.thread_time()
    assert find_fault(game, game.initial(), depth=511, compiled=game.compiled, evaluation=game.evaluation()) is None
    assert time.thread_time() - start < 10 * SECONDS  # one ply may be under way


@pytest.mark.interpreted
def test_a_searcher_runs_the_trial_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []
    monkeypatch.setattr(prepared, "refuse_unsound", lambda *_a, depth, **_k: tried.append(depth))
    searcher = Searcher(registry.load("tic-tac-toe"), "minimax")
    for _ in range(3):
        searcher.search(limits=Limits(depth=2))
    searcher.search(limits=Limits(depth=3))
    searcher.search(limits=Limits(depth=1))
    assert tried == [2, 3]


# States of all kinds, interpreted: players fill three squares in turn


@dataclass(frozen=True)
class Frozen:
    board: tuple[int, ...]
    plies: int


class Tuples(NamedTuple):
    board: tuple[int, ...]
    plies: int


class Texts(NamedTuple):
    board: str
    plies: int


class Nested(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    plies: int


def filled(board: tuple[int, ...], square: int) -> tuple[int, ...]:
    return (*board[:square], 1, *board[square + 1 :])


KINDS: dict[str, tuple[Any, Callable[[Any, int], Any], Callable[[Any], Any]]] = {
    # kind: start, result, the squares of a state
    "tuple in a NamedTuple": (
        Tuples((0, 0, 0), 0), lambda s, a: Tuples(filled(s.board, a), s.plies + 1), lambda s: s.board),
    "nested tuple": (
        Nested(((0, 0, 0),), 0), lambda s, a: Nested((filled(s.board[0], a),), s.plies + 1), lambda s: s.board[0]),
    "text in a NamedTuple": (
        Texts("...", 0), lambda s, a: Texts(f"{s.board[:a]}x{s.board[a + 1:]}", s.plies + 1),
        lambda s: [c == "x" for c in s.board]),
    "big number": (
        Number(1 << 100, 0), lambda s, a: Number(s.value | 1 << a, s.ply + 1),
        lambda s: [s.value >> i & 1 for i in range(3)]),
    "frozen dataclass": (
        Frozen((0, 0, 0), 0), lambda s, a: Frozen(filled(s.board, a), s.plies + 1), lambda s: s.board),
    "tuple": ((0, 0, 0), filled, lambda s: s),
    "text": ("...", lambda s, a: f"{s[:a]}x{s[a + 1:]}", lambda s: [c == "x" for c in s]),
    "lines of text": (".\n.\n.", lambda s, a: f"{s[:2 * a]}x{s[2 * a + 1:]}", lambda s: [c == "x" for c in s[::2]]),
    "number": (0, lambda s, a: s | 1 << a, lambda s: [s >> i & 1 for i in range(3)]),
    "frozen set": (frozenset(), lambda s, a: s | {a}, lambda s: [i in s for i in range(3)]),
}  # fmt: skip


def of_kind(kind: str) -> Game:
    start, result, squares = KINDS[kind]

    def legal(state: Any) -> list[int]:
        return [i for i, square in enumerate(squares(state)) if not square]

    return Game(
        name="fill", players=2, initial=lambda: start, to_move=lambda s: sum(map(bool, squares(s))) % 2,
        actions=legal, result=result, is_terminal=lambda s: bool(squares(s)[1]),
        utility=lambda s: (1, -1) if sum(map(bool, squares(s))) == 2 else (-1, 1), zero_sum=True, max_utility=1,
        compiled=False,
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_all_kinds_give_the_same_search(kind: str) -> None:
    game = of_kind(kind)
    for name in algorithm_names():
        has_table = [f"{name}:replacement=two-deep"] if "replacement" in find_algorithm(name).options else []
        for algorithm in (name, *has_table):
            with suppress(UnsupportedGameError):
                limits = None if find_algorithm(name).family.ends else Limits(simulations=100)
                assert Searcher(game, algorithm).search(limits=limits).value in (-1, (-1, 1))
    assert Solver(game).solve().value == -1
    assert perft(game, depth=3) == [3, 4, 2]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("lines of text", "frozen set")])
def test_states_of_all_kinds_survive_formatting_and_parsing(kind: str) -> None:
    game = of_kind(kind)
    for state in (game.initial(), game.result(game.initial(), 2)):
        assert parse_state(game, format_state(game, state)) == state


@pytest.mark.parametrize("compiled", ["0", pytest.param("1", marks=pytest.mark.slow)])
def test_a_board_in_a_tuple_is_a_state(monkeypatch: pytest.MonkeyPatch, compiled: str) -> None:
    game = replace(of_kind("tuple in a NamedTuple"), compiled=True)
    monkeypatch.setenv("SPIELBAUM_JIT", compiled)
    assert Searcher(game, "negamax").search().value == -1
