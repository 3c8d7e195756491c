"""PDN, the Portable Draughts Notation, of English draughts.

Results are White's first, as in PGN, though Black begins and is player 0.

Source: W. Wesselink, the PDN 3.0 standard; GameType 21 is English draughts.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NoReturn

from spielbaum.errors import InputError
from spielbaum.formats.pgn import KNOWN, ROSTER, tags_of
from spielbaum.formats.played import PlayedGame, at_line, checked, result_text, shares_of, white_first
from spielbaum.formats.tagged import TaggedGame, numbered, read_tagged, write_tagged
from spielbaum.game import Game

DRAUGHTS = "draughts"
GAME_TYPE = "21,B,8,8,N1,0"


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as PDN.

    Raises
    ------
    InputError
        If it is another game than draughts.
    """
    _refuse_other(game)
    return "".join(_text(game, played) for played in games)


parts = read_tagged
"""Yields the games of a text, of which `reader` reads one."""


def reader(game: Game) -> Callable[[TaggedGame], PlayedGame]:
    """Return what reads one game of a text in PDN.

    It raises an InputError if something cannot be read, or a move is not legal; the sentence names the line.

    Raises
    ------
    InputError
        If it is another game than draughts.
    """
    _refuse_other(game)
    return partial(_read, game)


def _read(game: Game, tagged: TaggedGame) -> PlayedGame:
    tags = tagged.tags
    kind = tags.get("GameType", GAME_TYPE).partition(",")[0].strip()
    if kind != GAME_TYPE.partition(",")[0]:
        raise at_line(tagged.line, f"it is a game of type {kind}, not of 21, English draughts")
    comments = tuple(tagged.said.get(number, "") for number in range(1, len(tagged.words) + 1))
    played = PlayedGame(
        start=tags.get("FEN"),
        moves=tuple(word.rstrip("!?*") for word, _ in tagged.words),
        players=white_first(game, [tags.get("White", "?"), tags.get("Black", "?")]),
        shares=white_first(game, shares_of(tags.get("Result", tagged.result)) or ()) or None,
        tags={name: value for name, value in tags.items() if name not in (KNOWN - set(ROSTER)) | {"GameType"}},
        comments=comments if any(comments) else (),
        line=tagged.line,
    )
    return checked(game, played, [line for _, line in tagged.words])


def _text(game: Game, played: PlayedGame) -> str:
    played = checked(game, played)
    white, black = white_first(game, played.players or ("?", "?"))
    result = result_text(white_first(game, played.shares or ()))
    tags = {**tags_of(played), "White": white, "Black": black, "Result": result, "GameType": GAME_TYPE}
    first = 0
    if played.start is not None:
        tags |= {"SetUp": "1", "FEN": played.start}
        first = int(played.start.startswith("W"))
    comments = [f"{{{comment}}}" if comment else "" for comment in played.comments]
    words = numbered(played.moves, first)
    if comments:
        said = iter(comments)
        words = [part for word in words for part in ([word] if word.endswith(".") else [word, next(said)]) if part]
    more = {name: value for name, value in played.tags.items() if name not in KNOWN}
    return write_tagged({**tags, **more}, words, result)


def _refuse_other(game: Game) -> None:
    if game.name != DRAUGHTS:
        _refuse(game)


def _refuse(game: Game) -> NoReturn:
    raise InputError(f"PDN is of draughts, not of {game.name}: write PGN or SGF")
