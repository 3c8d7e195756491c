"""The process of an engine: line-based input and output, and a reliable end.

An engine leads its own session, so that Ctrl-C in the terminal is ours to handle, and all its descendants can be killed
with it. On Linux descendants in sessions of their own are found by a mark in the inherited environment. An engine ends
when it is closed, when this process ends, and, if there is a shell, even when this process is killed: a sentinel waits
for the end of a pipe that only this process holds. The program starts behind a gate, which opens once the sentinel
runs, so that no process is left behind, no matter when this process is killed.
"""

import contextlib
import os
import queue
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import IO

from spielbaum.clients.last_words import LastWords
from spielbaum.errors import EngineError, Message

FAREWELL = 1.0
"""Seconds for an engine to exit by itself."""

MOST_LINES, LONGEST_LINE = 10_000, 1 << 16
"""The most output of an engine that is buffered; the oldest lines are dropped."""

GAMES = os.pathsep.join(("/usr/games", "/usr/local/games"))
"""Folders for games on Unix that are not in every search path."""

GLANCE = 0.1
"""Seconds between checks that a silent engine is running."""

POSIX = os.name == "posix"
OPEN = b"\n" if POSIX else b""
"""The input that opens the gate."""
_GATE = 'read -r _ && exec "$0" "$@"'
_SENTINEL = """
read -r _
kill -s KILL -- "-$0"
while found=$(grep -lsF "$1" /proc/[0-9]*/environ); [ -n "$found" ]; do
    for place in $found; do place=${place#/proc/}; kill -s KILL "${place%/environ}"; done
    sleep 1
done
"""
_MARK = "SPIELBAUM_ENGINE_"


def command_words(command: str) -> list[str]:
    """Return the words of a command, with the path of the program.

    Raises
    ------
    EngineError
        If it cannot be parsed, or there is no such program.
    """
    try:
        words = shlex.split(command, posix=POSIX)
    except ValueError as error:
        raise EngineError(Message("the command {!r} cannot be read: {}", command, error)) from None
    program = shutil.which(words[0]) or shutil.which(words[0], path=GAMES) if words else None
    if program is None:
        raise EngineError(Message("there is no program {!r} to play with", words[0] if words else command))
    return [program, *words[1:]]


def gated(words: list[str]) -> list[str]:
    """Return a shell command that waits for ``OPEN`` and then becomes the engine; it exits at the end of its input."""
    return ["/bin/sh", "-c", _GATE, *words] if POSIX else words


def new_mark() -> str:
    """Return a unique name of an environment variable."""
    return _MARK + secrets.token_hex(16)


def marked(mark: str) -> dict[str, str]:
    """Return the environment of an engine with a mark, which its descendants inherit."""
    return {**os.environ, mark: "1"}


def watch_over(pid: int, mark: str) -> "subprocess.Popen[bytes] | None":
    """Start the sentinel, which kills an engine and its descendants after this process; None without a shell."""
    if not POSIX:
        return None
    return subprocess.Popen(
        ["/bin/sh", "-c", _SENTINEL, str(pid), mark],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def kill_all(pid: int, mark: str) -> None:
    """Kill an engine and all its descendants: its process group, and on Linux all processes with its mark."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if POSIX:
            os.killpg(pid, signal.SIGKILL)
    killed: set[int] = set()
    while found := _kill_marked(mark, killed):  # repeatedly, as processes may start meanwhile
        killed |= found


def _kill_marked(mark: str, killed: set[int]) -> set[int]:
    """Kill the processes with a mark, except those already killed, and return their ids."""
    if sys.platform != "linux":
        return set()
    found = set()
    for place in Path("/proc").iterdir():
        if place.name.isdecimal() and int(place.name) not in killed:
            with contextlib.suppress(OSError):  # it is gone, or another user's
                if mark.encode() in (place / "environ").read_bytes():
                    os.kill(int(place.name), signal.SIGKILL)
                    found.add(int(place.name))
    return found


def dismiss(sentinel: "subprocess.Popen[bytes] | None") -> None:
    """End the sentinel of an engine that is gone."""
    if sentinel is not None:
        sentinel.kill()
        sentinel.wait()
        assert sentinel.stdin is not None
        sentinel.stdin.close()


class EngineProcess:
    """A running engine.

    Parameters
    ----------
    command
        The command of the engine, with its arguments.

    Attributes
    ----------
    last_words
        Its last output.

    Raises
    ------
    EngineError
        If it cannot be started.
    """

    def __init__(self, command: str) -> None:
        words, mark = command_words(command), new_mark()
        try:
            process = subprocess.Popen(
                gated(words),
                env=marked(mark),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=POSIX,
            )
        except OSError as error:
            raise EngineError(Message("{!r} cannot be started: {}", command, error.strerror)) from None
        self._process, self._mark = process, mark
        self.last_words = LastWords()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._stdin = process.stdin
        readers = [
            threading.Thread(target=_read, args=(process.stdout, self.last_words, self._lines), daemon=True),
            threading.Thread(target=_read, args=(process.stderr, self.last_words, None), daemon=True),
        ]
        for reader in readers:
            reader.start()
        self._end = weakref.finalize(self, _end, process, mark, watch_over(process.pid, mark), readers)
        with contextlib.suppress(OSError):  # it has exited, which the next call reports
            self._stdin.write(OPEN)
            self._stdin.flush()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def write(self, line: str) -> None:
        """Send a line.

        Raises
        ------
        EOFError
            If the engine has exited; the message says how.
        """
        try:
            self._stdin.write(line.encode() + b"\n")
            self._stdin.flush()
        except (OSError, ValueError):
            raise EOFError(self._how_it_ended()) from None

    def read(self, deadline: float) -> str:
        """Return its next line, waiting until a deadline in the time of ``time.monotonic``.

        Raises
        ------
        TimeoutError
            If there is none in time.
        EOFError
            If the engine has exited; the message says how.
        """
        line = self._next(deadline)
        if line is None:
            self._lines.put(None)  # for the next call
            raise EOFError(self._how_it_ended())
        return line

    def _next(self, deadline: float) -> str | None:
        while (left := deadline - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=min(left, GLANCE))
            if self._process.poll() is not None:
                kill_all(self.pid, self._mark)  # its descendants would keep its output open
        raise TimeoutError

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        code = self._process.returncode
        if code is None:
            return "closed its output"
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def close(self, farewell: str = "") -> None:
        """End the engine and its descendants, by a last command or by force."""
        if farewell and self._end.alive:
            with contextlib.suppress(EOFError):
                self.write(farewell)
        self._end()


def _read(stream: IO[bytes], last_words: LastWords, lines: "queue.SimpleQueue[str | None] | None") -> None:
    with stream:
        while line := stream.readline(LONGEST_LINE):
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            last_words.add(text)
            if lines is not None:
                if lines.qsize() >= MOST_LINES:
                    lines.get()
                lines.put(text)
    if lines is not None:
        lines.put(None)


def _end(
    process: "subprocess.Popen[bytes]",
    mark: str,
    sentinel: "subprocess.Popen[bytes] | None",
    readers: list[threading.Thread],
) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
    kill_all(process.pid, mark)
    process.wait()
    dismiss(sentinel)
    for reader in readers:
        reader.join(FAREWELL)
