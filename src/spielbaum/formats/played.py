"""A game that was played, as files of any format have it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from spielbaum.errors import InputError, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import format_action, format_state, parse_action, parse_state

Pair = TypeVar("Pair")
LINE = "line "
"""How errors about a line begin."""


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game, or the beginning of one.

    Attributes
    ----------
    start
        The position before the first move, in the game's notation; None for the start of the game.
    moves
        In the game's notation.
    players
        Names by seat; empty if they are not known.
    shares
        Of the point, by seat: ``(1, 0)``, ``(0.5, 0.5)``; None if the game was not ended.
    tags
        What else is known, such as Event, Date and Round.
    comments
        One for each move, or none at all.
    line
        Where it begins in its file, from 1.

    Examples
    --------
    >>> PlayedGame(moves=("e2e4", "e7e5")).shares is None
    True
    """

    start: str | None = None
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    shares: tuple[float, ...] | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()
    line: int = 1

    def first_state(self, game: Game) -> State:
        """Return the state before the first move; a PositionError tells what is wrong with ``start``."""
        return game.initial() if self.start is None else parse_state(game, self.start)


def checked(game: Game, played: PlayedGame, lines: Sequence[int] = ()) -> PlayedGame:
    """Return the game as our notation writes it, every move being legal.

    Parameters
    ----------
    game
        By whose rules.
    played
        As it was read.
    lines
        Where each move stands, for the sentence about one that is not legal.

    Raises
    ------
    InputError
        If the position or a move cannot be; the sentence names the line.
    """
    try:
        state = played.first_state(game)
    except PositionError as error:
        raise at_line(played.line, error) from None
    start, texts = None if state == game.initial() else format_state(game, state), []
    for number, text in enumerate(played.moves, 1):
        try:
            action = parse_action(game, state, text)
        except PositionError as error:
            line = lines[number - 1] if number <= len(lines) else played.line
            raise at_line(line, f"move {number}: {error}") from None
        texts.append(format_action(game, state, action))
        state = game.result(state, action)
    return replace(played, start=start, moves=tuple(texts))


def at_line(line: int, said: object) -> InputError:
    """Return an error about a line of a file."""
    return InputError(f"{LINE}{line}: {said}")


def white_first(game: Game, pair: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return what two players have, White first, who is player 1 in Go, Othello and draughts; twice it is as before.

    Examples
    --------
    >>> from spielbaum import games
    >>> white_first(games.load("go"), ("black", "white")), white_first(games.load("nim"), (0, 1))
    (('white', 'black'), (0, 1))
    """
    names = [name.lower() for name in game.view.player_names]
    return tuple(pair[::-1] if names == ["black", "white"] else pair)


def result_text(shares: Iterable[float] | None) -> str:
    """Return the result of two players as PGN writes it, ``*`` for none, and for more players.

    Examples
    --------
    >>> result_text((1, 0)), result_text((0.5, 0.5)), result_text(None)
    ('1-0', '1/2-1/2', '*')
    """
    found = tuple(shares or ())
    texts: dict[tuple[float, ...], str] = {(1, 0): "1-0", (0, 1): "0-1", (0.5, 0.5): "1/2-1/2"}
    return texts.get(found, "*")


def shares_of(result: str) -> tuple[float, ...] | None:
    """Return the shares of a result of two players, as PGN or PDN writes it.

    Examples
    --------
    >>> shares_of("0-1"), shares_of("1-1"), shares_of("*")
    ((0, 1), (0.5, 0.5), None)
    """
    won, lost, drawn = (1, 0), (0, 1), (0.5, 0.5)
    return {"1-0": won, "2-0": won, "0-1": lost, "0-2": lost, "1/2-1/2": drawn, "1-1": drawn}.get(result)
