"""Records of played games: frozen, with plain values, for any store."""

from dataclasses import dataclass

from spielbaum.errors import FORFEITS as FORFEITS

FINISHED, PLIES, REPETITION = "finished", "plies", "repetition"
"""How a game ended: by its rules, the ply limit, or repetition; or by one of `FORFEITS`."""

TOLD = "told"
"""The end of a game whose result is known only from a file."""


@dataclass(frozen=True, kw_only=True)
class MoveRecord:
    """A move of a game and its cost.

    Attributes
    ----------
    ply
        Counted from 0 at the first move after the opening.
    seat
        The player of the game who moved.
    action
        As text, in the game's notation.
    value
        The value of the search: one number per seat, or a single number of a scalar algorithm; None without one.
    depth
        The completed depth in plies; None without a search.
    nodes, leaves
        The number of positions visited, and of those whose value was not backed up.
    seconds
        Wall time.
    comment
        The comment in a file, if it is not value, depth and time; None for games played here.
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
        Its number in the tournament, from 0.
    game
        The game with its options: ``chameleon-chess:players=RGYB``.
    start
        The position before the first move, in the game's notation.
    seating
        The number of the player in each seat; None for an empty seat.
    opening
        The actions before the first move.
    end
        ``"finished"`` by the rules, ``"repetition"``, or ``"plies"`` at the ply limit; or how the player to move
        forfeited it, one of `FORFEITS`: ``"resignation"``, ``"illegal"`` for an illegal move, ``"time"``, or
        ``"crash"``. ``"told"`` if the result is known only from a file.
    reason
        A sentence about a forfeit or from a file; otherwise None.
    utility
        One number per seat; None if the game did not end by its rules.
    survivors
        The seats that share the win: those with the largest utility; at the ply limit, those still in the game; after a
        forfeit, all others.
    position
        The last position, in the game's notation.
    seed
        The random seed.
    versions
        Versions of the software: ``{"spielbaum": "0.1.0", "numba": "0.68.1", "python": "3.11.2"}``.
    started, seconds
        When it began (ISO 8601, UTC), and its wall time.
    tags
        Other tags of a file, such as Event, Date and Round; None for games played here.
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
