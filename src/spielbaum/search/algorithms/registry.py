"""The record of an algorithm, and the registry of all algorithms in this folder."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal, get_args

from spielbaum.checking.trial import sums_to_zero
from spielbaum.errors import InputError, Message, UnknownNameError, UnsupportedGameError
from spielbaum.game import Game, State, is_file
from spielbaum.plugins import plugins
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import Rules, Transform, make_rules, transformed, whole_numbers
from spielbaum.search.core.tracer import Tracer
from spielbaum.search.core.workspace import Workspace
from spielbaum.search.driver.minimal_tree import Leaves, minimal_leaves
from spielbaum.search.families.depth_first import DepthFirst
from spielbaum.search.families.family import Family
from spielbaum.spec import Option, arguments_of, options_of

Players = Literal["two", "more", "any"]

Kernel = Callable[[State, float, float, int, Workspace], Any]
"""``(state, alpha, beta, depth, ws) -> value``: a number as the root player sees it, or a vector.

A kernel returns the value alone. The action is chosen of what ``tree.update`` noted of the root actions in the
workspace: the best one, the first in the game's order among equals.
"""


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """An algorithm: what it is, what it requires of a game, and how it is run. All lists are made of these records.

    Parameters
    ----------
    name
        As on the command line.
    make
        ``(rules, tracer, **options) -> kernel``; its keyword parameters are the options of the algorithm.
    doc
        What it is, in a few words.
    title
        What people call it; without one its name.
    paper
        Who described it first, and when.
    page
        Its page in ``docs/algorithms``; without one the page of its name.
    needs
        The facts of a game that it needs, in words, beyond those that follow from other fields.
    returns
        What a result holds, in words.
    order
        Its place in lists, which begin with the smallest.
    family
        How it is run: depth first, by growing a tree, by simulations.
    players
        ``"two"``: for zero-sum games of two players. ``"more"``: for any game; lists for those of two leave it out.
        ``"any"``: for any game.
    transform
        How pay-offs are transformed unless the option says otherwise; None for an algorithm without that option.
    whole
        Whether all values must be whole numbers.
    splits
        Whether the root may be searched in two parts, the best action so far and then the others.
    threads
        Whether several threads can search with it, given a table.
    windows
        Whether it takes any other window than from minus to plus infinity.
    aspires
        Whether deeper iterations may begin with a small window around the last value.
    negates
        Whether values and windows are those of the player to move, and not of the root player.
    prunes
        Whether it may leave out branches; else it searches the whole tree to a depth.
    plain
        Whether its tree is that of the game: every player has all its actions, whatever the others did, and so entries
        of a table are a line of play.
    distances
        Whether its kernel can be asked how far away a win or a loss is.
    pays
        Whether the values of finished games are what the game pays.
    meaning
        What a value means where it is not the utility of a player; empty where it is.
    least_leaves
        ``(rules, options) -> leaves``: how many leaves it visits at least in a uniform tree, as a function of branching
        and depth, or None where that is not known. Without it what its family visits.
    compared
        Whether it is among those that are compared where none is named.
    benchmarks
        The options, one text for each search, with which it takes part in the benchmark.
    exercises
        The kinds of exercises by hand it is for, ``"values"``, ``"cuts"``, ``"order"`` and ``"sheet"``, with options.
    settings
        Options that act outside of the kernel, so that other values need no other kernel.
    """

    name: str
    make: Callable[..., Kernel]
    doc: str
    title: str = ""
    paper: str = ""
    page: str = ""
    needs: str = ""
    returns: str = "the value; of root actions the value or a bound"
    order: int = 50
    family: type[Family] = DepthFirst
    players: Players = "two"
    transform: Transform | None = None
    whole: bool = False
    splits: bool = True
    threads: bool = False
    windows: bool = True
    aspires: bool = False
    negates: bool = False
    prunes: bool = True
    plain: bool = True
    distances: bool = True
    pays: bool = True
    meaning: str = ""
    least_leaves: Callable[[Rules, Mapping[str, Any]], Leaves | None] | None = None
    compared: bool = True
    benchmarks: tuple[str, ...] = ("",)
    exercises: Mapping[str, str] = field(default_factory=dict, hash=False)
    settings: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        """Fill in title and page."""
        object.__setattr__(self, "title", self.title or self.name)
        object.__setattr__(self, "page", self.page or self.name)

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options of the factory, and those that act outside of it: on pay-offs, and on the window of the root."""
        found = options_of(self.make)
        if self.transform is not None:
            found["transform"] = Option("transform", self.transform, get_args(Transform))
        if self.aspires:
            found["aspiration"] = Option("aspiration", 0.0)
        found |= {option.name: option for option in self.settings}
        return found

    @property
    def has_memory(self) -> bool:
        """Whether it has a table, or a tree in memory, whose size may be given."""
        return self.family.has_memory(self.options)

    @property
    def finds_minimax(self) -> bool:
        """Whether its value is that of minimax to a depth, in zero-sum games of two players."""
        return self.plain and self.family.proves_number

    def fewest_leaves(self, rules: Rules, options: Mapping[str, Any]) -> Leaves | None:
        """Return how many leaves it visits at least in a uniform tree; None where that is not known."""
        if self.least_leaves is not None:
            return self.least_leaves(rules, options)
        return minimal_leaves if self.family.proves_number and rules.is_duel else None

    def kernel(self, rules: Rules, tracer: Tracer | None, **options: Any) -> tuple[Kernel, Rules]:
        """Return the kernel, which takes the bare fields of a state, and the rules as it sees them.

        Raises
        ------
        UnsupportedGameError
            If an option needs a fact that the game does not state.
        """
        if self.transform is not None:
            rules = transformed(rules, options.pop("transform", self.transform))
        for option in self.settings:
            options.pop(option.name, None)
        if self.whole:
            rules = whole_numbers(rules)
        if options.get("loose"):
            rules = rules._replace(allow_deeper_entries=True)
        return _of_bare_fields(self.make(rules, tracer, **arguments_of(self.make, options)), rules), rules

    def refuse_unfit(self, game: Game, evaluation: str | None = None) -> None:
        """Raise an error if a game lacks a fact that the algorithm needs, or if values of an evaluation are not whole.

        Raises
        ------
        UnsupportedGameError
            With a sentence that names the fact.
        """
        if self.players == "two":
            self._refuse_other_than_duels(game)
        if self.whole and is_learned(game, evaluation):
            raise UnsupportedGameError(
                f"{self.name} needs whole numbers, which the values of a learned evaluation are not"
            )
        if self.family.needs_evaluation and find_evaluation(game, evaluation) is None:
            raise UnsupportedGameError(
                f"{self.name} follows the best evaluation, and {game.spec} is searched without one: give the game one"
            )

    def fits(self, game: Game, evaluation: str | None = None) -> bool:
        """Return whether it can search a game."""
        try:
            self.refuse_unfit(game, evaluation)
            if self.players != "two":
                self.kernel(make_rules(game, find_evaluation(game, evaluation), compiled=False), None)
        except UnsupportedGameError:
            return False
        return True

    def _refuse_other_than_duels(self, game: Game) -> None:
        if game.players != 2:
            raise UnsupportedGameError(Message("{} is for two players, {} has {}", self.name, game.spec, game.players))
        if not game.zero_sum:
            hint = ": did you mean zero_sum=True? All utilities met sum to 0" if sums_to_zero(game) else ""
            raise UnsupportedGameError(
                Message(
                    "{} needs a zero-sum game, and {} does not state zero_sum=True{}",
                    self.name,
                    game.spec,
                    Message(hint),
                )
            )


def _of_bare_fields(kernel: Kernel, rules: Rules) -> Kernel:
    """Return a kernel that makes the state from its fields, so that no class of states is in its signature."""
    state_of = rules.state_of

    def entry(fields: Any, alpha: float, beta: float, depth: int, ws: Workspace) -> Any:
        return kernel(state_of(fields), alpha, beta, depth, ws)

    return entry


def is_learned(game: Game, evaluation: str | None) -> bool:
    """Return whether an evaluation, or without one the first of a game, is read from the file of a model."""
    name = evaluation or next(iter(game.evaluations), None)
    return name is not None and is_file(name)


ENTRY_POINTS = "spielbaum.algorithms"
"""The group in which packages register modules of algorithms."""


def algorithm_names() -> list[str]:
    """Return the names of all algorithms."""
    return sorted(_algorithms())


def find_algorithm(name: str) -> Algorithm:
    """Return an algorithm by name.

    Raises
    ------
    UnknownNameError
        If there is none of that name.
    """
    if name not in _algorithms():
        raise UnknownNameError("algorithm", name, _algorithms())
    return _algorithms()[name]


def prunes_vectors(game: Game, evaluation: str | None = None) -> bool:
    """Return whether a game states the facts that sound prunings of Max^n need."""
    rules = transformed(make_rules(game, find_evaluation(game, evaluation), compiled=False), "auto")
    return rules.non_negative and rules.maximum is not None and rules.maximal_sum is not None


def fitting_algorithms(game: Game, evaluation: str | None = None) -> list[str]:
    """Return the algorithms that can search a game, without variants: those for two players, or those for N.

    Left out are those for whole numbers only where the evaluation is a learned one, and those that lack a fact or an
    evaluation.
    """
    others = "more" if game.is_duel else "two"
    return [found.name for found in listed_algorithms() if found.players != others and found.fits(game, evaluation)]


def listed_algorithms() -> list[Algorithm]:
    """Return all algorithms in the order of lists."""
    return sorted(_algorithms().values(), key=lambda found: (found.order, found.name))


@cache
def _algorithms() -> dict[str, Algorithm]:
    package = importlib.import_module(__package__)
    modules = [importlib.import_module(f"{__package__}.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    found: list[Any] = [
        module.algorithm for module in modules if isinstance(getattr(module, "algorithm", None), Algorithm)
    ]
    return {algorithm.name: algorithm for algorithm in [*_installed(), *found]}


def _installed() -> list[Algorithm]:
    """Return the algorithms of other packages.

    Raises
    ------
    InputError
        If one of them cannot be loaded.
    """
    found = []
    for name, point in plugins(ENTRY_POINTS).items():
        try:
            loaded = point.load()
        except Exception as error:
            raise InputError(f"the installed algorithm {name!r} cannot be loaded: {error}") from error
        algorithm = getattr(loaded, "algorithm", loaded)  # a module, or the record in it
        if not isinstance(algorithm, Algorithm):
            raise InputError(f"the installed algorithm {name!r} is not an Algorithm, nor a module with one")
        found.append(algorithm)
    return found
