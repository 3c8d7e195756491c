"""The ratings of a ladder, its claims, and its plan, in the terminal."""

from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import QUIET, console, or_dash, plain, table
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.arena.tournament import Setup
    from spielbaum.report.ladder import LadderResult, LadderTable
    from spielbaum.store.ladders import LadderStore


def print_ladder(found: "LadderResult") -> None:
    """Print the ratings of each cell with games, mean ranks, and a paragraph for each claim."""
    from spielbaum.report.ladder_page import claim_sentences, published_text

    out = console()
    for one in found.tables:
        if one.games:
            _print_table(one)
    for limits in found.budgets:
        shown = table("player", ">mean rank", ">games")
        for player, rank, games in found.ranks(limits):
            shown.add_row(plain(player), f"{rank:.1f}", str(games))
        out.print(tr("[bold]Mean ranks[/]: {}", limits))
        out.print(shown)
        out.print()
    for number, claim in enumerate(found.claims):
        out.print(*([""] if number else []), f"[bold]{plain(claim.claim.shown())}[/]", sep="\n")
        out.print(f"[{QUIET}]{plain(published_text(claim.claim))}[/]", soft_wrap=True)
        for sentence in claim_sentences(claim):
            out.print(plain(sentence), soft_wrap=True)


def _print_table(one: "LadderTable") -> None:
    from spielbaum.report.ladder_page import behind_text, rank_text

    shown = table("player", ">Elo", ">±", ">rank", ">games", ">share", ">depth", "surely ahead of")
    for row in (row for row in one.rows if row.games):
        rating = row.rank.rating if row.rank else None
        shown.add_row(
            plain(row.player),
            f"{rating.rating:+z.0f}" if rating else "–",
            f"{rating.high - rating.rating:.0f}" if rating else "–",
            rank_text(row.rank),
            f"{row.games:,}",
            f"{row.share:.3f}" if row.games else "–",
            or_dash(row.depth_mean, ".2f"),
            plain(behind_text(one, row)),
        )
    out = console()
    out.print(tr("[bold]{}[/], {}: {:,} games", plain(one.game), one.limits, one.games))
    out.print(shown)
    out.print()


def plan_document(pieces: "LadderStore") -> dict[str, Any]:
    """Return the pieces that are played next as plain values."""
    return {
        "next": [
            {"game": setup.game, "players": list(setup.players), "number": setup.seed, "games": setup.games}
            for setup in _next_step(pieces)
        ]
    }


def print_plan(pieces: "LadderStore", found: "LadderResult") -> None:
    """Print how far each cell is from its goal, and the pieces that are played next."""
    shown = table("game", "limits", ">games", ">±", ">goal", ">hours left")
    for one in found.tables:
        shown.add_row(
            plain(one.game),
            one.limits,
            f"{one.games:,}",
            or_dash(one.widest, ".0f"),
            f"{one.goal:g}",
            or_dash(one.hours_left, ".1f"),
        )
    out = console()
    out.print(shown)
    setups = _next_step(pieces)
    out.print(tr("\n[bold]Next[/]: {:,} games", sum(setup.games or 0 for setup in setups)))
    for setup in setups:
        out.print(plain(tr("{} ({} games from openings {})", setup.title, setup.games, setup.seed)), soft_wrap=True)


def _next_step(pieces: "LadderStore") -> "list[Setup]":
    return next((step for cells in pieces.ladder.groups if (step := pieces.next_step(cells))), [])
