"""Players against each other: a tournament over all seatings, and what it shares with a match."""

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielbaum.cli import REPORTS
from spielbaum.cli.options import Database, Depth, EvaluationOption, GameArgument, Json, Nodes, Seconds, Verbose
from spielbaum.cli.output import QUIET, console, countdown, plain, print_json, table

if TYPE_CHECKING:
    from spielbaum.arena.branching import Complexity
    from spielbaum.arena.records import GameRecord
    from spielbaum.arena.standings import Standing
    from spielbaum.arena.stopping import Stopping
    from spielbaum.arena.tournament import Setup, Tournament
    from spielbaum.store import Store

PlayersOption = Annotated[
    str,
    typer.Option("--players", metavar="P1,P2,…", help="Algorithms with options and limits: max-n(depth=3),random"),
]
Workers = Annotated[int | None, typer.Option("--workers", metavar="W", min=1, help="Processes; one for each core.")]
MaxPlies = Annotated[
    int, typer.Option("--max-plies", metavar="N", min=0, help="Undecided after so many plies; 0 for no limit.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of all that is random.")]
OpeningPlies = Annotated[
    int, typer.Option("--opening-plies", metavar="K", min=0, help="Random actions at the beginning of each game.")
]
Report = Annotated[
    str | None,
    typer.Option("--report", metavar="[standings|branching|games]", help="Show what is stored, without playing."),
]
Export = Annotated[
    Path | None,
    typer.Option("--export", metavar="FILE", help="Also write a row for each move: .parquet, .csv or .json."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Forget stored games of this tournament and play them again.")]


@dataclass(frozen=True)
class Wishes:
    """What was asked of a tournament besides its games."""

    workers: int | None
    database: str | None
    report: str | None
    export: Path | None
    _: KW_ONLY
    fresh: bool
    json: bool


@dataclass(frozen=True)
class Found:
    """The stored games of a tournament.

    ``ids`` has the id in the database of the game of each number, and ``wanted`` is how many games the tournament has.
    """

    setup: "Setup"
    labels: list[str]
    games: "list[GameRecord]"
    ids: dict[int, int]
    wanted: int
    place: str


def tournament(
    game: GameArgument,
    players: PlayersOption,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    max_plies: MaxPlies = 100,
    seed: Seed = 0,
    workers: Workers = None,
    database: Database = None,
    report: Report = None,
    export: Export = None,
    fresh: Fresh = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play all seatings of a game, keep every game as it ends, and show who won how often.

    The same command goes on where it was stopped, at whatever moment. Limits and evaluation hold for all players that
    have none of their own.
    """
    from spielbaum.arena.tournament import Setup
    from spielbaum.registry import located
    from spielbaum.spec import split_specs

    setup = Setup(
        game=located(game),
        players=player_texts(players, evaluation, depth, seconds, nodes),
        max_plies=max_plies or None,
        seed=seed,
    )
    wishes = Wishes(workers, database, report, export, fresh=fresh, json=json)
    found = fetch(setup, split_specs(players), wishes)
    if show_report(found, wishes) and not json:
        print_facts(found)


def player_texts(
    text: str, evaluation: str | None, depth: int | None, seconds: float | None, nodes: int | None
) -> tuple[str, ...]:
    """Return players as texts, with the limits and the evaluation of the options where they have none."""
    from spielbaum.players import parse_players
    from spielbaum.search.limits import Limits

    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    return tuple(str(player.within(limits, evaluation)) for player in parse_players(text))


def fetch(setup: "Setup", labels: list[str], wishes: Wishes, watch: "Stopping | None" = None) -> Found:
    """Play what is missing, unless only a report is wanted, and return what is stored then.

    Parameters
    ----------
    setup, labels
        The tournament, and its players as the command called them.
    wishes
        What else was asked.
    watch
        Says when the question of a match is answered; then only the games are returned on which the answer rests.
    """
    from datetime import UTC, datetime

    from spielbaum.arena.tournament import Tournament
    from spielbaum.errors import InputError
    from spielbaum.store import Store, TournamentRecord

    if wishes.report is not None and wishes.report not in REPORTS:
        raise InputError(f"--report shows {', '.join(REPORTS[:-1])} or {REPORTS[-1]}, not {wishes.report!r}")
    drawn = Tournament(setup)
    record = TournamentRecord(
        key=setup.key,
        title=setup.title,
        setup=setup.to_dict(),
        games=len(drawn.pairings),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    with Store(wishes.database) as store:
        known = {stored.key: stored.id for stored in store.tournaments()}
        if wishes.report is not None and record.key not in known:
            raise InputError(f"nothing is stored of this tournament in {store.name}: play it first, without --report")
        if wishes.fresh and record.key in known and wishes.report is None:
            store.delete(known[record.key])
        number = store.begin(record)
        if watch:
            for game in store.games(number):
                watch.add(game)
        if wishes.report is None:
            _play(drawn, store, number, wishes.workers, watch)
        games = [game for game in store.games(number) if watch is None or watch.wants(game.number)]
        wanted = watch.most if watch else record.games
        return Found(setup, labels, games, store.game_ids(number), wanted, store.name)


def _play(drawn: "Tournament", store: "Store", number: int, workers: int | None, watch: "Stopping | None") -> None:
    """Play what is missing; every game is stored as it ends."""
    from spielbaum.arena.executors import played

    done = store.done(number)
    missing = [pairing for pairing in drawn.missing(done) if watch is None or watch.wants(pairing.number)]
    if not missing or (watch and watch.over):
        return
    over = (lambda: watch.over) if watch else None
    total = watch.most if watch else len(drawn.pairings)
    with countdown(f"{drawn.setup.game}: preparing the players", total=total, done=total - len(missing)) as advance:
        drawn.prepare()
        advance(0, watch.title if watch else drawn.setup.game)
        for game in played(drawn.setup, missing, workers=workers, over=over):
            store.add(number, game)
            if watch:
                watch.add(game)
            advance(1, watch.title if watch else drawn.setup.game)


def show_report(found: Found, wishes: Wishes, more: dict[str, Any] | None = None) -> bool:
    """Write the table that was asked for, and show the report.

    Returns
    -------
    bool
        Whether it was the standings: shown for people, something may follow; ``more`` stands in their JSON.
    """
    from spielbaum.arena.branching import complexity
    from spielbaum.arena.standings import standings
    from spielbaum.registry import load
    from spielbaum.store.export import export

    if wishes.export is not None:
        export(found.games, found.setup.players, wishes.export)
    rows: list[dict[str, Any]]
    if wishes.report == "branching":
        widths = complexity(load(found.setup.game), found.games)
        rows = [row.to_dict() for row in widths]
    elif wishes.report == "games":
        rows = _listing(found)
    else:
        table_rows = standings(found.games, found.setup.players)
        rows = [
            {**row.to_dict(), "player": label, "spec": row.player}
            for label, row in zip(found.labels, table_rows, strict=True)
        ]
    if wishes.json:
        print_json({"games": len(found.games), "rows": rows, **(more or {})})
    elif wishes.report == "branching":
        _print_complexity(widths)
    elif wishes.report == "games":
        _print_listing(rows)
    else:
        _print_standings(found.labels, table_rows)
    return wishes.report not in ("branching", "games")


def print_facts(found: Found, *, at_most: bool = False) -> None:
    """Say how many games there are, and where."""
    undecided = sum(game.utility is None for game in found.games)
    cut = f", {undecided} undecided after {found.setup.max_plies} plies" if undecided else ""
    count = len(found.games)
    missing = f" of {'at most ' if at_most else ''}{found.wanted}" if count < found.wanted else ""
    sentence = f"{count}{missing} games of {plain(found.setup.game)}{cut}, kept in {plain(found.place)}"
    console().print(f"\n[{QUIET}]{sentence}[/]")


def _print_standings(labels: list[str], rows: list["Standing"]) -> None:
    names = ("wins", "draws", "losses", "share", "95 %", "depth mean", "median", "nodes/move", "s/move")
    shown = table("player", *(f">{name}" for name in names))
    for label, row in zip(labels, rows, strict=True):
        shown.add_row(
            plain(label),
            *map(str, (row.wins, row.draws, row.losses)),
            f"{row.share:.3f}",
            f"{row.low:.3f}–{row.high:.3f}",
            "–" if row.depth_mean is None else f"{row.depth_mean:.2f}",
            "–" if row.depth_median is None else f"{row.depth_median:g}",
            f"{row.nodes_mean:,.0f}",
            f"{row.seconds_mean:.4f}",
        )
    console().print(shown)


def _listing(found: Found) -> list[dict[str, Any]]:
    """Return a row for each game, with the id by which ``spielbaum show --game`` knows it."""
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


def _print_listing(rows: list[dict[str, Any]]) -> None:
    shown = table(">id", ">game", "seating", "winner", ">plies", "end")
    for row in rows:
        seating = ", ".join(player or "–" for player in row["seating"])
        winners = ", ".join(dict.fromkeys(row["winners"]))
        shown.add_row(str(row["id"]), str(row["number"]), plain(seating), plain(winners), str(row["plies"]), row["end"])
    console().print(shown)


def _print_complexity(rows: list["Complexity"]) -> None:
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
    console().print(shown)
