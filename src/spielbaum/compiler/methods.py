"""Methods of tuples, lists, sets, dictionaries, deques and numbers."""

import ast
from collections.abc import Callable, Sequence
from functools import reduce
from inspect import getattr_static
from types import FunctionType
from typing import Any

from spielbaum.compiler import (
    comparisons,
    containers,
    dictionaries,
    library,
    matches,
    operators,
    sequences,
    sets,
    tables,
)
from spielbaum.compiler.advice import MUTATORS, OF_TEXTS, TEXTS
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import as_constant, described, is_table, plain
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.sorting import sort
from spielbaum.compiler.types import (
    COUNT,
    INT,
    NEVER,
    NUMBERS,
    STR,
    ContainerT,
    EnumT,
    SequenceT,
    TupleT,
    change_length,
)
from spielbaum.compiler.values import NOTHING, UNKNOWN, Choice, Constant, Lazy, Method, Static, Value
from spielbaum.errors import Message

OF_TUPLES = ("count", "index", "_replace", "_asdict")


def call(emitter: Emitter, method: Method, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Any:
    """Return the value of a call of a method."""
    owner = emitter.current(method.receiver)
    if isinstance(owner, Choice) and method.name in ("items", "keys", "values"):
        owner = emitter.value(owner, node)
    if isinstance(owner, Choice):
        return each(emitter, owner, node, lambda one: call(emitter, Method(one, method.name), arguments, named, node))
    if isinstance(owner, Value):
        owner = emitter.unwrapped(owner, node)
        kind = owner.type
        if kind == NEVER:
            return Value(NEVER)
        if isinstance(kind, EnumT) or (isinstance(kind, TupleT) and kind.cls is not None):
            member = getattr_static(kind.cls, method.name, None)
            if isinstance(member, FunctionType) and method.name not in OF_TUPLES:
                return emitter.compiler.call(emitter, Constant(member, method.name), [owner, *arguments], named, node)
    elif isinstance(owner, Constant) and isinstance(owner.value, type):
        member = getattr_static(owner.value, method.name)
        return emitter.compiler.call(emitter, Constant(member.__func__, method.name), [owner, *arguments], named, node)
    elif isinstance(owner, Constant) and isinstance(getattr(type(owner.value), method.name, None), FunctionType):
        member = getattr(type(owner.value), method.name)
        if method.name not in OF_TUPLES:
            return emitter.compiler.call(emitter, Constant(member, method.name), [owner, *arguments], named, node)
    if isinstance(owner, Constant) and isinstance(owner.value, str) and method.name not in ("count", "index"):
        return _of_text(emitter, owner, method.name, arguments, node)
    group = _group(owner)
    function = _METHODS.get((group, method.name))
    if function is None:
        emitter.fail(node, refused(owner, method.name))
    assert function is not None
    if named and method.name != "_replace":
        arguments = [*arguments, *named.values()]
        named = {}
    return function(emitter, owner, arguments, named, node) if named else function(emitter, owner, arguments, {}, node)


def _of_text(emitter: Emitter, owner: Constant, name: str, arguments: Sequence[Any], node: ast.AST) -> Any:
    """Return the result of a method of a captured text, which is known already."""
    known = [plain(one.value) if isinstance(one, Constant) else getattr(one, "known", UNKNOWN) for one in arguments]
    if UNKNOWN in known or not hasattr(str, name):
        emitter.fail(node, refused(owner, name))
    try:
        return as_constant(emitter, getattr(owner.value, name)(*known), owner.path, node)
    except (TypeError, ValueError) as error:
        emitter.fail(node, f"uses the method {name!r} of {described(owner)} with {error}")


def is_known(group: str, name: str) -> bool:
    """Return whether values of a group have a method."""
    return (group, name) in _METHODS


def refused(owner: Any, name: str) -> str | Message:
    """Return a sentence about a method that cannot be compiled."""
    is_constant = isinstance(owner, Constant)
    shown, group = described(owner) if isinstance(owner, Static) else str(owner.type), _group(owner)
    is_text = isinstance(owner.value, str) if is_constant else getattr(owner, "type", None) == STR
    if is_text and name in OF_TEXTS:
        return Message("makes a text with {!r}, {}", name, TEXTS)
    if is_constant and owner.path and name in MUTATORS and not isinstance(owner.value, tuple | str | range):
        return Message("changes the global {!r}: a game remembers nothing, put it into the state", owner.path)
    if group == "sequence" and name in MUTATORS:
        return f"changes {shown} with {name!r}, and it cannot be changed: make a list of it first, list(...)"
    if (group, name) == ("set", "pop"):
        return Message(
            "takes any element of a set with 'pop', and the order of a set is not defined: write min(...) and remove"
        )
    if is_constant and hasattr(owner.value, "tolist"):
        return Message(
            "uses {!r} of the array {!r}, which cannot be compiled: write loops over its items", name, owner.path
        )
    if group == "number":
        return f"uses {name!r} of {shown}, and numbers and members of an enum have no such thing here: write a function"
    return f"uses the method {name!r} of {shown}, which cannot be compiled: write a loop, or a function"


def _group(owner: Any) -> str:
    if isinstance(owner, Constant):
        value = plain(owner.value)
        if isinstance(value, dict):
            return "constant dict"
        return "constant set" if isinstance(value, set | frozenset) else "sequence" if is_table(owner) else ""
    if isinstance(owner, Static):
        return ""
    kind = owner.type
    if isinstance(kind, ContainerT):
        return kind.kind
    if isinstance(kind, TupleT | SequenceT) or kind == STR:
        return "sequence"
    return "number" if kind in NUMBERS else ""


Function = Callable[[Any, Any, Sequence[Any], dict[str, Any], ast.AST], Any]
_METHODS: dict[tuple[str, str], Function] = {}


def of(*names: tuple[str, str]) -> Callable[[Function], Function]:
    """Register a method."""

    def register(function: Function) -> Function:
        _METHODS.update(dict.fromkeys(names, function))
        return function

    return register


def _value(emitter: Emitter, arguments: Sequence[Any], place: int, node: ast.AST) -> Value:
    return emitter.value(arguments[place], node)


@of(("sequence", "count"), ("list", "count"), ("deque", "count"))
def _count(emitter: Emitter, owner: Any, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    code = emitter.code
    number = _value(emitter, arguments, 0, node)
    if (words := matches.places(emitter, owner, number)) is not None:
        counts = [code.op(f"call i64 @llvm.ctpop.i64(i64 {word})") for word in words]
        return Value(INT, (reduce(lambda one, other: code.op(f"add i64 {one}, {other}"), counts),))
    wanted = emitter.held(number, node)
    total = code.slot((emitter.path, id(node), "count"), 1)
    code.store("0", total)

    def body(element: Any) -> None:
        same = comparisons.compared(emitter, "eq", element, emitter.value(wanted, node), node)
        code.store(code.op(f"add i64 {code.load(total)}, {same.word}"), total)

    emitter.compiler.iterate(emitter, owner, body, node)
    return Value(INT, (code.load(total),))


@of(("sequence", "index"), ("list", "index"), ("deque", "index"))
def _index(emitter: Emitter, owner: Any, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if len(arguments) > 1:
        find = _in_python(library.index_between, None, 0, 2**63 - 1)
        found_there: Value = find(emitter, emitter.value(owner, node), arguments, {}, node)
        return found_there
    wanted = emitter.held(_value(emitter, arguments, 0, node), node)
    code = emitter.code
    place = code.slot((emitter.path, id(node), "index"), 1)
    code.store("0", place)
    found: list[Any] = emitter.collecting([])

    def body(element: Any) -> None:
        same = comparisons.compared(emitter, "eq", element, emitter.value(wanted, node), node)
        yes, no = emitter.split(code.truth(same.word))
        emitter.resume(yes)
        found.append(emitter.leave())
        emitter.resume(no)
        code.store(code.op(f"add i64 {code.load(place)}, 1"), place)

    emitter.compiler.iterate(emitter, owner, body, node)
    emitter.collected()
    emitter.throw(ValueError, "index(x): x is not there")
    emitter.meet(found, node)
    return Value(INT, (code.load(place),))


@of(("sequence", "_replace"))
def _replace(emitter: Emitter, owner: Any, _arguments: Any, named: dict[str, Any], node: ast.AST) -> Value:
    owner = emitter.value(owner, node)
    cls = owner.type.cls
    for name in named:
        if name not in cls._fields:
            emitter.fail(node, Message("replaces {!r}, and {} has no such field", name, cls.__name__))
    items = []
    for place, name in enumerate(cls._fields):
        made = emitter.value(named[name], node) if name in named else emitter.item(owner, place)
        items.append(emitter.compiler.as_declared(emitter, cls, name, made, node))
    return emitter.tuple_of(items, cls, node)


@of(("list", "append"))
def _append(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    change_length(owner.type.cell)
    sequences.append(emitter, owner.word, owner.type.cell, arguments[0], node)
    return NOTHING


@of(("list", "extend"))
def _extend(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    operators.extend(emitter, owner, arguments[0], node)
    return NOTHING


@of(("list", "pop"))
def _pop(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    if arguments:
        return containers.remove_at(emitter, owner, emitter.unwrapped(_value(emitter, arguments, 0, node), node), node)
    code = emitter.code
    change_length(owner.type.cell)
    header = code.pointer(owner.word)
    count = code.load(header)
    emitter.throw_if(code.op(f"icmp eq i64 {count}, 0"), IndexError, "pop from empty list")
    if owner.type.element == NEVER:
        return Value(NEVER)
    last = code.op(f"sub i64 {count}, 1")
    found = sequences.element_at(emitter, sequences.view_of(emitter, owner, node), last, node)
    code.store(last, header)
    return found


@of(("list", "insert"))
def _insert(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    index = emitter.unwrapped(_value(emitter, arguments, 0, node), node)
    containers.insert_at(emitter, owner, index, _value(emitter, arguments, 1, node), node)
    return NOTHING


@of(("list", "remove"))
def _remove(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    place = _index(emitter, owner, arguments, {}, node)
    if emitter.alive:
        containers.remove_at(emitter, owner, place, node)
    return NOTHING


@of(("list", "clear"), ("deque", "clear"))
def _clear(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, _node: ast.AST) -> Value:
    if owner.type.kind == "list":
        change_length(owner.type.cell)
    emitter.code.store("0", emitter.code.pointer(owner.word))
    return NOTHING


@of(("set", "clear"), ("dict", "clear"))
def _clear_table(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, _node: ast.AST) -> Value:
    (sets if sets.is_set(owner) else tables).clear(emitter, owner)
    return NOTHING


@of(("list", "copy"))
def _copy(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: ast.AST) -> Value:
    return sequences.list_of(emitter, owner, node)


@of(("list", "reverse"))
def _reverse(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: ast.AST) -> Value:
    made = sequences.slice_of(emitter, owner, None, None, emitter.integer(-1), node, "reversed")
    _take_over(emitter, owner, made)
    return NOTHING


def _take_over(emitter: Emitter, owner: Value, made: Value) -> None:
    """Let a list have the data of another."""
    emitter.code.copy(emitter.code.pointer(owner.word), emitter.code.pointer(made.word), sequences.HEADER)


@of(("list", "sort"))
def _sort(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: Any) -> Value:
    keywords = {keyword.arg: keyword for keyword in node.keywords}
    values = dict(zip([keyword.arg for keyword in node.keywords], arguments, strict=False))
    sort(emitter, owner, values.get("key"), values.get("reverse") if "reverse" in keywords else None, node)
    return NOTHING


@of(("set", "add"))
def _add(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    sets.add(emitter, owner, _value(emitter, arguments, 0, node), node)
    return NOTHING


@of(("set", "discard"))
def _discard(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    sets.discard(emitter, owner, _value(emitter, arguments, 0, node), node, must_be_there=False)
    return NOTHING


@of(("set", "remove"))
def _remove_key(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    sets.discard(emitter, owner, _value(emitter, arguments, 0, node), node, must_be_there=True)
    return NOTHING


@of(("set", "update"))
def _update(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    for place, iterable in enumerate(arguments):
        with emitter.inside((id(node), "update", place)):
            sets.update(emitter, owner, iterable, node)
    return NOTHING


@of(("set", "copy"))
def _copy_set(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: ast.AST) -> Value:
    return sets.set_of(emitter, owner, node)


def _set_method(sign: str) -> Function:
    def method(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
        if not arguments:
            return sets.set_of(emitter, owner, node)
        found = owner
        for place, other in enumerate(arguments):
            with emitter.inside((id(node), sign, place)):
                found = sets.operation(emitter, sign, found, _other_set(emitter, other, node), node)
        return found

    return method


for _name, _sign in (("union", "|"), ("intersection", "&"), ("difference", "-"), ("symmetric_difference", "^")):
    _METHODS["set", _name] = _set_method(_sign)


def _other_set(emitter: Emitter, other: Any, node: ast.AST) -> Value:
    if isinstance(other, Value) and isinstance(other.type, ContainerT) and other.type.kind == "set":
        return other
    return sets.set_of(emitter, other, node, "other")


@of(("set", "issubset"))
def _issubset(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return sets.is_subset(emitter, owner, _other_set(emitter, arguments[0], node), node)


@of(("set", "issuperset"))
def _issuperset(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return sets.is_subset(emitter, _other_set(emitter, arguments[0], node), owner, node)


@of(("set", "isdisjoint"))
def _isdisjoint(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    common = sets.operation(emitter, "&", owner, _other_set(emitter, arguments[0], node), node)
    return comparisons.compared(emitter, "eq", containers.length(emitter, common, node), emitter.integer(0), node)


def _default(emitter: Emitter, arguments: Sequence[Any], node: ast.AST) -> Value:
    """Return the second argument, None if there is none."""
    return _value(emitter, arguments, 1, node) if len(arguments) > 1 else NOTHING


@of(("dict", "get"))
def _get(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    default = _default(emitter, arguments, node)
    return containers.get(emitter, owner, _value(emitter, arguments, 0, node), default, node)


@of(("dict", "pop"))
def _pop_key(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    default = _value(emitter, arguments, 1, node) if len(arguments) > 1 else None
    return containers.pop_key(emitter, owner, _value(emitter, arguments, 0, node), default, node)


@of(("dict", "setdefault"))
def _set_default(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    default = _default(emitter, arguments, node)
    return containers.set_default(emitter, owner, _value(emitter, arguments, 0, node), default, node)


@of(("constant dict", "get"))
def _get_constant(emitter: Emitter, owner: Constant, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    default = _default(emitter, arguments, node)
    return containers.get_constant(emitter, owner, arguments[0], default, node)


def _view(name: str) -> Function:
    def method(emitter: Emitter, owner: Any, _arguments: Any, _named: Any, node: ast.AST) -> Lazy:
        return Lazy(name, (emitter.held(owner, node),))

    return method


for _name in ("items", "keys", "values"):
    _METHODS["dict", _name] = _METHODS["constant dict", _name] = _view(_name)


@of(("deque", "append"), ("deque", "appendleft"))
def _push(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: Any) -> Value:
    left = node.func.attr == "appendleft"
    containers.push(emitter, owner, _value(emitter, arguments, 0, node), node, left=left)
    return NOTHING


@of(("deque", "pop"), ("deque", "popleft"))
def _take(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: Any) -> Value:
    return containers.take(emitter, owner, node, left=node.func.attr == "popleft")


@of(("deque", "extend"))
def _extend_deque(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    held = emitter.held(owner, node)
    emitter.compiler.iterate(
        emitter, arguments[0],
        lambda value: containers.push(emitter, emitter.current(held), emitter.value(value, node), node), node,
    )  # fmt: skip
    return NOTHING


@of(("dict", "update"))
def _update_dictionary(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    change = dictionaries.count_in if owner.type.cell.default == COUNT else dictionaries.update
    for place, source in enumerate(arguments):
        with emitter.inside((id(node), "update", place)):
            change(emitter, owner, source, node)
    return NOTHING


@of(("dict", "copy"))
def _copy_dictionary(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: ast.AST) -> Value:
    made = dictionaries.dictionary_of(emitter, owner, node)
    made.type.cell.default = owner.type.cell.default
    return made


@of(("deque", "copy"))
def _copy_deque(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, node: ast.AST) -> Value:
    return containers.deque_of(emitter, owner, node)


def _in_python(function: Any, *defaults: Any) -> Function:
    """Return a method that is written in Python."""

    def method(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Any:
        given = [*arguments, *(emitter.value(Constant(one), node) for one in defaults[len(arguments) :])]
        return emitter.compiler.call(emitter, Constant(function, function.__name__), [owner, *given], {}, node)

    return method


_METHODS["deque", "rotate"] = _in_python(library.rotated, 1)
_METHODS["deque", "reverse"] = _in_python(library.reversed_deque)
_METHODS["deque", "remove"] = _in_python(library.removed)
_METHODS["deque", "extendleft"] = _in_python(library.extended_left)
_METHODS["dict", "most_common"] = _in_python(library.most_common, -1)
_METHODS["dict", "total"] = _in_python(library.total)


@of(("set", "difference_update"), ("set", "intersection_update"), ("set", "symmetric_difference_update"))
def _change_set(emitter: Emitter, owner: Value, arguments: Sequence[Any], _named: Any, node: Any) -> Value:
    sign = {"d": "-", "i": "&", "s": "^"}[node.func.attr[0]]
    for place, other in enumerate(arguments):
        with emitter.inside((id(node), "change", place)):
            containers.changed_in_place(emitter, sign, owner, _other_set(emitter, other, node), node)
    return NOTHING


@of(("number", "bit_count"))
def _bit_count(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, _node: ast.AST) -> Value:
    code = emitter.code
    word = owner.word
    if owner.type == INT:
        negative = code.compare("slt", word, "0")
        word = code.choose(negative, code.op(f"sub i64 0, {word}"), word)
    return Value(INT, (code.op(f"call i64 @llvm.ctpop.i64(i64 {word})"),))


@of(("number", "bit_length"))
def _bit_length(emitter: Emitter, owner: Value, _arguments: Any, _named: Any, _node: ast.AST) -> Value:
    code = emitter.code
    word = owner.word
    if owner.type == INT:
        negative = code.compare("slt", word, "0")
        word = code.choose(negative, code.op(f"sub i64 0, {word}"), word)
    zeros = code.op(f"call i64 @llvm.ctlz.i64(i64 {word}, i1 false)")
    return Value(INT, (code.op(f"sub i64 64, {zeros}"),))
