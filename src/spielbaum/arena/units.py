"""Units of work: several games of one tournament that are worth sending to a worker."""

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spielbaum.arena.play import versions
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Pairing, Setup, play_pairing, source_text
from spielbaum.errors import InputError

UNIT_SECONDS = 0.5
"""So long a unit should take: long against sending it, and all that a kill costs each worker; longer games go alone."""

LARGEST_UNIT = 500
"""Games in a unit, however short they are."""


@dataclass(frozen=True)
class Unit:
    """Games of one setup. Nothing but the unit decides them, so it may run anywhere, and twice.

    Attributes
    ----------
    setup, pairings
        What is played.
    version, source
        Of Spielbaum, and a hash of the game's file, where the unit was made.
    """

    setup: Setup
    pairings: tuple[Pairing, ...]
    version: str
    source: str


def play_unit(unit: Unit) -> list[GameRecord]:
    """Play the games of a unit.

    Raises
    ------
    SpielbaumError
        If this worker has another version of Spielbaum or of the game's file, or a game cannot be played.
    """
    _refuse_another(unit)
    return [play_pairing(unit.setup, pairing) for pairing in unit.pairings]


def _refuse_another(unit: Unit) -> None:
    if versions()["spielbaum"] != unit.version:
        raise InputError(
            f"a worker has Spielbaum {versions()['spielbaum']} and this is {unit.version}: install the same on both"
        )
    if _source(unit.setup) != unit.source:
        raise InputError(
            f"a worker does not have the game file {unit.setup.game} as it was when the run began: it must be there "
            "under the same path with the same text"
        )


def _source(setup: Setup) -> str:
    return hashlib.sha256(source_text(setup.game).encode()).hexdigest()


class Queue:
    """Games that wait, and how they are cut into units: by what games of the same setup took so far.

    Parameters
    ----------
    jobs
        Setups with the games that are to be played, in the order in which they begin.
    largest
        Games in a unit at most.
    """

    def __init__(self, jobs: Iterable[tuple[Setup, Iterable[Pairing]]], *, largest: int = LARGEST_UNIT) -> None:
        self._largest = largest
        waiting = [(setup, deque(pairings)) for setup, pairings in jobs]
        self._sources = {setup: _source(setup) for setup, _ in waiting}
        self._waiting = deque((setup, pairings) for setup, pairings in waiting if pairings)
        self._left = sum(len(pairings) for _, pairings in waiting)
        self._seconds: dict[Setup, float] = {}

    def __len__(self) -> int:
        return self._left

    def take(self, workers: int) -> Unit:
        """Return the next unit; towards the end units get smaller, so that all workers finish together."""
        setup, pairings = self._waiting[0]
        by_time = int(UNIT_SECONDS / self._seconds[setup]) if self._seconds.get(setup) else 1
        size = max(1, min(by_time, self._largest, self._left // (2 * workers)))
        taken = tuple(pairings.popleft() for _ in range(min(size, len(pairings))))
        self._left -= len(taken)
        if not pairings:
            self._waiting.popleft()
        return Unit(setup, taken, versions()["spielbaum"], self._sources[setup])

    def clear(self) -> None:
        """Let no more games be played."""
        self._waiting.clear()
        self._left = 0

    def put_back(self, unit: Unit) -> None:
        """Let the games of a unit wait again, whose worker was lost."""
        self._waiting.appendleft((unit.setup, deque(unit.pairings)))
        self._left += len(unit.pairings)

    def note(self, setup: Setup, games: Sequence[GameRecord]) -> None:
        """Learn how long games of a setup take."""
        mean = sum(game.seconds for game in games) / len(games)
        self._seconds[setup] = mean if setup not in self._seconds else 0.7 * self._seconds[setup] + 0.3 * mean
