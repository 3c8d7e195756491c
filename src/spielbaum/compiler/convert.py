"""Conversions between types, which never change what a value means."""

import ast
from typing import Any

from spielbaum.compiler import sequences
from spielbaum.compiler.constants import constant_value, plain, type_of_constant
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    NUMBERS,
    UINT,
    ContainerT,
    OptionalT,
    SequenceT,
    TupleT,
    is_list,
    widen,
)
from spielbaum.compiler.values import SMALL, UNKNOWN, Choice, Constant, Generator, Lazy, Method, Value


def converted(emitter: Emitter, value: Value, kind: Any, node: ast.AST) -> Value:
    """Return a value as another type.

    Raises
    ------
    CompileError
        If that type cannot hold it.
    """
    source = value.type
    if source == kind:
        return value
    if source == NEVER:
        return Value(kind, ("undef",) * kind.words) if kind.words <= SMALL else Value(
            kind, pointer=emitter.temporary(node, "undefined", kind)
        )  # fmt: skip
    if isinstance(kind, OptionalT):
        return _optional(emitter, value, kind, node)
    if isinstance(source, OptionalT):
        return converted(emitter, emitter.unwrapped(value, node), kind, node)
    if source in NUMBERS and kind in NUMBERS:
        return as_number(emitter, value, kind)
    if isinstance(kind, TupleT):
        if isinstance(source, TupleT) and len(source.items) == len(kind.items):
            items = [converted(emitter, item, inner, node)
                     for item, inner in zip(emitter.items(value), kind.items, strict=True)]  # fmt: skip
            return Value(kind, *_shape(emitter.tuple_of(items, kind.cls, node)))
        if isinstance(source, SequenceT) or is_list(source):
            return _of_length(emitter, value, kind, node)
    if isinstance(kind, SequenceT):
        if is_list(source) and source.element in (NEVER, kind.element):
            return Value(kind, value.parts)
        return sequences.sequence_of(emitter, value, kind.element, node)
    is_same_kind = isinstance(kind, ContainerT) and isinstance(source, ContainerT) and source.kind == kind.kind
    if is_same_kind and widen(source.cell, kind.element):
        return Value(kind, value.parts)
    return emitter.fail(node, f"gives {source} where {kind} is needed")


def _shape(value: Value) -> tuple[tuple[str, ...], str]:
    return value.parts, value.pointer


def _optional(emitter: Emitter, value: Value, kind: OptionalT, node: ast.AST) -> Value:
    source = value.type
    if source == NONE:
        flag, inner = "0", ("0",) * kind.inner.words
    elif isinstance(source, OptionalT):
        if source.inner == kind.inner:
            return value
        flag = emitter.code.load(value.pointer) if value.pointer else value.parts[0]
        held = emitter.loaded(source.inner, value.pointer, 1) if value.pointer else Value(source.inner, value.parts[1:])
        return _flagged(emitter, flag, converted(emitter, held, kind.inner, node), kind, node)
    else:
        return _flagged(emitter, "1", converted(emitter, value, kind.inner, node), kind, node)
    if kind.words <= SMALL:
        return Value(kind, (flag, *inner))
    slot = emitter.temporary(node, "optional", kind)
    emitter.code.store(flag, slot)
    return Value(kind, pointer=slot)


def _flagged(emitter: Emitter, flag: str, inner: Value, kind: OptionalT, node: ast.AST) -> Value:
    if kind.words <= SMALL:
        return Value(kind, (flag, *inner.parts))
    slot = emitter.temporary(node, "optional", kind)
    emitter.code.store(flag, slot)
    emitter.store(inner, slot, 1)
    return Value(kind, pointer=slot)


def as_number(emitter: Emitter, value: Value, kind: Any) -> Value:
    """Return a number as one of another type."""
    source, code = value.type, emitter.code
    if kind == FLOAT and source != FLOAT:
        how = "uitofp" if source in (UINT, BOOL) else "sitofp"
        number = code.op(f"{how} i64 {value.word} to double")
        return Value(FLOAT, (code.op(f"bitcast double {number} to i64"),))
    if kind in (INT, UINT, BOOL) and source == FLOAT:
        number = code.op(f"bitcast i64 {value.word} to double")
        return Value(kind, (code.op(f"fptosi double {number} to i64"),))
    if kind == BOOL and source != BOOL:
        return Value(BOOL, (code.compare("ne", value.word, "0"),))
    known = value.known if value.known is UNKNOWN else int(value.known)
    return Value(kind, value.parts, known=known)


def _of_length(emitter: Emitter, value: Value, kind: TupleT, node: ast.AST) -> Value:
    """Return a list or a sequence as a tuple; another length raises ``ValueError``."""
    element, count = value.type.element, len(kind.items)
    view = sequences.view_of(emitter, value, node)
    wrong = emitter.code.op(f"icmp ne i64 {view.length}, {count}")
    emitter.throw_if(wrong, ValueError, f"{count} values are needed, and there are more or fewer")
    if element == NEVER:
        return Value(kind) if kind.words == 0 else converted(emitter, Value(NEVER), kind, node)
    whole = TupleT((element,) * count)
    if whole.words > SMALL:
        slot = emitter.temporary(node, "row", whole)
        emitter.code.copy(slot, view.data, whole.words)
        return converted(emitter, Value(whole, pointer=slot), kind, node)
    return converted(emitter, emitter.loaded(whole, view.data), kind, node)


def materialised(emitter: Emitter, value: Any, node: ast.AST) -> Value:
    """Return the value of an object at run time."""
    if isinstance(value, Constant):
        held = plain(value.value)
        if isinstance(held, set | frozenset):
            return emitter.compiler.set_of(emitter, value, node)
        if isinstance(held, dict):
            pairs = Constant(tuple(held.items()), value.path)
            return emitter.compiler.dictionary_of(emitter, pairs, node)
        return constant_value(emitter, value, node)
    if isinstance(value, Choice):
        return emitter.compiler.chosen_value(emitter, value, node)
    if not isinstance(value, Lazy | Generator):
        what = f"the method {value.name!r}" if isinstance(value, Method) else "a function"
        emitter.fail(node, f"uses {what} as a value, which cannot be compiled: call it there")
    return sequences.list_of(emitter, value, node)


def static_type(value: Any) -> Any:
    """Return the type of an object's value at run time; None if it has none."""
    return type_of_constant(value.value) if isinstance(value, Constant) else None
