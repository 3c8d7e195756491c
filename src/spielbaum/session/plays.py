"""From a session to the record that a store keeps of it, and back.

This module is not imported by ``spielbaum.session`` itself, for a game at the terminal needs no database.
"""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game
from spielbaum.players import PlayerSpec, parse_player
from spielbaum.session.session import Session
from spielbaum.session.turn import Turn
from spielbaum.store.records import PlayRecord

ID_BYTES = 16
"""Of chance in an id."""


def new_play(
    game: Game, name: str, *, seats: Sequence[PlayerSpec], start: str | None = None, seed: int = 0
) -> PlayRecord:
    """Return the record of a new game, under an id that nobody can guess.

    Parameters
    ----------
    game, name
        The game, and how it is named on the command line.
    seats
        Who plays each of its players.
    start
        The first position as text; None for the start of the game.
    seed
        Of random play.

    Raises
    ------
    SpielbaumError
        If there is no such position, the seats are too few or too many, or a player cannot play this game.
    """
    if len(seats) != game.players:
        raise InputError(f"{game.spec} has {game.players} seats, and {len(seats)} players are named")
    session = Session(game, seats, start=start, seed=seed)
    for seat, spec in enumerate(seats):
        session.seat_anew(seat, spec)
    now = _now()
    return PlayRecord(
        id=secrets.token_urlsafe(ID_BYTES),
        game=name,
        seats=tuple(map(str, seats)),
        start=start,
        seed=seed,
        created=now,
        changed=now,
    )


def session_of(record: PlayRecord, game: Game) -> Session:
    """Return the session of a record, with the moves taken back and what was thought of all of them.

    Raises
    ------
    SpielbaumError
        If the game has changed, so that a move is not legal any more or a player cannot play it.
    """
    try:
        session = Session(game, [parse_player(seat) for seat in record.seats], start=record.start, seed=record.seed)
        session.replay(map(Turn.from_dict, record.turns), map(Turn.from_dict, record.undone))
    except PositionError as error:
        raise PositionError(f"this game of {record.game} cannot go on, for its rules have changed: {error}") from None
    return session


def record_of(session: Session, before: PlayRecord) -> PlayRecord:
    """Return the record that follows another one, now that something has happened in the session."""
    return replace(
        before,
        seats=tuple(map(str, session.seats)),
        turns=tuple(turn.to_dict() for turn in session.turns),
        undone=tuple(turn.to_dict() for turn in session.undone),
        revision=before.revision + 1,
        changed=_now(),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
