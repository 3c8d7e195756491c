"""A program that talks to a started process, line by line."""

import subprocess
import sys
from pathlib import Path
from typing import Self

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()", "uci"]


class Program:
    """The other side of ``spielbaum uci``, or of another command."""

    def __init__(self, *arguments: str, errors: Path | None = None, command: str = "uci") -> None:
        stderr = subprocess.PIPE if errors is None else errors.open("wb")
        self.process = subprocess.Popen(
            [*PROGRAM[:-1], command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def hear(self, word: str) -> list[str]:
        """Return the lines up to and including the first one that begins with a word."""
        assert self.process.stdout is not None
        heard: list[str] = []
        for line in self.process.stdout:
            heard.append(line.decode().rstrip("\n"))
            if heard[-1].split()[:1] == [word]:
                return heard
        raise AssertionError(f"the program ended without {word}: {heard}")

    def ask(self, line: str, word: str) -> str:
        """Send a line and return the first answer that begins with a word."""
        self.say(line)
        return self.hear(word)[-1]

    def leave(self) -> tuple[int, str, str]:
        """Close the input, and return the exit code, the rest of the output, and stderr."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out.decode(), (err or b"").decode()
