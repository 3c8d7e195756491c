"""Building, verifying and describing books."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from spielbaum.cli.commands.experiment import ClusterOption
from spielbaum.cli.commands.series import Workers
from spielbaum.cli.shared.options import AlgorithmOption, Depth, EvaluationOption, Json, Seconds, TableSize, Verbose
from spielbaum.cli.shared.output import console, countdown, plain, print_facts, print_json
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.book import Book, BookFacts, Plan
    from spielbaum.book.build import BuildProgress, Run

WHAT = "build, verify, info"
What = Annotated[str, Argument(metavar="build|verify|info", help="What to do.")]
Subject = Annotated[
    str,
    Argument(metavar="GAME|FILE", help="The game to build a book of, or the file of a book."),
]
BookPlies = Annotated[int | None, Option("--plies", metavar="K", min=0, help="build: the positions up to K plies.")]
Out = Annotated[
    Path | None, Option("--out", metavar="FILE", help="build: the book; by default GAME-K.book in this folder.")
]
Parquet = Annotated[
    bool, Option("--parquet", help="build: also write a row for each position to a .parquet file beside it.")
]
Sample = Annotated[
    int | None,
    Option("--sample", metavar="N", min=0, help="verify: search N positions again; by default 20."),
]
GameOption = Annotated[
    str | None,
    Option("--game", metavar="GAME", help="verify: the game, if it is a file; otherwise the book names it."),
]


def book(
    what: What,
    subject: Subject,
    *,
    plies: BookPlies = None,
    depth: Depth = None,
    seconds: Seconds = None,
    algorithm: AlgorithmOption = None,
    evaluation: EvaluationOption = None,
    table_size: TableSize = None,
    workers: Workers = None,
    cluster: ClusterOption = None,
    out: Out = None,
    parquet: Parquet = False,
    sample: Sample = None,
    game: GameOption = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Build, verify or describe a book: the values of all positions of a game up to a ply.

    ``book build GAME --plies K`` proves the value of every position after K plies, or searches it with ``--depth`` or
    ``--seconds``; the values before follow by minimax. The same command resumes an interrupted build. ``book verify
    FILE`` checks all values, and ``book info FILE`` describes a book.
    """
    from spielbaum.errors import InputError, Message

    if what == "build":
        if sample is not None or game is not None:
            raise InputError(Message("--sample and --game go with book verify"))
        if plies is None:
            raise InputError(Message("how far? spielbaum book build GAME --plies K"))
        from spielbaum.book import Plan

        plan = Plan(plies=plies, depth=depth, seconds=seconds, algorithm=algorithm, evaluation=evaluation)
        _build(subject, plan, out, table_size, workers, cluster, parquet=parquet, json=json)
        return
    if what not in ("verify", "info"):
        raise InputError(Message("spielbaum book {}, not {!r}", WHAT.replace(", ", "|"), what))
    given = (plies, depth, seconds, algorithm, evaluation, workers, cluster, out)
    if parquet or any(one is not None for one in given):
        raise InputError(Message("spielbaum book {} takes a file, and none of the options of book build", what))
    if what == "verify":
        _verify(Path(subject), game, sample, table_size, json=json)
    elif (sample, game, table_size) == (None, None, None):
        _info(Path(subject), json=json)
    else:
        raise InputError(Message("spielbaum book info takes a file alone"))


def _build(
    game: str,
    plan: "Plan",
    out: Path | None,
    table_size: str | None,
    workers: int | None,
    cluster: str | None,
    *,
    parquet: bool,
    json: bool,
) -> None:
    from spielbaum.book import build_book
    from spielbaum.book.build import positions_of
    from spielbaum.errors import InputError, Message
    from spielbaum.registry import load

    if cluster is not None and workers is not None:
        raise InputError(Message("--workers search on this machine, --cluster on others: give one of them"))
    record = load(game)
    path = out or Path(f"{record.spec.replace(':', '-').replace('=', '-').replace(',', '-')}-{plan.plies}.book")
    if parquet:
        from spielbaum.store.export import writer

        writer(path.with_suffix(".parquet"))
    with countdown(tr("{}: positions", record.spec), None) as advance:
        counted = 0

        def tell(now: "BuildProgress") -> None:
            nonlocal counted
            if now.stage == "search":
                advance(now.done - counted, tr("{}: {} plies", record.spec, plan.plies), now.total)
                counted = now.done

        made = build_book(
            game,
            plan,
            path,
            table=table_size,
            run=_run(record.compiled and plan.exact, workers, cluster),
            progress=tell,
        )
    if parquet:
        from spielbaum.store.export import write_table

        rows = book_rows(made, positions_of(record, made.facts.plan))
        write_table(rows, COLUMNS, path.with_suffix(".parquet"))
    _show(made.facts, path, json=json)


def _run(shares: bool, workers: int | None, cluster: str | None) -> "Run":
    """Return what searches the units of work: threads that share a table, processes, or a cluster."""
    import os

    from spielbaum.arena.executors import spread
    from spielbaum.arena.worker_pool import cluster as dask
    from spielbaum.arena.worker_pool import here, sharing
    from spielbaum.book.values import UnitQueue, stop_units, value_unit

    def run(queue: UnitQueue) -> Any:
        if cluster is not None:
            pool = dask(cluster)
        elif shares:
            pool = sharing(workers or os.cpu_count() or 1, stop_units)
        else:
            pool = here(workers, most=len(queue))
        for ended in spread(queue, value_unit, pool):
            yield from ended

    return run


COLUMNS: dict[str, Any] = {"ply": int, "line": str, "position": str, "to_move": int, "value": float}
"""The columns of the table beside a book."""


def book_rows(book: "Book", found: Any) -> Any:
    """Yield a row for each position of a book."""
    from spielbaum.game.notation import format_line, format_state

    for position in found.all.values():
        yield {
            "ply": position.ply,
            "line": " ".join(format_line(book.game, book.game.initial(), position.path)),
            "position": format_state(book.game, position.state),
            "to_move": int(book.game.to_move(position.state)),
            "value": book.value(position.state),
        }


def _verify(path: Path, game: str | None, sample: int | None, table_size: str | None, *, json: bool) -> None:
    from spielbaum.book import read_book, verify_book
    from spielbaum.book.file import read_file
    from spielbaum.book.verify import SAMPLE
    from spielbaum.registry import load

    record = load(game or read_file(path).facts.game)
    wanted = SAMPLE if sample is None else sample
    with countdown(tr("{}: searching", path), wanted) as advance:
        done = 0

        def tell(now: int, of: int) -> None:
            nonlocal done
            advance(now - done, tr("{}: searching", path), of)
            done = now

        found = verify_book(read_book(path, record), sample=wanted, table=table_size, progress=tell)
    if json:
        print_json(found.to_dict())
    else:
        _print_verification(path, found)
    if not found.ok:
        raise click.exceptions.Exit(1)


def _print_verification(path: Path, found: Any) -> None:
    out = console()
    said = tr("holds") if found.ok else tr("does not hold")
    out.print(
        tr(
            "{} {}: {:,} positions met, {:,} values recomputed from successors, {:,} by another search",
            plain(path),
            said,
            found.positions,
            found.recomputed,
            found.searched,
        )
    )
    for fault in found.faults[:10]:
        out.print(f"  {plain(fault)}")
    if len(found.faults) > 10:
        out.print(tr("  and {:,} more", len(found.faults) - 10))
    if found.strange:
        out.print(tr("  {:,} of its positions are not met in the game", found.strange))


def _info(path: Path, *, json: bool) -> None:
    from spielbaum.book.file import read_file

    _show(read_file(path).facts, path, json=json)


def _show(facts: "BookFacts", path: Path, *, json: bool) -> None:
    size = path.stat().st_size
    if json:
        print_json({"file": str(path), "bytes": size, **facts.to_dict()})
        return
    plan, out = facts.plan, console()
    out.print(
        tr(
            "[bold]{}[/]: {}, {:,} positions to ply {}",
            plain(path),
            plain(facts.game),
            sum(facts.positions),
            plan.plies,
        )
    )
    limits = ", ".join(
        f"{tr(name)} {value:g}" for name, value in (("depth", plan.depth), ("seconds", plan.seconds)) if value
    )
    searched = (
        tr("exact") if plan.exact else tr("{}, {}, evaluation {}", plan.algorithm, limits, plan.evaluation or "none")
    )
    rows = (
        ("values", plain(searched)),
        ("by ply", " ".join(f"{number:,}" for number in facts.positions)),
        ("searched", tr("{:,}, the others by minimax, in {:,.1f} s", facts.searched, facts.seconds)),
        ("size", tr("{:,} bytes", size)),
        ("built by", tr("Spielbaum {}", facts.version)),
    )
    print_facts(rows, 9)
