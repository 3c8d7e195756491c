"""What is kept of a game that was played: frozen records of plain values, ready for any store."""

from dataclasses import dataclass

from spielbaum.errors import FORFEITS as FORFEITS

FINISHED, PLIES, REPETITION = "finished", "plies", "repetition"
"""How a game ended: by its rules, or by the number of plies that a tournament allows; else by one of `FORFEITS`."""

TOLD = "told"
"""How a game ended that was not over by its rules, or otherwise: a file says who won, and perhaps why."""


@dataclass(frozen=True, kw_only=True)
class MoveRecord:
    """One action of a game, and what it cost to choose it.

    Attributes
    ----------
    ply
        Counted from 0 at the first move after the opening.
    seat
        The player of the game who moved.
    action
        As text, in the game's notation.
    value
        What the mover expected: one number for each seat, a single number for scalar algorithms, None if it had no
        opinion.
    depth
        Plies that were searched to their end; None for those who do not search.
    nodes, leaves
        Positions visited, and those whose value was not backed up.
    seconds
        Wall time.
    comment
        What a file says of it, where that is not value, depth and time; None of games that were played here.
    """

    ply: int
    seat: int
    action: str
    value: tuple[float, ...] | float | None = None
    depth: int | None = None
    nodes: int = 0
    leaves: int = 0
    seconds: float = 0.0
    comment: str | None = None


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A finished game.

    Attributes
    ----------
    number
        Which game of its tournament, from 0.
    game
        The game with its options: ``chameleon-chess:players=RGYB``.
    start
        The position before the first move, in the game's notation.
    seating
        For each seat the number of the player in the list of the tournament; None where nobody sits.
    opening
        Actions that were made before the first player was asked.
    end
        ``"finished"`` by the rules, ``"repetition"`` if a position occurred too often, ``"plies"`` where the
        tournament ended it; or how the player to move lost it, of `FORFEITS`: ``"resignation"``, ``"illegal"`` for an
        action that is not legal, ``"time"``, or ``"crash"``. ``"told"`` where only a file says who won.
    reason
        What happened, in a sentence, where a player lost so or a file says it; else None.
    utility
        One number for each seat; None if the game did not end by its rules.
    survivors
        The seats that share the win: those of the largest utility, or, in a game that was ended, those still in it;
        all others where a player lost other than by the rules.
    position
        The last one, in the game's notation.
    seed
        Of everything random in this game.
    versions
        Of what played it: ``{"spielbaum": "0.1.0", "numba": "0.68.1", "python": "3.11.2"}``.
    started, seconds
        When it began (ISO 8601, UTC), and its wall time.
    tags
        What a file says of it besides, such as Event, Date and Round; None of games that were played here.
    moves
        All actions in order.
    """

    number: int
    game: str
    start: str
    seating: tuple[int | None, ...]
    opening: tuple[str, ...] = ()
    end: str
    utility: tuple[float, ...] | None
    survivors: tuple[int, ...]
    position: str
    seed: int
    versions: dict[str, str]
    started: str
    seconds: float
    reason: str | None = None
    tags: dict[str, str] | None = None
    moves: tuple[MoveRecord, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are taken."""
        return tuple(seat for seat, player in enumerate(self.seating) if player is not None)
