"""Families of algorithms: everything that depends on how searches are run.

The class of a family has facts about its searches. An object of it, one for each searcher, runs them and keeps their
memory. A new family is one more class, in a module of this folder or in that of its algorithm, and no other change.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from math import inf
from typing import Any, ClassVar, Protocol
from weakref import ref

from spielbaum.checking.trial import refuse_line
from spielbaum.errors import InputError, Message
from spielbaum.game import Action, Evaluation, Game, State, Vector
from spielbaum.kernel import new_words, words_of
from spielbaum.search.core.game_view import Rules, least_decisive, worth_of_win
from spielbaum.search.core.limits import Limits
from spielbaum.search.core.progress import Progress
from spielbaum.search.core.result import Certainty, Number
from spielbaum.search.core.workspace import Workspace, new_search_workspace
from spielbaum.search.driver.distance import settle_at_once
from spielbaum.search.driver.ends import Ends
from spielbaum.search.driver.iterative_deepening import Iterate, Iteration, Root, Settle, iterate
from spielbaum.search.driver.multipv import multipv
from spielbaum.search.driver.results import Request, certainty_of
from spielbaum.search.driver.running_search import RunningSearch, SearchMemory
from spielbaum.search.driver.simulations import TreeView
from spielbaum.search.node.abdada import BUSY_WORDS
from spielbaum.search.table.allocation import GameLine, TableMemory
from spielbaum.search.table.entry import ENTRY_BYTES, make_entries


class Facts(Protocol):
    """The fields of an algorithm that families use."""

    @property
    def whole(self) -> bool:
        """Whether all values must be whole numbers."""

    @property
    def plain(self) -> bool:
        """Whether its tree is the game tree."""

    @property
    def distances(self) -> bool:
        """Whether its kernel can search for the distance of a win or a loss."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a searcher passes to its family.

    Attributes
    ----------
    game, evaluation
        What is searched.
    algorithm, options
        How it is searched, with the values of all options.
    rules
        The game as the kernel sees it.
    compiled
        Whether the kernel is compiled.
    table_bytes
        The size of the table, or of the tree in its place.
    traced
        Whether a tracer receives every step.
    """

    game: Game
    evaluation: Evaluation | None
    algorithm: Facts
    options: Mapping[str, Any]
    rules: Rules
    compiled: bool
    table_bytes: int
    traced: bool


class Family(ABC):
    """A family of algorithms; an object of it runs the searches of one searcher.

    Parameters
    ----------
    setup
        The searcher.

    Attributes
    ----------
    limits
        The fields of ``Limits`` that its searches take.
    ends
        Whether a search without limits ends.
    to_depth
        Whether all lines are searched to the same depth, deeper and deeper if time or nodes are limited; otherwise a
        search continues where it is most promising.
    proves_number
        Whether the value is the minimax value to a depth of two sides, whose proof visits a minimal tree.
    tells_steps
        Whether a tracer can receive its steps.
    shares_table
        Whether its threads share a transposition table.
    needs_evaluation
        Whether games need an evaluation.
    iterate
        Searches the root once to a depth.
    table
        The transposition tables, one for each thread.
    """

    limits: ClassVar[frozenset[str]] = frozenset({"depth", "seconds", "nodes"})
    ends: ClassVar[bool] = True
    to_depth: ClassVar[bool] = True
    proves_number: ClassVar[bool] = False
    tells_steps: ClassVar[bool] = True
    shares_table: ClassVar[bool] = True
    needs_evaluation: ClassVar[bool] = False
    iterate: ClassVar[Iterate] = staticmethod(iterate)

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.table = TableMemory(setup.table_bytes if self.remembers else 2 * ENTRY_BYTES)

    @classmethod
    def numbers(cls, _players: int) -> int:
        """Return the number of numbers in a value of its kernels."""
        return 1

    @classmethod
    def has_intervals(cls) -> bool:
        """Return whether intervals of values can be derived in games with unknown leaves."""
        return cls.numbers(2) == 1 and cls.tells_steps

    @classmethod
    def has_memory(cls, options: Mapping[str, Any]) -> bool:
        """Return whether an algorithm with these options has a table or a tree of a given size."""
        return "replacement" in options

    @classmethod
    def estimates(cls, _options: Mapping[str, Any]) -> bool:
        """Return whether an evaluation estimates leaves."""
        return True

    @classmethod
    def known(cls, limits: Limits) -> Limits:
        """Return the limits that the family takes, without the others."""
        return replace(limits, **{one.name: None for one in fields(limits) if one.name not in cls.limits})

    @classmethod
    def shortest(cls, limits: Limits) -> Limits:
        """Return the limits with one that ends a search almost at once."""
        return replace(limits, depth=1)

    @classmethod
    def accept(cls, name: str, limits: Limits) -> None:
        """Raise an InputError if an algorithm of the family does not take one of the limits.

        Parameters
        ----------
        name
            The name of the algorithm.
        limits
            The limits.
        """
        if limits.simulations is not None and "simulations" not in cls.limits:
            raise InputError(Message("{} makes no simulations: limit its depth, seconds or nodes", name))
        if limits.depth is not None and "depth" not in cls.limits:
            raise InputError(Message("{} has no depth limit: limit its simulations, seconds or nodes", name))

    @classmethod
    def refuse_endless(cls, name: str, limits: Limits) -> None:
        """Raise an InputError if a search with these limits would never end."""
        if not cls.ends and limits == Limits():
            raise InputError(Message("{} never ends by itself: limit its simulations, seconds or nodes", name))

    @property
    def remembers(self) -> bool:
        """Whether searches use the table."""
        return self.has_table

    @property
    def has_table(self) -> bool:
        """Whether there is a transposition table."""
        return bool(self.setup.options.get("replacement", "none") != "none")

    @property
    def entry_words(self) -> int:
        """Words of an entry of the table."""
        return make_entries(self.numbers(self.setup.game.players)).words

    @property
    def win(self) -> float:
        """The value that proves a win; infinity if an estimate may be as large."""
        return worth_of_win(self.setup.game, self.setup.evaluation)

    @property
    def tree(self) -> TreeView | None:
        """The tree of this thread's last search; None if the family keeps none."""
        return None

    def seeded(self, _seed: int) -> "Family":
        """Return the family with another seed, for another game of a match; itself if it draws no random numbers."""
        return self

    def workspace(self, _limits: Limits) -> Workspace:
        """Return a workspace for a search."""
        players = self.setup.game.players
        return new_search_workspace(self.numbers(players), compiled=self.setup.compiled, sides=players)

    def begin(self, ws: Workspace, _root: Root, state: State, history: Sequence[State]) -> SearchMemory:
        """Return the memory of a search, and enter its addresses into the workspace.

        Parameters
        ----------
        ws
            The main workspace.
        root, state
            What is searched.
        history
            The states of the game before the root.
        """
        line = GameLine(ref(self), (*history, state)) if self.setup.options.get("reuse") else None
        table, busy = self.table.begin(ws, self.entry_words, line), new_words(BUSY_WORDS)
        compiled = self.setup.compiled
        ws.busy, ws.table = words_of(busy, compiled=compiled), words_of(table.words, compiled=compiled)
        begin_depth = partial(table.begin_iteration, compiled=compiled) if self.setup.rules.follows_paths else None
        return SearchMemory((table.words, busy), table.large_pages.take, begin_depth)

    @abstractmethod
    def run(self, running: RunningSearch, limits: Limits, on_iteration: Callable[[Progress], None] | None) -> Iteration:
        """Search within the limits and return the answer; ``on_iteration`` receives the progress of iterations."""

    def lines(
        self,
        running: RunningSearch,
        limits: Limits,
        number: int,
        on_iteration: Callable[[Sequence[Iteration]], None],
    ) -> tuple[Sequence[Iteration], bool]:
        """Search for the best actions; return them, best first, and whether the last depth was complete."""
        return multipv(
            running.search,
            running.ws,
            limits,
            running.request.root,
            number,
            settle=self.settle(running),
            extend_pv=partial(self.extend_pv, running=running),
            on_iteration=on_iteration,
            iterate=self.iterate,
        )

    def progress(self, running: RunningSearch) -> Progress:
        """Return the progress of a search."""
        ws, actions = running.ws, len(running.request.root.actions)
        return Progress(int(ws.depth), int(ws.nodes), running.seconds, int(ws.root_done), actions, *running.known)

    def number(self, value: Any) -> Number:
        """Return a value of the kernel as a Python number, or as a tuple."""
        return float(value)

    def settle(self, running: RunningSearch) -> Settle:
        """Return the function that chooses the root action: one that wins at once, or that does not lose at once.

        Of other equal actions it keeps the first in the game's order. Override it for another choice.
        """
        setup, state = self.setup, running.request.state
        if setup.traced or running.intervals is not None:
            return as_found
        game, rules = setup.game, setup.rules
        most = inf if game.max_utility is None else game.max_utility * rules.unit
        ends = 0 if game.non_negative else -most, most

        def ending(action: Action) -> Vector | None:
            child = game.result(state, action)
            return rules.utility(child) if game.is_terminal(child) else None

        return lambda found, root, _before: settle_at_once(found, root, ending, ends, to_depth=self.to_depth)

    def ends_of_game(self) -> Ends:
        """Return the facts about the ends of the game, in the values of the search."""
        game, evaluation, rules, options = self.setup.game, self.setup.evaluation, self.setup.rules, self.setup.options
        all_or_nothing = game.non_negative and game.max_utility in (game.utility_sum, game.max_utility_sum)
        is_known = rules.is_duel or all_or_nothing
        return Ends(
            above=least_decisive(game, evaluation),
            most=game.max_utility * rules.unit if is_known and game.max_utility is not None else inf,
            graded=rules.is_duel,
            whole=self.setup.algorithm.whole,
            looks_beyond=bool(options.get("quiescence")),
            looks_past=self.has_table or bool(options.get("bounds")),
            settles=game.view.unit is None,
            pays=evaluation is None or not evaluation.terminal,
        )

    def certainty(self, request: Request, found: Iteration) -> Certainty:
        """Return the certainty of the value of an iteration."""
        return certainty_of(request, found)

    def extend_pv(self, found: Iteration, running: RunningSearch) -> Iteration:
        """Return an iteration with its principal variation extended, if it was cut short.

        Raises
        ------
        GameError
            If the principal variation is not a line of the game.
        """
        if self.setup.compiled:
            request = running.request
            refuse_line(request.game, request.state, request.line(found.pv)[0])
        return found


def as_found(found: Iteration, _root: Root, _before: Sequence[Iteration]) -> Iteration:
    """Return the answer as it is."""
    return found
