"""EPD: a position of chess on each line, with operations; the two clocks of a FEN may be among them.

Source: S. J. Edwards, Portable Game Notation Specification and Implementation Guide, 1994, section 16.2.
"""

import re
from collections.abc import Iterator

from spielbaum.errors import PositionError
from spielbaum.formats.played import at_line
from spielbaum.game import Game
from spielbaum.game.notation import format_state, parse_state

WORDS = 4
"""Of a position; operations follow."""

_CLOCK = re.compile(r"\b(hmvc|fmvn)\s+(\d+)\s*;")


def read_positions(game: Game, text: str) -> Iterator[tuple[int, str]]:
    """Yield the positions of a text in EPD, in the game's notation, each with its line.

    Raises
    ------
    InputError
        If a line holds none; the sentence names it.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield number, format_state(game, parse_state(game, position_of(line)))
        except PositionError as error:
            raise at_line(number, error) from None


def position_of(line: str) -> str:
    """Return the FEN of a line in EPD, without its other operations.

    Examples
    --------
    >>> position_of('8/8/8/8/8/5k2/5p2/5K2 w - - bm Kg1; hmvc 3; id "end";')
    '8/8/8/8/8/5k2/5p2/5K2 w - - 3 1'
    """
    words = line.split()
    rest = " ".join(words[WORDS:])
    if len(words) < WORDS or re.fullmatch(r"\d+( \d+)?", rest):  # a FEN, or nothing of the kind
        return " ".join(words)
    clocks = dict(_CLOCK.findall(rest))
    return " ".join([*words[:WORDS], clocks.get("hmvc", "0"), clocks.get("fmvn", "1")])
