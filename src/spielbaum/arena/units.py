"""Units of work: batches of games of one tournament for a worker."""

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spielbaum.arena.play import versions
from spielbaum.arena.records import GameRecord
from spielbaum.arena.tournament import Pairing, Setup, model_texts, play_pairing, source_text
from spielbaum.errors import InputError, Message

UNIT_SECONDS = 0.5
"""The target duration of a unit: long compared to sending it, and all that is lost when a worker is killed."""

LARGEST_UNIT = 500
"""The most games in a unit."""


@dataclass(frozen=True)
class Unit:
    """Games of one setup. They depend on the unit only, so it may run anywhere, even twice.

    Attributes
    ----------
    setup, pairings
        The games.
    version, source
        The version of Spielbaum, and a hash of the files of game and players, in the process that made the unit.
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
            Message(
                "a worker has Spielbaum {} and this is {}: install the same on both",
                versions()["spielbaum"],
                unit.version,
            )
        )
    if _source(unit.setup) != unit.source:
        raise InputError(
            Message(
                "a worker does not have the files of {} as they were at the start of the run: they must have the same "
                "paths and the same texts",
                unit.setup.title,
            )
        )


def _source(setup: Setup) -> str:
    return hashlib.sha256("\0".join([source_text(setup.game), *model_texts(setup.specs)]).encode()).hexdigest()


class Queue:
    """A queue of games, cut into units by the duration of earlier games of the same setup.

    Parameters
    ----------
    jobs
        Setups with the games to play, in order.
    largest
        The most games in a unit.
    """

    def __init__(self, jobs: Iterable[tuple[Setup, Iterable[Pairing]]], *, largest: int = LARGEST_UNIT) -> None:
        self._largest = largest
        self._sources: dict[Setup, str] = {}
        self._waiting: deque[tuple[Setup, deque[Pairing]]] = deque()
        self._left = 0
        self._seconds: dict[Setup, float] = {}
        self.add(jobs)

    def __len__(self) -> int:
        return self._left

    def add(self, jobs: Iterable[tuple[Setup, Iterable[Pairing]]]) -> None:
        """Add the games of further setups."""
        for setup, pairings in jobs:
            if games := deque(pairings):
                self._sources[setup] = _source(setup)
                self._waiting.append((setup, games))
                self._left += len(games)

    def take(self, workers: int) -> Unit:
        """Return the next unit; units shrink towards the end, so that all workers finish at about the same time."""
        setup, pairings = self._waiting[0]
        by_time = int(UNIT_SECONDS / self._seconds[setup]) if self._seconds.get(setup) else 1
        size = max(1, min(by_time, self._largest, self._left // (2 * workers)))
        taken = tuple(pairings.popleft() for _ in range(min(size, len(pairings))))
        self._left -= len(taken)
        if not pairings:
            self._waiting.popleft()
        return Unit(setup, taken, versions()["spielbaum"], self._sources[setup])

    def clear(self) -> None:
        """Remove all games."""
        self._waiting.clear()
        self._left = 0

    def put_back(self, unit: Unit) -> None:
        """Return the games of a unit to the queue after the loss of its worker."""
        self._waiting.appendleft((unit.setup, deque(unit.pairings)))
        self._left += len(unit.pairings)

    def note(self, setup: Setup, games: Sequence[GameRecord]) -> None:
        """Note the duration of games of a setup."""
        mean = sum(game.seconds for game in games) / len(games)
        self._seconds[setup] = mean if setup not in self._seconds else 0.7 * self._seconds[setup] + 0.3 * mean
