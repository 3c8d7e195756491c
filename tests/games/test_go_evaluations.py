"""Features of Go against counts point by point; move ordering, and noisy moves."""

import random
from dataclasses import replace

import pytest

from go_reference import Point, Reference
from spielbaum import Limits, Searcher, games
from spielbaum.game import Game
from spielbaum.games.go.evaluations import FEATURE_NAMES
from spielbaum.games.go.rules import State


def random_position(game: Game, generator: random.Random) -> tuple[State, Reference]:
    """Return a state of a random game, and the same for the reference."""
    size = int(game.options.get("size", 7))
    state, slow = game.initial(), Reference(size, {})
    for _ in range(generator.randrange(3 * size * size // 2)):
        point, after = generator.choice(slow.moves()[:-1] or slow.moves())
        if after.passes or after.plies >= 2 * size * size:
            break
        state, slow = game.result(state, size * size if point is None else size * point[0] + point[1]), after
    return state, slow


def nearer(slow: Reference, player: int, stones: dict[Point, int]) -> set[Point]:
    """Return a player's stones and the empty points that this player reaches in fewer steps than the other."""
    owner: dict[Point, int | None] = dict(stones)
    growing = True
    while growing:
        reached: dict[Point, set[int]] = {}
        for point, who in owner.items():
            for other in slow.near(point) if who is not None else []:
                if other not in owner:
                    reached.setdefault(other, set()).add(who)
        owner |= {point: min(who) if len(who) == 1 else None for point, who in reached.items()}
        growing = bool(reached)
    return {point for point, who in owner.items() if who == player}


def in_atari(slow: Reference, player: int) -> set[Point]:
    own = [point for point, owner in slow.stones.items() if owner == player]
    return {point for point in own if len(slow.liberties(point)) == 1}


def features_of(slow: Reference, player: int) -> tuple[int, ...]:
    """Return the features of a player, point by point."""
    own = {point for point, owner in slow.stones.items() if owner == player}
    free = set(slow.points()) - set(slow.stones)
    beside = {point for point in free if set(slow.near(point)) & own}
    eyes = {point for point in free if set(slow.near(point)) <= own}
    reach = nearer(slow, player, slow.stones) - own
    return len(own), len(beside), len(in_atari(slow, player)), len(eyes), len(slow.area(player)), len(reach)


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 5, 8, 9])
def test_features_and_evaluations_match_a_count_point_by_point(size: int) -> None:
    generator, game = random.Random(size), games.load(f"go:size={size},komi=2.5")
    in_points = games.load(f"go:size={size},komi=2.5,score=points")
    seen = [set[int]() for _ in FEATURE_NAMES]
    for _ in range(25 if size < 6 else 12):
        state, slow = random_position(game, generator)
        black, white = features_of(slow, 0), features_of(slow, 1)
        assert game.features.function(state) == (black, white)
        for found, one, two in zip(seen, black, white, strict=True):
            found |= {one, two}
        taken = in_atari(slow, 1 - slow.mover)
        left = {point: owner for point, owner in slow.stones.items() if point not in taken}
        leads = {
            "influence": len(nearer(slow, 0, left)) - len(nearer(slow, 1, left)),
            "area": black[4] - white[4],
            "liberties": black[0] + black[1] - white[0] - white[1],
        }
        for name, lead in leads.items():
            assert game.evaluation(name).function(state) == (2 * lead - 5, 5 - 2 * lead)
            assert in_points.evaluation(name).function(state) == (lead - 2.5, 2.5 - lead)
    assert all(len(found) > 1 for found in seen)


@pytest.mark.parametrize("size", [4, 9])
def test_captures_and_rescues_come_first_and_the_pass_last(size: int) -> None:
    generator, game = random.Random(size), games.load(f"go:size={size}")
    in_points = games.load(f"go:size={size},score=points")
    takes = saves = 0
    for _ in range(40 if size == 4 else 12):
        state, slow = random_position(game, generator)
        ranks: dict[bool, list[float]] = {True: [], False: []}
        for point, after in slow.moves()[:-1]:
            action = size * point[0] + point[1]
            off = {p for p in slow.stones if p not in after.stones}
            unhindered = Reference(size, {**slow.stones, point: slow.mover})
            rescued = in_atari(slow, slow.mover) & unhindered.group(point)[0]
            rescued = rescued if len(unhindered.liberties(point)) > 1 else set()
            assert game.hints.noisy(state, action) == bool(off)
            assert (game.hints.gain(state, action), in_points.hints.gain(state, action)) == (4 * len(off), 2 * len(off))
            takes, saves = takes + bool(off), saves + bool(rescued)
            ranks[bool(off or rescued)].append(game.hints.order(state, action))
        last = game.hints.order(state, size * size)
        assert not game.hints.noisy(state, size * size)
        assert min([*ranks[True], *ranks[False], last + 1]) > last
        assert min(ranks[True], default=100) > max(ranks[False], default=0)
    assert takes > 3
    assert saves > 3


def test_the_centre_comes_before_the_edge() -> None:
    game = games.load("go:size=9")
    state = game.initial()
    ranks = {
        game.notation.format_action(state, action): game.hints.order(state, action) for action in game.actions(state)
    }
    assert ranks["E5"] > ranks["C3"] > ranks["B2"] > ranks["E1"] > ranks["A1"] > ranks["pass"]


def test_a_pass_that_wins_is_first_and_another_one_last() -> None:
    game = games.load("go:size=5,komi=2")
    alone, white = "5/5/2X2/5/5", "5/5/2O2/5/5"
    for text, first in (
        (f"{alone} X - 1", True),
        (f"{alone} O - 1", False),
        (f"{white} O - 1", True),
        (f"{alone} X - 0", False),
        (f"{white} O - 0", False),
        ("5/XXXXX/OOOOO/5/5 X - 1", False),
        ("5/XXXXX/OOOOO/5/5 O - 1", True),
    ):
        state = game.notation.parse_state(text)
        best = max(game.hints.order(state, action) for action in range(25) if action in game.actions(state))
        assert (game.hints.order(state, 25) > best) == first
        assert first or game.hints.order(state, 25) < 0


def test_three_stones_in_atari_are_taken() -> None:
    game = replace(games.load("go:size=5"), compiled=False)
    state = game.notation.parse_state("5/1XXX1/XOOO1/1XXX1/5 X")
    result = Searcher(game, "alpha-beta(quiescence)").search(state, Limits(depth=1))
    assert result.action_text == "E3"
