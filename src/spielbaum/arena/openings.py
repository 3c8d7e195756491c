"""Openings for the rounds of a match, drawn at random without repeats or read from a file."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from spielbaum.errors import InputError, Message, Sentence
from spielbaum.files import read_text
from spielbaum.formats.files import EPD, holds_games, read_opening_texts
from spielbaum.game import Game, State
from spielbaum.game.notation import format_line, format_state
from spielbaum.position_text import read_either

TRIES = 100
"""Openings drawn before giving up on finding a new one."""


@dataclass(frozen=True)
class Opening:
    """The opening of a round.

    Attributes
    ----------
    start
        A position, in the game's notation.
    actions
        Actions made from it before the first player moves, as texts.
    """

    start: str
    actions: tuple[str, ...] = ()


def random_openings(game: Game, start: State, *, count: int, plies: int, seed: int = 0) -> list[Opening]:
    """Return openings of random actions, the same on every machine.

    They end in different positions as long as new ones are found; then they repeat in the same order.

    Parameters
    ----------
    game, start
        The game and its first state.
    count
        The number of openings.
    plies
        The number of random actions, equally likely; fewer if the game would end earlier.
    seed
        The random seed.

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
    """Return random legal actions that do not end the game; equal seeds give equal openings."""
    generator = random.Random(seed)
    drawn: list[int] = []
    while len(drawn) < plies:
        continuing = [a for a in game.actions(state) if not game.is_terminal(game.result(state, a))]
        if not continuing:
            break
        drawn.append(generator.choice(continuing))
        state = game.result(state, drawn[-1])
    return drawn


def read_openings(game: Game, path: Path | str, plies: int | None = None) -> list[Opening]:
    """Return the openings of a file, in its order.

    Each line is a position, or actions from the start of the game; a ``#`` at its beginning or after a space begins a
    comment. A text that can be read as both counts as actions. Files with the suffixes ``.pgn``, ``.sgf``, ``.pdn`` and
    ``.epd`` hold games and positions in these formats.

    Parameters
    ----------
    game
        The game.
    path
        The file, in UTF-8.
    plies
        The number of plies of each game in a file of games.

    Raises
    ------
    InputError
        If the file cannot be read or has no opening, a line is invalid, or the game is over after it. The message names
        file and line.
    """
    return [opening for _, opening in _parsed(game, path, plies)]


def read_opening_lines(game: Game, path: Path | str, plies: int | None = None) -> tuple[str, ...]:
    """Return the openings of a file as texts without comments, for `Setup`.

    Raises
    ------
    InputError
        As `read_openings`.
    """
    return tuple(text for text, _ in _parsed(game, path, plies))


def _parsed(game: Game, path: Path | str, plies: int | None) -> Iterator[tuple[str, Opening]]:
    """Yield the openings of a file, as texts and parsed."""
    of_others = holds_games(path) or Path(path).suffix.lower() == EPD
    for number, text in read_opening_texts(game, path, plies) if of_others else _lines(path):
        try:
            yield text, parse_opening(game, text)
        except InputError as error:
            hint = (
                Sentence("; match --opening-plies K takes the first K plies of each game") if holds_games(path) else ""
            )
            raise InputError(Message("{}, line {}: {}{}", path, number, error, hint)) from None


def _lines(path: Path | str) -> list[tuple[int, str]]:
    """Return the non-empty lines of a file without comments, with their numbers."""
    try:
        lines = read_text(Path(path)).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else Sentence("it is not UTF-8 text")
        raise InputError(Message("cannot read the openings in {}: {}", path, reason)) from None
    found = [(number, text) for number, line in enumerate(lines, 1) if (text := f" {line}".split(" #")[0].strip())]
    if not found:
        raise InputError(Message("{} has no opening: each line is a position or a line of moves", path))
    return found


def parse_opening(game: Game, text: str) -> Opening:
    """Return the opening of a line: actions from the start of the game, or a position.

    Raises
    ------
    InputError
        If it is neither, or the game is over after it.
    """
    start, actions, _ = read_either(game, text)
    return Opening(format_state(game, start), actions)
