"""Numba's runtime over a region of memory: see :mod:`spielbaum.kernel.region`.

Numba's lists, sets and arrays allocate memory from its runtime and count references. Here the same functions of the
runtime allocate at the end of the region, and nothing is counted. Every compiled function that neither takes nor
returns such an object resets the region at its return; if objects with memory elsewhere were made since, such as a
dictionary, their destructors are called first.

Importing this module imports Numba.
"""

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types

_BYTE, _BOOL, _INT, _WORD = ir.IntType(8), ir.IntType(1), ir.IntType(32), ir.IntType(64)
_POINTER = _BYTE.as_pointer()
_VOID = ir.VoidType()

_INFO = ir.LiteralStructType([_WORD, _POINTER, _POINTER, _POINTER, _WORD, _POINTER])
"""The header of an object of Numba's runtime: references, destructor, its argument, data, size in bytes, allocator."""

_DATA, _BYTES = 3, 4
_INFO_SIZE, _ALIGNMENT = 48, 16

_RECORD = ir.LiteralStructType([_POINTER, _POINTER, _POINTER])
"""The record of a region: its end, its last end, and the last object with a destructor."""

_TOP, _END, _DESTROYED = range(3)

MARK, CUT = "spielbaum_mark", "spielbaum_cut"
"""The functions that return the end of the region, and that cut it back."""
_DESTRUCTOR = ir.FunctionType(_VOID, [_POINTER, _WORD, _POINTER])

SUPPLIED = frozenset({
    "NRT_Allocate", "NRT_Free", "NRT_MemInfo_alloc", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_alloc_dtor",
    "NRT_MemInfo_alloc_safe", "NRT_MemInfo_alloc_safe_aligned", "NRT_MemInfo_call_dtor", "NRT_MemInfo_data_fast",
    "NRT_MemInfo_new_varsize", "NRT_MemInfo_new_varsize_dtor", "NRT_MemInfo_varsize_alloc", "NRT_MemInfo_varsize_free",
    "NRT_MemInfo_varsize_realloc", "NRT_decref", "NRT_incref",
})  # fmt: skip
"""The functions of Numba's runtime that are defined here."""

DESTROYED = "NRT_MemInfo_alloc_dtor"
"""The function that makes an object with a destructor."""

MARKS = frozenset({MARK, CUT})
"""The functions that are called at entry and at return."""


def give_back_at_return(function: ir.Function, context: Any, kinds: Sequence[types.Type]) -> None:
    """Make a function reset the region at its return, if nothing in the region outlives it.

    Parameters
    ----------
    function
        The code.
    context
        Numba's target.
    kinds
        The types of its arguments and its result.
    """
    if any(_lies_in_region(context, kind) for kind in kinds):
        return
    module = function.module
    mark = _declared(module, MARK, ir.FunctionType(_POINTER, []))
    cut = _declared(module, CUT, ir.FunctionType(_VOID, [_POINTER]))
    builder = ir.IRBuilder()
    builder.position_at_start(function.entry_basic_block)
    marked = builder.call(mark, [])
    for block in function.blocks:
        if isinstance(block.terminator, ir.Ret):
            builder.position_before(block.terminator)
            builder.call(cut, [marked])


def _lies_in_region(context: Any, kind: types.Type) -> bool:
    return isinstance(kind, types.Generator) or context.data_model_manager[kind].contains_nrt_meminfo()


def _declared(module: ir.Module, name: str, kind: ir.FunctionType) -> ir.Function:
    found = module.globals.get(name)
    return ir.Function(module, kind, name) if found is None else found


def no_marks() -> str:
    """Return a module with empty marks, for kernels without a region."""
    module = ir.Module("marks")
    _, builder = _function(module, MARK, _POINTER, [])
    builder.ret(_POINTER(None))
    _, builder = _function(module, CUT, _VOID, [_POINTER])
    builder.ret_void()
    return str(module)


def runtime(name: str, *, destroys: bool) -> str:
    """Return the module of Numba's runtime over a region.

    Parameters
    ----------
    name
        The name of the function that returns the address of the record of the region.
    destroys
        Whether any object may have a destructor.
    """
    module = ir.Module("region")
    record = ir.GlobalVariable(module, _RECORD, "region")
    record.initializer, record.linkage = _RECORD(None), "internal"
    _, builder = _function(module, name, _POINTER, [])
    builder.ret(builder.bitcast(record, _POINTER))
    _Runtime(module, record, destroys=destroys).define()
    return str(module)


def _function(module: ir.Module, name: str, returns: ir.Type, takes: Sequence[ir.Type]) -> tuple[Any, ir.IRBuilder]:
    function = ir.Function(module, ir.FunctionType(returns, takes), name)
    return function.args, ir.IRBuilder(function.append_basic_block())


class _Runtime:
    """A builder of the functions of the runtime."""

    def __init__(self, module: ir.Module, record: ir.GlobalVariable, *, destroys: bool) -> None:
        self.module, self.record, self.destroys = module, record, destroys
        self.copy = module.declare_intrinsic("llvm.memcpy", [_POINTER, _POINTER, _WORD])

    def define(self) -> None:
        """Define all functions."""
        self.define_marks()
        self.define_taking()
        self.define_objects()
        self.define_growth()
        for name in ("NRT_incref", "NRT_decref", "NRT_Free", "NRT_MemInfo_call_dtor"):
            _, builder = _function(self.module, name, _VOID, [_POINTER])
            builder.ret_void()
        (info,), builder = _function(self.module, "NRT_MemInfo_data_fast", _POINTER, [_POINTER])
        builder.ret(builder.load(self.part(builder, info, _DATA)))

    def define_marks(self) -> None:
        """Define ``mark()``, the end of the region, and ``cut(mark)``, which destroys later objects and resets it."""
        _, builder = _function(self.module, MARK, _POINTER, [])
        builder.ret(builder.load(self.place(builder, _TOP)))

        (mark,), builder = _function(self.module, CUT, _VOID, [_POINTER])
        if self.destroys:
            self.destroy(builder, mark)
        builder.store(mark, self.place(builder, _TOP))
        builder.ret_void()

    def destroy(self, builder: ir.IRBuilder, mark: Any) -> None:
        """Write code that calls the destructors of the objects after a mark."""
        asked, destroyed, done = (builder.append_basic_block(name) for name in ("asked", "destroyed", "done"))
        builder.branch(asked)
        builder.position_at_end(asked)
        last = builder.load(self.place(builder, _DESTROYED))
        builder.cbranch(builder.icmp_unsigned(">=", last, mark), destroyed, done)  # 0 if there is none
        builder.position_at_end(destroyed)
        link = builder.bitcast(last, ir.LiteralStructType([_POINTER, _POINTER, _WORD]).as_pointer())
        before, destructor, size = (
            builder.load(builder.gep(link, [_INT(0), _INT(i)], inbounds=True)) for i in range(3)
        )
        builder.store(before, self.place(builder, _DESTROYED))
        data = builder.gep(last, [_WORD(32 + _INFO_SIZE)])
        builder.call(builder.bitcast(destructor, _DESTRUCTOR.as_pointer()), [data, size, _POINTER(None)])
        builder.branch(asked)
        builder.position_at_end(done)

    def define_taking(self) -> None:
        """Define ``take(size)``, which returns memory at the end of the region, or null."""
        self.take = ir.Function(self.module, ir.FunctionType(_POINTER, [_WORD]), "spielbaum_take")
        builder = ir.IRBuilder(self.take.append_basic_block())
        size = self.rounded(builder, self.take.args[0])
        top, room = self.room(builder)
        with builder.if_then(builder.icmp_unsigned("<=", size, room), likely=True):
            builder.store(builder.gep(top, [size]), self.place(builder, _TOP))
            builder.ret(top)
        builder.ret(_POINTER(None))

    def define_objects(self) -> None:
        """Define the functions that make an object, with its data behind it, or apart if it may grow."""
        for name, others in (
            ("NRT_MemInfo_alloc", []), ("NRT_MemInfo_alloc_safe", []), ("NRT_MemInfo_new_varsize", []),
            ("NRT_MemInfo_new_varsize_dtor", [_POINTER]), ("NRT_MemInfo_alloc_aligned", [_INT]),
            ("NRT_MemInfo_alloc_safe_aligned", [_INT]), ("NRT_MemInfo_alloc_dtor", [_POINTER]),
        ):  # fmt: skip
            (size, *more), builder = _function(self.module, name, _POINTER, [_WORD, *others])
            has_destructor = name == DESTROYED
            spare = builder.zext(more[0], _WORD) if name.endswith("aligned") else _WORD(32 * has_destructor)
            taken = self.taken(builder, builder.add(builder.add(size, spare), _WORD(_INFO_SIZE)), size)
            info = builder.gep(taken, [_WORD(32)]) if has_destructor else taken
            data = builder.gep(info, [_WORD(_INFO_SIZE)])
            if name.endswith("aligned"):
                bits = builder.sub(spare, _WORD(1))
                address = builder.and_(builder.add(builder.ptrtoint(data, _WORD), bits), builder.not_(bits))
                data = builder.inttoptr(address, _POINTER)
            builder.store(_WORD(1), self.part(builder, info, 0))
            builder.store(data, self.part(builder, info, _DATA))
            builder.store(size, self.part(builder, info, _BYTES))
            if has_destructor:
                link = builder.bitcast(taken, ir.LiteralStructType([_POINTER, _POINTER, _WORD]).as_pointer())
                for i, value in enumerate((builder.load(self.place(builder, _DESTROYED)), more[0], size)):
                    builder.store(value, builder.gep(link, [_INT(0), _INT(i)], inbounds=True))
                builder.store(taken, self.place(builder, _DESTROYED))
            builder.ret(info)
        (size,), builder = _function(self.module, "NRT_Allocate", _POINTER, [_WORD])
        builder.ret(builder.call(self.take, [size]))

    def define_growth(self) -> None:
        """Define the functions that resize an object: at the end of the region it grows in place, else it is copied."""
        (info, size), builder = _function(self.module, "NRT_MemInfo_varsize_alloc", _POINTER, [_POINTER, _WORD])
        builder.ret(self.moved(builder, info, self.taken(builder, size, size), size))

        (info, data), builder = _function(self.module, "NRT_MemInfo_varsize_free", _VOID, [_POINTER, _POINTER])
        builder.ret_void()

        (info, size), builder = _function(self.module, "NRT_MemInfo_varsize_realloc", _POINTER, [_POINTER, _WORD])
        data, before = (builder.load(self.part(builder, info, part)) for part in (_DATA, _BYTES))
        more = builder.sub(self.rounded(builder, size), self.rounded(builder, before))
        top, room = self.room(builder)
        is_last = builder.icmp_unsigned("==", builder.gep(data, [self.rounded(builder, before)]), top)
        fits = builder.icmp_signed("<=", more, room)
        with builder.if_then(builder.and_(is_last, fits)):
            builder.store(builder.gep(top, [more]), self.place(builder, _TOP))
            builder.ret(self.moved(builder, info, data, size))
        with builder.if_then(builder.icmp_unsigned("<=", size, before)):
            builder.ret(data)
        found = self.taken(builder, size, size)
        builder.call(self.copy, [found, data, before, _BOOL(0)])
        builder.ret(self.moved(builder, info, found, size))

    def moved(self, builder: ir.IRBuilder, info: Any, data: Any, size: Any) -> Any:
        """Replace the data of an object, and return them."""
        builder.store(data, self.part(builder, info, _DATA))
        builder.store(size, self.part(builder, info, _BYTES))
        return data

    def taken(self, builder: ir.IRBuilder, whole: Any, size: Any) -> Any:
        """Take memory; the function returns null if there is not enough. Sizes are below 2^62."""
        sane = builder.icmp_unsigned("<", size, _WORD(1 << 62))
        found = builder.call(self.take, [builder.select(sane, whole, _WORD(1 << 62))])
        with builder.if_then(builder.icmp_unsigned("==", found, _POINTER(None)), likely=False):
            builder.ret(_POINTER(None))
        return found

    def room(self, builder: ir.IRBuilder) -> tuple[Any, Any]:
        """Return the end of the region, and the number of remaining bytes."""
        top, end = (builder.load(self.place(builder, part)) for part in (_TOP, _END))
        return top, builder.sub(builder.ptrtoint(end, _WORD), builder.ptrtoint(top, _WORD))

    def rounded(self, builder: ir.IRBuilder, size: Any) -> Any:
        """Return a size rounded up to the alignment."""
        return builder.and_(builder.add(size, _WORD(_ALIGNMENT - 1)), _WORD(-_ALIGNMENT))

    def place(self, builder: ir.IRBuilder, part: int) -> Any:
        """Return the address of a part of the record."""
        return builder.gep(self.record, [_INT(0), _INT(part)], inbounds=True)

    def part(self, builder: ir.IRBuilder, info: Any, part: int) -> Any:
        """Return the address of a part of the header of an object."""
        place = builder.bitcast(info, _INFO.as_pointer())
        return builder.gep(place, [_INT(0), _INT(part)], inbounds=True)
