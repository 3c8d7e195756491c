"""Actions that are tuples: packed for searches, and the game's own objects everywhere else."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielbaum
from race import RACE
from spielbaum import Game, Notation, Searcher, SearchHints, Solver, check_game, perft, search, start
from spielbaum.bridges.action_numbers import number_actions
from spielbaum.checking.probe import Probe
from spielbaum.checking.trial import find_fault
from spielbaum.errors import GameError, PositionError
from spielbaum.game.action_fields import ActionFields, Field, action_text
from taking import NIM, TAKING, State, Take, number_of

pytestmark = pytest.mark.interpreted

FIELDS = st.builds(
    Field,
    name=st.sampled_from(("source", "target")),
    least=st.integers(-50, 50),
    size=st.integers(1, 60),
    may_be_none=st.booleans(),
    is_truth=st.just(False),
) | st.builds(Field, st.just("turned"), st.just(0), st.just(2), st.booleans(), st.just(True))


class Pair(NamedTuple):
    one: int | None
    other: int | None


def values_of(known: Field) -> list[Any]:
    numbers = [bool(n) for n in range(2)] if known.is_truth else list(range(known.least, known.least + known.size))
    return [None, *numbers] if known.may_be_none else numbers


@given(st.lists(FIELDS, min_size=1, max_size=6), st.data())
def test_packing_and_unpacking_are_inverse(fields: list[Field], data: st.DataObject) -> None:
    known = ActionFields(tuple, tuple(fields))
    action = tuple(data.draw(st.sampled_from(values_of(field))) for field in fields)
    number, other = known.pack(action), data.draw(st.integers(0, known.size - 1))
    assert 0 <= number < known.size
    assert known.unpack(number) == action
    assert [type(value) for value in known.unpack(number)] == [type(value) for value in action]
    assert known.pack(known.unpack(other)) == other


@given(st.lists(FIELDS, min_size=1, max_size=4), st.data())
def test_a_value_outside_is_refused_by_the_name_of_its_field(fields: list[Field], data: st.DataObject) -> None:
    known, place = ActionFields(tuple, tuple(fields)), data.draw(st.integers(0, len(fields) - 1))
    wrong = fields[place]
    beyond = st.integers(-200, wrong.least - 1) | st.integers(wrong.least + wrong.size, 200)
    action = [values_of(field)[0] for field in fields]
    action[place] = data.draw(beyond)
    with pytest.raises(GameError, match=f"{wrong.name} of an action must be {wrong.values}, as a few random games"):
        known.pack(tuple(action))


def test_none_is_refused_where_it_was_never_met() -> None:
    known = ActionFields(Pair, (Field("one", 0, 4), Field("other", 0, 4)))
    with pytest.raises(
        GameError, match=r"one of an action is None, .*: let actions be NamedTuples with one: int \| None"
    ):
        known.pack(Pair(None, 2))


def test_the_class_of_a_named_tuple_comes_back() -> None:
    known = ActionFields(Pair, (Field("one", -1, 3, may_be_none=True), Field("other", 0, 4)))
    assert type(known.unpack(known.pack(Pair(None, 2)))) is Pair
    assert len({known.pack(Pair(one, other)) for one in (None, -1, 0, 1) for other in range(4)}) == known.size == 16


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs:replacement=two-deep", "mtdf", "mcts"])
def test_a_search_is_that_of_the_game_with_numbers(algorithm: str) -> None:
    limits: Any = {"simulations": 50} if algorithm == "mcts" else {}
    there, here = search(NIM, algorithm=algorithm, **limits), search(TAKING, algorithm=algorithm, **limits)
    assert (here.value, here.nodes, here.leaves, len(here.pv)) == (
        there.value,
        there.nodes,
        there.leaves,
        len(there.pv),
    )
    assert isinstance(here.action, Take)
    state = TAKING.initial()
    for take, number in zip(here.pv, there.pv, strict=True):
        assert number_of(state, take) == number
        state = TAKING.result(state, take)


def test_actions_of_every_result_are_the_games_own() -> None:
    seen: list[Any] = []
    searcher, moves = Searcher(TAKING), list(TAKING.actions(TAKING.initial()))[1:4]
    found = searcher.search(depth=3, root_moves=moves, on_iteration=seen.append)
    lines = searcher.multipv(depth=3, lines=2, root_moves=moves).lines
    values = searcher.action_values(depth=3, root_moves=moves)
    solution = Solver(TAKING).solve()
    assert list(found.root_moves or ()) == moves
    assert found.root_moves_text == tuple(map(action_text, moves))
    assert {row.action for row in found.action_values} == {line.action for line in values} == set(moves)
    assert all(isinstance(take, Take) for line in (*lines, *values) for take in line.pv)
    assert isinstance(solution.action, Take)
    assert solution.value == Solver(NIM).solve().value
    assert found.to_dict()["action"] == action_text(found.action)
    json.dumps(found.to_dict())


def test_moves_of_a_position_are_texts_or_the_games_own_actions() -> None:
    position = start(TAKING)
    assert position.moves == ("0:3", "0:2", "0:1", "0", "1:1", "1", "2")
    assert position.play("0:2", "1").state == position.play(Take(0, 2), Take(1, None)).state
    assert position.play("0:2").actions_played == (Take(0, 2),)
    assert position.best() in position.moves
    assert set(position.values()) == set(position.moves)
    with pytest.raises(PositionError, match="is not legal"):
        position.play(Take(0, 7))


def test_perft_trees_and_numbered_actions_are_those_of_the_game_with_numbers() -> None:
    assert perft(TAKING, depth=4) == perft(NIM, depth=4)
    for algorithm in ("best-first", "alpha-beta"):
        there, here = (
            spielbaum.record_tree(game, algorithm=algorithm, nodes=300, evaluation="mobility") for game in (NIM, TAKING)
        )
        assert [(node.value, node.end) for node in here.nodes] == [(node.value, node.end) for node in there.nodes]
    assert here.nodes[1].action == "0:3"
    quiescent = replace(TAKING, hints=HINTS, evaluations={"even": lambda _state: (0, 0)})
    assert "2" in {node.action for node in spielbaum.record_tree(quiescent, algorithm="pvs:quiescence", depth=1).nodes}
    assert spielbaum.record_tree(TAKING, algorithm="mcts", simulations=20).nodes[1].action in start(TAKING).moves
    numbers, state = number_actions(replace(TAKING, action_ranges=(3, 5))), TAKING.initial()
    assert numbers.size == 3 * 6
    assert [numbers.number_of(state, numbers.action_of(state, n)) for n in numbers.legal(state)] == numbers.legal(state)


HINTS = SearchHints(
    order=lambda _state, take: -1.0 if take.left is None else float(take.left),
    noisy=lambda _state, take: take.left is None,
    gain=lambda _state, take: 1.0 if take.left is None else 0.0,
    noisy_actions=lambda state: (take for take in TAKING.actions(state) if take.left is None),
)


@pytest.mark.compiled
def test_all_laws_hold_and_hints_get_the_games_own_actions() -> None:
    notation = Notation(
        format_action=lambda _state, take: f"{take.heap}-{take.left}",
        parse_action=lambda _state, text: Take(*(None if word == "None" else int(word) for word in text.split("-"))),
    )
    hinted = replace(TAKING, hints=HINTS, notation=notation)
    assert check_game(replace(TAKING, compiled=False), games=20).ok
    assert check_game(hinted, games=20).failures == ()
    found = search(hinted, depth=9, algorithm="pvs:order=static")
    assert found.value == search(replace(NIM, compiled=False), depth=9).value
    assert found.action_text in start(hinted).moves


def test_games_and_results_are_pickled_and_hashed() -> None:
    found = search(TAKING, depth=2)
    assert pickle.loads(pickle.dumps(found)) == found
    assert pickle.loads(pickle.dumps(start(TAKING).play("1"))) == start(TAKING).play("1")
    again = pickle.loads(pickle.dumps(TAKING.numbered))
    assert again.distinct_actions == TAKING.numbered.distinct_actions
    assert again.numbered is again
    assert len({TAKING, TAKING.numbered}) == 2


def test_equal_games_pack_alike_in_every_process(tmp_path: Path) -> None:
    code = "from taking import TAKING; print(TAKING.action_fields)"
    path = os.pathsep.join([str(Path(__file__).parents[1] / "support"), *sys.path])
    fields = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed, "SPIELBAUM_CACHE_DIR": str(tmp_path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert fields == {f"{TAKING.action_fields}\n"}


def race(actions: Any, **changes: Any) -> Game:
    def result(state: Any, action: Any) -> Any:
        return RACE.result(state, action if isinstance(action, int) else action[0])

    return replace(RACE, actions=actions, result=result, **changes)


def test_ranges_may_be_stated() -> None:
    stated = race(lambda _state: iter(((1, -2), (2, 2))), action_ranges=(3, range(-2, 3)))
    assert stated.numbered.distinct_actions == 15
    assert search(stated).action == (1, -2) or search(stated).action == (2, 2)


def test_an_action_out_of_range_stops_a_search_with_a_sentence() -> None:
    late = race(lambda state: iter(((1, 5), (2, 70 if state.count > 1 else 6))), action_ranges=(3, 8))
    sentence = r"field 2 of an action must be 0 to 7, as action_ranges says: give .* larger action_ranges than \(3, 8\)"
    with pytest.raises(GameError, match=f"returns the action .2, 70., and {sentence}"):
        search(late, depth=5)
    with pytest.raises(GameError, match=f"^{sentence}"):
        list(late.numbered.actions(late.initial()._replace(count=2)))
    fault = find_fault(late, late.initial(), depth=5, compiled=False)
    assert fault is not None
    assert "returns the action (2, 70), and field 2" in fault.detail
    report = check_game(late, games=3)
    assert report.failures[0].law == "distinct actions"


@pytest.mark.compiled
def test_compiled_code_refuses_an_action_out_of_range() -> None:
    probe = Probe(replace(TAKING, action_ranges=(3, 4)))
    assert probe.look(TAKING.initial()).actions == tuple(TAKING.actions(TAKING.initial()))
    with pytest.raises(GameError, match=r"^left of an action must be 0 to 3 or None, as action_ranges says"):
        probe.look(State(6, 0))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"action_ranges": (3,)}, "must have an entry for each of field 1, field 2, and it has 1"),
        ({"distinct_actions": 9}, "distinct_actions .* is for actions that are numbers"),
    ],
)
def test_facts_that_do_not_go_with_tuples_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        search(race(lambda _state: iter(((1, 0), (2, 0))), **changes), depth=2)


@pytest.mark.parametrize("ranges", [3, "33", (0,), (True,), (range(0),), (range(0, 9, 3),), (1.5,)])
def test_ranges_that_are_none_are_refused_at_once(ranges: Any) -> None:
    with pytest.raises(GameError, match="action_ranges of game 'race' must be"):
        replace(RACE, action_ranges=ranges)


def test_tuples_that_are_too_wide_are_refused() -> None:
    with pytest.raises(GameError, match="do not fit into 62 bits"):
        search(race(lambda _state: iter(((1, 2**40, 2**40), (2, 0, 0)))), depth=2)
