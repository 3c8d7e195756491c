"""States and vectors between the interpreter and compiled code.

A state is a NamedTuple of integers. Compiled, a field is a signed 64-bit integer, or an unsigned one where it is
declared as :data:`spielbaum.U64`. Kernels take the bare fields and build the state themselves: the class of the
state never stands in a stored signature, and Python's unbounded integers always arrive with the same type.
"""

import marshal
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from numbers import Integral
from typing import Any, get_type_hints

from spielbaum.errors import GameError
from spielbaum.kernel.bits import U64
from spielbaum.kernel.calling import Unsigned


def unsigned_fields(state_class: type) -> tuple[bool, ...]:
    """Return for each field of a state class whether it is unsigned.

    Raises
    ------
    GameError
        If it is no NamedTuple, or a field is declared as anything but ``int``, ``bool`` or ``U64``.
    """
    fields = getattr(state_class, "_fields", None)
    if not fields:
        shown = "None" if state_class is type(None) else _article(state_class.__name__)
        raise GameError(f"a state must be a NamedTuple of integers, not {shown} (or set compiled=False on the game)")
    hints = _hints(state_class)
    for name in fields:
        if hints.get(name, int) not in (int, bool, U64):
            shown = getattr(hints[name], "__name__", hints[name])
            raise GameError(
                f"field {name!r} of {state_class.__name__} is declared {shown}; compiled states hold int, bool or U64 "
                "(or set compiled=False on the game)"
            )
    return tuple(hints.get(name) is U64 for name in fields)


def _hints(state_class: type) -> dict[str, Any]:
    try:
        return get_type_hints(state_class)
    except Exception as error:
        raise GameError(f"the annotations of {state_class.__name__} cannot be read: {error}") from None


@lru_cache(64)
def _ranges(state_class: type) -> tuple[tuple[str, int, int] | None, ...]:
    """Return name, least and largest number of each field; None for what compiled states do not hold."""
    hints = _hints(state_class)
    return tuple(
        (name, 0, 2**64 - 1) if hints.get(name) is U64
        else (name, -(2**63), 2**63 - 1) if hints.get(name, int) in (int, bool)
        else None
        for name in getattr(state_class, "_fields", ())
    )  # fmt: skip


def misfit(state: Any, *, whole: bool = True) -> str | None:
    """Return what is wrong with a field that is no whole number, or does not fit into 64 bits; else None.

    Parameters
    ----------
    state
        The state.
    whole
        Whether fields that are no whole numbers are wrong; without it only the size of numbers matters.
    """
    kind_of_state: Any = type(state)
    for number, known in zip(state, _ranges(kind_of_state), strict=False):
        if known is None:
            continue
        name, low, high = known
        field = f"field {name} of {type(state).__name__}"
        if not isinstance(number, int) and not isinstance(number, Integral):
            if whole:
                return f"{field} is {number!r}, not a whole number"
        elif not low <= int(number) <= high:
            size = "64 bits, which are unsigned" if low == 0 else "64 bits, of which one is the sign"
            cure = "declare it U64, " if low and 0 < int(number) < 2**64 else ""
            return (
                f"{field} is {_shown(int(number))}, which does not fit into {size}: keep it smaller, "
                f"{cure}split it into two fields, or set compiled=False on the game"
            )
    return None


def _shown(number: int) -> str:
    return str(number) if number.bit_length() < 200 else f"a number of {number.bit_length()} bits"


def bounded(result: Callable[[Any, int], Any]) -> Callable[[Any, int], Any]:
    """Return ``result`` of a compiled game for the interpreter, which refuses a field that compiled states cannot hold.

    Parameters
    ----------
    result
        ``(state, action) -> state``.
    """

    def bounded_result(state: Any, action: int) -> Any:
        child = result(state, action)
        fault = misfit(child, whole=False) if isinstance(child, tuple) else None
        if fault:
            raise GameError(f"result of action {action}: {fault}")
        return child

    return bounded_result


def pack(state: Any, unsigned: tuple[bool, ...]) -> tuple[Any, ...]:
    """Return the fields of a state as the numbers that kernels take.

    Raises
    ------
    GameError
        If it is no state, or a field is no whole number or does not fit into 64 bits.
    """
    if not hasattr(state, "_fields") or len(state) != len(unsigned):
        raise GameError(f"{state!r} is no state: a NamedTuple of {len(unsigned)} fields is")
    fault = misfit(state)
    if fault:
        raise GameError(fault)
    return tuple([Unsigned(x) if u else int(x) for x, u in zip(state, unsigned, strict=True)])


class AsState:
    """Make a state of any tuple of its fields, with the declared types.

    Parameters
    ----------
    state_class
        The NamedTuple of the game.
    """

    def __init__(self, state_class: type) -> None:
        self.state_class: Any = state_class
        self.unsigned = unsigned_fields(state_class)

    def __call__(self, fields: tuple[int, ...]) -> Any:
        """Return the state."""
        return self.state_class._make(fields)

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.tuple_caster(native.state_type(self.state_class, self.unsigned))

    def content(self) -> object:
        """Return what the conversion depends on."""
        return self.state_class.__qualname__, self.state_class._fields, self.unsigned


class AsIntegers:
    """Make a tuple of signed 64-bit integers of the fields of a state, so that compiled code can index it.

    Parameters
    ----------
    length
        How many fields a state has.
    """

    def __init__(self, length: int) -> None:
        self.length = length

    def __call__(self, fields: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers as signed 64-bit integers; interpreted states may hold other things, which are hashed."""
        return tuple([(_number(field) + 2**63) % 2**64 - 2**63 for field in fields])

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.tuple_caster(native.integers_type(self.length))

    def content(self) -> object:
        """Return what the conversion depends on."""
        return self.length


class AsVector:
    """Make a vector of floats, one for each player, of any tuple of numbers.

    Parameters
    ----------
    players
        The length of the vector.
    weight
        What every number is multiplied by.
    source
        What gives the tuples, for error messages.
    """

    def __init__(self, players: int, weight: float = 1, source: str = "a vector") -> None:
        self.players = players
        self.source = source
        self.weight = float(weight)

    def __call__(self, numbers: Sequence[float]) -> tuple[float, ...]:
        """Return the vector.

        Raises
        ------
        GameError
            If there is not one number for each player.
        """
        if not isinstance(numbers, Sequence) or len(numbers) != self.players:
            raise GameError(f"{self.source} must be a tuple of {self.players} numbers, not {numbers!r}")
        return tuple([self.weight * number for number in numbers])

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.tuple_caster(native.vector_type(self.players), self.weight, self.source)

    def content(self) -> object:
        """Return what the conversion depends on."""
        return self.players, self.weight


class AsRows:
    """Make rows of floats, equally many in each, of any tuple of tuples of numbers.

    Parameters
    ----------
    rows, length
        How many, and how many numbers each has.
    source
        What gives the tuples, for error messages.
    """

    def __init__(self, rows: int, length: int, source: str = "rows") -> None:
        self.rows = rows
        self.length = length
        self.source = source

    def __call__(self, rows: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], ...]:
        """Return the rows.

        Raises
        ------
        GameError
            If there are not so many rows of so many numbers.
        """
        if not isinstance(rows, Sequence) or len(rows) != self.rows:
            raise GameError(f"{self.source} must be {self.rows} tuples, not {rows!r}")
        for row in rows:
            if not isinstance(row, Sequence) or len(row) != self.length:
                raise GameError(f"{self.source} must be tuples of {self.length} numbers, not {row!r}")
        return tuple([tuple([float(number) for number in row]) for row in rows])

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.rows_caster(self.rows, native.vector_type(self.length), self.source)

    def content(self) -> object:
        """Return what the conversion depends on."""
        return self.rows, self.length


def _number(field: Any) -> int:
    if isinstance(field, int) and -(2**63) <= field < 2**64:
        return field
    content = marshal.dumps(field, 2) if _is_plain(field) else f"{type(field).__name__} {hash(field)}".encode()
    return int.from_bytes(blake2b(content, digest_size=8).digest())


def _is_plain(field: Any) -> bool:
    """Return whether its bytes say all of a value; version 2 of them does not depend on who else refers to it."""
    if type(field) is tuple:
        return all(map(_is_plain, field))
    return field is None or type(field) in (int, bool, float, str, bytes)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
