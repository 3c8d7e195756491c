"""Compiling searches ahead of time."""

from typing import Annotated

import click

from spielbaum.cli.shared.options import Json, Verbose, complete_game
from spielbaum.cli.shared.output import BEST, collect, console, countdown, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument

GamesToPrepare = Annotated[
    list[str] | None,
    Argument(
        metavar="[GAME]...",
        help="Games, or files; by default all registered games.",
        complete=complete_game,
    ),
]


def prepare(games: GamesToPrepare = None, json: Json = False, verbose: Verbose = False) -> None:
    """Compile the searches that the levels of games use, ahead of time.

    What is ready is skipped. Ctrl-C ends it at any time; what is compiled by then is kept, and the next run resumes.
    """
    from time import perf_counter

    from spielbaum.cli import INTERRUPTED, NEGATIVE
    from spielbaum.errors import SpielbaumError
    from spielbaum.registry import load, names, parse_game
    from spielbaum.search.algorithms.choice import AlgorithmChoice, best
    from spielbaum.session.preparing import Prepared
    from spielbaum.session.preparing import prepare as prepared

    start, searches = perf_counter(), list[tuple[str, AlgorithmChoice]]()
    for named in games or names():
        text = str(parse_game(named).located())
        try:
            game = load(text)
        except SpielbaumError:
            if games:
                raise
            continue
        searches.append((text, best(game)))
    found = list[Prepared]()
    with countdown("looking for what is ready", total=len(searches)) as advance:
        interrupted = collect(prepared(searches), found, lambda one: advance(1, f"{one.game}: {one.algorithm}"))
    failed = [one for one in found if not one.ready]
    if json:
        rows = [{**vars(one), "algorithm": str(one.algorithm), "seconds": round(one.seconds, 3)} for one in found]
        print_json({"searches": rows, "of": len(searches), "seconds": round(perf_counter() - start, 3)})
    else:
        shown = table("game", "algorithm", ">seconds")
        for one in sorted(found, key=lambda one: searches.index((one.game, one.algorithm))):
            seconds = f"{one.seconds:.1f}" if one.compiled else "ready before"
            shown.add_row(
                f"[{BEST}]{plain(one.game)}[/]", plain(str(one.algorithm)), seconds if one.ready else "not possible"
            )
        console().print(shown)
        console().print(f"{len(found) - len(failed)} of {len(searches)} searches are ready.")
    for one in failed:
        click.echo(f"spielbaum: {one.game} cannot be compiled: spielbaum check {one.game} says why", err=True)
    if interrupted:
        raise click.exceptions.Exit(INTERRUPTED)
    if failed:
        raise click.exceptions.Exit(NEGATIVE)
