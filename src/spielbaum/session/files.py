"""Saved games: one JSON file each, replaced as a whole, so that it is never half written."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from spielbaum.errors import InputError
from spielbaum.files import read_json, write_whole
from spielbaum.session.session import Session

VERSION = 1


@dataclass(frozen=True)
class SavedGame:
    """What a file holds.

    Parameters
    ----------
    game
        The game as it is named on the command line.
    seats
        Who plays, as text.
    start
        The first position; None for the start of the game.
    moves
        From there.
    seed
        Of random play.
    position
        After the moves; a check.
    utility
        What each player got; None while the game goes on.
    version
        Of this form.
    """

    game: str
    seats: list[str]
    start: str | None
    moves: list[str]
    seed: int
    position: str
    utility: list[float] | None = None
    version: int = VERSION


def saved_game(session: Session, game: str) -> SavedGame:
    """Return what is saved of a game; ``game`` is how it is named on the command line."""
    return SavedGame(
        game=game,
        seats=[str(spec) for spec in session.seats],
        start=session.start,
        moves=list(session.moves),
        seed=session.seed,
        position=session.position,
        utility=None if session.utility is None else list(session.utility),
    )


def document(saved: SavedGame) -> str:
    """Return the text of a file that ``spielbaum play --resume`` reads."""
    return json.dumps(asdict(saved), ensure_ascii=False, indent=1) + "\n"


def write_game(session: Session, game: str, path: Path) -> None:
    """Save a game; ``game`` is how it is named on the command line.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    write_whole(path, document(saved_game(session, game)))


def read_game(path: Path) -> SavedGame:
    """Read a saved game.

    Raises
    ------
    InputError
        If there is none in the file.
    """
    found = read_json(path, said="is no saved game")
    if not isinstance(found, dict) or not set(found) >= {"game", "seats", "moves", "version"}:
        raise InputError(f"{str(path)!r} is no saved game: it lacks game, seats, moves or version")
    if found["version"] != VERSION:
        raise InputError(f"{str(path)!r} is a saved game of version {found['version']}; this program reads {VERSION}")
    return _checked(found, path)


def _checked(found: dict[str, Any], path: Path) -> SavedGame:
    saved = SavedGame(
        game=found["game"],
        seats=found["seats"],
        start=found.get("start"),
        moves=found["moves"],
        seed=found.get("seed", 0),
        position=found.get("position", ""),
        utility=found.get("utility"),
    )
    texts = [saved.game, saved.position, *([] if saved.start is None else [saved.start])]
    for several in (saved.seats, saved.moves):
        texts += several if isinstance(several, list) else [None]
    if not all(isinstance(text, str) for text in texts) or not isinstance(saved.seed, int) or not saved.seats:
        raise InputError(f"{str(path)!r} is no saved game: its fields are not what they should be")
    return saved
