"""Inlining of generators into the loops over them.

In ``for action in actions(state)`` the generator remembers where it was. If it has one ``yield`` only,
that is not needed: the body of the loop replaces the ``yield``. LLVM then sees one loop with a plain counter.

Importing this module imports Numba.
"""

from collections.abc import Iterator
from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any, NamedTuple

from numba.core import ir
from numba.core.compiler_machinery import register_pass

from spielbaum.kernel.numba_internals import (
    InlineClosureLikes,
    InlineWorker,
    PostProcessor,
    build_definitions,
    compute_cfg_from_blocks,
    get_definition,
    guard,
    is_on,
    next_label,
    run_frontend,
    simplify_CFG,
)

MOST = 8
"""The largest number of loops of a function that are inlined."""


class _Loop(NamedTuple):
    """A loop over a generator.

    Attributes
    ----------
    before, head
        The labels of the block that creates the generator, and of the block that requests its next element.
    call
        The statement that creates it.
    generator
        The function.
    names
        The variables that hold it.
    """

    before: int
    head: int
    call: Any
    generator: FunctionType
    names: set[str]


@register_pass(mutates_CFG=True, analysis_only=False)
class Inlining(InlineClosureLikes):  # type: ignore[misc]
    """The pass: first generators, then what Numba inlines, if there is any."""

    _name = "inlining_of_kernels"

    def run_pass(self, state: Any) -> bool:
        """Inline generators into the loops of a function, and closures; return whether there were any."""
        function, loops = state.func_ir, 0
        worker = InlineWorker(state.typingctx, state.targetctx, state.locals, state.pipeline, state.flags, None)
        while is_on("generators") and loops < MOST and (loop := next(_loops(function), None)):
            _merge(function, loop, worker)
            for dead in compute_cfg_from_blocks(function.blocks).dead_nodes():  # after a loop left at once
                del function.blocks[dead]
            function.blocks = simplify_CFG(function.blocks)
            function._definitions = build_definitions(function.blocks)
            loops += 1
        if loops:
            PostProcessor(function).run()
        has_more = loops or _has_closures(function.blocks) or not is_on("pipeline")
        return bool(has_more) and bool(super().run_pass(state))


def _has_closures(blocks: Any) -> bool:
    """Return whether a function has a function within it, a comprehension say, or perhaps makes an array of one."""
    return any(
        expression.op == "make_function" or (expression.op == "getattr" and expression.attr == "array")
        for block in blocks.values()
        for expression in block.find_exprs()
    )


def _loops(function: Any) -> Iterator[_Loop]:
    for label, _, statement in _statements(function.blocks):
        generator = _called_by(statement, function)
        if generator is not None:
            names = _names(statement.target.name, function)
            head = _head(label, statement, names, function)
            if head is not None and len(_yields(run_frontend(generator).blocks)) == 1:
                yield _Loop(label, head, statement, generator, names)


def _statements(blocks: Any) -> Iterator[tuple[int, int, Any]]:
    """Yield every statement with the label of its block and its index there."""
    for label, block in blocks.items():
        for place, statement in enumerate(block.body):
            yield label, place, statement


def _called_by(statement: Any, function: Any) -> FunctionType | None:
    """Return the generator function that a statement calls."""
    call: Any = statement.value if isinstance(statement, ir.Assign) else None
    if not _is(call, "call") or call.kws or call.vararg or call.varkwarg:
        return None
    plain = getattr(_constant(call.func, function), "py_func", None)
    return plain if plain is not None and isgeneratorfunction(plain) else None


def _constant(variable: Any, function: Any) -> Any:
    """Return the constant value of a variable, a captured object or an attribute of one; else None."""
    found: Any = guard(get_definition, function, variable)
    if _is(found, "getattr"):
        return getattr(_constant(found.value, function), found.attr, None)
    return found.value if isinstance(found, ir.Global | ir.FreeVar) else None


def _names(name: str, function: Any) -> set[str]:
    """Return the variables that hold a generator or its iterator."""
    names, before = {name}, 0
    while before < len(names):
        before = len(names)
        names |= {
            statement.target.name for _, _, statement in _statements(function.blocks) if _hands_on(statement, names)
        }
    return names


def _hands_on(statement: Any, names: set[str]) -> bool:
    """Return whether a statement only gives a generator another name."""
    value: Any = statement.value if isinstance(statement, ir.Assign) else None
    named = value.value if _is(value, "getiter") else value
    return isinstance(named, ir.Var) and named.name in names


def _head(before: int, call: Any, names: set[str], function: Any) -> int | None:
    """Return the one block that requests elements, directly after the call; None for any other use."""
    heads = []
    for label, place, statement in _statements(function.blocks):
        if statement is call or _hands_on(statement, names):
            continue
        if isinstance(statement, ir.Assign) and place == 0 and _is(statement.value, "iternext"):
            heads += [label] if statement.value.value.name in names else []
        elif names & {variable.name for variable in statement.list_vars()}:
            return None
    last = function.blocks[before].terminator
    if len(heads) != 1 or not isinstance(last, ir.Jump) or last.target != heads[0]:
        return None
    return heads[0] if isinstance(function.blocks[heads[0]].terminator, ir.Branch) else None


def _is(value: Any, operation: str) -> bool:
    return isinstance(value, ir.Expr) and value.op == operation


def _yields(blocks: Any) -> list[tuple[int, int]]:
    """Return the labels of the blocks of all yields, with the indexes there."""
    return [
        (label, place)
        for label, place, statement in _statements(blocks)
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Yield)
    ]


def _merge(function: Any, loop: _Loop, worker: Any) -> None:
    """Inline a generator into the loop over it."""
    for block in function.blocks.values():
        block.body = [statement for statement in block.body if not _hands_on(statement, loop.names)]
    before, head = function.blocks[loop.before], function.blocks[loop.head]
    place = before.body.index(loop.call)
    between = before.body[place + 1 : -1]
    _, inner, _, added = worker.inline_ir(
        function, before, place, run_frontend(loop.generator), loop.generator.__code__.co_freevars
    )
    before.body[-1:-1] = between  # a generator starts with the loop, not with the call

    # At the yield, assign the element and continue with the body of the loop.
    element, others = _asked(head)
    ((label, place),) = _yields(inner)
    block, branch = function.blocks[label], head.terminator
    taken, rest = block.body[place], block.body[place + 1 :]
    block.body[place:] = [
        ir.Assign(taken.value.value, element, taken.loc), *others, ir.Jump(branch.truebr, branch.loc)
    ]  # fmt: skip
    # At the next request, continue with the generator.
    resumed = ir.Block(block.scope, block.loc)
    resumed.body = [ir.Assign(ir.Const(None, taken.loc), taken.target, taken.loc), *rest]
    function.blocks[label := next_label()] = resumed
    head.body = [ir.Jump(label, branch.loc)]
    # At its end, leave the loop.
    _, after = added[0]
    after.body = [other for other in others if element.name not in {used.name for used in other.list_vars()}]
    after.body.append(ir.Jump(branch.falsebr, branch.loc))


def _asked(head: Any) -> tuple[Any, list[Any]]:
    """Return the variable of the next element, and the other statements of the block that requests it."""
    asked = ("iternext", "pair_first", "pair_second")
    asking = [s for s in head.find_insts(ir.Assign) if any(_is(s.value, answer) for answer in asked)]
    (element,) = [statement.target for statement in asking if _is(statement.value, "pair_first")]
    return element, [statement for statement in head.body[:-1] if statement not in asking]
