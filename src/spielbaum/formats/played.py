"""Played games, independent of the format of their files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from spielbaum.errors import InputError, Message, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import PASS, format_action, format_state, parse_state, steps_of

Pair = TypeVar("Pair")
Part = TypeVar("Part")
LINE = "line "
"""The beginning of errors about a line."""


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game, or the beginning of one.

    Attributes
    ----------
    start
        The position before the first move, in the game's notation; None for the start of the game.
    moves
        The moves, in the game's notation.
    players
        Names by seat; empty if unknown.
    shares
        Shares of the point by seat: ``(1, 0)``, ``(0.5, 0.5)``; None for an unfinished game.
    tags
        Other tags, such as Event, Date and Round.
    comments
        A comment for each move, or none.
    line
        Its first line in the file, from 1.

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
        """Return the state before the first move; raise a PositionError if ``start`` is invalid."""
        return game.initial() if self.start is None else parse_state(game, self.start)


def each_read(parts: Iterable[Part], read: Callable[[Part], PlayedGame]) -> Iterator[PlayedGame | InputError]:
    """Yield each game of a text, or its error."""
    for part in parts:
        try:
            yield read(part)
        except InputError as error:
            yield error


def checked(
    game: Game,
    played: PlayedGame,
    lines: Sequence[int] = (),
    *,
    movers: Sequence[int] = (),
    start_line: int | None = None,
) -> PlayedGame:
    """Return the game in our notation, with legal moves only; omitted passes are inserted.

    Parameters
    ----------
    game
        The game.
    played
        The game as read.
    lines
        The line of each move, for errors.
    movers
        The player of each move, if the file has it; passes after the end of the game, as servers write them, are
        dropped.
    start_line
        The line of ``start``; by default that of the game.

    Raises
    ------
    InputError
        If the position is invalid or a move is illegal; the message names the line.
    """
    try:
        state = played.first_state(game)
    except PositionError as error:
        raise at_line(start_line or played.line, error) from None
    start, texts, comments = None if state == game.initial() else format_state(game, state), list[str](), list[str]()
    for place, text in enumerate(played.moves):
        said = played.comments[place] if played.comments else ""
        if movers and text == PASS and texts and game.is_terminal(state):
            comments[-1] = f"{comments[-1]} {said}".strip()
            continue
        try:
            steps = steps_of(game, state, text, movers[place] if movers else None)
        except PositionError as error:
            line = lines[place] if place < len(lines) else played.line
            raise at_line(line, f"move {place + 1}: {error}") from None
        for action in steps:
            texts.append(format_action(game, state, action))
            state = game.result(state, action)
        comments += [*[""] * (len(steps) - 1), said]
    return replace(played, start=start, moves=tuple(texts), comments=tuple(comments) if any(comments) else ())


def at_line(line: int, said: object) -> InputError:
    """Return an error about a line of a file."""
    return InputError(Message("{}{}: {}", LINE, line, said))


def white_first(game: Game, pair: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the values of two players with White first, who is player 1 in Go, Othello and draughts.

    It is its own inverse.

    Examples
    --------
    >>> from spielbaum import games
    >>> white_first(games.load("go"), ("black", "white")), white_first(games.load("nim"), (0, 1))
    (('white', 'black'), (0, 1))
    """
    names = [name.lower() for name in game.view.player_names]
    return tuple(pair[::-1] if names == ["black", "white"] else pair)


def result_text(shares: Iterable[float] | None) -> str:
    """Return the result of two players in PGN; ``*`` without a result, and for more players.

    Examples
    --------
    >>> result_text((1, 0)), result_text((0.5, 0.5)), result_text(None)
    ('1-0', '1/2-1/2', '*')
    """
    found = tuple(shares or ())
    texts: dict[tuple[float, ...], str] = {(1, 0): "1-0", (0, 1): "0-1", (0.5, 0.5): "1/2-1/2"}
    return texts.get(found, "*")


def shares_of(result: str) -> tuple[float, ...] | None:
    """Return the shares of a PGN or PDN result of two players.

    Examples
    --------
    >>> shares_of("0-1"), shares_of("1-1"), shares_of("*")
    ((0, 1), (0.5, 0.5), None)
    """
    won, lost, drawn = (1, 0), (0, 1), (0.5, 0.5)
    known = {"1-0": won, "2-0": won, "0-1": lost, "0-2": lost, "1/2-1/2": drawn, "1/2": drawn, "1-1": drawn}
    return known.get(result)
