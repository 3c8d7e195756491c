"""All ways to seat players: the numbers of games of the thesis, and the general case."""

from collections import Counter

import pytest

from spielbaum import games
from spielbaum.arena.play import start_of
from spielbaum.arena.seatings import seatings
from spielbaum.errors import GameError
from spielbaum.game.notation import format_state

CHAMELEON = games.load("chameleon-chess")


@pytest.mark.parametrize(("players", "by_size"), [(2, {2: 6, 3: 18, 4: 14}), (3, {3: 18, 4: 36}), (4, {4: 24})])
def test_chameleon_chess_has_the_sessions_of_the_thesis(players: int, by_size: dict[int, int]) -> None:
    found = seatings(CHAMELEON, players)
    assert Counter(sum(player is not None for player in seating) for seating in found) == by_size
    assert len(set(found)) == len(found)
    for seating in found:
        assert seating[0] is not None, "red takes part"
        assert {player for player in seating if player is not None} == set(range(players))


def test_a_game_that_needs_all_players() -> None:
    assert len(seatings(games.load("mnk:players=3"), 2)) == 6
    assert len(seatings(games.load("mnk:players=3"), 3)) == 6
    assert seatings(games.load("nim"), 1) == [(0, 0)]


def test_more_players_than_seats_play_in_turn() -> None:
    found = seatings(games.load("nim"), 3)
    assert sorted(found) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_start_with_some_players() -> None:
    for seats, players in (((0, 2), "RY"), ((0, 3), "RB"), ((0, 1, 2), "RGY"), ((0, 1, 2, 3), "RGYB")):
        own = games.load(f"chameleon-chess:players={players}")
        start = start_of(CHAMELEON, seats)
        assert format_state(CHAMELEON, start) == format_state(own, own.initial())
        assert CHAMELEON.active_players is not None
        assert CHAMELEON.active_players(start) == sum(1 << seat for seat in seats)
    with pytest.raises(GameError, match="for 2 players"):
        start_of(games.load("nim"), (0,))
