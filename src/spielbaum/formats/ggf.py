"""GGF, the Generic Game Format, for Othello: a game in one line, as sent by servers and NBoard.

Source: M. Buro, Generic Game Format (GGF), of the Generic Game Server.
"""

import re

from spielbaum.errors import InputError, Message
from spielbaum.formats.played import LINE, PlayedGame, checked
from spielbaum.game import Game
from spielbaum.game.notation import PASS

OTHELLO = "othello"
COLOURS = ("B", "W")
_PROPERTY = re.compile(r"\s*([A-Za-z]+)\s*\[([^\]]*)\]")
_GAME = re.compile(rf"\s*\(\s*;((?:{_PROPERTY.pattern})+)\s*(?:;\s*)?\)\s*")
_PASS = re.compile(r"(?i)pa(ss)?|--")


def read(game: Game, text: str) -> PlayedGame:
    """Return the game of a GGF text; omitted passes are inserted.

    Parameters
    ----------
    game
        Othello of the same size.
    text
        Such as ``(;GM[Othello]BO[8 ... *]B[F5]W[F6/-1.2/3.5];)``, optionally with value and time after a move.

    Raises
    ------
    InputError
        If it cannot be read, is of another game, or has an illegal move.
    """
    whole = _GAME.fullmatch(text)
    if not whole:
        raise InputError(Message("a game in GGF is written (;GM[Othello]BO[8 ... *]B[F5]W[F6];)"))
    properties = [(name.upper(), value) for name, value in _PROPERTY.findall(whole[1])]
    tags = dict(properties)
    if game.name != OTHELLO or tags.get("GM", OTHELLO).lower() != OTHELLO:
        raise InputError(Message("it is a game of {}, not of {}", tags.get("GM", OTHELLO), game.spec))
    moves = [(word_of(value), COLOURS.index(colour)) for colour, value in properties if colour in COLOURS]
    played = PlayedGame(
        start=_start(tags["BO"]) if "BO" in tags else None,
        moves=tuple(word for word, _ in moves),
        players=(tags.get("PB", "?"), tags.get("PW", "?")),
    )
    try:
        return checked(game, played, movers=[mover for _, mover in moves])
    except InputError as error:  # it names a line of a file
        raise InputError(str(error).removeprefix(f"{LINE}{played.line}: ")) from None


def word_of(text: str) -> str:
    """Return a move in our notation, without value and time.

    Examples
    --------
    >>> word_of("F5/-1.2/3.5"), word_of("PA"), word_of("pass//1")
    ('f5', 'pass', 'pass')
    """
    word = text.partition("/")[0].strip().lower()
    return PASS if _PASS.fullmatch(word) else word


def _start(text: str) -> str:
    """Return the position of ``BO``: size, rows from the top, and player to move."""
    size, *rows = text.split() or [""]
    if not size.isdecimal() or len(rows) < 2 or len("".join(rows[:-1])) != int(size) ** 2:
        raise InputError(Message("a position in GGF is its size, the rows and who moves: BO[8 ... *]"))
    return f"{''.join(rows[:-1])} {rows[-1]}"
