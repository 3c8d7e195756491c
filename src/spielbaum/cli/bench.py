"""A fixed benchmark: nodes, which are equal on every machine, and nodes a second, which are not."""

import random
from typing import TYPE_CHECKING, Annotated

import typer

from spielbaum.cli.options import AlgorithmOption, Json, Verbose, complete_game
from spielbaum.cli.output import console, plain, print_json, status, table

if TYPE_CHECKING:
    from spielbaum.game import Game, State
    from spielbaum.search.searcher import Searcher

ENOUGH_NODES = 1_000_000
DEEPEST = 40
MIDDLE_PLIES = 4


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...", help="Games; without them all registered ones.", autocompletion=complete_game
        ),
    ] = None,
    algorithm: AlgorithmOption = "alpha-beta",
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Search the start of each game, and a position four plies on, to the first depth with a million nodes."""
    from spielbaum.errors import UnfitGameError
    from spielbaum.notation import format_state
    from spielbaum.registry import load, names
    from spielbaum.search.searcher import Searcher

    rows = []
    with status("preparing") as tell:
        for name in games or names():
            record = load(name)
            tell(f"{record.spec}: {algorithm}")
            try:
                searcher = Searcher(record, algorithm)
            except UnfitGameError:
                if games:
                    raise
                continue
            for state in (record.initial(), _middle(record)):
                depth, nodes, seconds = _deep_enough(searcher, state)
                rows.append(
                    {
                        "game": record.spec,
                        "position": format_state(record, state),
                        "algorithm": searcher.spec,
                        "depth": depth,
                        "nodes": nodes,
                        "seconds": seconds,
                        "nodes_per_second": nodes / max(seconds, 1e-9),
                    }
                )
    if json:
        print_json({"rows": rows})
        return
    shown = table("game", "position", "algorithm", ">depth", ">nodes", ">seconds", ">million nodes/s")
    for row in rows:
        shown.add_row(
            plain(row["game"]), plain(row["position"]), plain(row["algorithm"]), str(row["depth"]),
            f"{row['nodes']:,}", f"{row['seconds']:.3f}", f"{float(row['nodes_per_second']) / 1e6:.2f}",  # type: ignore[arg-type]
        )  # fmt: skip
    console().print(shown)


def _middle(game: "Game") -> "State":
    """Return a position a few random plies on, the same on every machine."""
    generator = random.Random(game.name)
    state = game.initial()
    for _ in range(0 if game.is_terminal(state) else MIDDLE_PLIES):
        following = game.result(state, generator.choice(list(game.actions(state))))
        if game.is_terminal(following):
            break
        state = following
    return state


def _deep_enough(searcher: "Searcher", state: "State") -> tuple[int, int, float]:
    """Return depth, nodes and seconds of the first search with enough nodes, or that sees the end of the game."""
    from spielbaum.search.limits import Limits

    for depth in range(1, DEEPEST + 1):
        result = searcher.search(state, Limits(depth=depth))
        if result.nodes >= ENOUGH_NODES or result.kind == "exact":
            break
    return result.depth, result.nodes, result.seconds
