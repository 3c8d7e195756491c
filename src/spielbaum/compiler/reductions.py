"""Functions that make one value of many: ``len``, ``any``, ``all``, ``sum``, ``min``, ``max`` and ``next``."""

import ast
from collections.abc import Sequence
from typing import Any

from spielbaum.compiler import comparisons, containers, operators, sets
from spielbaum.compiler.bools import truth
from spielbaum.compiler.builtin_functions import of
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import plain
from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.types import NEVER, NONE, NUMBERS, join
from spielbaum.compiler.values import UNKNOWN, Choice, Constant, Fused, Generator, Lazy, Static, Value
from spielbaum.errors import Message


@of(len)
def _len(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    (value,) = arguments
    if isinstance(value, Choice):
        return emitter.value(each(emitter, value, node, lambda one: _len(emitter, [one], {}, node)), node)
    if isinstance(value, Constant):
        return emitter.integer(len(plain(value.value)))
    if isinstance(value, Lazy) and value.kind in ("items", "keys", "values"):
        value = emitter.current(value.inner[0])
        return _len(emitter, [value], {}, node)
    if isinstance(value, Fused):
        return _sum(emitter, [Lazy("map", (value,), Constant(_one))], {}, node)
    if isinstance(value, Static):
        emitter.fail(node, Message("takes the length of a generator, which has none: make it a list first"))
    value = emitter.unwrapped(value, node)
    return value if value.type == NEVER else containers.length(emitter, value, node)


def _one(_element: Any) -> int:
    return 1


@of(_one)
def _translated_one(emitter: Emitter, _arguments: Sequence[Any], _named: Any, _node: ast.AST) -> Value:
    return emitter.integer(1)


def is_any(emitter: Emitter, iterable: Any, node: ast.AST) -> Value:
    """Return whether an iterable has an element."""
    return _first_that(emitter, Lazy("map", (iterable,), Constant(_one)), node, wanted=True)


@of(any)
def _any(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return _first_that(emitter, arguments[0], node, wanted=True)


@of(all)
def _all(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    return _first_that(emitter, arguments[0], node, wanted=False)


def _first_that(emitter: Emitter, iterable: Any, node: ast.AST, *, wanted: bool) -> Value:
    found: list[Any] = emitter.collecting([])

    def body(element: Any) -> None:
        yes, no = emitter.compiler.branch(emitter, element, node)
        stop, go_on = (yes, no) if wanted else (no, yes)
        for edge in stop:
            edge.value = truth(wanted)
            found.append(edge)
        emitter.meet(go_on, node)

    with sets.without_order(emitter):
        emitter.compiler.iterate(emitter, iterable, body, node)
    emitter.collected()
    if emitter.alive:
        found.append(emitter.leave(truth(not wanted)))
    return emitter.met(found, node)


@of(sum)
def _sum(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: ast.AST) -> Value:
    start = named.get("start", arguments[1] if len(arguments) > 1 else emitter.integer(0))
    key = (emitter.scope.identity, f"$sum {id(node)} {len(emitter.path)}")
    emitter.assign(key, _forgotten(emitter.value(start, node)), node)

    def body(element: Any) -> None:
        before = emitter.loaded_variable(emitter.variables[key])
        with emitter.inside((id(node), "sum")):
            after = operators.binary(emitter, "+", before, as_value(emitter, element, node), node)
        emitter.assign(key, after, node)

    with sets.without_order(emitter), emitter.inside((id(node), "summed")):
        emitter.compiler.iterate(emitter, arguments[0], body, node)
    return emitter.loaded_variable(emitter.variables.pop(key))


def _forgotten(value: Value) -> Value:
    """Return a value that is not known yet."""
    return Value(value.type, value.parts, value.pointer)


@of(min, max)
def _extreme(emitter: Emitter, arguments: Sequence[Any], named: dict[str, Any], node: Any) -> Value:
    how = "lt" if _called_name(emitter, node) == "min" else "gt"
    key = named.get("key")
    if isinstance(key, Value) and key.type == NONE:
        key = None
    if len(arguments) > 1 and key is None:
        found = _plain(emitter, arguments[0], node)
        for other in arguments[1:]:
            found = _better(emitter, how, found, _plain(emitter, other, node), node)
        return found
    if len(arguments) > 1:
        arguments = [emitter.tuple_of([emitter.value(one, node) for one in arguments], None, node)]
    extreme = _Extreme(emitter, how, key, node)
    if key is None:
        with sets.without_order(emitter):
            emitter.compiler.iterate(emitter, arguments[0], extreme.compare, node)
    else:
        emitter.compiler.iterate(emitter, arguments[0], extreme.compare, node)
    return extreme.found(named)


class _Extreme:
    """The least or the greatest element so far, in variables that have no name in the source."""

    def __init__(self, emitter: Emitter, how: str, key: Any, node: ast.AST) -> None:
        self.emitter, self.how, self.key, self.node = emitter, how, key, node
        place = f"{id(node)} {len(emitter.path)}"
        self.best, self.rank = ((emitter.scope.identity, f"${what} {place}") for what in ("best", "rank"))
        self.any_yet = emitter.code.slot((emitter.path, id(node), "any"), 1)
        emitter.code.store("0", self.any_yet)
        emitter.assign(self.best, Value(NEVER), node)
        emitter.assign(self.rank, Value(NEVER), node)

    def compare(self, element: Any) -> None:
        """Write the comparison with an element, which takes the place of the best if it is better."""
        emitter, node, code = self.emitter, self.node, self.emitter.code
        value = emitter.value(element, node)
        held = emitter.held(value, node)
        mine = value if self.key is None else emitter.value(
            emitter.compiler.call(emitter, self.key, [value], {}, node), node)  # fmt: skip
        first, later = emitter.split(code.op(f"icmp eq i64 {code.load(self.any_yet)}, 0"))
        take, stay = emitter.collecting([first]), emitter.collecting([])
        emitter.resume(later)
        known = emitter.variables[self.rank]
        if known.type != NEVER:
            less = comparisons.compared(emitter, self.how, mine, emitter.loaded_variable(known), node)
            better, worse = emitter.split(code.truth(less.word))
            take.append(better)
            stay.append(worse)
        else:
            stay.append(emitter.leave())
        emitter.collected()
        emitter.collected()
        emitter.meet(take, node)
        code.store("1", self.any_yet)
        emitter.assign(self.best, _forgotten(emitter.current(held)), node)
        emitter.assign(self.rank, _forgotten(mine), node)
        emitter.meet([*stay, emitter.leave()], node)

    def found(self, named: dict[str, Any]) -> Value:
        """Return the best; without elements the default, or an error."""
        emitter, node, code = self.emitter, self.node, self.emitter.code
        missing, there = emitter.split(code.op(f"icmp eq i64 {code.load(self.any_yet)}, 0"))
        emitter.resume(missing)
        ends = []
        if "default" in named:
            ends.append(emitter.leave(emitter.value(named["default"], node)))
        else:
            emitter.throw(ValueError, f"{_called_name(emitter, node)}() iterable argument is empty")
        emitter.resume(there)
        best = emitter.variables[self.best]
        if best.type == NEVER:
            emitter.throw(ValueError, f"{_called_name(emitter, node)}() iterable argument is empty")
        else:
            ends.append(emitter.leave(emitter.loaded_variable(best)))
        for edge in ends:
            edge.variables = {
                name: value for name, value in edge.variables.items() if name not in (self.best, self.rank)
            }
        return emitter.met(ends, node)


def _called_name(emitter: Emitter, node: Any) -> str:
    called = emitter.compiler.expression(emitter, node.func)
    return str(called.value.__name__) if isinstance(called, Constant) else ""


def _plain(emitter: Emitter, value: Any, node: ast.AST) -> Value:
    return emitter.unwrapped(emitter.value(value, node), node)


def _better(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return the one of two values that is less, or greater; the first if they are equal."""
    kind = join(one.type, other.type)
    if kind is None:
        emitter.fail(node, f"compares {one.type} with {other.type}: let both be numbers, or both tuples or lists")
    if one.known is not UNKNOWN and other.known is not UNKNOWN:
        less = other.known < one.known if how == "lt" else other.known > one.known
        return emitter.convert(other if less else one, kind, node)
    less = comparisons.compared(emitter, how, other, one, node)
    if kind in NUMBERS:
        a, b = emitter.convert(other, kind, node), emitter.convert(one, kind, node)
        return Value(kind, (emitter.code.choose(less.word, a.word, b.word),))
    yes, no = emitter.split(emitter.code.truth(less.word))
    yes.value, no.value = other, one
    with emitter.inside((id(node), "better", id(other))):
        return emitter.met([yes, no], node)


@of(next)
def _next(emitter: Emitter, arguments: Sequence[Any], _named: Any, node: ast.AST) -> Value:
    iterable = arguments[0]
    if not isinstance(iterable, Generator | Lazy):
        emitter.fail(node, "calls next for something that is not a generator made there: write next(iter(...))"
                     if not isinstance(node, ast.Call) or not node.args else
                     "calls next for something that is not a new generator: write a loop")  # fmt: skip
    found: list[Any] = emitter.collecting([])

    def body(element: Any) -> None:
        found.append(emitter.leave(emitter.value(element, node)))

    with sets.without_order(emitter, matters=True):
        emitter.compiler.iterate(emitter, iterable, body, node)
    emitter.collected()
    if emitter.alive:
        if len(arguments) > 1:
            found.append(emitter.leave(emitter.value(arguments[1], node)))
        else:
            emitter.throw(StopIteration, None)
    return emitter.met(found, node)
