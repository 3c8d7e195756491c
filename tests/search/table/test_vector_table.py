"""A transposition table changes nothing that Max^n finds: vector, action, line, under every scheme and pruning."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from obvious import max_n, mixed, random_state, worth_in
from spielbaum import Evaluation, Game, Limits, Result, Searcher, SearchHints, games
from spielbaum.errors import InputError
from spielbaum.game.notation import play_line
from spielbaum.kernel import new_words, words_of
from spielbaum.search.algorithms.choice import parse_algorithm
from spielbaum.search.table.entry import ACTION, FACTS, GENERATION_SHIFT, LOCK, NOWHERE, VALUE, make_entries
from spielbaum.search.table.slots import Replacement
from tiers import all_but, at_night, examples, pairwise

pytestmark = pytest.mark.slow

SCHEMES = [scheme for scheme in get_args(Replacement) if scheme != "none"]
WHOLE = 12


class Crossing(NamedTuple):
    """A crossing in a lattice, reached on many ways; ``turned`` says that its actions come in the other order."""

    x: int
    y: int
    turned: int
    seed: int


def _hash(state: Crossing, salt: int = 0) -> int:
    return mixed(state.x + 100 * state.y + 10000 * state.seed + 77777 * salt)


def _shares(state: Crossing, players: int, salt: int) -> tuple[int, int, int, int]:
    """Whole numbers that sum to WHOLE; often one player has all, and often many are equal."""
    number = _hash(state, salt)
    if number % 5 == 0:
        winner = number // 8 % players
        return WHOLE * (winner == 0), WHOLE * (winner == 1), WHOLE * (winner == 2), WHOLE * (winner == 3)
    first, second = number // 8 % 5, number // 64 % 5
    third = number // 512 % 3 if players == 4 else WHOLE - first - second
    return first, second, third, WHOLE - first - second - third


def _rounded(state: Crossing) -> tuple[float, float, float]:
    """Shares of 1 as floats have them: 0.7 leaves 0.3 to others, of which somebody has a little more than that."""
    number = _hash(state, 5)
    third = 0.3 if number % 2 else 0.1 + 0.2
    return ((0.7, third, 0.0), (third, 0.7, 0.0), (0.0, third, 0.7), (third, 0.3, 0.4))[number // 8 % 4]


def crossings(players: int) -> Game:
    """A game in which chance decides who moves, also twice, and a step may go one or two places.

    Its key is the same for states whose actions come in the other order: their futures are equal, but not their ties.
    """

    def to_move(state: Crossing) -> int:
        return _hash(state) // 64 % players

    def actions(state: Crossing) -> Iterator[int]:
        for action in range(3 + _hash(state) % 2):  # noqa: UP028
            yield action

    def result(state: Crossing, action: int) -> Crossing:
        step = 2 + _hash(state) % 2 - action if state.turned else action
        x, y = state.x + (1, 0, 1, 2)[step], state.y + (0, 1, 1, 0)[step]
        return Crossing(x, y, (state.turned + step) % 2, state.seed)

    def is_terminal(state: Crossing) -> bool:
        return state.x + state.y >= 8 or _hash(state) % 13 == 5

    def three(state: Crossing) -> tuple[int, int, int]:
        shares = _shares(state, 3, 1)
        return shares[0], shares[1], shares[2]

    def four(state: Crossing) -> tuple[int, int, int, int]:
        return _shares(state, 4, 1)

    utility = three if players == 3 else four
    rounded = {"rounded": Evaluation(_rounded, terminal=True, non_negative=True, maximum=1, maximal_sum=1)}
    return Game(
        name="crossings",
        players=players,
        initial=lambda: Crossing(0, 0, 0, 0),
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        evaluations={
            "shares": Evaluation(utility, non_negative=True, maximum=WHOLE, maximal_sum=WHOLE),
            **(rounded if players == 3 else {}),
        },
        max_utility=WHOLE,
        utility_sum=WHOLE,
        non_negative=True,
        hints=SearchHints(key=lambda state: state.x + 100 * state.y + 10000 * state.seed),
    )


GAMES = {
    "three": crossings(3),
    "four": crossings(4),
    "tree": games.load("random-tree:players=4,branching=3,depth=6,low=0,high=3,total=8"),
    "mnk": games.load("mnk:players=3"),
    "mnk-4": games.load("mnk:players=4"),
    "dots": games.load("dots-and-boxes:rows=2,columns=2"),
    "chameleon-chess": games.load("chameleon-chess"),
}
DEEPEST = {"three": 7, "four": 6, "tree": 5, "mnk": 4, "mnk-4": 4, "dots": 4, "chameleon-chess": 3}
ALGORITHMS = [
    "max-n",
    "max-n:immediate",
    "max-n:shallow,transform=none",
    "max-n:immediate,shallow,transform=none",
    "max-n-is",
]
Case = tuple[str, str, str | None]


def with_scheme(algorithm: str, scheme: str) -> str:
    return str(parse_algorithm(algorithm).with_table(scheme))


@cache
def searcher(case: Case, size: int = 1 << 16) -> Searcher:
    name, algorithm, evaluation = case
    return Searcher(GAMES[name], algorithm, evaluation=evaluation, table=size)


@cache
def interpreted(case: Case, size: int = 1 << 16) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", "0")
        name, algorithm, evaluation = case
        return Searcher(GAMES[name], algorithm, evaluation=evaluation, table=size)


def some_state(name: str, seed: int, plies: int) -> Any:
    game = GAMES[name]
    if name not in ("three", "four"):
        return random_state(game, seed, plies)
    state = Crossing(0, 0, 0, seed)
    return state if not game.is_terminal(state) else game.initial()


def agree(without: Result, found: Result) -> None:
    """Everything that both say is the same; of a root action the table may know more."""
    assert (found.action_text, found.value) == (without.action_text, without.value)
    both = min(len(without.pv_text), len(found.pv_text))  # a table may end a line early, or extend one
    assert found.pv_text[:both] == without.pv_text[:both]
    assert found.pv_text or not without.pv_text
    for row, other in zip(found.action_values, without.action_values, strict=True):
        if row.bound == other.bound == "exact":
            assert row == other


def is_true(name: str, evaluation: str | None, state: Any, depth: int, found: Result, *, shares: bool) -> None:
    """The vector of the root, and of every action that claims to be exact, is that of the definition."""
    game = GAMES[name]
    worth = worth_in(game, evaluation, shares=shares)
    assert found.value == max_n(game, state, depth, worth)
    player = game.to_move(state)
    for action, row in zip(game.actions(state), found.action_values, strict=True):
        truth = max_n(game, game.result(state, action), depth - 1, worth)
        assert isinstance(row.value, tuple)
        if row.bound == "exact":
            assert row.value == truth
        else:
            assert truth[player] <= row.value[player] + 1e-12  # a bound is what shares leave of 1, and rounded


some_searches = given(
    seed=st.integers(0, 10**5),
    plies=st.integers(0, 6),
    depth=st.integers(1, 7),
    size=st.sampled_from([128, 1 << 10, 1 << 16]),
)


@pytest.mark.parametrize(("name", "algorithm", "scheme"), pairwise(["three", "four"], ALGORITHMS, SCHEMES))
@examples(6)
@some_searches
def test_no_scheme_changes_vectors(
    name: str, algorithm: str, scheme: str, seed: int, plies: int, depth: int, size: int
) -> None:
    depth = min(depth, DEEPEST[name])
    state = some_state(name, seed, plies)
    found = interpreted((name, with_scheme(algorithm, scheme), None), size).search(state, Limits(depth=depth))
    agree(interpreted((name, algorithm, None)).search(state, Limits(depth=depth)), found)
    is_true(name, None, state, depth, found, shares="transform=none" not in algorithm)


@pytest.mark.parametrize("scheme", ["deep", "two-big"])
@pytest.mark.parametrize(("name", "algorithm"), [("tree", "max-n-is"), ("mnk-4", "max-n-is"), ("dots", "max-n")])
@examples(8)
@some_searches
def test_vector_tables_keep_results_in_all_games(
    name: str, algorithm: str, scheme: str, seed: int, plies: int, depth: int, size: int
) -> None:
    state, limits = some_state(name, seed, plies), Limits(depth=min(depth, DEEPEST[name]))
    found = interpreted((name, with_scheme(algorithm, scheme), None), size).search(state, limits)
    agree(interpreted((name, algorithm, None)).search(state, limits), found)


@pytest.mark.parametrize(
    ("name", "algorithm", "scheme"),
    [
        pytest.param("three", "max-n-is", "two-deep", marks=pytest.mark.long),
        pytest.param("four", "max-n:shallow,transform=none", "new", marks=pytest.mark.long),
        pytest.param("mnk", "max-n-is", "big-all", marks=pytest.mark.long),
        pytest.param("chameleon-chess", "max-n", "two-big", marks=pytest.mark.long),
        pytest.param("chameleon-chess", "max-n-is", "old", marks=pytest.mark.long),
    ],
)
@examples(40)
@given(
    seed=st.integers(0, 10**5),
    plies=st.integers(0, 60),
    depth=st.integers(1, 7),
    size=st.sampled_from([128, 1 << 12, 1 << 20]),
)
def test_compiled_tables_keep_results(
    name: str, algorithm: str, scheme: str, seed: int, plies: int, depth: int, size: int
) -> None:
    state, limits = some_state(name, seed, plies), Limits(depth=min(depth, DEEPEST[name] + 1))
    found = searcher((name, with_scheme(algorithm, scheme), None), size).search(state, limits)
    agree(searcher((name, algorithm, None)).search(state, limits), found)


@pytest.mark.parametrize("evaluation", all_but(["rounded"], ["shares", "rounded"]))
@examples(60)
@given(seed=st.integers(0, 10**5), depth=st.integers(1, 7))
def test_interpreted_equals_compiled_despite_rounding(evaluation: str, seed: int, depth: int) -> None:
    algorithm, limits = "max-n:immediate,shallow,transform=none", Limits(depth=depth)
    case = ("three", with_scheme(algorithm, "two-deep"), evaluation)
    state = some_state("three", seed, 0)
    fast, slow = searcher(case).search(state, limits), interpreted(case).search(state, limits)
    agree(slow, fast)
    assert (fast.nodes, fast.leaves, fast.cutoffs) == (slow.nodes, slow.leaves, slow.cutoffs)
    agree(interpreted(("three", algorithm, evaluation)).search(state, limits), fast)


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", all_but(["max-n-is"], ["max-n-is", "max-n"]))
@examples(30)
@given(seed=st.integers(0, 10**5), plies=st.integers(0, 60), nodes=st.integers(1, 20_000 if at_night() else 1500))
def test_a_table_keeps_the_iterations_of_deepening(algorithm: str, seed: int, plies: int, nodes: int) -> None:
    state = some_state("chameleon-chess", seed, plies)
    scheme = "two-big" if algorithm == "max-n" else "old"
    found = searcher(("chameleon-chess", with_scheme(algorithm, scheme), None)).search(state, Limits(nodes=nodes))
    assert found.nodes <= nodes
    if found.certainty.complete and found.depth:
        fixed = searcher(("chameleon-chess", algorithm, None)).search(state, Limits(depth=found.depth))
        assert (found.action_text, found.value) == (fixed.action_text, fixed.value)


@pytest.mark.interpreted
def test_a_table_proves_a_game_in_fewer_nodes_with_the_same_line() -> None:
    game = GAMES["mnk" if at_night() else "three"]
    plain, has_table = (Searcher(game, f"max-n-is:replacement={scheme}") for scheme in ("none", "two-deep"))
    without, found = plain.search(), has_table.search()
    agree(without, found)
    assert found.certainty == without.certainty
    assert found.pv_text == without.pv_text
    assert found.nodes < without.nodes / 10


@pytest.mark.interpreted
def test_the_table_extends_the_line() -> None:
    game = GAMES["chameleon-chess"]
    state = some_state("chameleon-chess", 3, 50)
    found = Searcher(game, "max-n:replacement=two-deep,transform=none").search(state, Limits(depth=4))
    leaf = play_line(game, state, " ".join(found.pv_text))
    evaluation = game.evaluation()
    assert evaluation is not None
    assert len(found.pv_text) == 4 or game.is_terminal(leaf)
    assert tuple(evaluation.function(leaf)) == found.value


def test_deep_pruning_refuses_a_table() -> None:
    with pytest.raises(InputError, match="deep pruning cannot be used with a table"):
        Searcher(GAMES["tree"], "max-n:deep,replacement=new")


@pytest.mark.parametrize(("numbers", "words"), [(1, 4), (2, 8), (3, 8), (4, 8), (5, 8), (6, 16)])
def test_a_torn_entry_is_not_found(numbers: int, words: int) -> None:
    entries = make_entries(numbers)
    assert entries.words == words
    array = new_words(4 * words)
    assert int(words_of(array, compiled=True)) % 64 == 0
    table, generator = words_of(array, compiled=False), random.Random(numbers)
    fields = {field: generator.getrandbits(60) for field in range(ACTION, VALUE + numbers)}
    fields[FACTS] = 5 << GENERATION_SHIFT
    fields[LOCK] = key = generator.getrandbits(60)
    for field in range(FACTS, VALUE + numbers):
        fields[LOCK] ^= fields[field]
    for field, word in fields.items():
        entries.set_field(3, field, word, table)
    assert entries.find(2, key, 2, 5, table) == 3
    assert entries.find(2, key, 2, 6, table) == NOWHERE
    entries.set_field(3, VALUE + numbers - 1, 1, table)
    assert entries.find(2, key, 2, 5, table) == NOWHERE


class Counting:
    """Counts leaves, and nodes that are entered and not left."""

    def __init__(self) -> None:
        self.leaves = self.open = 0

    def enter(self, _state: Any, _player: int, _alpha: float, _beta: float) -> None:
        self.open += 1

    def leaf(self, _value: object, *, terminal: bool) -> None:
        self.leaves += 1
        self.open -= 1

    def bound(self, _action: int, _value: object, _best: object) -> None: ...

    def cutoff(self, _reason: str, _best: float, _bound: float) -> None: ...

    def leave(self, _value: object) -> None:
        self.open -= 1


def test_a_tracer_receives_table_hits_as_leaves() -> None:
    tracer = Counting()
    searcher = Searcher(GAMES["three"], "max-n-is:replacement=deep", table=1 << 16, tracer=tracer)
    found = searcher.search(some_state("three", 15, 0), Limits(depth=7))
    plain = interpreted(("three", "max-n-is", None)).search(some_state("three", 15, 0), Limits(depth=7))
    assert found.value == plain.value
    assert found.nodes < plain.nodes
    assert (tracer.open, tracer.leaves) == (0, found.leaves)
