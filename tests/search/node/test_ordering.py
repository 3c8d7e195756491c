"""The order of actions: however it is sorted, the trees are those of an order that asks each state."""

import random
from dataclasses import replace
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest

from spielbaum import Game, Limits, Searcher, games
from spielbaum.errors import GameError
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.workspace import MAX_LISTED_ACTIONS, OUT_OF_MEMORY
from spielbaum.search.node.action_list import sort_by_rank
from tiers import at_night


def _with_order(game: Game, order: Any) -> Game:
    return replace(game, hints=replace(game.hints, order=order))


def _reading(ranks: list[int]) -> Any:
    """Return an order that looks at the state, so that actions are sorted at each node."""
    return lambda state, action: ranks[action] if state[:] else 0


def _tree(game: Game, algorithm: str, depth: int) -> tuple[Any, ...]:
    result = Searcher(game, algorithm).search(limits=Limits(depth=depth))
    return result.value, result.pv, result.nodes, result.leaves, result.cutoffs


@pytest.mark.parametrize("algorithm", ["alpha-beta", "alpha-beta-negamax:replacement=deep", "pvs:pv=true"])
def test_fixed_ranks_sort_like_computed_ranks(algorithm: str) -> None:
    chance = random.Random(algorithm)
    board = replace(games.load("mnk:width=3,height=2,line=3"), compiled=False)
    for _ in range(4):
        ranks = [chance.randint(-2, 2) for _ in range(6)]  # some are equal
        fixed = _with_order(board, lambda _state, action, r=ranks: r[action])
        asked = _with_order(board, _reading(ranks))
        assert make_rules(fixed, None, compiled=False).ranks == tuple(ranks)
        assert make_rules(asked, None, compiled=False).ranks == ()
        assert _tree(fixed, algorithm, 6) == _tree(asked, algorithm, 6)


@pytest.mark.slow
def test_fixed_ranks_sort_like_computed_ranks_when_compiled() -> None:
    game = games.load("connect-four")  # whose kernel other tests need, too
    assert make_rules(game, None, compiled=True).ranks == (-6, -4, -2, 0, -2, -4, -6)
    nearness = game.hints.order

    def asked(state: Any, column: int) -> int:
        return nearness(state, column) if state.occupied >= 0 else 0

    asking = replace(_with_order(game, asked), compiled=at_night())
    depth = 8 if at_night() else 6
    assert _tree(game, "alpha-beta", depth) == _tree(asking, "alpha-beta", depth)


@pytest.mark.interpreted
def test_actions_beyond_the_stated_number_are_refused() -> None:
    game = replace(games.load("connect-four:width=5,height=4"), distinct_actions=4)
    with pytest.raises(GameError, match="not from 0 on and below distinct_actions"):
        Searcher(game, "alpha-beta").search(limits=Limits(depth=4))


@pytest.mark.parametrize(
    ("order", "count"),
    [
        (lambda state, action: action + state.x, 9),
        (lambda state, action: action if state == 3 else 0, 9),
        (lambda state, action: action if state else 0, 9),
        (lambda state, action: len({state, action}), 9),
        (lambda state, action: action + sum(piece for piece in state), 9),
        (lambda _state, action: (1, 2, 3)[action], 9),  # no action has a number above 2
        (lambda _state, action: action, 65),
        (lambda _state, action: action, None),
    ],
)
def test_ranks_that_depend_on_the_state_are_not_fixed(order: Any, count: int | None) -> None:
    game = replace(_with_order(games.load("mnk:width=3,height=3,line=3"), order), distinct_actions=count)
    assert make_rules(game, None, compiled=False).ranks == ()


def test_sort_by_rank_is_stable() -> None:
    chance = random.Random(7)
    for count in [0, 1, 2, 7, 8, 9, 30]:
        first = chance.randint(0, 5)
        ranks = [chance.choice([-inf, -1.0, 0.0, 0.5, 2.0, inf]) for _ in range(count)]
        ws: Any = SimpleNamespace(stop=0, rank=[9.0] * first + ranks + [7.0] * 40, action=list(range(100)))
        sort_by_rank(first, first + count, ws)
        expected = sorted(range(first, first + count), key=lambda i: -ws.rank[i])
        assert ws.action[: first + count] == [*range(first), *expected]


def test_sort_by_rank_keeps_actions_with_nan_ranks() -> None:
    ws: Any = SimpleNamespace(stop=0, rank=[1.0, nan, 2.0, -inf, nan, *[0.0] * 20], action=list(range(25)))
    sort_by_rank(0, 5, ws)
    assert ws.action[:5] == [2, 0, 1, 3, 4]


def test_sort_by_rank_reports_a_full_list() -> None:
    ws: Any = SimpleNamespace(stop=0)
    sort_by_rank(MAX_LISTED_ACTIONS - 4, MAX_LISTED_ACTIONS - 1, ws)
    assert ws.stop == OUT_OF_MEMORY
