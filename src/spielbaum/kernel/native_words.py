"""The intrinsics of :mod:`spielbaum.kernel.words`: loads and stores.

Importing this module imports Numba.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from spielbaum.kernel import words
from spielbaum.kernel.native_functions import written

_WORD, _CELL, _FLOAT = ir.IntType(64), ir.IntType(16), ir.DoubleType()


def _signature(returned: types.Type, *more: types.Type) -> Any:
    """Return what types a function of an address, a place and more arguments."""
    signature = returned(types.int64, types.int64, *more)
    return lambda *_given: signature


def _at(builder: Any, address: Any, place: Any, kind: Any = _WORD) -> Any:
    """Return a pointer to the number of a kind at an index."""
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [place])


@written(words.read_word, _signature(types.int64))
def _read_word(builder: Any, address: Any, place: Any) -> Any:
    return builder.load(_at(builder, address, place))


@written(words.write_word, _signature(types.void, types.int64))
def _write_word(builder: Any, address: Any, place: Any, word: Any) -> None:
    builder.store(word, _at(builder, address, place))


@written(words.read_cell, _signature(types.int64))
def _read_cell(builder: Any, address: Any, place: Any) -> Any:
    return builder.zext(builder.load(_at(builder, address, place, _CELL)), _WORD)


@written(words.raise_cell, _signature(types.void, types.int64))
def _raise_cell(builder: Any, address: Any, place: Any, number: Any) -> None:
    pointer, number = _at(builder, address, place, _CELL), builder.trunc(number, _CELL)
    with builder.if_then(builder.icmp_unsigned("<", builder.load(pointer), number)):
        builder.store(number, pointer)


@written(words.raise_shared_cell, _signature(types.void, types.int64))
def _raise_shared_cell(builder: Any, address: Any, place: Any, number: Any) -> None:
    pointer, number = _at(builder, address, place, _CELL), builder.trunc(number, _CELL)
    with builder.if_then(builder.icmp_unsigned("<", builder.load(pointer), number)):
        builder.atomic_rmw("umax", pointer, number, "seq_cst")


@written(words.add_shared_word, _signature(types.void, types.int64))
def _add_shared_word(builder: Any, address: Any, place: Any, number: Any) -> None:
    builder.atomic_rmw("add", _at(builder, address, place), number, "seq_cst")


@written(words.add_shared_float, _signature(types.void, types.float64))
def _add_shared_float(builder: Any, address: Any, place: Any, number: Any) -> None:
    builder.atomic_rmw("fadd", _at(builder, address, place, _FLOAT), number, "seq_cst")


@written(words.swap_shared_word, _signature(types.boolean, types.int64, types.int64))
def _swap_shared_word(builder: Any, address: Any, place: Any, expected: Any, word: Any) -> Any:
    swapped = builder.cmpxchg(_at(builder, address, place), expected, word, "seq_cst", "seq_cst")
    return builder.extract_value(swapped, 1)


@written(words.prefetch, _signature(types.void))
def _prefetch(builder: Any, address: Any, place: Any) -> None:
    byte, number = ir.IntType(8), ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [byte.as_pointer(), number, number, number])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
    pointer = builder.bitcast(_at(builder, address, place), byte.as_pointer())
    builder.call(function, [pointer, number(0), number(3), number(1)])  # read, keep in all caches, data
