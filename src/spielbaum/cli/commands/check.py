"""Checking a game against the contract."""

import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import click

from spielbaum.cli.shared.options import GameArgument, Json, Verbose
from spielbaum.cli.shared.output import BEST, QUIET, bar, console, plain, print_json
from spielbaum.cli.shared.parameters import Option

PAUSE = 0.2
"""Seconds between two looks at a file's time."""


def check(
    game: GameArgument,
    games: Annotated[int, Option("--games", metavar="N", min=1, help="Number of random games.")] = 2000,
    seed: Annotated[int, Option("--seed", metavar="S", help="Seed of the random games.")] = 0,
    watch: Annotated[bool, Option("--watch", help="Check again whenever the file is saved, until Ctrl-C.")] = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Check a game against the contract: play it at random, interpreted and compiled side by side."""
    if watch:
        _watch(game, games=games, seed=seed)
        return
    from spielbaum.checking.check import LONGEST_GAME, MANY_ACTIONS, check_game, has_many_actions
    from spielbaum.checking.trial import sums_to_zero
    from spielbaum.errors import SearchInterruptedError
    from spielbaum.registry import load

    record = load(game)
    if not json and has_many_actions(record):  # before the games, which will be slow
        console().print(f"  note    {MANY_ACTIONS}")
    interrupted = False
    with bar(f"{record.spec}: random games", games) as tell:
        try:
            report = check_game(record, games=games, seed=seed, progress=tell)
        except SearchInterruptedError as stop:
            if not stop.result.games:
                raise
            report, interrupted = stop.result, True
    if json:
        failures = [{"law": f.law, "moves": list(f.moves), "detail": f.detail} for f in report.failures]
        print_json({"ok": report.ok, "games": report.games, "failures": failures})
    else:
        out = console()
        played = f"{report.games:,} random games, {report.states:,} states"
        out.print(
            f"[{BEST}]sound{' so far' if interrupted else ''}[/]: {plain(report.game)}, {played}"
            if report.ok
            else f"[bold red]broken[/]: {plain(report.game)}"
        )
        if report.unfinished:
            out.print(f"  note    {report.unfinished:,} games were stopped after {LONGEST_GAME:,} plies")
        stated = record.zero_sum or record.utility_sum is not None
        if report.ok and not interrupted and not stated and sums_to_zero(record):
            out.print("  note    all utilities met sum to 0: did you mean zero_sum=True?")
        for failure in report.failures:
            out.print(f"  law     {plain(failure.law)}")
            out.print(f"  moves   {plain(' '.join(failure.moves)) or 'none, at the start'}")
            out.print(f"  detail  {plain(failure.detail)}")
    if interrupted:
        raise KeyboardInterrupt
    if not report.ok:
        raise click.exceptions.Exit(1)


def _watch(game: str, *, games: int, seed: int) -> None:
    """Check a game in a new process whenever its file is saved, until Ctrl-C."""
    from spielbaum.errors import InputError
    from spielbaum.registry import parse_game

    path, out = parse_game(game).path, console()
    if path is None or not path.is_file():
        raise InputError(f"--watch waits for a file to be saved, and {game!r} is no file")
    command = [sys.executable, "-m", "spielbaum", "check", game, "--games", str(games), "--seed", str(seed)]
    with suppress(KeyboardInterrupt):
        while True:
            seen = _written(path)
            subprocess.run(command, check=False)
            out.print(f"[{QUIET}]{time.strftime('%H:%M:%S')}: waiting until {plain(path)} is saved, Ctrl-C ends[/]")
            while _written(path) in (seen, None):
                time.sleep(PAUSE)


def _written(path: Path) -> int | None:
    """Return when a file was written; None if it is missing, as in the middle of a save."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None
