"""Checking a game against the contract."""

import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from spielbaum.cli.shared.options import GameArgument, Json, Verbose, complete_game
from spielbaum.cli.shared.output import BEST, QUIET, bar, console, countdown, plain, print_json
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.checking.against import Comparison
    from spielbaum.checking.check import Report
    from spielbaum.game import Game

PAUSE = 0.2
"""Seconds between two looks at a file's time."""


def check(
    game: GameArgument,
    games: Annotated[
        int | None,
        Option("--games", metavar="N", min=1, help="Number of random games: 2000, or 100 with --against."),
    ] = None,
    seed: Annotated[int, Option("--seed", metavar="S", help="Seed of the random games.")] = 0,
    watch: Annotated[bool, Option("--watch", help="Check again whenever the file is saved, until Ctrl-C.")] = False,
    against: Annotated[
        str | None,
        Option(
            "--against",
            metavar="GAME",
            help="Compare the rules with those of this game, in step, instead.",
            complete=complete_game,
        ),
    ] = None,
    profile: Annotated[
        bool, Option("--profile", help="Measure the game's functions in a search, and advise how to make it faster.")
    ] = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Check a game against the contract: play it at random, interpreted and compiled side by side."""
    if against is not None:
        if watch or profile:
            from spielbaum.errors import InputError, Message

            option = "--watch" if watch else "--profile"
            raise InputError(Message("--against compares two games, and {} checks one: give one of them", option))
        _compare(game, against, games=games, seed=seed, json=json)
        return
    games = 2000 if games is None else games
    if watch:
        if profile:
            from spielbaum.errors import InputError, Message

            raise InputError(Message("--watch checks again and again, and --profile measures once: give one of them"))
        _watch(game, games=games, seed=seed)
        return
    from spielbaum.checking.check import MANY_ACTIONS, check_game, has_many_actions
    from spielbaum.errors import Message, SearchInterruptedError
    from spielbaum.registry import load

    record = load(game)
    if not json and has_many_actions(record):  # before the games, which will be slow
        console().print(f"  {tr('note'):<8}{tr(MANY_ACTIONS)}")
    interrupted = False
    with bar(tr("{}: random games", record.spec), games) as tell:
        try:
            report = check_game(record, games=games, seed=seed, progress=tell)
        except SearchInterruptedError as stop:
            if not stop.result.games:
                raise
            report, interrupted = stop.result, True
    failures = [{"law": f.law, "moves": list(f.moves), "detail": f.detail} for f in report.failures]
    document = {"ok": report.ok, "games": report.games, "failures": failures}
    if not json:
        _show(record, report, interrupted=interrupted)
    if profile and report.ok and not interrupted:
        interrupted = _profile(record, seed, document, shown=not json)
    if json:
        print_json(document)
    if interrupted:
        raise KeyboardInterrupt
    if not report.ok:
        raise click.exceptions.Exit(1)


def _compare(game: str, against: str, *, games: int | None, seed: int, json: bool) -> None:
    """Compare the rules of two games, and show the differences."""
    from spielbaum.checking.against import GAMES, POSITIONS, compare_rules
    from spielbaum.registry import load
    from spielbaum.watchdog import run_with_watchdog

    stopped, steps = threading.Event(), 0

    def progress(done: int) -> None:
        nonlocal steps
        steps = done
        tell(done)
        if stopped.is_set():
            raise KeyboardInterrupt

    def compare() -> "tuple[Game, Game, Comparison]":
        own, reference = load(game), load(against)
        return own, reference, compare_rules(own, reference, games=games or GAMES, seed=seed, progress=progress)

    with bar(tr("{}: positions", game), POSITIONS) as tell:
        (own, reference, found), _ = run_with_watchdog(compare, stopped.set, steps=lambda: steps)
    if json:
        failures = [
            {"law": one.code, "moves": list(one.moves), "detail": one.text, "wrong": one.wrong}
            for one in found.differences
        ]
        print_json({"ok": found.ok, "games": found.games, "positions": found.positions, "failures": failures})
    else:
        out = console()
        compared = tr("{:,} positions", found.positions) + (
            tr(", {:,} random games", found.games) if found.games else ""
        )
        word = f"[{BEST}]{tr('equal')}[/]" if found.ok else f"[bold red]{tr('different')}[/]"
        out.print(tr("{}: {} and {}, {}", word, plain(own.spec), plain(reference.spec), compared))
        for one in found.differences:
            out.print(f"  {tr('law') if one.wrong else tr('remark'):<8}{plain(one.code)}")
            out.print(f"  {tr('moves'):<8}{plain(' '.join(one.moves)) or tr('none, at the start')}")
            out.print(f"  {tr('detail'):<8}{plain(one.text)}")
    if not found.ok:
        raise click.exceptions.Exit(1)


def _show(game: "Game", report: "Report", *, interrupted: bool) -> None:
    """Print a report for people."""
    from spielbaum.checking.check import LONGEST_GAME
    from spielbaum.checking.trial import sums_to_zero

    out = console()
    played = tr("{:,} random games, {:,} states", report.games, report.states)
    out.print(
        f"[{BEST}]{tr('sound so far') if interrupted else tr('sound')}[/]: {plain(report.game)}, {played}"
        if report.ok
        else f"[bold red]{tr('broken')}[/]: {plain(report.game)}"
    )
    if report.unfinished:
        out.print(
            f"  {tr('note'):<8}" + tr("{:,} games were stopped after {:,} plies", report.unfinished, LONGEST_GAME)
        )
    stated = game.zero_sum or game.utility_sum is not None
    if report.ok and not interrupted and not stated and sums_to_zero(game):
        out.print(f"  {tr('note'):<8}" + tr("all utilities met sum to 0: did you mean zero_sum=True?"))
    for failure in report.failures:
        out.print(f"  {tr('law'):<8}{plain(tr(failure.law))}")
        out.print(f"  {tr('moves'):<8}{plain(' '.join(failure.moves)) or tr('none, at the start')}")
        out.print(f"  {tr('detail'):<8}{plain(tr(failure.detail))}")


def _profile(game: "Game", seed: int, document: dict[str, object], *, shown: bool) -> bool:
    """Profile a game, add the profile to the document, and show it; return whether Ctrl-C ended it."""
    from spielbaum.cli.render.profile import as_document, show
    from spielbaum.profiling.profile import profile_game

    try:
        with countdown(tr("{}: profile", game.spec), None) as tell:
            found = profile_game(game, seed=seed, progress=lambda steps: tell(1, None, steps))
    except KeyboardInterrupt:
        return True
    document.update(as_document(found))
    if shown:
        show(found)
    return False


def _watch(game: str, *, games: int, seed: int) -> None:
    """Check a game in a new process whenever its file is saved, until Ctrl-C."""
    from spielbaum.errors import InputError, Message
    from spielbaum.registry import parse_game

    path, out = parse_game(game).path, console()
    if path is None or not path.is_file():
        raise InputError(Message("--watch waits for a file to be saved, and {!r} is no file", game))
    command = [sys.executable, "-m", "spielbaum", "check", game, "--games", str(games), "--seed", str(seed)]
    with suppress(KeyboardInterrupt):
        while True:
            seen = _written(path)
            subprocess.run(command, check=False)
            out.print(
                tr("[{}]{}: waiting until {} is saved, Ctrl-C ends[/]", QUIET, time.strftime("%H:%M:%S"), plain(path))
            )
            while _written(path) in (seen, None):
                time.sleep(PAUSE)


def _written(path: Path) -> int | None:
    """Return when a file was written; None if it is missing, as in the middle of a save."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None
