"""The game: a record of plain functions on a state, and facts that algorithms rely on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from spielbaum.errors import GameError, InputError, UnknownNameError
from spielbaum.game.board import Cell, Place
from spielbaum.game.facts import (
    NONE,
    Action,
    Evaluation,
    Insight,
    KeyKind,
    State,
    Vector,
    check_key_kind,
    check_second_key,
    is_file,
)
from spielbaum.spec import Spec

__all__ = ["NONE", "WATCHERS", "Action", "Evaluation", "Game", "Insight", "State", "Vector", "is_file"]

MODELS = "spielbaum.models"
"""The package that reads learned evaluations; it knows games, so it is asked for by name."""

WATCHERS: "list[Callable[[Game], None]]" = []
"""Told of every game that is made; so a notebook learns whose states a class holds."""


TO_MOVE = "to-move"
"""A feature that every game has: 1 for the player to move, 0 for the others."""


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
    features
        ``state -> tuple of tuples``: for each player what may tell how well it stands, as many numbers as there are
        ``feature_names``. Evaluations are learned from them.
    feature_names
        What the features are called.
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
    key_kind
        What that key is. ``"injective"``: only such states share one, for certain, so that a proof is certain.
        ``"hash"``: others may by chance, but all bits are random, and tables take them as they are. ``"any"``: unknown.
    second_key
        ``state -> int``: another hash of 64 bits of what ``key`` is a hash of, as good and independent of it. A proof
        compares both, so that it is hardly possible that it takes a state for another one. 0 where ``key`` is.
    order
        ``(state, action) -> number``: how promising an action is; searches may try larger ones first.
    count
        ``state -> int``: how many legal actions there are, found without making them; not asked of finished games.
    noisy
        ``(state, action) -> bool``: whether an action changes so much that no state is estimated before it is answered,
        such as a capture; a quiescence search goes on with these alone.
    quiet
        ``state -> bool``: whether the player to move may leave all noisy actions alone and keep to the estimate; where
        it is false (in chess, in check) a quiescence search tries all actions. Without it players always may.
    repetition
        ``state -> int``: 64 bits that are equal for the positions that the rule of repetition takes for equal, and 0
        where the last action cannot be undone, so that nothing before it comes again; not asked of finished games.
    repetitions
        How often a position occurs before the game ends as a draw; only with ``repetition``.
    reversible
        ``state -> int``: how many of the last actions may be undone, in chess the half-move clock; no position further
        back comes again. It spares looking there; without it any may come again. Only with ``repetition``.
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
        Colours for the players, ``#rrggbb``; in the terminal bright ones stand on black and dark ones on white.
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
    features: Callable[[State], Sequence[Vector]] | None = None
    feature_names: Sequence[str] = ()
    zero_sum: bool = False
    max_utility: float | None = None
    utility_sum: float | None = None
    non_negative: bool = False
    compiled: bool = True
    key: Callable[[State], int] | None = None
    key_kind: KeyKind = "any"
    second_key: Callable[[State], int] | None = None
    order: Callable[[State, Action], float] | None = None
    count: Callable[[State], int] | None = None
    noisy: Callable[[State, Action], bool] | None = None
    quiet: Callable[[State], bool] | None = None
    repetition: Callable[[State], int] | None = None
    repetitions: int = 3
    reversible: Callable[[State], int] | None = None
    bounds: Callable[[State], tuple[float, float]] | None = None
    insight: Insight = field(default_factory=Insight)
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
        if not isinstance(self.repetitions, int) or self.repetitions < 2:
            raise GameError(f"repetitions of game {self.name!r} must be at least 2, not {self.repetitions!r}")
        if self.quiet and not self.noisy:
            raise GameError(f"quiet of game {self.name!r} goes with noisy, which says what is searched where it is not")
        check_key_kind(self.key_kind, f"game {self.name!r}")
        check_second_key(self.key, self.second_key, f"game {self.name!r}")
        evaluations: dict[str, Evaluation] = {}
        for name, given in self.evaluations.items():
            evaluations[name] = given if isinstance(given, Evaluation) else Evaluation(given)
            if not callable(evaluations[name].function):
                raise GameError(f"evaluation {name!r} of game {self.name!r} must be a function, not {given!r}")
            self._check_drawn(name, evaluations[name])
        self._check_features()
        if self.player_names and len(self.player_names) != self.players:
            raise GameError(f"game {self.name!r} names {len(self.player_names)} of its {self.players} players")
        if self.player_colours and len(self.player_colours) != self.players:
            raise GameError(f"game {self.name!r} colours {len(self.player_colours)} of its {self.players} players")
        object.__setattr__(self, "evaluations", MappingProxyType(evaluations))
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        for watcher in WATCHERS:
            watcher(self)

    def _check_drawn(self, name: str, evaluation: Evaluation) -> None:
        what = f"evaluation {name!r} of game {self.name!r}"
        if evaluation.drawn is None:
            if evaluation.finished and self.repetition:
                raise GameError(f"{what} estimates finished games: say by drawn what a draw by repetition counts")
        elif len(evaluation.drawn) != self.players:
            raise GameError(f"drawn of {what} needs {self.players} numbers, not {len(evaluation.drawn)}")

    def _check_features(self) -> None:
        names = tuple(self.feature_names)
        if (self.features is None) != (not names):
            raise GameError(f"game {self.name!r} needs both features and feature_names, or neither")
        if TO_MOVE in names:
            raise GameError(f"game {self.name!r} needs no feature {TO_MOVE!r}: every game has it")
        if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
            raise GameError(f"feature_names of game {self.name!r} must be different texts, not {names}")

    @cached_property
    def spec(self) -> str:
        """The name with the options it was made with, as it is written on the command line."""
        return str(Spec(self.name, {key: str(value) for key, value in self.options.items()}))

    def evaluation(self, name: str | None = None) -> Evaluation | None:
        """Return an evaluation by name, the first without one, None if the game has none.

        A name that ends in ``.json`` is the path of a learned evaluation; ``none`` stands for none, with which all
        unfinished positions count the same.

        Raises
        ------
        UnknownNameError
            If there is none of that name.
        InputError
            If the file holds no evaluation of this game.
        """
        if name is None:
            return next(iter(self.evaluations.values()), None)  # type: ignore[return-value]
        if name in self.evaluations:
            return self.evaluations[name]  # type: ignore[return-value]
        if is_file(name):
            return import_module(MODELS).read_evaluation(self, Path(name))  # type: ignore[no-any-return]
        if name == NONE:
            return None
        raise UnknownNameError(f"evaluation of {self.name!r}", name, [*self.evaluations, NONE])

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
    "features", "key", "order", "count", "noisy", "quiet", "repetition", "reversible", "bounds", "alive", "among",
    "uniform", "validate", "parse_state", "format_state", "format_action", "parse_action", "split_actions", "board",
    "cells", "places", "touches", "draw",
)  # fmt: skip
