"""One game, from the first move to its record."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from changing import changed
from cyclic import KINGS, Kings
from spielbaum import games
from spielbaum.arena.openings import random_opening
from spielbaum.arena.play import play
from spielbaum.arena.replay import replay
from spielbaum.arena.standings import standings
from spielbaum.game.notation import format_state, parse_action, parse_state
from spielbaum.players import Bench, Choice, parse_players

CHAMELEON = games.load("chameleon-chess")
NIM = games.load("nim")


def bench(game, text):
    return Bench(game, parse_players(text))


def test_replay_ends_at_the_last_position() -> None:
    players = bench(CHAMELEON, "random")
    for seed in range(5):
        record = play(CHAMELEON, {seat: players.seat(0, (seed, seat)) for seat in (0, 1, 2)}, seed=seed, opening=4)
        state = parse_state(CHAMELEON, record.start)
        for text in [*record.opening, *(move.action for move in record.moves)]:
            state = CHAMELEON.result(state, parse_action(CHAMELEON, state, text))
        assert format_state(CHAMELEON, state) == record.position
        assert CHAMELEON.is_terminal(state)
        assert record.end == "finished"
        assert len(record.opening) == 4
        assert record.seating == (0, 1, 2, None)
        assert record.survivors == tuple(i for i, x in enumerate(record.utility) if x == 1)
        assert [move.ply for move in record.moves] == list(range(len(record.moves)))


def test_at_the_ply_limit_the_players_still_in_the_game_share_the_win() -> None:
    players = bench(CHAMELEON, "random")
    record = play(CHAMELEON, {seat: players.seat(0, seat) for seat in range(4)}, max_plies=3, opening=2)
    assert (record.end, record.utility, len(record.moves)) == ("plies", None, 1)
    assert record.survivors == (0, 1, 2, 3)
    two = play(CHAMELEON, {seat: players.seat(0, seat) for seat in (0, 3)}, max_plies=1)
    assert two.survivors == (0, 3)


def test_a_win_on_the_last_ply_counts() -> None:
    game = games.load("nim")
    players = bench(game, "minimax")
    record = play(game, {0: players.seat(0, 0), 1: players.seat(0, 1)})
    length = len(record.moves)
    again = play(game, {0: players.seat(0, 0), 1: players.seat(0, 1)}, max_plies=length)
    assert again.end == "finished"
    assert play(game, {0: players.seat(0, 0), 1: players.seat(0, 1)}, max_plies=length - 1).end == "plies"


def test_openings_are_those_of_the_seed_and_do_not_end_the_game() -> None:
    game = games.load("tic-tac-toe")
    for seed in range(30):
        drawn = random_opening(game, game.initial(), 20, seed)
        assert drawn == random_opening(game, game.initial(), 20, seed)
        state = game.initial()
        for action in drawn:
            assert action in game.actions(state)
            state = game.result(state, action)
        assert not game.is_terminal(state)


def test_standings_follow_the_rule_of_the_thesis() -> None:
    """Lost if none of its seats is alive, won if all that are alive are its own, else drawn."""
    players = bench(CHAMELEON, "random")
    base = play(CHAMELEON, {seat: players.seat(0, seat) for seat in range(4)}, max_plies=2)

    def record(survivors, seating):
        return base.__class__(**{**base.__dict__, "survivors": survivors, "seating": seating})

    games_played = [record((0, 2), (0, 1, 0, 1)), record((0, 1), (0, 1, 0, 1)), record((1,), (0, 1, 0, 1))]
    one, other = standings(games_played, ["one", "other"])
    assert (one.wins, one.draws, one.losses) == (1, 1, 1)
    assert (other.wins, other.draws, other.losses) == (1, 1, 1)
    assert one.share == pytest.approx(0.5)
    assert one.moves + other.moves == 3 * len(base.moves)


class Walker:
    """A player who does the same again and again, and keeps what it was told of the game so far."""

    def __init__(self, actions: Sequence[int]) -> None:
        self.actions, self.told = list(actions), list[int]()

    def choose(self, _state: Kings, history: Sequence[Kings] = ()) -> Choice:
        self.told.append(len(history))
        self.actions.append(self.actions.pop(0))
        return Choice(self.actions[-1], 0.0)


def test_a_position_that_occurs_three_times_ends_the_game() -> None:
    there_and_back = {0: Walker([2, 1]), 1: Walker([1, 2])}
    record = play(replace(KINGS, compiled=False), there_and_back)
    assert (record.end, record.utility, record.survivors) == ("repetition", (0.0, 0.0), (0, 1))
    assert [move.action for move in record.moves] == ["2", "1", "1", "2"] * 2
    assert there_and_back[0].told == [0, 2, 4, 6]
    steps = list(replay(KINGS, record))
    assert steps[-1].state == steps[4].state == steps[0].state
    twice = play(changed(KINGS, {"compiled": False, "repetition.times": 2}), {0: Walker([2, 1]), 1: Walker([1, 2])})
    assert (twice.end, len(twice.moves)) == ("repetition", 4)


def test_repetition_shares_the_point() -> None:
    game = replace(KINGS, compiled=False, zero_sum=False, utility_sum=1, evaluations={})
    record = play(game, {0: Walker([2, 1]), 1: Walker([1, 2])})
    assert (record.end, record.utility) == ("repetition", (0.5, 0.5))


def test_players_get_the_history() -> None:
    """Whoever is behind repeats the position; a search that were not told would do so by chance only."""
    game = replace(KINGS, compiled=False, evaluations={})
    players = bench(game, "alpha-beta(depth=3)")
    record = play(game, {seat: players.seat(0, seat) for seat in (0, 1)}, max_plies=200)
    assert record.end in ("finished", "repetition")
    assert len(record.moves) < 200
