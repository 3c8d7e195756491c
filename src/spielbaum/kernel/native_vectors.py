"""The intrinsics of :mod:`spielbaum.kernel.vectors`.

Importing this module imports Numba.
"""

from functools import reduce
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from spielbaum.kernel import vectors
from spielbaum.kernel.intrinsics import stands_for
from spielbaum.kernel.native_functions import Typed, written


def _of_vector(typed: Typed) -> Typed:
    """Return what types a function of a vector, and of nothing else."""
    return lambda vector, *more: typed(vector, *more) if isinstance(vector, types.UniTuple) else None


def _number(vector: Any, *more: Any) -> Any:
    return vector.dtype(vector, *more)


def _entries(builder: Any, vector: Any) -> list[Any]:
    return [builder.extract_value(vector, i) for i in range(vector.type.count)]


@written(vectors.component, _of_vector(_number))
def _component(builder: Any, vector: Any, player: Any) -> Any:
    found, *others = _entries(builder, vector)
    for i, entry in enumerate(others, 1):
        found = builder.select(builder.icmp_signed("==", player, player.type(i)), entry, found)
    return found


@written(vectors.with_entry, _of_vector(lambda vector, player, _number: vector(vector, player, vector.dtype)))
def _with_entry(builder: Any, vector: Any, player: Any, number: Any) -> Any:
    replaced = [
        builder.select(builder.icmp_signed("==", player, player.type(i)), number, entry)
        for i, entry in enumerate(_entries(builder, vector))
    ]
    return cgutils.pack_array(builder, replaced)


@written(vectors.total, _of_vector(_number))
def _total(builder: Any, vector: Any) -> Any:
    return reduce(builder.fadd, _entries(builder, vector))


@stands_for(vectors.dot)
@intrinsic
def _dot(_context: Any, one: Any, other: Any) -> Any:
    if not all(isinstance(kind, types.BaseTuple) for kind in (one, other)) or len(one) != len(other):
        return None
    whole = all(isinstance(kind, (types.Integer, types.Boolean)) for kind in (*one, *other))
    kind = types.int64 if whole else types.float64

    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        add, multiply = (builder.add, builder.mul) if whole else (builder.fadd, builder.fmul)
        numbers = [
            [context.cast(builder, builder.extract_value(value, i), source, kind) for i, source in enumerate(given)]
            for value, given in zip(args, (one, other), strict=True)
        ]
        return reduce(add, map(multiply, *numbers))

    return kind(one, other), codegen


@written(vectors.least, _of_vector(_number))
def _least(builder: Any, vector: Any) -> Any:
    return reduce(
        lambda smallest, entry: builder.select(builder.fcmp_ordered("<", entry, smallest), entry, smallest),
        _entries(builder, vector),
    )


@written(vectors.divided, _of_vector(lambda vector, _number: vector(vector, vector.dtype)))
def _divided(builder: Any, vector: Any, number: Any) -> Any:
    return cgutils.pack_array(builder, [builder.fdiv(entry, number) for entry in _entries(builder, vector)])


@written(vectors.paranoid_value, _of_vector(lambda vector, _whole: vector(vector, vector.dtype)))
def _paranoid_value(builder: Any, vector: Any, whole: Any) -> Any:
    doubled = [builder.fmul(entry.type(2), entry) for entry in _entries(builder, vector)]
    return cgutils.pack_array(builder, [builder.fsub(entry, whole) for entry in doubled])


@written(vectors.centred, _of_vector(lambda vector, present, _whole: vector(vector, present, vector.dtype)))
def _centred(builder: Any, vector: Any, present: Any, whole: Any) -> Any:
    entries = _entries(builder, vector)
    count = builder.sitofp(builder.ctpop(present), entries[0].type)
    heights = [
        builder.fdiv(builder.fsub(builder.fmul(count, entry), whole), count)
        for entry in _present_entries(builder, present, entries)
    ]
    return cgutils.pack_array(builder, _present_entries(builder, present, heights))


@written(vectors.total_of, _of_vector(_number))
def _total_of(builder: Any, vector: Any, present: Any) -> Any:
    return reduce(builder.fadd, _present_entries(builder, present, _entries(builder, vector)))


def _present_entries(builder: Any, present: Any, entries: list[Any]) -> list[Any]:
    """Return the entries of the players whose bit is set, and 0 for the others."""
    bits = [builder.and_(present, present.type(1 << i)) for i in range(len(entries))]
    return [
        builder.select(builder.icmp_signed("!=", bit, bit.type(0)), entry, entry.type(0))
        for bit, entry in zip(bits, entries, strict=True)
    ]
