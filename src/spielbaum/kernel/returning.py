"""Recursive functions that return numbers in registers, and pure functions that need not be called twice.

A function of Numba's writes its result where a pointer says and returns a status, so that every node of a search goes
through memory. Here a recursive function is taken apart: one part keeps its code, another one, which the recursion
calls, returns status and result together, and what has the name of the function does as Numba's callers expect. LLVM
makes one of the first two, and where the status is always the same it returns the result alone.

A pure function is taken apart too: one part returns the result and neither reads nor writes memory, so that LLVM knows
which calls of it are equal.

Importing this module imports Numba.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils


def return_in_registers(function: ir.Function) -> None:
    """Take a function apart if it calls itself and its result fits into a register."""
    place, *others = (argument.type for argument in function.args)
    result = place.pointee
    if not isinstance(result, ir.IntType | ir.DoubleType) or not _calls_itself(function):
        return
    code, status = _apart(function), function.ftype.return_type
    together = ir.FunctionType(ir.LiteralStructType([status, result]), others)
    fast = _hidden(function.module, together, f"{function.name}.fast")

    builder = ir.IRBuilder(fast.append_basic_block())
    found = cgutils.alloca_once(builder, result)
    outcome = builder.insert_value(
        ir.Constant(fast.ftype.return_type, ir.Undefined), builder.call(code, [found, *fast.args]), 0
    )
    builder.ret(builder.insert_value(outcome, builder.load(found), 1))

    builder = ir.IRBuilder(function.append_basic_block())
    outcome = builder.call(fast, function.args[1:])
    builder.store(builder.extract_value(outcome, 1), function.args[0])
    builder.ret(builder.extract_value(outcome, 0))


def return_by_value(function: ir.Function) -> None:
    """Take a function apart that is pure: one that returns its result alone and is seen to touch no memory."""
    place, error, *others = (argument.type for argument in function.args)
    code, status = _apart(function), function.ftype.return_type
    alone = _hidden(
        function.module, ir.FunctionType(place.pointee, others), f"{function.name}.alone", "noinline", "readnone"
    )

    builder = ir.IRBuilder(alone.append_basic_block())
    found, raised = cgutils.alloca_once(builder, place.pointee), cgutils.alloca_once(builder, error.pointee)
    builder.call(code, [found, raised, *alone.args])
    builder.ret(builder.load(found))

    builder = ir.IRBuilder(function.append_basic_block())
    builder.store(builder.call(alone, function.args[2:]), function.args[0])
    builder.ret(status(0))


def _apart(function: ir.Function) -> ir.Function:
    """Return a function with the code of another one, which is empty then."""
    code = _hidden(function.module, function.ftype, f"{function.name}.code", "alwaysinline")
    code.blocks, function.blocks = function.blocks, []
    code.args, function.args = function.args, code.args
    for block in code.blocks:
        block.parent = code
    for argument in (*code.args, *function.args):
        argument.parent = code if argument in code.args else function
    function.attributes.add("alwaysinline")
    return code


def _hidden(module: ir.Module, kind: ir.FunctionType, name: str, *attributes: str) -> ir.Function:
    function = ir.Function(module, kind, name)
    function.linkage = "internal"
    for attribute in attributes:
        function.attributes.add(attribute)
    return function


def _calls_itself(function: ir.Function) -> bool:
    instructions: Any = (instruction for block in function.blocks for instruction in block.instructions)
    return any(isinstance(i, ir.CallInstr) and i.callee is function for i in instructions)
