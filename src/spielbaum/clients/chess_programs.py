"""A client of chess engines for UCI and the XBoard protocol, through python-chess."""

import asyncio
import contextlib
import logging
import subprocess
import threading
import weakref
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import chess
import chess.engine

from spielbaum.clients.client import illegal, too_late
from spielbaum.clients.last_words import LastWords
from spielbaum.clients.line import Line
from spielbaum.clients.process import (
    FAREWELL,
    GLANCE,
    OPEN,
    POSIX,
    command_words,
    dismiss,
    gated,
    kill_all,
    marked,
    new_mark,
    watch_over,
)
from spielbaum.clients.settings import EngineSettings
from spielbaum.errors import CRASH, ILLEGAL, RESIGNATION, EngineError, ForfeitError, Message, PositionError, Sentence
from spielbaum.game import Action, Game, State
from spielbaum.game.notation import format_line, format_state, parse_action

logging.getLogger("chess.engine").addHandler(logging.NullHandler())  # our messages report it

T = TypeVar("T")
BASES: dict[str, type[chess.engine.Protocol]] = {
    "uci": chess.engine.UciProtocol,
    "xboard": chess.engine.XBoardProtocol,
}


class _Program:
    """A chess engine, its process, and the thread with the event loop of python-chess.

    Parameters
    ----------
    base
        The protocol class of python-chess.
    """

    def __init__(self, base: type[chess.engine.Protocol]) -> None:
        self.last_words = LastWords()
        self.protocol: Any = None
        self.pid: int | None = None
        self.mark = new_mark()
        self.sentinel: subprocess.Popen[bytes] | None = None
        self._kind = _listening(base, self)
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(lambda _loop, _context: None)  # for timers that python-chess leaves behind
        self._thread = threading.Thread(target=self.loop.run_forever, name="spielbaum-chess-program", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Return the result of a coroutine, run in the thread.

        Raises
        ------
        TimeoutError
            If it takes longer.
        """
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self.loop).result()

    async def start(self, words: list[str], options: dict[str, str]) -> None:
        """Start the process and set its options."""
        more: dict[str, Any] = {"start_new_session": True} if POSIX else {}
        _, self.protocol = await self._kind.popen(gated(words), env=marked(self.mark), **more)
        await self.protocol.initialize()
        await self.protocol.configure(options)
        await self.protocol.ping()

    def end(self) -> None:
        """End the process, by force if necessary, and then the thread."""
        if self.protocol is not None:
            with contextlib.suppress(Exception):
                self.run(self.protocol.quit(), FAREWELL)
        if self.pid is not None:
            kill_all(self.pid, self.mark)
        dismiss(self.sentinel)
        with contextlib.suppress(Exception):
            self.run(self._close(), FAREWELL)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(FAREWELL)
        if not self._thread.is_alive():
            self.loop.close()

    async def _close(self) -> None:
        """Close the transport and wait for the end of the process."""
        if self.protocol is not None:
            self.protocol.transport.close()
            await self.protocol.returncode


def _listening(base: type[chess.engine.Protocol], program: _Program) -> type[chess.engine.Protocol]:
    """Return a protocol class that also records the last output of a program and watches its process."""

    class Listening(base):  # type: ignore[misc]
        def connection_made(self, transport: Any) -> None:
            program.pid = transport.get_pid()
            program.sentinel = watch_over(transport.get_pid(), program.mark)
            transport.get_pipe_transport(0).write(OPEN)
            super().connection_made(transport)

        def process_exited(self) -> None:
            self._kill_descendants()
            super().process_exited()

        def _kill_descendants(self) -> None:
            """Kill those that keep the output open, repeatedly, as one that is just starting has no mark yet."""
            if program.pid is not None and not self.returncode.done():
                kill_all(program.pid, program.mark)
                self.loop.call_later(GLANCE, self._kill_descendants)

        def pipe_data_received(self, fd: int, data: Any) -> None:
            for line in data.decode("utf-8", "replace").splitlines():
                program.last_words.add(line)
            super().pipe_data_received(fd, data)

        def error_line_received(self, line: str) -> None:
            """Print nothing: error messages quote the last output."""

    return Listening


class ChessProgram:
    """A running chess engine.

    Parameters
    ----------
    game
        Chess.
    settings
        The settings of the engine.

    Raises
    ------
    EngineError
        If the engine does not start, or lacks an option.
    """

    def __init__(self, game: Game, settings: EngineSettings) -> None:
        self.game, self.settings, self._line = game, settings, Line(game)
        self._board, self._round = chess.Board(), object()
        words = command_words(settings.command)
        program = self._program = _Program(BASES[settings.protocol])
        self._end = weakref.finalize(self, program.end)
        try:
            program.run(program.start(words, dict(settings.options)), settings.patience)
        except TimeoutError:
            raise self._unstarted(Sentence("does not answer within {:g} s", settings.patience)) from None
        except (chess.engine.EngineError, OSError) as error:
            raise self._unstarted(f"fails ({error})") from None
        except BaseException:
            self.close()
            raise

    def _unstarted(self, how: str) -> EngineError:
        self.close()
        return EngineError(Message("{} {} instead of starting; {}", self.settings, how, self._program.last_words))

    def choose(self, states: Sequence[State]) -> Action:
        """Return its action in the last state of a game."""
        if not self._line.follow(states):
            self._board, self._round = chess.Board(format_state(self.game, states[0])), object()
        for word in format_line(self.game, states[0], self._line.actions)[len(self._board.move_stack) :]:
            self._board.push(chess.Move.from_uci(word))
        settings, seconds = self.settings, self.settings.move_seconds
        limit = chess.engine.Limit(time=seconds, depth=settings.depth, nodes=settings.nodes)
        try:
            asked = self._program.protocol.play(self._board, limit, game=self._round)
            found = self._program.run(asked, settings.longest_move)
        except TimeoutError:
            raise too_late(settings, self._program.last_words) from None
        except chess.engine.EngineTerminatedError as error:
            raise ForfeitError(CRASH, Message("{} ended ({}); {}", settings, error, self._program.last_words)) from None
        except chess.engine.EngineError as error:
            raise ForfeitError(ILLEGAL, Message("{} makes an illegal move: {}", settings, error)) from None
        if found.resigned:
            raise ForfeitError(RESIGNATION, Message("{} resigns", settings))
        word = "nothing" if found.move is None else found.move.uci()
        try:
            return parse_action(self.game, states[-1], word)
        except PositionError:  # python-chess accepts a null move
            raise illegal(settings, word, format_state(self.game, states[-1])) from None

    def close(self) -> None:
        """End the engine."""
        self._end()
