"""A game at a table: seats that change, moves taken back, and what is kept of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cyclic import KINGS
from spielbaum import games
from spielbaum.errors import InputError, PositionError, UnfitGameError
from spielbaum.players import Choice, PlayerSpec, parse_player, parse_players
from spielbaum.session import Session, Table, document, read_game, saved_game
from spielbaum.session.plays import new_play, record_of, session_of
from spielbaum.store import PlayRecord

FOUR = games.load("connect-four")
CHAMELEON = games.load("chameleon-chess")


def seats(text: str) -> list[PlayerSpec]:
    return parse_players(text)


def played(text: str, plies: int) -> Session:
    session = Session(FOUR, seats(text))
    play_on(session, plies)
    return session


def play_on(session: Session, plies: int) -> None:
    table = Table(session.game)
    for _ in range(plies):
        session.make(table.choose(session))


def test_without_humans_one_move_is_taken_back_and_made_again() -> None:
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


def test_of_several_humans_each_takes_back_the_last_turn_of_any() -> None:
    session = Session(FOUR, seats("human,human"), moves=["1", "2", "3"])
    assert (session.undo(), session.moves) == (1, ("1", "2"))
    assert (session.undo(), session.redo(), session.moves) == (1, 1, ("1", "2"))


def test_a_seat_is_taken_over_in_mid_game() -> None:
    session = played("random,random", 4)
    session.seat_anew(1, parse_player("human"))
    assert session.humans == (1,)
    assert session.undo() == 1  # the last move of the seat that is human now
    assert session.human_moves
    session.seat_anew(1, parse_player("alpha-beta(depth=2)"))
    play_on(session, 1)
    assert [turn.player for turn in session.turns] == ["random", "random", "random", "alpha-beta(depth=2)"]
    assert session.undone == ()


def test_who_cannot_play_takes_no_seat() -> None:
    session = played("random,random", 2)
    with pytest.raises(InputError, match="no seat 2"):
        session.seat_anew(2, parse_player("human"))
    with pytest.raises(InputError, match="evaluation"):
        session.seat_anew(0, parse_player("alpha-beta(evaluation=nothing)"))
    four = Session(CHAMELEON, seats("random,random,random,random"))
    with pytest.raises(UnfitGameError, match="two players"):
        four.seat_anew(0, parse_player("alpha-beta"))
    assert session.seats == tuple(seats("random,random"))


def test_a_turn_keeps_what_the_search_knew() -> None:
    session = played("alpha-beta(depth=4),random", 2)
    search, chance = session.turns
    assert (search.seat, search.player, search.depth, search.kind) == (0, "alpha-beta(depth=4)", 4, "heuristic")
    assert (search.value, search.line[0], len(search.line)) == (-3, search.text, 4)
    assert search.nodes > 100
    assert (chance.value, chance.depth, chance.line, chance.nodes) == (None, None, (), 0)


def record(session: Session, name: str = "connect-four") -> PlayRecord:
    return record_of(session, new_play(session.game, name, seats=session.seats, start=session.start))


def test_a_session_comes_back_from_its_record_with_moves_taken_back_and_values() -> None:
    session = Session(CHAMELEON, seats("max-n-is(depth=2),paranoid(depth=2),random,hypermax(depth=2)"))
    play_on(session, 6)
    session.undo()
    session.undo()
    kept = record(session, "chameleon-chess")
    assert kept == replace(kept, turns=tuple(json.loads(json.dumps(kept.turns))))
    back = session_of(kept, CHAMELEON)
    assert (back.turns, back.undone, back.position) == (session.turns, session.undone, session.position)
    assert isinstance(back.turns[0].value, tuple)
    assert back.redo() == session.redo() == 1
    assert back.position == session.position


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["move", "undo", "redo"]), max_size=30), st.integers(0, 2**31))
def test_whatever_was_done_the_record_gives_the_same_session(steps: list[str], seed: int) -> None:
    session = Session(FOUR, seats("random,random"), seed=seed)
    kept = new_play(FOUR, "connect-four", seats=session.seats, seed=seed)
    table = Table(FOUR)
    for step in steps:
        try:
            if step == "move" and not session.finished:
                session.make(table.choose(session))
            elif step == "undo":
                session.undo()
            elif step == "redo":
                session.redo()
        except InputError:
            continue
        kept = record_of(session, kept)
        back = session_of(kept, FOUR)
        assert (back.turns, back.undone, back.state) == (session.turns, session.undone, session.state)
        assert back.finished or back.chance == session.chance
    assert kept.revision <= len(steps)


def test_every_new_game_has_an_id_of_its_own_that_says_nothing() -> None:
    ids = {new_play(FOUR, "connect-four", seats=seats("human,random")).id for _ in range(100)}
    assert len(ids) == 100
    assert min(map(len, ids)) >= 22


def test_a_new_game_from_a_position() -> None:
    position = Session(FOUR, seats("human,human"), moves=["4", "4"]).position
    play = new_play(FOUR, "connect-four", seats=seats("human,random"), start=position)
    assert session_of(play, FOUR).position == position
    with pytest.raises(PositionError):
        new_play(FOUR, "connect-four", seats=seats("human,random"), start="nonsense")
    with pytest.raises(InputError, match="2 seats, and 1 players"):
        new_play(FOUR, "connect-four", seats=seats("human"))


def test_a_record_of_a_game_whose_rules_have_changed_is_refused_in_one_sentence() -> None:
    kept = record(Session(FOUR, seats("human,human"), moves=["7", "7"]))
    with pytest.raises(PositionError, match="its rules have changed: move 1: action '7' is not legal") as caught:
        session_of(kept, games.load("connect-four:width=6"))
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="other fields"):
        session_of(replace(kept, turns=({"seat": 0, "colour": "red"},)), FOUR)


def test_the_download_is_read_by_the_command_line(tmp_path: Path) -> None:
    session = played("human,alpha-beta(depth=2)", 0)
    session.make(Table(FOUR).search(parse_player("alpha-beta(depth=2)")).choose(session.state))
    file = tmp_path / "game.json"
    file.write_text(document(saved_game(session, "connect-four")), encoding="utf-8")
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
    assert (session.finished, session.repeated, session.utility) == (False, False, None)
    session.make(Choice(2, 0.0))
    assert (session.finished, session.repeated, session.utility) == (True, True, (0, 0))
    assert session.winners == (0, 1)
    assert session.legal() == []
    assert not session.human_moves
    with pytest.raises(PositionError, match="draw by repetition"):
        session.make(Choice(2, 0.0))
    session.undo()
    assert not session.finished
    session.redo()
    assert session.repeated


def test_a_game_drawn_by_repetition_is_taken_up_again_as_drawn() -> None:
    game = replace(KINGS, compiled=False)
    moves = ["2", "1", "1", "2"] * 2
    assert Session(game, seats("human,human"), moves=moves).repeated
    with pytest.raises(PositionError, match="move 9: no action '2': the game is a draw by repetition"):
        Session(game, seats("human,human"), moves=[*moves, "2"])


def test_the_table_tells_an_engine_what_was_played_before() -> None:
    """At depth 1 the engine takes the draw for what it is only if it knows the positions before."""
    game = replace(KINGS, compiled=False)
    session = Session(game, seats("human,alpha-beta(depth=1)"), moves=["2", "1", "1", "2", "2", "1", "1"])
    choice = Table(game).choose(session)
    assert choice.result is not None
    known = {row.action_text: row.value for row in choice.result.action_values}
    assert known["2"] == 0
