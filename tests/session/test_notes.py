"""What is stored of a game besides its moves, and ends that the rules do not bring about."""

import json
from collections.abc import Callable

import pytest

from spielbaum.errors import InputError
from spielbaum.games import load
from spielbaum.players import HUMAN, Choice, PlayerSpec
from spielbaum.session import Session
from spielbaum.session.clock import clock_of
from spielbaum.session.notes import Ended, Notes, Variation
from spielbaum.session.records import new_record, next_record, restore_session

pytestmark = pytest.mark.interpreted

HUMANS = (PlayerSpec(HUMAN), PlayerSpec(HUMAN))


def played(*moves: str) -> Session:
    return Session(load("tic-tac-toe"), HUMANS, moves=moves)


def test_notes_are_stored_with_a_game_and_read_back() -> None:
    game = load("tic-tac-toe")
    record = new_record(game, "tic-tac-toe", seats=HUMANS, clock=clock_of("3+2"))
    session = restore_session(record, game)
    session.make(Choice(4, 5.0))
    notes, number, step = session.notes.tried(0, (), "0")
    session.notes = notes.commented("1", "the centre").toggled("0.1", "0 8")
    stored = next_record(session, record)
    again = restore_session(stored, game).notes
    assert (number, step) == (0, 1)
    assert again == session.notes == Notes.from_dict(json.loads(json.dumps(stored.notes)))
    assert again.clock is not None
    assert again.clock.left([session.turns[0].seconds]) == 180 + 2 - 5
    assert Notes().to_dict() is None


def test_variations_grow_branch_and_are_removed_with_their_notes() -> None:
    notes, first, _ = Notes().tried(2, (), "a")
    notes, again, step = notes.tried(2, ("a",), "b")
    assert (again, step) == (first, 2)
    notes, second, step = notes.tried(2, ("a",), "c")
    assert (second, step) == (1, 2)
    assert notes.variations == (Variation(2, ("a", "b")), Variation(2, ("a", "c")))
    assert notes.tried(2, (), "a")[1:] == (0, 1)  # known
    notes = notes.commented("0.2", "weak").commented("1.2", "strong").commented("3", "now")
    assert notes.without(0).comments == {"0.2": "strong", "3": "now"}
    assert notes.without(0).variations == notes.variations[1:]
    assert notes.at_most(1).comments == {}
    assert notes.commented("3", "").comments == {"0.2": "weak", "1.2": "strong"}
    assert notes.toggled("1", "x y").toggled("1", "x y").arrows == {}


@pytest.mark.parametrize(
    ("limit", "change"),
    [
        ("MAX_VARIATIONS", lambda notes: notes.tried(0, (), "b")),
        ("MAX_VARIATION", lambda notes: notes.tried(0, ("a",), "b")),
        ("MAX_NOTED", lambda notes: notes.commented("0", "good").commented("1", "bad")),
        ("MAX_NOTED", lambda notes: notes.toggled("0", "x").toggled("1", "y")),
    ],
)
def test_the_notes_of_a_game_are_limited(
    limit: str, change: Callable[[Notes], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes().tried(0, (), "a")[0]
    monkeypatch.setattr(f"spielbaum.session.notes.{limit}", 1)
    with pytest.raises(InputError, match="at most 1 "):
        change(notes)


def test_a_new_move_forgets_the_notes_on_moves_that_were_taken_back() -> None:
    session = played("4", "0")
    session.notes = Notes(comments={"1": "kept", "2": "gone"})
    session.undo()
    session.make(Choice(8, 0.0))
    assert session.notes.comments == {"1": "kept"}


def test_a_game_ends_by_resignation_time_or_agreement_and_the_end_can_be_taken_back() -> None:
    session = played("4", "0")
    session.end("resignation", 0)
    assert (session.is_over, session.winners, session.utility) == (True, (1,), (-1.0, 1.0))
    with pytest.raises(InputError, match="over"):
        session.end("agreement")
    assert session.undo() == 0
    assert not session.is_over
    session.end("agreement")
    assert (session.winners, session.utility) == ((0, 1), (0.0, 0.0))
    assert session.notes.ended == Ended("agreement")


def test_players_without_pieces_are_out() -> None:
    chess = load("chameleon-chess")
    late = Session(chess, (PlayerSpec(HUMAN),) * 4, start="8/RyRg6/8/2Bg5/1By6/8/2Rb5/Rr7 B a1c7")
    names = [chess.player_name(seat) for seat in late.present]
    assert names == ["R", "B"]
    assert played().present == (0, 1)
    assert late.occurrences == 1
    late.make(Choice(late.parse_move("c5a4"), 0.0))
    for number in (1, 2):
        assert late.occurrences == number
        for move in ("b7c5", "a4b5", "c5b7", "b5a4"):
            late.make(Choice(late.parse_move(move), 0.0))
    assert late.occurrences == 3
