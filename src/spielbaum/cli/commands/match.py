"""Matches of many games, which may stop as soon as a question is answered."""

from typing import TYPE_CHECKING, Annotated, Any

import click

from spielbaum.cli.commands.series import OpeningPlies, SeriesOptions
from spielbaum.cli.render.tournament import Found, print_facts, show_report
from spielbaum.cli.shared.options import GameArgument
from spielbaum.cli.shared.output import BEST, console, plain, table
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from rich.table import Table

    from spielbaum.arena.comparisons import Comparison
    from spielbaum.arena.stopping import Stopping
    from spielbaum.arena.tournament import Setup
    from spielbaum.statistics.results import Ties

NEGATIVE = 1

Games = Annotated[
    int | None,
    Option(
        "--games", metavar="N", min=1, help="Number of games, in rounds of all seatings; with a stopping rule the most."
    ),
]
SprtOption = Annotated[
    str | None,
    Option(
        "--sprt",
        metavar="elo0=A,elo1=B",
        help="Stop when a sequential test decides whether the first player is A or B Elo stronger; also alpha=, beta=, "
        "model=logistic|normalized.",
    ),
]
UntilOption = Annotated[
    str | None,
    Option("--until", metavar="width=W", help="Stop when the interval of every share is at most W wide."),
]


def match(
    game: GameArgument,
    *,
    games: Games = None,
    sprt: SprtOption = None,
    until: UntilOption = None,
    opening_plies: OpeningPlies = 0,
    options: SeriesOptions,
) -> None:
    """Play a match, each opening in every seating, and show each player's share of the points.

    With --sprt or --until the match stops as soon as its question is answered; exit code 1 says that it was not.
    """
    from spielbaum.arena.comparisons import comparisons
    from spielbaum.arena.stopping import MOST_GAMES

    _refuse_mixed(games, sprt, until)
    # With a rule the match is the same for every --games, so a larger number resumes the stored match.
    number = games if games and not (sprt or until) else max(games or 0, MOST_GAMES)
    setup = options.setup(game, games=number, opening_plies=opening_plies)
    watch = _watch(setup, sprt, until, games, options.ties)
    found = options.fetch(setup, watch)
    labels = dict(zip(setup.players, found.labels, strict=True))
    against = comparisons(found.games, setup.players, options.ties) if options.report in (None, "standings") else []
    tables = {tr("{}: against each other", setup.title): _comparison_table(against, labels)} if against else {}
    if show_report(found, options.run_options, _document(against, labels, watch), tables):
        if watch:
            console().print(f"\n{_verdict(watch, found)}")
        print_facts(found, at_most=watch is not None)
    if watch and not watch.decided:
        raise click.exceptions.Exit(NEGATIVE)


def _refuse_mixed(games: int | None, sprt: str | None, until: str | None) -> None:
    from spielbaum.errors import InputError, Message

    if sprt is not None and until is not None:
        raise InputError(Message("--sprt and --until are two rules to stop a match: give one of them"))
    if games is None and sprt is None and until is None:
        raise InputError(
            Message("a match needs --games N, or a rule when to stop: --sprt elo0=0,elo1=20 or --until width=0.05")
        )


def _watch(setup: "Setup", sprt: str | None, until: str | None, most: int | None, ties: "Ties") -> "Stopping | None":
    from spielbaum.arena.stopping import Stopping, parse_sprt, parse_until

    if sprt is not None:
        return Stopping(setup, parse_sprt(sprt), most=most, ties=ties)
    return None if until is None else Stopping(setup, parse_until(until, setup.players), most=most, ties=ties)


def _document(against: "list[Comparison]", labels: dict[str, str], watch: "Stopping | None") -> dict[str, Any]:
    rows = [{**row.to_dict(), "player": labels[row.player], "other": labels[row.other]} for row in against]
    return {"comparisons": rows, **({watch.name: watch.to_dict()} if watch else {})}


def _comparison_table(against: "list[Comparison]", labels: dict[str, str]) -> "Table":
    shown = table("player", "against", ">ahead by", ">95 %", ">Elo", ">95 %", ">surely better")
    for row in against:
        known = row.elo is not None
        shown.add_row(
            plain(labels[row.player]),
            plain(labels[row.other]),
            f"{row.difference:+z.3f}",
            f"{row.low:+z.3f} to {row.high:+z.3f}",
            f"{row.elo:+z.0f}" if known else "–",
            f"{row.elo_low:+z.0f} to {row.elo_high:+z.0f}" if known else "–",
            f"{row.superiority:.1%}",
        )
    return shown


def _verdict(watch: "Stopping", found: Found) -> str:
    """Return the answer to the question of a match, in words."""
    state = watch.to_dict()
    first, last = (plain(found.labels[i]) for i in (0, -1))
    if not watch.decided:
        advice = tr("--games with a larger number goes on")
        if watch.exhausted:
            advice = tr("these players find no new games: give more --opening-plies")
        elif len(found.games) < found.wanted:
            advice = tr("the same command without --report goes on")
        return tr("[bold]undecided[/]: {}, after {} games; {}", plain(tr(watch.title)), len(found.games), advice)
    if watch.name == "until":
        return tr(
            "[{}]decided[/]: every interval is at most {:g} wide after {} rounds", BEST, state["width"], state["rounds"]
        )
    facts = tr(
        "LLR {:.2f} of {:.2f} to {:.2f} after {} pairs", state["llr"], state["lower"], state["upper"], state["pairs"]
    )
    less, more = f"{state['elo0']:g}", f"{state['elo1']:g}"
    unit = tr("normalized Elo") if state["model"] == "normalized" else "Elo"
    claim = (
        tr("{} is ahead of {} by more than {} {}, {} fits better", first, last, less, unit, more)
        if state["decision"] == "H1"
        else tr("{} is ahead of {} by less than {} {}, {} fits better", first, last, more, unit, less)
    )
    return tr("[{}]decided[/] for {}: {}; {}", BEST, state["decision"], claim, facts)
