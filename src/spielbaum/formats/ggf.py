"""GGF, the Generic Game Format, of Othello: a game in one line, as servers and NBoard send it.

Source: M. Buro, Generic Game Format (GGF), of the Generic Game Server.
"""

import re

from spielbaum.errors import InputError, PositionError
from spielbaum.formats.played import PlayedGame, checked
from spielbaum.game import Game
from spielbaum.game.notation import format_action, parse_action, parse_state

OTHELLO = "othello"
COLOURS = ("B", "W")
_PROPERTY = re.compile(r"([A-Z]{1,2})\[([^\]]*)\]")
_PASS = re.compile(r"(?i)pa(ss)?|--")


def read(game: Game, text: str) -> PlayedGame:
    """Return the game of a text in GGF; passes that it leaves out are put in.

    Parameters
    ----------
    game
        Othello, of the size that the text has.
    text
        Such as ``(;GM[Othello]BO[8 ... *]B[F5]W[F6/-1.2/3.5];)``: after a move may stand its value and its time.

    Raises
    ------
    InputError
        If it cannot be read, is of another game, or a move is not legal.
    """
    properties = _PROPERTY.findall(text)
    tags = dict(properties)
    if not text.lstrip().startswith("(;") or not properties:
        raise InputError("a game in GGF is written (;GM[Othello]BO[8 ... *]B[F5]W[F6];)")
    if game.name != OTHELLO or tags.get("GM", OTHELLO).lower() != OTHELLO:
        raise InputError(f"it is a game of {tags.get('GM', OTHELLO)}, not of {game.spec}")
    start = _start(tags["BO"]) if "BO" in tags else None
    try:
        state = game.initial() if start is None else parse_state(game, start)
        moves = list[str]()
        for colour, value in properties:
            if colour not in COLOURS:
                continue
            word = word_of(value)
            if not game.is_terminal(state) and game.to_move(state) != COLOURS.index(colour):
                only = [format_action(game, state, action) for action in game.actions(state)]
                if only != ["pass"]:
                    raise InputError(f"move {len(moves) + 1}: {colour} moves, and the other is to move")
                moves.append("pass")
                state = game.result(state, parse_action(game, state, "pass"))
            moves.append(word)
            state = game.result(state, parse_action(game, state, word))
    except PositionError as error:
        raise InputError(str(error)) from None
    return checked(
        game, PlayedGame(start=start, moves=tuple(moves), players=(tags.get("PB", "?"), tags.get("PW", "?")))
    )


def word_of(text: str) -> str:
    """Return a move as our notation writes it, without the value and the time after it.

    Examples
    --------
    >>> word_of("F5/-1.2/3.5"), word_of("PA"), word_of("pass//1")
    ('f5', 'pass', 'pass')
    """
    word = text.partition("/")[0].strip().lower()
    return "pass" if _PASS.fullmatch(word) else word


def _start(text: str) -> str:
    """Return the position of ``BO``: how many squares a side, the rows from the top, and who moves."""
    size, *rows = text.split() or [""]
    if not size.isdecimal() or len(rows) < 2 or len("".join(rows[:-1])) != int(size) ** 2:
        raise InputError("a position in GGF is its size, the rows and who moves: BO[8 ... *]")
    return f"{''.join(rows[:-1])} {rows[-1]}"
