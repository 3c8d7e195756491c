"""The common part of all clients: asking an engine for an action, and its failures."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from spielbaum.clients.line import Line
from spielbaum.clients.process import EngineProcess
from spielbaum.clients.settings import EngineSettings
from spielbaum.errors import CRASH, ILLEGAL, TIME, EngineError, ForfeitError, Message, Sentence
from spielbaum.game import Action, Game, State

T = TypeVar("T")


class Client(Protocol):
    """A running engine."""

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action in the last state of a game.

        Raises
        ------
        ForfeitError
            If it resigns, makes an illegal move, exceeds its time, or crashes; it can continue only after resigning.
        """

    def close(self) -> None:
        """End the engine, if it is running."""


class ProcessClient:
    """A client that reads and writes lines itself.

    Parameters
    ----------
    game, settings
        The game and the engine.
    farewell
        The last command.
    """

    def __init__(self, game: Game, settings: EngineSettings, *, farewell: str) -> None:
        self.game, self.settings, self.line = game, settings, Line(game)
        self._farewell = farewell
        self.process = EngineProcess(settings.command)

    def starting(self, start: Callable[[], None]) -> None:
        """Run the start of an engine, and end the engine if that fails.

        Raises
        ------
        EngineError
            If it exits or does not answer in time.
        """
        try:
            start()
        except (EOFError, TimeoutError) as error:
            how = str(error) or Sentence("does not answer within {:g} s", self.settings.patience)
            self.close()
            raise EngineError(
                Message("{} {} instead of starting; {}", self.settings, how, self.process.last_words)
            ) from None
        except BaseException:
            self.close()
            raise

    def asking(self, ask: Callable[[], T]) -> T:
        """Return the answer of an engine in a game.

        Raises
        ------
        ForfeitError
            If it does not answer in time, or exits.
        """
        try:
            return ask()
        except TimeoutError:
            raise too_late(self.settings, self.process.last_words) from None
        except EOFError as error:
            raise ForfeitError(CRASH, Message("{} {}; {}", self.settings, error, self.process.last_words)) from None

    def await_line(self, found: Callable[[str], Any], seconds: float) -> Any:
        """Return the first true value of ``found`` for the next lines."""
        deadline = time.monotonic() + seconds
        while not (value := found(self.process.read(deadline))):
            pass
        return value

    def close(self) -> None:
        """End the engine."""
        self.process.close(self._farewell)


def too_late(settings: EngineSettings, last_words: object) -> ForfeitError:
    """Return the error for an engine that loses on time."""
    return ForfeitError(
        TIME, Message("{} does not move within {:g} s; {}", settings, settings.longest_move, last_words)
    )


def illegal(settings: EngineSettings, word: str, where: str) -> ForfeitError:
    """Return the error for an engine that makes an illegal move."""
    return ForfeitError(ILLEGAL, Message("{} plays {!r}, which is not legal at {}", settings, word[:40], where))
