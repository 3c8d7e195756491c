"""Only some actions of the root are searched; and the best few are found, each with its exact value."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

import pytest

from obvious import (
    IRREGULAR,
    everyone,
    hypermax,
    max_n,
    nothing_secured,
    paranoid,
    random_state,
    worth_in,
    zero_space,
)
from spielbaum import Limits, Searcher, games
from spielbaum.errors import InputError, PositionError, SearchInterruptedError
from spielbaum.game import Game
from spielbaum.game.notation import play_line
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.driver.iterative_deepening import Iteration, Root
from spielbaum.search.driver.multipv import BestLines, multipv
from tiers import at_night

MANY = 10**9
SEEDS = range(2 if at_night() else 1)
TREES = [games.load(f"random-tree:branching=4,depth=4,low=-5,high=5,seed={seed}") for seed in SEEDS]
FOUR = games.load("connect-four")
SCALAR = [
    "minimax",
    "negamax",
    "alpha-beta",
    "alpha-beta:fail=hard",
    "alpha-beta:replacement=two-deep,killers=true",
    "alpha-beta-negamax",
    "alpha-beta-negamax:replacement=new,etc=true",
    "pvs",
    "pvs:replacement=two-deep,history=true,killers=true,pv=true,aspiration=1",
    "mtdf",
    "mtdf:replacement=none",
]
N_PLAYERS = [
    "max-n",
    "max-n:immediate",
    "max-n-is",
    "max-n-is:replacement=two-deep",
    "paranoid",
    "paranoid:replacement=new",
    "hypermax",
]
LIMITS = [Limits(depth=3), Limits(depth=3, nodes=MANY), Limits(), Limits(nodes=MANY)]


SEARCHERS: dict[tuple[str, str], Searcher] = {}


def searcher(game: Game, algorithm: str) -> Searcher:
    """An interpreted search, made once for each game and algorithm."""
    if (game.spec, algorithm) not in SEARCHERS:
        SEARCHERS[game.spec, algorithm] = Searcher(replace(game, compiled=False), algorithm)
    return SEARCHERS[game.spec, algorithm]


def some_of(game: Game, state: Any, seed: int) -> list[int]:
    """At least one action of a state, in no order."""
    legal, generator = list(game.actions(state)), random.Random(seed)
    return generator.sample(legal, generator.randint(1, len(legal)))


def with_only(game: Game, root: Any, only: Sequence[int]) -> Game:
    """The game in which the root has no other actions."""

    def actions(state: Any) -> Iterator[int]:
        return (action for action in game.actions(state) if state != root or action in only)

    return replace(game, actions=actions)


def child_values(game: Game, state: Any, depth: int) -> dict[int, float]:
    """What every action is worth to the root player, where two play."""
    worth, root = worth_in(game), game.to_move(state)
    return {action: max_n(game, game.result(state, action), depth - 1, worth)[root] for action in game.actions(state)}


@pytest.mark.parametrize("algorithm", SCALAR)
@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
def test_a_restricted_root_has_the_value_of_its_best_action(game: Game, algorithm: str) -> None:
    narrower = 0
    for seed in range(4):
        state = random_state(game, seed, 0)
        for limits in LIMITS:
            depth = 3 if limits.depth else 4
            values, only = child_values(game, state, depth), some_of(game, state, seed)
            found = searcher(game, algorithm).search(state, limits, root_moves=only)
            best = max(values[action] for action in only)
            asked = [action for action in game.actions(state) if action in only]
            assert found.value == best
            assert found.action_text == str(next(action for action in asked if values[action] == best))
            assert found.pv_text[0] == found.action_text
            assert [row.action_text for row in found.action_values] == [str(action) for action in asked]
            assert all(row.value == values[int(row.action_text)] for row in found.action_values if row.bound == "exact")
            assert found.root_moves_text == (tuple(map(str, asked)) if len(asked) < 4 else None)
            assert found.certainty.complete
            narrower += best < max(values.values())
    assert narrower  # the case does occur


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", N_PLAYERS)
def test_a_root_of_n_players_can_be_restricted(algorithm: str) -> None:
    name = algorithm.split(":")[0]
    search = searcher(IRREGULAR, algorithm).search
    roots = [
        state
        for state in (random_state(IRREGULAR, seed, 0) for seed in range(60 if at_night() else 20))
        if state.key % 4 > 1
    ]
    worth = worth_in(IRREGULAR, shares=name.startswith("max-n"))
    for seed, state in enumerate(roots):
        root, only = IRREGULAR.to_move(state), some_of(IRREGULAR, state, seed)
        narrow = with_only(IRREGULAR, state, only)
        for depth in (1, 2, 4):
            if name == "paranoid":
                true: Any = paranoid(narrow, state, depth, worth, root)
            elif name == "hypermax":
                space = zero_space(worth, everyone(IRREGULAR, state))
                true = hypermax(narrow, state, depth, space, nothing_secured(IRREGULAR, state))[0]
            else:
                true = max_n(narrow, state, depth, worth)
            assert search(state, Limits(depth=depth), root_moves=only).value == true
            if name != "hypermax":  # its values depend on the order
                assert search(state, Limits(depth=depth, nodes=MANY), root_moves=only).value == true


@pytest.mark.parametrize("algorithm", [*SCALAR, "paranoid", "paranoid:replacement=two-deep"])
def test_listing_all_actions_restricts_nothing(algorithm: str) -> None:
    for game in TREES:
        search = searcher(game, algorithm).search
        for limits in LIMITS:
            alone = [search(limits=limits, root_moves=[action]).value for action in range(4)]
            assert search(limits=limits).value == max(alone)
            assert search(limits=limits, root_moves=range(4)) == replace(
                search(limits=limits), seconds=pytest.approx(0, abs=60)
            )


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["max-n", "max-n-is", "max-n-is:replacement=two-deep", "paranoid"])
def test_listing_all_actions_restricts_nothing_for_n_players(algorithm: str) -> None:
    search = searcher(IRREGULAR, algorithm).search
    for seed in range(30):
        state = random_state(IRREGULAR, seed, 0)
        root = IRREGULAR.to_move(state)
        alone = [search(state, Limits(depth=4), root_moves=[action]).value for action in IRREGULAR.actions(state)]
        mine = [value[root] if isinstance(value, tuple) else value for value in alone]
        assert search(state, Limits(depth=4)).value == alone[mine.index(max(mine))]


class Waiting(NamedTuple):
    """Whoever is to move stays so for ever, until the game ends."""

    over: int


@pytest.mark.parametrize(
    "algorithm", ["alpha-beta:replacement=new", "pvs:replacement=two-deep", "mtdf", "max-n:replacement=old"]
)
def test_a_restricted_root_leaves_no_root_entry_in_the_table(algorithm: str) -> None:
    """The root comes again one ply deeper, and has all its actions there."""
    game = Game(
        name="waiting",
        players=2,
        initial=lambda: Waiting(0),
        to_move=lambda state: 0,
        actions=lambda state: iter((0, 1)),  # to wait, and to win
        result=lambda state, action: Waiting(action),
        is_terminal=lambda state: state.over == 1,
        utility=lambda state: (1, -1),
        zero_sum=True,
        compiled=False,
    )
    search = Searcher(game, algorithm)
    for limits in (Limits(depth=2, nodes=MANY), Limits(depth=3, nodes=MANY)):
        assert search.search(limits=limits, root_moves=[0]).value in (1, (1, -1))
        found = search.multipv(limits=limits, lines=2)
        assert [row.value for row in found.lines] in ([1, 1], [(1, -1)] * 2)


def ranked(game: Game, state: Any, depth: int) -> list[tuple[str, float]]:
    """The actions with their values, the best first, among equals in the game's order."""
    values = child_values(game, state, depth)
    return [(str(action), values[action]) for action in sorted(values, key=lambda action: -values[action])]


@pytest.mark.parametrize("algorithm", SCALAR)
@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
def test_multipv_finds_exact_values(game: Game, algorithm: str) -> None:
    for seed, limits in enumerate(LIMITS):
        state, depth = random_state(game, seed, 0), 3 if limits.depth else 4
        ordinary = searcher(game, algorithm).search(state, limits)
        for number in (1, 2, 3, 9):
            found = searcher(game, algorithm).multipv(state, limits, lines=number)
            assert [(row.action_text, row.value) for row in found.lines] == ranked(game, state, depth)[:number]
            assert [row.depth for row in found.lines] == [depth] * min(number, 4)
            assert all(row.pv_text[0] == row.action_text and row.bound == "exact" for row in found.lines)
            assert all(row.proven == (depth == 4) for row in found.lines)
            assert found.complete
            assert found.lines[0].value == ordinary.value
            assert found.lines[0].pv_text == ordinary.pv_text
            for row in found.lines:
                if len(row.pv_text) == depth:
                    assert (
                        worth_in(game)(play_line(game, state, " ".join(row.pv_text)))[game.to_move(state)] == row.value
                    )


@pytest.mark.parametrize("algorithm", ["max-n-is", "max-n:replacement=two-deep", "paranoid"])
def test_multipv_finds_exact_values_for_n_players(algorithm: str) -> None:
    worth = worth_in(IRREGULAR, shares=algorithm.startswith("max-n"))
    for seed in range(20):
        state = random_state(IRREGULAR, seed, 0)
        root, children = IRREGULAR.to_move(state), [IRREGULAR.result(state, a) for a in IRREGULAR.actions(state)]
        if algorithm == "paranoid":
            true: list[Any] = [paranoid(IRREGULAR, child, 3, worth, root) for child in children]
            mine = true
        else:
            true = [max_n(IRREGULAR, child, 3, worth) for child in children]
            mine = [vector[root] for vector in true]
        found = searcher(IRREGULAR, algorithm).multipv(state, Limits(depth=4), lines=2)
        order = sorted(range(len(true)), key=lambda i: -mine[i])[:2]
        assert [row.action_text for row in found.lines] == [str(i) for i in order]
        assert [row.value for row in found.lines] == [true[i] for i in order]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta", "pvs:replacement=two-deep,aspiration=1", "mtdf"])
def test_multipv_under_any_node_limit(algorithm: str) -> None:
    game = TREES[0]
    values = {depth: child_values(game, game.initial(), depth) for depth in range(1, 5)}
    mixed = stopped = 0
    for nodes in [*range(1, 60, 1 if at_night() else 2), *range(60, 500, 7 if at_night() else 41)]:
        found = searcher(game, algorithm).multipv(limits=Limits(nodes=nodes), lines=3)
        assert found.nodes <= nodes
        assert len({row.action_text for row in found.lines}) == len(found.lines) <= 3
        depths = [row.depth for row in found.lines]
        mixed += len(set(depths)) > 1
        for place, row in enumerate(found.lines):
            if row.bound == "exact":
                assert row.value == values[row.depth][int(row.action_text)]
            else:
                stopped += 1
                assert (place, found.complete) == (0, False)
                assert row.value is not None
                assert row.value <= max(values[row.depth + 1].values())
        if found.complete:
            assert [row.value for row in found.lines] == sorted(values[depths[0]].values(), reverse=True)[:3]
        else:
            assert found.nodes == nodes
    assert mixed
    assert stopped or algorithm in ("minimax", "mtdf")  # the cases do occur


def test_multipv_of_a_restricted_root() -> None:
    values = child_values(TREES[0], TREES[0].initial(), 3)
    search = searcher(TREES[0], "pvs:replacement=two-deep")
    found = search.multipv(limits=Limits(depth=3), lines=2, root_moves=[3, 0, 2])
    assert [row.value for row in found.lines] == sorted((values[0], values[2], values[3]), reverse=True)[:2]
    each = search.action_values(limits=Limits(depth=3), root_moves=[3, 0])
    assert [(row.action_text, row.value) for row in each] == [("0", values[0]), ("3", values[3])]


@pytest.mark.interpreted
def test_a_proven_win_stays_as_short_as_found() -> None:
    chess = games.load("chess")
    state = chess.notation.parse_state("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")  # type: ignore[misc]
    searched = Searcher(chess, "pvs:replacement=two-deep,quiescence=true")
    found = searched.multipv(state, Limits(depth=5, nodes=MANY), lines=4)
    assert (found.lines[0].pv_text, found.lines[0].depth) == (("g5g7",), 1)
    assert [row.value for row in found.lines] == sorted((row.value for row in found.lines), reverse=True)  # type: ignore[type-var]
    wins = [row for row in found.lines if row.value == searched.win]
    assert [len(row.pv_text) for row in wins] == [row.depth for row in wins]
    assert [row.depth for row in wins] == sorted(row.depth for row in wins)
    assert len(wins) > 1


@pytest.mark.long
def test_multipv_with_threads_finds_the_same() -> None:
    one, two = (Searcher(FOUR, "alpha-beta:replacement=two-deep", threads=threads) for threads in (1, 2))
    limits = Limits(depth=6)
    rows = [[(row.action_text, row.value) for row in s.multipv(limits=limits).lines] for s in (one, two)]
    assert rows[0] == rows[1]
    assert two.search(limits=limits, root_moves=[0, 6]).value == one.search(limits=limits, root_moves=[0, 6]).value


def test_multipv_reports_every_depth_and_can_be_stopped() -> None:
    stop, told = Stop(), []

    def hear(lines: BestLines) -> None:
        told.append(lines)
        if lines.lines[0].depth == 3:
            stop.set()

    found = Searcher(FOUR, "alpha-beta").multipv(limits=Limits(seconds=60), on_iteration=hear, stop=stop)
    assert [[row.depth for row in lines.lines] for lines in told] == [[1] * 3, [2] * 3, [3] * 3]
    assert all(lines.complete and lines.nodes > 0 for lines in told)
    assert (found.complete, found.lines) == (False, told[-1].lines)


@pytest.mark.interpreted
def test_ctrl_c_keeps_the_best_lines_so_far() -> None:
    def interrupt(_progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(SearchInterruptedError) as caught:
        Searcher(FOUR, "minimax").multipv(limits=Limits(seconds=60), progress=interrupt)
    assert isinstance(caught.value.result, BestLines)
    assert len(caught.value.result.lines) == 3
    assert not caught.value.result.complete


@pytest.mark.interpreted
def test_impossible_root_actions_and_lines_are_refused() -> None:
    search = Searcher(FOUR)
    with pytest.raises(PositionError, match=r"action 7 is not legal at \.\.\.\."):
        search.search(limits=Limits(depth=2), root_moves=[3, 7])
    for asked in (search.search, search.multipv, search.action_values):
        with pytest.raises(InputError, match="root_moves is empty"):
            asked(limits=Limits(depth=2), root_moves=[])
        with pytest.raises(InputError, match="at least 1"):
            asked(limits=Limits(depth=0), root_moves=[3])
    with pytest.raises(InputError, match="lines must be at least 1, 0 is not"):
        search.multipv(limits=Limits(depth=2), lines=0)
    with pytest.raises(InputError, match="at least 1"):
        search.multipv(limits=Limits(depth=0))
    game = games.load("tic-tac-toe")
    over = game.notation.parse_state("XXXOO....")  # type: ignore[misc]
    assert Searcher(game).multipv(over).lines == ()
    with pytest.raises(PositionError, match="not legal"):
        Searcher(game).search(over, root_moves=[8])


def test_a_restricted_root_takes_a_window() -> None:
    values = child_values(TREES[0], TREES[0].initial(), 4)
    low, high = min(values.values()), max(values.values())
    assert low < high
    worst = min(values, key=lambda action: values[action])
    found = searcher(TREES[0], "alpha-beta").search(limits=Limits(depth=4), root_moves=[worst], window=(low, inf))
    assert (found.certainty.kind, found.certainty.bound) == ("bound", "upper")


def test_lines_of_a_selective_search_that_errs_are_sorted() -> None:
    values = {0: 34.0, 1: 64.0, 2: -14.0}  # of action 1 the first search saw less

    def once(_search: Any, _ws: Any, root: Root, depth: int, **_options: Any) -> Iteration:
        best = root.actions[0]
        return Iteration(depth, True, values[best], best, (), (best,), heuristic=True, unsound_cut=False)

    root = Root(actions=[0, 1, 2], player=0, window=(-inf, inf), splits=True, aspiration=0, win=inf)
    found, complete = multipv(
        lambda *_: 0.0,
        None,  # type: ignore[arg-type]
        Limits(depth=3),
        root,
        3,
        settle=lambda one, _root, _before: one,
        extend_pv=lambda one: one,
        on_iteration=lambda _found: None,
        iterate=once,
    )
    assert ([one.best for one in found], complete) == ([1, 0, 2], True)
