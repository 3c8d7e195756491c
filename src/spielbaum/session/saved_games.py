"""Saved games: one JSON file each, or a file of PGN, SGF or PDN with one game, replaced atomically."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from spielbaum.errors import InputError
from spielbaum.files import read_json, write_whole
from spielbaum.formats import PlayedGame, read_games, write_games
from spielbaum.formats.files import holds_games
from spielbaum.players import parse_player
from spielbaum.registry import load
from spielbaum.session.session import Session

VERSION = 1


@dataclass(frozen=True)
class SavedGame:
    """The content of a saved game.

    Parameters
    ----------
    game
        The game as on the command line.
    seats
        The player of each seat, as text.
    start
        The first position; None for the initial state.
    moves
        The moves from there.
    seed
        Seed of the players who play at random.
    position
        The position after the moves, against which they are checked.
    utility
        The utility of each player; None if the game is not over.
    version
        Of the file format.
    """

    game: str
    seats: list[str]
    start: str | None
    moves: list[str]
    seed: int
    position: str
    utility: list[float] | None = None
    version: int = VERSION

    @classmethod
    def of(cls, session: Session, game: str) -> Self:
        """Return the saved game of a session; ``game`` is its game as on the command line."""
        return cls(
            game=game,
            seats=[str(spec) for spec in session.seats],
            start=session.start,
            moves=list(session.moves),
            seed=session.seed,
            position=session.position,
            utility=None if session.utility is None else list(session.utility),
        )

    def to_json(self) -> str:
        """Return the text of a file that ``spielbaum play --resume`` reads."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"


def write_game(session: Session, game: str, path: Path) -> None:
    """Save a session; ``game`` is its game as on the command line. The ending of the file says the format.

    Raises
    ------
    InputError
        If the file cannot be written, or the format cannot have the game.
    """
    if holds_games(path):
        write_games(session.game, [played_of(session)], path)
        return
    write_whole(path, SavedGame.of(session, game).to_json())


def played_of(session: Session) -> PlayedGame:
    """Return a session as files of other programs have it."""
    utility = session.utility
    winners = [] if utility is None else [seat for seat, own in enumerate(utility) if own == max(utility)]
    return PlayedGame(
        start=session.start,
        moves=tuple(session.moves),
        players=tuple(map(str, session.seats)),
        shares=tuple(seat in winners and 1 / len(winners) for seat in range(session.game.players)) if winners else None,
        tags={"Event": "Game", "Site": "Spielbaum"},
    )


def read_played(path: Path, game: str) -> SavedGame:
    """Read the one game of a file of other programs; it has seats only if its players are named as ours.

    Parameters
    ----------
    path
        A file of PGN, SGF or PDN.
    game
        As on the command line.

    Raises
    ------
    InputError
        If it cannot be read, or holds several.
    """
    found = read_games(load(game), path)
    if len(found) > 1:
        raise InputError(f"{path} holds {len(found)} games, and one is gone on with: put it into a file of its own")
    (played,) = found
    seats = list(played.players)
    try:
        for name in seats:
            parse_player(name)
    except InputError:
        seats = []
    return SavedGame(game=game, seats=seats, start=played.start, moves=list(played.moves), seed=0, position="")


def read_game(path: Path) -> SavedGame:
    """Read a saved game.

    Raises
    ------
    InputError
        If the file holds none, or one of another version.
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
