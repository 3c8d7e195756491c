"""What a submission does beside its task, such as printing or writing files: noticed, and refused where it may not be.

These guards say in words what happened. They are no sandbox: a program that means to get around them can.
"""

import builtins
import io
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from spielbaum.errors import Message
from spielbaum.grading.diagnosis import Diagnosis, Stopped, Verdict

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FILES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod")
NETWORK = ("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname")
PROGRAMS = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.killpg",
)
SENTENCES = {
    "writes-files": Message("The program writes files, which is refused here."),
    "uses-network": Message("The program uses the network, which is refused here."),
    "starts-programs": Message("The program starts or stops other programs, which is refused here."),
}
_REFUSED = {
    **dict.fromkeys(FILES, "writes-files"),
    **dict.fromkeys(NETWORK, "uses-network"),
    **dict.fromkeys(PROGRAMS, "starts-programs"),
}
DEEPEST = 10_000
"""The highest recursion limit that a submission may set."""

_SET_RECURSION_LIMIT = sys.setrecursionlimit

QUOTED = 200
"""Characters of the output that are quoted."""


class Guards:
    """Guards that are set up once, and stay for the rest of the process.

    Parameters
    ----------
    output
        Characters that may be printed.
    place
        Returns the line of the submission that is being executed.
    """

    def __init__(self, output: int, place: Callable[[], Message | None]) -> None:
        self.output = output
        self.place = place
        self.refused: dict[str, Message] = {}
        self.printed = _Printed(output)

    def set_up(self) -> None:
        """Guard the process from now on."""
        sys.stdout = sys.stderr = io.TextIOWrapper(self.printed, encoding="utf-8", write_through=True)
        builtins.input = _refuse_input
        sys.setrecursionlimit = _set_recursion_limit
        sys.addaudithook(self._hear)

    def noted(self, verdict: Verdict) -> Verdict:
        """Return a verdict with what was refused or printed: remarks, unless the program failed because of it."""
        failed = any(one.code == "crashes" for one in verdict.diagnoses)
        left = [one for one in verdict.diagnoses if not (failed and self.refused and one.code == "crashes")]
        found = [Diagnosis(code, SENTENCES[code], place, wrong=failed) for code, place in self.refused.items()]
        after = [] if self.printed.is_over or not self.printed.count else [self._printed()]
        return Verdict(verdict.share, (*(found if failed else ()), *left, *(() if failed else found), *after))

    def _printed(self) -> Diagnosis:
        begun = self.printed.begun.decode("utf-8", "replace").strip()
        sentence = Message("The program prints {} characters.", self.printed.count)
        return Diagnosis("prints", sentence, Message("The output begins: {}", begun), wrong=False)

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        code = _REFUSED.get(event)
        if event == "open" and _writes(*given):
            code = "writes-files"
        if code is not None:
            if (place := self.place()) is not None:
                self.refused.setdefault(code, place)
            raise PermissionError(13, str(SENTENCES[code]))


class _Printed(io.RawIOBase):
    """Counts what is printed, and ends the test if it is too much."""

    def __init__(self, limit: int) -> None:
        self.limit, self.count, self.begun = limit, 0, b""
        self.is_over = False

    def writable(self) -> bool:
        return True

    def write(self, text: Any) -> int:
        self.count += len(text)
        if len(self.begun) < QUOTED:
            self.begun = (self.begun + bytes(text))[:QUOTED]
        if self.count > self.limit and not self.is_over:
            self.is_over = True  # it is said once
            raise Stopped("prints", Message("The program prints more than {} characters.", self.limit))
        return len(text)


def _writes(path: object, mode: object, flags: object) -> bool:
    if path == os.devnull:
        return False
    if isinstance(mode, str):
        return not set(mode).isdisjoint("wax+")
    return isinstance(flags, int) and bool(flags & WRITES)


def _set_recursion_limit(limit: int) -> None:
    """Set a limit that is reached before the stack of the process ends."""
    _SET_RECURSION_LIMIT(min(limit, DEEPEST))


def _refuse_input(*_prompt: object) -> NoReturn:
    raise Stopped("reads-input", Message("The program waits for input from the keyboard."))
