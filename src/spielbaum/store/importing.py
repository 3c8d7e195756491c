"""Games of files kept beside those that were played here: each file is a tournament, and goes in once."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from spielbaum.arena.game_files import FileGames
from spielbaum.arena.records import GameRecord
from spielbaum.errors import InputError
from spielbaum.files import read_bytes
from spielbaum.store.records import TournamentRecord
from spielbaum.store.store import Store

BATCH = 64
"""Games that are stored in one transaction."""


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What became of the games of a file.

    Attributes
    ----------
    tournament
        Its number in the database.
    title
        Under which it is kept; that of the first time, if it was there already.
    games
        How many there are.
    new
        How many of them were not there yet.
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
    """Keep the games of a file; those that are there already stay as they are.

    A file is known by its content, whatever it is called. Games are stored some at a time, so what is stored when the
    process ends stays, and the next call stores the others.

    Parameters
    ----------
    store, path
        The database, and the file.
    game
        As on the command line, the path of a file made absolute.
    found
        The games.
    title
        Without it the name of the file.
    advance
        Told how many games are stored.

    Raises
    ------
    InputError
        If there is no game, or the database cannot be used.
    """
    if not found.records:
        raise InputError(f"there is no game in {path} that can be kept")
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
