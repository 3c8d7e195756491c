"""Sessions as database records, and back.

``spielbaum.session`` does not import this module: a game at the terminal needs no database.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from spielbaum.errors import InputError, Message, PositionError
from spielbaum.game import Game
from spielbaum.players import PlayerSpec, parse_seat
from spielbaum.session.clock import Clock
from spielbaum.session.notes import Notes
from spielbaum.session.session import Session
from spielbaum.session.turn import Turn
from spielbaum.store.records import PlayRecord

ID_BYTES = 16
"""Random bytes in the id of a game."""


def new_record(
    game: Game,
    name: str,
    *,
    seats: Sequence[PlayerSpec],
    start: str | None = None,
    seed: int = 0,
    clock: Clock | None = None,
) -> PlayRecord:
    """Return the record of a new game, with an id that cannot be guessed.

    Parameters
    ----------
    game, name
        The game, and its name as on the command line.
    seats
        The player of each seat.
    start
        The first position as text; None for the initial state.
    seed
        Seed of random players.
    clock
        The time of each player; None without a clock.

    Raises
    ------
    SpielbaumError
        If the position cannot be read, the number of seats is wrong, or a player cannot play this game.
    """
    if len(seats) != game.players:
        raise InputError(Message("{} has {} seats, and {} players are named", game.spec, game.players, len(seats)))
    session = Session(game, seats, start=start, seed=seed)
    for seat, spec in enumerate(seats):
        session.change_seat(seat, spec)
    now = _now()
    return PlayRecord(
        id=secrets.token_urlsafe(ID_BYTES),
        game=name,
        seats=tuple(map(str, seats)),
        start=start,
        seed=seed,
        created=now,
        changed=now,
        notes=Notes(clock=clock).to_dict(),
    )


def restore_session(record: PlayRecord, game: Game) -> Session:
    """Return the session of a record, with its moves, the undone moves, and the search results of both.

    Raises
    ------
    SpielbaumError
        If the rules of the game have changed, so that a move is illegal or a player cannot play.
    """
    try:
        session = Session(game, [parse_seat(seat) for seat in record.seats], start=record.start, seed=record.seed)
        session.replay(map(Turn.from_dict, record.turns), map(Turn.from_dict, record.undone))
        session.notes = Notes.from_dict(record.notes)
    except PositionError as error:
        raise PositionError(
            Message("this game of {} cannot be resumed, as its rules have changed: {}", record.game, error)
        ) from None
    return session


def next_record(session: Session, before: PlayRecord) -> PlayRecord:
    """Return the record of a changed session: the next revision of its record."""
    return replace(
        before,
        seats=tuple(map(str, session.seats)),
        turns=tuple(turn.to_dict() for turn in session.turns),
        undone=tuple(turn.to_dict() for turn in session.undone),
        notes=session.notes.to_dict(),
        revision=before.revision + 1,
        changed=_now(),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
