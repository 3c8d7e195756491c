"""Openings: where the rounds of a match begin. Drawn at random without repeats, or read from a file."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from spielbaum.errors import InputError
from spielbaum.files import read_text
from spielbaum.formats.files import EPD, holds_games, read_opening_texts
from spielbaum.game import Game, State
from spielbaum.game.notation import format_line, format_state
from spielbaum.position_text import read_either

TRIES = 100
"""Openings that are drawn in search of one that is new."""


@dataclass(frozen=True)
class Opening:
    """Where a round begins.

    Attributes
    ----------
    start
        A position, in the game's notation.
    actions
        Made from there before the first player is asked, as texts.
    """

    start: str
    actions: tuple[str, ...] = ()


def random_openings(game: Game, start: State, *, count: int, plies: int, seed: int = 0) -> list[Opening]:
    """Return so many openings of random actions, the same on every machine.

    No two of them end in the same position as long as new ones are found; then all come again in the same order.

    Parameters
    ----------
    game, start
        The game, and where play begins.
    count
        How many.
    plies
        Random actions, each as likely; fewer where the game would end before.
    seed
        Of the random numbers.

    Examples
    --------
    >>> from spielbaum import games
    >>> game = games.load("tic-tac-toe")
    >>> found = random_openings(game, game.initial(), count=12, plies=1)
    >>> len(set(found)), found[0] == found[9]
    (9, True)
    """
    generator = random.Random(seed)
    found: dict[State, Opening] = {}
    while len(found) < count:
        for _ in range(TRIES):
            actions = random_opening(game, start, plies, generator.getrandbits(63))
            end = start
            for action in actions:
                end = game.result(end, action)
            if end not in found:
                found[end] = Opening(format_state(game, start), format_line(game, start, actions))
                break
        else:
            break
    return list(islice(cycle(found.values()), count))


def random_opening(game: Game, state: State, plies: int, seed: int) -> list[int]:
    """Return legal actions drawn at random; equal seeds give equal openings. The game is not over after them."""
    generator = random.Random(seed)
    drawn: list[int] = []
    while len(drawn) < plies:
        going_on = [a for a in game.actions(state) if not game.is_terminal(game.result(state, a))]
        if not going_on:
            break
        drawn.append(generator.choice(going_on))
        state = game.result(state, drawn[-1])
    return drawn


def read_openings(game: Game, path: Path | str, plies: int | None = None) -> list[Opening]:
    """Return the openings of a file, in its order.

    Each line holds a position, or actions from the start of the game; what follows a ``#`` at its beginning or after a
    space is a comment. A text that can be read as both is taken for actions. Files that end in ``.pgn``, ``.sgf``,
    ``.pdn`` and ``.epd`` hold games and positions in these formats.

    Parameters
    ----------
    game
        The game.
    path
        The file, in UTF-8.
    plies
        So many of each game of a file of games.

    Raises
    ------
    InputError
        If the file cannot be read or has no opening, or a line is neither, or the game is over there. The sentence
        names file and line.
    """
    return [opening for _, opening in _parsed(game, path, plies)]


def read_opening_lines(game: Game, path: Path | str, plies: int | None = None) -> tuple[str, ...]:
    """Return the openings of a file as texts, without comments, as `Setup` takes them.

    Raises
    ------
    InputError
        As `read_openings`.
    """
    return tuple(text for text, _ in _parsed(game, path, plies))


def _parsed(game: Game, path: Path | str, plies: int | None) -> Iterator[tuple[str, Opening]]:
    """Yield the openings of a file, as it has them and as they are read."""
    of_others = holds_games(path) or Path(path).suffix.lower() == EPD
    for number, text in read_opening_texts(game, path, plies) if of_others else _lines(path):
        try:
            yield text, parse_opening(game, text)
        except InputError as error:
            hint = "; match --opening-plies K takes the first K plies of each game" if holds_games(path) else ""
            raise InputError(f"{path}, line {number}: {error}{hint}") from None


def _lines(path: Path | str) -> list[tuple[int, str]]:
    """Return the lines of a file that are not empty, without comments, with their numbers."""
    try:
        lines = read_text(Path(path)).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"cannot read the openings in {path}: {reason}") from None
    found = [(number, text) for number, line in enumerate(lines, 1) if (text := f" {line}".split(" #")[0].strip())]
    if not found:
        raise InputError(f"{path} holds no opening: each line is a position or a line of moves")
    return found


def parse_opening(game: Game, text: str) -> Opening:
    """Return the opening of a line: actions from the start of the game, or a position.

    Raises
    ------
    InputError
        If it is neither, or the game is over there.
    """
    start, actions, _ = read_either(game, text)
    return Opening(format_state(game, start), actions)
