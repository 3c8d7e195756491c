"""Loops over everything that can be gone over: sequences, sets, generators, and what builtins return.

A generator is inlined into the loop over it: the body of the loop takes the place of each ``yield``.
"""

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from spielbaum.compiler import containers, library, operators, sequences, sets
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import described, element_type, is_table, members_of, plain
from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.source import body_of, definition_of
from spielbaum.compiler.types import INT, NEVER, NONE, RANGE, STR, ContainerT, SequenceT, TupleT, is_list
from spielbaum.compiler.values import (
    Choice,
    Closure,
    Constant,
    Generator,
    Lazy,
    Pair,
    Static,
    Value,
    Variable,
    parts_of,
)

Body = Callable[[Any], None]

UNROLLED = 16
"""Tuples of items of different types are gone over item by item up to this length."""


def iterate(emitter: Emitter, iterable: Any, body: Body, node: ast.AST) -> None:
    """Write a loop.

    Parameters
    ----------
    iterable
        A value, or an object that exists only now.
    body
        Writes the body for an element. It may be called several times, for code in several places.
    """
    if isinstance(iterable, Variable):
        iterable = emitter.current(iterable)
    if isinstance(iterable, Choice):
        each(emitter, iterable, node, lambda one: iterate(emitter, one, body, node))
    elif isinstance(iterable, Constant):
        _over_constant(emitter, iterable, body, node)
    elif isinstance(iterable, Generator):
        _over_generator(emitter, iterable, body, node)
    elif isinstance(iterable, Lazy):
        _LAZY[iterable.kind](emitter, iterable, body, node)
    elif isinstance(iterable, Static):
        emitter.fail(
            node, f"goes over {described(iterable)}: only lists, tuples, generators and the like have elements"
        )
    else:
        _over_value(emitter, emitter.unwrapped(iterable, node), body, node)


def _over_value(emitter: Emitter, value: Value, body: Body, node: ast.AST) -> None:
    kind, code = value.type, emitter.code
    if kind == NEVER:
        return
    if kind == RANGE:
        _over_range(emitter, value, body, node)
    elif isinstance(kind, TupleT):
        if kind.element is None:
            if len(kind.items) > UNROLLED:
                emitter.fail(node, f"goes over {kind}, whose items have no common type")
            _unrolled(emitter, list(emitter.items(value)), body, node)
            return
        view = sequences.view_of(emitter, value, node)
        if emitter.code.resumes and not emitter.is_lasting(view.data):  # the memory has to last
            whole = TupleT((view.element,) * len(kind.items))
            room = code.slot((emitter.path, id(node), "gone over", whole), whole.words, indexed=True)
            code.copy(room, view.data, whole.words)
            view = view._replace(data=room)
        sequences.count_up(
            emitter, lambda: view.length,
            lambda place: body(sequences.element_at(emitter, view, place, node)), "over", node,
        )  # fmt: skip
    elif kind == STR:
        _over_value(emitter, sequences.letters_of(emitter, value), body, node)
    elif isinstance(kind, SequenceT) or is_list(kind):
        header = code.slot((emitter.path, id(node), "over"), 1)
        code.store(value.word, header)
        if kind.element == NEVER:
            return

        def element(place: str) -> None:
            now = Value(kind, (code.load(header),))
            body(sequences.element_at(emitter, sequences.view_of(emitter, now, node), place, node))

        sequences.count_up(emitter, lambda: code.load(code.pointer(code.load(header))), element, "over", node)
    elif isinstance(kind, ContainerT):
        containers.iterate(emitter, value, body, node)
    else:
        emitter.fail(node, f"goes over {kind}, which has no elements")


def _over_range(emitter: Emitter, value: Value, body: Body, node: ast.AST) -> None:
    code, (start, stop, step) = emitter.code, value.parts
    slot = code.slot((emitter.path, id(node), "range"), 3)
    for place, word in enumerate((start, stop, step)):
        code.store(word, slot, place)
    known = step if step.lstrip("-").isdigit() else None
    if known == "0":
        emitter.throw(ValueError, "range() arg 3 must not be zero")
        return
    if known is None:
        emitter.throw_if(code.op(f"icmp eq i64 {step}, 0"), ValueError, "range() arg 3 must not be zero")

    def once() -> list[Any]:
        now, end = code.load(slot), code.load(slot, 1)
        by = known if known is not None else code.load(slot, 2)
        if known is None:
            up, down = code.compare("slt", now, end), code.compare("sgt", now, end)
            going = code.truth(code.choose(code.compare("sgt", by, "0"), up, down))
        else:
            going = code.op(f"icmp {'slt' if int(known) > 0 else 'sgt'} i64 {now}, {end}")
        inside, done = emitter.split(going)
        emitter.resume(inside)
        code.store(code.op(f"add i64 {now}, {by}"), slot)
        body(Value(INT, (now,)))
        return [done]

    emitter.meet(emitter.repeat((id(node), "range"), once, node), node)


def _unrolled(emitter: Emitter, items: list[Any], body: Body, node: ast.AST) -> None:
    for place, item in enumerate(items):
        if not emitter.alive:
            return
        with emitter.inside((id(node), place)):
            body(item)


def _over_constant(emitter: Emitter, constant: Constant, body: Body, node: ast.AST) -> None:
    items = plain(constant.value)
    if isinstance(items, dict | set | frozenset):
        sets.refuse_order(emitter, items, node)
        items = tuple(items)
    if isinstance(items, type) and hasattr(items, "__members__"):
        items = members_of(items)
    if isinstance(items, range):
        _over_range(emitter, emitter.value(constant, node), body, node)
        return
    if not isinstance(items, tuple | list | str):
        emitter.fail(node, f"goes over {described(constant)}, which has no elements")
    if not len(items):
        return
    if element_type(items) is None:
        if len(items) > UNROLLED:
            emitter.fail(
                node, f"goes over {described(constant)}, whose elements have no common type: let them have one"
            )
        _unrolled(emitter, [Constant(item, constant.path) for item in items], body, node)
        return
    view = sequences.view_of(emitter, Constant(items, constant.path), node)
    sequences.count_up(
        emitter, lambda: view.length, lambda place: body(sequences.element_at(emitter, view, place, node)), "over", node
    )


# What builtins return


def _over_enumerate(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    code = emitter.code
    counter = code.slot((emitter.path, id(node), "enumerate"), 1)
    start = emitter.current(lazy.extra) if lazy.extra is not None else emitter.integer(0)
    code.store(start.word, counter)
    (inner,) = lazy.inner
    if isinstance(inner, Constant) and is_table(inner) and element_type(plain(inner.value)) is None:
        items = plain(inner.value)
        _unrolled(emitter, [Pair((emitter.integer(place), Constant(item))) for place, item in enumerate(items)], body,
                  node)  # fmt: skip
        return

    def one(element: Any) -> None:
        now = code.load(counter)
        code.store(code.op(f"add i64 {now}, 1"), counter)
        body(Pair((Value(INT, (now,)), element)))

    iterate(emitter, inner, one, node)


def _over_zip(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    is_strict = isinstance(lazy.extra, Value) and lazy.extra.known is True
    known = [items for inner in lazy.inner if (items := static_items(emitter, inner)) is not None]
    if is_strict:
        known = []
    if len(known) == len(lazy.inner) and any(not _alike(inner) for inner in lazy.inner):
        rows = list(zip(*known, strict=False))
        if len(rows) <= UNROLLED:
            _unrolled(emitter, [Pair(tuple(row)) for row in rows], body, node)
            return
    sides = [_indexable(emitter, inner, node, place) for place, inner in enumerate(lazy.inner)]
    code = emitter.code

    def shortest() -> str:
        found = sides[0][0]()
        for length, _ in sides[1:]:
            other = length()
            found = code.choose(code.compare("slt", other, found), other, found)
        return found

    sequences.count_up(emitter, shortest, lambda place: body(Pair(tuple(get(place) for _, get in sides))), "zip", node)
    if is_strict and emitter.alive:
        first = sides[0][0]()
        for length, _ in sides[1:]:
            emitter.throw_if(
                code.op(f"icmp ne i64 {length()}, {first}"), ValueError, "zip() arguments have different lengths"
            )


def _alike(inner: Any) -> bool:
    """Return whether the elements of an iterable have one type."""
    if isinstance(inner, Constant):
        items = plain(inner.value)
        return isinstance(items, range) or element_type(items) is not None
    if isinstance(inner, Value | Variable) and isinstance(inner.type, TupleT):
        return inner.type.element is not None
    return True


def static_items(emitter: Emitter, inner: Any) -> list[Any] | None:
    """Return the items of a tuple or a captured table of fixed length."""
    if isinstance(inner, Constant) and isinstance(plain(inner.value), tuple | list | range):
        return [Constant(item) for item in plain(inner.value)]
    if isinstance(inner, Variable):
        inner = emitter.current(inner)
    if isinstance(inner, Value) and isinstance(inner.type, TupleT):
        return list(emitter.items(inner))
    return None


def _indexable(
    emitter: Emitter, inner: Any, node: ast.AST, place: int
) -> tuple[Callable[[], str], Callable[[str], Any]]:
    """Return functions that write the length of an iterable, and its element at an index."""
    code = emitter.code
    if isinstance(inner, Lazy) and inner.kind == "enumerate":
        length, element = _indexable(emitter, inner.inner[0], node, place)
        start = emitter.current(inner.extra).word if inner.extra is not None else "0"
        return length, lambda at: Pair((Value(INT, (code.op(f"add i64 {at}, {start}"),)), element(at)))
    if isinstance(inner, Generator) and inner.function is library.count:
        start, step = (emitter.held(emitter.value(emitter.current(one), node), node) for _, one in inner.arguments)

        def number(at: str) -> Any:
            steps = operators.arithmetic(emitter, "*", Value(INT, (at,)), emitter.value(step, node), node)
            return operators.arithmetic(emitter, "+", emitter.value(start, node), steps, node)

        return lambda: str(2**63 - 1), number
    if isinstance(inner, Variable):
        inner = emitter.current(inner)
    if isinstance(inner, Value):
        inner = emitter.unwrapped(inner, node)
    if not sequences.is_sequence(inner):
        inner = sequences.list_of(emitter, inner, node, f"zip {place}")
    if isinstance(inner, Constant) and isinstance(plain(inner.value), range):
        inner = emitter.value(inner, node)
    held = emitter.held(inner, node)

    def now() -> Any:
        return emitter.current(held)

    def get(at: str) -> Any:
        value = now()
        if isinstance(value, Value) and value.type == RANGE:
            return Value(INT, (sequences.range_item(emitter, value, at),))
        return sequences.element_at(emitter, sequences.view_of(emitter, value, node), at, node)

    return lambda: sequences.length_of(emitter, now(), node).word, get


def _over_reversed(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    length, get = _indexable(emitter, lazy.inner[0], node, 0)
    code = emitter.code
    last = code.slot((emitter.path, id(node), "last"), 1)
    code.store(code.op(f"sub i64 {length()}, 1"), last)

    def backwards(place: str) -> None:
        body(get(code.op(f"sub i64 {code.load(last)}, {place}")))

    sequences.count_up(emitter, lambda: code.op(f"add i64 {code.load(last)}, 1"), backwards, "reversed", node)


def _over_map(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    inner = lazy.inner[0] if len(lazy.inner) == 1 else Lazy("zip", lazy.inner)

    def one(element: Any) -> None:
        arguments = parts_of(element) if len(lazy.inner) > 1 else (element,)
        body(emitter.compiler.call(emitter, lazy.extra, list(arguments or ()), {}, node))

    iterate(emitter, inner, one, node)


def _over_filter(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    def one(element: Any) -> None:
        held = emitter.held(element, node)
        if isinstance(lazy.extra, Value) and lazy.extra.type == NONE:
            wanted = emitter.current(held)
        else:
            wanted = emitter.compiler.call(emitter, lazy.extra, [emitter.current(held)], {}, node)
        yes, no = emitter.compiler.branch(emitter, wanted, node)
        rest = list(no)
        if yes:
            emitter.meet(yes, node)
            body(emitter.current(held))
            rest += [emitter.leave()] if emitter.alive else []
        emitter.meet(rest, node)

    iterate(emitter, lazy.inner[0], one, node)


def _over_product(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    def along(place: int, chosen: tuple[Any, ...]) -> None:
        if place == len(lazy.inner):
            body(Pair(tuple(emitter.current(one) for one in chosen)))
            return
        with emitter.inside((id(node), "product", place)):
            iterate(
                emitter, lazy.inner[place],
                lambda element: along(place + 1, (*chosen, emitter.held(as_value(emitter, element, node), node))), node,
            )  # fmt: skip

    along(0, ())


def _over_combinations(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    code, size = emitter.code, lazy.extra
    places = code.slot((emitter.path, id(node), "chosen"), size + 1)
    code.store("0", places)

    def along(depth: int, chosen: tuple[Any, ...]) -> None:
        if depth == size:
            body(Pair(tuple(emitter.current(one) for one in chosen)))
            return

        def one(place: str) -> None:
            at = code.op(f"add i64 {place}, {code.load(places, depth)}")
            code.store(code.op(f"add i64 {at}, 1"), places, depth + 1)
            view = sequences.view_of(emitter, emitter.current(lazy.inner[0]), node)
            found = sequences.element_at(emitter, view, at, node)
            along(depth + 1, (*chosen, emitter.held(found, node)))

        def left() -> str:
            count = sequences.length_of(emitter, emitter.current(lazy.inner[0]), node).word
            return code.op(f"sub i64 {count}, {code.load(places, depth)}")

        with emitter.inside((id(node), "combination", depth)):
            sequences.count_up(emitter, left, one, "chosen", node)

    if size == 0 or emitter.current(lazy.inner[0]).type.element != NEVER:
        along(0, ())


def _over_dictionary(emitter: Emitter, lazy: Lazy, body: Body, node: ast.AST) -> None:
    inner = emitter.current(lazy.inner[0])
    if isinstance(inner, Constant):
        items = plain(inner.value)
        rows = {"items": tuple(items.items()), "keys": tuple(items), "values": tuple(items.values())}[lazy.kind]
        _over_constant(emitter, Constant(rows, inner.path), body, node)
        return
    containers.iterate_dictionary(emitter, inner, lazy.kind, body, node)


_LAZY: dict[str, Callable[[Any, Lazy, Body, ast.AST], None]] = {
    "enumerate": _over_enumerate,
    "zip": _over_zip,
    "reversed": _over_reversed,
    "map": _over_map,
    "filter": _over_filter,
    "product": _over_product,
    "combinations": _over_combinations,
    "iter": lambda emitter, lazy, body, node: iterate(emitter, lazy.inner[0], body, node),
    "items": _over_dictionary,
    "keys": _over_dictionary,
    "values": _over_dictionary,
}


# Generators


def _over_generator(emitter: Emitter, generator: Generator, body: Body, node: ast.AST) -> None:
    """Inline a generator; the body takes the place of each ``yield``."""
    function = generator.function
    if isinstance(function, ast.GeneratorExp):
        _over_expression(emitter, generator, body)
        return
    if isinstance(function, FunctionType) and function in emitter.inlined:  # it calls itself
        iterate(emitter, emitter.compiler.collected(emitter, generator, node), body, node)
        return
    consumer = emitter.scope
    definition = function.node if isinstance(function, Closure) else definition_of(function)
    with emitter.inside((id(node), "generator")):
        scope = emitter.compiler.scope_of(emitter, function, definition)
        arguments = [(name, emitter.current(value)) for name, value in generator.arguments]
        for name, value in arguments:
            emitter.assign((scope.identity, name), value, node)
        emitter.scope = scope
        emitter.inlined.append(function)

        def on_yield(value: Any, at: ast.AST) -> None:
            inner = emitter.scope
            with emitter.inside((id(at), "yield")):
                emitter.scope = consumer
                emitter.inlined.remove(function)
                body(value)
                emitter.inlined.append(function)
            emitter.scope = inner

        scope.on_yield = on_yield
        emitter.collecting(scope.returns)
        emitter.compiler.statements(emitter, body_of(definition))
        emitter.collected()
        emitter.inlined.remove(function)
        ends = [*scope.returns, *([emitter.leave()] if emitter.alive else [])]
        emitter.meet(ends, node)
        emitter.compiler.forget(emitter, scope)


def _over_expression(emitter: Emitter, generator: Generator, body: Body) -> None:
    """Write the loops of a generator expression."""
    expression = generator.function
    consumer = emitter.scope
    with emitter.inside((id(expression), "expression")):
        scope = emitter.compiler.inner_scope(emitter, generator.scope, expression)
        emitter.scope = scope

        def done() -> None:
            value = emitter.compiler.expression(emitter, expression.elt)
            emitter.scope = consumer
            body(value)
            emitter.scope = scope

        emitter.compiler.loops(emitter, expression.generators, done, dict(generator.arguments))
        emitter.compiler.forget(emitter, scope)
