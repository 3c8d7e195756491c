"""Building a book: search the positions at the last ply, and back up their values to all others."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from spielbaum import __version__
from spielbaum.book.book import Book
from spielbaum.book.facts import BookFacts, variant_of
from spielbaum.book.file import BookFile, read_file, write_file
from spielbaum.book.journal import Journal
from spielbaum.book.keys import book_keys
from spielbaum.book.plan import Plan
from spielbaum.book.positions import Positions, all_positions
from spielbaum.book.values import Unit, UnitQueue, begin_units, forget_workers, make_worth, task_of, value_unit
from spielbaum.errors import InputError, Message
from spielbaum.game import Game
from spielbaum.registry import load, parse_game
from spielbaum.search.proof.solver import Solver

Run = Callable[[UnitQueue], Iterable[tuple[Unit, list[float]]]]
"""Searches all units of a queue, and yields each with its values when it is complete."""


@dataclass(frozen=True)
class BuildProgress:
    """The progress of a build: positions found so far, or positions searched and their total."""

    stage: Literal["positions", "search"]
    done: int
    total: int = 0


def build_book(
    game: str,
    plan: Plan,
    path: Path | str,
    *,
    table: str | None = None,
    run: Run | None = None,
    progress: Callable[[BuildProgress], None] | None = None,
) -> Book:
    """Build the book of a game, or continue an interrupted build; a complete book is only read.

    Parameters
    ----------
    game
        A name or path for ``load``.
    plan
        The content of the book.
    path
        The file. A journal beside it holds the values until the book is complete.
    table
        The table size of each worker.
    run
        Searches the positions; by default in turn, in this process.
    progress
        Called with the progress of the build.

    Raises
    ------
    InputError
        If the file exists and is a different book, or cannot be written.
    UnsupportedGameError
        If the game does not have such values.
    """
    record, path, tell = load(game), Path(path), progress or _no_progress
    plan = plan.completed(record)
    if plan.exact:
        Solver(record, table=1 << 16)  # raises an error if the game is not supported
    if path.exists():
        return _existing(record, plan, path)
    keys, task = book_keys(record, exact=plan.exact), task_of(str(parse_game(game).located()), record, plan, table)
    found = positions_of(record, plan, tell=lambda number: tell(BuildProgress("positions", number)))
    paths = [found.all[key].path for key in found.leaves]
    order = sha256(b"".join(found.leaves)).hexdigest()
    content = {"variant": variant_of(record), "fingerprint": task.fingerprint, "order": order, **plan.to_dict()}
    with Journal(path, content) as journal:
        began, last = time.monotonic(), time.monotonic()
        tell(BuildProgress("search", len(journal.values), len(paths)))
        queue = UnitQueue(task, paths, set(journal.values))
        begin_units()
        try:
            for unit, values in (run or _here)(queue):
                journal.add(unit.numbers, values, time.monotonic() - began)
                queue.note(len(values), time.monotonic() - last)
                last = time.monotonic()
                tell(BuildProgress("search", len(journal.values), len(paths)))
        finally:
            forget_workers()
        values_of_all = found.complete(keys, {key: journal.values[number] for number, key in enumerate(found.leaves)})
        facts = BookFacts(
            game=record.spec,
            plan=plan,
            variant=variant_of(record),
            fingerprint=task.fingerprint,
            positions=found.by_ply,
            searched=len(paths),
            seconds=journal.seconds + time.monotonic() - began,
            version=__version__,
        )
        write_file(path, facts, values_of_all)
        journal.remove()
    return Book(record, read_file(path), str(path))


def positions_of(game: Game, plan: Plan, *, tell: Callable[[int], None] | None = None) -> Positions:
    """Return all positions of a plan."""
    keys = book_keys(game, exact=plan.exact)
    return all_positions(game, keys, plan.plies, make_worth(game, plan), tell=tell)


def _existing(game: Game, plan: Plan, path: Path) -> Book:
    file: BookFile = read_file(path)
    book = Book(game, file, str(path))
    if file.facts.plan != plan:
        raise InputError(Message("{!r} exists, and is another book of {}: choose --out FILE", str(path), game.spec))
    return book


def _here(queue: UnitQueue) -> Iterator[tuple[Unit, list[float]]]:
    while queue:
        unit = queue.take(1)
        yield unit, value_unit(unit)


def _no_progress(_progress: BuildProgress) -> None:
    pass
