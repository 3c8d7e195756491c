"""How answers are shown: JSON for scripts, colours and progress for people."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    Columns = Callable[[], list[ProgressColumn]]

BEST = "bold green"
QUIET = "dim"

FIRST_LINE, SELDOM = 10.0, 60.0
"""Seconds until the first line about what is going on, where stderr is no terminal, and between two lines at most."""

T = TypeVar("T")


def print_json(document: Any) -> None:
    """Print one JSON document on stdout."""
    try:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_reader()


def _forget_reader() -> None:
    """Go on without the reader, who has seen enough; what is still to be printed goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        _forget_reader()


def console() -> Console:
    """Return the console for answers; wide enough not to fold where it is no terminal."""
    return _Console(highlight=False, width=None if sys.stdout.isatty() else 120)


def table(*columns: str) -> Table:
    """Return an empty table; a column that begins with ``>`` is a number and stands to the right."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", overflow="fold")
    return made


def fitting_table(columns: Sequence[str], rows: Sequence[Sequence[str]], room: int, expendable: Sequence[str]) -> Table:
    """Return a table of texts that is not broader than ``room``: columns that are expendable fall away, in their order.

    Parameters
    ----------
    columns
        Names, as of ``table``.
    rows
        The texts of each row, of as many columns.
    room
        How many characters a line has.
    expendable
        Names of columns, the first to go first.
    """
    kept = list(range(len(columns)))

    def breadth() -> int:
        texts = ([columns[i].lstrip(">"), *(row[i] for row in rows)] for i in kept)
        return sum(max(len(Text.from_markup(text)) for text in column) + 2 for column in texts) - 2

    for name in expendable:
        if breadth() > room:
            kept = [i for i in kept if columns[i].lstrip(">") != name]
    made = table(*(columns[i] for i in kept))
    for row in rows:
        made.add_row(*(row[i] for i in kept))
    return made


def plain(text: object) -> str:
    """Return text in which nothing is taken for markup."""
    return escape(str(text))


@contextmanager
def status(description: str) -> Iterator[Callable[[str], None]]:
    """Show one line on stderr while something runs; yields a function that changes its text."""
    with _task(_spinner, description) as update:
        yield lambda text: update(text)


@contextmanager
def bar(description: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr; yields a function that is told how much is done."""
    with _task(_bar, description, total) as update:
        yield lambda done: update(done=done)


@contextmanager
def countdown(description: str, total: int | None, done: int = 0) -> Iterator[Callable[..., None]]:
    """Show a progress bar with the time left; yields a function that is told how much more is done, and of what.

    Where the total is not known before, it is None, and the third argument of that function.
    """
    with _task(_bar_with_time_left, description, total, done) as update:
        yield lambda more, text, total=None: update(text, more=more, total=total)


def collect(found: Iterable[T], into: list[T], tell: Callable[[T], None]) -> bool:
    """Append what is found, one after the other, and tell of each; return whether Ctrl-C ended it.

    Ctrl-C before the first one is raised again.
    """
    from spielbaum.errors import SearchInterruptedError

    try:
        for one in found:
            into.append(one)
            tell(one)
    except (KeyboardInterrupt, SearchInterruptedError):
        if not into:
            raise
        return True
    return False


@dataclass
class _Task:
    """What a command does, and how far it is; ``on_change`` shows it."""

    description: str
    total: int | None
    done: int
    on_change: "Callable[[_Task], None]" = lambda _task: None

    def update(
        self, text: str | None = None, *, more: int = 0, done: int | None = None, total: int | None = None
    ) -> None:
        """Change the description, how much is done, or how much there is to do."""
        self.description = text or self.description
        self.done = self.done + more if done is None else done
        self.total = total or self.total
        self.on_change(self)


@contextmanager
def _task(columns: "Columns", description: str, total: int | None = None, done: int = 0) -> Iterator[Any]:
    """Show a task on stderr, where that is no terminal by a line now and then; yields a function that changes it."""
    errors, task = Console(stderr=True), _Task(description, total, done)
    if not errors.is_terminal:
        with _lines(task):
            yield task.update
        return
    from rich.progress import Progress

    with Progress(*columns(), console=errors, transient=True) as progress:
        shown = progress.add_task(plain(description), total=total, completed=done)
        task.on_change = lambda now: progress.update(
            shown, description=plain(now.description), completed=now.done, total=now.total
        )
        yield task.update


@contextmanager
def _lines(task: _Task) -> Iterator[None]:
    """Write a line about a task after ten seconds, and then ever less often, also while nothing changes."""
    over, start = threading.Event(), time.monotonic()

    def write() -> None:
        pause = FIRST_LINE
        while not over.wait(pause):
            parts = [f", {task.done:,}" if task.done or task.total else "", f" of {task.total:,}" if task.total else ""]
            with suppress(OSError, ValueError):  # whoever read it is gone
                sys.stderr.write(f"{task.description}{''.join(parts)}, {time.monotonic() - start:.0f} s\n")
                sys.stderr.flush()
            pause = min(2 * pause, SELDOM)

    thread = threading.Thread(target=write, name="spielbaum-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _spinner() -> "list[ProgressColumn]":
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    return [SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()]


def _bar() -> "list[ProgressColumn]":
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    description, count = TextColumn("{task.description}"), TextColumn("{task.completed}/{task.total}")
    return [description, BarColumn(), count, TimeElapsedColumn()]


def _bar_with_time_left() -> "list[ProgressColumn]":
    from rich.progress import TextColumn, TimeRemainingColumn

    return [*_bar(), TextColumn("left"), TimeRemainingColumn()]
