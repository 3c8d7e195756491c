"""Output: JSON for scripts, colours and progress for people."""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from spielbaum.language import current_texts, tr

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    Columns = Callable[[], list[ProgressColumn]]

BEST = "bold green"
QUIET = "dim"

FIRST_LINE, LONGEST_PAUSE = 10.0, 60.0
"""Seconds before the first line of progress where stderr is not a terminal, and the longest pause between lines."""

T = TypeVar("T")


def print_json(document: Any) -> None:
    """Print one JSON document on stdout."""
    try:
        sys.stdout.write(json.dumps(document, ensure_ascii=False, allow_nan=False) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_reader()


def _forget_reader() -> None:
    """Discard what is still to be printed, since the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        _forget_reader()


def console() -> Console:
    """Return the console for answers, 120 columns wide if it is not a terminal."""
    return _Console(highlight=False, width=None if sys.stdout.isatty() else 120)


class _LocalTable(Table):
    """A table with the numbers of a language."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        """Add a row; numbers in columns that are aligned to the right get the signs of the language."""
        t = current_texts()
        columns = zip_longest(cells, self.columns[: len(cells)])
        super().add_row(
            *(
                t.text(cell) if isinstance(cell, str) and column is not None and column.justify == "right" else cell
                for cell, column in columns
            ),
            **options,
        )


def table(*columns: str) -> Table:
    """Return an empty table; columns whose names begin with ``>`` are aligned to the right.

    Names are English, and shown in the language of the command.
    """
    made = _LocalTable(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(
            current_texts().text(column.lstrip(">")),
            justify="right" if column.startswith(">") else "left",
            overflow="fold",
        )
    return made


def fitting_table(columns: Sequence[str], rows: Sequence[Sequence[str]], room: int, expendable: Sequence[str]) -> Table:
    """Return a table that is at most ``room`` wide: expendable columns are dropped until it fits.

    Parameters
    ----------
    columns
        Names, as for ``table``.
    rows
        The texts of each row, one for each column.
    room
        Characters per line.
    expendable
        Names of columns, in the order in which they are dropped.
    """
    kept = list(range(len(columns)))

    def width() -> int:
        shown = current_texts().text
        texts = ([shown(columns[i].lstrip(">")), *(row[i] for row in rows)] for i in kept)
        return sum(max(len(Text.from_markup(text)) for text in column) + 2 for column in texts) - 2

    for name in expendable:
        if width() > room:
            kept = [i for i in kept if columns[i].lstrip(">") != name]
    return filled(table(*(columns[i] for i in kept)), [[row[i] for i in kept] for row in rows])


def filled(made: Table, rows: Iterable[Sequence[str]]) -> Table:
    """Return a table with rows added."""
    for row in rows:
        made.add_row(*row)
    return made


def print_facts(facts: Iterable[tuple[str, str]], width: int = 8) -> None:
    """Print lines of a name, in English, which is translated, and a text."""
    shown = [(current_texts().text(name), current_texts().text(text)) for name, text in facts]
    width = max([width, *(len(name) + 1 for name, _text in shown)])
    for name, text in shown:
        console().print(f"[{QUIET}]{name:<{width}}[/]{text}")


def described(name: str, doc: str) -> str:
    """Return what a game or an algorithm is, in the language of the command; ``doc`` says it in English."""
    t = current_texts()
    return doc if t.language == "en" else t.named("doc", name, doc)


def or_dash(number: float | None, form: str) -> str:
    """Return a number in a format; a dash if it is None."""
    return "–" if number is None else format(number, form)


def plain(text: object) -> str:
    """Return a text with its markup escaped."""
    return escape(str(text))


def refuse_unfit_files(files: Mapping[str, Path | None], *, json: bool) -> bool:
    """Refuse files, by their options, that cannot be written or share stdout; return whether one is stdout (``-``)."""
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.svg.files import refuse_unfit_path

    on_stdout = [option for option, path in files.items() if str(path) == "-"]
    if json and on_stdout:
        raise InputError(Message("--json and {} - both want stdout: give {} a file", on_stdout[0], on_stdout[0]))
    if len(on_stdout) > 1:
        raise InputError(Message("{} - and {} - both want stdout: give one of them a file", on_stdout[0], on_stdout[1]))
    for path in filter(None, files.values()):
        refuse_unfit_path(path)
    return bool(on_stdout)


@contextmanager
def status(description: str) -> Iterator[Callable[[str], None]]:
    """Show a line on stderr while something runs; yield a function that changes its text."""
    with _task(_spinner, description) as update:
        yield lambda text: update(text)


@contextmanager
def bar(description: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr; yield a function that sets how much is done."""
    with _task(_bar, description, total) as update:
        yield lambda done: update(done=done)


@contextmanager
def countdown(description: str, total: int | None, done: int = 0) -> Iterator[Callable[..., None]]:
    """Show a progress bar with the time left; yield ``advance(more, text, total=None)``.

    A total that is not known in advance is None here, and given to ``advance``.
    """
    with _task(_bar_with_time_left, description, total, done) as update:
        yield lambda more, text, total=None: update(text, more=more, total=total)


def collect(found: Iterable[T], into: list[T], tell: Callable[[T], None]) -> bool:
    """Append items as they are found, and report each; return whether Ctrl-C ended it.

    Ctrl-C before the first item is raised again.
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
    """A task and its progress, shown by ``on_change``."""

    description: str
    total: int | None
    done: int
    on_change: "Callable[[_Task], None]" = lambda _task: None

    def update(
        self, text: str | None = None, *, more: int = 0, done: int | None = None, total: int | None = None
    ) -> None:
        """Change the description, the amount done, or the total."""
        self.description = text or self.description
        self.done = self.done + more if done is None else done
        self.total = total or self.total
        self.on_change(self)


@contextmanager
def _task(columns: "Columns", description: str, total: int | None = None, done: int = 0) -> Iterator[Any]:
    """Show a task on stderr, as a line now and then if that is not a terminal; yield its ``update``."""
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
    """Write a line of progress after ten seconds, and then less and less often, even if nothing changes."""
    from spielbaum.watchdog import HAS_THREADS

    if not HAS_THREADS:
        yield
        return
    over, start = threading.Event(), time.monotonic()

    def write() -> None:
        pause = FIRST_LINE
        while not over.wait(pause):
            done = tr("{:,}", task.done) if task.done or task.total else ""
            if task.total:
                done = tr("{:,} of {:,}", task.done, task.total)
            with suppress(OSError, ValueError):  # the reader is gone
                seconds = f"{time.monotonic() - start:.0f} s"
                sys.stderr.write(f"{', '.join(filter(None, (task.description, done, seconds)))}\n")
                sys.stderr.flush()
            pause = min(2 * pause, LONGEST_PAUSE)

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
