"""Comprehensions and generator expressions."""

import ast
from collections.abc import Callable, Sequence
from typing import Any

from spielbaum.compiler import builtin_functions, containers, matches, sequences, sets
from spielbaum.compiler.bools import both, negated, truth
from spielbaum.compiler.conditions import branch, comparison, truth_of
from spielbaum.compiler.emitter import Edge, Emitter, Scope, as_value
from spielbaum.compiler.expressions import expression, of, value_of
from spielbaum.compiler.fusion import gone_over, raises_nothing
from spielbaum.compiler.iteration import iterate
from spielbaum.compiler.types import NEVER, ContainerT, change_length, widen
from spielbaum.compiler.values import Generator, Lazy, Value
from spielbaum.errors import Message


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
    """Return the filtered list, with room for the most elements that it can have.

    There is no branch for an element: ``data[count] = element; count += condition``.
    """
    code, generator = emitter.code, node.generators[0]
    made = sequences.new_list(emitter, node, "filtered", NEVER, room=most)
    change_length(made.type.cell)
    cell = made.type.cell
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
                now, left = comparison(emitter, sign, left, right, node)
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
        emitter.fail(generator.iter, Message("uses 'async', which cannot be compiled"))
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
