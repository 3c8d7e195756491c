"""Expressions."""

import ast
import builtins
from collections.abc import Callable
from enum import EnumType
from inspect import getattr_static
from types import FunctionType, ModuleType
from typing import Any

from spielbaum.compiler import builtin_functions, containers, methods, operators, sequences, sets, tables
from spielbaum.compiler.advice import TEXTS
from spielbaum.compiler.bools import negated
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import as_constant, described, is_table, members_of, plain
from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.fusion import gone_over
from spielbaum.compiler.types import FLOAT, INT, NEVER, NONE, NUMBERS, ContainerT, EnumT, OptionalT, TupleT
from spielbaum.compiler.values import (
    UNKNOWN,
    Choice,
    Closure,
    Conflict,
    Constant,
    Lazy,
    Method,
    Static,
    Value,
    Variable,
)
from spielbaum.errors import Message

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
        emitter.fail(node, Message("uses {!r}, which cannot be compiled", ast.unparse(node)))
    scope = emitter.scope
    line, scope.line = scope.line, node.lineno
    made = translate(emitter, node)
    scope.line = line
    return made


def value_of(emitter: Emitter, node: ast.expr) -> Value:
    """Return the value of an expression at run time."""
    return emitter.value(expression(emitter, node), node)


@of(ast.Constant)
def _constant(emitter: Emitter, node: ast.Constant) -> Any:
    if node.value is None or isinstance(node.value, bool | int | float | str):
        if isinstance(node.value, str):
            return Constant(node.value, repr(node.value))
        return emitter.value(Constant(node.value), node)
    return emitter.fail(node, Message("uses {!r}, which cannot be compiled", node.value))


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
            emitter.fail(node, Message("uses the name {!r}, which has no value yet", name))
    for names in (function.__globals__, vars(builtins)):
        if name in names:
            return as_constant(emitter, names[name], name, node)
    return emitter.fail(node, Message("uses the name {!r}, which is not defined", name))


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
        emitter.fail(node, Message("uses @, which cannot be compiled"))
    left, right = expression(emitter, node.left), expression(emitter, node.right)
    return operators.binary(emitter, sign, left, right, node)


@of(ast.UnaryOp)
def _unary(emitter: Emitter, node: ast.UnaryOp) -> Any:
    if isinstance(node.op, ast.Not):
        return negated(emitter, emitter.compiler.truth_of(emitter, gone_over(emitter, node.operand), node))
    return operators.unary(emitter, type(node.op), expression(emitter, node.operand), node)


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
        emitter.fail(node, Message("uses {}.{}, which is not defined", owner.path, name))
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
        emitter.fail(node, Message("asks {} for a member whose name is not in the source", owner.path))
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


# Functions and calls


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
                    part, Message("passes a list with a star: only a tuple of fixed length has a known number of items")
                )
            arguments += list(emitter.items(row))
        else:
            arguments.append(as_value(emitter, expression(emitter, part), part))
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            emitter.fail(node, Message("passes a dictionary with **: write the arguments"))
        named[str(keyword.arg)] = as_value(emitter, expression(emitter, keyword.value), keyword.value)
    return emitter.compiler.call(emitter, function, arguments, named, node)


@of(ast.JoinedStr)
def _text(emitter: Emitter, node: ast.JoinedStr) -> Any:
    emitter.fail(node, Message("makes a text, {}", TEXTS))


@of(ast.YieldFrom, ast.Yield)
def _yield(emitter: Emitter, node: ast.expr) -> Any:
    emitter.fail(
        node, Message("uses the value of 'yield', which cannot be compiled: write it as a statement of its own")
    )


@of(ast.Starred)
def _star(emitter: Emitter, node: ast.Starred) -> Any:
    emitter.fail(node, Message("unpacks with a star here, which cannot be compiled: write a loop"))
