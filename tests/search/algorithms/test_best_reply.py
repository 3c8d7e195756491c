"""Best-Reply Search and BRS+ against what they are by definition."""

import random
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import pytest

from obvious import IRREGULAR, Node, Worth, mixed, paranoid, random_state, total, worth_in
from spielbaum import Game, Searcher, SearchHints, games
from spielbaum.checking.check import check_game
from spielbaum.errors import UnsupportedGameError
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.search.trace.recorder import record_tree

pytestmark = pytest.mark.interpreted


def passed(state: Node) -> Node:
    """Somebody else is to move, or now and then the same player again."""
    return Node(mixed(state.key ^ 77), state.ply + 1, state.present)


GAMES = {
    "irregular": replace(
        IRREGULAR, hints=SearchHints(null_move=passed, order=lambda state, action: mixed(state.key + action) % 3)
    ),
    "four": games.load("random-tree:players=4,branching=3,depth=6,low=-3,high=3"),
    "mnk": games.load("mnk:players=3"),
    "chameleon-chess": games.load("chameleon-chess:players=RYB"),
    "chinese-checkers": games.load("chinese-checkers:players=3,arm=1"),
}
DEEPEST = {"irregular": 6, "four": 6, "mnk": 4, "chameleon-chess": 3, "chinese-checkers": 4}
SWITCHES = ["", ":order=none", ":replacement=two-deep", ":killers,history,replacement=new"]


def against_all(vector: Any, root: int) -> float:
    return 2 * vector[root] - total(vector)


def brs(game: Game, state: Any, depth: int, worth: Worth, root: int, replied: bool = False) -> float:
    """One opponent makes a move, the others pass."""
    if game.is_terminal(state) or depth == 0:
        return against_all(worth(state), root)
    children = [game.result(state, action) for action in game.actions(state)]
    if game.to_move(state) == root:
        return max(brs(game, child, depth - 1, worth, root) for child in children)
    assert game.hints.null_move is not None
    left = game.hints.null_move(state)
    if replied:
        return brs(game, left, depth - 1, worth, root, True)
    values = [brs(game, child, depth - 1, worth, root, True) for child in children]
    if game.to_move(left) != root:
        values.append(brs(game, left, depth - 1, worth, root))
    return min(values)


def brs_plus(
    game: Game, state: Any, depth: int, worth: Worth, root: int, replied: bool = False, *, ordered: bool
) -> float:
    """At most one opponent departs from the first move of its order."""
    if game.is_terminal(state) or depth == 0:
        return against_all(worth(state), root)
    actions = list(game.actions(state))
    if game.to_move(state) == root:
        return max(brs_plus(game, game.result(state, a), depth - 1, worth, root, ordered=ordered) for a in actions)
    rank = game.hints.order if ordered else None
    first = actions[0] if rank is None else max(actions, key=lambda action: rank(state, action))
    return min(
        brs_plus(game, game.result(state, a), depth - 1, worth, root, replied or a != first, ordered=ordered)
        for a in actions
        if a == first or not replied
    )


TREES = ("irregular", "four")
CASES = [(name, switches) for name, switches in product(GAMES, SWITCHES) if name in TREES or not switches]


@pytest.mark.parametrize(("name", "switches"), CASES)
@pytest.mark.parametrize("algorithm", ["brs", "brs-plus"])
def test_values_follow_the_definition_of_best_reply_search(name: str, algorithm: str, switches: str) -> None:
    game, generator = GAMES[name], random.Random(3)
    worth, searcher = worth_in(game), Searcher(game, algorithm + switches)
    obvious = brs if algorithm == "brs" else partial(brs_plus, ordered="order=none" not in switches)
    for _ in range(12 if name in TREES else 3):
        state = random_state(game, generator.randrange(10**6), generator.randrange(4))
        depth, root = generator.randint(1, DEEPEST[name]), game.to_move(state)
        children = [game.result(state, action) for action in game.actions(state)]
        values = [obvious(game, child, depth - 1, worth, root) for child in children]
        found = searcher.search(state, depth=depth)
        unit = searcher.unit if found.is_proven else 1
        assert found.value * unit == pytest.approx(max(values))  # type: ignore[operator]
        assert [row.action for row in found.action_values].index(found.action) == values.index(max(values))  # type: ignore[arg-type]
        for row, value in zip(found.action_values, values, strict=True):
            reported = row.value * unit  # type: ignore[operator]
            assert value <= reported + 1e-9 if row.bound == "upper" else reported == pytest.approx(value)
        assert len(found.pv) == len(found.pv_text) <= depth


@pytest.mark.compiled
def test_best_reply_search_compiles() -> None:
    game, searcher, values = GAMES["mnk"], Searcher(GAMES["mnk"], "brs"), set()
    assert searcher.compiled
    for plies in range(8):
        state = random_state(game, 4, plies)
        found = searcher.search(state, depth=2)
        value = found.value * (searcher.unit if found.is_proven else 1)  # type: ignore[operator]
        assert value == pytest.approx(brs(game, state, 2, worth_in(game), game.to_move(state)))
        values.add(value)
    assert len(values) > 1


def test_best_reply_search_visits_fewer_nodes_than_paranoid_and_never_has_a_lower_value() -> None:
    game, plus, all_reply = GAMES["four"], 0, 0
    for seed in range(10):
        state = random_state(game, seed, 2)
        found = Searcher(game, "brs-plus").search(state, depth=4)
        least = paranoid(game, state, 4, worth_in(game), game.to_move(state))
        assert found.value >= least  # type: ignore[operator]
        plus, all_reply = plus + found.nodes, all_reply + Searcher(game, "paranoid").search(state, depth=4).nodes
    assert plus < all_reply


def test_passes_are_shown_in_lines_and_trees() -> None:
    result = Searcher(GAMES["four"], "brs").search(depth=4)
    assert result.pv_text.count("--") == 2
    picture = record_tree(games.load("random-tree:players=3,branching=2,depth=4"), algorithm="brs")
    passes = [node for node in picture.nodes if node.action == "--"]
    assert len(picture.nodes) > len(passes) > 0
    assert {node.end for node in passes} <= {"done", "cut", "leaf", "terminal"}


def test_brs_refuses_games_without_null_moves() -> None:
    game = (
        games.load("dots-and-boxes:players=3")
        if "players" in games.load("dots-and-boxes").spec
        else replace(GAMES["four"], hints=SearchHints())
    )
    assert "brs" not in fitting_algorithms(game)
    assert {"brs", "brs-plus"} <= set(fitting_algorithms(GAMES["mnk"]))
    with pytest.raises(UnsupportedGameError, match="does not say how"):
        Searcher(game, "brs")


def test_an_invalid_null_move_is_detected() -> None:
    for wrong in (
        lambda state: state,
        lambda state: GAMES["mnk"].result(state, next(iter(GAMES["mnk"].actions(state)))),
    ):
        game = replace(GAMES["mnk"], compiled=False, hints=SearchHints(null_move=wrong))
        assert "pass" in check_game(game, games=2).failures[0].detail
