"""A session: seats that change, undo and redo, records and saved games."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cyclic import KINGS
from spielbaum import games
from spielbaum.errors import InputError, PositionError, UnsupportedGameError
from spielbaum.players import Choice, PlayerSpec, parse_player, parse_players
from spielbaum.session import EnginePlayers, SavedGame, Session, read_game
from spielbaum.session.records import new_record, next_record, restore_session
from spielbaum.store import PlayRecord
from tiers import examples

FOUR = games.load("connect-four")
CHAMELEON = games.load("chameleon-chess")


def seats(text: str) -> list[PlayerSpec]:
    return parse_players(text)


def played(text: str, plies: int) -> Session:
    session = Session(FOUR, seats(text))
    play_on(session, plies)
    return session


def play_on(session: Session, plies: int) -> None:
    engines = EnginePlayers(session.game)
    for _ in range(plies):
        session.make(engines.choose(session))


def test_without_humans_undo_and_redo_take_one_move() -> None:
    session = played("alpha-beta(depth=2),random", 4)
    before = session.moves
    assert (session.undo(), session.moves) == (1, before[:3])
    assert (session.undo(), session.moves) == (1, before[:2])
    assert [turn.text for turn in session.undone] == list(before[2:])
    assert (session.redo(), session.moves) == (1, before[:3])
    assert (session.redo(), session.moves) == (1, before)
    with pytest.raises(InputError, match="no move was taken back"):
        session.redo()
    session = Session(FOUR, seats("random,random"))
    with pytest.raises(InputError, match="there is no move to take back"):
        session.undo()


def test_undo_goes_back_to_the_last_turn_of_any_human() -> None:
    session = Session(FOUR, seats("human,human"), moves=["1", "2", "3"])
    assert (session.undo(), session.moves) == (1, ("1", "2"))
    assert (session.undo(), session.redo(), session.moves) == (1, 1, ("1", "2"))


def test_change_seat_in_mid_game() -> None:
    session = played("random,random", 4)
    session.change_seat(1, parse_player("human"))
    assert session.humans == (1,)
    assert session.undo() == 1  # the last move of the seat that is human now
    assert session.human_to_move
    session.change_seat(1, parse_player("alpha-beta(depth=2)"))
    play_on(session, 1)
    assert [turn.player for turn in session.turns] == ["random", "random", "random", "alpha-beta(depth=2)"]
    assert session.undone == ()


def test_an_unfit_player_gets_no_seat() -> None:
    session = played("random,random", 2)
    with pytest.raises(InputError, match="no seat 2"):
        session.change_seat(2, parse_player("human"))
    with pytest.raises(InputError, match="evaluation"):
        session.change_seat(0, parse_player("alpha-beta(evaluation=nothing)"))
    four = Session(CHAMELEON, seats("random,random,random,random"))
    with pytest.raises(UnsupportedGameError, match="two players"):
        four.change_seat(0, parse_player("alpha-beta"))
    assert session.seats == tuple(seats("random,random"))


def test_a_turn_has_the_result_of_its_search() -> None:
    session = played("alpha-beta(depth=4),random", 2)
    search, chance = session.turns
    assert (search.seat, search.player, search.depth, search.kind) == (0, "alpha-beta(depth=4)", 4, "heuristic")
    assert (search.value, search.line[0], len(search.line)) == (-3, search.text, 4)
    assert search.nodes > 100
    assert (chance.value, chance.depth, chance.line, chance.nodes) == (None, None, (), 0)


def record(session: Session, name: str = "connect-four") -> PlayRecord:
    return next_record(session, new_record(session.game, name, seats=session.seats, start=session.start))


def test_a_session_is_restored_from_its_record_with_undone_moves_and_values() -> None:
    session = Session(CHAMELEON, seats("max-n-is(depth=2),paranoid(depth=2),random,hypermax(depth=2)"))
    play_on(session, 6)
    session.undo()
    session.undo()
    kept = record(session, "chameleon-chess")
    assert kept == replace(kept, turns=tuple(json.loads(json.dumps(kept.turns))))
    back = restore_session(kept, CHAMELEON)
    assert (back.turns, back.undone, back.position) == (session.turns, session.undone, session.position)
    assert isinstance(back.turns[0].value, tuple)
    assert back.redo() == session.redo() == 1
    assert back.position == session.position


def test_noise_is_drawn_anew_for_every_move_and_the_same_in_a_game_that_goes_on() -> None:
    session, again = (played("alpha-beta(depth=1, noise=1),random", plies) for plies in (8, 3))
    assert all(turn.depth is None for turn in session.turns)
    assert len({turn.text for turn in session.turns if turn.seat == 0}) > 1
    play_on(again, 5)
    assert again.moves == session.moves


@examples(40)
@given(st.lists(st.sampled_from(["move", "undo", "redo"]), max_size=30), st.integers(0, 2**31))
def test_any_session_is_restored_from_its_record(steps: list[str], seed: int) -> None:
    session = Session(FOUR, seats("random,random"), seed=seed)
    kept = new_record(FOUR, "connect-four", seats=session.seats, seed=seed)
    engines = EnginePlayers(FOUR)
    for step in steps:
        try:
            if step == "move" and not session.is_over:
                session.make(engines.choose(session))
            elif step == "undo":
                session.undo()
            elif step == "redo":
                session.redo()
        except InputError:
            continue
        kept = next_record(session, kept)
        back = restore_session(kept, FOUR)
        assert (back.turns, back.undone, back.state) == (session.turns, session.undone, session.state)
        assert back.is_over or back.random_seed == session.random_seed
    assert kept.revision <= len(steps)


def test_ids_of_new_games_are_unique_and_random() -> None:
    ids = {new_record(FOUR, "connect-four", seats=seats("human,random")).id for _ in range(100)}
    assert len(ids) == 100
    assert min(map(len, ids)) >= 22


def test_a_game_starts_from_a_position() -> None:
    position = Session(FOUR, seats("human,human"), moves=["4", "4"]).position
    play = new_record(FOUR, "connect-four", seats=seats("human,random"), start=position)
    assert restore_session(play, FOUR).position == position
    with pytest.raises(PositionError):
        new_record(FOUR, "connect-four", seats=seats("human,random"), start="nonsense")
    with pytest.raises(InputError, match="2 seats, and 1 players"):
        new_record(FOUR, "connect-four", seats=seats("human"))


def test_a_record_is_refused_when_the_rules_have_changed() -> None:
    kept = record(Session(FOUR, seats("human,human"), moves=["7", "7"]))
    with pytest.raises(PositionError, match="its rules have changed: move 1: action '7' is not legal") as caught:
        restore_session(kept, games.load("connect-four:width=6"))
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="unknown fields"):
        restore_session(replace(kept, turns=({"seat": 0, "colour": "red"},)), FOUR)


def test_the_download_is_read_by_the_command_line(tmp_path: Path) -> None:
    session = played("human,alpha-beta(depth=2)", 0)
    session.make(EnginePlayers(FOUR).player(parse_player("alpha-beta(depth=2)")).choose(session.state))
    file = tmp_path / "game.json"
    file.write_text(SavedGame.of(session, "connect-four").to_json(), encoding="utf-8")
    saved = read_game(file)
    assert (saved.game, saved.seats, saved.moves) == (
        "connect-four",
        ["human", "alpha-beta(depth=2)"],
        [*session.moves],
    )
    assert saved.position == session.position


def test_a_game_is_drawn_when_a_position_occurs_three_times() -> None:
    game = replace(KINGS, compiled=False)
    session = Session(game, seats("human,human"), moves=["2", "1", "1", "2", "2", "1", "1"])
    assert (session.is_over, session.drawn_by_repetition, session.utility) == (False, False, None)
    session.make(Choice(2, 0.0))
    assert (session.is_over, session.drawn_by_repetition, session.utility) == (True, True, (0, 0))
    assert session.winners == (0, 1)
    assert session.legal_moves() == []
    assert not session.human_to_move
    with pytest.raises(PositionError, match="draw by repetition"):
        session.make(Choice(2, 0.0))
    session.undo()
    assert not session.is_over
    session.redo()
    assert session.drawn_by_repetition


def test_a_game_drawn_by_repetition_is_restored_as_drawn() -> None:
    game = replace(KINGS, compiled=False)
    moves = ["2", "1", "1", "2"] * 2
    assert Session(game, seats("human,human"), moves=moves).drawn_by_repetition
    with pytest.raises(PositionError, match="move 9: no action '2': the game is a draw by repetition"):
        Session(game, seats("human,human"), moves=[*moves, "2"])


def test_engine_players_get_the_history_of_the_game() -> None:
    """At depth 1 the engine takes the draw for what it is only if it knows the positions before."""
    game = replace(KINGS, compiled=False)
    session = Session(game, seats("human,alpha-beta(depth=1)"), moves=["2", "1", "1", "2", "2", "1", "1"])
    choice = EnginePlayers(game).choose(session)
    assert choice.result is not None
    known = {row.action_text: row.value for row in choice.result.action_values}
    assert known["2"] == 0
