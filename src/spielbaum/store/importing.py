"""Importing games from files: each file becomes a tournament, and is imported once."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from spielbaum.arena.game_files import FileGames
from spielbaum.arena.records import GameRecord
from spielbaum.errors import InputError, Message
from spielbaum.files import read_bytes
from spielbaum.store.records import TournamentRecord
from spielbaum.store.store import Store

BATCH = 64
"""Games that are stored in one transaction."""


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The outcome of an import.

    Attributes
    ----------
    tournament
        The id of the tournament in the database.
    title
        Its title; that of the first import, if there was one.
    games
        The number of its games.
    new
        The number of games that were not stored before.
    """

    tournament: int
    title: str
    games: int
    new: int


def import_games(
    store: Store,
    path: Path,
    game: str,
    found: FileGames,
    *,
    title: str | None = None,
    advance: Callable[[int], None] = lambda _done: None,
) -> Imported:
    """Store the games of a file that are not stored yet.

    A file is identified by its content, not by its name. Games are stored in batches, so an interrupted import is
    resumed by the next call.

    Parameters
    ----------
    store, path
        The database, and the file.
    game
        The game as on the command line, with the path of a file made absolute.
    found
        The games.
    title
        The title of the tournament; by default the name of the file.
    advance
        Called with the number of games that are stored.

    Raises
    ------
    InputError
        If there are no games, or the database cannot be used.
    """
    if not found.records:
        raise InputError(Message("there is no game in {} that can be imported", path))
    number = store.begin(
        TournamentRecord(
            key=_key(path, game),
            title=title or path.name,
            setup={"game": game, "players": list(found.players), "max_plies": None, "file": path.name},
            games=len(found.records),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
    )
    known = store.done(number)
    missing = [record for record in found.records if record.number not in known]
    new, done = 0, len(found.records) - len(missing)
    for batch in _batches(missing):
        new += store.add_all(number, batch)
        done += len(batch)
        advance(done)
    kept = next(stored.title for stored in store.tournaments() if stored.id == number)
    return Imported(tournament=number, title=kept, games=len(found.records), new=new)


def _key(path: Path, game: str) -> str:
    """Return a hash of the game and the content of a file."""
    content = hashlib.sha256(read_bytes(path)).hexdigest()
    return hashlib.sha256(json.dumps(["file", game, content]).encode()).hexdigest()


def _batches(games: Sequence[GameRecord]) -> Iterator[Sequence[GameRecord]]:
    return (games[first : first + BATCH] for first in range(0, len(games), BATCH))
