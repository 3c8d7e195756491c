"""Playing a game at the terminal."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from spielbaum.cli.shared.options import (
    BookOption,
    EvaluationOption,
    Json,
    LimitOptions,
    StateOptions,
    TablesOption,
    Verbose,
    file_of,
    game_argument,
)
from spielbaum.cli.shared.output import console, print_json, status
from spielbaum.cli.shared.parameters import Option
from spielbaum.language import tr

if TYPE_CHECKING:
    from spielbaum.players import PlayerSpec
    from spielbaum.search.core.limits import Limits
    from spielbaum.session import EnginePlayers, Session

GameToPlay = Annotated[
    str | None,
    game_argument("A game, or the path of a Python file, with options; not needed with --resume.", metavar="[GAME]"),
]
Seats = Annotated[
    str | None,
    Option(
        "--seats",
        metavar="P1,P2,...",
        help="The player of each seat, the last one for all that remain: human,max-n-is:1s,random.",
    ),
]
Save = Annotated[Path | None, Option("--save", metavar="FILE", help="Save the game after every move; .pgn too.")]
Resume = Annotated[Path | None, Option("--resume", metavar="FILE", help="Resume a saved game, and save it there.")]
MaxPlies = Annotated[
    int | None,
    Option("--max-plies", metavar="N", min=1, help="Stop after N moves, undecided."),
]
Seed = Annotated[int | None, Option("--seed", metavar="S", help="Seed of random players; by default 0.")]


def play(
    game: GameToPlay = None,
    *,
    seats: Seats = None,
    state: StateOptions,
    evaluation: EvaluationOption = None,
    limiting: LimitOptions,
    book: BookOption = None,
    tables: TablesOption = None,
    save: Save = None,
    resume: Resume = None,
    max_plies: MaxPlies = None,
    seed: Seed = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Play a game against searches or other humans, or watch searches play each other."""
    from rich.console import Console

    from spielbaum.cli.commands.dialogue import Dialogue
    from spielbaum.cli.render.screen import Screen
    from spielbaum.errors import InputError, Message
    from spielbaum.session import EnginePlayers

    limits, asked = limiting.limits, file_of(book, tables)
    if resume is None:
        name, session = _begin(game, seats, state, limits, evaluation, asked, seed or 0)
    elif state.given or seed is not None:
        raise InputError(
            Message("--resume goes on where the game was left: without --position, --moves, --to-move and --seed")
        )
    else:
        name, session = _go_on(resume, game, seats, limits, evaluation, asked)
    if json and session.humans:
        raise InputError(Message("--json is for games without humans: name other players with --seats"))
    if save is not None and save != resume and save.exists():
        raise InputError(Message("{!r} exists already: go on with --resume, or choose another name", str(save)))
    engines = EnginePlayers(session.game)
    screen = Screen(session, Console(quiet=True) if json else console())
    with closing(engines):
        _prepare(engines, session)
        Dialogue(session, engines, screen, name=name, path=save or resume, max_plies=max_plies).run()
    if json:
        utility = None if session.utility is None else list(session.utility)
        print_json({"moves": list(session.moves), "position": session.position, "utility": utility})


def _begin(
    game: str | None,
    seats: str | None,
    state: StateOptions,
    limits: "Limits",
    evaluation: str | None,
    book: str | None,
    seed: int,
) -> "tuple[str, Session]":
    """Return a new game, and its name on the command line."""
    from spielbaum.checking.trial import refuse_unsound
    from spielbaum.errors import InputError, Message
    from spielbaum.game.notation import format_state, split_line
    from spielbaum.position_text import read_state
    from spielbaum.registry import load, parse_game
    from spielbaum.session import Session, seat_players

    if game is None:
        raise InputError(Message("which game? spielbaum play GAME, or spielbaum play --resume FILE"))
    record = load(game)
    start = read_state(record, position=state.position, moves=None, to_move=state.to_move)
    refuse_unsound(record, start, depth=1, compiled=record.compiled)
    session = Session(
        record,
        seat_players(record, seats, limits=limits, evaluation=evaluation, book=book),
        start=None if state.position is None else format_state(record, start),
        moves=split_line(record, state.moves or ""),
        seed=seed,
    )
    return str(parse_game(game).located()), session


def _go_on(
    path: Path,
    game: str | None,
    seats: str | None,
    limits: "Limits",
    evaluation: str | None,
    book: str | None,
) -> "tuple[str, Session]":
    """Return a saved game, and its name on the command line."""
    from spielbaum.errors import InputError, Message
    from spielbaum.formats.files import holds_games
    from spielbaum.players import parse_player
    from spielbaum.registry import load, parse_game
    from spielbaum.session import Session, read_game, seat_players
    from spielbaum.session.saved_games import read_played

    if holds_games(path):
        if game is None:
            raise InputError(Message("which game is {} of? spielbaum play GAME --resume FILE", path))
        saved = read_played(path, game)
    else:
        saved = read_game(path)
    record = load(game or saved.game)
    text = seats
    if seats is None and saved.seats:
        kept = [parse_player(seat) for seat in saved.seats]
        if (engine := next((spec for spec in kept if spec.is_engine), None)) is not None:
            raise InputError(
                Message("a saved game starts no program: if {} is to play on, name the players by --seats", engine)
            )
        text = ",".join(map(str, kept))
    seated: tuple[PlayerSpec, ...] = seat_players(record, text, limits=limits, evaluation=evaluation, book=book)
    session = Session(record, seated, start=saved.start, moves=saved.moves, seed=saved.seed)
    if saved.position and session.position != saved.position:
        raise InputError(
            Message("the moves in {!r} do not lead to its position: the game has changed since", str(path))
        )
    return str(parse_game(game).located()) if game else saved.game, session


def _prepare(engines: "EnginePlayers", session: "Session") -> None:
    """Compile the searches of a game, and start its engines."""
    with status(tr("{}: preparing", session.game.spec)) as tell:
        players = [engines.player(spec) for spec in session.seats if spec.searches]
        for player in players:
            tell(tr("{}: preparing {}", session.game.spec, player.spec))
            player.searcher.compile()
        for spec in session.seats:
            if spec.is_engine:
                tell(tr("{}: starting {}", session.game.spec, spec))
                engines.engine(spec).start()
