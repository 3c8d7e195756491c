"""The options that a program can set: how they are declared, and what they change."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from spielbaum.errors import InputError, UnknownNameError
from spielbaum.game import NONE, Game
from spielbaum.search.algorithms.registry import can_use_threads, find_algorithm, fitting_algorithms, strongest
from spielbaum.search.driver.searcher import Searcher
from spielbaum.search.table.scalar import DEFAULT_TABLE_BYTES
from spielbaum.spec import Spec, parse_spec

MIB = 1 << 20
MOST_HASH, MOST_THREADS, MOST_LINES = 1 << 16, 64, 64
MOST_OVERHEAD = 5000
EMPTY = "<empty>"


@dataclass(frozen=True)
class Settings:
    """How a game is searched.

    Parameters
    ----------
    algorithm
        Name with options; those that another algorithm does not know are left out when it is chosen.
    evaluation
        Name of one of the game's evaluations; None for the first.
    model
        Path of a learned evaluation, which comes before the other; empty for none.
    table_bytes
        Memory of the table.
    threads
        How many search together.
    overhead
        Milliseconds that a move loses on its way.
    lines
        How many of the best moves are told, each with its value.
    """

    algorithm: Spec
    evaluation: str | None = None
    model: str = ""
    table_bytes: int = DEFAULT_TABLE_BYTES
    threads: int = 1
    overhead: int = 50
    lines: int = 1

    @classmethod
    def of(cls, game: Game, algorithm: str | None = None, evaluation: str | None = None) -> "Settings":
        """Return the settings that the command line names: without an algorithm the strongest there is."""
        model = evaluation if evaluation is not None and evaluation not in (*game.evaluations, NONE) else None
        chosen = parse_spec(algorithm or strongest(game, evaluation))
        return cls(chosen, None if model else evaluation, model or "")

    @property
    def spec(self) -> str:
        """The algorithm with those options that it knows."""
        known = find_algorithm(self.algorithm.name).options
        options = {key: value for key, value in self.algorithm.options.items() if key in known}
        return str(replace(self.algorithm, options=options))

    @property
    def decisive(self) -> "Settings":
        """The same but for what no searcher has to know."""
        return replace(self, overhead=0, lines=1)

    def searcher(self, game: Game) -> Searcher:
        """Return a search with these settings.

        Raises
        ------
        SpielbaumError
            If it cannot be.
        """
        return Searcher(
            game,
            self.spec,
            evaluation=self.model or self.evaluation,
            table=self.table_bytes,
            threads=self.threads,
        )

    def with_aid(self, name: str, value: str) -> "Settings":
        """Return the same with an option of the algorithm."""
        return replace(self, algorithm=replace(self.algorithm, options={**self.algorithm.options, name: value}))


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option as it is declared, and what it does to the settings.

    ``shown`` is its value in some settings; ``change`` puts a value into them, ``choices`` are those of a combo.
    """

    name: str
    type: Literal["check", "spin", "combo", "string"]
    shown: Callable[[Settings], str]
    change: Callable[[Settings, str], Settings]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self, settings: Settings) -> str:
        """Return the line that tells a program of it."""
        parts = ["option name", self.name, "type", self.type, "default", self.shown(settings) or EMPTY]
        if self.type == "spin":
            parts += ["min", str(self.low), "max", str(self.high)]
        return " ".join(parts + [f"var {choice}" for choice in self.choices])

    def checked(self, value: str) -> str:
        """Return a value as it is written here.

        Raises
        ------
        InputError
            If it is none of this option.
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
            f"option {self.name} is {wanted.get(self.type) or 'one of ' + ', '.join(self.choices)}, not {value[:80]!r}"
        )


def options_for(game: Game, settings: Settings) -> dict[str, Option]:
    """Return the options of a game by their names in small letters."""
    fitting = fitting_algorithms(game, settings.model or settings.evaluation)
    names = tuple(dict.fromkeys([settings.algorithm.name, *fitting]))
    first = next(iter(game.evaluations), NONE)
    options = [
        Option(name="Hash", type="spin", low=1, high=MOST_HASH, shown=_hash, change=_with_hash),
        Option(name="Ponder", type="check", shown=lambda _: "false", change=lambda found, _: found),
        _number("MultiPV", "lines", 1, MOST_LINES),
        _number("Move Overhead", "overhead", 0, MOST_OVERHEAD),
        Option(
            name="Algorithm",
            type="combo",
            choices=names,
            shown=lambda found: found.algorithm.name,
            change=lambda found, value: replace(found, algorithm=replace(found.algorithm, name=value)),
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
    ]
    if can_use_threads(game, settings.spec):
        options.append(_number("Threads", "threads", 1, MOST_THREADS))
    return {option.name.lower(): option for option in options + _aids(game, names)}


def changed(options: dict[str, Option], settings: Settings, name: str, value: str) -> Settings:
    """Return settings with one option set.

    Raises
    ------
    InputError
        If there is no such option, or the value is none of it.
    """
    if name not in options:
        raise UnknownNameError("option", name, [option.name for option in options.values()])
    return options[name].change(settings, options[name].checked(value))


def _hash(settings: Settings) -> str:
    return str(max(1, settings.table_bytes // MIB))


def _with_hash(settings: Settings, value: str) -> Settings:
    return replace(settings, table_bytes=int(value) * MIB)


def _number(name: str, setting: str, low: int, high: int) -> Option:
    """Return the option for a setting that is a whole number."""

    def change(found: Settings, value: str) -> Settings:
        number: dict[str, Any] = {setting: int(value)}
        return replace(found, **number)

    return Option(
        name=name, type="spin", low=low, high=high, shown=lambda found: str(getattr(found, setting)), change=change
    )


def _aids(game: Game, algorithms: tuple[str, ...]) -> list[Option]:
    """Return the options of the algorithms that are worth a choice."""
    known = {name: option for each in algorithms for name, option in find_algorithm(each).options.items()}
    aids = []
    if game.hints.noisy is not None and "quiescence" in known:
        aids.append(_aid("Quiescence", "quiescence", "check", "false"))
    if "replacement" in known:
        aids.append(
            _aid("Replacement", "replacement", "combo", str(known["replacement"].default), known["replacement"].choices)
        )
    return aids


def _aid(name: str, key: str, kind: Literal["check", "combo"], default: str, choices: tuple[str, ...] = ()) -> Option:
    return Option(
        name=name,
        type=kind,
        choices=choices,
        shown=lambda found: found.algorithm.options.get(key, default),
        change=lambda found, value: found.with_aid(key, value),
    )
