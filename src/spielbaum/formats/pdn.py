"""PDN, the Portable Draughts Notation, for English draughts.

Results have White first, as in PGN, although Black moves first and is player 0.

Source: W. Wesselink, the PDN 3.0 standard; GameType 21 is English draughts.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.formats.pgn import more_tags, read_words, tags_of
from spielbaum.formats.played import PlayedGame, at_line, checked, each_read, result_text, white_first
from spielbaum.formats.tagged import RESULTS, Dialect, TaggedGame, numbered, read_tagged, write_tagged
from spielbaum.game import Game

DRAUGHTS = "draughts"
GAME_TYPE = "21,B,8,8,N1,0"
WORDS_OF_DRAUGHTS = Dialect(RESULTS | {"2-0", "0-2", "1-1", "0-0"})


def write(game: Game, games: Iterable[PlayedGame]) -> str:
    """Return games as PDN.

    Raises
    ------
    InputError
        If the game is not draughts.
    """
    _refuse_other(game)
    return "".join(_text(game, played) for played in games)


def each_game(game: Game, text: str) -> Iterator[PlayedGame | InputError]:
    """Yield each game of a text, or its error with the line.

    Raises
    ------
    InputError
        If the game is not draughts.
    """
    _refuse_other(game)
    return each_read(read_tagged(text, WORDS_OF_DRAUGHTS), partial(_read, game))


def _read(game: Game, tagged: TaggedGame) -> PlayedGame:
    kind = tagged.tags.get("GameType", GAME_TYPE).partition(",")[0].strip()
    if kind != GAME_TYPE.partition(",")[0]:
        raise at_line(
            tagged.line_of("GameType"), Sentence("it is a game of type {}, not of 21, English draughts", kind)
        )
    words = [(word.rstrip("!?*"), line) for word, line in tagged.words]
    return read_words(game, tagged, words=words, comments=tagged.comments_of_words(), known=("GameType",))


def _text(game: Game, played: PlayedGame) -> str:
    played = checked(game, played)
    white, black = white_first(game, played.players or ("?", "?"))
    result = result_text(white_first(game, played.shares or ()))
    tags = {**tags_of(played), "White": white, "Black": black, "Result": result, "GameType": GAME_TYPE}
    first = 0
    if played.start is not None:
        tags |= {"SetUp": "1", "FEN": played.start}
        first = int(played.start.startswith("W"))
    words = numbered(played.moves, first, comments=played.comments)
    return write_tagged({**tags, **more_tags(played)}, words, result)


def _refuse_other(game: Game) -> None:
    if game.name != DRAUGHTS:
        raise InputError(Message("PDN is for draughts, not for {}: use PGN or SGF", game.name))
