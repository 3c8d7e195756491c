"""Compiling searches ahead of time."""

from typing import TYPE_CHECKING, Annotated

import click

from spielbaum.cli.shared.options import Json, Verbose, complete_game
from spielbaum.cli.shared.output import BEST, collect, console, countdown, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument, Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.game import Game
    from spielbaum.session.preparing import Prepared

GamesToPrepare = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME]...",
        help="Games, or files; by default all registered games.",
        complete=complete_game,
    ),
]

HOST, WASM32 = "host", "wasm32"


def prepare(
    games: GamesToPrepare = None,
    *,
    target: Annotated[
        str, Option("--target", help="What to compile for: host, this machine, or wasm32, a browser.")
    ] = HOST,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Compile the searches that the levels of games use, ahead of time.

    What is ready is skipped. Ctrl-C ends it at any time; what is compiled by then is kept, and the next run resumes.
    """
    from time import perf_counter

    from spielbaum.cli import INTERRUPTED, NEGATIVE
    from spielbaum.errors import InputError, Message
    from spielbaum.session import preparing
    from spielbaum.session.preparing import algorithms_of, kernels_of

    if target not in (HOST, WASM32):
        raise InputError(Message("--target is host or wasm32, not {!r}", target))
    start, found = perf_counter(), list[preparing.Prepared]()
    loaded, wanted = _load(games), list[tuple[str, str, str | None]]()
    if target == HOST:
        searches = [(text, algorithm) for text, game in loaded for algorithm in algorithms_of(game)]
        wanted += [(text, str(algorithm), None) for text, algorithm in searches]
        running = preparing.prepare(searches)
    else:
        wanted += [(text, str(one.algorithm), one.evaluation) for text, game in loaded for one in kernels_of(game)]
        running = preparing.prepare_for_browser([text for text, _ in loaded])
    with countdown(tr("looking for what is ready"), total=len(wanted)) as advance:
        interrupted = collect(running, found, lambda one: advance(1, f"{one.game}: {one.algorithm}"))
    failed = [one for one in found if not one.ready]
    if json:
        print_json({
            "searches": [_row(one) for one in found],
            "of": len(wanted),
            "seconds": round(perf_counter() - start, 3),
        })  # fmt: skip
    else:
        shown = table("game", "algorithm", ">seconds")
        order = {search: place for place, search in enumerate(wanted)}
        for one in sorted(found, key=lambda one: order.get(_key(one), len(order))):
            seconds = f"{one.seconds:.1f}" if one.compiled else tr("ready before")
            shown.add_row(
                f"[{BEST}]{plain(one.game)}[/]", plain(_search(one)), seconds if one.ready else tr("not possible")
            )
        console().print(shown)
        console().print(tr("{} of {} searches are ready.", len(found) - len(failed), len(wanted)))
    for one in failed:
        fault = tr("spielbaum check {} says why", one.game) if one.reason is None else one.reason
        click.echo(tr("spielbaum: {} cannot be compiled: {}", one.game, fault), err=True)
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    if failed:
        raise click.exceptions.Exit(NEGATIVE)


def _load(games: list[str] | None) -> "list[tuple[str, Game]]":
    """Return games with their texts; registered ones that cannot be loaded are left out unless they are named."""
    from spielbaum.errors import SpielbaumError
    from spielbaum.registry import load, names, parse_game

    found = []
    for named in games or names():
        text = str(parse_game(named).located())
        try:
            found.append((text, load(text)))
        except SpielbaumError:
            if games:
                raise
    return found


def _key(one: "Prepared") -> tuple[str, str, str | None]:
    return one.game, str(one.algorithm), one.evaluation


def _search(one: "Prepared") -> str:
    return str(one.algorithm) if one.evaluation is None else tr("{}, evaluation {}", one.algorithm, one.evaluation)


def _row(one: "Prepared") -> dict[str, object]:
    row = {name: value for name, value in vars(one).items() if value is not None}
    return {**row, "algorithm": str(one.algorithm), "seconds": round(one.seconds, 3)}
