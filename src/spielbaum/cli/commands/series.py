"""The options of the commands that play many games, and how their games are played and stored."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli import REPORTS
from spielbaum.cli.render.tournament import Found, RunOptions
from spielbaum.cli.shared.options import (
    Database,
    Depth,
    EvaluationOption,
    Json,
    Nodes,
    Seconds,
    Simulations,
    TablesInLatex,
    TablesOption,
    TiesOption,
    Verbose,
)
from spielbaum.cli.shared.output import countdown, refuse_unfit_files
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.arena.stopping import Stopping
    from spielbaum.arena.tournament import Setup, Tournament
    from spielbaum.search.core.limits import Limits
    from spielbaum.store import Store

PlayersOption = Annotated[
    str,
    Option("--players", metavar="P1,P2,…", help="Algorithms with options and limits: max-n(depth=3),random."),
]
Workers = Annotated[
    int | None, Option("--workers", metavar="W", min=1, help="Number of processes; by default one for each core.")
]
MaxPlies = Annotated[
    int,
    Option("--max-plies", metavar="N", min=0, help="Stop games after N plies, undecided; 0 for no limit."),
]
Seed = Annotated[int, Option("--seed", metavar="S", help="Seed of everything random.")]
OpeningPlies = Annotated[
    int, Option("--opening-plies", metavar="K", min=0, help="Start each game with K random actions.")
]
OpeningsOption = Annotated[
    Path | None,
    Option(
        "--openings",
        metavar="FILE",
        help="Start a round from each: a position or moves on each line, or .pgn, .epd, .sgf.",
    ),
]
Report = Annotated[
    str | None,
    Option("--report", metavar="[standings|branching|games]", help="Show what is stored, without playing."),
]
Export = Annotated[
    Path | None,
    Option("--export", metavar="FILE", help="Also write a row for each move: .parquet, .csv or .json."),
]
Fresh = Annotated[bool, Option("--fresh", help="Delete the stored games, and play them again.")]


@dataclass(frozen=True, kw_only=True)
class SeriesOptions:
    """The options of commands that play many games: ``match`` and ``tournament``."""

    players: PlayersOption
    evaluation: EvaluationOption = None
    tables: TablesOption = None
    depth: Depth = None
    seconds: Seconds = None
    nodes: Nodes = None
    simulations: Simulations = None
    openings: OpeningsOption = None
    max_plies: MaxPlies = 100
    seed: Seed = 0
    ties: TiesOption = "shared"
    workers: Workers = None
    database: Database = None
    report: Report = None
    export: Export = None
    fresh: Fresh = False
    latex: TablesInLatex = None
    json: Json = False
    verbose: Verbose = False

    def setup(self, game: str, **more: Any) -> "Setup":
        """Return the setup of the tournament; ``more`` are its other fields."""
        from spielbaum.arena.tournament import Setup, refuse_alone
        from spielbaum.formats.files import holds_games
        from spielbaum.registry import parse_game

        cut = more.get("opening_plies", 0) if self.openings and holds_games(self.openings) else 0
        if cut:
            more["opening_plies"] = 0  # the plies of the games in the file are used instead
        setup = Setup(
            game=str(parse_game(game).located()),
            players=player_texts(self.players, self.evaluation, self.limits, self.tables),
            max_plies=self.max_plies or None,
            seed=self.seed,
            openings=opening_lines(game, self.openings, cut or None),
            **more,
        )
        refuse_alone(setup)
        return setup

    def fetch(self, setup: "Setup", watch: "Stopping | None" = None) -> Found:
        """Play the missing games and return all, as `fetch` does."""
        from spielbaum.spec import split_specs

        return fetch(setup, split_specs(self.players), self.run_options, watch)

    @property
    def limits(self) -> "Limits":
        """The limits of players that have none of their own."""
        from spielbaum.search.core.limits import Limits

        return Limits(self.depth, self.seconds, self.nodes, self.simulations)

    @property
    def run_options(self) -> RunOptions:
        """The options of the run, as opposed to those of the games."""
        return RunOptions(
            self.workers,
            self.database,
            self.report,
            self.export,
            fresh=self.fresh,
            json=self.json,
            latex=self.latex,
            ties=self.ties,
        )


def player_texts(text: str, evaluation: str | None, limits: "Limits", tables: Path | None) -> tuple[str, ...]:
    """Return players as texts; those without limits, an evaluation or a book get the given ones."""
    from spielbaum.players import located, parse_players

    book = None if tables is None else str(tables)
    return tuple(str(located(player.within(limits, evaluation, book))) for player in parse_players(text))


def opening_lines(game: str, path: Path | None, plies: int | None = None) -> tuple[str, ...]:
    """Return the openings of a file, games cut to some plies; none without a file."""
    from spielbaum.arena.openings import read_opening_lines
    from spielbaum.registry import load

    return read_opening_lines(load(game), path, plies) if path else ()


def fetch(setup: "Setup", labels: list[str], options: RunOptions, watch: "Stopping | None" = None) -> Found:
    """Play the missing games, unless only a report is wanted, and return all.

    Parameters
    ----------
    setup, labels
        The tournament, and its players as they were named on the command line.
    options
        The options of the run.
    watch
        Decides when a match stops; then only the games that the decision rests on are returned.
    """
    from spielbaum.arena.tournament import Tournament
    from spielbaum.errors import InputError, Message
    from spielbaum.pictures.svg.files import refuse_unfit_path
    from spielbaum.store import Store
    from spielbaum.store.export import writer
    from spielbaum.store.running import record_of

    if options.report is not None and options.report not in REPORTS:
        raise InputError(
            Message("--report shows {} or {}, not {!r}", ", ".join(REPORTS[:-1]), REPORTS[-1], options.report)
        )
    refuse_unfit_files({"--latex": options.latex}, json=options.json)
    if options.export is not None:
        writer(options.export)
        refuse_unfit_path(options.export)
    drawn = Tournament(setup)
    record = record_of(drawn)
    with Store(options.database) as store:
        known = {stored.key: stored.id for stored in store.tournaments()}
        if options.report is not None and record.key not in known:
            raise InputError(
                Message("nothing is stored of this tournament in {}: play it first, without --report", store.name)
            )
        if options.fresh and record.key in known and options.report is None:
            store.delete(known[record.key])
        number = store.begin(record)
        if watch:
            for game in store.games(number, len(setup.players)):
                watch.add(game)
        if options.report is None:
            _play(drawn, store, number, options.workers, watch)
        games = [game for game in store.games(number, len(setup.players)) if watch is None or watch.wants(game.number)]
        wanted = watch.most if watch else record.games
        return Found(setup, labels, games, store.game_ids(number), wanted, store.name)


def _play(drawn: "Tournament", store: "Store", number: int, workers: int | None, watch: "Stopping | None") -> None:
    """Play the missing games, and store each as it ends."""
    from spielbaum.arena.executors import played

    done = store.done(number)
    missing = [pairing for pairing in drawn.missing(done) if watch is None or watch.wants(pairing.number)]
    if not missing or (watch and watch.over):
        return
    over = (lambda: watch.over) if watch else None
    total = watch.most if watch else len(drawn.pairings)
    with countdown(
        tr("{}: preparing the players", drawn.setup.game), total=total, done=total - len(missing)
    ) as advance:
        drawn.prepare()
        advance(0, watch.title if watch else drawn.setup.game)
        for game in played(drawn.setup, missing, workers=workers, over=over):
            store.add(number, game)
            if watch:
                watch.add(game)
            advance(1, watch.title if watch else drawn.setup.game)
