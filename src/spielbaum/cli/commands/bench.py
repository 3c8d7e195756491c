"""A fixed benchmark: nodes, which are the same on every machine, and nodes per second, which are not."""

from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import Json, Verbose, complete_algorithm, complete_game
from spielbaum.cli.shared.output import console, countdown, plain, print_json, table
from spielbaum.cli.shared.parameters import Argument, Option

if TYPE_CHECKING:
    from spielbaum.measuring.bench import Case


def bench(
    games: Annotated[
        list[str] | None,
        Argument(
            metavar="[GAME]...",
            help="Games; by default the suite of all registered ones.",
            complete=complete_game,
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        Option(
            "--algorithm",
            metavar="NAME",
            help="One algorithm, with options; by default all of the suite that suit the game.",
            complete=complete_algorithm,
        ),
    ] = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search fixed positions of each game, to the first depth with a million nodes, and add up the nodes."""
    from spielbaum.errors import SearchInterruptedError
    from spielbaum.measuring.bench import bench_algorithms, bench_games, run_cases
    from spielbaum.registry import load, names
    from spielbaum.search.algorithms.choice import as_algorithm

    work = [
        (record, choice)
        for record in map(load, games or bench_games(names()))
        for choice in ([as_algorithm(record, algorithm)] if algorithm else bench_algorithms(record))
    ]
    cases: list[Case] = []
    interrupted = False
    with countdown("preparing", total=len(work)) as advance:
        try:
            for record, choice in work:
                advance(0, f"{record.spec}: {choice}")
                cases += run_cases(record, [choice], strict=bool(algorithm and games))
                advance(1, record.spec)
        except (KeyboardInterrupt, SearchInterruptedError):
            if not cases:
                raise
            interrupted = True
    _show(cases, as_json=json)
    if interrupted:
        raise KeyboardInterrupt


def _show(cases: "list[Case]", *, as_json: bool) -> None:
    from spielbaum.measuring.bench import signatures

    found = signatures(cases)
    if as_json:
        rows = [case.to_dict() for case in cases]
        print_json({"rows": rows, "signatures": found, "signature": sum(found.values())})
        return
    shown = table("game", "position", "algorithm", ">depth", ">nodes", ">seconds", ">million nodes/s")
    for case in cases:
        shown.add_row(
            plain(case.game), plain(case.position), plain(case.algorithm), str(case.depth), f"{case.nodes:,}",
            f"{case.seconds:.3f}", f"{case.nodes / max(case.seconds, 1e-9) / 1e6:.2f}",
        )  # fmt: skip
    out = console()
    out.print(shown)
    seconds = {name: sum(case.seconds for case in cases if case.algorithm == name) for name in found}
    sums = table("algorithm", ">signature", ">million nodes/s")
    for name, nodes in found.items():
        sums.add_row(plain(name), f"{nodes:,}", f"{nodes / max(seconds[name], 1e-9) / 1e6:.2f}")
    sums.add_row(
        "all", f"{sum(found.values()):,}", f"{sum(found.values()) / max(sum(seconds.values()), 1e-9) / 1e6:.2f}"
    )
    out.print()
    out.print(sums)
