"""A client of chess programs that speak UCI or XBoard's protocol: python-chess speaks for us."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import chess
import chess.engine

from spielbaum.clients.client import illegal, too_late
from spielbaum.clients.last_words import LastWords
from spielbaum.clients.line import Line
from spielbaum.clients.process import FAREWELL, POSIX, command_words, dismiss, kill_group, watch_over
from spielbaum.clients.settings import EngineSettings
from spielbaum.errors import CRASH, ILLEGAL, RESIGNATION, EngineError, ForfeitError
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_line, format_state, parse_action


class _Listening(chess.engine.Protocol):
    """What python-chess's protocols are given besides: it notes the last words, and the number of the process."""

    last_words: LastWords
    pid: int | None
    sentinel: Any

    @classmethod
    def made(cls, protocol: str) -> "type[_Listening]":
        """Return a protocol of python-chess that listens, for one engine."""
        base = {"uci": chess.engine.UciProtocol, "xboard": chess.engine.XBoardProtocol}[protocol]
        return type(base.__name__, (cls, base), {"last_words": LastWords(), "pid": None, "sentinel": None})

    def connection_made(self, transport: Any) -> None:
        kind = type(self)
        kind.pid = transport.get_pid()
        kind.sentinel = watch_over(kind.pid)
        super().connection_made(transport)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        for line in (data if isinstance(data, str) else data.decode("utf-8", "replace")).splitlines():
            self.last_words.add(line)
        super().pipe_data_received(fd, data)

    def error_line_received(self, line: str) -> None:
        """Print nothing: the last words are told where they matter."""


class ChessProgram:
    """A chess program that runs.

    Parameters
    ----------
    game
        Chess.
    settings
        Who plays.

    Raises
    ------
    EngineError
        If the program does not start, or lacks an option.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        self.game, self.settings, self._line = game, settings, Line(game)
        self._board, self._round = chess.Board(), object()
        words = command_words(settings.command)
        self._listening = _Listening.made(settings.protocol)
        more: dict[str, Any] = {"start_new_session": True} if POSIX else {}
        self._engine: chess.engine.SimpleEngine | None = None
        try:
            self._engine = chess.engine.SimpleEngine.popen(self._listening, words, timeout=settings.patience, **more)
            self._engine.configure(dict(settings.options))
            self._engine.ping()
        except TimeoutError:
            raise self._unstarted(f"does not answer within {settings.patience:g} s") from None
        except chess.engine.EngineTerminatedError:
            raise self._unstarted("ended") from None
        except (chess.engine.EngineError, OSError) as error:
            raise self._unstarted(f"fails ({error})") from None
        except BaseException:
            self.close()
            raise

    def _unstarted(self, how: str) -> EngineError:
        self.close()
        return EngineError(f"{self.settings} {how} instead of starting; {self._listening.last_words}")

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action at the last of the states of a game."""
        assert self._engine is not None
        if not self._line.follow(states):
            self._board, self._round = chess.Board(format_state(self.game, states[0])), object()
        for word in format_line(self.game, states[0], self._line.actions)[len(self._board.move_stack) :]:
            self._board.push(chess.Move.from_uci(word))
        settings, seconds = self.settings, self.settings.move_seconds
        limit = chess.engine.Limit(time=seconds, depth=settings.depth, nodes=settings.nodes)
        try:
            found = self._play(limit)
        except TimeoutError:
            raise too_late(settings, self._listening.last_words) from None
        except chess.engine.EngineTerminatedError as error:
            raise ForfeitError(CRASH, f"{settings} ended ({error}); {self._listening.last_words}") from None
        except chess.engine.EngineError as error:
            raise ForfeitError(ILLEGAL, f"{settings} plays what is not legal: {error}") from None
        if found.resigned:
            raise ForfeitError(RESIGNATION, f"{settings} resigns")
        if found.move is None:
            raise illegal(settings, "nothing", format_state(self.game, states[-1]))
        return parse_action(self.game, states[-1], found.move.uci())

    def _play(self, limit: chess.engine.Limit) -> chess.engine.PlayResult:
        """Ask, and wait so long as a move may take; python-chess itself waits for ever where there is no time limit."""
        engine = self._engine
        assert engine is not None

        async def play() -> chess.engine.PlayResult:
            asked = engine.protocol.play(self._board, limit, game=self._round)
            return await asyncio.wait_for(asked, self.settings.longest_move)

        return asyncio.run_coroutine_threadsafe(play(), engine.protocol.loop).result()

    def close(self) -> None:
        """End the program: by its last command, else by force."""
        engine, listening = self._engine, self._listening
        if engine is not None:
            with contextlib.suppress(Exception):
                engine.timeout = FAREWELL
                engine.quit()
            with contextlib.suppress(Exception):
                engine.close()
        self._engine = None
        if listening.pid is not None:
            kill_group(listening.pid)
            listening.pid = None
        dismiss(listening.sentinel)
        listening.sentinel = None
