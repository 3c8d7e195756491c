"""Conditions: comparisons, ``and``, ``or``, ``if``, what counts as true, and where code branches."""

import ast
from typing import Any

from spielbaum.compiler import comparisons, containers, reductions, sequences
from spielbaum.compiler.bools import both, negated, truth
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import plain
from spielbaum.compiler.emitter import Edge, Emitter, as_value
from spielbaum.compiler.expressions import expression, of
from spielbaum.compiler.fusion import gone_over
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    ContainerT,
    EnumT,
    OptionalT,
    SequenceT,
    TupleT,
)
from spielbaum.compiler.values import UNKNOWN, Choice, Constant, Fused, Generator, Lazy, Static, Value, Variable
from spielbaum.errors import Message


@of(ast.Compare)
def _compare(emitter: Emitter, node: ast.Compare) -> Any:
    if len(node.ops) > 1:
        return _of_branches(emitter, node)
    return comparison(emitter, node.ops[0], expression(emitter, node.left), node.comparators[0], node)[0]


def comparison(emitter: Emitter, sign: ast.cmpop, left: Any, right: ast.expr, node: ast.AST) -> tuple[Value, Any]:
    """Return one comparison, and the value on its right."""
    is_in = isinstance(sign, ast.In | ast.NotIn)
    other = as_value(emitter, (gone_over if is_in else expression)(emitter, right), right)
    left = as_value(emitter, left, node)
    if isinstance(sign, ast.In | ast.NotIn):
        found = comparisons.contains(emitter, other, left, node)
        return (negated(emitter, found) if isinstance(sign, ast.NotIn) else found), other
    if isinstance(sign, ast.Is | ast.IsNot):
        found = _same(emitter, left, other, node)
        return (negated(emitter, found) if isinstance(sign, ast.IsNot) else found), other
    return comparisons.compared(emitter, comparisons.COMPARISONS[type(sign)], left, other, node), other


def _same(emitter: Emitter, one: Any, other: Any, node: ast.AST) -> Value:
    """Return ``one is other``."""
    if isinstance(one, Static) or isinstance(other, Static):
        if all(isinstance(side, Constant) for side in (one, other)):
            return truth(plain(one.value) == plain(other.value))
        if any(isinstance(side, Value) and side.type == NONE for side in (one, other)):
            return truth(False)
        one, other = emitter.value(one, node), emitter.value(other, node)
    if NONE in (one.type, other.type):
        return emitter.is_none(other if one.type == NONE else one)
    if one.type == other.type and (one.type == BOOL or isinstance(one.type, EnumT | ContainerT)):
        return Value(BOOL, (emitter.code.compare("eq", one.word, other.word),))
    if one.type in NUMBERS and other.type in NUMBERS:
        return comparisons.compared(emitter, "eq", one, other, node)
    return emitter.fail(node, Message("compares values with 'is': write ==, and 'is' for None only"))


@of(ast.BoolOp)
def _bool_op(emitter: Emitter, node: ast.BoolOp) -> Any:
    """Return the first value that decides, as Python does."""
    decided: list[Edge] = emitter.collecting([])
    for place, part in enumerate(node.values):
        value = as_value(emitter, expression(emitter, part), part)
        if place == len(node.values) - 1:
            decided.append(emitter.leave(value))
            break
        yes, no = branch_of_value(emitter, value, part)
        stay, out = (yes, no) if isinstance(node.op, ast.And) else (no, yes)
        for edge in out:
            edge.value = _narrowed(value, is_true=isinstance(node.op, ast.Or))
            decided.append(edge)
        if not stay:
            break
        emitter.meet(stay, node)
    emitter.collected()
    return emitter.meet(decided, node, values=True)


def _narrowed(value: Any, *, is_true: bool) -> Any:
    """Return a value on the path where it is true, or false."""
    if not isinstance(value, Value):
        return value
    if value.type == BOOL:
        return truth(is_true)
    if is_true and isinstance(value.type, OptionalT) and not value.pointer:
        return Value(value.type.inner, value.parts[1:])
    return value


@of(ast.IfExp)
def _if(emitter: Emitter, node: ast.IfExp) -> Any:
    yes, no = branch(emitter, node.test)
    ends: list[Edge] = emitter.collecting([])
    for edges, part in ((yes, node.body), (no, node.orelse)):
        if edges:
            emitter.meet(edges, node)
            value = as_value(emitter, expression(emitter, part), part)
            if emitter.alive:
                ends.append(emitter.leave(_lasting(emitter, value, yes, no, part)))
    emitter.collected()
    return emitter.meet(ends, node, values=True)


def _lasting(emitter: Emitter, value: Any, yes: list[Edge], no: list[Edge], node: ast.AST) -> Any:
    """Return a generator as a list if there is another branch."""
    return sequences.list_of(emitter, value, node) if yes and no and isinstance(value, Lazy | Generator) else value


# Truth and branches


def truth_of(emitter: Emitter, value: Any, node: ast.AST) -> Value:
    """Return whether a value counts as true, as a bool."""
    value = as_value(emitter, value, node)
    if isinstance(value, Choice):
        return emitter.value(each(emitter, value, node, lambda one: truth_of(emitter, one, node)), node)
    if isinstance(value, Fused):
        return reductions.is_any(emitter, value, node)
    if isinstance(value, Static):
        return truth(not isinstance(value, Constant) or bool(plain(value.value)))
    return _truth(emitter, value, node)


def _truth(emitter: Emitter, value: Value, node: ast.AST) -> Value:
    """Return whether a value at run time counts as true."""
    kind = value.type
    if kind == BOOL:
        return value
    if kind == NONE:
        return truth(False)
    if value.known is not UNKNOWN:
        return truth(bool(value.known))
    if kind == NEVER:
        return Value(BOOL, ("undef",))
    if isinstance(kind, OptionalT):
        return _truth_of_optional(emitter, value, node)
    if kind == FLOAT:
        return comparisons.compared(emitter, "ne", value, Value(FLOAT, ("0",)), node)
    if kind in NUMBERS:
        return Value(BOOL, (emitter.code.compare("ne", value.word, "0"),))
    if isinstance(kind, TupleT | EnumT):
        return truth(isinstance(kind, EnumT) or bool(kind.items))
    if kind == STR:
        return Value(BOOL, (emitter.code.compare("ne", value.word, str(emitter.unit.string(""))),))
    return Value(BOOL, (emitter.code.compare("ne", containers.length(emitter, value, node).word, "0"),))


def _truth_of_optional(emitter: Emitter, value: Value, node: ast.AST) -> Value:
    kind = value.type
    present = negated(emitter, emitter.is_none(value))
    inner = emitter.loaded(kind.inner, value.pointer, 1) if value.pointer else Value(kind.inner, value.parts[1:])
    if not isinstance(kind.inner, ContainerT | SequenceT):
        return both(emitter, present, truth_of(emitter, inner, node))
    yes, no = emitter.split(emitter.code.truth(present.word))
    emitter.resume(yes)
    ends = [emitter.leave(truth_of(emitter, inner, node))]
    no.value = truth(False)
    return emitter.met([*ends, no], node)


def branch_of_value(emitter: Emitter, value: Any, node: ast.AST) -> tuple[list[Edge], list[Edge]]:
    """Branch by a value; return the paths on which it is true, and false."""
    found = truth_of(emitter, value, node)
    if not emitter.alive:
        return [], []
    if found.known is not UNKNOWN:
        edge = [emitter.leave()]
        return (edge, []) if found.known else ([], edge)
    yes, no = emitter.split(emitter.code.truth(found.word))
    return [yes], [no]


def branch(emitter: Emitter, node: ast.expr) -> tuple[list[Edge], list[Edge]]:
    """Branch by an expression; return the paths on which it is true, and false."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yes, no = branch(emitter, node.operand)
        return no, yes
    if isinstance(node, ast.BoolOp):
        return _branch_of_several(emitter, node)
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return _branch_of_chain(emitter, node)
    yes, no = branch_of_value(emitter, gone_over(emitter, node), node)
    return _narrowed_variable(emitter, node, yes, no)


def _narrowed_variable(
    emitter: Emitter, node: ast.expr, yes: list[Edge], no: list[Edge]
) -> tuple[list[Edge], list[Edge]]:
    """Return the paths after ``name is None``: on one of them the name holds None, on the other a value."""
    if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.IsNot)):
        return yes, no
    right, left = node.comparators[0], node.left.target if isinstance(node.left, ast.NamedExpr) else node.left
    if not (isinstance(left, ast.Name) and isinstance(right, ast.Constant) and right.value is None):
        return yes, no
    key = emitter.find(left.id)
    if key is None:
        return yes, no
    none, value = (yes, no) if isinstance(node.ops[0], ast.Is) else (no, yes)
    for edges, is_none in ((none, True), (value, False)):
        for edge in edges:
            found = edge.variables.get(key)
            if isinstance(found, Variable) and isinstance(found.type, OptionalT) and not found.flag:
                now = Variable(NONE, found.slot, None) if is_none else Variable(
                    found.type.inner, emitter.code.part(found.slot, 1))  # fmt: skip
                edge.variables = {**edge.variables, key: now}
    return yes, no


def _branch_of_several(emitter: Emitter, node: ast.BoolOp) -> tuple[list[Edge], list[Edge]]:
    decided: list[Edge] = emitter.collecting([])
    stay: list[Edge] = []
    for place, part in enumerate(node.values):
        if place:
            if not stay:
                break
            emitter.meet(stay, node)
        yes, no = branch(emitter, part)
        stay, out = (yes, no) if isinstance(node.op, ast.And) else (no, yes)
        decided += out
    emitter.collected()
    return (stay, decided) if isinstance(node.op, ast.And) else (decided, stay)


def _branch_of_chain(emitter: Emitter, node: ast.Compare) -> tuple[list[Edge], list[Edge]]:
    left = as_value(emitter, expression(emitter, node.left), node)
    false: list[Edge] = emitter.collecting([])
    yes: list[Edge] = []
    for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
        if place:
            if not yes:
                break
            emitter.meet(yes, node)
        with emitter.inside((id(node), place)):
            found, left = comparison(emitter, sign, left, right, node)
        yes, no = branch_of_value(emitter, found, node)
        false += no
    emitter.collected()
    return yes, false


def _of_branches(emitter: Emitter, node: ast.expr) -> Value:
    """Return the bool of an expression that branches."""
    yes, no = branch(emitter, node)
    for edges, known in ((yes, True), (no, False)):
        for edge in edges:
            edge.value = truth(known)
    return emitter.met([*yes, *no], node)
