"""The agreement on dead stones at the end of a game of Go."""

import pytest

from spielbaum import games
from spielbaum.errors import InputError
from spielbaum.players import HUMAN, Choice, PlayerSpec
from spielbaum.session import Session
from spielbaum.session.notes import Notes

ENDED = "1XO2/1XO1X/1XO2/OXO2/1XO2 X"
"""Black has two columns, White three; the stones on E4 and A2 are dead."""


def ended(size: str = "size=5,komi=-0.5") -> Session:
    session = Session(games.load(f"go:{size}"), [PlayerSpec(HUMAN), PlayerSpec(HUMAN)], start=ENDED)
    for _ in range(2):
        assert session.settlement is None
        session.make(choice(session, "pass"))
    return session


def choice(session: Session, text: str) -> Choice:
    return Choice(session.parse_move(text), 0.0)


def test_dead_stones_change_territory_and_result() -> None:
    session = ended()
    assert session.settlement is not None
    assert session.settlement.standing == ("6", "6")  # the empty points are beside stones of both
    assert session.utility == (1, -1)
    session.mark_dead("E4")
    assert session.settlement.standing == ("5", "16")
    assert session.utility == (-1, 1)
    session.mark_dead("A2")
    assert session.settlement.dead == {"A2", "E4"}
    assert session.settlement.standing == ("10", "15")
    assert session.settlement.owners["A2"] == 0
    assert session.settlement.owners["E4"] == 1
    assert "B1" not in session.settlement.owners
    session.mark_dead("A2")
    assert session.settlement.dead == {"E4"}
    with pytest.raises(InputError, match="there is no piece at 'A1' that can be dead"):
        session.mark_dead("A1")


def test_a_whole_group_is_dead_and_a_change_undoes_the_agreement() -> None:
    session = ended()
    session.agree(0)
    session.agree(1)
    assert session.notes.agreed == (0, 1)
    session.mark_dead("C3")
    assert session.notes.dead == ("C1", "C2", "C3", "C4", "C5")
    assert session.notes.agreed == ()
    session.agree(1)
    assert Notes.from_dict(session.notes.to_dict()) == session.notes
    session.undo()
    assert (session.notes.dead, session.notes.agreed, session.settlement) == ((), (), None)
    with pytest.raises(InputError, match="nothing to agree on"):
        session.agree(0)
