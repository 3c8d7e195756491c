"""The game: a record of plain functions on a state, and facts that algorithms rely on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from spielbaum.board import Cell, Place
from spielbaum.errors import GameError, InputError, UnknownNameError
from spielbaum.spec import Spec

State = Any
"""A NamedTuple of integers; with ``compiled=False`` any hashable object."""

Action = int
Vector = Sequence[float]
"""One number for each player."""


@dataclass(frozen=True)
class Evaluation:
    """A heuristic estimate of any state, and how it stands to the true pay-off.

    Parameters
    ----------
    function
        Takes a state; returns one number for each player.
    utility_weight
        What one unit of utility is worth beside the estimates, in their unit. Where estimates are larger than utilities
        this makes a win count more than any of them.
    finished
        Whether a finished game is estimated like any other state, its utility ignored.
    non_negative
        Whether no estimate is ever negative.
    maximum
        The largest estimate of any player, if known.
    maximal_sum
        The largest sum of the estimates of a state, if known.
    """

    function: Callable[[State], Vector]
    utility_weight: float = 1
    finished: bool = False
    non_negative: bool = False
    maximum: float | None = None
    maximal_sum: float | None = None

    @property
    def worth_of_utility(self) -> float:
        """What one unit of utility is worth in the values of a search; 1 where finished games are only estimated."""
        return 1 if self.finished else self.utility_weight


@dataclass(frozen=True, kw_only=True)
class Insight:
    """What is known of a game that is played to its end: help for proofs, which must never change a value.

    It may ignore what only estimates see. All of it is optional, and only the key is asked of finished games.

    Parameters
    ----------
    candidates
        ``state -> iterator of ints``: some of the legal actions, one of the best among them.
    settled
        ``state -> state``: the state after all actions that are forced, worth the same to each player.
    order
        ``(state, action) -> number``: how promising an action is; the game's ``order`` without it.
    key
        ``state -> int``, 64 bits, equal only for states of equal value, 0 for those not worth remembering; the game's
        ``key`` without it.

    Examples
    --------
    >>> Insight().settled is None
    True
    """

    candidates: Callable[[State], Iterable[Action]] | None = None
    settled: Callable[[State], State] | None = None
    order: Callable[[State, Action], float] | None = None
    key: Callable[[State], int] | None = None


WATCHERS: "list[Callable[[Game], None]]" = []
"""Told of every game that is made; so a notebook learns whose states a class holds."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of perfect information for any number of players.

    All functions are plain Python functions, pure, without ``self``. With ``compiled=True`` they are compiled
    together with the functions they call, so they keep to integers, floats, tuples, NamedTuples, ``for``, ``while``
    and ``if``.

    Parameters
    ----------
    name
        Lower case, words joined by hyphens.
    players
        How many; they are numbered from 0.
    initial
        ``() -> state``.
    to_move
        ``state -> player``. Any order: the same player may move twice. Not asked of finished games.
    actions
        ``state -> iterator of ints``, usually a generator: the legal actions in the order in which ties are broken.
        At least one in every state that is not terminal; not asked of terminal ones.
    result
        ``(state, action) -> state``.
    is_terminal
        ``state -> bool``.
    utility
        ``state -> tuple``: one number for each player; asked of terminal states only.
    evaluations
        Name to ``state -> tuple`` or to ``Evaluation``; the first is the default.
    zero_sum
        Whether all utilities and evaluations of a state sum to zero.
    max_utility
        The largest absolute utility of any player, if known.
    utility_sum
        What the utilities of every terminal state sum to, if constant.
    non_negative
        Whether no utility is ever negative.
    compiled
        ``False`` where states are arbitrary Python objects: everything runs interpreted.
    key
        ``state -> int``, 64 bits. May give equal keys to states that are equal for play, such as mirror images.
    order
        ``(state, action) -> number``: how promising an action is; searches may try larger ones first.
    bounds
        ``state -> (low, high)``: least and largest utility that the player to move can still reach;
        not asked of finished games.
    insight
        What helps to prove the value of a state.
    alive
        ``state -> int``: bit ``p`` is set while player ``p`` is still in the game; without it all always are.
    among
        ``seats -> state``: the start with only some of its players, the others being out. Tournaments use it to play
        a game for four also with two and three.
    uniform
        ``state -> (branching, plies)`` where every state below has so many actions, all lines end after so many plies,
        and two players move in turn; None for a state of which that is not true.
    validate
        ``state -> None``; raises ``ValueError`` with a sentence for a state that cannot be.
    parse_state, format_state
        The one-line notation of states; without it the fields as JSON. Parsing raises ``ValueError``.
    format_action, parse_action
        ``(state, action) -> text`` and ``(state, text) -> action``; without the first the number, without the
        second the legal action of that text.
    split_actions
        ``text -> list of texts``, for notations that write actions without spaces.
    board
        ``state -> text``: the board over several lines.
    cells
        ``state -> rows of Cell``: the same square by square, to be drawn in colours; labels are cells too.
    places
        ``state -> Places``: the board where it is not rows of squares; cells without it.
    touches
        ``(state, action) -> names of cells``: what a hand touches in turn to make an action. Without it these are the
        names that the action's text consists of, one after the other: ``b1c3`` is made by b1 and c3.
    draw
        ``state -> SVG``: a picture of one's own, instead of cells and places. What can be touched in it carries
        ``data-place``, a name.
    player_names
        Names for the players; without them their numbers.
    player_colours
        Colours for the players, ``#rrggbb``, bright enough to be read on black.
    doc
        What the game is, in a sentence; without it the first line of the docstring of the game's module.
    algorithms
        What the game is an example of: algorithms with options, with which its tree is shown.
    options
        The options the game was made with; filled in by the registry.
    """

    name: str
    players: int
    initial: Callable[[], State]
    to_move: Callable[[State], int]
    actions: Callable[[State], Iterable[Action]]
    result: Callable[[State, Action], State]
    is_terminal: Callable[[State], bool]
    utility: Callable[[State], Vector]
    evaluations: Mapping[str, Callable[[State], Vector] | Evaluation] = field(default_factory=dict)
    zero_sum: bool = False
    max_utility: float | None = None
    utility_sum: float | None = None
    non_negative: bool = False
    compiled: bool = True
    key: Callable[[State], int] | None = None
    order: Callable[[State, Action], float] | None = None
    bounds: Callable[[State], tuple[float, float]] | None = None
    insight: Insight = Insight()
    alive: Callable[[State], int] | None = None
    among: Callable[[tuple[int, ...]], State] | None = None
    uniform: Callable[[State], tuple[int, int] | None] | None = None
    validate: Callable[[State], None] | None = None
    parse_state: Callable[[str], State] | None = None
    format_state: Callable[[State], str] | None = None
    format_action: Callable[[State, Action], str] | None = None
    parse_action: Callable[[State, str], Action] | None = None
    split_actions: Callable[[str], list[str]] | None = None
    board: Callable[[State], str] | None = None
    cells: Callable[[State], Sequence[Sequence[Cell]]] | None = None
    places: Callable[[State], Sequence[Place]] | None = None
    touches: Callable[[State, Action], Sequence[str]] | None = None
    draw: Callable[[State], str] | None = None
    player_names: Sequence[str] = ()
    player_colours: Sequence[str] = ()
    doc: str = ""
    algorithms: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the record and freeze its mappings."""
        if not isinstance(self.name, str) or not self.name:
            raise GameError("the game needs a name: Game(name='my-game', ...)")
        if not isinstance(self.players, int) or self.players < 1:
            raise GameError(f"players of game {self.name!r} must be a whole number of at least 1, not {self.players!r}")
        for hook in _REQUIRED + _OPTIONAL:
            function = getattr(self, hook)
            if not callable(function) and (hook in _REQUIRED or function is not None):
                raise GameError(f"{hook} of game {self.name!r} must be a function, not {function!r}")
        evaluations: dict[str, Evaluation] = {}
        for name, given in self.evaluations.items():
            evaluations[name] = given if isinstance(given, Evaluation) else Evaluation(given)
            if not callable(evaluations[name].function):
                raise GameError(f"evaluation {name!r} of game {self.name!r} must be a function, not {given!r}")
        if self.player_names and len(self.player_names) != self.players:
            raise GameError(f"game {self.name!r} names {len(self.player_names)} of its {self.players} players")
        if self.player_colours and len(self.player_colours) != self.players:
            raise GameError(f"game {self.name!r} colours {len(self.player_colours)} of its {self.players} players")
        object.__setattr__(self, "evaluations", MappingProxyType(evaluations))
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        for watcher in WATCHERS:
            watcher(self)

    @cached_property
    def spec(self) -> str:
        """The name with the options it was made with, as it is written on the command line."""
        return str(Spec(self.name, {key: str(value) for key, value in self.options.items()}))

    def evaluation(self, name: str | None = None) -> Evaluation | None:
        """Return an evaluation by name, the first without one, None if the game has none.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        """
        if name is None:
            return next(iter(self.evaluations.values()), None)  # type: ignore[return-value]
        if name not in self.evaluations:
            raise UnknownNameError(f"evaluation of {self.name!r}", name, self.evaluations)
        return self.evaluations[name]  # type: ignore[return-value]

    def player_name(self, player: int) -> str:
        """Return how a player is called."""
        return self.player_names[player] if self.player_names else str(player)

    def player_number(self, name: str) -> int:
        """Return the number of a player given by name or number.

        Raises
        ------
        InputError
            If there is no such player.
        """
        names = [self.player_name(player) for player in range(self.players)]
        if name in names:
            return names.index(name)
        if name.isdecimal() and int(name) < self.players:
            return int(name)
        raise InputError(f"no player {name!r} in {self.name}: there is {', '.join(names)}")


_REQUIRED = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
_OPTIONAL = (
    "key", "order", "bounds", "alive", "among", "uniform", "validate", "parse_state", "format_state",
    "format_action", "parse_action", "split_actions", "board", "cells", "places", "touches", "draw",
)  # fmt: skip
