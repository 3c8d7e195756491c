"""What all clients have in common: an engine that is asked for an action, and how it may fail."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from spielbaum.clients.line import Line
from spielbaum.clients.process import EngineProcess
from spielbaum.clients.settings import EngineSettings
from spielbaum.errors import CRASH, ILLEGAL, TIME, EngineError, ForfeitError
from spielbaum.game import Action, Game, State

T = TypeVar("T")


class Client(Protocol):
    """An engine that runs and waits to be asked."""

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action at the last of the states of a game.

        Raises
        ------
        ForfeitError
            If it resigns, plays what is not legal, takes too long, or ends; only after the first it can go on.
        """

    def close(self) -> None:
        """End the engine; what is closed already stays so."""


class ProcessClient:
    """The part of a client that reads and writes lines itself.

    Parameters
    ----------
    game, settings
        What is played, and by whom.
    farewell
        The last command.
    """

    def __init__(self, game: Game, settings: EngineSettings, *, farewell: str) -> None:
        self.game, self.settings, self.line = game, settings, Line(game)
        self._farewell = farewell
        self.process = EngineProcess(settings.command)

    def starting(self, start: Callable[[], None]) -> None:
        """Run what an engine is told first; if it fails, the engine is ended.

        Raises
        ------
        EngineError
            If it ends, or does not answer in time.
        """
        try:
            start()
        except (EOFError, TimeoutError) as error:
            how = str(error) or f"does not answer within {self.settings.patience:g} s"
            self.close()
            raise EngineError(f"{self.settings} {how} instead of starting; {self.process.last_words}") from None
        except BaseException:
            self.close()
            raise

    def asking(self, ask: Callable[[], T]) -> T:
        """Return what an engine answers in a game.

        Raises
        ------
        ForfeitError
            If it does not answer in time, or ends.
        """
        try:
            return ask()
        except TimeoutError:
            raise too_late(self.settings, self.process.last_words) from None
        except EOFError as error:
            raise ForfeitError(CRASH, f"{self.settings} {error}; {self.process.last_words}") from None

    def await_line(self, found: Callable[[str], Any], seconds: float) -> Any:
        """Return the first true value of ``found`` among the next lines."""
        deadline = time.monotonic() + seconds
        while not (value := found(self.process.read(deadline))):
            pass
        return value

    def close(self) -> None:
        """End the engine."""
        self.process.close(self._farewell)


def too_late(settings: EngineSettings, last_words: object) -> ForfeitError:
    """Return the error of an engine that has lost on time."""
    return ForfeitError(TIME, f"{settings} does not move within {settings.longest_move:g} s; {last_words}")


def illegal(settings: EngineSettings, word: str, where: str) -> ForfeitError:
    """Return the error of an engine whose answer is no legal action."""
    return ForfeitError(ILLEGAL, f"{settings} plays {word[:40]!r}, which is not legal at {where}")
