"""Comparisons and membership: ``==``, ``<``, ``in`` and the like."""

import ast
import operator
from functools import reduce
from typing import Any

from spielbaum.compiler import containers, matches, sequences, sets
from spielbaum.compiler.bools import both, negated, truth
from spielbaum.compiler.choices import each
from spielbaum.compiler.code import whole_word
from spielbaum.compiler.constants import plain
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.operators import as_double
from spielbaum.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    INTEGERS,
    NEVER,
    NONE,
    NUMBERS,
    RANGE,
    STR,
    UINT,
    ContainerT,
    EnumT,
    OptionalT,
    SequenceT,
    TupleT,
    is_list,
    join,
)
from spielbaum.compiler.values import SMALL, UNKNOWN, Choice, Constant, Value

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_FLOAT_COMPARISONS = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_KNOWN = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge
}  # fmt: skip


def compared(emitter: Emitter, how: str, one: Any, other: Any, node: ast.AST) -> Value:
    """Return a comparison as a bool."""
    if isinstance(one, Constant) and isinstance(other, Constant):
        return truth(bool(_KNOWN[how](plain(one.value), plain(other.value))))
    one, other = emitter.value(one, node), emitter.value(other, node)
    if how in ("eq", "ne"):
        found = _equal(emitter, one, other, node)
        return found if how == "eq" else negated(emitter, found)
    one, other = emitter.unwrapped(one, node), emitter.unwrapped(other, node)
    if one.type in NUMBERS and other.type in NUMBERS:
        return _compared_numbers(emitter, how, one, other)
    if _orders(one) and _orders(other):
        return _compared_sequences(emitter, how, one, other, node)
    if NEVER in (one.type, other.type):
        return Value(BOOL, ("undef",))
    if all(isinstance(side.type, ContainerT) and side.type.kind == "set" for side in (one, other)):
        return sets.compared(emitter, how, one, other, node)
    return emitter.fail(node, f"compares {one.type} with {other.type}: let both be numbers, or both tuples or lists")


def _orders(value: Value) -> bool:
    return isinstance(value.type, TupleT | SequenceT) or is_list(value.type)


def _compared_numbers(emitter: Emitter, how: str, one: Value, other: Value) -> Value:
    code = emitter.code
    if one.known is not UNKNOWN and other.known is not UNKNOWN:
        return truth(bool(_KNOWN[how](one.known, other.known)))
    if FLOAT in (one.type, other.type):
        a, b = as_double(emitter, one), as_double(emitter, other)
        return Value(BOOL, (code.of_bit(code.op(f"fcmp {_FLOAT_COMPARISONS[how]} double {a}, {b}")),))
    if how in ("eq", "ne") or UINT not in (one.type, other.type):
        word = code.compare(how if how in ("eq", "ne") else f"s{how}", one.word, other.word)
        if UINT in (one.type, other.type) and INT in (one.type, other.type):
            signed = one if one.type == INT else other
            if signed.known is UNKNOWN or signed.known < 0:
                negative = code.compare("slt", signed.word, "0")
                word = code.choose(negative, "0" if how == "eq" else "1", word)
        return Value(BOOL, (word,))
    word = code.compare(f"u{how}", one.word, other.word)
    for side, value in (("left", one), ("right", other)):
        if value.type == INT and (value.known is UNKNOWN or value.known < 0):
            negative = code.compare("slt", value.word, "0")
            less = how in ("lt", "le")
            word = code.choose(negative, str(int(less == (side == "left"))), word)
    return Value(BOOL, (word,))


def _equal(emitter: Emitter, one: Value, other: Value, node: ast.AST) -> Value:
    a, b = one.type, other.type
    if NEVER in (a, b):
        return Value(BOOL, ("undef",))
    if NONE in (a, b):
        return emitter.is_none(other if a == NONE else one) if a != b else truth(True)
    if isinstance(a, OptionalT) or isinstance(b, OptionalT):
        return _equal_optional(emitter, one, other, node)
    if a in NUMBERS and b in NUMBERS:
        return _compared_numbers(emitter, "eq", one, other)
    if a == b and (a in (STR, RANGE) or isinstance(a, EnumT)):
        return _equal_words(emitter, one, other)
    if isinstance(a, TupleT) and isinstance(b, TupleT):
        if len(a.items) != len(b.items):
            return truth(False)
        if max(a.words, b.words) <= SMALL or a.element is None or b.element is None:
            found = truth(True)
            for mine, theirs in zip(emitter.items(one), emitter.items(other), strict=True):
                found = both(emitter, found, _equal(emitter, mine, theirs, node))
            return found
    if isinstance(a, ContainerT) and isinstance(b, ContainerT) and a.kind == b.kind and a.kind in ("set", "dict"):
        if a.kind == "set":
            return sets.compared(emitter, "eq", one, other, node)
        return containers.equal(emitter, one, other, node)
    if _orders(one) and _orders(other) and is_list(a) == is_list(b):
        return _compared_sequences(emitter, "eq", one, other, node)
    return truth(False)


def _equal_words(emitter: Emitter, one: Value, other: Value) -> Value:
    """Return whether two texts or members are the same, or two ranges have the same elements."""
    code = emitter.code
    if one.type != RANGE:
        return Value(BOOL, (code.compare("eq", one.word, other.word),))
    mine, theirs = (sequences.range_length(emitter, side) for side in (one, other))
    lengths, starts, steps = (
        code.op(f"icmp eq i64 {a}, {b}")
        for a, b in ((mine, theirs), (one.parts[0], other.parts[0]), (one.parts[2], other.parts[2]))
    )
    is_empty, is_single = (code.op(f"icmp eq i64 {mine}, {count}") for count in (0, 1))
    same_steps = code.op(f"or i1 {is_single}, {steps}")
    alike = code.op(f"or i1 {is_empty}, {code.op(f'and i1 {starts}, {same_steps}')}")
    return Value(BOOL, (code.of_bit(code.op(f"and i1 {lengths}, {alike}")),))


def _equal_optional(emitter: Emitter, one: Value, other: Value, node: ast.AST) -> Value:
    """Return whether both are None, or both are values that are equal."""
    no_one, no_other = emitter.is_none(one), emitter.is_none(other)
    one, other = _held(emitter, one), _held(emitter, other)
    if NEVER in (one.type, other.type):
        return both(emitter, no_one, no_other)
    same = _equal(emitter, one, other, node)
    present = both(emitter, negated(emitter, no_one), negated(emitter, no_other))
    found = both(emitter, present, same)
    absent = both(emitter, no_one, no_other)
    if absent.known is False:
        return found
    return Value(BOOL, (emitter.code.op(f"or i64 {found.word}, {absent.word}"),))


def _held(emitter: Emitter, value: Value) -> Value:
    kind = value.type
    if not isinstance(kind, OptionalT):
        return value
    if value.pointer:
        return emitter.loaded(kind.inner, value.pointer, 1)
    return Value(kind.inner, value.parts[1:])


def _compared_sequences(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return a comparison of sequences, which is decided by the first elements that differ, or by their lengths."""
    are_fixed = isinstance(one.type, TupleT) and isinstance(other.type, TupleT) and how != "eq"
    if are_fixed and (max(one.type.words, other.type.words) <= SMALL or None in (one.type.element, other.type.element)):
        return _compared_tuples(emitter, how, one, other, node)
    code = emitter.code
    mine, theirs = sequences.view_of(emitter, one, node), sequences.view_of(emitter, other, node)
    if NEVER in (mine.element, theirs.element):
        return _compared_numbers(emitter, how, Value(INT, (mine.length,)), Value(INT, (theirs.length,)))
    shorter = code.choose(code.compare("slt", mine.length, theirs.length), mine.length, theirs.length)
    found: list[Any] = []
    if how == "eq":
        same, differ = emitter.split(code.op(f"icmp eq i64 {mine.length}, {theirs.length}"))
        emitter.resume(differ)
        found.append(emitter.leave(truth(False)))
        emitter.resume(same)
    emitter.collecting(found)

    def body(place: str) -> None:
        a, b = (sequences.element_at(emitter, view, place, node) for view in (mine, theirs))
        with emitter.inside((id(node), "compared")):
            equal = _equal(emitter, a, b, node)
        same, differ = emitter.split(code.truth(equal.word))
        emitter.resume(differ)
        found.append(emitter.leave(truth(False) if how == "eq" else compared(emitter, how, a, b, node)))
        emitter.resume(same)

    sequences.count_up(emitter, lambda: shorter, body, "compare", node)
    emitter.collected()
    by_length = (
        truth(True)
        if how == "eq"
        else _compared_numbers(emitter, how, Value(INT, (mine.length,)), Value(INT, (theirs.length,)))
    )
    found.append(emitter.leave(by_length))
    return emitter.met(found, node)


def _compared_tuples(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return a comparison of short tuples."""
    pairs = list(zip(emitter.items(one), emitter.items(other), strict=False))
    lengths = len(one.type.items), len(other.type.items)
    found = truth(bool(_KNOWN[how](*lengths)))
    for a, b in reversed(pairs):
        strict = compared(emitter, how[0] + "t", a, b, node)
        rest = both(emitter, _equal(emitter, a, b, node), found)
        found = Value(BOOL, (emitter.code.op(f"or i64 {strict.word}, {rest.word}"),))
    return found


# Membership


def contains(emitter: Emitter, container: Any, value: Any, node: ast.AST) -> Value:
    """Return ``value in container``."""
    if isinstance(container, Choice):
        return emitter.value(each(emitter, container, node, lambda one: contains(emitter, one, value, node)), node)
    if isinstance(container, Constant):
        return _in_constant(emitter, container, value, node)
    if isinstance(container, Value) and isinstance(container.type, OptionalT):
        container = emitter.unwrapped(container, node)
    if (
        isinstance(container, Value)
        and isinstance(container.type, ContainerT)
        and container.type.kind in ("set", "dict")
    ):
        return containers.contains(emitter, container, emitter.value(value, node), node)
    code = emitter.code
    number = emitter.value(value, node)
    if (words := matches.places(emitter, container, number)) is not None:
        return Value(
            BOOL, (code.compare("ne", reduce(lambda one, other: code.op(f"or i64 {one}, {other}"), words), "0"),)
        )
    wanted = emitter.held(number, node)
    found: list[Any] = emitter.collecting([])

    def body(element: Any) -> None:
        same, differ = emitter.split(
            code.truth(_equal(emitter, emitter.value(element, node), emitter.value(wanted, node), node).word)
        )
        emitter.resume(same)
        found.append(emitter.leave(truth(True)))
        emitter.resume(differ)

    emitter.compiler.iterate(emitter, container, body, node)
    emitter.collected()
    found.append(emitter.leave(truth(False)))
    return emitter.met(found, node)


SPAN = 64


def _in_constant(emitter: Emitter, container: Constant, value: Any, node: ast.AST) -> Value:
    """Return whether a value is one of the captured ones."""
    items = plain(container.value)
    if isinstance(items, str):
        parts = {items[start:stop] for start in range(len(items)) for stop in range(start + 1, len(items) + 1)}
        container, items = Constant(("", *sorted(parts)), container.path), ("", *sorted(parts))
    if isinstance(items, range):
        value = emitter.value(value, node)
        if value.type in INTEGERS:
            return _in_range(emitter, items, value)
    known = list(items) if not isinstance(items, range) else []
    if isinstance(value, Constant) or (isinstance(value, Value) and value.known is not UNKNOWN):
        return truth((plain(value.value) if isinstance(value, Constant) else value.known) in items)
    value = emitter.value(value, node)
    whole = [plain(item) for item in known]
    if value.type in (INT, BOOL) and whole and all(isinstance(item, int) for item in whole):
        low, high = min(whole), max(whole)
        if high - low < SPAN:
            mask = sum(1 << (number - low) for number in set(whole))
            return _in_mask(emitter, value, low, high, mask)
    if isinstance(items, dict | set | frozenset):
        return containers.in_constant(emitter, container, value, node)
    return _in_list(emitter, container, value, node)


def _in_list(emitter: Emitter, container: Constant, value: Value, node: ast.AST) -> Value:
    kind = join(value.type, sequences.view_of(emitter, container, node).element)
    if kind is None:
        return truth(False)
    held = Value(value.type, value.parts, value.pointer)
    return contains(emitter, emitter.value(container, node), held, node)


def _in_mask(emitter: Emitter, value: Value, low: int, high: int, mask: int) -> Value:
    code = emitter.code
    place = code.op(f"sub i64 {value.word}, {low}")
    near = code.op(f"icmp ule i64 {place}, {high - low}")
    safe = code.op(f"and i64 {place}, 63")
    bit = code.op(f"trunc i64 {code.op(f'lshr i64 {whole_word(mask)}, {safe}')} to i1")
    return Value(BOOL, (code.of_bit(code.op(f"and i1 {near}, {bit}")),))


def _in_range(emitter: Emitter, items: range, value: Value) -> Value:
    code = emitter.code
    if not len(items):
        return truth(False)
    low, high, step = min(items[0], items[-1]), max(items[0], items[-1]), abs(items.step)
    place = code.op(f"sub i64 {value.word}, {low}")
    near = code.op(f"icmp ule i64 {place}, {high - low}")
    if step > 1:
        met = code.op(f"icmp eq i64 {code.op(f'urem i64 {place}, {step}')}, 0")
        near = code.op(f"and i1 {near}, {met}")
    return Value(BOOL, (code.of_bit(near),))
