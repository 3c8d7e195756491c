"""Lowering to LLVM with changes for game trees.

- Numba keeps the variables of a generator in memory and calls a function for every action: all are loaded, one step is
  taken, all are stored. Here a generator is inlined into the loop over it, and its variables stay in registers. So do
  those of a range across a ``yield``: its iterator has its own place in the frame.
- Numba lowers ``TABLE[i]`` to a switch with a branch for every number. Here a captured table is read from memory.
- A function of Numba's writes its result through a pointer and returns a status, so that every node of a search goes
  through memory. Here a recursive function is split: one part keeps its code, a second one, which the recursion calls,
  returns status and result together, and the name stays with a wrapper for Numba's callers. LLVM merges the first two,
  and drops a status that is always the same.
- Numba takes every variable apart at its end to look for references in it. Here only the types that may hold some.
- Marks of functions (:mod:`spielbaum.kernel.marks`) become attributes of LLVM.

Importing this module imports Numba.
"""

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.compiler_machinery import register_pass

from spielbaum.kernel import progress
from spielbaum.kernel.locations import location_of
from spielbaum.kernel.marks import ATTRIBUTES, mark_of
from spielbaum.kernel.native_boards import place_from_start
from spielbaum.kernel.native_region import give_back_at_return
from spielbaum.kernel.native_wide import WideType
from spielbaum.kernel.numba_internals import (
    GeneratorLower,
    Lower,
    NativeLowering,
    get_definition,
    guard,
    is_on,
    lower_constant,
)


@lower_constant(WideType)  # type: ignore[untyped-decorator]
def _constant(context: Any, _builder: Any, kind: Any, number: int) -> Any:
    return context.get_value_type(kind)(int(number))


_SHIFTS = (operator.lshift, operator.rshift)
_WRAPPING = {operator.add: llvm.IRBuilder.add, operator.sub: llvm.IRBuilder.sub, operator.mul: llvm.IRBuilder.mul}

SHORTEST_TABLE = 8
"""Shorter tables are as fast in registers."""


class Generator(GeneratorLower):  # type: ignore[misc]
    """A generator whose steps are inlined."""

    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = is_on("steps")


class Lowerer(Lower):  # type: ignore[misc]
    """The code of a function."""

    GeneratorLower = Generator

    def setup_function(self, fndesc: Any) -> None:
        """Start a function."""
        super().setup_function(fndesc)
        self._counters: dict[str, tuple[Any, Any]] = {}
        self._kinds: dict[Any, bool] = {}
        progress.step()
        if is_on("marks"):
            for attribute in ATTRIBUTES.get(mark_of(self.func_ir.func_id.func), ()):
                self.function.attributes.add(attribute)

    def lower_inst(self, statement: Any) -> None:
        """Lower a statement; its exceptions say to which function it belongs."""
        self.builder.location = location_of(statement, self.func_ir.func_id.func)
        super().lower_inst(statement)

    def lower_normal_function(self, fndesc: Any) -> None:
        """Lower a function that is not a generator."""
        super().lower_normal_function(fndesc)
        if is_on("region"):
            give_back_at_return(self.function, self.context, (fndesc.restype, *fndesc.argtypes))
        result = self.context.data_model_manager[fndesc.restype].get_return_type()
        if is_on("registers"):
            _return_in_registers(self.function, result)

    def incref(self, kind: Any, value: Any) -> None:
        """Count a reference, if a value may hold some."""
        if self._holds_references(kind):
            super().incref(kind, value)

    def decref(self, kind: Any, value: Any) -> None:
        """Count a reference less, if a value may hold some."""
        if self._holds_references(kind):
            super().decref(kind, value)

    def delvar(self, name: str) -> None:
        """Delete a variable; only one with references needs it."""
        if self._holds_references(self.typeof(name)):
            super().delvar(name)

    def _holds_references(self, kind: Any) -> bool:
        if kind not in self._kinds:
            holds = self.context.data_model_manager[kind].contains_nrt_meminfo()
            self._kinds[kind] = holds or not is_on("references")
        return self._kinds[kind]

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Store a value; the counters of a hidden range iterator are copied to a place of their own."""
        kind, hidden = self.typeof(name), name.startswith("$") and name not in self._singly_assigned_vars
        if isinstance(kind, types.RangeIteratorType) and hidden and is_on("ranges"):
            place = self.context.make_helper(self.builder, kind)
            given = self.context.make_helper(self.builder, kind, value)
            place.stop, place.step = given.stop, given.step
            place.iter, place.count = self._own_counters(name, self.context.get_value_type(kind.yield_type))
            for number in ("iter", "count"):
                self.builder.store(self.builder.load(getattr(given, number)), getattr(place, number))
            value = place._getvalue()
        super().storevar(value, name, argidx)

    def _own_counters(self, name: str, kind: Any) -> tuple[Any, Any]:
        """Return the places of the counters of an iterator, by the name of its variable."""
        if name not in self._counters:
            self._counters[name] = cgutils.alloca_once(self.builder, kind), cgutils.alloca_once(self.builder, kind)
        return self._counters[name]

    def lower_binop(self, result_type: Any, expression: Any, operation: Any) -> Any:
        """Lower an operation of integers so that it has the lower bits of Python's result.

        Numba declares that signed integers never overflow, and LLVM concludes that they are small. But
        ``a * b & MASK`` is right in 64 bits whatever overflows in between, and hashes are written that way. A shift by
        all bits or more leaves nothing, where the processor would take the rest of the number of bits.
        """
        kind = self.fndesc.calltypes[expression].return_type
        if not isinstance(kind, types.Integer) or operation not in (*_SHIFTS, *_WRAPPING) or not is_on("arithmetic"):
            return super().lower_binop(result_type, expression, operation)
        builder = self.builder
        one, other = (
            self.context.cast(builder, self.loadvar(side.name), self.typeof(side.name), kind)
            for side in (expression.lhs, expression.rhs)
        )
        if operation in _WRAPPING:
            number = _WRAPPING[operation](builder, one, other)
        else:
            number = super().lower_binop(kind, expression, operation)
            last, gone = one.type(kind.bitwidth - 1), one.type(0)
            if operation is operator.rshift and kind.signed:
                gone = builder.ashr(one, last)
            number = builder.select(builder.icmp_unsigned(">", other, last), gone, number)
        return self.context.cast(builder, number, kind, result_type)

    def lower_getitem(self, result_type: Any, expression: Any, value: Any, index: Any, signature: Any) -> Any:
        """Look up a number: in memory if the table is captured."""
        found = guard(get_definition, self.func_ir, value)
        kinds = signature.args
        if (
            isinstance(found, ir.Global | ir.FreeVar)
            and type(found.value) is tuple
            and isinstance(kinds[0], types.UniTuple)
            and isinstance(kinds[0].dtype, types.Integer | types.Float | WideType)
            and len(found.value) == len(kinds[0]) >= SHORTEST_TABLE
            and is_on("tables")
        ):
            place = self.context.cast(self.builder, self.loadvar(index.name), self.typeof(index.name), kinds[1])
            place = place_from_start(
                self.context, self.builder, kinds[1], place, len(found.value), "tuple index out of range"
            )
            number = self._look_up(found.value, kinds[0].dtype, place)
            return self.context.cast(self.builder, number, signature.return_type, result_type)
        return super().lower_getitem(result_type, expression, value, index, signature)

    def _look_up(self, numbers: tuple[float, ...], kind: types.Type, place: Any) -> Any:
        """Return the number at an index from the start."""
        builder, kind_of = self.builder, self.context.get_value_type(kind)
        content = llvm.ArrayType(kind_of, len(numbers))([kind_of(number) for number in numbers])
        table = cgutils.global_constant(builder, ".numbers", content)
        table.unnamed_addr = True
        return builder.load(builder.gep(table, [place.type(0), place], inbounds=True))


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """The pass."""

    _name = "lowering_of_kernels"

    @property
    def lowering_class(self) -> type[Lower]:
        """The class that lowers a function."""
        return Lowerer


def _return_in_registers(function: llvm.Function, result: llvm.Type) -> None:
    """Split a function if it is recursive and its result fits into a register."""
    _, *others = (argument.type for argument in function.args)
    if not isinstance(result, llvm.IntType | llvm.DoubleType) or not _calls_itself(function):
        return
    code, status = _moved_code(function), function.ftype.return_type
    together = llvm.FunctionType(llvm.LiteralStructType([status, result]), others)
    fast = _internal(function.module, together, f"{function.name}.fast")

    builder = llvm.IRBuilder(fast.append_basic_block())
    found = cgutils.alloca_once(builder, result)
    outcome = builder.insert_value(
        llvm.Constant(fast.ftype.return_type, llvm.Undefined), builder.call(code, [found, *fast.args]), 0
    )
    builder.ret(builder.insert_value(outcome, builder.load(found), 1))

    builder = llvm.IRBuilder(function.append_basic_block())
    outcome = builder.call(fast, function.args[1:])
    builder.store(builder.extract_value(outcome, 1), function.args[0])
    builder.ret(builder.extract_value(outcome, 0))


def _moved_code(function: llvm.Function) -> llvm.Function:
    """Move the code of a function to a new one, and return that."""
    code = _internal(function.module, function.ftype, f"{function.name}.code", "alwaysinline")
    code.blocks, function.blocks = function.blocks, []
    code.args, function.args = function.args, code.args
    for block in code.blocks:
        block.parent = code
    for argument in (*code.args, *function.args):
        argument.parent = code if argument in code.args else function
    function.attributes.add("alwaysinline")
    return code


def _internal(module: llvm.Module, kind: llvm.FunctionType, name: str, *attributes: str) -> llvm.Function:
    function = llvm.Function(module, kind, name)
    function.linkage = "internal"
    for attribute in attributes:
        function.attributes.add(attribute)
    return function


def _calls_itself(function: llvm.Function) -> bool:
    instructions: Any = (instruction for block in function.blocks for instruction in block.instructions)
    return any(isinstance(i, llvm.CallInstr) and i.callee is function for i in instructions)
