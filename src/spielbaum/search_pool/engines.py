"""The other programs of a search pool, with as many processes of each as are needed at the same time."""

import logging
import threading
from collections.abc import Mapping, Sequence

from spielbaum.errors import (
    CRASH,
    ILLEGAL,
    RESIGNATION,
    TIME,
    EngineError,
    ForfeitError,
    InputError,
    Message,
    SpielbaumError,
)
from spielbaum.game import Game, State
from spielbaum.players import SERVED, Choice, EnginePlayer, PlayerSpec, refuse_unfit

FAILURES = {
    RESIGNATION: "resigns",
    ILLEGAL: "plays what is not legal",
    TIME: "does not move in time",
    CRASH: "has ended",
}
"""What clients see; the command of an engine and its last output go to the log only."""

MAX_IDLE = 16
"""The most processes that are kept running while idle."""

log = logging.getLogger(__name__)


class Engines:
    """The programs of a pool. All methods may be called from any thread.

    Parameters
    ----------
    specs
        The programs by label.
    """

    def __init__(self, specs: Mapping[str, PlayerSpec]) -> None:
        self._specs = dict(specs)
        self._idle: dict[tuple[str, int], list[EnginePlayer]] = {}
        self._all: set[EnginePlayer] = set()
        self._lock = threading.Lock()
        self._closed = False

    def refuse_unfit(self, game: Game, spec: PlayerSpec) -> None:
        """Raise an error if there is no such engine, or if it cannot play a game.

        Raises
        ------
        InputError
            If there is no such engine.
        UnsupportedGameError
            If it cannot play the game.
        """
        known = self._specs.get(spec.name.removeprefix(SERVED)) if spec.is_served else None
        if known is None:
            raise InputError(Message("only engines that the server was started with play here"))
        refuse_unfit(game, known)

    def choose(self, game: Game, spec: PlayerSpec, states: Sequence[State]) -> Choice:
        """Return the choice of an engine in the last state of a game.

        Raises
        ------
        SpielbaumError
            If it does not start, or forfeits; the message discloses no command.
        """
        label = spec.name.removeprefix(SERVED)
        player = self._take(game, label)
        try:
            choice = player.choose(states[-1], states[:-1])
        except ForfeitError as error:
            log.error("%s", error)
            raise SpielbaumError(Message("the engine {} {}", label, FAILURES[error.end])) from None
        except EngineError as error:
            log.error("%s", error)
            raise SpielbaumError(Message("the engine {} does not start", label)) from None
        finally:
            self._put_back(game, label, player)
        return choice

    def _take(self, game: Game, label: str) -> EnginePlayer:
        with self._lock:
            if self._closed:
                raise InputError(Message("the server is shutting down"))
            waiting = self._idle.setdefault((label, id(game)), [])
            player = waiting.pop() if waiting else EnginePlayer(game, self._specs[label])
            self._all.add(player)
        return player

    def _put_back(self, game: Game, label: str, player: EnginePlayer) -> None:
        with self._lock:
            ended = self._closed or sum(map(len, self._idle.values())) >= MAX_IDLE
            if ended:
                self._all.discard(player)
            else:
                self._idle[label, id(game)].append(player)
        if ended:
            player.close()

    def close(self) -> None:
        """End all programs, even those that are searching."""
        with self._lock:
            self._closed = True
            players = list(self._all)
        for player in players:
            player.close()
