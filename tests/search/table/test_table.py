"""The transposition table changes no value: on and off, with every scheme, in tables that are far too small."""

import random
from dataclasses import replace
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lattice import Point, lattice
from spielbaum import Limits, Result, Searcher, SearchHints, games
from spielbaum.errors import GameError, InputError
from spielbaum.game.notation import play_line
from spielbaum.kernel import jit_enabled
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.workspace import ONLY_ENDS
from spielbaum.search.table.entry import DEPTH_SHIFT, EXACT, PROVEN, applies_on_paths
from spielbaum.search.table.scalar import new_table
from spielbaum.search.table.slots import Replacement
from tiers import all_but, at_night, examples

SCHEMES = [scheme for scheme in get_args(Replacement) if scheme != "none"]
TWO = [
    found.name
    for found in map(find_algorithm, algorithm_names())
    if "replacement" in found.options and found.players == "two"
]

GAMES = {
    "lattice": lattice(2),
    "connect-four": games.load("connect-four:width=5,height=4"),
    "tic-tac-toe": games.load("tic-tac-toe"),
    "nim": games.load("nim:heaps=1-3-4"),
    "three": lattice(3),
}


def searcher(name: str, algorithm: str, size: int = 1 << 16) -> Searcher:
    return made(name, algorithm, size, jit_enabled())


@cache
def made(name: str, algorithm: str, size: int, compiled: bool) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", str(int(compiled)))
        return Searcher(GAMES[name], algorithm, table=size)


def some_state(name: str, seed: int) -> Any:
    game, generator = GAMES[name], random.Random(seed)
    if name in ("lattice", "three"):
        return Point(0, 0, seed)
    state = game.initial()
    for _ in range(generator.randrange(5)):
        following = game.result(state, generator.choice(list(game.actions(state))))
        if game.is_terminal(following):
            break
        state = following
    return state


def agree(name: str, plain: str, has_table: str, seed: int, limits: Limits, size: int) -> None:
    """Compare with searches without a table, which are interpreted by day."""
    state = some_state(name, seed)
    if GAMES[name].is_terminal(state):
        return
    found = searcher(name, has_table, size).search(state, limits)
    without = made(name, plain, 1 << 16, at_night()).search(state, limits)
    assert found.action_text == without.action_text
    assert _in_points(name, found)[0] == _in_points(name, without)[0]
    whole = made(name, "minimax", 1 << 16, at_night()).search(state, limits)
    truth = dict(zip((row.action_text for row in whole.action_values), _in_points(name, whole)[1:], strict=True))
    for row, value in zip(found.action_values, _in_points(name, found)[1:], strict=True):
        if row.bound == "exact":
            assert value == truth[row.action_text]
        else:
            assert row.bound == "upper"
            assert truth[row.action_text] <= value


def _in_points(name: str, result: Result) -> list[Any]:
    """The values of root and actions in the unit of the evaluation; one search may prove what another cannot."""
    evaluation = GAMES[name].evaluation()
    unit = evaluation.utility_weight if evaluation and result.is_proven else 1
    return [unit * value for value in (result.value, *(row.value for row in result.action_values))]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["lattice", "tic-tac-toe", "nim"])
@examples(20)
@given(
    seed=st.integers(0, 10**5),
    depth=st.integers(1, 8),
    size=st.sampled_from([64, 1 << 10, 1 << 16]),
    algorithm=st.sampled_from(TWO),
)
def test_no_scheme_changes_value_action_or_bound(
    name: str, scheme: str, seed: int, depth: int, size: int, algorithm: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:  # interpreted: the kernels of all schemes would take long to compile
        patch.setenv("SPIELBAUM_JIT", "0")
        limits = Limits(depth=min(depth, {"lattice": 6, "tic-tac-toe": 3, "nim": 8}[name]))
        agree(name, "alpha-beta", f"{algorithm}:replacement={scheme}", seed, limits, size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "algorithm"),
    all_but(
        [("tic-tac-toe", "mtdf")],
        list(
            product(
                ["lattice", "tic-tac-toe", "connect-four"],
                ["alpha-beta:replacement=deep", "pvs:replacement=two-big", "mtdf", "pvs:replacement=new"],
            )
        ),
    ),
)
@examples(40)
@given(seed=st.integers(0, 10**5), depth=st.integers(1, 7), size=st.sampled_from([64, 1 << 12, 1 << 20]))
def test_compiled_tables_keep_results(name: str, algorithm: str, seed: int, depth: int, size: int) -> None:
    depth = depth if at_night() else min(depth, 3)
    agree(name, "alpha-beta", algorithm, seed, Limits(depth=depth), size)


@pytest.mark.interpreted
@pytest.mark.parametrize("scheme", all_but(["two-big"], ["deep", "two-big"]))
@examples(60)
@given(seed=st.integers(0, 10**5), depth=st.integers(1, 9))
def test_paranoid_separates_entries_of_different_root_players(scheme: str, seed: int, depth: int) -> None:
    found = [
        searcher("three", f"paranoid:replacement={kind}").search(Point(0, 0, seed), Limits(depth=depth))
        for kind in ("none", scheme)
    ]
    if not GAMES["three"].is_terminal(Point(0, 0, seed)):
        assert [(r.action_text, r.value, r.certainty.kind) for r in found[:1]] == [
            (r.action_text, r.value, r.certainty.kind) for r in found[1:]
        ]


DEEPENED = ["alpha-beta:replacement=deep", "pvs:replacement=two-deep", "mtdf"]


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", all_but(DEEPENED[:2], DEEPENED))
@examples(40)
@given(seed=st.integers(0, 10**5), nodes=st.integers(1, 3000))
def test_a_table_keeps_the_iterations_of_deepening(algorithm: str, seed: int, nodes: int) -> None:
    state = some_state("connect-four", seed)
    found = searcher("connect-four", algorithm).search(state, Limits(nodes=nodes))
    assert found.nodes <= nodes
    if found.certainty.complete and found.depth:
        fixed = searcher("connect-four", "alpha-beta").search(state, Limits(depth=found.depth))
        assert (found.action_text, found.value) == (fixed.action_text, fixed.value)


@pytest.mark.slow
def test_all_positions_of_tic_tac_toe_keep_their_values() -> None:
    """One table for all 5,478 positions, as other libraries have it, where values change; by day for some of them."""
    game, has_table = GAMES["tic-tac-toe"], searcher("tic-tac-toe", "mtdf")
    plain = made("tic-tac-toe", "alpha-beta", 1 << 16, at_night())
    seen, waiting = {game.initial()}, [game.initial()]
    while waiting:
        state = waiting.pop()
        if game.is_terminal(state):
            continue
        if at_night() or (state.crosses + state.noughts) % 16 == 0:
            assert has_table.search(state, Limits(depth=9)).value == plain.search(state, Limits(depth=9)).value
        for action in game.actions(state):
            following = game.result(state, action)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    assert len(seen) == 5478


@pytest.mark.interpreted
def test_a_table_saves_nodes_and_extends_the_line() -> None:
    game = GAMES["connect-four"]
    plain = searcher("connect-four", "pvs").search(limits=Limits(depth=10))
    has_table = searcher("connect-four", "pvs:replacement=two-deep", 1 << 20).search(limits=Limits(depth=10))
    assert has_table.nodes < plain.nodes * 0.6
    assert len(has_table.pv_text) == 10
    leaf = play_line(game, game.initial(), " ".join(has_table.pv_text))
    evaluation = game.evaluation()
    assert evaluation is not None
    assert evaluation.function(leaf)[0] == has_table.value


def test_keys_of_fields_differ_and_equal_those_of_compiled_code() -> None:
    game = GAMES["connect-four"]
    key = make_rules(lattice(2), compiled=False).key
    states = {Point(x, y, seed) for x in range(40) for y in range(40) for seed in range(4)}
    assert len({key(state) for state in states}) == len(states)
    assert all(0 <= key(state) < 2**64 for state in states)
    assert game.hints.key is None
    keyed = replace(game, hints=SearchHints(key=lambda state: state.own, key_kind="hash"))
    assert make_rules(keyed, compiled=False).key is keyed.hints.key


@pytest.mark.interpreted
def test_impossible_options_are_refused() -> None:
    with pytest.raises(InputError, match="at least 64 bytes"):
        Searcher(GAMES["nim"], "pvs:replacement=new", table=0)
    with pytest.raises(InputError, match="larger than the memory"):
        Searcher(GAMES["nim"], "pvs:replacement=new", table=1 << 60)
    with pytest.raises(InputError, match="two-deep"):
        Searcher(GAMES["nim"], "pvs:replacement=deeper")
    tree = games.load("random-tree:values=normal")
    halves = replace(tree, utility=lambda state: (0.5, -0.5), options={})
    with pytest.raises(GameError, match="no whole number"):
        Searcher(halves, "mtdf").search()
    assert len(new_table(100)) == 2 * 4


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("domineering:rows=4,columns=5", 1),  # vertical wins whoever begins; here vertical begins
        ("dots-and-boxes:rows=2,columns=2", 2),
        *(
            pytest.param(*known, marks=pytest.mark.long)
            for known in (
                ("domineering:rows=5,columns=6", -1),  # horizontal wins
                ("domineering:rows=6,columns=6", 1),
                ("dots-and-boxes:rows=2,columns=3", -2),
                ("dots-and-boxes:rows=2,columns=4", 2),
            )
        ),
    ],
)
def test_known_outcomes(name: str, value: int) -> None:
    found = Searcher(games.load(name), "pvs:replacement=two-deep", table=64 << 20).search(limits=Limits(depth=64))
    assert (found.value, found.certainty.kind) == (value, "exact")


@pytest.mark.interpreted
def test_old_keeps_the_entries_that_new_replaces() -> None:
    nodes = {
        scheme: searcher("connect-four", f"alpha-beta:replacement={scheme}", size=64 * 32).search(
            limits=Limits(depth=7)
        )
        for scheme in ("old", "new")
    }
    assert nodes["old"].value == nodes["new"].value
    assert nodes["old"].nodes > nodes["new"].nodes


@pytest.mark.parametrize(
    ("searched", "proven", "wanted", "on_paths"),
    [(3, 0, 3, True), (3, 0, 4, False), (3, PROVEN, 4, True), (4, PROVEN, 3, False), (4, 0, 3, False)],
)
def test_with_repetition_a_proof_does_not_apply_to_a_shallower_search(
    searched: int, proven: int, wanted: int, on_paths: bool
) -> None:
    facts = searched << DEPTH_SHIFT | proven | EXACT
    assert applies_on_paths(facts, wanted, SimpleNamespace(unlimited=0)) == on_paths
    assert not applies_on_paths(facts, wanted, SimpleNamespace(unlimited=ONLY_ENDS))
