"""The intrinsics of :mod:`spielbaum.kernel.vectors`.

Importing this module imports Numba.
"""

from functools import reduce
from typing import Any

from numba import types
from numba.extending import intrinsic, overload

from spielbaum.kernel import vectors


def _entries(builder: Any, vector: Any, length: int) -> list[Any]:
    return [builder.extract_value(vector, i) for i in range(length)]


def _sum(builder: Any, entries: list[Any]) -> Any:
    whole = entries[0]
    for entry in entries[1:]:
        whole = builder.fadd(whole, entry)
    return whole


@intrinsic
def _select_entry(_context: Any, vector: Any, index: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        entries = _entries(builder, args[0], len(vector))
        found = entries[0]
        for i in range(1, len(vector)):
            here = builder.icmp_signed("==", args[1], args[1].type(i))
            found = builder.select(here, entries[i], found)
        return found

    return vector.dtype(vector, index), codegen


@intrinsic
def _replace_entry(_context: Any, vector: Any, index: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        new = context.cast(builder, args[2], signature.args[2], vector.dtype)
        replaced = [
            builder.select(builder.icmp_signed("==", args[1], args[1].type(i)), new, entry)
            for i, entry in enumerate(_entries(builder, args[0], len(vector)))
        ]
        return context.make_tuple(builder, vector, replaced)

    return vector(vector, index, number), codegen


@intrinsic
def _total_of(_context: Any, vector: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _sum(builder, _entries(builder, args[0], len(vector)))

    return vector.dtype(vector), codegen


@intrinsic
def _dot_of(_context: Any, one: Any, other: Any) -> Any:
    whole = all(isinstance(kind, (types.Integer, types.Boolean)) for kind in (*one.types, *other.types))
    kind = types.int64 if whole else types.float64

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        add, multiply = (builder.add, builder.mul) if whole else (builder.fadd, builder.fmul)
        products = []
        for i in range(len(one)):
            factors = [
                context.cast(builder, builder.extract_value(value, i), numbers.types[i], kind)
                for value, numbers in zip(args, signature.args, strict=True)
            ]
            products.append(multiply(*factors))
        return reduce(add, products)

    return kind(one, other), codegen


@intrinsic
def _least_of(_context: Any, vector: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        entries = _entries(builder, args[0], len(vector))
        smallest = entries[0]
        for entry in entries[1:]:
            smallest = builder.select(builder.fcmp_ordered("<", entry, smallest), entry, smallest)
        return smallest

    return vector.dtype(vector), codegen


@intrinsic
def _divide_all(_context: Any, vector: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        divisor = context.cast(builder, args[1], signature.args[1], vector.dtype)
        quotients = [builder.fdiv(entry, divisor) for entry in _entries(builder, args[0], len(vector))]
        return context.make_tuple(builder, vector, quotients)

    return vector(vector, number), codegen


@intrinsic
def _less_the_rest(_context: Any, vector: Any, whole: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        sum_of_all = context.cast(builder, args[1], signature.args[1], vector.dtype)
        entries = _entries(builder, args[0], len(vector))
        differences = [builder.fsub(builder.fmul(entry.type(2), entry), sum_of_all) for entry in entries]
        return context.make_tuple(builder, vector, differences)

    return vector(vector, whole), codegen


@intrinsic
def _less_the_mean(_context: Any, vector: Any, present: Any, whole: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        sum_of_all = context.cast(builder, args[2], signature.args[2], vector.dtype)
        entries = _entries(builder, args[0], len(vector))
        count = builder.sitofp(builder.ctpop(args[1]), entries[0].type)
        heights = [
            builder.fdiv(builder.fsub(builder.fmul(count, entry), sum_of_all), count)
            for entry in _present_entries(builder, args[1], entries)
        ]
        return context.make_tuple(builder, vector, _present_entries(builder, args[1], heights))

    return vector(vector, present, whole), codegen


@intrinsic
def _total_of_present(_context: Any, vector: Any, present: Any) -> Any:
    def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _sum(builder, _present_entries(builder, args[1], _entries(builder, args[0], len(vector))))

    return vector.dtype(vector, present), codegen


def _present_entries(builder: Any, present: Any, entries: list[Any]) -> list[Any]:
    """Return the entries of the players whose bit is set, and 0 for the others."""
    bits = [builder.and_(present, present.type(1 << i)) for i in range(len(entries))]
    return [
        builder.select(builder.icmp_signed("!=", bit, bit.type(0)), entry, entry.type(0))
        for bit, entry in zip(bits, entries, strict=True)
    ]


def _is_vector(kind: Any) -> bool:
    return isinstance(kind, types.UniTuple)


# Numba compares the signatures of a function and of its overload literally: no annotations here.


@overload(vectors.component)
def _component(vector, player):  # type: ignore[no-untyped-def]
    return (lambda vector, player: _select_entry(vector, player)) if _is_vector(vector) else None


@overload(vectors.with_entry)
def _with_entry(vector, player, number):  # type: ignore[no-untyped-def]
    return (lambda vector, player, number: _replace_entry(vector, player, number)) if _is_vector(vector) else None


@overload(vectors.total)
def _total(vector):  # type: ignore[no-untyped-def]
    return (lambda vector: _total_of(vector)) if _is_vector(vector) else None


@overload(vectors.dot)
def _dot(one, other):  # type: ignore[no-untyped-def]
    fit = isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple) and len(one) == len(other)
    return (lambda one, other: _dot_of(one, other)) if fit else None


@overload(vectors.least)
def _least(vector):  # type: ignore[no-untyped-def]
    return (lambda vector: _least_of(vector)) if _is_vector(vector) else None


@overload(vectors.divided)
def _divided(vector, number):  # type: ignore[no-untyped-def]
    return (lambda vector, number: _divide_all(vector, number)) if _is_vector(vector) else None


@overload(vectors.paranoid_value)
def _paranoid_value(vector, whole):  # type: ignore[no-untyped-def]
    return (lambda vector, whole: _less_the_rest(vector, whole)) if _is_vector(vector) else None


@overload(vectors.centred)
def _centred(vector, present, whole):  # type: ignore[no-untyped-def]
    return (lambda vector, present, whole: _less_the_mean(vector, present, whole)) if _is_vector(vector) else None


@overload(vectors.total_of)
def _total_of_those(vector, present):  # type: ignore[no-untyped-def]
    return (lambda vector, present: _total_of_present(vector, present)) if _is_vector(vector) else None
