"""States and vectors between the interpreter and compiled code.

Kernels take the fields and build the state themselves: the class of the state is never part of a stored signature,
and Python's unbounded integers always arrive with the same type.
"""

import marshal
from collections.abc import Callable, Sequence
from hashlib import blake2b
from math import nan
from typing import Any

from spielbaum.errors import GameError
from spielbaum.kernel.bits import WORD
from spielbaum.kernel.calling import Unsigned, Wide
from spielbaum.kernel.shape import Shape, misfit, shape_of


def bounded(result: Callable[[Any, int], Any]) -> Callable[[Any, int], Any]:
    """Return ``result`` for the interpreter, with an error for a field that compiled states cannot hold.

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


def pack(state: Any, shape: Shape) -> tuple[Any, ...]:
    """Return the fields of a state as the arguments of a kernel: numbers, and tuples of numbers.

    Raises
    ------
    GameError
        If it is not a state, or a field is not an integer or does not fit into its bits.
    """
    if not hasattr(state, "_fields") or len(state) != len(shape.lengths):
        raise GameError(f"{state!r} is no state: a NamedTuple of {len(shape.lengths)} fields is")
    fault = misfit(state, shape=shape)
    if fault:
        raise GameError(fault)
    fields = []
    for value, length, unsigned, wide in zip(state, *shape, strict=True):
        number = Wide if wide else Unsigned if unsigned else int
        fields.append(number(value) if length is None else tuple(map(number, value)))
    return tuple(fields)


class AsState:
    """A conversion from tuples of fields to states.

    Parameters
    ----------
    state
        Any state of the game.
    """

    def __init__(self, state: Any) -> None:
        self.state_class: Any = type(state)
        self.shape = shape_of(state)

    def __call__(self, fields: tuple[Any, ...]) -> Any:
        """Return the state."""
        return self.state_class._make(fields)

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.tuple_caster(native.state_type(self.state_class, self.shape))

    def content(self) -> object:
        """Return what the conversion depends on."""
        return self.state_class.__qualname__, self.state_class._fields, tuple(self.shape)


class AsIntegers:
    """A conversion from states to signed 64-bit integers, so that compiled code can index them.

    A field of 128 bits becomes two, the low word first.

    Parameters
    ----------
    shape
        The shape of the states; None for interpreted ones, which may hold other things.
    """

    def __init__(self, shape: Shape | None) -> None:
        self.shape = shape
        self._is_flat = shape is None or not any(shape.lengths + shape.wide)

    def __call__(self, fields: Sequence[Any]) -> tuple[int, ...]:
        """Return the numbers as signed 64-bit integers; interpreted states may hold other things, which are hashed."""
        if not self._is_flat:
            fields = flattened(fields, self.shape)
        return tuple([(_number(field) + 2**63) % 2**64 - 2**63 for field in fields])

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        assert self.shape is not None
        return native.integers_caster(self.shape)

    def content(self) -> object:
        """Return what the conversion depends on."""
        return None if self.shape is None else tuple(self.shape)


def flattened(fields: Sequence[Any], shape: Shape | None = None) -> list[Any]:
    """Return the numbers of fields, those of tuples in their places; by a shape the two words of those that are wide.

    Examples
    --------
    >>> flattened(((1, 2), 3))
    [1, 2, 3]
    """
    if shape is not None and any(shape.wide):
        fields = [
            (int(field) & WORD, int(field) >> 64) if wide else field
            for field, wide in zip(fields, shape.wide, strict=True)
        ]
    return [number for field in fields for number in (field if type(field) is tuple else (field,))]


LARGEST_WHOLE = (1 << 53) - 1
"""The largest whole number that a float tells from those beside it."""


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

    A float skips whole numbers from 2^53 on. So all entries are NaN where one is a whole number that is, times the
    weight, as large.
    """

    def __init__(self, players: int, weight: float = 1, source: str = "a vector") -> None:
        self.players = players
        self.source = source
        self.weight = float(weight)
        self.most = int(LARGEST_WHOLE / max(1.0, abs(self.weight)))

    def __call__(self, numbers: Sequence[float]) -> tuple[float, ...]:
        """Return the vector.

        Raises
        ------
        GameError
            If there is not one number for each player.
        """
        if not isinstance(numbers, Sequence) or len(numbers) != self.players:
            raise GameError(f"{self.source} must be a tuple of {self.players} numbers, not {numbers!r}")
        if any(isinstance(number, int) and abs(number) > self.most for number in numbers):
            return (nan,) * self.players
        return tuple([self.weight * number for number in numbers])

    def native(self) -> Any:
        """Return the compiled counterpart."""
        from spielbaum.kernel import native

        return native.tuple_caster(native.vector_type(self.players), self.weight, self.source, self.most)

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
