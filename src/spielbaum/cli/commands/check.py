"""Checking a game against the contract."""

from typing import Annotated

import typer

from spielbaum.cli.shared.options import GameArgument, Json, Verbose
from spielbaum.cli.shared.output import BEST, bar, console, plain, print_json


def check(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many random games.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Of the random play.")] = 0,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play a game at random, interpreted and compiled side by side, and try the laws of the contract."""
    from spielbaum.checking import LONGEST_GAME, MANY_ACTIONS, check_game, has_many_actions
    from spielbaum.registry import load
    from spielbaum.trial import sums_to_zero

    record = load(game)
    if not json and has_many_actions(record):  # at once: so many take long
        console().print(f"  note    {MANY_ACTIONS}")
    with bar(f"{record.spec}: random games", games) as tell:
        report = check_game(record, games=games, seed=seed, progress=tell)
    if json:
        failures = [{"law": f.law, "moves": list(f.moves), "detail": f.detail} for f in report.failures]
        print_json({"ok": report.ok, "games": report.games, "failures": failures})
    else:
        out = console()
        played = f"{report.games:,} random games, {report.states:,} states"
        out.print(
            f"[{BEST}]sound[/]: {plain(report.game)}, {played}"
            if report.ok
            else f"[bold red]broken[/]: {plain(report.game)}"
        )
        if report.unfinished:
            out.print(f"  note    {report.unfinished:,} games were stopped after {LONGEST_GAME:,} plies")
        if report.ok and not record.zero_sum and record.utility_sum is None and sums_to_zero(record):
            out.print("  note    all utilities met sum to 0: did you mean zero_sum=True?")
        for failure in report.failures:
            out.print(f"  law     {plain(failure.law)}")
            out.print(f"  moves   {plain(' '.join(failure.moves)) or 'none, at the start'}")
            out.print(f"  detail  {plain(failure.detail)}")
    if not report.ok:
        raise typer.Exit(1)
