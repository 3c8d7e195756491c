"""Max^n, paranoid and hypermax against what they are by definition, compiled and interpreted."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from obvious import (
    IRREGULAR,
    WHOLE,
    Worth,
    count_nodes,
    everyone,
    fractions_of,
    hypermax,
    max_n,
    nothing_secured,
    paranoid,
    random_state,
    worth_in,
    zero_space,
)
from spielbaum import Game, Limits, Result, Searcher, games
from spielbaum.game import State, Vector
from spielbaum.game.notation import play_line
from spielbaum.games.tree import from_data
from spielbaum.search.core.evaluations import find_evaluation
from tiers import at_night, examples, in_a_hurry

GAMES = {
    "irregular": IRREGULAR,
    "shares": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=3,total=8"),
    "at-most": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=3,total=8,constant=false"),
    "signed": games.load("random-tree:players=4,branching=3,depth=5,low=-3,high=3"),
    "thirds": games.load("random-tree:players=3,branching=3,depth=5,low=0,high=3"),
    "mnk": games.load("mnk:players=3"),
    "chameleon-chess": games.load("chameleon-chess"),
}
DEEPEST = {"irregular": 6, "shares": 5, "at-most": 5, "signed": 5, "thirds": 5, "mnk": 3, "chameleon-chess": 2}
AT_ONCE = {("irregular", "max-n-is", None), ("irregular", "hypermax:transform=normalised", None)}
"""What is compiled in the quick tier."""

BY_DAY = {
    *AT_ONCE,
    ("irregular", "paranoid:transform=normalised", None),
}
COMPILED = {
    *BY_DAY,
    ("irregular", "max-n", None),
    ("irregular", "max-n:shallow,transform=none", None),
    ("signed", "hypermax", None),
    ("signed", "paranoid", None),
    ("mnk", "max-n-is", None),
    ("mnk", "max-n-is:killers,history,pv,replacement=two-deep", None),
    ("irregular", "opps:n1=2,l1=2,killers,history,pv", None),
    ("irregular", "brs-plus:replies=2,first=evaluation", None),
}
"""The others run interpreted, for a kernel takes seconds to compile."""

MAX_N = [
    ("irregular", "max-n", None),
    ("irregular", "max-n:transform=none", None),
    ("irregular", "max-n", "points"),
    ("irregular", "max-n", "signed"),
    ("shares", "max-n", None),
    ("signed", "max-n", None),
    ("mnk", "max-n", None),
    ("chameleon-chess", "max-n", "count-pawns"),
    ("chameleon-chess", "max-n:transform=none", "count-pawns-100-moves"),
]
PRUNED = [
    ("irregular", "max-n-is", None),
    ("irregular", "max-n:immediate", None),
    ("irregular", "max-n:shallow,transform=none", None),
    ("irregular", "max-n:immediate,transform=none", None),
    ("irregular", "max-n-is", "points"),
    ("irregular", "max-n:shallow", "points"),
    ("shares", "max-n-is", None),
    ("shares", "max-n:immediate", None),
    ("shares", "max-n:shallow", None),
    ("at-most", "max-n:shallow,transform=none", None),
    ("at-most", "max-n-is:transform=normalised", None),
    ("signed", "max-n:immediate", None),
    ("mnk", "max-n-is", None),
    ("mnk", "max-n:shallow", None),
    ("chameleon-chess", "max-n-is", "count-pawns"),
    ("chameleon-chess", "max-n-is", "count-pawns-10-roles"),
]
PARANOID = [
    ("irregular", "paranoid", None),
    ("irregular", "paranoid:transform=normalised", None),
    ("irregular", "paranoid:fail=hard", "signed"),
    ("shares", "paranoid", None),
    ("signed", "paranoid", None),
    ("mnk", "paranoid", None),
    ("chameleon-chess", "paranoid", "count-pawns-10-roles"),
]
HYPERMAX = [
    ("irregular", "hypermax", None),
    ("irregular", "hypermax:transform=normalised", None),
    ("shares", "hypermax", None),
    ("signed", "hypermax", None),
    ("thirds", "hypermax", None),
    ("mnk", "hypermax", None),
    ("chameleon-chess", "hypermax", "count-pawns-10-roles"),
]

Case = tuple[str, str, str | None]
some_states = given(seed=st.integers(0, 10**6), plies=st.integers(0, 7), depth=st.integers(1, 6))


@cache
def interpreted(case: Case) -> Searcher:
    name, algorithm, evaluation = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        return Searcher(GAMES[name], algorithm, evaluation=evaluation)


@cache
def searcher(case: Case) -> Searcher:
    name, algorithm, evaluation = case
    wanted = AT_ONCE if in_a_hurry() else COMPILED if at_night() else BY_DAY
    return Searcher(GAMES[name], algorithm, evaluation=evaluation) if case in wanted else interpreted(case)


def worth_of(case: Case) -> Worth:
    """What the leaves are worth in a case; ``auto`` normalises where the evaluation says that it is not negative."""
    name, algorithm, evaluation = case
    game = GAMES[name]
    chosen = find_evaluation(game, evaluation)
    auto = algorithm.startswith("max-n") and "transform" not in algorithm and bool(chosen and chosen.non_negative)
    return worth_in(game, evaluation, shares=auto or "normalised" in algorithm)


def fractions_in(case: Case) -> Worth:
    """The same for algorithms that compute with what leaves are worth: without rounding."""
    name, algorithm, evaluation = case
    return fractions_of(worth_in(GAMES[name], evaluation), shares="normalised" in algorithm)


def approximately(values: Any) -> Any:
    """Numbers, vectors or lists of vectors of fractions, but for rounding."""
    if isinstance(values, tuple):
        return pytest.approx(tuple(map(float, values)), abs=1e-12)
    return [approximately(value) for value in values] if isinstance(values, list) else pytest.approx(float(values))


def tries(case: Case, most: int = 25) -> int:
    return 5 if case[0] == "chameleon-chess" else most


def children(game: Game, state: Any) -> list[Any]:
    return [game.result(state, action) for action in game.actions(state)]


def in_values(case: Case, result: Result, value: Any) -> Any:
    """Exact values are in the unit of utilities, the others in that of the evaluation."""
    chosen = find_evaluation(GAMES[case[0]], case[2])
    weight = chosen.worth_of_utility if chosen and result.is_proven else 1
    return tuple(number * weight for number in value) if isinstance(value, tuple) else value * weight


def chosen_index(result: Result) -> int:
    return [row.action_text for row in result.action_values].index(str(result.action_text))


@pytest.mark.parametrize("case", MAX_N, ids=str)
def test_max_n_breaks_ties_by_the_order_of_actions(case: Case) -> None:
    game, worth = GAMES[case[0]], worth_of(case)

    @examples(tries(case))
    @some_states
    def holds(seed: int, plies: int, depth: int) -> None:
        depth = min(depth, DEEPEST[case[0]])
        state = random_state(game, seed, plies)
        player = game.to_move(state)
        result = searcher(case).search(state, Limits(depth=depth))
        values = [max_n(game, child, depth - 1, worth) for child in children(game, state)]
        assert [in_values(case, result, row.value) for row in result.action_values] == values
        assert {row.bound for row in result.action_values} == {"exact"}
        best = max(range(len(values)), key=lambda i: values[i][player])
        assert is_first_or_timely(game, state, result, values, best)
        assert in_values(case, result, result.value) == values[best]
        assert result.nodes == count_nodes(game, state, depth)
        assert result.cutoffs == 0
        leaf = play_line(game, state, " ".join(result.pv_text))
        if chosen_index(result) == best:
            assert len(result.pv_text) == depth or game.is_terminal(leaf)
            assert in_values(case, result, result.value) == worth(leaf)
        else:  # of an action chosen for its end, or for having none, no further line is known
            assert len(result.pv_text) == 1

    holds()


def is_first_or_timely(game: Game, state: State, result: Result, values: list[Vector], best: int) -> bool:
    """Whether the action is the first of the best, or as good as it, and ends the game sooner or later than it."""
    chosen, ends = chosen_index(result), [game.is_terminal(child) for child in children(game, state)]
    return chosen == best or (values[chosen] == values[best] and ends[chosen] != ends[best])


@pytest.mark.parametrize("case", PRUNED, ids=str)
def test_sound_pruning_keeps_action_and_value(case: Case) -> None:
    game, worth = GAMES[case[0]], worth_of(case)

    @examples(tries(case, 40))
    @some_states
    def holds(seed: int, plies: int, depth: int) -> None:
        depth = min(depth, DEEPEST[case[0]])
        state = random_state(game, seed, plies)
        player = game.to_move(state)
        result = searcher(case).search(state, Limits(depth=depth))
        values = [max_n(game, child, depth - 1, worth) for child in children(game, state)]
        best = max(range(len(values)), key=lambda i: values[i][player])
        assert is_first_or_timely(game, state, result, values, best)
        assert result.value == values[best]
        for row, value in zip(result.action_values, values, strict=True):
            assert isinstance(row.value, tuple)
            if row.bound == "exact":
                assert row.value == value
            else:
                assert row.bound == "upper"
                assert value[player] <= row.value[player]
        assert result.nodes <= count_nodes(game, state, depth)
        assert result.cutoffs == sum(result.cutoffs_by_reason.values())
        named = {"immediate", "shallow"} if "-is" in case[1] else {case[1].partition(":")[2].partition(",")[0]}
        assert set(result.cutoffs_by_reason) <= named
        leaf = play_line(game, state, " ".join(result.pv_text))
        assert result.value == worth(leaf) if chosen_index(result) == best else len(result.pv_text) == 1

    holds()


def test_every_pruning_saves_nodes() -> None:
    def nodes(algorithm: str) -> int:
        case = ("irregular", algorithm, None)
        states = [random_state(IRREGULAR, seed, 0) for seed in range(40)]
        return sum(searcher(case).search(state, Limits(depth=6)).nodes for state in states)

    both, immediate, shallow, none = map(nodes, ("max-n-is", "max-n:immediate", "max-n:shallow", "max-n"))
    assert both < immediate < none
    assert both < shallow < none


def sparse_tree(generator: random.Random, players: int, depth: int, most: int) -> Any:
    """Nested lists; the leaves sum to at most so much, and often one player has nearly all."""
    if depth == 0:
        vector, left = [0] * players, generator.choice((most, most, generator.randint(0, most)))
        for player in generator.sample(range(players), players):
            vector[player] = generator.choice((left, generator.randint(0, left)))
            left -= vector[player]
        return vector
    return [sparse_tree(generator, players, depth - 1, most) for _ in range(generator.randint(1, 3))]


@pytest.mark.slow
@pytest.mark.interpreted
def test_an_upper_bound_of_the_sum_is_enough_for_shallow_pruning() -> None:
    generator = random.Random(7)
    switches = ("shallow", "immediate", "immediate,root", "immediate,root,shallow", "shallow,replacement=two-deep")
    whole, nodes = 0, dict.fromkeys(switches, 0)
    for _ in range(60):
        players, most = generator.choice((3, 4)), generator.randint(1, 6)
        tree = from_data(sparse_tree(generator, players, 4, most), players=players)
        game = replace(tree, utility_sum=None, max_utility_sum=most, max_utility=most)
        values = [max_n(game, child, 3, worth_in(game, None)) for child in children(game, game.initial())]
        best = max(range(len(values)), key=lambda i: values[i][0])
        for switch in switches:
            found = Searcher(game, f"max-n:{switch},transform=none").search()
            assert (found.value, chosen_index(found)) == (values[best], best), (tree, switch)
            for row, value in zip(found.action_values, values, strict=True):
                assert row.value is None or row.bound == "upper" or row.value == value
            nodes[switch] += found.nodes
        whole += count_nodes(game, game.initial(), 4)
    assert nodes["immediate,root"] < nodes["immediate"] < whole
    assert nodes["shallow"] < whole


def test_max_n_is_combines_both_prunings() -> None:
    for seed in range(20):
        state = random_state(IRREGULAR, seed, 1)
        one, other = (
            interpreted(("irregular", algorithm, None)).search(state, Limits(depth=6)).to_dict()
            for algorithm in ("max-n-is", "max-n:immediate,shallow")
        )
        for different in ("seconds", "algorithm"):
            del one[different], other[different]
        assert one == other


@pytest.mark.parametrize("case", PARANOID, ids=str)
def test_paranoid_is_minimax_against_all_others(case: Case) -> None:
    game, worth = GAMES[case[0]], fractions_in(case)

    @examples(tries(case))
    @some_states
    def holds(seed: int, plies: int, depth: int) -> None:
        depth = min(depth, DEEPEST[case[0]])
        state = random_state(game, seed, plies)
        root = game.to_move(state)
        result = searcher(case).search(state, Limits(depth=depth))
        values = [paranoid(game, child, depth - 1, worth, root) for child in children(game, state)]
        best = [i for i, value in enumerate(values) if value > max(values) - Fraction(1, 10**9)]
        chosen, is_rounded = chosen_index(result), result.value not in range(-99, 100)  # such as thirds
        assert chosen in best
        assert chosen == best[0] or result.distance is not None or is_rounded
        assert in_values(case, result, result.value) == approximately(max(values))
        for row, value in zip(result.action_values, values, strict=True):
            found = in_values(case, result, row.value)
            assert found == approximately(value) if row.bound == "exact" else row.bound == "upper"
            assert value <= found + 1e-12
        leaf = play_line(game, state, " ".join(result.pv_text))
        assert in_values(case, result, result.value) == approximately(paranoid(game, leaf, 0, worth, root))

    holds()


@pytest.mark.slow
@pytest.mark.parametrize("case", HYPERMAX, ids=str)
def test_hypermax_equals_its_recursion(case: Case) -> None:
    game = GAMES[case[0]]

    @examples(tries(case, 40))
    @some_states
    def holds(seed: int, plies: int, depth: int) -> None:
        depth = min(depth, DEEPEST[case[0]])
        state = random_state(game, seed, plies)
        player = game.to_move(state)
        present = everyone(game, state)
        normalised = "normalised" in case[1]
        if normalised or case[0] == "shares":  # its cuts depend on the last bit of what are no whole numbers
            worth = zero_space(worth_of(case), present, 1 if normalised else None)
        else:
            worth = zero_space(fractions_in(case), present)
        result = searcher(case).search(state, Limits(depth=depth))
        value, values, nodes = hypermax(game, state, depth, worth, nothing_secured(game, state))
        assert (result.value, result.nodes) == (approximately(value), nodes)
        assert [row.value for row in result.action_values] == approximately(values)
        assert chosen_index(result) == max(range(len(values)), key=lambda i: values[i][player])
        assert set(result.cutoffs_by_reason) <= {"hypermax"}
        if result.cutoffs:
            assert result.certainty.kind == "heuristic"

    holds()


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=() if case in AT_ONCE else pytest.mark.slow if case in BY_DAY else pytest.mark.long)
        for case in sorted(COMPILED, key=str)
    ],
    ids=str,
)
def test_compiled_and_interpreted_visit_the_same_nodes(case: Case) -> None:
    @examples(20)
    @some_states
    def holds(seed: int, plies: int, depth: int) -> None:
        state = random_state(GAMES[case[0]], seed, plies)
        compiled, plain = (s(case).search(state, Limits(depth=depth)).to_dict() for s in (searcher, interpreted))
        del compiled["seconds"], plain["seconds"]
        assert compiled == plain

    assert searcher(case).compiled
    assert not interpreted(case).compiled
    holds()


@examples(30)
@example(seed=101759, plies=1, depth=1)
@some_states
def test_normalising_constant_sum_vectors_only_changes_their_scale(seed: int, plies: int, depth: int) -> None:
    state = random_state(IRREGULAR, seed, plies)
    for algorithm in ("max-n", "max-n:shallow", "paranoid"):
        joint = "," if ":" in algorithm else ":"
        raw, shared = (
            interpreted(("irregular", f"{algorithm}{joint}transform={t}", None)).search(state, Limits(depth=depth))
            for t in ("none", "normalised")
        )
        if algorithm == "paranoid":  # it adds up rounded quotients, so of equal actions it may take another one
            worth, root = worth_of(("irregular", algorithm, None)), IRREGULAR.to_move(state)
            values = [paranoid(IRREGULAR, child, depth - 1, worth, root) for child in children(IRREGULAR, state)]
            assert values[chosen_index(shared)] == max(values)
        else:
            assert raw.action_text == shared.action_text
        raw_value, shared_value = (r.value if isinstance(r.value, tuple) else (r.value,) for r in (raw, shared))
        assert shared_value == pytest.approx([number / WHOLE for number in raw_value], abs=1e-12)


@pytest.mark.parametrize(
    ("name", "algorithm", "evaluation", "means"),
    [
        ("irregular", "max-n", "shares", "normalised"),
        ("irregular", "max-n", "points", "normalised"),
        ("irregular", "max-n", "signed", "none"),
        ("irregular", "max-n-is", "shares", "normalised"),
        ("irregular", "paranoid", "shares", "none"),
        ("irregular", "hypermax", "shares", "none"),
        ("shares", "max-n", None, "normalised"),
        ("signed", "max-n", None, "none"),
        ("chameleon-chess", "max-n", "count-pawns", "normalised"),
        ("chameleon-chess", "paranoid", "count-pawns", "none"),
        ("chameleon-chess", "hypermax", "count-pawns", "none"),
    ],
)
def test_default_transforms(name: str, algorithm: str, evaluation: str | None, means: str) -> None:
    default, explicit = (
        interpreted((name, chosen, evaluation)).search(random_state(GAMES[name], 3, 1), Limits(depth=2))
        for chosen in (algorithm, f"{algorithm}:transform={means}")
    )
    assert (default.action_values, default.nodes) == (explicit.action_values, explicit.nodes)


def test_a_search_to_the_end_is_exact_without_unsound_cuts() -> None:
    for algorithm in ("max-n", "max-n-is", "max-n:immediate", "max-n:shallow", "paranoid"):
        result = interpreted(("shares", algorithm, None)).search()
        assert (result.certainty.kind, result.depth, result.certainty.complete) == ("exact", 5, True)
        assert interpreted(("shares", algorithm, None)).search(limits=Limits(depth=4)).certainty.kind == "heuristic"
        assert interpreted(("shares", algorithm, None)).search(limits=Limits(depth=5)).is_proven


def test_hypermax_with_cuts_is_exact_for_two_players_only() -> None:
    case = ("signed", "hypermax", None)
    results = [interpreted(case).search(random_state(GAMES["signed"], seed, seed % 4)) for seed in range(60)]
    assert {r.certainty.kind for r in results if r.cutoffs} == {"heuristic"}
    assert {r.certainty.kind for r in results if not r.cutoffs} == {"exact"}
    two = Searcher(from_data([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), "hypermax").search()
    assert (two.value, two.certainty.kind) == ((3, -3), "exact")
    assert two.cutoffs > 0


@pytest.mark.slow
def test_deep_pruning_may_be_wrong_and_is_never_exact() -> None:
    sound, deep = (
        [interpreted(("irregular", a, None)).search(random_state(IRREGULAR, seed, 0)) for seed in range(100)]
        for a in ("max-n", "max-n:deep")
    )
    assert any(one.action_text != other.action_text for one, other in zip(sound, deep, strict=True))
    assert {result.certainty.kind for result in sound} == {"exact"}
    assert {result.certainty.kind for result in deep if result.cutoffs} == {"heuristic"}
    assert sum(result.nodes for result in deep) < sum(result.nodes for result in sound)


def test_one_player_takes_the_best_leaf() -> None:
    puzzle = from_data([[[1], [2]], [[9], [4], [9]]], players=1, vectors=True)
    for algorithm in ("max-n", "max-n:immediate", "paranoid"):
        found = Searcher(puzzle, algorithm).search()
        value = found.value[0] if isinstance(found.value, tuple) else found.value
        assert (value, found.action_text, found.certainty.kind) == (9, "1", "exact")
    assert found.pv_text == ("1", "0")
