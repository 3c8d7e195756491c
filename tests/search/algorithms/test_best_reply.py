"""Best-reply search, BRS+ and OPPS against what they are by definition."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import pytest

from obvious import IRREGULAR, Node, Worth, mixed, paranoid, random_state, ranked_tree, total, worth_in
from spielbaum import Game, Searcher, SearchHints, games
from spielbaum.checking.check import check_game
from spielbaum.errors import InputError, UnsupportedGameError
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


def brs(game: Game, state: Any, depth: int, worth: Worth, root: int, replied: int = 0, *, replies: int = 1) -> float:
    """One opponent makes a move, or several, and the others pass."""
    if game.is_terminal(state) or depth == 0:
        return against_all(worth(state), root)
    children = [game.result(state, action) for action in game.actions(state)]
    if game.to_move(state) == root:
        return max(brs(game, child, depth - 1, worth, root, replies=replies) for child in children)
    assert game.hints.null_move is not None
    left = game.hints.null_move(state)
    if replied == replies:
        return brs(game, left, depth - 1, worth, root, replied, replies=replies)
    values = [brs(game, child, depth - 1, worth, root, replied + 1, replies=replies) for child in children]
    if opponents_from(game, left, root, replies - replied) == replies - replied:
        values.append(brs(game, left, depth - 1, worth, root, replied, replies=replies))
    return min(values)


def opponents_from(game: Game, state: Any, root: int, most: int) -> int:
    """How many opponents are still to move in this round, but no more than some number."""
    assert game.hints.null_move is not None
    if most == 0 or game.to_move(state) == root:
        return 0
    return 1 if game.is_terminal(state) else 1 + opponents_from(game, game.hints.null_move(state), root, most - 1)


class Pruning(NamedTuple):
    """What OPPS leaves to the opponents: the parameters of its paper, and whether the game's order counts."""

    n1: int
    l1: int | None
    l2: int
    ordered: bool = True


def opps(game: Game, state: Any, depth: int, worth: Worth, root: int, departed: int = 0, *, pruning: Pruning) -> float:
    """The first l1 moves of n1 opponents in a round, the first l2 of all others."""
    if game.is_terminal(state) or depth == 0:
        return against_all(worth(state), root)
    actions, rank = list(game.actions(state)), game.hints.order if pruning.ordered else None
    children = [game.result(state, action) for action in actions]
    if game.to_move(state) == root:
        return max(opps(game, child, depth - 1, worth, root, pruning=pruning) for child in children)
    if rank is not None:
        children = [game.result(state, a) for a in sorted(actions, key=lambda action: -rank(state, action))]
    if departed == pruning.n1:
        return min(opps(game, c, depth - 1, worth, root, departed, pruning=pruning) for c in children[: pruning.l2])
    return min(
        opps(game, child, depth - 1, worth, root, departed + (place >= pruning.l2), pruning=pruning)
        for place, child in enumerate(children[: pruning.l1])
    )


BRS_PLUS = Pruning(1, None, 1)


TREES = ("irregular", "four")
CASES = [(name, switches) for name, switches in product(GAMES, SWITCHES) if name in TREES or not switches]


@pytest.mark.parametrize(("name", "switches"), CASES)
@pytest.mark.parametrize("algorithm", ["brs", "brs-plus", "opps"])
def test_values_follow_the_definition_of_best_reply_search(name: str, algorithm: str, switches: str) -> None:
    pruning = (Pruning(1, 10, 1) if algorithm == "opps" else BRS_PLUS)._replace(ordered="order=none" not in switches)
    obvious = brs if algorithm == "brs" else partial(opps, pruning=pruning)
    follows(obvious, Searcher(GAMES[name], algorithm + switches), 12 if name in TREES else 3, DEEPEST[name])


def follows(obvious: Callable[..., float], searcher: Searcher, tries: int, deepest: int) -> None:
    """Compare searches of random states with a reference."""
    game, generator, worth = searcher.game, random.Random(3), worth_in(searcher.game)
    for _ in range(tries):
        state = random_state(game, generator.randrange(10**6), generator.randrange(4))
        depth, root = generator.randint(1, deepest), game.to_move(state)
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


OF_ALL = {
    "brs": brs,
    "brs:replies=2": partial(brs, replies=2),
    "brs:replies=3,pv": partial(brs, replies=3),
    "brs-plus": partial(opps, pruning=BRS_PLUS),
    "brs-plus:replies=2,history,replacement=new": partial(opps, pruning=Pruning(2, None, 1)),
    "opps:n1=0,l2=2": partial(opps, pruning=Pruning(0, 5, 2)),
    "opps:n1=1,l1=0": partial(opps, pruning=BRS_PLUS),
    "opps:n1=1,l1=2,replacement=new,pv,aspiration=2": partial(opps, pruning=Pruning(1, 2, 1)),
    "opps:n1=2,l1=2,killers": partial(opps, pruning=Pruning(2, 2, 1)),
    "opps:n1=2,l1=3,l2=2,killers,history,replacement=two-deep": partial(opps, pruning=Pruning(2, 3, 2)),
}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("algorithm", OF_ALL)
@pytest.mark.parametrize("trees", [2, pytest.param(250, marks=pytest.mark.long)])
def test_values_follow_the_definition_on_a_thousand_random_trees(trees: int, algorithm: str, players: int) -> None:
    follows(OF_ALL[algorithm], Searcher(ranked_tree(players), algorithm), trees, 5 if players < 5 else 6)


def test_opps_with_all_moves_of_all_opponents_is_paranoid() -> None:
    game = ranked_tree(4)
    for seed in range(10):
        state = random_state(game, seed, 2)
        found, same = (Searcher(game, text).search(state, depth=5) for text in ("opps:n1=3,l1=0", "paranoid"))
        assert (found.value, found.action, found.nodes) == (same.value, same.action, same.nodes)


@pytest.mark.parametrize("options", ["n1=-1", "l1=-1", "l2=0", "l1=2,l2=3"])
def test_opps_refuses_numbers_of_moves_that_make_no_sense(options: str) -> None:
    with pytest.raises(InputError, match=r"opps needs n1 >= 0, l2 >= 1, and l1 >= l2"):
        Searcher(GAMES["four"], f"opps:{options}")


def test_best_reply_search_needs_a_reply() -> None:
    with pytest.raises(InputError, match="at least one opponent replies: replies must be at least 1, 0 is not"):
        Searcher(GAMES["four"], "brs:replies=0")


def test_trees_of_opps_show_the_moves_that_are_tried() -> None:
    game = games.load("random-tree:players=3,branching=3,depth=3")
    nodes = record_tree(game, algorithm="opps:n1=1,l1=2").nodes
    below = {number: [node.action for node in nodes if node.parent == number] for number in range(len(nodes))}
    assert {len(actions) for actions in below.values()} <= {0, 1, 2, 3}
    assert len(below[0]) == 3
    assert all(len(below[child]) == 2 for child in range(len(nodes)) if nodes[child].parent == 0)


@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ["brs", "opps:n1=1,l1=2"])
def test_best_reply_search_compiles(algorithm: str) -> None:
    game, searcher, values = GAMES["mnk"], Searcher(GAMES["mnk"], algorithm), set()
    obvious = brs if algorithm == "brs" else partial(opps, pruning=Pruning(1, 2, 1))
    assert searcher.compiled
    for plies in range(8):
        state = random_state(game, 4, plies)
        found = searcher.search(state, depth=2)
        value = found.value * (searcher.unit if found.is_proven else 1)  # type: ignore[operator]
        assert value == pytest.approx(obvious(game, state, 2, worth_in(game), game.to_move(state)))
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
    assert {"brs", "brs-plus", "opps"} <= set(fitting_algorithms(GAMES["mnk"]))
    with pytest.raises(UnsupportedGameError, match="does not say how"):
        Searcher(game, "brs")


def test_an_invalid_null_move_is_detected() -> None:
    for wrong in (
        lambda state: state,
        lambda state: GAMES["mnk"].result(state, next(iter(GAMES["mnk"].actions(state)))),
    ):
        game = replace(GAMES["mnk"], compiled=False, hints=SearchHints(null_move=wrong))
        assert "pass" in check_game(game, games=2).failures[0].detail
