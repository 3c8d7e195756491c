"""Games that each break one law, and the reported counter-example."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from changing import changed
from race import GOAL, RACE, State, actions, is_terminal, result, to_move, utility
from spielbaum import U64, Cell, Evaluation, Game, Place, check_game, registry
from spielbaum.checking.laws import LAWS
from spielbaum.checking.probe import Probe
from spielbaum.checking.visit import Visit
from spielbaum.errors import CompileError, GameError
from spielbaum.kernel import native_region


def at(number: int, wrong: Callable[..., Any], right: Callable[..., Any]) -> Callable[..., Any]:
    """Return ``right`` that is ``wrong`` where the count is ``number``."""
    return lambda state, *rest: (wrong if state.count == number else right)(state, *rest)


def raise_value_error(*_arguments: Any) -> Any:
    raise ValueError("four is bad")


def unsteady(steady: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with another result on each call."""
    times = count()
    return lambda *arguments: steady(*arguments, next(times))


class Pile:
    """A state that can be changed."""

    def __init__(self, count: int, touched: int = 0) -> None:
        self.count, self.touched = count, touched

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and (self.count, self.touched) == (other.count, other.touched)

    def __hash__(self) -> int:
        return hash(self.count)


def touching_result(state: Pile, action: int) -> Pile:
    state.touched += state.count == 2
    return Pile(state.count + action)


BROKEN: dict[str, tuple[dict[str, Any], str, tuple[str, ...], str]] = {
    # fault: changes to the game, the law, a shortest sequence of moves, a pattern of the detail
    "player beyond the last": (
        {"to_move": at(3, lambda _s: 2, to_move)},
        "player to move",
        ("1", "2"),
        r"to_move returns 2, and players are 0 to 1",
    ),
    "player below the first": (
        {"to_move": at(0, lambda _s: -1, to_move)},
        "player to move",
        (),
        r"to_move returns -1",
    ),
    "no player at all": (
        {"to_move": at(2, lambda _s: None, to_move)},
        "player to move",
        ("2",),
        r"to_move returns None",
    ),
    "no actions": (
        {"actions": at(4, lambda _s: iter(()), actions)},
        "some action unless terminal",
        ("2", "2"),
        r"not terminal and has no action",
    ),
    "a null move that keeps the player": (
        {"hints.null_move": lambda s: s},
        "null move",
        (),
        r"when all players pass, each has one turn until player 0 moves again",
    ),
    "a wrong number of actions": (
        {"hints.count": at(4, lambda _s: 3, lambda _s: 2)},
        "number of actions",
        ("2", "2"),
        r"count returns 3, and there are 2 actions",
    ),
    "noisy actions that are missing": (
        {"hints.noisy": lambda _s, _a: True, "hints.noisy_actions": at(4, lambda _s: [], actions)},
        "noisy actions",
        ("2", "2"),
        r"noisy_actions returns \[\], and noisy is true for \[1, 2\]",
    ),
    "an infinite gain": (
        {"hints.noisy": lambda _s, _a: True, "hints.gain": at(4, lambda _s, _a: inf, lambda _s, _a: 0)},
        "gain",
        ("2", "2"),
        r"gain returns \(inf, inf\), and the gain of an action must be a finite number",
    ),
    "a negative score": (
        {"scores": lambda _s: (3, -1)},
        "scores",
        ("2", "2", "2"),
        r"scores returns \(3, -1\), and no score is negative",
    ),
    "an unclaimed draw without actions": (
        {"unclaimed": lambda _s: 0},
        "draws that are not claimed",
        ("2", "2", "2"),
        r"unclaimed returns 0, not a State or None",
    ),
    "a repetition key that is not a number": (
        {"repetition.key": at(3, lambda _s: 0.5, lambda _s: 0)},
        "rule of repetition",
        ("1", "2"),
        r"repetition.key returns 0\.5",
    ),
    "a repetition key shared by both players": (
        {"repetition.key": lambda _s: 7},
        "equal in the rule of repetition, equal actions",
        ("1",),
        r"repetition.key returns 7 for .* and for .*, and their actions differ",
    ),
    "an action twice": (
        {"actions": at(4, lambda _s: iter((1, 2, 1)), actions)},
        "distinct actions",
        ("2", "2"),
        r"action 1 is given 2 times",
    ),
    "an action that is not a number": (
        {"actions": at(0, lambda _s: iter((1.5, 2)), actions)},
        "distinct actions",
        (),
        r"actions yields 1\.5, not a whole number",
    ),
    "an action that is a bool": (
        {"actions": at(3, lambda _s: iter((True, 2)), actions)},
        "distinct actions",
        ("1", "2"),
        r"actions yields True",
    ),
    "a result that is not a state": (
        {"result": at(4, lambda s, a: (s.count + a, 0), result)},
        "results are states",
        ("2", "2"),
        r"result of action 1 is \(5, 0\), not a State",
    ),
    "actions that change": (
        {"actions": unsteady(lambda _s, times: iter((1, 2) if times % 2 else (2, 1)))},
        "nothing changes or remembers",
        (),
        r"actions returns \[2, 1\], and \[1, 2\] on a second call",
    ),
    "results that change": (
        {"result": unsteady(lambda s, a, times: State(s.count + a, times))},
        "nothing changes or remembers",
        (),
        r"result of action 1 differs on a second call",
    ),
    "a mutated state": (
        {"initial": lambda: Pile(0), "to_move": lambda _s: 0, "result": touching_result},
        "nothing changes or remembers",
        ("2",),
        r"result of action 1 changes the state it is given",
    ),
    "too few utilities": (
        {"utility": at(7, lambda _s: (1,), utility)},
        "utility",
        ("1", "2", "2", "2"),
        r"utility is \(1,\), not one number for each of 2 players",
    ),
    "one utility": ({"utility": lambda _s: 1}, "utility", ("2", "2", "2"), r"utility is 1, not one number"),
    "utilities that are not numbers": (
        {"utility": lambda _s: ("won", "lost")},
        "utility",
        ("2", "2", "2"),
        r"not numbers",
    ),
    "infinite utilities": (
        {"utility": lambda _s: (float("inf"), float("-inf"))},
        "utility",
        ("2", "2", "2"),
        r"not numbers",
    ),
    "a sum that is not zero": (
        {"utility": at(6, lambda _s: (1, 0), utility)},
        "utility",
        ("2", "2", "2"),
        r"utility is \(1, 0\), and the game states zero_sum=True",
    ),
    "a sum other than the stated one": (
        {"zero_sum": False, "utility_sum": 5},
        "utility",
        ("2", "2", "2"),
        r"utility is \(1, -1\), and the game states utility_sum=5",
    ),
    "more than the largest utility": (
        {"utility": at(7, lambda _s: (3, -3), utility)},
        "utility",
        ("1", "2", "2", "2"),
        r"utility is \(3, -3\), and the game states max_utility=1",
    ),
    "a negative utility": (
        {"non_negative": True},
        "utility",
        ("2", "2", "2"),
        r"utility is \(1, -1\), and the game states non_negative=True",
    ),
    "a bit of no player": (
        {"active_players": lambda _s: 0b100},
        "active players",
        (),
        r"active_players returns 4, not one bit for each of 2 players",
    ),
    "a player to move who is out": (
        {"active_players": lambda s: 0b11 if s.count < 4 else 0b10},
        "active players",
        ("2", "2"),
        r"player 0 is to move, but active_players has no bit for this player",
    ),
    "a player who comes back": (
        {"active_players": at(2, lambda s: 1 << s.to_move, lambda _s: 0b11)},
        "active players",
        ("2",),
        r"a player who is out comes back by action 1",
    ),
    "a negative estimate": (
        {"evaluations": {"lead": Evaluation(lambda s: (s.count % 2, -(s.count % 2)), non_negative=True)}},
        "evaluations",
        ("1",),
        r"evaluation 'lead' returns \(1, -1\), and it states non_negative=True",
    ),
    "an estimate above the maximum": (
        {"evaluations": {"lead": Evaluation(lambda s: (s.count % 2, -(s.count % 2)), maximum=0.5)}},
        "evaluations",
        ("1",),
        r"and it states maximum=0.5",
    ),
    "estimates above their sum": (
        {"zero_sum": False, "evaluations": {"lead": Evaluation(lambda _s: (0.5, 0.5), maximal_sum=0.9)}},
        "evaluations",
        (),
        r"and it states maximal_sum=0.9",
    ),
    "features of one player only": (
        {"features.names": ("count",), "features.function": lambda s: ((s.count,),)},
        "features",
        (),
        r"features returns \(\(0,\),\), not a tuple for each of 2 players",
    ),
    "a feature without a name": (
        {"features.names": ("count",), "features.function": at(2, lambda _s: ((1, 2), (1,)), lambda _s: ((1,), (1,)))},
        "features",
        ("2",),
        r"features returns \(1, 2\) for a player, not a number for each of count",
    ),
    "a feature that is not a number": (
        {
            "features.names": ("count",),
            "features.function": at(3, lambda _s: ((float("inf"),), (1,)), lambda _s: ((1,), (1,))),
        },
        "features",
        ("1", "2"),
        r"features returns \(inf,\) for a player",
    ),
    "too many estimates": (
        {"evaluations": {"lead": lambda _s: (0, 0, 0)}},
        "evaluations",
        (),
        r"evaluation 'lead' is \(0, 0, 0\)",
    ),
    "estimates that are not numbers": (
        {"evaluations": {"zero": lambda _s: (0, 0), "lead": at(2, lambda _s: (float("nan"), 0), lambda _s: (0, 0))}},
        "evaluations",
        ("2",),
        r"evaluation 'lead' is \(nan, 0\), not numbers",
    ),
    "estimates that do not sum to zero": (
        {"evaluations": {"lead": at(3, lambda _s: (1, 1), lambda _s: (0, 0))}},
        "evaluations",
        ("1", "2"),
        r"evaluation 'lead' returns \(1, 1\), and the game states zero_sum=True",
    ),
    "estimates above a win": (
        {"evaluations": {"lead": Evaluation(lambda s: (s.count, -s.count), utility_weight=2)}},
        "evaluations",
        ("1", "2"),
        r"evaluation 'lead' returns \([34], -[34]\), more than the largest utility, which counts 2",
    ),
    "a tree with another branching factor": (
        {"hints.uniform": lambda s: (3, 5 - s.count)},
        "uniform tree",
        (),
        r"uniform returns 3 actions, and there are 2",
    ),
    "lines that end at different plies": (
        {"hints.uniform": lambda s: (2, 5 - s.count)},
        "uniform tree",
        (),
        r"uniform returns \(2, 5\), and \(2, 3\) after action 2",
    ),
    "a text parsed as another state": (
        {"notation.format_state": lambda s: str(s.count), "notation.parse_state": lambda text: State(int(text), 0)},
        "notation of states",
        ("1",),
        r"'([12])' is read back as State\(count=\1, to_move=0\), not as .*count=\1, to_move=1",
    ),
    "a text of two lines": (
        {"notation.format_state": at(4, lambda _s: "4\n0", lambda s: str(s.count))},
        "notation of states",
        ("2", "2"),
        r"'4\\n0', which is not one line",
    ),
    "a valid state refused by validate": (
        {"notation.validate": at(4, raise_value_error, lambda _s: None)},
        "notation of states",
        ("2", "2"),
        r"validate refuses a state of play: four is bad",
    ),
    "an action of two words": (
        {"notation.format_action": lambda _s, a: f"add {a}"},
        "notation of actions",
        (),
        r"action 1 is written 'add 1', which is not one word",
    ),
    "an empty action text": (
        {"notation.format_action": lambda s, a: "" if s.count == 4 else str(a)},
        "notation of actions",
        ("2", "2"),
        r"written ''",
    ),
    "two actions with one text": (
        {"notation.format_action": lambda s, a: "add" if s.count == 3 else str(a)},
        "notation of actions",
        ("1", "2"),
        r"two actions are written 'add'",
    ),
    "an action parsed as another": (
        {"notation.parse_action": lambda _s, text: 3 - int(text)},
        "notation of actions",
        (),
        r"'1' is read back as 2, not as 1",
    ),
    "an action that is split": (
        {"notation.format_action": lambda _s, a: f"+{a}", "notation.split_actions": list},
        "notation of actions",
        (),
        r"'\+1' is split into \['\+', '1'\]",
    ),
    "equal keys of different states": (
        {"hints.key": lambda s: s.count},
        "equal keys, equal futures",
        ("1", "1"),
        r"key 2 is that of .*futures differ",
    ),
    "a key that is too large": (
        {"hints.key": at(3, lambda _s: 2**64, hash)},
        "key of 64 bits",
        ("1", "2"),
        r"key returns 18446744073709551616, which is not a whole number of 64 bits",
    ),
    "one key for all": ({"hints.key": lambda _s: 7}, "equal keys, equal futures", ("1",), r"key 7 is that of"),
    "a result that raises": (
        {"result": at(4, raise_value_error, result)},
        "no errors",
        ("2", "2"),
        r"raise_value_error in test_check\.py, line \d+, raises ValueError: four is bad",
    ),
    "a utility that raises": (
        {"utility": at(7, raise_value_error, utility)},
        "no errors",
        ("1", "2", "2", "2"),
        r"raises ValueError: four is bad",
    ),
    "a picture that raises": (
        {"view.draw": at(2, raise_value_error, lambda _s: "<svg/>")},
        "no errors",
        ("2",),
        r"raises ValueError: four is bad",
    ),
    "a picture that is not SVG": (
        {"view.draw": at(2, lambda _s: "<svg>", lambda _s: "<svg/>")},
        "no errors",
        ("2",),
        r"draw of game 'race' returns no well-formed SVG",
    ),
    "clicks on undrawn names": (
        {
            "view.cells": lambda _s: [[Cell(name="one")]],
            "view.click_path": lambda s, a: ["One" if a == 1 or s.count < 2 else "two"],
        },
        "board and click paths",
        ("2",),
        r"action 2 is made by clicking 'two', which is not on the board",
    ),
    "a ground that is not a colour": (
        {"view.places": lambda s: [Place(Cell(ground="brown" if s.count == 2 else "#c8b48a"), 0, 0)]},
        "board and click paths",
        ("2",),
        r"is 'brown', not a colour such as '#c8b48a'",
    ),
    "an owner who is not a player": (
        {"view.cells": lambda s: [[Cell("X", owner=min(2, max(0, s.count - 1)))]]},
        "board and click paths",
        ("1", "2"),
        r"owner of .* is 2, and players are 0 to 1",
    ),
    "a place without a size": (
        {"view.places": lambda s: [Place(Cell("X"), 0, 0, 2 - s.count)]},
        "board and click paths",
        ("2",),
        r"has the size 0 × 1",
    ),
    "an end that raises": (
        {"is_terminal": at(2, lambda _s: 1 // 0, is_terminal)},
        "no errors",
        ("2",),
        r"raises ZeroDivisionError",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_law_is_reported_with_the_shortest_moves(what: str) -> None:
    changes, law, moves, detail = BROKEN[what]
    report = check_game(changed(RACE, changes), games=200)
    assert not report.ok
    assert len(report.failures) == 1
    failure = report.failures[0]
    assert failure.law == law
    assert len(failure.moves) == len(moves)
    assert re.search(detail, failure.detail), failure.detail


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_reported_moves_lead_to_the_state_that_breaks_the_law(number: int) -> None:
    report = check_game(replace(RACE, to_move=at(number, lambda _s: 2, to_move)), games=200)
    moves = [int(move) for move in report.failures[0].moves]
    assert sum(moves) == number
    assert len(moves) == (number + 1) // 2


def test_the_sound_game_passes() -> None:
    report = check_game(RACE, games=200)
    assert report.ok
    assert report.failures == ()
    assert (report.game, report.games) == ("race", 200)
    assert report.states == 14  # counts 2 to 7 with either player to move, 0 and 1 with one


def test_every_law_has_a_game_that_breaks_it() -> None:
    tried = {law for _, law, _, _ in BROKEN.values()} | {law for _, law, _, _ in BROKEN_WHEN_COMPILED.values()}
    assert set(LAWS) <= tried


# Compiled games


class Number(NamedTuple):
    value: int
    ply: int


class Unsigned(NamedTuple):
    value: U64
    ply: int


def compiled(state_class: type, **changes: Any) -> Game:
    """Return a game of one player that shifts a number by seven bits eight times, with changes."""

    def start() -> Any:
        return state_class(1, 0)

    def mover(_state: Any) -> int:
        return 0

    def only(_state: Any) -> Iterator[int]:
        yield 0

    def shifted(state: Any, _action: int) -> Any:
        return state_class(state.value << 7, state.ply + 1)

    def over(state: Any) -> bool:
        return state.ply == 8

    def pay(_state: Any) -> tuple[int]:
        return (0,)

    game = Game(
        name="shift",
        players=1,
        initial=start,
        to_move=mover,
        actions=only,
        result=shifted,
        is_terminal=over,
        utility=pay,
    )
    return changed(game, changes)


def half_result(state: Number, _action: int) -> Number:
    return Number(state.value + state.ply / 2, state.ply + 1)


def ten_bits_result(state: Number, _action: int) -> Number:
    return Number(state.value << 10, state.ply + 1)


def nine_bits_result(state: Number, _action: int) -> Number:
    return Number(state.value << 9, state.ply + 1)


def hashed_result(state: Number, _action: int) -> Number:
    return Number((state.value + 3) * 0x5E3779B97F4A7C15 % 1000, state.ply + 1)


def negative_is_over(state: Unsigned) -> bool:
    return U64(state.value - 2) > 5 or state.ply == 8


def doubling_result(state: Unsigned, _action: int) -> Unsigned:
    return Unsigned(state.value * 2 - 1, state.ply + 1)


def shifted_estimate(state: Number) -> tuple[int]:
    return (state.value << 40 >> 60,)


def shifted_key(state: Number) -> int:
    return state.value << 30 >> 32


def shifted_rank(state: Number, _action: int) -> int:
    return state.value << 40 >> 60


def shifted_is_noisy(state: Number, _action: int) -> bool:
    return state.value << 40 >> 60 > 0


BROKEN_WHEN_COMPILED: dict[str, tuple[Game, str, int, str]] = {
    # fault: the game, the law, the number of plies to it, a pattern of the detail
    "a number beyond 64 bits": (
        compiled(Number, result=ten_bits_result),
        "64-bit integers",
        7,
        r"field value of Number is \d+, which does not fit into 64 bits",
    ),
    "a number that is not whole": (
        compiled(Number, result=half_result),
        "64-bit integers",
        1,
        r"field value of Number is 1\.0, not a whole number",
    ),
    "a noisy action that wraps": (
        compiled(Number, **{"hints.noisy": shifted_is_noisy}),
        "noisy actions",
        4,
        r"noisy and may_stand_pat are \(True,\), True interpreted and \(False,\), True compiled",
    ),
    "a gain that wraps": (
        compiled(Number, **{"hints.noisy": lambda _state, _action: True, "hints.gain": shifted_rank}),
        "gain",
        4,
        r"gain returns \(256\.0,\) interpreted and \(0\.0,\) compiled",
    ),
    "an extension that wraps": (
        compiled(Number, **{"hints.extends": lambda state: shifted_is_noisy(state, 0)}),
        "extensions",
        4,
        r"extends returns True interpreted and False compiled",
    ),
    "a repetition key that wraps": (
        compiled(Number, **{"repetition.key": shifted_key}),
        "compiled as interpreted",
        5,
        r"repetition\.key is",
    ),
    "a product that wraps": (
        compiled(Number, result=hashed_result),
        "compiled as interpreted",
        0,
        r"result of action 0 is \(\d+, 1\) interpreted and",
    ),
    "an unsigned number below zero": (
        compiled(Unsigned, result=doubling_result, is_terminal=negative_is_over),
        "compiled as interpreted",
        0,
        r"is_terminal is False interpreted and True compiled",
    ),
    "an estimate that loses bits": (
        compiled(Number, evaluations={"high": shifted_estimate}),
        "compiled as interpreted",
        4,
        r"evaluation 'high' is \(256\.0,\) interpreted and \(0\.0,\) compiled",
    ),
    "a key that loses bits": (
        compiled(Number, **{"hints.key": shifted_key}),
        "compiled as interpreted",
        5,
        r"key is 8589934592 interpreted and 0 compiled",
    ),
    "a rank that loses bits": (
        compiled(Number, **{"hints.order": shifted_rank}),
        "compiled as interpreted",
        4,
        r"order is \(256\.0,\) interpreted and \(0\.0,\)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", BROKEN_WHEN_COMPILED)
def test_a_difference_of_compiled_code_is_reported(what: str) -> None:
    game, law, plies, detail = BROKEN_WHEN_COMPILED[what]
    report = check_game(game, games=3)
    assert [failure.law for failure in report.failures] == [law], report.failures
    assert report.failures[0].moves == ("0",) * plies
    assert re.search(detail, report.failures[0].detail), report.failures[0].detail


def test_a_signed_field_that_needs_64_bits_is_advised_to_be_unsigned() -> None:
    report = check_game(compiled(Number, result=nine_bits_result), games=3)
    assert report.failures[0].moves == ("0",) * 7
    assert "U64" in report.failures[0].detail


def test_an_unsigned_field_may_use_all_64_bits() -> None:
    game = compiled(
        Unsigned,
        result=lambda state, _action: Unsigned(state.value << 9, state.ply + 1),
        is_terminal=lambda state: state.ply == 7,
    )
    report = check_game(game, games=3)
    assert report.failures == ()
    assert report.states == 8


def test_states_of_equal_key_are_compared_some_plies_deep() -> None:
    game = replace(RACE, to_move=lambda _s: 0, utility=lambda _s: (1, -1))
    assert check_game(changed(game, {"hints.key": lambda s: s.count}), games=100).ok
    # From 0 and from 1 there are two actions each; the trees differ in when six can be reached.
    report = check_game(changed(game, {"hints.key": lambda s: max(1, s.count)}), games=100)
    assert [(failure.law, failure.moves) for failure in report.failures] == [("equal keys, equal futures", ("1",))]


def test_a_key_shared_by_mirror_images_passes() -> None:
    game = replace(registry.load("tic-tac-toe"), compiled=False)

    def key(state: Any) -> int:
        crosses, noughts = (
            sum(1 << (2 - square if square < 3 else 8 - square if square < 6 else 14 - square) for square in squares)
            for squares in ([i for i in range(9) if board >> i & 1] for board in (state.crosses, state.noughts))
        )
        return min(state.crosses << 9 | state.noughts, crosses << 9 | noughts)

    assert check_game(changed(game, {"hints.key": key}), games=100).ok
    report = check_game(changed(game, {"hints.key": lambda state: key(state) & 0xFFF}), games=100)
    assert [failure.law for failure in report.failures] == ["equal keys, equal futures"]


def test_the_counter_example_of_a_rare_fault_is_the_shortest() -> None:
    game = registry.load("tic-tac-toe")

    def pay(state: Any) -> tuple[int, int]:
        return (1, 1) if state.crosses & 0o421 == 0o421 else game.utility(state)

    report = check_game(replace(game, utility=pay, compiled=False), games=500)
    failure = report.failures[0]
    assert failure.law == "utility"
    assert len(failure.moves) == 5
    assert set(failure.moves[::2]) == {"0", "4", "8"}
    assert failure.detail == "utility is (1, 1), and the game states zero_sum=True"
    assert 1 <= report.games <= 500


def test_equal_seeds_play_equal_games() -> None:
    game = registry.load("mnk:width=4,height=4,line=3,players=3")
    game = replace(game, compiled=False)
    states = [check_game(game, games=10, seed=seed).states for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]


def test_progress_is_called_after_every_game() -> None:
    told: list[int] = []
    check_game(RACE, games=7, progress=told.append)
    assert told == [1, 2, 3, 4, 5, 6, 7]


def test_a_game_that_does_not_end_can_be_checked() -> None:
    game = replace(RACE, result=lambda s, a: State((s.count + a) % GOAL, 1 - s.to_move))
    report = check_game(game, games=3)
    assert report.ok
    assert report.states == 2 * GOAL


def test_a_state_with_more_actions_than_a_probe_holds_passes() -> None:
    game = registry.load("random-tree:branching=5000,depth=1")
    assert check_game(game, games=2).failures == ()


def unsupported_result(state: Number, _action: int) -> Number:
    return Number(state.value + int("1"), state.ply + 1)


def test_a_function_that_cannot_be_compiled_is_named() -> None:
    with pytest.raises(CompileError, match=r"^unsupported_result in test_check\.py, line \d+, makes a number of str"):
        check_game(compiled(Number, result=unsupported_result), games=1)


def test_states_of_a_compiled_game_must_be_named_tuples_of_integers() -> None:
    with pytest.raises(GameError, match="a state must be a NamedTuple of integers"):
        check_game(compiled(Number, initial=lambda: (1, 0)), games=1)


@pytest.mark.slow
def test_states_with_boards_are_probed_compiled_too() -> None:
    hexagons = registry.load("examples/hex.py")
    seen = Visit(hexagons, hexagons.initial(), Probe(hexagons)).seen
    assert seen is not None
    assert seen.actions == tuple(range(25))


@pytest.mark.interpreted
def test_a_report_names_the_game_as_typed() -> None:
    report = check_game(registry.load("nim:heaps=1-2,misere=true"), games=5)
    assert report.game == "nim:heaps=1-2,misere=true"


@pytest.mark.passes
def test_leaked_memory_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def listed(state: State) -> Iterator[int]:
        held = [state.count + 1, state.count + 2]
        if state.count < GOAL:
            yield held[0] - state.count
            yield held[1] - state.count

    def ended(state: State) -> bool:
        for _ in listed(state):
            return False
        return True

    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(
        native_region, "SUPPLIED", frozenset()
    )  # Numba's own runtime leaks generators that are left early
    (failure,) = check_game(replace(RACE, actions=listed, is_terminal=ended, compiled=True), games=20).failures
    assert failure.law == "memory is given back"
    assert re.fullmatch(r"the compiled functions leak \d+ bytes per state: .+", failure.detail)
