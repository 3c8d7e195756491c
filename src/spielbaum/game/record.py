"""The record of a game: plain functions of a state, and facts that algorithms rely on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic

from spielbaum.errors import GameError, InputError, Message, UnknownNameError
from spielbaum.game.action_fields import ActionFields, check_ranges, find_action_fields, with_numbers, written
from spielbaum.game.default_groups import default_groups
from spielbaum.game.facts import Action, Evaluation, StateT, Vector, check_evaluation
from spielbaum.game.fields import check_functions, explains_fields, takes
from spielbaum.game.groups import (
    Features,
    Notation,
    Repetition,
    View,
    check_features,
    check_repetition,
    check_view,
)
from spielbaum.game.hints import NULL_MOVE, SearchHints, check_hints
from spielbaum.game.parts import with_keys_of_parts
from spielbaum.game.pickling import GIVEN, reduced, set_base, set_origin
from spielbaum.spec import Spec

_GROUPS = {
    "hints": SearchHints,
    "repetition": Repetition,
    "notation": Notation,
    "view": View,
    "features": Features,
}


@explains_fields
@dataclass(frozen=True, kw_only=True)
class Game(Generic[StateT]):
    """A game of perfect information for any number of players.

    All functions are pure Python functions without ``self``. With ``compiled=True`` they are compiled together with the
    functions they call, and are restricted to integers, floats, tuples, NamedTuples, ``for``, ``while`` and ``if``.

    Parameters
    ----------
    name
        The name, in lower case with hyphens.
    players
        The number of players; they are numbered from 0.
    initial
        ``() -> state``.
    to_move
        ``state -> player``. Players need not alternate. Not called for terminal states.
    actions
        ``state -> iterator``, usually a generator: the legal actions, in the order in which ties are broken. At least
        one unless the state is terminal; not called for terminal states. An action is a whole number, or a tuple or
        NamedTuple whose fields are whole numbers, True, False or None.
    result
        ``(state, action) -> state``.
    is_terminal
        ``state -> bool``.
    utility
        ``state -> tuple``: one number for each player; called for terminal states only.
    scores
        ``state -> tuple``: the score of each player, never negative, if a game ends with scores that the utilities do
        not show, such as discs or area. Called for terminal states, and for draws by repetition. The goals ``share``
        and ``rank`` count it; without it they count the utilities.
    unclaimed
        ``state -> state or None``: the state in which play continues if a draw must be claimed and is not; None if
        the terminal state has no actions. Without it every terminal state ends the game.
    unknown
        ``state -> bool or text``: whether the utility of a terminal state is unknown, or its name. Values that depend
        on it are bounds, never exact. For interpreted games only.
    evaluations
        ``state -> tuple`` or ``Evaluation``, by name; the first is the default.
    zero_sum
        Whether the utilities of a state sum to zero, and all evaluations too.
    max_utility
        The largest absolute utility of any player, if known.
    utility_sum
        The sum of the utilities of every terminal state, if constant.
    max_utility_sum
        The largest sum of utilities, if known and not constant.
    non_negative
        Whether utilities are never negative.
    distinct_actions
        The number of distinct actions, if known: actions are at least 0 and below it. Learning programs have one output
        per action. For actions that are numbers.
    action_ranges
        For actions that are tuples, the numbers of each field: ``(64, range(-3, 4))`` for 0 to 63 and -3 to 3. Without
        it they follow from a few random games, with headroom.
    compiled
        ``False`` if states are arbitrary Python objects; the game then runs interpreted.
    active_players
        ``state -> int``: bit ``p`` is set while player ``p`` is in the game; without it all players always are.
    start_with
        ``seats -> state``: the initial state for a subset of the players. With it, tournaments also play a four-player
        game with two or three players.
    hints
        Hints that make searches faster: ``SearchHints``.
    repetition
        The rule of repetition: ``Repetition``; None without one.
    notation
        The text of states and actions: ``Notation``.
    view
        The look of the board, and the names of the players: ``View``.
    features
        Features from which evaluations are learned: ``Features``.
    doc
        One sentence about the game; by default the first line of its module's docstring.
    algorithms
        Algorithms with options that the game illustrates; its tree is shown with them.
    settings
        Algorithms with options, by name: ``{"match": "pvs(null_move, reductions)"}``. ``match`` is the strongest with
        the first evaluation, which ``--algorithm best`` uses.
    options
        The options with which the registry made the game.
    """

    name: str
    players: int
    initial: Callable[[], StateT] = field(metadata=takes(""))
    to_move: Callable[[StateT], int] = field(metadata=takes("state"))
    actions: Callable[[StateT], Iterable[Action]] = field(metadata=takes("state", gives="actions"))
    result: Callable[[StateT, Action], StateT] = field(metadata=takes("state, action"))
    is_terminal: Callable[[StateT], bool] = field(metadata=takes("state"))
    utility: Callable[[StateT], Vector] = field(metadata=takes("state"))
    scores: Callable[[StateT], Vector] | None = field(default=None, metadata=takes("state"))
    unclaimed: Callable[[StateT], StateT | None] | None = field(default=None, metadata=takes("state"))
    unknown: Callable[[StateT], bool | str] | None = field(default=None, metadata=takes("state"))
    evaluations: Mapping[str, Callable[[StateT], Vector] | Evaluation] = field(default_factory=dict)
    zero_sum: bool = False
    max_utility: float | None = None
    utility_sum: float | None = None
    max_utility_sum: float | None = None
    non_negative: bool = False
    distinct_actions: int | None = None
    action_ranges: Sequence[int | range] = ()
    compiled: bool = True
    active_players: Callable[[StateT], int] | None = field(default=None, metadata=takes("state"))
    start_with: Callable[[tuple[int, ...]], StateT] | None = field(default=None, metadata=takes("seats"))
    hints: SearchHints = field(default_factory=SearchHints)
    repetition: Repetition | None = None
    notation: Notation = field(default_factory=Notation)
    view: View = field(default_factory=View)
    features: Features = field(default_factory=Features)
    doc: str = ""
    algorithms: Sequence[str] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the record and freeze its mappings."""
        if not isinstance(self.name, str) or not self.name:
            raise GameError(Message("the game needs a name: Game(name='my-game', ...)"))
        if not isinstance(self.players, int) or self.players < 1:
            raise GameError(
                Message("players of game {!r} must be a whole number of at least 1, not {!r}", self.name, self.players)
            )
        owner = f"game {self.name!r}"
        distinct = self.distinct_actions
        if distinct is not None and not (isinstance(distinct, int) and distinct > 0):
            raise GameError(
                Message("distinct_actions of {} must be a whole number of at least 1, not {!r}", owner, distinct)
            )
        check_ranges(self.action_ranges, owner)
        check_functions(self, "", owner)
        for name, group in _GROUPS.items():
            given = getattr(self, name)
            if not isinstance(given, group) and not (name == "repetition" and given is None):
                raise GameError(Message("{} of {} must be {}(...), not {!r}", name, owner, group.__name__, given))
        check_hints(self.hints, owner)
        proof = with_keys_of_parts(self.hints.proof)
        if proof is not self.hints.proof:
            self._fill("hints", replace(self.hints, proof=proof))
            check_hints(self.hints, owner)
        if self.repetition:
            check_repetition(self.repetition, owner)
        check_functions(self.notation, "notation.", owner)
        check_view(self.view, self.players, owner)
        check_features(self.features, owner)
        evaluations: dict[str, Evaluation] = {}
        for name, function in self.evaluations.items():
            evaluations[name] = function if isinstance(function, Evaluation) else Evaluation(function)
            what = Message("evaluation {!r} of {}", name, owner)
            check_evaluation(evaluations[name], what, self.players, repeats=self.repetition is not None)
        object.__setattr__(self, "evaluations", MappingProxyType(evaluations))
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))
        if self.compiled:
            for name, group in default_groups(self).items():
                self._fill(name, group)
        set_base(self)

    def _fill(self, name: str, group: Any) -> None:
        """Replace a group, and keep the original for ``pickling``."""
        vars(self).setdefault(GIVEN, {}).setdefault(name, getattr(self, name))
        object.__setattr__(self, name, group)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game by the call that loaded it, or by its fields."""
        return reduced(self)

    def __hash__(self) -> int:
        """Return the hash of the name and the options; games with equal fields have equal hashes."""
        return hash(self.spec)

    def __repr__(self) -> str:
        """Return name, options and players in one line."""
        return f"<Game {self.spec} for {self.players} player{'s' * (self.players > 1)}>"

    @property
    def is_duel(self) -> bool:
        """Whether it is a zero-sum game of two players, so that one number gives the value for both."""
        return self.players == 2 and self.zero_sum

    @cached_property
    def spec(self) -> str:
        """The name with its options, as on the command line."""
        return str(Spec(self.name, {key: str(value) for key, value in self.options.items()}))

    @cached_property
    def action_fields(self) -> ActionFields | None:
        """The fields of actions that are tuples; None if actions are numbers."""
        return find_action_fields(self)

    @cached_property
    def numbered(self) -> "Game[StateT]":
        """The same game with its actions packed into numbers, as searches see it; itself if they are numbers."""
        known = self.action_fields
        if known is None:
            return self
        notation = replace(self.notation, format_action=self.notation.format_action or written)
        made = replace(self, notation=notation, distinct_actions=known.size, action_ranges=())
        made = with_numbers(made, known)
        vars(made)["numbered"] = made
        return set_origin(made, numbered, self)

    def packed(self, action: Action) -> int:
        """Return the number of an action in searches.

        Raises
        ------
        GameError
            If one of its fields is out of range.
        """
        return self.action_fields.pack(action) if self.action_fields else action

    def unpacked(self, number: int) -> Action:
        """Return the action that has a number in searches; a null move is itself."""
        return self.action_fields.unpack(number) if self.action_fields and number != NULL_MOVE else number

    def evaluation(self, name: str | None = None) -> Evaluation | None:
        """Return an evaluation of the game by name, by default the first; None if it has none.

        Raises
        ------
        UnknownNameError
            If there is no such evaluation.
        """
        if name is None:
            return next(iter(self.evaluations.values()), None)  # type: ignore[return-value]
        if name not in self.evaluations:
            raise UnknownNameError(Message("evaluation of {!r}", self.name), name, self.evaluations)
        return self.evaluations[name]  # type: ignore[return-value]

    def played_on(self, state: StateT) -> StateT | None:
        """Return the state in which play continues, even after an unclaimed draw; None at the end of the game."""
        if not self.is_terminal(state):
            return state
        return self.unclaimed(state) if self.unclaimed else None

    def player_name(self, player: int) -> str:
        """Return the name of a player; its number without one."""
        return self.view.player_names[player] if self.view.player_names else str(player)

    def shown_name(self, player: int) -> str:
        """Return the name of a player in pictures and pages."""
        return self.view.shown_names[player] if self.view.shown_names else self.player_name(player)

    def player_number(self, name: str) -> int:
        """Return the number of a player, given a name or a number as text.

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
        raise InputError(Message("no player {!r} in {}: there is {}", name, self.name, ", ".join(names)))


def numbered(game: Game[StateT]) -> Game[StateT]:
    """Return the game that searches see, to unpickle it."""
    return game.numbered
