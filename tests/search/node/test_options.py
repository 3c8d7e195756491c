"""Killers, history, plan, inner searches, cuts by table and bounds, small windows: none of them changes a value."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changing import changed
from irregular import IRREGULAR, Node
from lattice import Point, lattice
from obvious import random_state
from spielbaum import Evaluation, Game, Limits, Result, Searcher, SearchHints, games, registry
from spielbaum.errors import GameError, InputError, UnsupportedGameError
from spielbaum.game.notation import play_line
from spielbaum.games.tree import from_data
from spielbaum.kernel import popcount
from spielbaum.search.algorithms.choice import LEADER, best, strongest
from spielbaum.search.algorithms.registry import find_algorithm
from spielbaum.search.core.workspace import HISTORY_PLACES
from spielbaum.search.table.allocation import TableMemory
from tiers import all_but, at_night, examples

TWO = ["alpha-beta", "alpha-beta:fail=hard", "alpha-beta-negamax", "pvs", "mtdf"]
SWITCHES = ["killers", "history", "pv", "deepening", "etc"]
ALL = "replacement=two-deep,killers,history,pv,deepening,etc"
MANY = 10**12


def _utility(state: Point) -> tuple[int, int]:
    value = (state.x * 5 + state.y * 3 + state.seed) % 5 - 2
    return value, -value


def _bounds(state: Point) -> tuple[int, int]:
    """Return all that can be reached; where the game is nearly over, no more than its last steps allow."""
    left = 10 - state.x - state.y
    if left > 2:
        return -2, 2
    ends = [
        ((state.x + a) * 5 + (state.y + b) * 3 + state.seed) % 5 - 2
        for a in range(3)
        for b in range(3)
        if state.x + state.y + a + b >= 8
    ]
    low, high = min(ends), max(ends)
    return (-high, -low) if _mover(state) else (low, high)


def _mover(state: Point) -> int:
    return (state.x ^ state.y >> 1 ^ state.seed) & 1


def _over(state: Point) -> bool:
    return state.x + state.y >= 8


def _far(state: Point) -> Iterator[int]:
    """Yield actions that lie far apart, some below zero."""
    yield 3 * HISTORY_PLACES
    yield -5
    yield 1 << 40
    yield HISTORY_PLACES


def _step(state: Point, action: int) -> Point:
    if action == -5:
        return Point(state.x, state.y + 1, state.seed)
    if action == 1 << 40:
        return Point(state.x + 1, state.y + 1, state.seed)
    return Point(state.x + (2 if action == HISTORY_PLACES else 1), state.y, state.seed)


BOUNDED = replace(
    lattice(2), name="bounded", to_move=_mover, actions=_far, result=_step, is_terminal=_over, utility=_utility,
    evaluations={"same": Evaluation(_utility, utility_weight=3)}, hints=SearchHints(bounds=_bounds),
)  # fmt: skip
GAMES = {
    "irregular": IRREGULAR,
    "lattice": lattice(2),
    "bounded": BOUNDED,
    "connect-four": games.load("connect-four:width=5,height=4"),
    "domineering": games.load("domineering:rows=4,columns=4"),
    "dots-and-boxes": games.load("dots-and-boxes:rows=2,columns=2"),
    "tic-tac-toe": games.load("tic-tac-toe"),
    "mnk": games.load("mnk:width=4,height=4,line=3"),
    "nim": games.load("nim:heaps=1-3-4"),
    "random-tree": games.load("random-tree:branching=4,depth=6,low=-9,high=9"),
}
DEEPEST = {"irregular": 6, "lattice": 7, "mnk": 3, "nim": 8, "random-tree": 6}
TO_THE_END = {"bounded": 0, "domineering": 6, "dots-and-boxes": 7, "irregular": 0, "random-tree": 1}
"""Plies of random play after which a whole search takes no time."""


@cache
def searcher(name: str, algorithm: str, jit: str = "1", size: int = 1 << 14) -> Searcher:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELBAUM_JIT", jit)
        return Searcher(GAMES[name], algorithm, table=size)


def some_state(name: str, seed: int, plies: int | None = None) -> Any:
    if name in ("lattice", "bounded"):
        return Point(0, 0, seed)
    if name == "irregular":
        return Node(seed, 0)
    return random_state(GAMES[name], seed, random.Random(seed).randrange(5) if plies is None else plies)


def points(name: str, result: Result) -> list[Any]:
    """The values of root and actions in the unit of the evaluation; one search may prove what another cannot."""
    evaluation = GAMES[name].evaluation()
    unit = evaluation.utility_weight if evaluation and result.is_proven else 1
    return [unit * value for value in (result.value, *(row.value for row in result.action_values))]


def agree(name: str, found: Result, state: Any, limits: Limits, jit: str) -> None:
    whole = searcher(name, "minimax", jit).search(state, limits)
    if found.action != whole.action:  # of a win or a loss each takes what it knows to be fastest, or slowest
        alone = searcher(name, "minimax", jit).search(state, limits, root_moves=[found.action])
        assert points(name, alone)[0] == points(name, whole)[0] != 0
    assert points(name, found)[0] == points(name, whole)[0]
    plain = searcher(name, "alpha-beta", jit).search(state, limits)
    same = found.action == plain.action and (found.depth == plain.depth or not limits.deepens)
    if same and not found.algorithm.startswith("mtdf"):
        assert [row.bound for row in found.action_values] == [row.bound for row in plain.action_values]
    for row, value, true in zip(found.action_values, points(name, found)[1:], points(name, whole)[1:], strict=True):
        assert value == true if row.bound == "exact" else (row.bound == "upper" and true <= value), row


@st.composite
def settings_of(draw: st.DrawFn, *, bounds: bool = False) -> str:
    """An algorithm with any of the switches."""
    name = draw(st.sampled_from(TWO))
    switches = sorted(draw(st.sets(st.sampled_from(SWITCHES), min_size=1)))
    table = draw(st.sampled_from(["none", "new", "big-all", "two-deep", "two-big"]))
    if table == "none" and "etc" in switches:
        switches.remove("etc")
    options = [f"replacement={table}", f"order={draw(st.sampled_from(['static', 'none']))}", *switches]
    if name != "mtdf":
        options.append(f"aspiration={draw(st.sampled_from([0, 1e-12, 0.5, 1, 3, 50]))}")
    if bounds:
        options.append("bounds")
    return f"{name}{',' if ':' in name else ':'}{','.join(options)}"


@pytest.mark.parametrize("name", GAMES)
@examples(25)
@given(algorithm=settings_of(), seed=st.integers(0, 10**5), depth=st.integers(1, 8), deepens=st.booleans())
def test_no_combination_of_options_changes_value_action_or_bound(
    name: str, algorithm: str, seed: int, depth: int, deepens: bool
) -> None:
    algorithm = algorithm.replace("mtdf", "pvs") if name == "irregular" else algorithm  # no whole numbers
    state = some_state(name, seed)
    limits = Limits(depth=min(depth, DEEPEST.get(name, 4)), nodes=MANY if deepens else None)
    if not GAMES[name].is_terminal(state):
        agree(name, searcher(name, algorithm, "0").search(state, limits), state, limits, "0")


def deep_enough(depth: int, deepest: int) -> int:
    """By day what is compiled is compared with interpreted searches, which need no kernels of their own."""
    return min(depth, deepest if at_night() else 5)


WITH_AIDS = [
    "alpha-beta:killers,history,pv,deepening,aspiration=2",
    f"alpha-beta:fail=hard,{ALL}",
    f"alpha-beta-negamax:{ALL}",
    f"pvs:{ALL},aspiration=2",
    "mtdf:killers,history,etc",
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "spec"), list(product(["lattice", "connect-four"], WITH_AIDS)))
@examples(15)
@given(seed=st.integers(0, 10**5), depth=st.integers(1, 9), deepens=st.booleans())
def test_no_compiled_combination_changes_value_action_or_bound(
    name: str, spec: str, seed: int, depth: int, deepens: bool
) -> None:
    state = some_state(name, seed)
    limits = Limits(depth=deep_enough(depth, 7), nodes=MANY if deepens else None)
    if not GAMES[name].is_terminal(state):
        agree(name, searcher(name, spec).search(state, limits), state, limits, "1" if at_night() else "0")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "spec"),
    all_but(
        [("bounded", f"{WITH_AIDS[3]},bounds")],
        [
            *product(["bounded", "connect-four"], [WITH_AIDS[3], WITH_AIDS[0]]),
            *product(["bounded"], [f"{WITH_AIDS[3]},bounds", f"{WITH_AIDS[0]},bounds"]),
        ],
    ),
)
def test_compiled_and_interpreted_visit_the_same_nodes(name: str, spec: str) -> None:
    for seed in range(5):
        state, limits = some_state(name, seed), Limits(depth=deep_enough(6, 6), nodes=MANY)
        if not GAMES[name].is_terminal(state):
            one, other = (searcher(name, spec, jit).search(state, limits) for jit in "01")
            assert replace(one, seconds=0) == replace(other, seconds=0)


@pytest.mark.parametrize("name", TO_THE_END)
@examples(25)
@given(algorithm=settings_of(), seed=st.integers(0, 10**5))
def test_whole_games_keep_their_values(name: str, algorithm: str, seed: int) -> None:
    algorithm = f"{algorithm},bounds" if GAMES[name].hints.bounds else algorithm
    state = some_state(name, seed, TO_THE_END[name])
    if not GAMES[name].is_terminal(state):
        agree(name, searcher(name, algorithm, "0").search(state), state, Limits(), "0")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "algorithm"),
    all_but(
        [("bounded", f"{WITH_AIDS[3]},bounds")],
        [
            *product(["bounded"], [f"{WITH_AIDS[3]},bounds", f"{WITH_AIDS[0]},bounds"]),
            *product(["bounded", "domineering", "dots-and-boxes"], ["alpha-beta:bounds", f"pvs:bounds,{ALL}"]),
        ],
    ),
)
def test_bounds_change_no_compiled_search(name: str, algorithm: str) -> None:
    for seed in range(25 if at_night() else 8):
        state = some_state(name, seed, TO_THE_END[name] - 2)
        if not GAMES[name].is_terminal(state):
            agree(name, searcher(name, algorithm).search(state), state, Limits(), "1" if at_night() else "0")


@pytest.mark.interpreted
def test_bounds_save_nodes_and_are_ignored_with_a_depth_limit() -> None:
    game = games.load("domineering:rows=4,columns=5" if at_night() else "domineering:rows=4,columns=4")
    for limits, spares in ((Limits(), True), (Limits(depth=6), False)):
        plain, cut = (Searcher(game, spec).search(limits=limits) for spec in ("pvs", "pvs:bounds"))
        assert (cut.value, cut.action_text) == (plain.value, plain.action_text)
        assert (cut.nodes < plain.nodes / 3) if spares else (cut.nodes == plain.nodes)


@examples(60)
@given(algorithm=settings_of(), seed=st.integers(0, 10**5), deepens=st.booleans())
def test_the_line_leads_to_the_value(algorithm: str, seed: int, deepens: bool) -> None:
    state, game = some_state("irregular", seed), IRREGULAR
    if game.is_terminal(state):
        return
    algorithm = algorithm.replace("mtdf", "pvs")
    result = searcher("irregular", algorithm, "0").search(state, Limits(depth=6, nodes=MANY if deepens else None))
    leaf = play_line(game, state, " ".join(result.pv_text))
    if "replacement=none" in algorithm:
        assert game.is_terminal(leaf) or len(result.pv_text) == 6
        worth = game.utility(leaf) if game.is_terminal(leaf) else game.evaluation().function(leaf)
        assert worth[game.to_move(state)] == result.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithm",
    [
        f"pvs:{ALL},aspiration=3",
        "alpha-beta:aspiration=1,pv",
        "alpha-beta-negamax:killers,history,deepening",
        f"mtdf:{ALL}",
    ],
)
def test_node_limits_are_exact_and_stopped_iterations_have_correct_values(algorithm: str) -> None:
    @cache
    def alone(name: str, seed: int, depth: int) -> Result:
        return searcher("random-tree", name, "0").search(some_state("random-tree", seed, 0), Limits(depth=depth))

    for seed in range(3 if at_night() else 1):
        state = some_state("random-tree", seed, 0)
        for nodes in [*range(1, 40), *range(40, 2000, 61 if at_night() else 191)]:
            result = searcher("random-tree", algorithm, "0").search(state, Limits(nodes=nodes, depth=6))
            assert result.nodes <= nodes
            if result.certainty.complete and result.depth:
                fixed = alone("alpha-beta", seed, result.depth)
                assert (result.action_text, result.value) == (fixed.action_text, fixed.value)
            elif result.certainty.kind == "bound":
                assert not algorithm.startswith("mtdf")  # its null windows know nothing but bounds
                whole = alone("minimax", seed, result.depth + 1)
                true = {row.action_text: row.value for row in whole.action_values}
                assert true[str(result.action_text)] == result.value


@pytest.mark.interpreted
def test_every_ordering_searches_the_minimal_uniform_tree() -> None:
    for branching, depth in ((5, 6), (3, 7)):
        game = games.load(f"random-tree:branching={branching},depth={depth},low=0,high=0")
        minimal = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
        assert Searcher(game, "pvs:killers,history,pv").search().leaves == minimal


@pytest.mark.interpreted
def test_orderings_save_nodes_in_games_without_order() -> None:
    game = games.load("mnk:width=4,height=4,line=3")
    limits = Limits(depth=4, nodes=MANY)
    plain = Searcher(game, "pvs").search(limits=limits).nodes
    for switches in ("killers", "history", "killers,history"):
        assert Searcher(game, f"pvs:{switches}").search(limits=limits).nodes < plain * 0.8


@pytest.mark.slow
@pytest.mark.interpreted
def test_the_previous_pv_is_followed_without_a_table() -> None:
    """At one ply less the second action looked best everywhere; the next iteration tries it first."""
    game = games.load("random-tree:branching=6,depth=8,values=normal")
    estimate = Evaluation(lambda state: (state.node % 101 - 50, 50 - state.node % 101))
    game = replace(game, evaluations={"chance": estimate})
    plain, planned = (Searcher(game, spec).search(limits=Limits(depth=7, nodes=MANY)) for spec in ("pvs", "pvs:pv"))
    assert (plain.action_text, plain.value) == (planned.action_text, planned.value)
    assert plain.nodes != planned.nodes


def test_impossible_options_are_refused() -> None:
    with pytest.raises(InputError, match="etc=true needs a transposition table"):
        Searcher(GAMES["nim"], "pvs:etc")
    with pytest.raises(UnsupportedGameError, match=r"bounds=true needs .* tic-tac-toe gives none"):
        Searcher(GAMES["tic-tac-toe"], "alpha-beta:bounds")
    with pytest.raises(InputError, match="at least 0, not -1"):
        Searcher(GAMES["nim"], "pvs:aspiration=-1")
    with pytest.raises(InputError, match="aspiration"):
        Searcher(GAMES["nim"], "pvs:aspiration=nan")
    assert "aspiration" not in find_algorithm("mtdf").options
    estimated = replace(BOUNDED, evaluations={"always": Evaluation(_utility, terminal=True)})
    with pytest.raises(UnsupportedGameError, match="bounds=true"):
        Searcher(estimated, "pvs:bounds")


@pytest.mark.parametrize("text", ["chameleon-chess", "rolit:players=3", "focus:players=4", "blokus"])
def test_the_strongest_for_more_players_leads_the_ladder(text: str) -> None:
    game = games.load(text)
    for limits in (["nodes"], ["seconds"], ["simulations"]):
        found = strongest(game, limits=limits)
        assert str(found) == str(best(game, limits=limits)) == LEADER
    assert {str(strongest(game, limits=limits)) for limits in ((), ["depth"], ["depth", "seconds"])} == {"max-n-is"}
    assert Searcher(game, LEADER).search(limits=Limits(nodes=200)).action in game.actions(game.initial())


def test_the_leader_of_the_ladder_needs_estimates_that_are_parts_of_a_whole() -> None:
    for text in ("mnk:players=3", "random-tree:players=3", "rolit:players=2"):
        assert strongest(games.load(text), limits=["nodes"]).name != "mcts"


def test_the_strongest_options_depend_on_the_game() -> None:
    assert str(strongest(games.load("connect-four"))) == "pvs:replacement=two-deep,history=true,bounds=true"
    assert str(strongest(games.load("tic-tac-toe"))) == "pvs:replacement=two-deep,history=true,killers=true"
    assert str(strongest(games.load("domineering"))) == "pvs:replacement=two-deep,history=true,bounds=true"
    assert str(strongest(games.load("mnk:players=3"))) == "max-n-is"
    estimated = replace(BOUNDED, evaluations={"always": Evaluation(_utility, terminal=True)})
    for game in (*GAMES.values(), estimated):
        assert Searcher(game, strongest(game)).choice == strongest(game)


def test_bounds_are_in_the_unit_of_the_evaluation() -> None:
    game: Game = changed(from_data([[1, 0], [0, 1]]), {"hints.bounds": lambda state: (-1, 1)})
    weighted = replace(game, evaluations={"none": Evaluation(lambda state: (0, 0), utility_weight=100)})
    assert Searcher(weighted, "alpha-beta:bounds").search().value == Searcher(game, "alpha-beta").search().value == 0


# verify


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "spec", ["alpha-beta:replacement=new,etc=true", "pvs:replacement=deep,history=true", "mtdf:replacement=two-big"]
)
def test_verification_keeps_results(spec: str) -> None:
    game = registry.load("connect-four:width=4,height=4")
    plain, verified = (Searcher(game, f"{spec}{more}") for more in ("", ",verify=true"))
    for limits in (Limits(depth=5), Limits(depth=7, nodes=5_000)):
        one, two = plain.search(limits=limits), verified.search(limits=limits)
        assert replace(two, algorithm=one.algorithm, seconds=one.seconds) == one


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.long), False])
def test_verification_detects_a_wrong_key(compiled: bool) -> None:
    def wrong(state: Any) -> int:
        return popcount(state.crosses)

    game = replace(games.load("tic-tac-toe"), hints=SearchHints(key=wrong), compiled=compiled)
    with pytest.raises(GameError, match="is not confirmed by a search without it"):
        Searcher(game, "pvs:replacement=two-deep,verify=true").search(limits=Limits(depth=5))


def test_verification_needs_a_table() -> None:
    with pytest.raises(InputError, match="verify=true needs a transposition table"):
        Searcher(games.load("tic-tac-toe"), "pvs:verify=true")


# reuse


def _played(spec: str, depth: int, seed: int, share: float) -> tuple[list[Result], Searcher]:
    """Return what a searcher finds at every move of a game, in which a share of the moves is random."""
    game, chance = registry.load("connect-four:width=4,height=4"), random.Random(seed)
    searcher = Searcher(game, spec, table="1MB")
    state, history, found = game.initial(), list[Any](), list[Result]()
    while not game.is_terminal(state):
        found.append(searcher.search(state, depth=depth, history=history))
        history.append(state)
        action = chance.choice(list(game.actions(state))) if chance.random() < share else found[-1].action
        assert action is not None
        state = game.result(state, action)
    return found, searcher


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize(
    "spec", ["pvs:replacement=two-deep,history", "mtdf", "alpha-beta:replacement=deep,etc,killers"]
)
def test_a_reused_table_keeps_values(spec: str) -> None:
    reusing = f"{spec}{',' if ':' in spec else ':'}reuse"
    for seed in range(3):
        alone, _ = _played(spec, 5, seed, 0.5)
        together, searcher = _played(reusing, 5, seed, 0.5)
        assert [(one.value, one.action) for one in together] == [(one.value, one.action) for one in alone]
        assert together[0].nodes == alone[0].nodes
        assert sum(one.nodes for one in together) < sum(one.nodes for one in alone)
        assert searcher.search(depth=5).nodes == alone[0].nodes  # another game


@pytest.mark.interpreted
def test_only_own_searches_of_the_same_game_are_reused() -> None:
    game = registry.load("connect-four:width=4,height=4")
    memory, start = TableMemory(1 << 20), game.initial()
    one, other = (Searcher(game, "pvs:replacement=two-deep,reuse", evaluation=name) for name in ("lines", "threats"))
    for searcher in (one, other):
        searcher.share_table(memory)
    after, elsewhere = play_line(game, start, "2"), play_line(game, start, "1")
    fresh = one.search(after, depth=5, history=[start]).nodes
    one.search(start, depth=5)
    assert one.search(after, depth=5).nodes == fresh  # the history does not say that it is the same game
    one.search(elsewhere, depth=5)
    assert one.search(after, depth=5, history=[start]).nodes == fresh
    one.search(start, depth=5)
    other.search(start, depth=5)
    assert one.search(after, depth=5, history=[start]).nodes == fresh
    one.search(start, depth=5)
    assert one.search(after, depth=5, history=[start]).nodes < fresh


def test_impossible_reuse_is_refused() -> None:
    with pytest.raises(InputError, match="reuse=true needs a transposition table"):
        Searcher(games.load("tic-tac-toe"), "pvs:reuse")
    with pytest.raises(InputError, match="in chess values depend on draws by repetition, and so on the moves before"):
        Searcher(games.load("chess"), "pvs:replacement=two-deep,reuse")
    Searcher(games.load("chess"), "pvs:replacement=two-deep,reuse,loose")
