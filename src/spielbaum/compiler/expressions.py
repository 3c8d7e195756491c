"""Expressions."""

import ast
import builtins
from collections.abc import Callable, Sequence
from enum import EnumType
from inspect import getattr_static
from types import FunctionType, ModuleType
from typing import Any

from spielbaum.compiler import builtin_functions, containers, matches, methods, operators, sequences, sets, tables
from spielbaum.compiler.advice import TEXTS
from spielbaum.compiler.bools import both, negated, truth
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import as_constant, described, is_table, members_of, plain
from spielbaum.compiler.emitter import Edge, Emitter, Scope, as_value
from spielbaum.compiler.fusion import gone_over, raises_nothing
from spielbaum.compiler.iteration import iterate
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    ContainerT,
    EnumT,
    OptionalT,
    SequenceT,
    TupleT,
    change_length,
    widen,
)
from spielbaum.compiler.values import (
    UNKNOWN,
    Choice,
    Closure,
    Conflict,
    Constant,
    Fused,
    Generator,
    Lazy,
    Method,
    Static,
    Value,
    Variable,
)

_EXPRESSIONS: dict[type[ast.expr], Callable[[Any, Any], Any]] = {}


def of(*kinds: type[ast.expr]) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]:
    """Register the translation of a kind of expression."""

    def register(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        _EXPRESSIONS.update(dict.fromkeys(kinds, function))
        return function

    return register


def expression(emitter: Emitter, node: ast.expr) -> Any:
    """Return the value of an expression: a value at run time, or an object that exists only now."""
    translate = _EXPRESSIONS.get(type(node))
    if translate is None:
        emitter.fail(node, f"uses {ast.unparse(node)!r}, which cannot be compiled")
    scope = emitter.scope
    line, scope.line = scope.line, node.lineno
    made = translate(emitter, node)
    scope.line = line
    return made


def value_of(emitter: Emitter, node: ast.expr) -> Value:
    """Return the value of an expression at run time."""
    made: Value = emitter.value(as_value(emitter, expression(emitter, node), node), node)
    return made


@of(ast.Constant)
def _constant(emitter: Emitter, node: ast.Constant) -> Any:
    if node.value is None or isinstance(node.value, bool | int | float | str):
        if isinstance(node.value, str):
            return Constant(node.value, repr(node.value))
        return emitter.value(Constant(node.value), node)
    return emitter.fail(node, f"uses {node.value!r}, which cannot be compiled")


@of(ast.Name)
def _name(emitter: Emitter, node: ast.Name) -> Any:
    return name_of(emitter, node.id, node)


def name_of(emitter: Emitter, name: str, node: ast.AST) -> Any:
    """Return what a name holds."""
    key = emitter.find(name)
    if key is None:
        return captured(emitter, name, node)
    found = emitter.variables.get(key)
    if found is None:
        emitter.throw(UnboundLocalError, f"{name!r} is used before it has a value")
        return Value(NEVER)
    if isinstance(found, Conflict):
        emitter.fail(node, f"uses {name!r}, which is {_shown(found.one)} or {_shown(found.other)}: use two names")
    if not isinstance(found, Variable):
        return found
    if found.flag:
        code = emitter.code
        emitter.throw_if(
            code.op(f"icmp eq i64 {code.load(found.flag)}, 0"), UnboundLocalError, f"{name!r} has no value"
        )
    return emitter.loaded_variable(found)


def _shown(value: Any) -> str:
    return described(value) if isinstance(value, Static) else str(value)


def captured(emitter: Emitter, name: str, node: ast.AST) -> Any:
    """Return a closure variable, a global or a builtin."""
    function: FunctionType = emitter.scope.function
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if name in cells:
        try:
            return as_constant(emitter, cells[name].cell_contents, name, node)
        except ValueError:
            emitter.fail(node, f"uses the name {name!r}, which has no value yet")
    for names in (function.__globals__, vars(builtins)):
        if name in names:
            return as_constant(emitter, names[name], name, node)
    return emitter.fail(node, f"uses the name {name!r}, which is not defined")


@of(ast.NamedExpr)
def _named(emitter: Emitter, node: ast.NamedExpr) -> Any:
    value = as_value(emitter, expression(emitter, node.value), node)
    emitter.compiler.assign_name(emitter, node.target.id, value, node)
    return value


@of(ast.Tuple)
def _tuple(emitter: Emitter, node: ast.Tuple) -> Any:
    return _row(emitter, node, node.elts)


def _row(emitter: Emitter, node: ast.AST, elements: list[ast.expr]) -> Any:
    """Return a tuple of the values of expressions."""
    if any(isinstance(element, ast.Starred) for element in elements):
        return _starred(emitter, node, elements)
    items = [as_value(emitter, expression(emitter, element), element) for element in elements]
    if items and all(isinstance(item, Constant) or getattr(item, "known", UNKNOWN) is not UNKNOWN for item in items):
        return Constant(tuple(item.value if isinstance(item, Constant) else item.known for item in items), "")
    return emitter.tuple_of([emitter.value(item, node) for item in items], None, node)


def _starred(emitter: Emitter, node: ast.AST, elements: list[ast.expr]) -> Any:
    """Return a tuple with the elements of starred ones in it."""
    rows: list[Any] = []
    for element in elements:
        if isinstance(element, ast.Starred):
            rows.append(emitter.compiler.tuple_from(emitter, expression(emitter, element.value), element))
        else:
            rows.append(emitter.tuple_of([value_of(emitter, element)], None, element))
    found = rows[0]
    for place, row in enumerate(rows[1:]):
        with emitter.inside((id(node), "star", place)):
            found = operators.concatenated(emitter, found, row, node)
    return found


@of(ast.List)
def _list(emitter: Emitter, node: ast.List) -> Any:
    if any(isinstance(element, ast.Starred) for element in node.elts):
        return sequences.list_of(emitter, _starred(emitter, node, node.elts), node)
    items = [value_of(emitter, element) for element in node.elts]
    made = sequences.new_list(emitter, node, "list", NEVER, length=str(len(items)))
    for place, item in enumerate(items):
        containers.put(emitter, made, place, item, node)
    return made


@of(ast.Set)
def _set(emitter: Emitter, node: ast.Set) -> Any:
    if not any(isinstance(element, ast.Starred) for element in node.elts):
        return sets.set_of_values(emitter, [value_of(emitter, element) for element in node.elts], node)
    held = emitter.held(sets.new_set(emitter, node), node)
    for place, element in enumerate(node.elts):
        with emitter.inside((id(node), "star", place)):
            if isinstance(element, ast.Starred):
                given = as_value(emitter, expression(emitter, element.value), element)
                sets.update(emitter, emitter.current(held), given, element)
            else:
                value = value_of(emitter, element)
                sets.add(emitter, emitter.current(held), value, element)
    return emitter.current(held)


@of(ast.Dict)
def _dict(emitter: Emitter, node: ast.Dict) -> Any:
    if any(key is None for key in node.keys):
        return _merged(emitter, node)
    pairs = [(value_of(emitter, key), value_of(emitter, value))
             for key, value in zip(node.keys, node.values, strict=True) if key is not None]  # fmt: skip
    return containers.dictionary_of_pairs(emitter, pairs, node)


def _merged(emitter: Emitter, node: ast.Dict) -> Any:
    """Return a dictionary with the pairs of others in it: ``{**one, key: value}``."""
    held = emitter.held(tables.new_table(emitter, node), node)

    def put(pair: Any) -> None:
        key, value = emitter.items(emitter.value(pair, node))
        containers.put_item(emitter, emitter.current(held), key, value, node)

    for place, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        with emitter.inside((id(node), "merged", place)):
            if key is None:
                items = Lazy("items", (emitter.held(as_value(emitter, expression(emitter, value), node), node),))
                emitter.compiler.iterate(emitter, items, put, node)
            else:
                containers.put_item(
                    emitter, emitter.current(held), value_of(emitter, key), value_of(emitter, value), node
                )
    return emitter.current(held)


@of(ast.BinOp)
def _binary(emitter: Emitter, node: ast.BinOp) -> Any:
    sign, _ = operators.BINARY.get(type(node.op), ("", None))
    if not sign:
        emitter.fail(node, "uses @, which cannot be compiled")
    left, right = expression(emitter, node.left), expression(emitter, node.right)
    return operators.binary(emitter, sign, left, right, node)


@of(ast.UnaryOp)
def _unary(emitter: Emitter, node: ast.UnaryOp) -> Any:
    if isinstance(node.op, ast.Not):
        return negated(emitter, truth_of(emitter, gone_over(emitter, node.operand), node))
    return operators.unary(emitter, type(node.op), expression(emitter, node.operand), node)


@of(ast.Compare)
def _compare(emitter: Emitter, node: ast.Compare) -> Any:
    if len(node.ops) > 1:
        return _of_branches(emitter, node)
    return _comparison(emitter, node.ops[0], expression(emitter, node.left), node.comparators[0], node)[0]


def _comparison(emitter: Emitter, sign: ast.cmpop, left: Any, right: ast.expr, node: ast.AST) -> tuple[Value, Any]:
    """Return one comparison, and the value on its right."""
    is_in = isinstance(sign, ast.In | ast.NotIn)
    other = as_value(emitter, (gone_over if is_in else expression)(emitter, right), right)
    left = as_value(emitter, left, node)
    if isinstance(sign, ast.In | ast.NotIn):
        found = operators.contains(emitter, other, left, node)
        return (negated(emitter, found) if isinstance(sign, ast.NotIn) else found), other
    if isinstance(sign, ast.Is | ast.IsNot):
        found = _same(emitter, left, other, node)
        return (negated(emitter, found) if isinstance(sign, ast.IsNot) else found), other
    return operators.compared(emitter, operators.COMPARISONS[type(sign)], left, other, node), other


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
        return operators.compared(emitter, "eq", one, other, node)
    return emitter.fail(node, "compares values with 'is': write ==, and 'is' for None only")


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
        return builtin_functions.is_any(emitter, value, node)
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
        return operators.compared(emitter, "ne", value, Value(FLOAT, ("0",)), node)
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
            found, left = _comparison(emitter, sign, left, right, node)
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


# Parts


@of(ast.Attribute)
def _attribute(emitter: Emitter, node: ast.Attribute) -> Any:
    if node.attr == "name" and isinstance(node.value, ast.Attribute):
        owner = expression(emitter, node.value.value)
        if isinstance(owner, Constant) and isinstance(owner.value, EnumType):
            return Constant(getattr(owner.value, node.value.attr).name)
        return attribute_of(emitter, attribute_of(emitter, owner, node.value.attr, node.value), "name", node)
    return attribute_of(emitter, expression(emitter, node.value), node.attr, node)


def attribute_of(emitter: Emitter, owner: Any, name: str, node: ast.AST) -> Any:
    """Return ``owner.name``."""
    if isinstance(owner, Constant):
        return _attribute_of_constant(emitter, owner, name, node)
    if isinstance(owner, Choice) and not callable(getattr(type(owner.objects[0].value), name, None)):
        return each(emitter, owner, node, lambda one: attribute_of(emitter, one, name, node))
    if isinstance(owner, Value):
        if isinstance(owner.type, EnumT) and not isinstance(getattr(owner.type.cls, name, None), FunctionType):
            return _of_member(emitter, owner, name, node)
        if owner.type == INT and name == "value":  # a member of an IntEnum
            return owner
        kind = owner.type.inner if isinstance(owner.type, OptionalT) else owner.type
        if isinstance(kind, TupleT) and kind.cls is not None:
            return _attribute_of_record(emitter, owner, kind, name, node)
        if kind in NUMBERS and not methods.is_known("number", name):
            emitter.fail(node, methods.refused(owner, name))
    return Method(owner, name)


def _attribute_of_record(emitter: Emitter, owner: Value, kind: TupleT, name: str, node: ast.AST) -> Any:
    """Return a field, a method or a property of a NamedTuple."""
    if name in kind.cls._fields:
        return emitter.item(emitter.unwrapped(owner, node), kind.cls._fields.index(name))
    member = getattr_static(kind.cls, name, None)
    if isinstance(member, FunctionType):
        return Method(emitter.unwrapped(owner, node), name)
    if isinstance(member, staticmethod | classmethod) and isinstance(member.__func__, FunctionType):
        return _attribute_of_constant(emitter, Constant(kind.cls, kind.cls.__name__), name, node)
    if isinstance(member, property) and isinstance(member.fget, FunctionType):
        return emitter.compiler.call(emitter, Constant(member.fget, name), [emitter.unwrapped(owner, node)], {}, node)
    if member is not None and not callable(member):
        return as_constant(emitter, member, name, node)
    if name not in methods.OF_TUPLES:
        emitter.fail(node, f"uses {name!r}; the fields of {kind} are {', '.join(kind.cls._fields)}")
    return Method(owner, name)


def _of_member(emitter: Emitter, owner: Value, name: str, node: ast.AST) -> Any:
    """Return an attribute of a member of an enumeration, such as ``value`` or ``name``."""
    members = members_of(owner.type.cls)
    if not all(hasattr(member, name) for member in members):
        emitter.fail(node, f"uses {name!r}, and {owner.type} has no such attribute")
    attributes = tuple(plain(getattr(member, name)) for member in members)
    return sequences.item_of(emitter, Constant(attributes, f"{owner.type}.{name}"), Value(INT, owner.parts), node)


def _attribute_of_constant(emitter: Emitter, owner: Constant, name: str, node: ast.AST) -> Any:
    value = owner.value
    if name in ("shape", "size", "ndim") and hasattr(value, "tolist"):  # an array of NumPy
        return as_constant(emitter, getattr(value, name), f"{owner.path}.{name}", node)
    if is_table(owner) and not (isinstance(plain(value), tuple) and name in getattr(value, "_fields", ())):
        member = getattr(type(value), name, None)
        if isinstance(member, FunctionType):
            return Method(owner, name)
        if not isinstance(member, property):
            return Method(owner, name)
    if isinstance(value, dict | set | frozenset) or hasattr(value, "tolist"):
        return Method(owner, name)
    try:
        found = getattr(value, name)
    except AttributeError:
        emitter.fail(node, f"uses {owner.path}.{name}, which is not defined")
    if isinstance(value, type) and isinstance(getattr_static(value, name, None), classmethod) and hasattr(
            found.__func__, "__code__"):  # fmt: skip
        return Method(owner, name)
    if isinstance(value, ModuleType | type) or not callable(found):
        return as_constant(emitter, found, f"{owner.path}.{name}", node)
    return Method(owner, name)


@of(ast.Subscript)
def _subscript(emitter: Emitter, node: ast.Subscript) -> Any:
    owner = as_value(emitter, expression(emitter, node.value), node)
    if isinstance(node.slice, ast.Slice):
        start, stop, step = (_bound(emitter, part) for part in (node.slice.lower, node.slice.upper, node.slice.step))
        if isinstance(owner, Value):
            owner = emitter.unwrapped(owner, node)
        return sequences.slice_of(emitter, owner, start, stop, step, node)
    if isinstance(owner, Constant) and isinstance(owner.value, EnumType):
        name = expression(emitter, node.slice)
        if isinstance(name, Constant) and name.value in owner.value.__members__:
            return as_constant(emitter, owner.value[name.value], f"{owner.path}.{name.value}", node)
        emitter.fail(node, f"asks {owner.path} for a member whose name is not in the source")
    if isinstance(owner, Constant) and isinstance(owner.value, type):
        return owner  # an annotation, list[int](...)
    return item_of(emitter, owner, node.slice, node)


def _bound(emitter: Emitter, node: ast.expr | None) -> Value | None:
    """Return a bound of a slice; None if it is left out, or is None."""
    bound = None if node is None else _index(emitter, node)
    return None if bound is None or bound.type == NONE else bound


def _index(emitter: Emitter, node: ast.expr) -> Value:
    return emitter.unwrapped(value_of(emitter, node), node)


def item_of(emitter: Emitter, owner: Any, index: ast.expr, node: ast.AST) -> Any:
    """Return ``owner[index]``."""
    if isinstance(owner, Choice):
        return each(emitter, owner, node, lambda one: item_of(emitter, one, index, node))
    if isinstance(owner, Constant) and isinstance(plain(owner.value), dict):
        return containers.item_of_constant(emitter, owner, as_value(emitter, expression(emitter, index), index), node)
    if isinstance(owner, Value):
        owner = emitter.unwrapped(owner, node)
        if isinstance(owner.type, ContainerT) and owner.type.kind != "list":
            return containers.item(emitter, owner, value_of(emitter, index), node)
    if isinstance(index, ast.Tuple) and not isinstance(owner, Value):
        owner = Constant(plain(owner.value), owner.path)
        for axis, part in enumerate(index.elts):  # an array of NumPy
            with emitter.inside((id(node), axis)):
                owner = sequences.item_of(emitter, owner, _index(emitter, part), node)
        return owner
    if isinstance(owner, Value) and owner.type == NEVER:
        return owner
    if not sequences.is_sequence(owner):
        shown = _shown(owner.type if isinstance(owner, Value) else owner)
        emitter.fail(node, f"takes an item of {shown}: only lists, tuples and dictionaries have items")
    place = _index(emitter, index)
    if place.type not in NUMBERS or place.type == FLOAT:
        if place.type == NEVER:
            return Value(NEVER)
        emitter.fail(node, f"uses {place.type} as an index: it must be an int")
    found = sequences.item_of(emitter, owner, place, node)
    if isinstance(found, Constant):
        return as_constant(emitter, found.value, found.path, node)
    return found


# Functions and loops


@of(ast.Lambda)
def _lambda(emitter: Emitter, node: ast.Lambda) -> Any:
    return closure(emitter, node)


def closure(emitter: Emitter, node: ast.FunctionDef | ast.Lambda) -> Closure:
    """Return a nested function."""
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args]
    defaults = {}
    for argument, default in zip(named[len(named) - len(arguments.defaults) :], arguments.defaults, strict=True):
        defaults[argument.arg] = emitter.held(as_value(emitter, expression(emitter, default), default), default)
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            defaults[argument.arg] = emitter.held(as_value(emitter, expression(emitter, value), value), value)
    return Closure(node, emitter.scope, defaults)


@of(ast.Call)
def _call(emitter: Emitter, node: ast.Call) -> Any:
    function = expression(emitter, node.func)
    arguments: list[Any] = []
    if isinstance(function, Constant) and function.value in builtin_functions.WITH_SOURCE:
        return builtin_functions.WITH_SOURCE[function.value](emitter, node)
    goes_over = isinstance(function, Constant) and function.value in builtin_functions.GO_OVER
    for part in node.args:
        if goes_over and len(node.args) == 1:
            arguments.append(as_value(emitter, gone_over(emitter, part), part))
        elif isinstance(part, ast.Starred):
            row = emitter.value(emitter.compiler.tuple_from(emitter, expression(emitter, part.value), part), part)
            if not isinstance(row.type, TupleT):
                emitter.fail(
                    part, "passes a list with a star: only a tuple of fixed length has a known number of items"
                )
            arguments += list(emitter.items(row))
        else:
            arguments.append(as_value(emitter, expression(emitter, part), part))
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            emitter.fail(node, "passes a dictionary with **: write the arguments")
        named[str(keyword.arg)] = as_value(emitter, expression(emitter, keyword.value), keyword.value)
    return emitter.compiler.call(emitter, function, arguments, named, node)


@of(ast.GeneratorExp)
def _generator(emitter: Emitter, node: ast.GeneratorExp) -> Any:
    first = emitter.held(gone_over(emitter, node.generators[0].iter), node)
    return Generator(node, (("first", first),), emitter.scope)


@of(ast.ListComp)
def _list_comprehension(emitter: Emitter, node: ast.ListComp) -> Any:
    if len(node.generators) == 1 and raises_nothing(node):
        first = emitter.held(gone_over(emitter, node.generators[0].iter), node)
        most = most_elements(emitter, first, node)
        if most is not None:
            return _filtered(emitter, node, first, most)
    code = emitter.code
    made = sequences.new_list(emitter, node, "comprehension", NEVER)
    change_length(made.type.cell)
    header = code.slot((emitter.path, id(node), "header"), 1)
    code.store(made.word, header)
    cell = made.type.cell
    with sets.without_order(emitter, matters=True):
        _comprehended(
            emitter, node,
            lambda: sequences.append(emitter, code.load(header), cell, value_of(emitter, node.elt), node),
        )  # fmt: skip
    return Value(ContainerT("list", cell), (code.load(header),))


def _filtered(emitter: Emitter, node: ast.ListComp, first: Any, most: str) -> Value:
    """Return a list of at most so many elements: each is written behind those that are kept, and kept or not.

    Without a branch for each element, as ``data[count] = element; count += condition``.
    """
    code, generator = emitter.code, node.generators[0]
    made = sequences.new_list(emitter, node, "filtered", NEVER, room=most)
    change_length(made.type.cell)
    cell = made.type.cell
    place = code.slot((emitter.path, id(node), "filtered"), 3)
    count, data, header = place, code.address(place, 1), code.address(place, 2)
    if code.resumes:
        count, data, header = (code.slot((emitter.path, id(node), part), 1) for part in ("count", "data", "header"))
    code.store("0", count)
    code.store(code.load(code.pointer(made.word), 2), data)
    code.store(made.word, header)
    with emitter.inside((id(node), "filtered")):
        emitter.scope = inner_scope(emitter, emitter.scope, node)
        scope = emitter.scope

        def one(element: Any, tests: Sequence[ast.expr] = generator.ifs) -> None:
            outer, emitter.scope = emitter.scope, scope
            emitter.compiler.assign_target(emitter, generator.target, element, node)
            kept = truth(True)
            for test in tests:
                kept = both(emitter, kept, _without_branches(emitter, test))
            value = value_of(emitter, node.elt)
            if not widen(cell, value.type):
                emitter.fail(node, f"has a list of {cell.root.element} and {value.type}")
            value = emitter.convert(value, cell.root.element, node)
            now, words = code.load(count), cell.root.element.words
            emitter.store(value, code.pointer(code.load(data)), code.times(now, words))
            code.store(code.op(f"add i64 {now}, {kept.word}"), count)
            emitter.scope = outer

        if not matches.iterate(
            emitter, generator, emitter.current(first), lambda element: one(element, generator.ifs[1:])
        ):
            iterate(emitter, emitter.current(first), one, node)
        emitter.compiler.forget(emitter, scope)
    code.store(code.load(count), code.pointer(code.load(header)))
    return Value(ContainerT("list", cell), (code.load(header),))


def _without_branches(emitter: Emitter, node: ast.expr) -> Value:
    """Return the truth of a condition that raises nothing; all its parts are evaluated."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return negated(emitter, _without_branches(emitter, node.operand))
    if isinstance(node, ast.BoolOp):
        found = _without_branches(emitter, node.values[0])
        is_and = isinstance(node.op, ast.And)
        for part in node.values[1:]:
            other = _without_branches(emitter, part)
            if is_and:
                found = both(emitter, found, other)
            else:
                negatives = [negated(emitter, side) for side in (found, other)]
                found = negated(emitter, both(emitter, *negatives))
        return found
    if isinstance(node, ast.Compare):
        left = as_value(emitter, expression(emitter, node.left), node.left)
        found = truth(True)
        for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            with emitter.inside((id(node), place)):
                now, left = _comparison(emitter, sign, left, right, node)
            found = both(emitter, found, now)
        return found
    return truth_of(emitter, expression(emitter, node), node)


def most_elements(emitter: Emitter, iterable: Any, node: ast.AST) -> str | None:
    """Return the most elements that an iterable can yield, if that is known before it is gone over."""
    size = builtin_functions.fixed_length(emitter, iterable)
    if size is not None:
        return str(size)
    if isinstance(iterable, Lazy) and iterable.kind == "enumerate":
        return most_elements(emitter, iterable.inner[0], node)
    value = emitter.current(iterable)
    if isinstance(value, Value) and sequences.is_sequence(value):
        return sequences.length_of(emitter, value, node).word
    return None


@of(ast.SetComp)
def _set_comprehension(emitter: Emitter, node: ast.SetComp) -> Any:
    held = emitter.held(sets.set_of_values(emitter, [], node), node)
    with sets.without_order(emitter):
        _comprehended(
            emitter, node, lambda: sets.add(emitter, emitter.current(held), value_of(emitter, node.elt), node)
        )
    return emitter.current(held)


@of(ast.DictComp)
def _dict_comprehension(emitter: Emitter, node: ast.DictComp) -> Any:
    held = emitter.held(containers.dictionary_of_pairs(emitter, [], node), node)

    def one() -> None:
        key, value = value_of(emitter, node.key), value_of(emitter, node.value)
        containers.put_item(emitter, emitter.current(held), key, value, node)

    _comprehended(emitter, node, one)
    return emitter.current(held)


def _comprehended(emitter: Emitter, node: Any, body: Callable[[], None]) -> None:
    first = emitter.held(gone_over(emitter, node.generators[0].iter), node)
    with emitter.inside((id(node), "comprehension")):
        scope = inner_scope(emitter, emitter.scope, node)
        emitter.scope = scope
        loops(emitter, node.generators, body, {"first": first})
        emitter.compiler.forget(emitter, scope)


def inner_scope(emitter: Emitter, parent: Scope, node: Any) -> Scope:
    """Return the scope of a comprehension."""
    names = {
        part.id for generator in node.generators for part in ast.walk(generator.target) if isinstance(part, ast.Name)
    }
    identity = emitter.compiler.identity(emitter.path)
    return Scope(identity, parent.function, parent, names, loops=parent.loops, line=node.lineno)


def loops(
    emitter: Emitter, generators: list[ast.comprehension], body: Callable[[], None], known: dict[str, Any]
) -> None:
    """Write the loops of a comprehension around its body."""
    generator, rest = generators[0], generators[1:]
    if generator.is_async:
        emitter.fail(generator.iter, "uses 'async', which cannot be compiled")
    iterable = emitter.current(known["first"]) if "first" in known else gone_over(emitter, generator.iter)
    scope = emitter.scope

    def one(element: Any, tests: Sequence[ast.expr] = generator.ifs) -> None:
        outer, emitter.scope = emitter.scope, scope
        emitter.compiler.assign_target(emitter, generator.target, element, generator.iter)
        skipped: list[Edge] = emitter.collecting([])
        for test in tests:
            if not emitter.alive:
                break
            yes, no = branch(emitter, test)
            skipped += no
            emitter.meet(yes, test)
        if emitter.alive:
            if rest:
                loops(emitter, rest, body, {})
            else:
                body()
        emitter.collected()
        emitter.meet([*skipped, *([emitter.leave()] if emitter.alive else [])], generator.iter)
        emitter.scope = outer

    with emitter.inside((id(generator), "loop")):
        if not matches.iterate(emitter, generator, iterable, lambda element: one(element, generator.ifs[1:])):
            iterate(emitter, iterable, one, generator.iter)


@of(ast.JoinedStr)
def _text(emitter: Emitter, node: ast.JoinedStr) -> Any:
    emitter.fail(node, f"makes a text, {TEXTS}")


@of(ast.YieldFrom, ast.Yield)
def _yield(emitter: Emitter, node: ast.expr) -> Any:
    emitter.fail(node, "uses the value of 'yield', which cannot be compiled: write it as a statement of its own")


@of(ast.Starred)
def _star(emitter: Emitter, node: ast.Starred) -> Any:
    emitter.fail(node, "unpacks with a star here, which cannot be compiled: write a loop")
