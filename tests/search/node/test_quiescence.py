"""Quiescence search against what it is defined as, for every algorithm of the family."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from algorithms import MINIMAX
from capturing import LAST, RANKED, ROW, Row, quiescence
from obvious import Worth, total, worth_in
from spielbaum import Game, Limits, Searcher, SearchHints, games, record_tree, registry
from spielbaum.errors import InputError, UnsupportedGameError
from spielbaum.game.notation import parse_state
from spielbaum.search.algorithms.registry import find_algorithm
from tiers import at_night

FAMILY = [name for name in MINIMAX if "quiescence" in find_algorithm(name).options]
OPTIONS = (
    "",
    "replacement=new",
    "replacement=two-deep,killers=true,history=true,pv=true,deepening=true,etc=true",
    "order=none",
)


def row_after(plies: int, seed: int) -> Row:
    """A state some random plies from the start."""
    generator, state = random.Random(seed), ROW.initial()
    for _ in range(plies):
        following = ROW.result(state, generator.choice(list(ROW.actions(state))))
        if ROW.is_terminal(following):
            break
        state = following
    return state


def variants(algorithm: str) -> list[str]:
    """An algorithm with quiescence and with as many other options as it has."""
    known = find_algorithm(algorithm).options
    found = []
    for options in OPTIONS:
        wanted = [option for option in options.split(",") if option.split("=")[0] in known]
        found.append(",".join([f"{algorithm}:quiescence=true", *wanted]))
    return sorted(set(found))


def test_alpha_beta_searches_have_quiescence() -> None:
    null_windows = {"mtdf", "sss-star", "dual-star", "scout"}
    assert {"alpha-beta", "alpha-beta-negamax", "pvs", *null_windows, "paranoid"} == set(FAMILY)


@cache
def defined(ranked: bool, seed: int) -> float:
    game, state = replace(ROW, hints=RANKED) if ranked else ROW, row_after(seed % 9, seed)
    return quiescence(game, state, seed % 2 + 1, game.to_move(state))


@pytest.mark.slow
@pytest.mark.parametrize("hints", [ROW.hints, RANKED], ids=["may always stand pat", "must move with one man"])
@pytest.mark.parametrize("algorithm", FAMILY)
def test_values_follow_the_definition_of_quiescence(algorithm: str, hints: SearchHints) -> None:
    game = replace(ROW, compiled=False, hints=hints)
    for spec in variants(algorithm):
        searcher = Searcher(game, spec)
        for seed in range(6 if at_night() else 4):
            state, depth = row_after(seed % 9, seed), seed % 2 + 1
            found = searcher.search(state, Limits(depth=depth))
            assert found.value == defined(hints is RANKED, seed), (spec, state, depth)
            best = next(action for action in found.action_values if action.action_text == found.action_text)
            assert best.value == found.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithm",
    [
        pytest.param("pvs:quiescence=true,replacement=two-deep,history=true", marks=pytest.mark.long),
        "alpha-beta:quiescence=true",
    ],
)
def test_compiled_equals_interpreted(algorithm: str) -> None:
    game = replace(ROW, hints=RANKED)
    compiled, interpreted = Searcher(game, algorithm), Searcher(replace(game, compiled=False), algorithm)
    for seed in range(10):
        state, limits = row_after(seed % 9, seed), Limits(depth=seed % 3 + 1)
        one, other = compiled.search(state, limits), interpreted.search(state, limits)
        assert replace(one, seconds=0) == replace(other, seconds=0)


def test_iterative_deepening_equals_a_fixed_depth() -> None:
    searcher = Searcher(replace(ROW, compiled=False), "pvs:quiescence=true,replacement=two-deep,aspiration=3,pv=true")
    plain = Searcher(replace(ROW, compiled=False), "alpha-beta:quiescence=true")
    for seed in range(6):
        deepened = searcher.search(row_after(seed, seed), Limits(depth=2, nodes=10**6))
        assert deepened.certainty.complete
        alone = plain.search(row_after(seed, seed), Limits(depth=2))
        assert (deepened.action_text, deepened.value) == (alone.action_text, alone.value)


def test_quiescence_goes_beyond_the_depth_limit() -> None:
    """A capture that is answered by a capture looks good at depth 1, and is not."""
    exchange = Row(0b10_00_10_01 << 4, 0, 0)
    blind = Searcher(replace(ROW, compiled=False), "alpha-beta").search(exchange, Limits(depth=1))
    seeing = Searcher(replace(ROW, compiled=False), "alpha-beta:quiescence=true").search(exchange, Limits(depth=1))
    captured = next(row for row in seeing.action_values if row.action_text == blind.action_text)
    assert blind.value > seeing.value
    assert captured.value is not None
    assert captured.value < blind.value


def test_the_line_goes_on_beyond_the_depth_limit() -> None:
    searcher = Searcher(replace(ROW, compiled=False), "alpha-beta:quiescence=true")
    lengths = [len(searcher.search(row_after(4, seed), Limits(depth=2)).pv_text) for seed in range(10)]
    assert max(lengths) > 2


def test_leaves_have_no_children_and_depth_0_is_pure_quiescence() -> None:
    game = replace(ROW, compiled=False)
    for seed in range(10):
        state = row_after(3, seed)
        found = Searcher(game, "alpha-beta:quiescence=true").search(state, Limits(depth=0))
        assert found.value == quiescence(game, state, 0, game.to_move(state))
        assert found.action_text is None
        assert 1 <= found.leaves <= found.nodes
        assert (found.nodes == 1) == (found.leaves == found.nodes)


def test_a_search_to_the_end_ignores_quiescence() -> None:
    state = row_after(9, 3)._replace(ply=LAST - 3)
    game = replace(ROW, compiled=False)
    to_the_end = [Searcher(game, f"pvs{options}").search(state) for options in ("", ":quiescence=true")]
    assert to_the_end[0].value == to_the_end[1].value
    assert to_the_end[0].nodes == to_the_end[1].nodes


def test_node_limits_stop_quiescence_exactly() -> None:
    searcher = Searcher(replace(ROW, compiled=False), "alpha-beta:quiescence=true")
    for nodes in range(1, 60, 7):
        assert searcher.search(limits=Limits(depth=3, nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("yes", ["quiescence=true", "quiescence=yes", "quiescence=True", "quiescence"])
def test_trees_show_quiescence_nodes(yes: str) -> None:
    state = row_after(4, 4)
    record = record_tree(replace(ROW, compiled=False), state, algorithm=f"alpha-beta:{yes}", limits=Limits(depth=1))
    below = [node for node in record.nodes if node.reason and node.reason.startswith("quiescence")]
    assert below
    assert record.pruned_leaves is None
    assert not [node for node in record.nodes if node.end == "stopped"]
    assert record.value == quiescence(ROW, state, 1, ROW.to_move(state))


FEW_PIECES = {
    "chess": [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/2r2p2/8/3N4/2b5/1B6/5P2/4K3 w - - 0 1",
        "3q2k1/5pp1/7p/8/8/2B5/5PPP/3Q2K1 w - - 0 1",
        "r3k3/1P6/8/8/8/8/6p1/4K2R b K - 0 1",
    ]
}
"""Positions with so many captures that only pruning makes quiescence finish."""


def played(game: Game, plies: int, generator: random.Random) -> Any:
    state = game.initial()
    for _ in range(plies):
        following = game.result(state, generator.choice(list(game.actions(state))))
        state = state if game.is_terminal(following) else following
    return state


@pytest.mark.interpreted
@pytest.mark.parametrize("name", registry.names())
def test_noisy_actions_of_games_follow_their_definition(name: str) -> None:
    game: Game = registry.load(name)
    if game.hints.noisy is None or game.players != 2 or not game.zero_sum or not game.evaluations:
        pytest.skip("names no noisy actions, or is not for alpha-beta")
    searcher, generator = Searcher(game, "pvs:quiescence=true,replacement=two-deep"), random.Random(5)
    states = [parse_state(game, position) for position in FEW_PIECES.get(name, ())]
    for state in states or [played(game, plies, generator) for plies in range(0, 12, 3)]:
        value = quiescence(game, state, 1, game.to_move(state))
        assert searcher.search(state, Limits(depth=1)).value == pytest.approx(value)


@pytest.mark.interpreted
def test_no_standing_pat_with_captures_in_draughts() -> None:
    """A position with captures is worth what is left when there are none, without any estimate on the way."""
    game = games.load("draughts")
    searcher, generator, forced = Searcher(game, "alpha-beta:quiescence=true"), random.Random(1), 0
    assert game.hints.noisy is not None
    for _ in range(60):
        state = played(game, generator.randrange(10, 50), generator)
        if not game.hints.noisy(state, next(iter(game.actions(state)))):
            continue
        forced += 1
        found = searcher.search(state, Limits(depth=0))
        assert isinstance(found.value, float | int)
        unit = 1 if found.certainty.kind == "heuristic" else searcher.unit
        assert unit * found.value == settled(game, state), state
    assert forced > 5


def settled(game: Game, state: Any) -> float:
    """What is left for the player to move when all captures are made that must be."""
    mover, worth = game.to_move(state), worth_in(game)
    if game.is_terminal(state) or not game.hints.noisy(state, next(iter(game.actions(state)))):  # type: ignore[misc]
        return worth(state)[mover]
    return max(-settled(game, game.result(state, action)) for action in game.actions(state))


def test_paranoid_follows_captures_in_chameleon_chess() -> None:
    """Against the definition, on what paranoid sees: the root player's points less those of all others."""
    game = games.load("chameleon-chess")
    searcher, generator = Searcher(replace(game, compiled=False), "paranoid:quiescence=true"), random.Random(3)
    assert game.hints.noisy is not None
    beyond = 0
    for plies in (8, 14, 20, 26):
        state = game.initial()
        for _ in range(plies):
            state = game.result(state, generator.choice(list(game.actions(state))))
        worth, root = worth_in(game), game.to_move(state)

        def seen(state: Any, worth: Worth = worth, root: int = root) -> float:
            return 2 * worth(state)[root] - total(worth(state))

        found = searcher.search(state, Limits(depth=1))
        assert found.value == quiescence(game, state, 1, root, seen)
        beyond += len(found.pv_text) > 1
    assert beyond


def test_quiescence_needs_noisy_actions() -> None:
    with pytest.raises(UnsupportedGameError, match=r"quiescence=true needs to know which actions are noisy, and nim"):
        Searcher(games.load("nim"), "pvs:quiescence=true")
    with pytest.raises(InputError, match="plain search"):
        Searcher(ROW, "pvs:quiescence=true,replacement=new,verify=true")
