"""An algorithm with its options as one object: what a search runs.

Text such as ``"pvs(history, aspiration=30)"`` is read here, once; all other functions take an ``AlgorithmChoice``.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.game import Game
from spielbaum.kernel import jit_enabled
from spielbaum.search.algorithms.registry import Algorithm, algorithm_names, find_algorithm, prunes_vectors
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.spec import Spec, checked, convert_options, option_text, parse_spec

BEST = "best"
"""The name that stands for the strongest known setting of a game."""

MATCH = "match"
"""The setting of a game that ``best`` stands for."""


LEADER = "mcts:exploration=0.1,playout=none,widening=1,transform=auto"
"""The algorithm that is ahead of Max^n in all games of the ladder but Blokus, where nothing is decided."""


@dataclass(frozen=True, eq=False)
class AlgorithmChoice:
    """An algorithm with its options.

    Two are equal if they are the same algorithm with the same options, in whatever order.

    Parameters
    ----------
    algorithm
        The record of the algorithm.
    options
        Values of the options that are set; the others have their defaults.

    Raises
    ------
    UnknownNameError
        If the algorithm has no such option.
    InputError
        If an option cannot have that value.

    Examples
    --------
    >>> choice = parse_algorithm("pvs(history, aspiration=30)")
    >>> str(choice), choice.options["aspiration"], choice.value("killers")
    ('pvs:history=true,aspiration=30', 30.0, False)
    >>> str(choice.with_options(killers=True))
    'pvs:history=true,aspiration=30,killers=true'
    """

    algorithm: Algorithm
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the options, and freeze them."""
        known, given = self.algorithm.options, {}
        for name, value in self.options.items():
            if name not in known:
                raise UnknownNameError(Message("option of {} {!r}", "algorithm", self.name), name, known)
            given[name] = checked(value, known[name], Message("option {!r} of {} {!r}", name, "algorithm", self.name))
        object.__setattr__(self, "options", MappingProxyType(given))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlgorithmChoice):
            return NotImplemented
        return (self.algorithm, dict(self.options)) == (other.algorithm, dict(other.options))

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.options.items())))

    def __str__(self) -> str:
        """Return the text from which the same choice is read."""
        return str(Spec(self.name, {name: option_text(value) for name, value in self.options.items()}))

    def __repr__(self) -> str:
        """Return the call that makes it."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"algorithms.{self.name.replace('-', '_')}({options})"

    def __reduce__(self) -> tuple[Callable[..., "AlgorithmChoice"], tuple[str]]:
        """Pickle it as its text."""
        return parse_algorithm, (str(self),)

    @property
    def name(self) -> str:
        """The name of the algorithm."""
        return self.algorithm.name

    def value(self, option: str) -> Any:
        """Return the value of an option, its default if it is not set; None if the algorithm has no such option."""
        known = self.algorithm.options
        return self.options.get(option, known[option].default if option in known else None)

    def with_options(self, **options: Any) -> "AlgorithmChoice":
        """Return the choice with some options set."""
        return replace(self, options={**self.options, **options})

    def without(self, *names: str) -> "AlgorithmChoice":
        """Return the choice without some options, which get their defaults."""
        return replace(self, options={name: value for name, value in self.options.items() if name not in names})

    def with_table(self, scheme: str = "two-deep") -> "AlgorithmChoice":
        """Return the choice with a transposition table, unless it names a scheme itself or can have no table.

        Examples
        --------
        >>> [str(parse_algorithm(text).with_table()) for text in ("pvs", "pvs:replacement=new", "minimax")]
        ['pvs:replacement=two-deep', 'pvs:replacement=new', 'minimax']
        """
        if "replacement" in self.options or "replacement" not in self.algorithm.options:
            return self
        return self.with_options(replacement=scheme)


AlgorithmLike = AlgorithmChoice | str
"""What public functions take for an algorithm: an object or its text."""


def choose(name: str, **options: Any) -> AlgorithmChoice:
    """Return an algorithm by name, with options.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm or option.
    InputError
        If an option cannot have that value.
    """
    return AlgorithmChoice(find_algorithm(name), options)


def parse_algorithm(text: str) -> AlgorithmChoice:
    """Read an algorithm with options: ``pvs``, ``pvs:history,killers`` or ``pvs(history, killers)``.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm or option.
    InputError
        If the text has another form, or an option cannot have that value.
    """
    return from_spec(parse_spec(text))


def as_choice(algorithm: AlgorithmLike) -> AlgorithmChoice:
    """Return an algorithm that is given as such or by its text, where no game is known."""
    return algorithm if isinstance(algorithm, AlgorithmChoice) else parse_algorithm(algorithm)


def from_spec(spec: Spec) -> AlgorithmChoice:
    """Return the algorithm of a name with options that are still texts."""
    algorithm = find_algorithm(spec.name)
    return AlgorithmChoice(algorithm, convert_options(spec, algorithm.options, "algorithm"))


def as_algorithm(
    game: Game,
    algorithm: AlgorithmLike | None = None,
    evaluation: str | None = None,
    limits: Collection[str] = (),
) -> AlgorithmChoice:
    """Return the algorithm that a caller names for a game.

    Parameters
    ----------
    game, evaluation, limits
        What is searched, and the names of the limits, if they are known.
    algorithm
        An object, its text, or the name of a setting of the game, such as ``"best"``, perhaps with more options; None
        for ``default_algorithm``.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm or option.
    InputError
        If it is neither, or the text cannot be read.

    Examples
    --------
    >>> from spielbaum import games
    >>> str(as_algorithm(games.load("nim"), "best(aspiration=1)"))
    'pvs:replacement=two-deep,history=true,killers=true,aspiration=1'
    """
    if algorithm is None:
        return default_algorithm(game, evaluation)
    if isinstance(algorithm, AlgorithmChoice):
        return algorithm
    if not isinstance(algorithm, str):
        raise InputError(Message("algorithm must be a text such as 'alpha-beta', not {!r}", algorithm))
    return for_game(game, parse_spec(algorithm), evaluation, limits)


def for_game(game: Game, spec: Spec, evaluation: str | None = None, limits: Collection[str] = ()) -> AlgorithmChoice:
    """Return the algorithm of a name with options, which may be that of a setting of the game, such as ``best``."""
    if spec.name in algorithm_names():
        return from_spec(spec)
    if spec.name != BEST and spec.name not in game.settings:
        raise UnknownNameError("algorithm", spec.name, [BEST, *game.settings, *algorithm_names()])
    setting = best(game, evaluation, limits) if spec.name == BEST else parse_algorithm(game.settings[spec.name])
    more = convert_options(replace(spec, name=setting.name), setting.algorithm.options, "algorithm")
    return setting.with_options(**more)


def default_algorithm(game: Game, evaluation: str | None = None) -> AlgorithmChoice:
    """Return the algorithm that searches a game if none is named.

    Alpha-beta for two players and a sum of zero; else Max^n, with its sound prunings where the facts allow them.
    """
    if game.is_duel:
        return choose("alpha-beta")
    return choose("max-n-is" if prunes_vectors(game, evaluation) else "max-n")


def strongest(game: Game, evaluation: str | None = None, limits: Collection[str] = ()) -> AlgorithmChoice:
    """Return the algorithm and options that search a game best, judging by its facts and by the ladder.

    For two players and a sum of zero principal variation search with a table and the history heuristic; with killers
    where the game has no order of its own, since they come before it, with its bounds if it has some, and with
    quiescence if it says which actions are noisy. For more players, with an evaluation whose values are parts of a
    whole and limits that fit, Monte-Carlo tree search that evaluates its leaves. Else what ``default_algorithm`` gives.

    Examples
    --------
    >>> from spielbaum import games
    >>> str(strongest(games.load("tic-tac-toe"))), str(strongest(games.load("mnk:players=3")))
    ('pvs:replacement=two-deep,history=true,killers=true', 'max-n-is')
    >>> rolit = games.load("rolit")
    >>> str(strongest(rolit, limits=["seconds"])), str(strongest(rolit, limits=["depth"]))
    ('mcts:exploration=0.1,playout=none,widening=1,transform=auto', 'max-n-is')
    """
    chosen = find_evaluation(game, evaluation)
    if not game.is_duel:
        leader = parse_algorithm(LEADER)
        fits = limits and leader.algorithm.family.limits.issuperset(limits) and prunes_vectors(game, evaluation)
        return leader if fits and chosen and game.players > 2 else default_algorithm(game, evaluation)
    options = {
        "history": True,
        "killers": game.hints.order is None,
        "bounds": game.hints.bounds is not None and not (chosen is not None and chosen.terminal),
        "quiescence": game.hints.noisy is not None and chosen is not None,
    }
    wanted = {name: True for name, value in options.items() if value}
    return choose("pvs", replacement="two-deep", **wanted)


def best(game: Game, evaluation: str | None = None, limits: Collection[str] = ()) -> AlgorithmChoice:
    """Return the strongest known way to play a game: its setting ``match``, else what ``strongest`` gives.

    The setting is for the first evaluation of the game, whose unit its margins are in, and for the limits that its
    algorithm takes.
    """
    if MATCH in game.settings and evaluation in (None, next(iter(game.evaluations), None)):
        setting = parse_algorithm(game.settings[MATCH])
        if setting.algorithm.family.limits.issuperset(limits):
            return setting
    return strongest(game, evaluation, limits)


def can_use_threads(game: Game, algorithm: Algorithm) -> bool:
    """Return whether several threads can search a game with an algorithm."""
    return game.compiled and jit_enabled() and algorithm.threads


def is_algorithm(text: str) -> bool:
    """Return whether a text begins with the name of an algorithm.

    Examples
    --------
    >>> is_algorithm("pvs(history)"), is_algorithm("nim")
    (True, False)
    """
    return re.split("[:(]", text.strip(), maxsplit=1)[0] in algorithm_names()
