"""Profiles: what a search calls, and what a call costs."""

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from race import RACE
from spielbaum import U64, U128, Game, Searcher, load
from spielbaum.errors import InputError
from spielbaum.kernel import AsIntegers, AsState, compile_kernel, shape_of
from spielbaum.kernel.rows import FieldsAt, Rows
from spielbaum.profiling import profile_game
from spielbaum.profiling.calls import objects_made
from spielbaum.profiling.profile import Cost, with_shares
from spielbaum.profiling.rules import SAMPLE, Rule, count_calls, positions

LISTS = Path(__file__).parent.parent.parent / "benchmarks" / "lists.py"


class Mixed(NamedTuple):
    board: tuple[int, ...]
    number: int
    mask: U64
    wide: U128


def a_state(generator: random.Random) -> Mixed:
    board = tuple(generator.randrange(-(2**63), 2**63) for _ in range(3))
    return Mixed(board, -generator.getrandbits(62), U64(generator.getrandbits(64)), U128(generator.getrandbits(128)))


@pytest.mark.compiled
def test_compiled_code_reads_the_states_in_memory() -> None:
    generator = random.Random(1)
    states = [a_state(generator) for _ in range(5)]
    shape = shape_of(states[0])
    rows, as_state, as_integers = Rows(states, shape), AsState(states[0]), AsIntegers(shape)
    fields_at, size = FieldsAt(rows.kind), rows.size

    def sum_of(address: int) -> int:
        total = 0
        for number in as_integers(as_state(fields_at(address))):
            total = total * 31 + number
        return total

    kernel = compile_kernel(sum_of)
    for place, state in enumerate(states):
        address = rows.address + place * size
        assert as_state(fields_at(address)) == state
        assert kernel(address) % 2**64 == sum_of(address) % 2**64


def test_calls_are_counted_in_interpreted_searches() -> None:
    counts: Counter[str] = Counter()

    def counted(name: str) -> Any:
        def function(*arguments: Any) -> Any:
            counts[name] += 1
            return getattr(RACE, name)(*arguments)

        return function

    names = ("to_move", "actions", "result", "is_terminal", "utility")
    game = replace(RACE, **{name: counted(name) for name in names})
    roots = positions(game, 0)
    searcher = Searcher(game)
    searcher.search(roots[0], nodes=1)
    counts.clear()
    expected = sum(searcher.search(root, nodes=1000).nodes for root in roots)
    by_hand = dict(counts)
    rules, nodes = count_calls(RACE, roots, 0, lambda: None)
    assert nodes == expected
    assert {rule.name: rule.calls for rule in rules} == {name: by_hand.get(name, 0) for name in names}


def test_a_sample_has_all_calls_or_a_random_part(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = Rule("actions", lambda state: iter(range(state)), "iterator")
    function = rule.counted(random.Random(0))
    for state in range(1, 101):
        next(iter(function(state)))
    assert [(call.state, call.taken) for call in rule.sample] == [(state, 1) for state in range(1, 101)]
    for state in range(1000):
        list(function(state))
    assert (rule.calls, len(rule.sample)) == (1100, SAMPLE)
    assert 0 < sum(call.taken == 0 for call in rule.sample) <= SAMPLE


def test_lists_sets_and_dictionaries_are_counted() -> None:
    def function(state: int) -> int:
        doubled = [2 * number for number in range(state)]
        seen = set(doubled)
        places = {number: place for place, number in enumerate(sorted(seen))}
        return len(places) if state in (1, 2) else 0

    rule = Rule("hints.count", function, "number")
    rule.counted(random.Random(0))(3)
    assert objects_made(rule) == 4


def test_shares_are_parts_of_the_time_of_a_node() -> None:
    costs = [Cost(name, calls, 5.0, ns, 0.0, 0.0, 0) for name, calls, ns in (("a", 1.0, 10.0), ("b", 0.5, 60.0))]
    assert [(cost.name, cost.share) for cost in with_shares(costs, 100.0)] == [("b", 0.3), ("a", 0.1)]
    assert [cost.share for cost in with_shares(costs, 1.0)] == [0.75, 0.25]  # measured alone they took longer


@pytest.mark.passes
@pytest.mark.slow
@pytest.mark.compiled
def test_the_profile_of_a_compiled_game_with_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.profiling.profile.SECONDS", 0.03)
    monkeypatch.setattr("spielbaum.profiling.calls.SECONDS", 0.002)
    steps: list[int] = []
    path = tmp_path / "lists.py"
    path.write_text(LISTS.read_text(encoding="utf-8").replace("return (0, 0)", "return (0, 0.0)"), encoding="utf-8")
    profile = profile_game(load(path), progress=steps.append)
    costs = {cost.name: cost for cost in profile.costs}
    assert set(costs) == {"to_move", "actions", "result", "is_terminal", "utility"}
    assert profile.algorithm == "alpha-beta"
    assert profile.compiled is not None
    assert profile.compiled > 2 * profile.interpreted > 0
    assert profile.compile_seconds is not None
    for cost in costs.values():
        assert cost.interpreted_ns is not None
        assert cost.compiled_ns is not None
        assert cost.interpreted_ns > cost.compiled_ns >= 0
    assert 0 < sum(cost.share for cost in costs.values()) <= 1 + 1e-9
    assert [cost.share for cost in profile.costs] == sorted((cost.share for cost in profile.costs), reverse=True)
    assert costs["to_move"].bytes == costs["to_move"].lists == 0
    assert costs["actions"].lists == 1
    assert 25 * 8 <= (costs["actions"].bytes or 0) < 1000
    assert costs["result"].calls == pytest.approx(1, abs=0.1)
    assert len(steps) == steps[-1]
    assert profile.advice[0].startswith("owner_of_a_row, line 41, makes a list for all: leave out the brackets")
    assert re.search(r"is_terminal is \d+\.\d times as fast$", profile.advice[0])


@pytest.mark.interpreted
def test_a_game_that_is_not_compiled_has_interpreted_figures_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.profiling.profile.SECONDS", 0.03)
    monkeypatch.setattr("spielbaum.profiling.calls.SECONDS", 0.002)
    profile = profile_game(RACE)
    assert (profile.compiled, profile.compile_seconds) == (None, None)
    assert all(cost.compiled_ns is None and cost.bytes is None for cost in profile.costs)
    assert all((cost.interpreted_ns or 0) > 0 and 0 < cost.share < 1 for cost in profile.costs)


def test_a_game_without_play_is_refused() -> None:
    over: Game = replace(RACE, is_terminal=lambda _state: True)
    with pytest.raises(InputError, match="race has no position to search: it is over at the start"):
        profile_game(over)
