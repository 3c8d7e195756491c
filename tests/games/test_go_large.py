"""Go on 13 and 19 points a side, and with a handicap: the same rules as on small boards."""

import random

import pytest

from spielbaum import check_game, games
from spielbaum.game import Game
from spielbaum.game.notation import format_state
from spielbaum.games.go import large
from spielbaum.games.go.goban import Goban
from spielbaum.games.go.long_numbers import stones_on
from spielbaum.games.go.rules import Rules, make_rules
from spielbaum.position_text import parse_position


@pytest.mark.parametrize(("size", "longest"), [(4, 60), (5, -1), (9, 130)])
def test_the_rules_for_large_boards_are_those_for_small_ones(size: int, longest: int) -> None:
    rules = Rules(Goban(size), 3, True, longest)
    small, big, generator = make_rules(rules), large.make_rules(rules), random.Random(size)
    known = games.load(f"go:size={size},komi=1.5,score=points,plies={longest}").evaluations
    for _ in range(4):
        one, other = small.initial(), big.initial()
        for _ in range(130):
            assert small.is_terminal(one) == big.is_terminal(other)
            if small.is_terminal(one):
                assert small.utility(one) == big.utility(other)
                break
            assert (one.ko, one.passes, one.plies) == (other.ko, other.passes, other.plies)
            assert stones_on(rules.goban, one) == stones_on(rules.goban, other)
            for name, evaluation in large.make_evaluations(rules).items():
                assert evaluation.function(other) == known[name].function(one), name
            actions = list(small.actions(one))
            assert actions == list(big.actions(other))
            action = generator.choice(actions[:-1] or actions)
            one, other = small.result(one, action), big.result(other, action)


@pytest.mark.long
@pytest.mark.parametrize("spec", ["go:size=13,plies=60", "go:size=13,plies=-1", "go:size=19,plies=40,handicap=4"])
def test_contract_on_large_boards(spec: str) -> None:
    assert check_game(games.load(spec), games=2).failures == ()


@pytest.mark.parametrize(
    ("spec", "stones"),
    [
        ("go:size=9,handicap=2", "C3 G7"),
        ("go:size=9,handicap=5", "C3 G3 E5 C7 G7"),
        ("go:size=13,handicap=9", "D4 G4 K4 D7 G7 K7 D10 G10 K10"),
        ("go:size=19,handicap=6", "D4 Q4 D10 Q10 D16 Q16"),
    ],
)
def test_a_handicap_gives_black_stones_and_white_the_first_move(spec: str, stones: str) -> None:
    game = games.load(spec)
    start = game.initial()
    assert placed(game) == set(stones.split())
    assert game.to_move(start) == 1
    assert game.utility(start)[0] == 1
    assert parse_position(game, format_state(game, start)) == start
    assert game.view.ending is not None
    assert "komi 0.5" in str(game.view.ending(start))


def placed(game: Game) -> set[str]:
    assert game.view.places is not None
    return {place.cell.name for place in game.view.places(game.initial()) if place.cell.owner == 0}


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("go:size=8,handicap=5", "a handicap on 8 x 8 points is 2 to 4 stones, or 0, not 5"),
        ("go:size=5,handicap=2", "a handicap on 5 x 5 points is no stones, not 2"),
        ("go:size=9,handicap=1", "a handicap on 9 x 9 points is 2 to 9 stones, or 0, not 1"),
        ("go:size=13,keys=zobrist", "Zobrist keys are for boards of up to 9 points a side"),
    ],
)
def test_what_a_board_has_no_room_for_is_refused(spec: str, sentence: str) -> None:
    with pytest.raises(Exception, match=sentence):
        games.load(spec)
