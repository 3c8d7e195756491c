"""The intrinsics of :mod:`spielbaum.kernel.words`: loads and stores.

Importing this module imports Numba.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from spielbaum.kernel import words

CELL = ir.IntType(16)


def _pointer(context: Any, builder: Any, address: Any, place: Any) -> Any:
    word = context.get_value_type(types.int64)
    return builder.gep(builder.inttoptr(address, word.as_pointer()), [place])


def _cell(builder: Any, address: Any, place: Any) -> Any:
    return builder.gep(builder.inttoptr(address, CELL.as_pointer()), [place])


@intrinsic
def _load(_context: Any, address: Any, place: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load(_pointer(context, builder, args[0], args[1]))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def _store(_context: Any, address: Any, place: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.store(args[2], _pointer(context, builder, args[0], args[1]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def _load_cell(_context: Any, address: Any, place: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.zext(builder.load(_cell(builder, args[0], args[1])), context.get_value_type(types.int64))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def _raise_cell(_context: Any, address: Any, place: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer, number = _cell(builder, args[0], args[1]), builder.trunc(args[2], CELL)
        with builder.if_then(builder.icmp_unsigned("<", builder.load(pointer), number)):
            builder.store(number, pointer)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def _raise_shared_cell(_context: Any, address: Any, place: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer, number = _cell(builder, args[0], args[1]), builder.trunc(args[2], CELL)
        with builder.if_then(builder.icmp_unsigned("<", builder.load(pointer), number)):
            builder.atomic_rmw("umax", pointer, number, "seq_cst")
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def _add_shared_word(_context: Any, address: Any, place: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.atomic_rmw("add", _pointer(context, builder, args[0], args[1]), args[2], "seq_cst")
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def _add_shared_float(_context: Any, address: Any, place: Any, number: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = builder.bitcast(_pointer(context, builder, args[0], args[1]), ir.DoubleType().as_pointer())
        builder.atomic_rmw("fadd", pointer, args[2], "seq_cst")
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float64), codegen


@intrinsic
def _swap_shared_word(_context: Any, address: Any, place: Any, expected: Any, word: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        pointer = _pointer(context, builder, args[0], args[1])
        return builder.extract_value(builder.cmpxchg(pointer, args[2], args[3], "seq_cst", "seq_cst"), 1)

    return types.boolean(types.int64, types.int64, types.int64, types.int64), codegen


@intrinsic
def _prefetch(_context: Any, address: Any, place: Any) -> Any:
    def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        declared = ir.FunctionType(ir.VoidType(), [word, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, declared, "llvm.prefetch.p0i8")
        place_of = builder.bitcast(_pointer(context, builder, args[0], args[1]), word)
        builder.call(function, [place_of, number(0), number(3), number(1)])  # read, keep in all caches, data
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


# Numba compares the signatures of a function and of its overload literally: no annotations here.


@overload(words.read_word)
def _read_word(words, place):  # type: ignore[no-untyped-def]
    return (lambda words, place: _load(words, place)) if isinstance(words, types.Integer) else None


@overload(words.write_word)
def _write_word(words, place, word):  # type: ignore[no-untyped-def]
    return (lambda words, place, word: _store(words, place, word)) if isinstance(words, types.Integer) else None


@overload(words.read_cell)
def _read_cell(words, place):  # type: ignore[no-untyped-def]
    return (lambda words, place: _load_cell(words, place)) if isinstance(words, types.Integer) else None


@overload(words.raise_cell)
def _overload_raise_cell(words, place, number):  # type: ignore[no-untyped-def]
    if isinstance(words, types.Integer):
        return lambda words, place, number: _raise_cell(words, place, number)
    return None


@overload(words.raise_shared_cell)
def _overload_raise_shared_cell(words, place, number):  # type: ignore[no-untyped-def]
    if isinstance(words, types.Integer):
        return lambda words, place, number: _raise_shared_cell(words, place, number)
    return None


@overload(words.add_shared_word)
def _overload_add_shared_word(words, place, number):  # type: ignore[no-untyped-def]
    if isinstance(words, types.Integer):
        return lambda words, place, number: _add_shared_word(words, place, number)
    return None


@overload(words.add_shared_float)
def _overload_add_shared_float(words, place, number):  # type: ignore[no-untyped-def]
    if isinstance(words, types.Integer):
        return lambda words, place, number: _add_shared_float(words, place, number)
    return None


@overload(words.swap_shared_word)
def _overload_swap_shared_word(words, place, expected, word):  # type: ignore[no-untyped-def]
    if isinstance(words, types.Integer):
        return lambda words, place, expected, word: _swap_shared_word(words, place, expected, word)
    return None


@overload(words.prefetch)
def _overload_prefetch(words, place):  # type: ignore[no-untyped-def]
    return (lambda words, place: _prefetch(words, place)) if isinstance(words, types.Integer) else None
