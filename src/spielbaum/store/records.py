"""What is kept of a tournament; its games are records of the arena."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class TournamentRecord:
    """A tournament, as it was asked for.

    Attributes
    ----------
    key
        A hash of everything that decides the games. Two tournaments of one key are one tournament.
    title
        One line for people.
    setup
        What was asked: game, players, limits, seed. Plain values, as JSON has them; a tuple comes back as a list.
    games
        How many games it has in all.
    created
        When it was begun first (ISO 8601, UTC).
    """

    key: str
    title: str
    setup: dict[str, Any]
    games: int
    created: str


@dataclass(frozen=True, kw_only=True)
class StoredTournament(TournamentRecord):
    """A tournament, as a store has it.

    Attributes
    ----------
    id
        Its number in this store; never given to another.
    done
        How many of its games are stored.
    """

    id: int
    done: int
