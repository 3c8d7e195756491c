"""The output of tournaments and matches: standings, games, branching, and a file with a row for each move."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielbaum.cli.shared.output import QUIET, console, or_dash, plain, print_json, table
from spielbaum.errors import Message
from spielbaum.language import tr

if TYPE_CHECKING:
    from rich.table import Table

    from spielbaum.arena.branching import Complexity
    from spielbaum.arena.records import GameRecord
    from spielbaum.arena.standings import Standing
    from spielbaum.arena.tournament import Setup
    from spielbaum.statistics.results import Ties

    Tables = Mapping[str, Table]


@dataclass(frozen=True)
class RunOptions:
    """The options of a run, as opposed to those of its games."""

    workers: int | None
    database: str | None
    report: str | None
    export: Path | None
    _: KW_ONLY
    fresh: bool
    json: bool
    latex: Path | None = None
    ties: "Ties" = "shared"

    @property
    def prints(self) -> bool:
        """Whether people read the tables on stdout."""
        return not self.json and str(self.latex) != "-"


@dataclass(frozen=True)
class Found:
    """The stored games of a tournament.

    ``ids`` has the ids of the games by number, and ``wanted`` is the number of games of the tournament.
    """

    setup: "Setup"
    labels: list[str]
    games: "list[GameRecord]"
    ids: dict[int, int]
    wanted: int
    place: str

    @property
    def repeated(self) -> int:
        """The number of games that repeat another one."""
        from spielbaum.arena.outcomes import by_chance, repeats

        return 0 if by_chance(self.setup.players) else sum(mark is not None for mark in repeats(self.games))


def show_report(
    found: Found, options: RunOptions, more: dict[str, Any] | None = None, tables: "Tables | None" = None
) -> bool:
    """Write the files that are wanted, and print the report.

    Parameters
    ----------
    found, options
        The games and the options of the run.
    more
        Entries to add to the JSON.
    tables
        Tables by their titles that belong below the standings.

    Returns
    -------
    bool
        Whether the standings were printed, which the caller may add to.
    """
    from spielbaum.arena.branching import complexity
    from spielbaum.arena.standings import standings
    from spielbaum.registry import load
    from spielbaum.store.export import export

    if options.export is not None:
        export(found.games, found.setup.players, options.export)
    rows: list[dict[str, Any]]
    if options.report == "branching":
        widths = complexity(load(found.setup.game), found.games)
        rows = [row.to_dict() for row in widths]
        shown = {found.setup.title: _complexity_table(widths)}
    elif options.report == "games":
        rows = _listing(found)
        shown = {found.setup.title: _listing_table(rows)}
    else:
        table_rows = standings(found.games, found.setup.players, options.ties)
        rows = [
            {**row.to_dict(), "player": label, "spec": row.player}
            for label, row in zip(found.labels, table_rows, strict=True)
        ]
        shown = {found.setup.title: _standings_table(found.labels, table_rows), **(tables or {})}
    if options.latex is not None:
        from spielbaum.cli.render.latex import write_tables

        write_tables(options.latex, shown.items())
    if options.json:
        print_json({"games": len(found.games), "repeated": found.repeated, "rows": rows, **(more or {})})
    if not options.prints:
        return False
    for number, one in enumerate(shown.values()):
        console().print(*([""] if number else []), one, sep="\n")
    return options.report not in ("branching", "games")


FORFEITED = {
    "resignation": Message("{} resigned"),
    "illegal": Message("{} lost by an illegal action"),
    "time": Message("{} lost on time"),
    "crash": Message("{} lost by a crash"),
}
"""The words for games that were lost other than by the rules."""


def print_facts(found: Found, *, at_most: bool = False) -> None:
    """Print the number of games, and where they are stored."""
    from spielbaum.arena.records import PLIES

    ends = Counter(game.end for game in found.games)
    cut = tr(", {} undecided after {} plies", ends[PLIES], found.setup.max_plies) if ends[PLIES] else ""
    cut += "".join(f", {tr(how.template, ends[end])}" for end, how in FORFEITED.items() if ends[end])
    count = len(found.games)
    missing = "" if count >= found.wanted else tr(" of at most {}" if at_most else " of {}", found.wanted)
    again = (
        tr(", {} of which repeat earlier ones and do not narrow the intervals", found.repeated)
        if found.repeated
        else ""
    )
    sentence = tr(
        "{}{} games of {}{}{}, kept in {}", count, missing, plain(found.setup.game), cut, again, plain(found.place)
    )
    console().print(f"\n[{QUIET}]{sentence}[/]")


def _standings_table(labels: list[str], rows: list["Standing"]) -> "Table":
    names = ("wins", "draws", "losses", "share", "95 %", "depth mean", "median", "nodes/move", "s/move")
    shown = table("player", *(f">{name}" for name in names))
    for label, row in zip(labels, rows, strict=True):
        shown.add_row(
            plain(label),
            *map(str, (row.wins, row.draws, row.losses)),
            f"{row.share:.3f}",
            f"{row.low:.3f}–{row.high:.3f}",
            or_dash(row.depth_mean, ".2f"),
            or_dash(row.depth_median, "g"),
            f"{row.nodes_mean or 0:,.0f}",
            f"{row.seconds_mean or 0:.4f}",
        )
    return shown


def _listing(found: Found) -> list[dict[str, Any]]:
    """Return a row for each game, with its id for ``spielbaum show --game``."""
    return [
        {
            "id": found.ids[game.number],
            "number": game.number,
            "seating": [None if player is None else found.labels[player] for player in game.seating],
            "winners": [found.labels[game.seating[seat] or 0] for seat in game.survivors],
            "plies": len(game.opening) + len(game.moves),
            "end": game.end,
        }
        for game in found.games
    ]


def _listing_table(rows: list[dict[str, Any]]) -> "Table":
    shown = table(">id", ">game", "seating", "winner", ">plies", "end")
    for row in rows:
        seating = ", ".join(player or "–" for player in row["seating"])
        winners = ", ".join(dict.fromkeys(row["winners"]))
        shown.add_row(str(row["id"]), str(row["number"]), plain(seating), plain(winners), str(row["plies"]), row["end"])
    return shown


def _complexity_table(rows: list["Complexity"]) -> "Table":
    names = ("games", "positions", "branching mean", "median", "most", "plies mean", "median", "cut off")
    shown = table(">players", *(f">{name}" for name in names))
    for row in rows:
        shown.add_row(
            *map(str, (row.players, row.games, row.positions)),
            f"{row.branching_mean:.2f}",
            f"{row.branching_median:g}",
            str(row.branching_max),
            f"{row.plies_mean:.2f}",
            f"{row.plies_median:g}",
            str(row.cut_off),
        )
    return shown
