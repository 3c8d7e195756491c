"""A record leads through the positions of its game."""

from dataclasses import replace

import pytest

from spielbaum import games
from spielbaum.arena import Setup, Tournament, played
from spielbaum.arena.replay import replay
from spielbaum.errors import InputError
from spielbaum.game.notation import format_state


def test_a_game_with_empty_seats_is_replayed() -> None:
    setup = Setup(game="chameleon-chess", players=("random(seed=1)", "random(seed=2)"), games=3, opening_plies=3)
    for record in played(setup, Tournament(setup).pairings, workers=1):
        game = games.load("chameleon-chess")
        steps = list(replay(game, record))
        assert format_state(game, steps[0].state) == record.start
        assert format_state(game, steps[-1].state) == record.position
        assert [step.ply for step in steps] == list(range(len(steps)))
        assert [step.move for step in steps[1:]] == [None] * len(record.opening) + list(record.moves)
        assert all(step.seat in record.seats for step in steps[1:])
        assert [step.seat for step in steps if step.move] == [move.seat for move in record.moves]


def test_changed_rules_are_reported() -> None:
    setup = Setup(game="nim", players=("random(seed=1)", "random(seed=2)"), games=1)
    (record,) = played(setup, Tournament(setup).pairings, workers=1)
    changed = replace(record, moves=(replace(record.moves[0], action="never"), *record.moves[1:]))
    with pytest.raises(InputError, match=r"under rules other than .*never"):
        list(replay(games.load("nim"), changed))
