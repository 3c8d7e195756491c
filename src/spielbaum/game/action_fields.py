"""Actions that are tuples, packed into whole numbers for searches.

``actions`` may yield tuples or NamedTuples of whole numbers, truth values and None. Kernels, tables and trees hold such
an action as one number, in which each field is a digit of its own base. The bases are declared by
``Game.action_ranges``, or follow from a few random games, always the same ones, with headroom. Every action is checked
as it is packed: one that does not fit is refused, and never taken for another.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from itertools import islice
from math import prod
from numbers import Integral
from types import NoneType
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from spielbaum.errors import GameError, Message
from spielbaum.game.facts import Action, State
from spielbaum.game.fields import GIVES, TAKES
from spielbaum.watchdog import run_watched

WRAPS_RULES = True
"""The functions below are compiled with the rules that they wrap (:mod:`spielbaum.kernel.natural`)."""

Record = TypeVar("Record")

Values = Callable[[int], tuple[Any, ...]]
"""``number -> tuple``: the values of some fields."""

Pack = Callable[[Action], int]
Unpack = Callable[[int], Action]

GAMES, PLIES, MOST_ACTIONS = 4, 100, 1 << 14
"""The number of random games, their length in plies, and the most actions of a state that are looked at."""

HEADROOM = 1
"""The bits by which a field may outgrow the numbers of the random games; its values with None are a power of two."""

UNKNOWN_BITS = 8
"""The width of a field that was always None."""

WIDEST = 62
"""The most bits of an action."""


class Field(NamedTuple):
    """A field of an action: its name, its least number, how many follow from there, and what else it may be.

    Examples
    --------
    >>> Field("target", 0, 36, may_be_none=True).values
    '0 to 35 or None'
    """

    name: str
    least: int
    size: int
    may_be_none: bool = False
    is_truth: bool = False

    @property
    def base(self) -> int:
        """The number of values."""
        return self.size + self.may_be_none

    @property
    def values(self) -> str:
        """The values, in words."""
        numbers = "False to True" if self.is_truth else f"{self.least} to {self.least + self.size - 1}"
        return f"{numbers} or None" if self.may_be_none else numbers


@dataclass(frozen=True)
class ActionFields:
    """The fields of a game's actions, and how they are packed.

    Parameters
    ----------
    kind
        The class of the actions: ``tuple`` or a NamedTuple.
    fields
        Its fields; the first is the most significant digit.
    stated
        Whether the game states their ranges.

    Examples
    --------
    >>> known = ActionFields(tuple, (Field("field 1", 0, 10), Field("field 2", 0, 10)))
    >>> known.pack((4, 2)), known.unpack(42), known.size
    (42, (4, 2), 100)
    """

    kind: type[tuple[Any, ...]]
    fields: tuple[Field, ...]
    stated: bool = False

    @property
    def size(self) -> int:
        """The number of packed actions: they are at least 0 and below it."""
        return prod(known.base for known in self.fields)

    @cached_property
    def pack(self) -> Pack:
        """``action -> number``; raises a GameError for an action that does not fit."""
        number: Pack = _zero
        for place, known in enumerate(self.fields):
            number = _appended(number, known.base, _digit_of(known, self._refusal(known)), place)
        return _checked(number, len(self.fields))

    @cached_property
    def unpack(self) -> Unpack:
        """``number -> action``, for numbers that ``pack`` returns."""
        divisor = 1
        values: Values = _no_values
        for known in reversed(self.fields):
            values = _joined(_value_of(known, divisor), values)
            divisor *= known.base
        return values if self.kind is tuple else _made(self.kind, values)

    def _refusal(self, known: Field) -> str:
        ranges = ", ".join(
            f"{one.size}" if one.least == 0 else f"range({one.least}, {one.least + one.size})" for one in self.fields
        )
        return (
            f"{known.name} of an action must be {known.values}, as "
            f"{'action_ranges says' if self.stated else 'a few random games suggest'}: give the game larger "
            f"action_ranges than ({ranges})"
        )


# The functions below are closures over numbers without loops, so that they compile to a few instructions.


def _zero(_action: Action) -> int:
    return 0


def _appended(before: Pack, base: int, digit_of: Callable[[Any], int], place: int) -> Pack:
    def number(action: Action) -> int:
        return before(action) * base + digit_of(action[place])

    return number


def _checked(number: Pack, length: int) -> Pack:
    def pack(action: Action) -> int:
        if len(action) != length:
            raise GameError("the tuples that actions yields have different lengths")
        return number(action)

    return pack


def _digit_of(known: Field, refusal: str) -> Callable[[Any], int]:
    """Return ``value -> digit`` of a field; None is 0."""
    least, end = known.least, known.least + known.size
    missing = (
        f"{known.name} of an action is None, and was not in a few random games: let actions be NamedTuples with "
        f"{known.name}: int | None"
    )

    def digit(value: int) -> int:
        if value is None:
            raise GameError(missing)
        if not least <= value < end:
            raise GameError(refusal)
        return value - least

    def digit_or_none(value: int | None) -> int:
        if value is None:
            return 0
        if not least <= value < end:
            raise GameError(refusal)
        return value - least + 1

    return digit_or_none if known.may_be_none else digit


def _no_values(_number: int) -> tuple[Any, ...]:
    return ()


def _joined(first: Callable[[int], Any], others: Values) -> Values:
    def values(number: int) -> tuple[Any, ...]:
        return (first(number), *others(number))

    return values


def _made(kind: Callable[..., Action], values: Values) -> Unpack:
    def unpack(number: int) -> Action:
        return kind(*values(number))

    return unpack


def _value_of(known: Field, divisor: int) -> Callable[[int], Any]:
    """Return ``number -> value`` of a field."""
    base, least = known.base, known.least

    def whole(number: int) -> int:
        return number // divisor % base + least

    def truth(number: int) -> bool:
        return number // divisor % base == 1

    def whole_or_none(number: int) -> int | None:
        digit = number // divisor % base
        return None if digit == 0 else digit - 1 + least

    def truth_or_none(number: int) -> bool | None:
        digit = number // divisor % base
        return None if digit == 0 else digit == 2

    if known.may_be_none:
        return truth_or_none if known.is_truth else whole_or_none
    return truth if known.is_truth else whole


def check_ranges(stated: Any, owner: str) -> None:
    """Raise a GameError if ranges of actions are not valid; ``owner`` is ``game 'x'``."""
    if isinstance(stated, str) or not isinstance(stated, Sequence):
        raise GameError(
            Message("action_ranges of {} must be a number or a range for each field, not {!r}", owner, stated)
        )
    for one in stated:
        is_number = isinstance(one, int) and not isinstance(one, bool) and one > 0
        if not (is_number or (isinstance(one, range) and one.step == 1 and one)):
            raise GameError(
                Message(
                    "action_ranges of {} must be numbers of at least 1, or ranges such as range(-3, 4), not {!r}",
                    owner,
                    one,
                )
            )


def find_action_fields(game: Any) -> ActionFields | None:
    """Return the fields of a game's actions; None if its actions are numbers.

    Raises
    ------
    GameError
        If its actions are tuples that cannot be packed.
    """
    met = _Met(game)
    run_watched(met.play, lambda: met.steps)
    return met.fields() if met.kind is not None else None


class _Met:
    """The actions that are met in random games.

    Parameters
    ----------
    game
        The game.

    Attributes
    ----------
    kind
        The class of the actions; None if they are no tuples.
    names, columns
        The fields, and the values of each.
    steps
        The number of states so far.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.kind: type[tuple[Any, ...]] | None = None
        self.names: tuple[str, ...] = ()
        self.columns: list[set[Any]] = []
        self.steps = 0

    def play(self) -> None:
        """Play the games; an error of the game ends them, since a search meets it again and reports it."""
        with suppress(Exception, SystemExit):
            start, generator = self.game.initial(), random.Random(0)
            first = None if self.game.is_terminal(start) else next(iter(self.game.actions(start)), None)
            if not isinstance(first, tuple):
                return
            self.kind, self.names, self.columns = type(first), names_of(first), [set() for _ in first]
            for _ in range(GAMES):
                state = start
                for _ in range(PLIES):
                    if self.game.is_terminal(state):
                        break
                    state = self.game.result(state, self._chosen(state, generator))

    def _chosen(self, state: State, generator: random.Random) -> Action:
        actions = list(islice(self.game.actions(state), MOST_ACTIONS))
        alike = [action for action in actions if fault_of(action, self.kind, len(self.columns)) is None]
        for seen, column in zip(self.columns, zip(*alike, strict=True), strict=False):
            seen.update(column)
        self.steps += 1
        return actions[int(generator.random() * len(actions))]

    def fields(self) -> ActionFields:
        """Return the fields, with the ranges that the game states, or that include what was met."""
        assert self.kind is not None
        stated, owner = self.game.action_ranges, f"game {self.game.name!r}"
        if self.game.distinct_actions is not None:
            raise GameError(
                Message(
                    "distinct_actions of {} is for actions that are numbers, and these are tuples: state "
                    "action_ranges, such as (64, 64), from which it follows",
                    owner,
                )
            )
        if stated and len(stated) != len(self.names):
            raise GameError(
                Message(
                    "action_ranges of {} must have an entry for each of {}, and it has {}",
                    owner,
                    ", ".join(self.names),
                    len(stated),
                )
            )
        hints = _hints(self.kind)
        ranges: list[range | None] = [_as_range(one) for one in stated] or [None for _ in self.names]
        known = [
            _field(name, seen, hints.get(name), given)
            for name, seen, given in zip(self.names, self.columns, ranges, strict=True)
        ]
        found = ActionFields(self.kind, tuple(known), bool(stated))
        if found.size > 1 << WIDEST:
            raise GameError(
                Message(
                    "the actions of {} are tuples that do not fit into {} bits: yield numbers, or tuples "
                    "with fewer or smaller fields",
                    owner,
                    WIDEST,
                )
            )
        return found


def fault_of(action: Any, kind: type | None, length: int) -> str | None:
    """Return what is wrong with an action that must be a tuple of a kind and a length; None if it is one.

    Examples
    --------
    >>> fault_of((1, None), tuple, 2), fault_of((1, "a"), tuple, 2)
    (None, "whose field 2 is 'a', not a whole number, True, False or None")
    """
    if not isinstance(action, tuple) or type(action) is not kind:
        return f"not a {getattr(kind, '__name__', kind)} as the first action of the game is"
    if len(action) != length:
        return f"which has not {length} fields as the first action of the game has"
    for name, value in zip(names_of(action), action, strict=True):
        if not (value is None or isinstance(value, Integral)):
            return f"whose {name} is {value!r}, not a whole number, True, False or None"
    return None


def names_of(action: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the names of the fields of an action; their numbers from 1 on if it is a plain tuple."""
    return getattr(action, "_fields", tuple(f"field {place}" for place in range(1, len(action) + 1)))


def action_fault(game: Any, action: Any) -> str | None:
    """Return what is wrong with an action that a game yields, such as ``not a whole number``; None if nothing is."""
    known: ActionFields | None = game.action_fields
    if known is not None:
        wrong = fault_of(action, known.kind, len(known.fields))
        if wrong:
            return wrong
        try:
            known.pack(action)
        except GameError as error:
            return f"and {error}"
    elif not isinstance(action, Integral):
        alike = "as the first action of the game is" if isinstance(action, tuple) else "or a NamedTuple of them"
        return f"not a whole number {alike}"
    elif not -(2**63) < int(action) < 2**63:
        return "which does not fit into 64 bits"
    return None


def _hints(kind: type) -> Mapping[str, Any]:
    try:
        return get_type_hints(kind)
    except Exception:  # an annotation that cannot be evaluated
        return {}


def _as_range(stated: int | range) -> range:
    return range(stated) if isinstance(stated, int) else stated


def _field(name: str, seen: set[Any], hint: Any, stated: range | None) -> Field:
    """Return a field, given what was met, its annotation, and its range, if the game states one."""
    numbers = seen - {None}
    may_be_none = None in seen or hint is NoneType or NoneType in get_args(hint)
    if bool in (hint, *get_args(hint)) or (numbers and all(isinstance(number, bool) for number in numbers)):
        return Field(name, 0, 2, may_be_none, is_truth=True)
    if stated is not None:
        return Field(name, stated.start, len(stated), may_be_none)
    low, high = (int(min(numbers)), int(max(numbers))) if numbers else (0, (1 << UNKNOWN_BITS) - 1)
    bits = max(high.bit_length(), (-low - 1).bit_length() if low < 0 else 0, 1) + HEADROOM
    return Field(name, -(1 << bits) if low < 0 else 0, (1 << bits + (low < 0)) - may_be_none, may_be_none)


def action_text(action: Action) -> str:
    """Return the text of an action without a notation: its number, or those of its fields, without Nones at the end.

    Examples
    --------
    >>> action_text(3), action_text((3, 7)), action_text((3, 7, None)), action_text((None, 7, 12))
    ('3', '3:7', '3:7', '_:7:12')
    """
    if not isinstance(action, tuple):
        return str(action)
    return ":".join(text for _, text in texts_of_fields(action))


def texts_of_fields(action: tuple[Any, ...]) -> list[tuple[int, str]]:
    """Return the index of each field of an action and its number as text, without Nones at the end."""
    words = list(enumerate("_" if value is None else str(int(value)) for value in action))
    while len(words) > 1 and words[-1][1] == "_":
        words.pop()
    return words


def written(_state: State, action: Action) -> str:
    """Return the text of an action without a notation."""
    return action_text(action)


def with_numbers(game: Record, known: ActionFields) -> Record:
    """Return a game, or a group of its functions, whose functions take and return packed actions."""
    changes: dict[str, Any] = {}
    for own in fields(game):  # type: ignore[arg-type]
        value, gives = getattr(game, own.name), own.metadata.get(GIVES)
        if value is None:
            continue
        if own.metadata.get(TAKES) == "state, action":
            changes[own.name] = _taking_numbers(value, known.unpack)
        elif gives == "actions":
            changes[own.name] = _giving_numbers(value, known.pack)
        elif gives == "action":
            changes[own.name] = _giving_number(value, known.pack)
        elif is_dataclass(value):
            changes[own.name] = with_numbers(value, known)
    return replace(game, **changes) if changes else game  # type: ignore[type-var]


def _taking_numbers(function: Callable[[State, Action], Any], unpack: Callable[[int], Action]) -> Any:
    def taking_number(state: State, number: int) -> Any:
        return function(state, unpack(number))

    return taking_number


def _giving_numbers(function: Callable[[State], Iterable[Action]], pack: Callable[[Action], int]) -> Any:
    def giving_numbers(state: State) -> Iterator[int]:
        for action in function(state):
            yield pack(action)

    return giving_numbers


def _giving_number(function: Callable[[State, str], Action], pack: Callable[[Action], int]) -> Any:
    def giving_number(state: State, text: str) -> int:
        return pack(function(state, text))

    return giving_number
