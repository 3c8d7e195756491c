"""Learning an evaluation: games are played and stored, a model is fitted to them, and a match tries it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from spielbaum.cli.commands.learn_request import (
    learnable,
    model_path,
    model_paths,
    refuse_overwriting,
    refuse_unfit_lesson,
    rivals,
    seated,
)
from spielbaum.cli.commands.series import Fresh, MaxPlies, OpeningPlies, Seed, Workers, fetch
from spielbaum.cli.render.learn import print_model, print_verdict, verdict
from spielbaum.cli.render.tournament import RunOptions
from spielbaum.cli.shared.options import Database, Depth, EvaluationOption, GameArgument, Json, Nodes, Verbose
from spielbaum.cli.shared.output import bar, print_json
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.arena.records import GameRecord
    from spielbaum.arena.tournament import Setup
    from spielbaum.game import Game
    from spielbaum.learning import Lesson
    from spielbaum.learning.models import Model
    from spielbaum.players import PlayerSpec

DEFAULT_ROUNDS = 3

Method = Annotated[str, Option("--method", metavar="[categories|linear|td]", help="What is learned, and how.")]
Games = Annotated[int, Option("--games", metavar="N", min=1, help="Number of games to learn from.")]
PlayerOption = Annotated[
    str | None, Option("--player", metavar="PLAYER", help="The player in every seat: max-n-is(depth=3).")
]
Output = Annotated[Path | None, Option("--output", metavar="FILE", help="The model; by default GAME-METHOD.json.")]
From = Annotated[
    str | None, Option("--from", metavar="DATABASE", help="Learn from the games of GAME that it has, and play none.")
]
Features = Annotated[str | None, Option("--features", metavar="A,B,…", help="Learn from these; by default from all.")]
Phases = Annotated[
    int, Option("--phases", metavar="P", min=1, help="Rows of weights, blended in the course of a game.")
]
PhaseBy = Annotated[
    str | None, Option("--phase-by", metavar="FEATURE", help="The feature whose sum over the players sets the phase.")
]
Bins = Annotated[int, Option("--bins", metavar="B", min=2, help="The most bins for each feature.")]
Fewest = Annotated[int, Option("--fewest", metavar="N", min=0, help="Join categories that were met in fewer games.")]
Smoothing = Annotated[
    float, Option("--smoothing", metavar="S", min=0, help="categories: counts start at S for each player.")
]
Rounds = Annotated[
    int,
    Option(
        "--rounds", metavar="R", min=1, help="td: learn R models, one after the other, from equal parts of the games."
    ),
]
Trace = Annotated[float, Option("--lambda", metavar="L", help="td: 1 learns from outcomes, 0 from searches.")]
HeldOut = Annotated[
    float, Option("--held-out", metavar="PART", help="The part of the games held out to judge the model.")
]
Against = Annotated[
    str | None,
    Option(
        "--against",
        metavar="EVALUATION|PLAYER",
        help="End with a match against an evaluation, searched by --player, or against a player, whose algorithm and "
        "limits then search the new evaluation.",
    ),
]
AgainstGames = Annotated[
    int, Option("--against-games", metavar="N", min=1, help="Games of that match, in whole rounds.")
]


def learn(
    game: GameArgument,
    method: Method = "linear",
    games: Games = 5000,
    player: PlayerOption = None,
    evaluation: EvaluationOption = None,
    depth: Depth = None,
    nodes: Nodes = None,
    opening_plies: OpeningPlies = 6,
    max_plies: MaxPlies = 200,
    features: Features = None,
    phases: Phases = 1,
    phase_by: PhaseBy = None,
    bins: Bins = 5,
    fewest: Fewest = 20,
    smoothing: Smoothing = 1.0,
    rounds: Rounds = DEFAULT_ROUNDS,
    trace: Trace = 0.7,
    held_out: HeldOut = 0.2,
    seed: Seed = 0,
    output: Output = None,
    source: From = None,
    against: Against = None,
    against_games: AgainstGames = 400,
    workers: Workers = None,
    database: Database = None,
    fresh: Fresh = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Learn an evaluation from a game's features, by playing games.

    The games are stored, and an interrupted run is resumed. The path of the model can be given wherever an evaluation
    is named.
    """
    from spielbaum.arena.tournament import Setup
    from spielbaum.errors import InputError, Message
    from spielbaum.learning import Lesson
    from spielbaum.registry import parse_game

    record = learnable(game)
    chosen = seated(record, player, evaluation, depth, nodes)
    lesson = Lesson(
        method=method,
        features=tuple(part.strip() for part in features.split(",")) if features else (),
        held_out=held_out,
        seed=seed,
        phases=phases,
        phase=phase_by,
        bins=bins,
        fewest=fewest,
        smoothing=smoothing,
        trace=trace,
    )
    if method != "td" and rounds != DEFAULT_ROUNDS:
        raise InputError(Message("rounds is an option of td, not of {}", method))
    refuse_unfit_lesson(record, lesson, source, chosen)
    setup = Setup(
        game=str(parse_game(game).located()),
        players=(str(chosen),),
        max_plies=max_plies or None,
        games=games,
        opening_plies=opening_plies,
        seed=seed,
        full=True,
    )
    path = model_path(output or Path(f"{record.name}-{method}.json"))
    options = RunOptions(workers, database, None, None, fresh=fresh, json=json)
    rival = rivals(record, against, chosen) if against else None
    paths = model_paths(path, rounds if method == "td" else 1)
    refuse_overwriting(paths, (chosen, *(rival[1:] if rival else ())))
    model = _by_rounds(record, lesson, setup, paths, options) if method == "td" else None
    if model is None:
        model = _lesson(record, lesson, _stored(record, source) if source else _played(setup, options), setup, source)
        _write(model, path)
    found = _match(setup, path, rival, against_games, options) if rival else None
    _show(model, path, found, json)


def _show(model: "Model", path: Path, found: dict[str, Any] | None, json: bool) -> None:
    if json:
        print_json(_document(model, path, found))
        return
    print_model(model, path)
    if found:
        print_verdict(found)


def _played(setup: "Setup", options: RunOptions) -> "list[GameRecord]":
    return fetch(setup, list(setup.players), options).games


def _stored(game: "Game", source: str) -> "list[GameRecord]":
    """Return the games of a game in a database."""
    from spielbaum.errors import InputError, Message
    from spielbaum.store import Store
    from spielbaum.store.database import refuse_missing

    refuse_missing(source)
    with Store(source) as store:
        kept = [found for known in store.tournaments() for found in store.games(known.id) if found.game == game.spec]
        if not kept:
            raise InputError(Message("there are no games of {} in {}", game.spec, store.name))
    return kept


def _lesson(
    game: "Game", lesson: "Lesson", games: "list[GameRecord]", setup: "Setup", source: str | None = None
) -> "Model":
    """Return the model that is fitted to games."""
    from spielbaum.arena.outcomes import course
    from spielbaum.learning import learn as learned
    from spielbaum.learning import read_positions

    with bar(tr("{}: reading games", game.spec), len(games)) as tell:
        positions = read_positions(game, games, tell)
    asked = {"player": setup.players[0], "opening_plies": setup.opening_plies, "max_plies": setup.max_plies}
    origin = {"from": source} if source else asked
    different = len(set(map(course, games)))
    return learned(game, positions, replace(lesson, origin={**lesson.origin, **origin, "different": different}))


def _by_rounds(game: "Game", lesson: "Lesson", setup: "Setup", paths: list[Path], options: RunOptions) -> "Model":
    """Learn from games, play more games with the model, and learn from these.

    The models of earlier rounds are kept beside the last one, since the stored games were played with them.
    """
    from spielbaum.learning.models import write_model
    from spielbaum.players import parse_player

    each, model = -(-(setup.games or 1) // len(paths)), None
    first = parse_player(setup.players[0])
    for number, path in enumerate(paths):
        player = replace(first, evaluation=str(paths[number - 1])) if number else first
        part = replace(setup, players=(str(player),), games=each, seed=setup.seed + number)
        # The first searches used another evaluation, whose unit is unknown, so the first round learns from outcomes.
        asked = {"round": number + 1, "rounds": len(paths), "games_asked": setup.games, "seed_asked": setup.seed}
        trace = 1.0 if number == 0 else lesson.trace
        taught = replace(lesson, trace=trace, seed=part.seed, origin=asked)
        model = _lesson(game, taught, _played(part, options), part)
        write_model(model, path)
    assert model is not None
    return model


def _write(model: "Model", path: Path) -> None:
    from spielbaum.learning.models import write_model

    write_model(model, path)


def _match(
    setup: "Setup", path: Path, rival: "tuple[PlayerSpec, PlayerSpec]", games: int, options: RunOptions
) -> dict[str, Any]:
    """Play the new evaluation against another, from openings that were not used for learning."""
    new, other = replace(rival[0], evaluation=str(path)), rival[1]
    players = (str(new), str(other))
    found = fetch(
        replace(setup, players=players, games=games, seed=setup.seed + 1_000_003, distinct=True), list(players), options
    )
    return verdict(found.games, players)


def _document(model: "Model", path: Path, found: dict[str, Any] | None) -> dict[str, Any]:
    return {"model": str(path), **model.to_dict(), **({"against": found} if found else {})}
