"""The arguments and options that several commands share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from spielbaum.cli.shared.parameters import Argument, Option

if TYPE_CHECKING:
    from spielbaum.game import Game, State
    from spielbaum.protocol import Settings
    from spielbaum.search.core.limits import Limits


def complete_game(incomplete: str) -> list[str]:
    """Return the registered games with a prefix."""
    from spielbaum.registry import names

    return [name for name in names() if name.startswith(incomplete)]


def complete_algorithm(incomplete: str) -> list[str]:
    """Return the algorithms with a prefix."""
    from spielbaum.search.algorithms.choice import BEST
    from spielbaum.search.algorithms.registry import algorithm_names

    return [name for name in (BEST, *algorithm_names()) if name.startswith(incomplete)]


def game_argument(help: str, *, metavar: str = "GAME") -> Any:  # noqa: A002
    """Return the argument that names a game."""
    return Argument(metavar=metavar, help=help, complete=complete_game)


def latex_option(what: str) -> Any:
    """Return the option ``--latex``; ``what`` says what it writes."""
    return Option("--latex", metavar="FILE", help=f"{what}; - for stdout.")


GAME = game_argument("A game, or the path of a Python file, with options: mnk:width=5,height=5.")
GameArgument = Annotated[str, GAME]
Database = Annotated[
    str | None,
    Option(
        "--database",
        metavar="URL",
        help="The database of games: a file, sqlite:///FILE or postgresql://...; by default in your data directory.",
    ),
]
Position = Annotated[
    str | None,
    Option("--position", metavar="TEXT", help="The state to start from, in the game's notation or as JSON."),
]
Moves = Annotated[str | None, Option("--moves", metavar="TEXT", help='Actions to play first: "a b c".')]
ToMove = Annotated[
    str | None, Option("--to-move", metavar="P", help="The player to move, if the notation does not say.")
]
AlgorithmOption = Annotated[
    str | None,
    Option(
        "--algorithm",
        metavar="NAME",
        help="An algorithm with options, such as alpha-beta:fail=hard, or best. By default one that fits the game.",
        complete=complete_algorithm,
    ),
]
EvaluationOption = Annotated[
    str | None,
    Option(
        "--evaluation",
        metavar="NAME",
        help="One of the game's evaluations, one in a file (mine.py, mine.py:name, .json), or none; else the first.",
    ),
]
Depth = Annotated[int | None, Option("--depth", metavar="D", help="Search D plies deep.")]
Seconds = Annotated[float | None, Option("--seconds", metavar="S", help="Deepen for S seconds.")]
Nodes = Annotated[int | None, Option("--nodes", metavar="N", help="Deepen for N nodes; reproducible.")]
Simulations = Annotated[
    int | None, Option("--simulations", metavar="N", help="Simulations of Monte-Carlo tree search; reproducible.")
]
Window = Annotated[
    str | None,
    Option("--window", metavar="A,B", help="Search with this window: -1,1 asks who wins."),
]
TableSize = Annotated[
    str | None,
    Option("--table", metavar="SIZE", help="The size of the transposition table: 256MB, 1GB, or in entries: 2^20."),
]
Threads = Annotated[
    int,
    Option("--threads", metavar="N", help="Threads that share one table; with 1, every run is the same."),
]
BookOption = Annotated[
    Path | None,
    Option("--book", metavar="FILE", help="A book of the game, written by spielbaum book build."),
]
TablesOption = Annotated[
    Path | None,
    Option("--tables", metavar="FILE", help="A table of the game, written by spielbaum tabulate."),
]
RANDOM_PLIES = 4
Plies = Annotated[
    int | None,
    Option("--plies", metavar="K", min=0, help=f"Random plies before each; by default {RANDOM_PLIES}."),
]
GoalOption = Annotated[
    Literal["own", "share", "rank", "chance"],
    Option("--goal", metavar="own|share|rank|chance", help="What players maximise: by default their part of the win."),
]
TiesOption = Annotated[
    Literal["shared", "lot", "lost"],
    Option(
        "--ties",
        metavar="shared|lot|lost",
        help="What a win counts that several players share: a part for each, all for one by lot, or nothing.",
    ),
]
TablesInLatex = Annotated[Path | None, latex_option("Write the tables for LaTeX (package booktabs)")]
PositionSeed = Annotated[int | None, Option("--seed", metavar="S", help="Seed of the random positions; by default 0.")]
Json = Annotated[bool, Option("--json", help="Print one JSON document and nothing else.")]
Verbose = Annotated[bool, Option("--verbose", help="Show the traceback of an error.")]


@dataclass(frozen=True, kw_only=True)
class StateOptions:
    """The options that describe a state: a position, and actions from there."""

    position: Position = None
    moves: Moves = None
    to_move: ToMove = None

    @property
    def given(self) -> bool:
        """Whether any of them is given."""
        return (self.position, self.moves, self.to_move) != (None, None, None)

    def load(self, game: str) -> "tuple[Game, Sequence[State]]":
        """Return a game, and the line of states that leads to the one that the options describe.

        Raises
        ------
        SpielbaumError
            If there is no such game or state, or if moves follow a draw by repetition.
        """
        from spielbaum.errors import Message, PositionError
        from spielbaum.game.notation import format_state, read_transcript, split_line
        from spielbaum.game.repetition import RepetitionRule
        from spielbaum.position_text import read_states
        from spielbaum.registry import load

        record = load(game)
        states = read_states(record, position=self.position, moves=self.moves, to_move=self.to_move)
        rule = RepetitionRule(record)
        for number in range(1, len(states)):
            if rule.is_draw(states[:number]):
                text = read_transcript(record, states[0], split_line(record, self.moves or "")).moves[number - 1]
                shown = format_state(record, states[number - 1])
                raise PositionError(
                    Message("move {}: no action {!r}: the game is a draw by repetition at {}", number, text, shown)
                )
        return record, states


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """The options that limit a search."""

    depth: Depth = None
    seconds: Seconds = None
    nodes: Nodes = None
    simulations: Simulations = None

    @property
    def limits(self) -> "Limits":
        """The limits of the search."""
        from spielbaum.search.core.limits import Limits

        return Limits(self.depth, self.seconds, self.nodes, self.simulations)


@dataclass(frozen=True, kw_only=True)
class EngineOptions(LimitOptions):
    """The options of an engine that other programs drive."""

    algorithm: AlgorithmOption = None
    evaluation: EvaluationOption = None
    table_size: TableSize = None
    threads: Threads = 1

    def settings(self, game: "Game", **more: Any) -> "Settings":
        """Return the settings of the engine for a game; ``more`` are those that not all engines have."""
        from spielbaum.protocol import Settings

        table_bytes = parse_table_size(self.table_size)
        return Settings.of(game, self.algorithm, self.evaluation, table_bytes=table_bytes, threads=self.threads, **more)


def parse_window(text: str | None) -> tuple[float, float]:
    """Return the window of a text such as ``-1,1``; the full window if None.

    Raises
    ------
    InputError
        If it is not two numbers.
    """
    from spielbaum.errors import InputError, Message
    from spielbaum.search.core.limits import FULL_WINDOW

    if text is None:
        return FULL_WINDOW
    try:
        alpha, beta = map(float, text.split(","))
    except ValueError:
        raise InputError(
            Message("a window is two numbers, such as --window -1,1 or --window -inf,0, not {!r}", text)
        ) from None
    return alpha, beta


def refuse_given(options: Mapping[str, object], sentence: str, *values: object) -> None:
    """Raise an error if any of the options is given; the sentence takes its name, then the values."""
    from spielbaum.errors import InputError, Message

    for name, value in options.items():
        if value is not None and value is not False:
            raise InputError(Message(sentence, name, *values))


def file_of(book: Path | None, tables: Path | None) -> str | None:
    """Return the file to look positions up in, a book or a table; None without one."""
    from spielbaum.errors import InputError, Message

    if book is not None and tables is not None:
        raise InputError(Message("--book and --tables are two files to look positions up in: give one of them"))
    found = book or tables
    return None if found is None else str(found)


def refuse_stray_plies(plies: int | None, seed: int | None) -> None:
    """Raise an error if ``--plies`` or ``--seed`` is given without the option of random positions."""
    from spielbaum.errors import InputError, Message

    if plies is not None or seed is not None:
        raise InputError(Message("--plies and --seed go with --random-positions N"))


def draw_positions(game: "Game", start: "State", count: int, plies: int | None, seed: int | None) -> "list[State]":
    """Return distinct random positions of a game."""
    from spielbaum.measuring import random_positions

    return random_positions(game, start, count, plies=RANDOM_PLIES if plies is None else plies, seed=seed or 0)


def parse_table_size(text: str | None) -> int:
    """Return the size of a table in bytes; a modest one if None.

    Raises
    ------
    InputError
        If the text is no size.
    """
    from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES, parse_size

    return DEFAULT_TABLE_BYTES if text is None else parse_size(text)
