"""Saved games: JSON files, or PGN, SGF or PDN files with one game, written atomically."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from spielbaum.errors import InputError, Message, Sentence
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
        The moves from the first position.
    seed
        Seed of random players.
    position
        The position after the moves, to check them.
    utility
        The utility of each player; None if the game is not over.
    version
        The version of the file format.
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
        """Return a session as a saved game; ``game`` is as on the command line."""
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
    """Save a session; ``game`` is as on the command line. The suffix of the file decides the format.

    Raises
    ------
    InputError
        If the file cannot be written, or the format does not support the game.
    """
    if holds_games(path):
        write_games(session.game, [played_of(session)], path)
        return
    write_whole(path, SavedGame.of(session, game).to_json())


def played_of(session: Session) -> PlayedGame:
    """Return a session as a game for files of other programs."""
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
    """Read the only game of a file of another program; it has seats only if its players can be parsed.

    Parameters
    ----------
    path
        A PGN, SGF or PDN file.
    game
        As on the command line.

    Raises
    ------
    InputError
        If it cannot be read, or has several games.
    """
    found = read_games(load(game), path)
    if len(found) > 1:
        raise InputError(
            Message("{} has {} games, and only one can be resumed: put it into its own file", path, len(found))
        )
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
        If the file is not a saved game, or one of another version.
    """
    found = read_json(path, said=Sentence("is not a saved game"))
    if not isinstance(found, dict) or not set(found) >= {"game", "seats", "moves", "version"}:
        raise InputError(Message("{!r} is not a saved game: it lacks game, seats, moves or version", str(path)))
    if found["version"] != VERSION:
        raise InputError(
            Message("{!r} is a saved game of version {}; this program reads {}", str(path), found["version"], VERSION)
        )
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
        raise InputError(Message("{!r} is not a saved game: a field has the wrong type", str(path)))
    return saved
