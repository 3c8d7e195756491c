"""Games that the visitor writes in the page: files of a folder, checked in another process, and then offered.

A game is Python, which runs with the rights of the server. So it is for the owner of the machine only, who gets a key.
"""

import asyncio
import hashlib
import os
import re
import secrets
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from spielbaum.errors import SpielbaumError
from spielbaum.files import parse_json, write_whole
from spielbaum.registry import load, parse_game, raised_by_game
from spielbaum.search_pool import JobPool
from spielbaum.watchdog import HAS_THREADS
from spielbaum.web.http.errors import WebError
from spielbaum.web.live.catalogue import Catalogue

GAMES = 200
"""The random games of a check."""

SECONDS = 60
"""The time limit of a check."""

LINE = re.compile(r"\bline (\d+)", re.IGNORECASE)
RAISED = re.compile(r"(?P<function>\S+) in (?P<file>.+), line (?P<line>\d+), raises (?P<error>.*)", re.DOTALL)
NAME = re.compile(r"""\bname\s*=\s*["']([\w -]{1,40})["']""", re.ASCII)


@dataclass(frozen=True)
class Verdict:
    """The result of a check of a file.

    Attributes
    ----------
    sentence
        What is wrong; empty if nothing is.
    moves
        The moves that lead to it.
    """

    sentence: str = ""
    moves: tuple[str, ...] = ()

    def within(self, path: Path) -> "Verdict":
        """Return the verdict without the name of the file, which its writer does not know."""
        sentence = self.sentence.replace(str(path), path.name)
        raised = RAISED.fullmatch(sentence)
        if raised and raised["file"] == path.name:
            sentence = f"line {raised['line']}, in {raised['function']}: {raised['error']}"
        sentence = sentence.replace(f"{path.name}, ", "").replace(path.name, "it")
        begins = sentence.startswith(("line ", "it ", "the "))  # else with the name of a function
        return Verdict(sentence[:1].upper() + sentence[1:] if begins else sentence, self.moves)

    @property
    def line(self) -> int | None:
        """The line of the file that is at fault; None if none is named."""
        found = LINE.search(self.sentence)
        return int(found[1]) if found else None


@dataclass
class OwnGames:
    """The games of a folder.

    Attributes
    ----------
    folder
        The folder.
    catalogue
        The games that are offered, to which they are added.
    pool
        The engines, which may need the files.
    key
        The secret that the owner of the machine has; empty in a page, where every visitor owns it.
    """

    folder: Path
    catalogue: Catalogue
    pool: JobPool
    key: str
    _checks: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    def offer_all(self) -> None:
        """Offer the games that are in the folder, except those that cannot be loaded any more."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(self.folder.glob("*.py"), key=lambda path: path.stat().st_mtime):
            with suppress(SpielbaumError):
                self.offer(path)

    def is_owner(self, key: str) -> bool:
        """Return whether a visitor with a key may write games."""
        return secrets.compare_digest(key.encode(), self.key.encode())

    def keep(self, source: str) -> Path:
        """Return the file of a source; another source is another file, so that games in progress keep their rules."""
        named = NAME.search(source)
        name = re.sub(r"\W+", "-", named[1].lower()).strip("-") if named else "game"
        path = self.folder / f"{name or 'game'}-{hashlib.sha256(source.encode()).hexdigest()[:8]}.py"
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, source)
        return path

    def drop(self, path: Path) -> None:
        """Delete a file that is at fault: a server that starts again might never have loaded it."""
        if self.catalogue.offer(str(parse_game(str(path)).located())) is None:
            path.unlink(missing_ok=True)

    def file(self, name: str) -> Path:
        """Return a file of the folder.

        Raises
        ------
        WebError
            404 if there is none.
        """
        path = self.folder / f"{name}.py"
        if not re.fullmatch(r"[\w-]+", name, re.ASCII) or not path.is_file():
            raise WebError(404, "not-found")
        return path

    async def check(self, path: Path, *, compiled: bool) -> Verdict:
        """Play a game at random, interpreted or compiled.

        Raises
        ------
        WebError
            503 if the check is interrupted.
        """
        async with self._checks:
            if HAS_THREADS:
                return await _check_in_process(path, compiled=compiled)
            self.pool.share(path)
            job = self.pool.call(check_file, str(path))
            assert job is not None
            try:
                found: Verdict = await asyncio.wrap_future(job.future)
            except SpielbaumError as error:  # it does not come back
                return Verdict(str(error))
            finally:
                job.stop()
            return found

    def offer(self, path: Path) -> str:
        """Offer the game of a file, in the place of earlier versions of it, and return its key in URLs."""
        self.pool.share(path)
        return self.catalogue.add_file(path)


def check_file(path: str) -> Verdict:
    """Play the game of a file at random, interpreted."""
    from spielbaum.checking.check import check_game  # only a page needs it

    try:
        report = check_game(replace(load(path), compiled=False), games=GAMES)
    except SpielbaumError as error:
        return Verdict(str(error))
    except Exception as error:  # whatever the file raises
        return Verdict(raised_by_game(error) or repr(error))
    return next((Verdict(failure.detail, failure.moves) for failure in report.failures), Verdict())


async def _check_in_process(path: Path, *, compiled: bool) -> Verdict:
    """Check a file in a process that can be ended: it may run for ever, or use up the memory."""
    command = [sys.executable, "-m", "spielbaum", "check", str(path), "--json", "--games", str(GAMES)]
    jit = {} if compiled else {"SPIELBAUM_JIT": "0"}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, **jit}, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
    )
    try:
        async with asyncio.timeout(SECONDS):
            out, wrong = await process.communicate()
    except TimeoutError:
        return Verdict(f"the check did not end within {SECONDS} s")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if out.strip():
        failures = parse_json(out.decode())["failures"]
        return next((Verdict(failure["detail"], tuple(failure["moves"])) for failure in failures), Verdict())
    said = wrong.decode(errors="replace").strip().splitlines() or [f"the check ended with code {process.returncode}"]
    return Verdict(said[-1].removeprefix("spielbaum: "))
