"""Dictionaries that are made of others or of pairs, and counts."""

import ast
from typing import Any

from spielbaum.compiler import containers, operators, sets, tables
from spielbaum.compiler.constants import plain
from spielbaum.compiler.emitter import Emitter, as_value
from spielbaum.compiler.types import ContainerT
from spielbaum.compiler.values import Constant, Lazy, Value
from spielbaum.errors import Message


def dictionary_of(emitter: Emitter, source: Any, node: ast.AST) -> Value:
    """Return a new dictionary of the pairs that an iterable yields, or of those of another dictionary."""
    made = tables.new_table(emitter, node)
    update(emitter, made, source, node)
    return made


def update(emitter: Emitter, owner: Value, source: Any, node: ast.AST) -> None:
    """Write ``dict.update(source)``."""
    held = emitter.held(owner, node)
    if is_dictionary(source):
        source = Lazy("items", (emitter.held(source, node),))

    def body(pair: Any) -> None:
        key, value = emitter.items(emitter.value(pair, node))
        containers.put_item(emitter, emitter.current(held), key, value, node)

    emitter.compiler.iterate(emitter, source, body, node)


def is_dictionary(value: Any) -> bool:
    """Return whether a value is a dictionary, captured or not."""
    if isinstance(value, Constant):
        return isinstance(plain(value.value), dict)
    return isinstance(value, Value) and isinstance(value.type, ContainerT) and value.type.kind == "dict"


def count_in(emitter: Emitter, owner: Value, iterable: Any, node: ast.AST) -> None:
    """Write ``Counter.update(iterable)``."""
    if is_dictionary(iterable):
        emitter.fail(node, Message("counts a dictionary, which cannot be compiled: write a loop"))
    held = emitter.held(owner, node)

    def body(element: Any) -> None:
        key = emitter.held(emitter.value(as_value(emitter, element, node), node), node)
        before = containers.item(emitter, emitter.current(held), emitter.current(key), node)
        after = operators.binary(emitter, "+", before, emitter.integer(1), node)
        containers.put_item(emitter, emitter.current(held), emitter.current(key), after, node)

    with sets.without_order(emitter, matters=True):
        emitter.compiler.iterate(emitter, iterable, body, node)
