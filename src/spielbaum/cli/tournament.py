"""Players against each other: a tournament over all seatings, or a match of many games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielbaum.cli import REPORTS
from spielbaum.cli.options import Depth, EvaluationOption, GameArgument, Json, Nodes, Seconds, Verbose
from spielbaum.cli.output import QUIET, console, countdown, plain, print_json, table

if TYPE_CHECKING:
    from spielbaum.arena.branching import Complexity
    from spielbaum.arena.records import GameRecord
    from spielbaum.arena.standings import Standing
    from spielbaum.arena.tournament import Setup
    from spielbaum.store import Store

PlayersOption = Annotated[
    str,
    typer.Option("--players", metavar="P1,P2,…", help="Algorithms with options and limits: max-n(depth=3),random"),
]
Workers = Annotated[int | None, typer.Option("--workers", metavar="W", min=1, help="Processes; one for each core.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="Where games are kept: a file, sqlite:///FILE or postgresql://… Without it a file in your data directory.",
    ),
]
MaxPlies = Annotated[
    int, typer.Option("--max-plies", metavar="N", min=0, help="Undecided after so many plies; 0 for no limit.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of all that is random.")]
OpeningPlies = Annotated[
    int, typer.Option("--opening-plies", metavar="K", min=0, help="Random actions at the beginning of each game.")
]
Report = Annotated[
    str | None,
    typer.Option("--report", metavar="[standings|branching]", help="Show what is stored, without playing."),
]
Export = Annotated[
    Path | None,
    typer.Option("--export", metavar="FILE", help="Also write a row for each move: .parquet, .csv or .json."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Forget stored games of this tournament and play them again.")]


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
        players=_player_texts(players, evaluation, depth, seconds, nodes),
        max_plies=max_plies or None,
        seed=seed,
    )
    _run(setup, split_specs(players), workers, database, report, export, fresh=fresh, json=json)


def match(
    game: GameArgument,
    players: PlayersOption,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many, in rounds of all seatings.")],
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    opening_plies: OpeningPlies = 0,
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
    """Play a number of games, each opening in every seating, and show each player's share of the points."""
    from spielbaum.arena.tournament import Setup
    from spielbaum.registry import located
    from spielbaum.spec import split_specs

    setup = Setup(
        game=located(game),
        players=_player_texts(players, evaluation, depth, seconds, nodes),
        max_plies=max_plies or None,
        games=games,
        opening_plies=opening_plies,
        seed=seed,
    )
    _run(setup, split_specs(players), workers, database, report, export, fresh=fresh, json=json)


def _player_texts(
    text: str, evaluation: str | None, depth: int | None, seconds: float | None, nodes: int | None
) -> tuple[str, ...]:
    from spielbaum.players import parse_players
    from spielbaum.search.limits import Limits

    limits = Limits(depth=depth, seconds=seconds, nodes=nodes)
    return tuple(str(player.within(limits, evaluation)) for player in parse_players(text))


def _run(
    setup: "Setup",
    labels: list[str],
    workers: int | None,
    database: str | None,
    report: str | None,
    export: Path | None,
    *,
    fresh: bool,
    json: bool,
) -> None:
    from datetime import UTC, datetime

    from spielbaum.arena.tournament import Tournament
    from spielbaum.errors import InputError
    from spielbaum.store import Store, TournamentRecord
    from spielbaum.store.export import export as write_table

    if report is not None and report not in REPORTS:
        raise InputError(f"--report shows {' or '.join(REPORTS)}, not {report!r}")
    drawn = Tournament(setup)
    record = TournamentRecord(
        key=setup.key,
        title=setup.title,
        setup=setup.to_dict(),
        games=len(drawn.pairings),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    with Store(database) as store:
        known = {stored.key: stored.id for stored in store.tournaments()}
        if report is not None and record.key not in known:
            raise InputError(f"nothing is stored of this tournament in {store.name}: play it first, without --report")
        if fresh and record.key in known and report is None:
            store.delete(known[record.key])
        number = store.begin(record)
        if report is None:
            _play(drawn, store, number, workers)
        games = list(store.games(number))
        if export is not None:
            write_table(games, setup.players, export)
        if report == "branching":
            _show_complexity(setup, games, json=json)
        else:
            _show_standings(setup, labels, games, json=json)
            if not json:
                _print_facts(setup, games, record.games, store.name)


def _play(drawn: Any, store: "Store", number: int, workers: int | None) -> None:
    """Play what is missing; every game is stored as it ends."""
    from spielbaum.arena.executors import played

    done = store.done(number)
    missing = list(drawn.missing(done))
    if not missing:
        return
    with countdown(f"{drawn.setup.game}: preparing the players", total=len(drawn.pairings), done=len(done)) as advance:
        drawn.prepare()
        advance(0, drawn.setup.game)
        for game in played(drawn.setup, missing, workers=min(workers, len(missing)) if workers else None):
            store.add(number, game)
            advance(1, drawn.setup.game)


def _show_complexity(setup: "Setup", games: list["GameRecord"], *, json: bool) -> None:
    from spielbaum.arena.branching import complexity
    from spielbaum.registry import load

    rows = complexity(load(setup.game), games)
    if json:
        print_json({"games": len(games), "rows": [row.to_dict() for row in rows]})
    else:
        _print_complexity(rows)


def _show_standings(setup: "Setup", labels: list[str], games: list["GameRecord"], *, json: bool) -> None:
    """Show the table; players are called as the command called them."""
    from spielbaum.arena.standings import standings

    rows = standings(games, setup.players)
    if json:
        documents = [
            {**row.to_dict(), "player": label, "spec": row.player} for label, row in zip(labels, rows, strict=True)
        ]
        print_json({"games": len(games), "rows": documents})
    else:
        _print_standings(labels, rows)


def _print_facts(setup: "Setup", games: list["GameRecord"], wanted: int, place: str) -> None:
    undecided = sum(game.utility is None for game in games)
    cut = f", {undecided} undecided after {setup.max_plies} plies" if undecided else ""
    missing = f" of {wanted}" if len(games) < wanted else ""
    console().print(f"\n[{QUIET}]{len(games)}{missing} games of {plain(setup.game)}{cut}, kept in {plain(place)}[/]")


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
