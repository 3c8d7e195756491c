"""Players: a search within limits, random play, another program, or a human.

The text of a player, such as ``max-n-is(depth=4, evaluation=count-pawns-100-roles)``, is stored with every result and
can be parsed again.
"""

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from spielbaum import clients
from spielbaum.clients import PROTOCOLS, EngineSettings
from spielbaum.errors import RESIGNATION, ForfeitError, InputError, Message, UnknownNameError
from spielbaum.game import Action, Game, State, path_of
from spielbaum.game.notation import legal_actions
from spielbaum.search.algorithms.choice import BEST, AlgorithmChoice, for_game, from_spec, is_algorithm
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import make_rules
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress, Stop
from spielbaum.search.core.result import Number, Result, tidy
from spielbaum.search.searcher import Searcher
from spielbaum.spec import Option, Spec, convert_options, option_text, parse_spec, split_specs

if TYPE_CHECKING:
    from spielbaum.tablebase import Known

HUMAN, RANDOM = "human", "random"
PROBCUT = "probcut"
"""The algorithm option whose value is a path."""

SERVED = "engine:"
"""The prefix of the label of an engine that a server was started with. The engine's command is never shown."""

LONG = 1.0
"""Seconds after which a search without limits counts as slow."""

_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
_ENGINE = re.compile(rf"\s*({'|'.join(PROTOCOLS)}):(.*?)\s*(?:\(([^()]*)\))?\s*", re.DOTALL)
_ENGINE_OPTIONS = {"margin": Option("margin", 0.0, ()), "patience": Option("patience", 0.0, ())}
_LIMITS = {
    "depth": Option("depth", 0, ()),
    "seconds": Option("seconds", 0.0, ()),
    "nodes": Option("nodes", 0, ()),
    "simulations": Option("simulations", 0, ()),
    "evaluation": Option("evaluation", "", ()),
    "book": Option("book", "", ()),
    "noise": Option("noise", 0.0, ()),
    "flexible": Option("flexible", False, ()),
}
_NO_LIMITS = ("evaluation", "book", "noise", "flexible")

MOST_SECONDS, PART_OF_SAVED = 4.0, 0.125
"""A flexible player spends at most so many times its seconds on a move, on a usual one this part of what it saved."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player: an algorithm with options, limits and evaluation; an engine, ``human``, or ``random``.

    Parameters
    ----------
    name
        The algorithm, ``"human"`` or ``"random"``; for an engine its protocol and command, ``"uci:stockfish"``.
    limits
        The limits of a search or an engine.
    evaluation
        The evaluation of a search; the game's first if None.
    options
        Options of the algorithm or the engine, or the seed of random play.
    book
        Path of a book to look up positions in before searching them; None without a book.
    noise
        The probability with which a move of a search is drawn at random instead.
    flexible
        Whether the seconds are those of a move on average; see :class:`FlexiblePlayer`.
    """

    name: str
    limits: Limits = field(default_factory=Limits)
    evaluation: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    book: str | None = None
    noise: float = 0.0
    flexible: bool = False

    def __str__(self) -> str:
        """Return the text of the player, which can be parsed again."""
        parts = [
            f"{'time' if self.is_engine and key == 'seconds' else key}={tidy(value)}"
            for key in ("depth", "seconds", "nodes", "simulations")
            if (value := getattr(self.limits, key)) is not None
        ]
        if self.evaluation:
            parts.append(f"evaluation={self.evaluation}")
        if self.book:
            parts.append(f"book={self.book}")
        if self.noise:
            parts.append(f"noise={tidy(self.noise)}")
        if self.flexible:
            parts.append("flexible")
        parts += self._written_options
        return f"{self.name}({', '.join(parts)})" if parts or self.name.endswith(")") else self.name

    @property
    def _written_options(self) -> list[str]:
        return [key if value == "true" else f"{key}={value}" for key, value in self.options]

    @property
    def searches(self) -> bool:
        """Whether it is an algorithm."""
        return self.name not in (HUMAN, RANDOM) and not self.is_engine and not self.is_served

    @property
    def is_served(self) -> bool:
        """Whether it is the label of an engine that a server was started with."""
        return self.name.startswith(SERVED)

    @property
    def is_engine(self) -> bool:
        """Whether it is another program."""
        return is_engine(self.name)

    @property
    def engine(self) -> EngineSettings:
        """Engine settings."""
        protocol, _, command = self.name.partition(":")
        own = convert_options(
            Spec(self.name, {key: value for key, value in self.options if key in _ENGINE_OPTIONS}),
            _ENGINE_OPTIONS,
            "player",
        )
        if not all(seconds > 0 for seconds in own.values()):
            raise InputError(
                Message("margin and patience of {!r} must be positive numbers of seconds, not {}", self.name, self)
            )
        return EngineSettings(
            protocol=protocol,
            command=command,
            seconds=self.limits.seconds,
            depth=self.limits.depth,
            nodes=self.limits.nodes,
            options=tuple((key, value) for key, value in self.options if key not in _ENGINE_OPTIONS),
            **own,
        )

    @property
    def seed(self) -> str:
        """The random seed, as written."""
        return dict(self.options).get("seed", "0")

    @classmethod
    def of(
        cls,
        choice: AlgorithmChoice,
        limits: Limits | None = None,
        evaluation: str | None = None,
        book: str | None = None,
    ) -> "PlayerSpec":
        """Return the player that searches with an algorithm."""
        options = tuple((name, option_text(value)) for name, value in choice.options.items())
        return cls(choice.name, limits or Limits(), evaluation, options, book)

    @cached_property
    def algorithm(self) -> AlgorithmChoice:
        """The algorithm of a player that searches.

        Raises
        ------
        UnknownNameError
            If it does not search, or its name is a setting, such as ``best``: see ``for_game``.
        """
        return from_spec(self._spec)

    @property
    def _spec(self) -> Spec:
        return Spec(self.name, dict(self.options))

    def for_game(self, game: Game) -> "PlayerSpec":
        """Return the player with ``best`` replaced by the algorithm that it stands for in a game."""
        if self.name != BEST:
            return self
        choice = for_game(game, self._spec, self.evaluation, self.limits.given)
        chosen = PlayerSpec.of(choice, self.limits, self.evaluation, self.book)
        return replace(chosen, noise=self.noise, flexible=self.flexible)

    def within(self, limits: Limits, evaluation: str | None = None, book: str | None = None) -> "PlayerSpec":
        """Return the player with default limits, evaluation and book, which its own override."""
        if self.is_engine:
            known = {key: getattr(limits, key) for key in PROTOCOLS[self.name.partition(":")[0]]}
            return self if self.limits != Limits() else replace(self, limits=Limits(**known))
        if not self.searches:
            return self
        own = limits if self.limits == Limits() else self.limits
        return replace(self, limits=own, evaluation=self.evaluation or evaluation, book=self.book or book)


def located(spec: PlayerSpec, folder: Path | None = None) -> PlayerSpec:
    """Return the player with absolute paths of its models, its book or its engine.

    Relative paths are resolved against a folder, by default the working directory.

    Raises
    ------
    InputError
        If the text of the player could not be parsed with such a path.

    Examples
    --------
    >>> str(located(parse_player("pvs(depth=6, evaluation=mine.json)"), Path("/models")))
    'pvs(depth=6, evaluation=/models/mine.json)'
    >>> str(located(parse_player("uci:./mine --fast"), Path("/engines")))
    'uci:/engines/mine --fast'
    """
    if spec.is_engine:
        protocol, _, command = spec.name.partition(":")
        program, *rest = command.split(" ", 1)
        if "/" not in program or program.startswith(("/", "~", "'", '"')):
            return spec
        return replace(spec, name=" ".join([f"{protocol}:{(folder or Path()).resolve() / program}", *rest]))

    def absolute(name: str) -> str:
        path = str((folder or Path()).resolve() / name)
        refuse_unwritable(path)
        return path

    paths: dict[str, Any] = {}
    path = path_of(spec.evaluation or "")
    if spec.evaluation is not None and path is not None:
        paths["evaluation"] = absolute(path) + spec.evaluation[len(path) :]
    if spec.book is not None:
        paths["book"] = absolute(spec.book)
    options = tuple((key, absolute(value) if key == PROBCUT else value) for key, value in spec.options)
    return replace(spec, options=options, **paths)


def files_of(spec: PlayerSpec) -> list[str]:
    """Return the paths of the files that a player uses: its evaluation and its ProbCut model."""
    evaluation = path_of(spec.evaluation or "")
    return [*([evaluation] if evaluation else []), *(value for key, value in spec.options if key == PROBCUT)]


def refuse_unwritable(path: str) -> None:
    """Raise an InputError if a path cannot be part of the text of a player."""
    if set(path) & set(",()"):
        raise InputError(Message("a path that a player names must not contain a comma or parentheses: {!r}", path))


def parse_player(text: str) -> PlayerSpec:
    """Read a player.

    Raises
    ------
    InputError
        If there is no such algorithm or option, or a value cannot be read.

    Examples
    --------
    >>> str(parse_player("max-n-is:1s"))
    'max-n-is(seconds=1)'
    >>> str(parse_player("hypermax(transform=normalised, depth=4)"))
    'hypermax(depth=4, transform=normalised)'
    >>> str(parse_player("uci:gnuchess --uci(500ms, Hash=64)"))
    'uci:gnuchess --uci(time=0.5, Hash=64)'
    """
    if engine := _ENGINE.fullmatch(text):
        return _parse_engine(text, *engine.groups())
    spec = parse_spec(text)
    options = _with_seconds(text, spec.options)
    if spec.name in (HUMAN, RANDOM):
        known = {"seed": Option("seed", 0, ())} if spec.name == RANDOM else {}
        convert_options(replace(spec, options=options), known, "player")
        return PlayerSpec(spec.name, options=tuple(options.items()))
    if spec.name not in (*algorithm_names(), BEST):
        raise UnknownNameError("player", spec.name, [*algorithm_names(), BEST, HUMAN, RANDOM])
    own = {key: value for key, value in options.items() if key in _LIMITS}
    found = convert_options(replace(spec, options=own), _LIMITS, "player")
    rest = replace(spec, options={key: value for key, value in options.items() if key not in _LIMITS})
    limits, evaluation, book = _limits_of(text, found), found.get("evaluation"), found.get("book")
    noise, flexible = found.get("noise", 0.0), found.get("flexible", False)
    if not 0 <= noise <= 1:
        raise InputError(Message("noise is a probability from 0 to 1, not {} as in {!r}", noise, text))
    if spec.name == BEST:  # its options depend on the game
        return PlayerSpec(BEST, limits, evaluation, tuple(rest.options.items()), book, noise, flexible)
    algorithm = find_algorithm(spec.name)
    chosen = convert_options(rest, {**algorithm.options, **_LIMITS}, "player")
    player = PlayerSpec.of(AlgorithmChoice(algorithm, chosen), limits, evaluation, book)
    return replace(player, noise=noise, flexible=flexible)


def as_player(player: PlayerSpec | str) -> PlayerSpec:
    """Return a player, given as an object or as text."""
    return player if isinstance(player, PlayerSpec) else parse_player(player)


def _with_seconds(text: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return options with a duration such as ``500ms`` turned into a time limit."""
    options = dict(given)
    for key in list(options):
        duration = _DURATION.fullmatch(key)
        if duration and options[key] == "true":
            del options[key]
            if "seconds" in options:
                raise InputError(Message("player {!r} has two time limits", text))
            options["seconds"] = str(float(duration[1]) / (1000 if duration[2] == "ms" else 1))
    return options


def _limits_of(text: str, found: dict[str, Any]) -> Limits:
    if "seconds" in found:
        found["seconds"] = int(found["seconds"]) if found["seconds"].is_integer() else found["seconds"]
    if found.get("depth") == 0:
        raise InputError(Message("player {!r} would not search any action: the depth must be at least 1", text))
    return Limits(**{name: value for name, value in found.items() if name not in _NO_LIMITS})


def _parse_engine(text: str, protocol: str, command: str, body: str | None) -> PlayerSpec:
    """Return the player of an engine; options that are not limits are passed to the engine."""
    if not command or "," in re.sub(r"\([^()]*\)", "", command):
        raise InputError(
            Message(
                "cannot read {!r}: an engine is PROTOCOL:COMMAND(time=0.5, option=value), and the "
                "command has commas only in parentheses",
                text,
            )
        )
    spec = parse_spec(f"engine({body or ''})")
    options = _with_seconds(text, spec.options)
    if "time" in options:
        if "seconds" in options:
            raise InputError(Message("player {!r} has two time limits", text))
        options["seconds"] = options.pop("time")
    known = {key: _LIMITS[key] for key in ("seconds", "depth", "nodes")}
    own = {key: value for key, value in options.items() if key in known}
    found = convert_options(Spec(f"{protocol}:{command}", own), known, "player")
    rest = tuple((key, value) for key, value in options.items() if key not in known)
    player = PlayerSpec(f"{protocol}:{command}", _limits_of(text, found), None, rest)
    _ = player.engine  # validates the options
    return player


def is_engine(text: str) -> bool:
    """Return whether the text of a player names another program.

    Examples
    --------
    >>> is_engine("uci:stockfish(time=0.5)"), is_engine("pvs:1s")
    (True, False)
    """
    protocol, colon, _ = text.strip().partition(":")
    return bool(colon) and protocol in PROTOCOLS


def is_player(text: str) -> bool:
    """Return whether a text begins with the name of a player other than an engine."""
    return is_algorithm(text) or parse_spec(text).name in (BEST, HUMAN, RANDOM)


def parse_seat(text: str) -> PlayerSpec:
    """Read a player on a server: any player, or one of its engines by label.

    Raises
    ------
    InputError
        If it cannot be read.

    Examples
    --------
    >>> parse_seat("engine:stockfish").is_served
    True
    """
    return PlayerSpec(text) if text.startswith(SERVED) else parse_player(text)


def parse_players(text: str) -> list[PlayerSpec]:
    """Read several players, separated by commas.

    Raises
    ------
    InputError
        If one of them cannot be read.
    """
    return [parse_player(part) for part in split_specs(text)]


def refuse_unfit(game: Game, spec: PlayerSpec) -> None:
    """Raise an error if a player cannot play a game; nothing is compiled.

    Raises
    ------
    UnknownNameError
        If the game has no such evaluation.
    UnsupportedGameError
        If the game lacks a fact that the algorithm needs, or the engine does not play it.
    InputError
        If the algorithm or the engine does not support one of the limits.
    """
    if spec.is_engine:
        clients.refuse_unfit(game, spec.engine)
    if spec.searches:
        choice = spec.for_game(game).algorithm
        choice.algorithm.family.accept(choice.name, spec.limits)
        choice.algorithm.refuse_unfit(game, spec.evaluation)
        rules = make_rules(game, find_evaluation(game, spec.evaluation), compiled=False)
        choice.algorithm.kernel(rules, None, **choice.without("aspiration").options)


def takes_long(game: Game, spec: PlayerSpec) -> bool:
    """Return whether a player without limits needs more than ``LONG`` seconds for its first search.

    Raises
    ------
    SpielbaumError
        If it cannot play the game.
    """
    spec = spec.for_game(game)
    if not spec.searches or spec.limits != Limits() or not spec.algorithm.algorithm.family.ends:
        return False
    searcher = Searcher(game, spec.algorithm, evaluation=spec.evaluation)
    return searcher.search(seconds=LONG).seconds >= LONG


@dataclass(frozen=True)
class Choice:
    """The action that a player chose, the seconds it took, and the result of a search; None for other players."""

    action: Action
    seconds: float
    result: Result | None = None

    @property
    def value(self) -> Number | None:
        """The value of the search; None for other players."""
        return self.result.value if self.result else None


class Player(Protocol):
    """A player of one game."""

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return an action in a non-terminal state; ``history`` has the states before it."""


class SearchPlayer:
    """A player that searches within limits.

    Parameters
    ----------
    game
        The game.
    spec
        Its specification.
    searcher, book
        The searcher and the book, or a table; made and read from the specification if None.

    Raises
    ------
    SpielbaumError
        If the game has no such evaluation, lacks a fact that the algorithm needs, or is not that of the book.
    """

    def __init__(
        self, game: Game, spec: PlayerSpec, searcher: Searcher | None = None, book: "Known | None" = None
    ) -> None:
        self.game = game
        self.spec = spec
        self.searcher = searcher or Searcher(game, spec.for_game(game).algorithm, evaluation=spec.evaluation)
        self.book = _read(spec.book, game) if book is None and spec.book is not None else book

    def seeded(self, seed: object) -> "SearchPlayer":
        """Return the player for one game, with a random seed; itself if nothing is random."""
        drawn = random.Random(str((self.spec.seed, seed))).getrandbits(63)
        searcher = self.searcher.seeded(drawn)
        return self if searcher is self.searcher else SearchPlayer(self.game, self.spec, searcher, self.book)

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return the best action of the book, or of a search if the book does not have the state."""
        return self.choose_within(self.spec.limits, state, history)

    def choose_within(
        self,
        limits: Limits,
        state: State,
        history: Sequence[State] = (),
        on_iteration: Callable[[Progress], None] | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        """Do the same within other limits; ``on_iteration`` and ``stop`` as in a search."""
        start = time.perf_counter()
        result = self.book.result(state) if self.book is not None else None
        result = result or self.searcher.search(state, limits, history=history, on_iteration=on_iteration, stop=stop)
        assert result.action is not None
        return Choice(result.action, time.perf_counter() - start, result)


def _read(path: str, game: Game) -> "Known":
    from spielbaum.tablebase import read_known

    return read_known(path, game)


class FlexiblePlayer:
    """A player whose seconds are those of a move on average, over one game.

    It does not begin an iteration that would not end in time. What it saves so, it spends on moves whose best action
    has just changed: up to four times its seconds, as far as they are saved.

    Parameters
    ----------
    player
        The player that searches; its limits have seconds.

    Attributes
    ----------
    saved
        Seconds left over from earlier moves.

    Raises
    ------
    InputError
        If the player has no time limit.
    """

    def __init__(self, player: SearchPlayer) -> None:
        if player.spec.limits.seconds is None:
            raise InputError(Message("flexible shares out seconds, and {} has none: add seconds=1", player.spec))
        self.player, self.seconds, self.saved = player, player.spec.limits.seconds, 0.0

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return the action that the player chooses in as much time as the state needs."""
        most, stop = min(self.seconds + self.saved, MOST_SECONDS * self.seconds), Stop()
        pace = Pace(self.seconds + PART_OF_SAVED * self.saved, most)

        def on_iteration(progress: Progress) -> None:
            if not pace.goes_on(progress):
                stop.set()

        limits = replace(self.player.spec.limits, seconds=most)
        choice = self.player.choose_within(limits, state, history, on_iteration, stop)
        self.saved = max(0.0, self.saved + self.seconds - choice.seconds)
        return choice


class Pace:
    """When a search that deepens has had enough time.

    Parameters
    ----------
    usual
        Seconds for a search whose best action stays the same.
    most
        Seconds for one whose best action has changed in the last iteration.
    """

    def __init__(self, usual: float, most: float) -> None:
        self.usual, self.most = usual, most
        self._end, self._last = 0.0, 0.0
        self._best: Action | None = None

    def goes_on(self, progress: Progress) -> bool:
        """Return whether the next iteration is worth beginning; called after each one.

        It is expected to take longer than the last one by as much as that took longer than the one before.
        """
        took, best = progress.seconds - self._end, progress.pv[0] if progress.pv else None
        expected = took * max(1.0, took / self._last if self._last else 1.0)
        changed = self._best is not None and best != self._best
        self._end, self._last, self._best = progress.seconds, took, best
        return (changed and progress.seconds < self.most) or progress.seconds + expected <= self.usual


class RandomPlayer:
    """A player that draws legal actions with equal probability.

    Parameters
    ----------
    game
        The game.
    seed
        Equal seeds give equal actions.
    """

    def __init__(self, game: Game, seed: object) -> None:
        self.game = game
        self._random = random.Random(str(seed))

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:  # noqa: ARG002 - as every player
        """Return a random legal action."""
        return Choice(self._random.choice(legal_actions(self.game, state)), 0.0)


class NoisyPlayer:
    """A player whose moves are drawn at random with some probability.

    Parameters
    ----------
    game
        The game.
    player
        The player that chooses the other moves.
    noise
        The probability of a random move.
    seed
        Equal seeds give equal draws.
    """

    def __init__(self, game: Game, player: Player, noise: float, seed: object) -> None:
        self.game, self.player, self.noise, self.seed = game, player, noise, seed

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return a random legal action, or that of the player."""
        drawn = drawn_by_noise(self.game, state, self.noise, (self.seed, len(history)))
        return drawn or self.player.choose(state, history)


def drawn_by_noise(game: Game, state: State, noise: float, seed: object) -> Choice | None:
    """Return a random legal action with the probability of the noise, else None; equal seeds give equal draws."""
    drawing = random.Random(str(("noise", seed)))
    return Choice(drawing.choice(legal_actions(game, state)), 0.0) if drawing.random() < noise else None


class EnginePlayer:
    """An engine, started when it is needed, and restarted after a failure.

    Parameters
    ----------
    game
        The game.
    spec
        Its specification.

    Raises
    ------
    SpielbaumError
        If its protocol does not support the game.
    """

    def __init__(self, game: Game, spec: PlayerSpec) -> None:
        refuse_unfit(game, spec)
        self.game, self.spec = game, spec
        self._client: clients.Client | None = None

    def start(self) -> clients.Client:
        """Start the program unless it is running.

        Raises
        ------
        EngineError
            If it does not start, or does not follow its protocol.
        """
        if self._client is None:
            self._client = clients.connect(self.game, self.spec.engine)
        return self._client

    def choose(self, state: State, history: Sequence[State] = ()) -> Choice:
        """Return the action that the program chooses.

        Raises
        ------
        ForfeitError
            If it resigns, plays an illegal move, exceeds its time, or crashes.
        EngineError
            If it cannot be started.
        """
        client = self.start()
        begun = time.perf_counter()
        try:
            return Choice(client.choose((*history, state)), time.perf_counter() - begun)
        except BaseException as error:
            if not (isinstance(error, ForfeitError) and error.end == RESIGNATION):
                self.close()
            raise

    def close(self) -> None:
        """End the program; the next move starts it again."""
        if self._client is not None:
            client, self._client = self._client, None
            client.close()


class Bench:
    """The players of a match, made once for many games.

    Parameters
    ----------
    game
        The game.
    specs
        The players, none of them human.
    """

    def __init__(self, game: Game, specs: Sequence[PlayerSpec]) -> None:
        self.game = game
        self.specs = tuple(specs)
        for spec in specs:
            if spec.name == HUMAN:
                raise InputError(Message("a human plays with spielbaum play, not in a tournament"))

    @cached_property
    def _searching(self) -> dict[PlayerSpec, SearchPlayer]:
        return {spec: SearchPlayer(self.game, spec) for spec in self.specs if spec.searches}

    @cached_property
    def _engines(self) -> dict[PlayerSpec, EnginePlayer]:
        return {spec: EnginePlayer(self.game, spec) for spec in self.specs if spec.is_engine}

    def compile(self) -> None:
        """Compile every search and start every engine now."""
        for engine in self._engines.values():
            engine.start()
        for player in self._searching.values():
            player.searcher.compile()

    def close(self) -> None:
        """End the engines; the next move starts them again."""
        for engine in self._engines.values():
            engine.close()

    def seat(self, number: int, seed: object) -> Player:
        """Return the player of one seat in one game, with a random seed."""
        spec = self.specs[number]
        if spec.name == RANDOM:
            return RandomPlayer(self.game, (spec.seed, seed))
        if spec.is_engine:
            return self._engines[spec]
        search = self._searching[spec].seeded(seed)
        player = FlexiblePlayer(search) if spec.flexible else search
        return NoisyPlayer(self.game, player, spec.noise, (spec.seed, seed)) if spec.noise else player
