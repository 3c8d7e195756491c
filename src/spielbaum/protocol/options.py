"""The options of UCI and UGI: their declarations and the settings they change."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.game import NONE, Game
from spielbaum.search.algorithms.choice import BEST, AlgorithmChoice, AlgorithmLike, as_algorithm, can_use_threads
from spielbaum.search.algorithms.registry import find_algorithm, fitting_algorithms
from spielbaum.search.searcher import Searcher
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES
from spielbaum.spec import Spec, convert_options, option_text
from spielbaum.tablebase import Known, read_known

MIB = 1 << 20
MAX_HASH, MAX_THREADS, MAX_LINES = 1 << 16, 64, 64
MAX_OVERHEAD = 5000
EMPTY = "<empty>"


@dataclass(frozen=True)
class Settings:
    """The settings of a search.

    Parameters
    ----------
    algorithm
        Name of the algorithm.
    options
        Options of the algorithm, as texts. Options or values that it does not support are ignored, so that the
        algorithm alone can be changed.
    evaluation
        Name of one of the game's evaluations; None for the first.
    model
        Path of a learned evaluation, which takes precedence; empty without one.
    book
        Path of a book to look up positions in first; empty without one.
    table_bytes
        Memory of the transposition table.
    threads
        The number of threads of the search.
    overhead
        The communication overhead of each move, in milliseconds.
    lines
        The number of best moves to report, each with its value.
    """

    algorithm: str
    options: Mapping[str, str]
    evaluation: str | None = None
    model: str = ""
    book: str = ""
    table_bytes: int = DEFAULT_TABLE_BYTES
    threads: int = 1
    overhead: int = 50
    lines: int = 1

    @classmethod
    def of(
        cls,
        game: Game,
        algorithm: AlgorithmLike | None = None,
        evaluation: str | None = None,
        limits: Collection[str] = ("depth", "seconds", "nodes"),
        **others: Any,
    ) -> "Settings":
        """Return the settings that a command line describes; by default those that play the game best.

        ``limits`` are the names of the limits that searches may have.

        Raises
        ------
        InputError
            If there is no such algorithm, or it has no such option.
        """
        model = evaluation if evaluation is not None and evaluation not in (*game.evaluations, NONE) else None
        choice = as_algorithm(game, algorithm or BEST, evaluation, limits)
        options = {name: option_text(value) for name, value in choice.options.items()}
        return cls(choice.name, options, None if model else evaluation, model or "", **others)

    @property
    def choice(self) -> AlgorithmChoice:
        """The algorithm with the options that it has."""
        algorithm = find_algorithm(self.algorithm)
        known = algorithm.options
        options = {key: value for key, value in self.options.items() if key in known and known[key].has(value)}
        return AlgorithmChoice(algorithm, convert_options(Spec(algorithm.name, options), known, "algorithm"))

    @property
    def search_settings(self) -> "Settings":
        """The settings without those that do not need a new searcher."""
        return replace(self, overhead=0, lines=1)

    def read_book(self, game: Game) -> Known | None:
        """Return the book or the table; None without one.

        Raises
        ------
        InputError
            If the file is neither, or not of the game.
        """
        return read_known(self.book, game) if self.book else None

    def searcher(self, game: Game) -> Searcher:
        """Return a searcher with these settings.

        Raises
        ------
        SpielbaumError
            If the game cannot be searched with them.
        """
        return Searcher(
            game,
            self.choice,
            evaluation=self.model or self.evaluation,
            table=self.table_bytes,
            threads=self.threads,
        )

    def with_algorithm_option(self, name: str, value: str) -> "Settings":
        """Return the settings with an option of the algorithm set."""
        return replace(self, options={**self.options, name: value})


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option: its declaration, and functions that read and change the settings.

    Attributes
    ----------
    shown
        Returns its value in given settings.
    change
        Returns the settings with another value.
    low, high
        The range of a spin.
    choices
        The choices of a combo.
    """

    name: str
    type: Literal["check", "spin", "combo", "string"]
    shown: Callable[[Settings], str]
    change: Callable[[Settings, str], Settings]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self, settings: Settings) -> str:
        """Return the ``option`` line, with its value in some settings as default."""
        parts = ["option name", self.name, "type", self.type, "default", self.shown(settings) or EMPTY]
        if self.type == "spin":
            parts += ["min", str(self.low), "max", str(self.high)]
        return " ".join(parts + [f"var {choice}" for choice in self.choices])

    def checked(self, value: str) -> str:
        """Return a value in its normal form.

        Raises
        ------
        InputError
            If it is not a value of the option.
        """
        if self.type == "check" and value.lower() in ("true", "false"):
            return value.lower()
        if self.type == "string":
            return "" if value == EMPTY else value
        for choice in self.choices:
            if value.lower() == choice.lower():
                return choice
        whole = value.isascii() and value.isdecimal() and len(value) < 10
        if self.type == "spin" and whole and self.low <= int(value) <= self.high:
            return value
        wanted = {"check": "true or false", "spin": f"a whole number from {self.low} to {self.high}"}
        raise InputError(
            Message(
                "option {} must be {}, not {!r}",
                self.name,
                wanted.get(self.type) or "one of " + ", ".join(self.choices),
                value[:80],
            )
        )


def options_for(game: Game, settings: Settings) -> dict[str, Option]:
    """Return the options for a game, by name in lower case."""
    fitting = fitting_algorithms(game, settings.model or settings.evaluation)
    names = tuple(dict.fromkeys([settings.algorithm, *fitting]))
    first = next(iter(game.evaluations), NONE)
    options = [
        Option(name="Hash", type="spin", low=1, high=MAX_HASH, shown=_hash, change=_with_hash),
        Option(name="Ponder", type="check", shown=lambda _: "false", change=lambda found, _: found),
        _number("MultiPV", "lines", 1, MAX_LINES),
        _number("Move Overhead", "overhead", 0, MAX_OVERHEAD),
        Option(
            name="Algorithm",
            type="combo",
            choices=names,
            shown=lambda found: found.algorithm,
            change=lambda found, value: replace(found, algorithm=value),
        ),
        Option(
            name="Evaluation",
            type="combo",
            choices=(*game.evaluations, NONE),
            shown=lambda found: found.evaluation or first,
            change=lambda found, value: replace(found, evaluation=value),
        ),
        Option(
            name="Model",
            type="string",
            shown=lambda found: found.model,
            change=lambda found, value: replace(found, model=value),
        ),
        Option(
            name="Book File",
            type="string",
            shown=lambda found: found.book,
            change=lambda found, value: replace(found, book=value),
        ),
    ]
    if can_use_threads(game, settings.choice.algorithm):
        options.append(_number("Threads", "threads", 1, MAX_THREADS))
    return {option.name.lower(): option for option in options + _algorithm_options(game, names)}


def set_option(options: dict[str, Option], settings: Settings, name: str, value: str) -> Settings:
    """Return settings with one option set.

    Raises
    ------
    InputError
        If there is no such option, or the value is invalid.
    """
    if name not in options:
        raise UnknownNameError("option", name, [option.name for option in options.values()])
    return options[name].change(settings, options[name].checked(value))


def _hash(settings: Settings) -> str:
    return str(max(1, settings.table_bytes // MIB))


def _with_hash(settings: Settings, value: str) -> Settings:
    return replace(settings, table_bytes=int(value) * MIB)


def _number(name: str, setting: str, low: int, high: int) -> Option:
    """Return a spin option for a field of the settings."""

    def change(found: Settings, value: str) -> Settings:
        number: dict[str, Any] = {setting: int(value)}
        return replace(found, **number)

    return Option(
        name=name, type="spin", low=low, high=high, shown=lambda found: str(getattr(found, setting)), change=change
    )


def _algorithm_options(game: Game, algorithms: tuple[str, ...]) -> list[Option]:
    """Return the protocol options for the options of the algorithms."""
    known = {name: option for each in reversed(algorithms) for name, option in find_algorithm(each).options.items()}
    options = []
    if game.hints.noisy is not None and "quiescence" in known:
        options.append(_algorithm_option("Quiescence", "quiescence", "check", "false"))
    if "replacement" in known:
        options.append(
            _algorithm_option(
                "Replacement", "replacement", "combo", str(known["replacement"].default), known["replacement"].choices
            )
        )
    return options


def _algorithm_option(
    name: str, key: str, kind: Literal["check", "combo"], default: str, choices: tuple[str, ...] = ()
) -> Option:
    return Option(
        name=name,
        type=kind,
        choices=choices,
        shown=lambda found: found.options.get(key, default),
        change=lambda found, value: found.with_algorithm_option(key, value),
    )
