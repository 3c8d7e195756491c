"""Counting the lines of play from a state."""

import time
from typing import Annotated

from spielbaum.cli.shared.options import GameArgument, Json, StateOptions, Verbose
from spielbaum.cli.shared.output import collect, console, print_json, status, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr


def perft(
    game: GameArgument,
    *,
    depth: Annotated[int, Option("--depth", metavar="D", help="Count sequences of up to D actions.")],
    state: StateOptions,
    bulk: Annotated[
        bool, Option("--bulk/--no-bulk", help="Count the last actions without making them, if the game can.")
    ] = True,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Count the sequences of exactly 1, 2, ... D actions; terminal states have no successors."""
    from spielbaum.search.perft import perft_by_depth

    record, states = state.load(game)
    shown = table(">depth", ">sequences", ">seconds", ">million/s")
    counts: list[int] = []
    with status(tr("{}: counting", record.spec)) as tell:
        found = perft_by_depth(
            record, states[-1], depth=depth, bulk=bulk, progress=lambda d, n: tell(tr("depth {}: {:,} sequences", d, n))
        )
        start = time.perf_counter()

        def add_row(number: int) -> None:
            nonlocal start
            now = time.perf_counter()
            seconds, start = now - start, now
            speed = f"{number / seconds / 1e6:.2f}" if seconds else "–"  # a browser has a coarse clock
            shown.add_row(str(len(counts)), f"{number:,}", f"{seconds:.3f}", speed)

        interrupted = collect(found, counts, add_row)
    if json:
        print_json({"perft": counts})
    else:
        console().print(shown)
    if interrupted:
        raise KeyboardInterrupt
