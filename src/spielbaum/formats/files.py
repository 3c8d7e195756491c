"""Files of games, by suffix: ``.pgn``, ``.sgf`` and ``.pdn``."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from spielbaum.errors import InputError, Message
from spielbaum.files import read_bytes, write_whole
from spielbaum.formats.encoding import decoded, decoded_sgf
from spielbaum.formats.epd import EpdLine, read_lines
from spielbaum.formats.played import LINE, PlayedGame
from spielbaum.game import Game
from spielbaum.game.notation import format_state, states_of_line

FORMATS = (".pgn", ".sgf", ".pdn")
EPD, SGF = ".epd", ".sgf"
BOM = "\ufeff"


def holds_games(path: Path | str) -> bool:
    """Return whether a file has the suffix of a file of games.

    Examples
    --------
    >>> holds_games("book.PGN"), holds_games("openings.txt")
    (True, False)
    """
    return Path(path).suffix.lower() in FORMATS


def read_games(game: Game, path: Path | str) -> list[PlayedGame]:
    """Return the games of a file, with legal moves only.

    Parameters
    ----------
    game
        The game.
    path
        The file; its suffix decides the format.

    Raises
    ------
    InputError
        If the file cannot be read or is invalid; the message names file and line.
    """
    games = []
    for found in each_game(game, path):
        if isinstance(found, InputError):
            raise named(path, found)
        games.append(found)
    if not games:
        raise InputError(Message("there is no game in {}", path))
    return games


def each_game(game: Game, path: Path | str) -> Iterator[PlayedGame | InputError]:
    """Yield each game of a file, or its error with the line.

    Parameters
    ----------
    game, path
        As in `read_games`.

    Raises
    ------
    InputError
        If the file cannot be read, or its format does not support the game.
    """
    return _format_of(path).each_game(game, read_text(path))  # type: ignore[no-any-return]


def read_epd(game: Game, path: Path | str) -> Iterator[EpdLine]:
    """Yield the lines of an EPD file.

    Raises
    ------
    InputError
        If the file or a line cannot be read; an error of a line names its number only.
    """
    return read_lines(game, read_text(path))


def write_games(game: Game, games: Iterable[PlayedGame], path: Path | str) -> None:
    """Write games to a file, atomically.

    Raises
    ------
    InputError
        If the format does not support them, or the file cannot be written.
    """
    write_whole(Path(path), games_text(game, games, path))


def games_text(game: Game, games: Iterable[PlayedGame], path: Path | str) -> str:
    """Return games as the text of a file in the format of its suffix.

    Raises
    ------
    InputError
        If the format does not support them.
    """
    return _format_of(path).write(game, games)  # type: ignore[no-any-return]


def read_opening_texts(game: Game, path: Path | str, plies: int | None = None) -> list[tuple[int, str]]:
    """Return the openings of a file of games or EPD positions: line numbers, and moves from the start or positions.

    Parameters
    ----------
    game
        The game.
    path
        The file.
    plies
        The most plies of each game; all if None.

    Raises
    ------
    InputError
        As `read_games`.
    """
    if Path(path).suffix.lower() == EPD:
        try:
            found = [(line.number, format_state(game, line.state)) for line in read_epd(game, path)]
        except InputError as error:
            raise named(path, error) from None
    else:
        found = [(played.line, _opening_text(game, played, plies)) for played in read_games(game, path)]
    if not found:
        raise InputError(Message("{} has no opening", path))
    return found


def read_text(path: Path | str) -> str:
    """Return the text of a file, with lines ending in line feeds.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        data = read_bytes(Path(path))
    except OSError as error:
        raise InputError(Message("cannot read {!r}: {}", str(path), error.strerror or error)) from None
    text = decoded_sgf(data) if Path(path).suffix.lower() == SGF else decoded(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix(BOM)


def named(path: Path | str, error: InputError) -> InputError:
    """Return an error with the name of the file, if it names a line."""
    return InputError(Message("{}, {}", path, error)) if str(error).startswith(LINE) else error


def _opening_text(game: Game, played: PlayedGame, plies: int | None) -> str:
    moves = played.moves[:plies]
    if played.start is None and moves:
        return " ".join(moves)
    return format_state(game, states_of_line(game, played.first_state(game), moves)[-1])


def _format_of(path: Path | str) -> Any:
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise InputError(
            Message("files of games are {} or {}, not {!r}", ", ".join(FORMATS[:-1]), FORMATS[-1], str(path))
        )
    return import_module(f"spielbaum.formats.{suffix[1:]}")
