"""Numba's pipeline with changes for game trees: generators of actions are inlined, and tables read from memory.

Numba keeps a generator's variables in memory and calls a function for every action: all are loaded, one step is taken,
all are stored. Here the generator becomes part of the loop that runs over it, and they stay in registers.

A range that is run over has its numbers in one place, before and after an action was yielded: else they stay in memory.

And Numba looks up ``TABLE[i]`` by a switch with a branch for every number. Here a table that is captured is read from
memory. Marks of functions (:mod:`spielbaum.kernel.marks`) are handed on.
"""

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.generators import GeneratorLower
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import InlineClosureLikes

from spielbaum.kernel import steps
from spielbaum.kernel.inlining import InlineGenerators
from spielbaum.kernel.linking import LinkedOnce
from spielbaum.kernel.marks import ATTRIBUTES, mark_of
from spielbaum.kernel.native_boards import place_from_start
from spielbaum.kernel.native_region import give_back_at_return
from spielbaum.kernel.native_wide import WideType
from spielbaum.kernel.places import place_of
from spielbaum.kernel.returning import return_by_value, return_in_registers
from spielbaum.kernel.unheard import Passes

_SHIFTS_RIGHT = (operator.rshift, operator.irshift)
_SHIFTS = (operator.lshift, operator.ilshift, *_SHIFTS_RIGHT)

SHORTEST_TABLE = 8
"""Shorter ones are as fast in registers."""


class _InlinedGenerator(GeneratorLower):  # type: ignore[misc]
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):  # type: ignore[misc]
    GeneratorLower = _InlinedGenerator

    def setup_function(self, fndesc: Any) -> None:
        """Begin a function."""
        super().setup_function(fndesc)
        self._numbers: dict[str, tuple[Any, Any]] = {}
        steps.step()
        for attribute in ATTRIBUTES.get(mark_of(self.func_ir.func_id.func), ()):
            self.function.attributes.add(attribute)

    def lower_inst(self, statement: Any) -> None:
        """Make the code of a statement; what it raises says to which function the statement belongs."""
        self.builder.place = place_of(statement.loc, self.func_ir.func_id.func)
        super().lower_inst(statement)

    def lower_normal_function(self, fndesc: Any) -> None:
        """Make the code of a function that is no generator."""
        super().lower_normal_function(fndesc)
        give_back_at_return(self.function, self.context, (fndesc.restype, *fndesc.argtypes))
        if mark_of(self.func_ir.func_id.func) == "pure":
            return_by_value(self.function)
        else:
            return_in_registers(self.function)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Store a value; the numbers that a hidden iterator of a range points to are copied to a place of its own."""
        kind, hidden = self.typeof(name), name.startswith("$") and name not in self._singly_assigned_vars
        if isinstance(kind, types.RangeIteratorType) and hidden:
            place = self.context.make_helper(self.builder, kind)
            given = self.context.make_helper(self.builder, kind, value)
            place.stop, place.step = given.stop, given.step
            place.iter, place.count = self._own_numbers(name, given.iter.type.pointee)
            for number in ("iter", "count"):
                self.builder.store(self.builder.load(getattr(given, number)), getattr(place, number))
            value = place._getvalue()
        super().storevar(value, name, argidx)

    def _own_numbers(self, name: str, kind: Any) -> tuple[Any, Any]:
        """Return the places of the numbers of an iterator, by the name of its variable."""
        if name not in self._numbers:
            self._numbers[name] = cgutils.alloca_once(self.builder, kind), cgutils.alloca_once(self.builder, kind)
        return self._numbers[name]

    def lower_binop(self, result_type: Any, expression: Any, operation: Any) -> Any:
        """Calculate; what is shifted by 64 bits or more is gone, where the processor would shift by the rest."""
        number = super().lower_binop(result_type, expression, operation)
        if operation not in _SHIFTS or not isinstance(result_type, types.Integer):
            return number
        builder = self.builder
        value, amount = (
            self.context.cast(builder, self.loadvar(side.name), self.typeof(side.name), result_type)
            for side in (expression.lhs, expression.rhs)
        )
        gone = number.type(0)
        if operation in _SHIFTS_RIGHT and result_type.signed:
            gone = builder.ashr(value, value.type(result_type.bitwidth - 1))
        too_far = builder.icmp_unsigned(">=", amount, amount.type(result_type.bitwidth))
        return builder.select(too_far, gone, number)

    def lower_getitem(self, result_type: Any, expression: Any, value: Any, index: Any, signature: Any) -> Any:
        """Look up a number: of a captured table in memory, else as usual."""
        found = guard(get_definition, self.func_ir, value)
        kinds = signature.args
        if (
            isinstance(found, ir.Global | ir.FreeVar)
            and type(found.value) is tuple
            and isinstance(kinds[0], types.UniTuple)
            and isinstance(kinds[0].dtype, types.Integer | types.Float | WideType)
            and len(found.value) == len(kinds[0]) >= SHORTEST_TABLE
        ):
            place = self.context.cast(self.builder, self.loadvar(index.name), self.typeof(index.name), kinds[1])
            place = place_from_start(
                self.context, self.builder, kinds[1], place, len(found.value), "tuple index out of range"
            )
            number = self._look_up(found.value, kinds[0].dtype, place)
            return self.context.cast(self.builder, number, signature.return_type, result_type)
        return super().lower_getitem(result_type, expression, value, index, signature)

    def _look_up(self, numbers: tuple[float, ...], kind: types.Type, place: Any) -> Any:
        """Return the number at a place, counted from the start."""
        builder, kind_of = self.builder, self.context.get_value_type(kind)
        content = llvm.ArrayType(kind_of, len(numbers))([kind_of(number) for number in numbers])
        table = cgutils.global_constant(builder, ".numbers", content)
        table.unnamed_addr = True
        return builder.load(builder.gep(table, [place.type(0), place], inbounds=True))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):  # type: ignore[misc]
    _name = "lowering_of_kernels"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


class Pipeline(LinkedOnce):
    """The compiler of kernels."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the usual passes, with another lowering."""
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = Passes("kernel")
        for step, told in usual.passes:
            if step is InlineClosureLikes:
                passes.add_pass(InlineGenerators, "inline generators")
            passes.add_pass(_Lowering if step is NativeLowering else step, told)
        passes.finalize()
        return [passes]
