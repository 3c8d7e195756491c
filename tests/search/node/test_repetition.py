"""Draws by repetition in a search, against minimax that carries the path."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from algorithms import MINIMAX
from changing import changed
from cyclic import KINGS, Kings, with_path
from spielbaum import Evaluation, Limits, Searcher, Solver, check_game, record_tree
from spielbaum.errors import GameError, InputError, UnsupportedGameError
from spielbaum.game.repetition import RepetitionRule
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.core.path import enter_past
from spielbaum.search.core.workspace import MAX_PAST, new_search_workspace
from tiers import all_but

SCALAR = [name for name in MINIMAX if not find_algorithm(name).whole]
VECTORS = [name for name in algorithm_names() if find_algorithm(name).family.numbers(2) > 1]
INTERPRETED = replace(KINGS, compiled=False)


def lines(number: int) -> Iterator[list[Kings]]:
    """Random lines of play, the last state of which is searched."""
    for seed in range(number):
        generator, line = random.Random(seed), [KINGS.initial()]
        for _ in range(2 * seed % 11):
            following = KINGS.result(line[-1], generator.choice(list(KINGS.actions(line[-1]))))
            if KINGS.is_terminal(following):
                break
            line.append(following)
        yield line


@pytest.mark.parametrize("algorithm", [*SCALAR, "pvs:killers=true,history=true,pv=true,order=none"])
def test_values_equal_minimax_with_the_path(algorithm: str) -> None:
    searcher = Searcher(INTERPRETED, algorithm)
    for depth, line in enumerate(lines(12)):
        limits, root = Limits(depth=depth % 5 + 1), KINGS.to_move(line[-1])
        found = searcher.search(line[-1], limits, history=line[:-1])
        assert found.value == with_path(KINGS, line[-1:], depth % 5 + 1, root, line[:-1]), (algorithm, line)


@pytest.mark.parametrize("algorithm", VECTORS)
def test_vectors_equal_max_n_with_the_path(algorithm: str) -> None:
    game = replace(INTERPRETED, evaluations={})
    plain = replace(KINGS, evaluations={"none": lambda _state: (0, 0)})
    searcher = Searcher(game, f"{algorithm}:transform=none" if algorithm != "max-n-is" else "max-n:transform=none")
    for depth, line in enumerate(lines(8)):
        root = KINGS.to_move(line[-1])
        found = searcher.search(line[-1], Limits(depth=depth % 5 + 1), history=line[:-1])
        assert isinstance(found.value, tuple)
        assert found.value[root] == with_path(plain, line[-1:], depth % 5 + 1, root, line[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", all_but(["alpha-beta-negamax"], ["alpha-beta-negamax", "max-n"]))
def test_compiled_equals_interpreted(algorithm: str) -> None:
    compiled, interpreted = Searcher(KINGS, algorithm), Searcher(INTERPRETED, algorithm)
    for depth, line in enumerate(lines(20)):
        limits = Limits(depth=depth % 9 + 1)
        one, other = (s.search(line[-1], limits, history=line[:-1]) for s in (compiled, interpreted))
        assert replace(one, seconds=0) == replace(other, seconds=0)


@pytest.mark.interpreted
def test_a_search_to_the_end_terminates() -> None:
    state = Kings(0, 2, 0, 0)
    found = Searcher(replace(KINGS, evaluations={}), "alpha-beta").search(state)
    assert found.is_proven
    assert found.value in (-1, 0, 1)
    without = Searcher(replace(KINGS, evaluations={}, repetition=None), "alpha-beta")
    with pytest.raises(GameError, match="lines of play of more than 511 plies"):
        without.search(state)


def test_history_ends_a_game_one_ply_below_the_root_whatever_the_table_knows() -> None:
    """A position that came twice before is a draw at once, though the table has another value for it."""
    state = Kings(0, 8, 0, 0)
    child = KINGS.result(state, 2)
    searcher = Searcher(INTERPRETED, "pvs:replacement=two-deep")
    free = {row.action_text: row.value for row in searcher.action_values(state, Limits(depth=3))}
    history = [child, state, child, Kings(2, 8, 0, 0)]
    bound = {row.action_text: row.value for row in searcher.action_values(state, Limits(depth=3), history=history)}
    assert free["2"] != 0
    assert bound["2"] == 0
    once = {row.action_text: row.value for row in searcher.action_values(state, Limits(depth=3), history=history[2:])}
    assert once["2"] == free["2"]


def test_the_newest_positions_of_a_long_history_are_kept() -> None:
    """Each was there twice, and the search has no room for all."""
    game = replace(INTERPRETED, is_terminal=lambda _state: False)
    assert game.repetition is not None
    seen = [Kings(first, second, mover, rest)
            for first in range(9) for second in range(9) for mover in (0, 1) for rest in range(5)]  # fmt: skip
    nearly = RepetitionRule(game).nearly([*seen, *seen])
    ws = new_search_workspace(1, compiled=False)
    enter_past(nearly, ws)
    assert len(nearly) == len(seen) > MAX_PAST == ws.past_length
    assert list(ws.past[:MAX_PAST]) == [game.repetition.key(state) for state in reversed(seen[-MAX_PAST:])]


def test_positions_before_an_irreversible_action_do_not_count() -> None:
    """The same with a key of 0 for the root: the history behind it is forgotten."""
    state, assumed = Kings(0, 8, 0, 0), KINGS.repetition
    assert assumed is not None
    child = KINGS.result(state, 2)
    game = changed(INTERPRETED, {"repetition.key": lambda s: 0 if s == state else assumed.key(s)})
    found = {
        row.action_text: row.value
        for row in Searcher(game).action_values(state, Limits(depth=1), history=[child, child])
    }
    assert found["2"] == KINGS.evaluation().function(child)[0]  # type: ignore[union-attr]


@pytest.mark.parametrize("options", ["replacement=two-deep", "replacement=new,etc=true,killers=true,history=true"])
def test_proven_values_with_a_table_are_correct(options: str) -> None:
    """A value that rests on a draw by repetition is not entered as proven; wins and losses found are real."""
    game = replace(INTERPRETED, evaluations={})
    for line in lines(10):
        found = Searcher(game, f"pvs:{options}").search(line[-1], Limits(depth=5))
        plain = Searcher(game, "alpha-beta").search(line[-1], Limits(depth=5))
        assert found.value == plain.value


def test_trees_show_draws_by_repetition() -> None:
    record = record_tree(INTERPRETED, algorithm="alpha-beta", limits=Limits(depth=4))
    drawn = [node for node in record.nodes if node.reason == "draw by repetition"]
    assert drawn
    assert all((node.end, node.value) == ("terminal", 0) for node in drawn)
    assert record.pruned_leaves is None


def test_a_game_with_shares_is_shared() -> None:
    game = replace(KINGS, zero_sum=False, utility_sum=1, utility=lambda s: (0, 1) if s.to_move == 0 else (1, 0),
                   evaluations={}, compiled=False, non_negative=True)  # fmt: skip
    state = Kings(0, 8, 0, 0)
    children = [game.result(state, action) for action in game.actions(state)]
    found = Searcher(game, "max-n").search(state, Limits(depth=1), history=[*children, *children])
    assert found.value == (0.5, 0.5)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs:replacement=two-deep", "max-n:transform=none"])
def test_a_terminal_evaluation_states_the_value_of_a_draw(algorithm: str) -> None:
    place = KINGS.evaluations["place"]
    assert isinstance(place, Evaluation)
    game = replace(INTERPRETED, evaluations={"place": replace(place, terminal=True, drawn=(0.25, -0.25))})
    state = Kings(0, 8, 0, 0)
    child = game.result(state, 2)
    assert place.function(child)[0] != 0.25
    rows = Searcher(game, algorithm).action_values(state, Limits(depth=1), history=[child, child])
    drawn = next(row.value for row in rows if row.action_text == "2")
    assert (drawn[0] if isinstance(drawn, tuple) else drawn) == 0.25


def test_a_terminal_evaluation_without_the_value_of_a_draw_is_refused() -> None:
    place = KINGS.evaluations["place"]
    assert isinstance(place, Evaluation)
    with pytest.raises(GameError, match="'place' of game 'kings' estimates terminal states: set drawn"):
        replace(KINGS, evaluations={"place": replace(place, terminal=True)})
    with pytest.raises(GameError, match="drawn of evaluation 'place' of game 'kings' needs 2 numbers, not 3"):
        replace(KINGS, evaluations={"place": replace(place, drawn=(0, 0, 0))})


def test_proofs_and_verification_refuse_such_repetition() -> None:
    with pytest.raises(UnsupportedGameError, match="kings ends by repetition"):
        Solver(KINGS)
    with pytest.raises(InputError, match="draws by repetition"):
        Searcher(KINGS, "pvs:replacement=new,verify=true")


def test_the_game_fulfils_its_contract() -> None:
    assert check_game(INTERPRETED, games=20).ok


def test_a_rule_of_one_occurrence_is_refused() -> None:
    with pytest.raises(GameError, match=r"repetition\.times of game 'kings' must be a whole number of at least 2"):
        changed(KINGS, {"repetition.times": 1})
