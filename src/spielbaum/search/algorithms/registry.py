"""The record of an algorithm, and the registry of all algorithms."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal, get_args

from spielbaum.checking.trial import sums_to_zero
from spielbaum.errors import InputError, Message, UnknownNameError, UnsupportedGameError
from spielbaum.game import Game, State, is_learned_file
from spielbaum.plugins import plugins
from spielbaum.search.core.evaluations import find_evaluation
from spielbaum.search.core.game_view import Rules, Transform, make_rules, transformed, whole_numbers
from spielbaum.search.core.goals import Goal, with_goal
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
workspace: the best one, the first in the game's order among equals, unless ``Family.settle`` chooses otherwise.
"""


@dataclass(frozen=True, kw_only=True)
class Algorithm:
    """An algorithm: what it is, what it needs of a game, and how it is run. All lists are made from these records.

    Parameters
    ----------
    name
        Its name on the command line.
    make
        ``(rules, tracer, **options) -> kernel``; its keyword parameters are the options of the algorithm.
    doc
        A short description.
    title
        Its usual name in texts; by default ``name``.
    paper
        Its authors and the year of their paper.
    page
        Its page in ``docs/algorithms``; by default ``name``.
    needs
        What else it needs of a game, in words, apart from what other fields imply.
    returns
        What it returns, in words.
    order
        Its rank in lists, smallest first.
    family
        How it is run: depth first, as a growing tree, by simulations.
    players
        ``"two"``: for two-player zero-sum games. ``"more"``: for any game, but only listed for other
        ones. ``"any"``: for any game.
    transform
        The default of the option ``transform``; None for an algorithm without it.
    whole
        Whether all values must be whole numbers.
    splits
        Whether the root can be searched in two parts: the best action so far, then the others. Otherwise its actions
        cannot be searched alone, and an iteration that is stopped does not count.
    threads
        Whether several threads can search with it, given a table.
    windows
        Whether it takes windows.
    aspires
        Whether it has aspiration windows.
    negates
        Whether it is in negamax form: values and windows are those of the player to move.
    prunes
        Whether it prunes; otherwise it searches the whole tree to a depth.
    plain
        Whether its tree is the game tree: every player has all actions, whatever the others did. Table entries
        are then a line of play.
    distances
        Whether its kernel can search for the distance of a win or a loss.
    pays
        Whether the values of terminal states are their utilities.
    meaning
        The meaning of a value that is not the utility of a player; empty if it is.
    least_leaves
        ``(rules, options) -> leaves``: the leaves of its minimal tree as a function of branching and depth, or None if
        unknown. By default those of its family.
    compared
        Whether ``compare`` runs it by default.
    benchmarks
        The options with which the benchmark runs it, one text for each search.
    exercises
        Its kinds of exercises, each with the options it is searched with: ``"values"``, to find the value of every
        node; ``"cuts"``, to find the branches that it prunes; ``"order"``, to order the branches so that it visits
        fewer leaves; ``"sheet"``, a worksheet, or several with different options separated by ``|``. ``"cuts"`` and
        ``"order"`` need an algorithm that prunes.
    settings
        Options that do not affect the kernel, so that other values need no compilation.
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
        """Set the defaults of title and page.

        Raises
        ------
        InputError
            If it prunes nothing, but has exercises on pruning.
        """
        on_pruning = [kind for kind in ("cuts", "order") if kind in self.exercises]
        if on_pruning and not self.prunes:
            raise InputError(
                Message("{} prunes nothing: it can have no exercises of the kind {}", self.name, ", ".join(on_pruning))
            )
        object.__setattr__(self, "title", self.title or self.name)
        object.__setattr__(self, "page", self.page or self.name)

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options of the factory, and those outside of it, such as ``goal`` and ``transform``."""
        found = options_of(self.make)
        if self.transform is not None:
            found["transform"] = Option("transform", self.transform, get_args(Transform))
        if self.players != "two":
            found["goal"] = Option("goal", "own", get_args(Goal))
        if self.aspires:
            found["aspiration"] = Option("aspiration", 0.0)
        found |= {option.name: option for option in self.settings}
        return found

    @property
    def has_memory(self) -> bool:
        """Whether it has a table or a tree of a given size."""
        return self.family.has_memory(self.options)

    @property
    def finds_minimax(self) -> bool:
        """Whether it finds the minimax value to a depth in two-player zero-sum games."""
        return self.plain and self.family.proves_number

    def fewest_leaves(self, rules: Rules, options: Mapping[str, Any]) -> Leaves | None:
        """Return the leaves of its minimal tree as a function of branching and depth; None if unknown."""
        if self.least_leaves is not None:
            return self.least_leaves(rules, options)
        return minimal_leaves if self.family.proves_number and rules.is_duel else None

    def kernel(self, rules: Rules, tracer: Tracer | None, **options: Any) -> tuple[Kernel, Rules]:
        """Return the kernel, which takes the fields of a state, and the rules it uses.

        Raises
        ------
        UnsupportedGameError
            If an option needs a fact that the game does not declare.
        """
        rules = with_goal(rules, options.pop("goal", "own"))
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
        """Raise an error if the algorithm cannot search a game with an evaluation.

        Raises
        ------
        UnsupportedGameError
            The message names the missing fact.
        """
        if self.players == "two":
            self._refuse_other_than_duels(game)
        if self.whole and is_learned(game, evaluation):
            raise UnsupportedGameError(
                Message("{} needs whole numbers, which the values of a learned evaluation are not", self.name)
            )
        if self.family.needs_evaluation and find_evaluation(game, evaluation) is None:
            raise UnsupportedGameError(
                Message("{} needs an evaluation, and {} has none or is searched without one", self.name, game.spec)
            )

    def fits(self, game: Game, evaluation: str | None = None) -> bool:
        """Return whether it can search a game with an evaluation."""
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
    """Return a kernel that makes the state from its fields, so that its signature contains no class of states."""
    state_of = rules.state_of

    def entry(fields: Any, alpha: float, beta: float, depth: int, ws: Workspace) -> Any:
        return kernel(state_of(fields), alpha, beta, depth, ws)

    return entry


def is_learned(game: Game, evaluation: str | None) -> bool:
    """Return whether an evaluation, by default the first of a game, is a learned one from a file."""
    name = evaluation or next(iter(game.evaluations), None)
    return name is not None and is_learned_file(name)


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
    """Return whether a game declares the facts that the sound prunings of Max^n need."""
    rules = transformed(make_rules(game, find_evaluation(game, evaluation), compiled=False), "auto")
    return rules.non_negative and rules.maximum is not None and rules.maximal_sum is not None


def fitting_algorithms(game: Game, evaluation: str | None = None) -> list[str]:
    """Return the names of the algorithms that can search a game with an evaluation, in the order of lists.

    Those for N players are left out of two-player zero-sum games.
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
            raise InputError(Message("the installed algorithm {!r} cannot be loaded: {}", name, error)) from error
        algorithm = getattr(loaded, "algorithm", loaded)  # a module, or the record in it
        if not isinstance(algorithm, Algorithm):
            raise InputError(Message("the installed algorithm {!r} is not an Algorithm, nor a module with one", name))
        found.append(algorithm)
    return found
