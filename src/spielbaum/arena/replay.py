"""Replaying a game: its positions, from its record."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from spielbaum.arena.records import GameRecord, MoveRecord
from spielbaum.errors import InputError, Message, PositionError
from spielbaum.game import Game, State
from spielbaum.game.notation import parse_action, parse_state


@dataclass(frozen=True)
class Step:
    """A position of a game and the move that led to it.

    Attributes
    ----------
    ply
        Actions made so far, the opening included; 0 for the start.
    state
        The position.
    action
        The last action, as text; None at the start.
    seat
        The player who made it.
    move
        Its record; None at the start and in the opening.
    """

    ply: int
    state: State
    action: str | None = None
    seat: int | None = None
    move: MoveRecord | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the action as plain values, without the position."""
        known = asdict(self.move or MoveRecord(ply=0, seat=self.seat or 0, action=self.action or ""))
        return {**known, "ply": self.ply, "opening": self.move is None}


def replay(game: Game, record: GameRecord) -> Iterator[Step]:
    """Yield the positions of a game, beginning with the start.

    Raises
    ------
    InputError
        If the rules of the game have changed since.

    Examples
    --------
    >>> from spielbaum import games
    >>> from spielbaum.arena.play import play
    >>> from spielbaum.players import RandomPlayer
    >>> nim = games.load("nim")
    >>> record = play(nim, {seat: RandomPlayer(nim, seat) for seat in (0, 1)}, opening=2)
    >>> steps = list(replay(nim, record))
    >>> [step.move is None for step in steps[:4]], nim.is_terminal(steps[-1].state)
    ([True, True, True, False], True)
    """
    if len(record.seating) != game.players:
        raise InputError(
            Message("this game has {} seats, and {} has {} players", len(record.seating), game.spec, game.players)
        )
    try:
        state = parse_state(game, record.start)
        yield Step(0, state)
        line: list[tuple[str, MoveRecord | None]] = [(action, None) for action in record.opening]
        line += [(move.action, move) for move in record.moves]
        for ply, (action, move) in enumerate(line, 1):
            seat = game.to_move(state)
            state = game.result(state, parse_action(game, state, action))
            yield Step(ply, state, action, int(seat), move)
    except PositionError as error:
        raise InputError(
            Message("this game was played under rules other than those {} has now: {}", game.spec, error)
        ) from None
