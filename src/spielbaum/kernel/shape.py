"""The types of the fields of a state, and whether a number fits into them.

A state is a NamedTuple of integers. Compiled, a field is a signed 64-bit integer, or an unsigned one if it is
declared as :data:`spielbaum.U64`, or one of 128 bits, two words with the low one first, if it is declared as
:data:`spielbaum.U128`.
"""

from functools import lru_cache
from itertools import accumulate
from numbers import Integral
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from spielbaum.errors import GameError
from spielbaum.kernel.bits import U64, U128


class Shape(NamedTuple):
    """The types of the fields of a state.

    Attributes
    ----------
    lengths
        For each field the length of its tuple; None for a number.
    unsigned
        For each field whether its numbers are unsigned.
    wide
        For each field whether it has 128 bits: two numbers of the state, the low word first.
    """

    lengths: tuple[int | None, ...]
    unsigned: tuple[bool, ...]
    wide: tuple[bool, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """For each field its number of the numbers of a state."""
        return tuple(
            1 + wide if length is None else length for length, wide in zip(self.lengths, self.wide, strict=True)
        )

    @property
    def size(self) -> int:
        """The number of numbers of a state."""
        return sum(self.counts)

    @property
    def first_numbers(self) -> tuple[int, ...]:
        """For each field the index of its first number among all numbers of a state."""
        return tuple(accumulate(self.counts[:-1], initial=0))

    @property
    def unsigned_numbers(self) -> tuple[bool, ...]:
        """For each number of a state whether it is unsigned."""
        return tuple(unsigned for count, unsigned in zip(self.counts, self.unsigned, strict=True) for _ in range(count))


def shape_of(state: Any) -> Shape:
    """Return the shape of a state: numbers, and tuples with the lengths of this one.

    Raises
    ------
    GameError
        If it is no NamedTuple, or a field is declared as anything but ``int``, ``bool``, ``U64``, ``U128`` or a tuple
        of the first three.
    """
    kind: Any = type(state)
    fields = getattr(kind, "_fields", None)
    if not fields:
        shown = "None" if state is None else _article(kind.__name__)
        raise GameError(f"a state must be a NamedTuple of integers, not {shown} (or set compiled=False on the game)")
    hints = _hints(kind)
    lengths, numbers = [], []
    for name, value in zip(fields, state, strict=True):
        number, is_board = _declared(hints.get(name, tuple if isinstance(value, tuple) else int))
        if number is None:
            shown = getattr(hints[name], "__name__", hints[name]) if is_board is None else hints[name]
            rows = bool(is_board) and any(get_origin(inside) is tuple for inside in get_args(hints[name]))
            raise GameError(
                f"field {name!r} of {kind.__name__} is declared {shown}; compiled states hold int, bool, U64, U128 and "
                + ("tuples of the first three" + ": put one row after the other into one tuple" * rows)
                + " (or set compiled=False on the game)"
            )
        if is_board and not (isinstance(value, tuple) and value):
            raise GameError(f"field {name!r} of {kind.__name__} is declared a tuple, and begins as {value!r}")
        lengths.append(len(value) if is_board else None)
        numbers.append(number)
    unsigned, wide = (number in (U64, U128) for number in numbers), (number is U128 for number in numbers)
    return Shape(tuple(lengths), tuple(unsigned), tuple(wide))


_NUMBERS = (int, bool, U64, U128)


def _declared(hint: Any) -> tuple[Any, bool | None]:
    """Return the declared type of the numbers of a field, and whether it is a tuple; None for another type."""
    if hint in _NUMBERS:
        return hint, False
    if hint is tuple:
        return int, True
    if get_origin(hint) is tuple:
        inside = {kind for kind in get_args(hint) if kind is not Ellipsis}
        if inside <= {int, bool} or inside == {U64}:
            return (U64 if U64 in inside else int), True
        return None, True
    return None, None


def _hints(state_class: type) -> dict[str, Any]:
    try:
        return get_type_hints(state_class)
    except Exception as error:
        raise GameError(f"the annotations of {state_class.__name__} cannot be read: {error}") from None


_LIMITS: dict[Any, tuple[int, int]] = {U64: (0, 2**64 - 1), U128: (0, 2**128 - 1)}


@lru_cache(64)
def _ranges(state_class: type) -> tuple[tuple[str, bool | None, int, int] | None, ...]:
    """Return name, least and largest number of each field; None for fields that cannot be compiled.

    The second entry is whether it is a tuple, None if nothing is declared.
    """
    hints, known = _hints(state_class), []
    for name in getattr(state_class, "_fields", ()):
        number, is_board = _declared(hints[name]) if name in hints else (int, None)
        low, high = _LIMITS.get(number, (-(2**63), 2**63 - 1))
        known.append(None if number is None else (name, is_board, low, high))
    return tuple(known)


def misfit(state: Any, *, whole: bool = True, shape: Shape | None = None) -> str | None:
    """Return a sentence about a field that is not an integer, or does not fit into its bits; else None.

    Parameters
    ----------
    state
        The state.
    whole
        Whether fields that are not integers are wrong; without it only the size of numbers matters.
    shape
        The lengths of tuples, if known.
    """
    kind_of_state: Any = type(state)
    for place, (value, known) in enumerate(zip(state, _ranges(kind_of_state), strict=False)):
        if known is None:
            continue
        name, is_board, low, high = known
        if is_board is None:
            is_board = isinstance(value, tuple) if shape is None else shape.lengths[place] is not None
        if not is_board and type(value) is int and low <= value <= high:
            continue
        if is_board and _fits(value, low, high, shape and shape.lengths[place]):
            continue
        field = f"field {name} of {kind_of_state.__name__}"
        if not is_board:
            wrong = _misfit(value, field, low, high, whole=whole)
        elif not isinstance(value, tuple):
            wrong = f"{field} is {value!r}, not a tuple" if whole else None
        elif shape is not None and len(value) != shape.lengths[place]:
            wrong = f"{field} has {len(value)} numbers, and {shape.lengths[place]} at the start of the game"
        else:
            faults = (
                _misfit(number, f"{field}, number {i},", low, high, whole=whole, is_board=True)
                for i, number in enumerate(value)
            )
            wrong = next(filter(None, faults), None)
        if wrong:
            return wrong
    return None


def _fits(board: Any, low: int, high: int, length: int | None) -> bool:
    """Return whether a tuple fits, by a fast test."""
    if type(board) is not tuple or set(map(type, board)) != {int}:
        return False
    return low <= min(board) and max(board) <= high and length in (None, len(board))


def _misfit(number: Any, field: str, low: int, high: int, *, whole: bool, is_board: bool = False) -> str | None:
    if not isinstance(number, int) and not isinstance(number, Integral):
        return f"{field} is {number!r}, not a whole number" if whole else None
    if low <= int(number) <= high:
        return None
    size = f"{high.bit_length()} bits, which are unsigned" if low == 0 else "64 bits, of which one is the sign"
    wider = (
        kind
        for kind, (_, most) in _LIMITS.items()
        if most > high and not (is_board and most > 2**64) and most >= int(number) > 0
    )
    hint = "declare it tuple[{}, ...], " if is_board else "declare it {}, "
    cure = next((hint.format(kind.__name__) for kind in wider), "")
    return (
        f"{field} is {_shown(int(number))}, which does not fit into {size}: keep it smaller, "
        f"{cure}split it into two fields, or set compiled=False on the game"
    )


def _shown(number: int) -> str:
    return str(number) if number.bit_length() < 200 else f"a number of {number.bit_length()} bits"


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
