"""Dictionaries and deques, and items of lists.

A deque is a ring: the length, the room, the data, and the place of the first element.
"""

import ast
from collections.abc import Callable
from typing import Any

from spielbaum.compiler import hash_tables, sequences, sets, tables
from spielbaum.compiler.bools import both, truth
from spielbaum.compiler.choices import chosen
from spielbaum.compiler.constants import as_constant, element_type, plain, words_of
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    BOOL,
    COUNT,
    INT,
    NEVER,
    NONE,
    Cell,
    ContainerT,
    OptionalT,
    TupleT,
    change_length,
    is_list,
    widen,
)
from spielbaum.compiler.values import UNKNOWN, Constant, Value
from spielbaum.errors import Message

DEQUE_HEADER = 4


def length(emitter: Emitter, value: Value, node: ast.AST) -> Value:
    """Return the length of a container."""
    if sets.is_set(value):
        return sets.length(emitter, value)
    if sequences.is_sequence(value):
        return sequences.length_of(emitter, value, node)
    if not isinstance(value.type, ContainerT):
        emitter.fail(node, f"takes the length of {value.type}, which has none")
    return Value(INT, (emitter.code.load(emitter.code.pointer(value.word)),))


# Items


def item(emitter: Emitter, owner: Any, index: Value, node: ast.AST) -> Any:
    """Return ``owner[index]`` of a container at run time."""
    kind = owner.type
    if not isinstance(kind, ContainerT) or kind.kind == "list":
        return sequences.item_of(emitter, owner, index, node)
    if kind.kind == "deque":
        place = sequences.place_in(emitter, index, length(emitter, owner, node).word, "deque")
        return _deque_element(emitter, owner, place)
    if kind.kind == "set":
        emitter.fail(node, Message("takes an item of a set, whose order is not defined: write sorted(...)"))
    default = kind.cell.default
    if default == COUNT:
        return get(emitter, owner, index, emitter.integer(0), node)
    if default is not None:
        first = emitter.value(emitter.compiler.call(emitter, default, [], {}, node), node)
        return set_default(emitter, owner, index, first, node)
    return _item(emitter, owner, index, node)


def _item(emitter: Emitter, owner: Value, key: Value, node: ast.AST) -> Value:
    """Return the value of a key of a dictionary; a key that is not there raises ``KeyError``."""
    found = tables.found(emitter, owner, key, node)
    emitter.throw_if(emitter.code.op(f"icmp slt i64 {found}, 0"), KeyError, None)
    return _value_at(emitter, owner, found, node)


def put(emitter: Emitter, owner: Value, place: int, value: Value, node: ast.AST) -> None:
    """Write an element of a new list."""
    cell = owner.type.cell
    if not widen(cell, value.type):
        emitter.fail(node, f"makes a list of {cell.element} and {value.type}: let its elements have one type")
    value = emitter.convert(value, cell.root.element, node)
    data = emitter.code.pointer(emitter.code.load(emitter.code.pointer(owner.word), 2))
    emitter.store(value, data, place * cell.root.element.words)


def put_item(emitter: Emitter, owner: Value, index: Value, value: Value, node: ast.AST) -> None:
    """Write ``owner[index] = value``."""
    owner = emitter.unwrapped(owner, node)
    kind, code = owner.type, emitter.code
    if NEVER in (kind, index.type):
        return
    if not isinstance(kind, ContainerT):
        emitter.fail(node, f"changes an item of {kind}, and it cannot be changed: make a list of it first, list(...)")
    if kind.kind == "dict":
        _put_pair(emitter, owner, index, value, node)
        return
    if kind.kind == "set":
        emitter.fail(node, Message("changes an item of a set, which has none: write add(...) or remove(...)"))
    cell = kind.cell
    if not widen(cell, value.type):
        emitter.fail(node, f"puts {value.type} into {kind}: let its elements have one type")
    value = emitter.convert(value, cell.root.element, node)
    place = sequences.place_in(emitter, index, length(emitter, owner, node).word, f"{kind.kind} assignment")
    header_of = code.pointer(owner.word)
    data = code.pointer(code.load(header_of, 2))
    if kind.kind == "deque":
        place = _ring_place(emitter, header_of, place)
    emitter.store(value, data, emitter.code.times(place, cell.root.element.words))


def delete(emitter: Emitter, owner: Value, index: Value, node: ast.AST) -> None:
    """Write ``del owner[index]``."""
    kind = owner.type
    if is_list(kind):
        remove_at(emitter, owner, index, node)
    elif isinstance(kind, ContainerT) and kind.kind == "dict":
        tables.drop(emitter, owner, index, node, KeyError)
    else:
        emitter.fail(node, f"deletes an item of {kind}, and it cannot be changed: make a list of it first, list(...)")


def remove_at(emitter: Emitter, owner: Value, index: Value, node: ast.AST) -> Value:
    """Write ``list.pop(index)``, and return the element."""
    code, cell = emitter.code, owner.type.cell
    change_length(cell)
    header_of = code.pointer(owner.word)
    count = code.load(header_of)
    emitter.throw_if(code.op(f"icmp eq i64 {count}, 0"), IndexError, "pop from empty list")
    place = sequences.place_in(emitter, index, count, "pop")
    view = sequences.view_of(emitter, owner, node)
    if view.element == NEVER:
        return Value(NEVER)
    found = sequences.element_at(emitter, view, place, node)
    words = view.element.words
    _move_down(emitter, view.data, place, count, words, node)
    code.store(code.op(f"sub i64 {count}, 1"), header_of)
    return found


def _move_down(emitter: Emitter, data: str, place: str, count: str, words: int, node: ast.AST) -> None:
    """Move the elements behind a place one place down."""
    code = emitter.code
    slot = code.slot((emitter.path, id(node), "moved"), 3)
    for at, word in enumerate(
        (
            code.times(place, words),
            code.times(code.op(f"sub i64 {count}, 1"), words),
            code.word(data),
        )
    ):
        code.store(word, slot, at)

    def once() -> list[Any]:
        now = code.load(slot)
        going, end = emitter.split(code.op(f"icmp slt i64 {now}, {code.load(slot, 1)}"))
        emitter.resume(going)
        base = code.pointer(code.load(slot, 2))
        code.store(code.load(base, code.op(f"add i64 {now}, {words}")), base, now)
        code.store(code.op(f"add i64 {now}, 1"), slot)
        return [end]

    emitter.meet(emitter.repeat((id(node), "move down"), once, node), node)


def insert_at(emitter: Emitter, owner: Value, index: Value, value: Value, node: ast.AST) -> None:
    """Write ``list.insert(index, value)``."""
    code, cell = emitter.code, owner.type.cell
    change_length(cell)
    count = code.load(code.pointer(owner.word))
    word = code.choose(code.compare("slt", index.word, "0"), code.op(f"add i64 {index.word}, {count}"), index.word)
    word = code.choose(code.compare("slt", word, "0"), "0", word)
    place = code.choose(code.compare("sgt", word, count), count, word)
    value = emitter.copied(value, node, "inserted")
    sequences.append(emitter, owner.word, cell, value, node)
    words = cell.root.element.words
    data = code.pointer(code.load(code.pointer(owner.word), 2))
    slot = code.slot((emitter.path, id(node), "moved up"), 3)
    for at, number in enumerate((code.times(count, words), code.times(place, words), code.word(data))):
        code.store(number, slot, at)

    def once() -> list[Any]:
        now = code.load(slot)
        going, end = emitter.split(code.op(f"icmp sgt i64 {now}, {code.load(slot, 1)}"))
        emitter.resume(going)
        base, before = code.pointer(code.load(slot, 2)), code.op(f"sub i64 {now}, 1")
        code.store(code.load(base, before), base, code.op(f"add i64 {before}, {words}"))
        code.store(before, slot)
        return [end]

    emitter.meet(emitter.repeat((id(node), "move up"), once, node), node)
    base, start = code.pointer(code.load(slot, 2)), code.load(slot, 1)
    emitter.store(emitter.convert(value, cell.root.element, node), base, start)


# Sets and dictionaries


def pop_key(emitter: Emitter, owner: Value, key: Value, default: Value | None, node: ast.AST) -> Value:
    """Write ``dict.pop(key, default)``, and return the value; without a default a missing key raises ``KeyError``."""
    key = emitter.copied(key, node, "popped")
    found = _item(emitter, owner, key, node) if default is None else get(emitter, owner, key, default, node)
    if emitter.alive:
        with emitter.inside((id(node), "popped")):
            held = emitter.held(found, node)
            tables.drop(emitter, owner, key, node, None)
            found = emitter.current(held)
    return found


def set_default(emitter: Emitter, owner: Value, key: Value, default: Value, node: ast.AST) -> Value:
    """Write ``dict.setdefault(key, default)``, and return the value."""
    kept, first = (emitter.held(value, node) for value in (key, default))
    missing = contains(emitter, owner, key, node)
    there, absent = emitter.split(emitter.code.truth(missing.word))
    emitter.resume(absent)
    _put_pair(emitter, owner, emitter.current(kept), emitter.current(first), node)
    emitter.meet([there, emitter.leave()], node)
    return _item(emitter, owner, emitter.current(kept), node)


def dictionary_of_pairs(emitter: Emitter, pairs: list[tuple[Value, Value]], node: ast.AST) -> Value:
    """Return a dictionary of given pairs."""
    made = tables.new_table(emitter, node)
    for key, value in pairs:
        _put_pair(emitter, made, key, value, node)
    return made


def contains(emitter: Emitter, owner: Value, key: Value, node: ast.AST) -> Value:
    """Return ``key in owner`` of a set or a dictionary."""
    wanted = tables.key_type(owner.type)
    if wanted == NEVER:
        return Value(BOOL, ("0",), known=False)
    if not tables.may_be_key(key.type, wanted):
        if isinstance(key.type, OptionalT) and tables.may_be_key(key.type.inner, wanted):
            present = emitter.is_none(key)
            inner = (
                emitter.loaded(key.type.inner, key.pointer, 1) if key.pointer else Value(key.type.inner, key.parts[1:])
            )
            found = contains(emitter, owner, inner, node)
            return Value(BOOL, (emitter.code.choose(present.word, "0", found.word),))
        return Value(BOOL, ("0",), known=False)
    if sets.is_set(owner):
        return sets.contains(emitter, owner, key, node)
    return Value(BOOL, (emitter.code.compare("sge", tables.found(emitter, owner, key, node), "0"),))


def _value_at(emitter: Emitter, owner: Value, place: str, node: ast.AST) -> Value:
    key, _ = tables.entry_words(owner.type)
    found = emitter.loaded(tables.value_type(owner.type), tables.entry(emitter, owner, place), 1 + key)
    return emitter.copied(found, node, "value")


def _put_pair(emitter: Emitter, owner: Value, key: Value, value: Value, node: ast.AST) -> None:
    cell: Cell = owner.type.cell
    if not widen(cell, TupleT((key.type, value.type))):
        emitter.fail(node, f"puts {key.type} and {value.type} into {owner.type}")
    wanted = cell.root.element
    tables.checked_key(emitter, wanted.items[0], node)
    value = emitter.copied(emitter.convert(value, wanted.items[1], node), node, "put")
    entry = tables.inserted(emitter, owner, emitter.convert(key, wanted.items[0], node), node)
    emitter.store(value, entry, 1 + wanted.items[0].words)


def get(emitter: Emitter, owner: Value, key: Value, default: Value, node: ast.AST) -> Value:
    """Return ``dict.get(key, default)``."""
    if owner.type.element == NEVER or not tables.may_be_key(key.type, tables.key_type(owner.type)):
        return default
    code = emitter.code
    place = tables.found(emitter, owner, key, node)
    missing, there = emitter.split(code.op(f"icmp slt i64 {place}, 0"))
    missing.value = default
    emitter.resume(there)
    ends = [missing, emitter.leave(_value_at(emitter, owner, place, node))]
    return emitter.met(ends, node)


def iterate(emitter: Emitter, value: Value, body: Callable[[Any], None], node: ast.AST) -> None:
    """Write a loop over a set, a dictionary or a deque."""
    kind = value.type.kind
    if kind == "deque":
        _over_deque(emitter, value, body, node)
        return
    if kind == "set":
        sets.refuse_order(emitter, value, node)
        sets.iterate(emitter, value, body, node)
        return
    iterate_dictionary(emitter, value, "keys", body, node)


def iterate_dictionary(emitter: Emitter, value: Value, what: str, body: Callable[[Any], None], node: ast.AST) -> None:
    """Write a loop over the keys, the values or the items of a dictionary, in the order in which they came."""
    if value.type.element == NEVER:
        return
    code = emitter.code
    kind = value.type
    header_of = code.slot((emitter.path, id(node), "table"), 1)
    code.store(value.word, header_of)
    key_words, _ = tables.entry_words(kind)

    def one(place: str) -> None:
        owner = Value(kind, (code.load(header_of),))
        entry = tables.entry(emitter, owner, place)
        there, gone = emitter.split(code.op(f"icmp ne i64 {code.load(entry)}, 0"))
        emitter.resume(there)
        parts = []
        if what in ("keys", "items"):
            parts.append(emitter.copied(emitter.loaded(tables.key_type(kind), entry, 1), node, "key gone over"))
        if what in ("values", "items"):
            found = emitter.loaded(tables.value_type(kind), entry, 1 + key_words)
            parts.append(emitter.copied(found, node, "value gone over"))
        body(parts[0] if len(parts) == 1 else emitter.tuple_of(parts, None, node))
        emitter.meet([gone, *([emitter.leave()] if emitter.alive else [])], node)

    def fill() -> str:
        return code.load(code.pointer(code.load(header_of)), hash_tables.FILL)

    sequences.count_up(emitter, fill, one, "table", node)


def equal(emitter: Emitter, one: Value, other: Value, node: ast.AST) -> Value:
    """Return whether two dictionaries are equal."""
    if COUNT in (one.type.cell.default, other.type.cell.default):
        emitter.fail(node, Message("compares Counters, in which a count of 0 is as none: compare dict(...) of both"))
    if NEVER in (one.type.element, other.type.element) or not tables.may_be_key(
        tables.key_type(one.type), tables.key_type(other.type)
    ):
        mine, theirs = (length(emitter, value, node) for value in (one, other))
        zero = emitter.integer(0)
        return both(emitter, *(emitter.compiler.compared(emitter, "eq", count, zero, node) for count in (mine, theirs)))
    code = emitter.code
    slot = code.slot((emitter.path, id(node), "compared"), 2)
    for place, value in enumerate((one, other)):
        code.store(value.word, slot, place)
    mine, theirs = (length(emitter, value, node) for value in (one, other))
    found: list[Any] = emitter.collecting([])
    same, differ = emitter.split(code.truth(emitter.compiler.compared(emitter, "eq", mine, theirs, node).word))
    emitter.resume(differ)
    found.append(emitter.leave(truth(False)))
    emitter.resume(same)

    def body(pair: Any) -> None:
        key, held = emitter.items(pair)
        owner = Value(other.type, (code.load(slot, 1),))
        place = tables.found(emitter, owner, key, node)
        absent, there = emitter.split(code.op(f"icmp slt i64 {place}, 0"))
        emitter.resume(absent)
        found.append(emitter.leave(truth(False)))
        emitter.resume(there)
        value = _value_at(emitter, Value(other.type, (code.load(slot, 1),)), place, node)
        equal, unequal = emitter.split(code.truth(emitter.compiler.compared(emitter, "eq", held, value, node).word))
        emitter.resume(unequal)
        found.append(emitter.leave(truth(False)))
        emitter.resume(equal)

    iterate_dictionary(emitter, Value(one.type, (code.load(slot),)), "items", body, node)
    emitter.collected()
    found.append(emitter.leave(truth(True)))
    return emitter.met(found, node)


def changed_in_place(emitter: Emitter, sign: str, owner: Value, value: Any, node: ast.AST) -> bool:
    """Write ``list += ...`` or ``set |= ...``; return whether there is such an operation."""
    if is_list(owner.type) and sign == "+":
        emitter.compiler.extend(emitter, owner, value, node)
        return True
    if owner.type.kind == "dict" and sign == "|" and owner.type.cell.default != COUNT:
        emitter.compiler.update_dictionary(emitter, owner, value, node)
        return True
    if is_list(owner.type) and sign == "*":
        change_length(owner.type.cell)
        made = emitter.compiler.repeated(emitter, owner, emitter.value(value, node), node)
        emitter.code.copy(emitter.code.pointer(owner.word), emitter.code.pointer(made.word), sequences.HEADER)
        return True
    if sets.is_set(owner):
        held = emitter.held(owner, node)
        made = sets.operation(emitter, sign, owner, emitter.value(value, node), node)
        sets.take_over(emitter, emitter.current(held), made)
        return True
    return False


# Captured dictionaries and sets


def item_of_constant(
    emitter: Emitter, owner: Constant, key: Any, node: ast.AST, error: type[BaseException] = KeyError
) -> Any:
    """Return ``owner[key]`` of a captured dictionary; a key that is not there raises an error."""
    known = _known_key(key)
    items = plain(owner.value)
    if known is not UNKNOWN:
        if known not in items:
            emitter.throw(error, None)
            return Value(NEVER)
        return as_constant(emitter, items[known], f"{owner.path}[{known!r}]", node)
    place = _place_in_constant(emitter, owner, emitter.value(key, node), node)
    emitter.throw_if(emitter.code.op(f"icmp slt i64 {place}, 0"), error, None)
    return _constant_value_at(emitter, owner, place, node)


def get_constant(emitter: Emitter, owner: Constant, key: Any, default: Value, node: ast.AST) -> Value:
    """Return ``owner.get(key, default)`` of a captured dictionary."""
    known, items = _known_key(key), plain(owner.value)
    if known is not UNKNOWN:
        return emitter.value(Constant(items[known]), node) if known in items else default
    place = _place_in_constant(emitter, owner, emitter.value(key, node), node)
    missing, there = emitter.split(emitter.code.op(f"icmp slt i64 {place}, 0"))
    missing.value = default
    emitter.resume(there)
    ends = [missing, emitter.leave(_constant_value_at(emitter, owner, place, node))]
    return emitter.met(ends, node)


def in_constant(emitter: Emitter, owner: Constant, key: Value, node: ast.AST) -> Value:
    """Return whether a key is in a captured dictionary or set."""
    return Value(BOOL, (emitter.code.compare("sge", _place_in_constant(emitter, owner, key, node), "0"),))


def _known_key(key: Any) -> Any:
    if isinstance(key, Constant):
        return plain(key.value)
    return key.known


def _constant_value_at(emitter: Emitter, owner: Constant, place: str, node: ast.AST) -> Any:
    values = tuple(plain(value) for value in plain(owner.value).values())
    element = element_type(values)
    if element is None:
        return chosen(emitter, values, place, owner.path, node)
    view = sequences.view_of(emitter, Constant(values, owner.path), node)
    return sequences.element_at(emitter, view, place, node)


def _place_in_constant(emitter: Emitter, owner: Constant, key: Value, node: ast.AST) -> str:
    """Return the place of a key in a captured dictionary or set, or -1."""
    keys = tuple(map(plain, plain(owner.value)))
    if isinstance(key.type, OptionalT) and None not in keys:
        missing = emitter.is_none(key)
        inner = emitter.loaded(key.type.inner, key.pointer, 1) if key.pointer else Value(key.type.inner, key.parts[1:])
        return emitter.code.choose(missing.word, "-1", _place_in_constant(emitter, owner, inner, node))
    kind = element_type(keys)
    if kind is None:
        emitter.fail(node, Message("uses {!r}, whose keys have no common type", owner.path))
    if not keys or key.type == NONE or not tables.may_be_key(key.type, kind):
        return "-1"
    key = emitter.convert(key, kind, node)
    numbers = [key_word for one in keys for key_word in words_of(emitter, one, kind)]
    return hash_tables.place_in_constant(emitter, key, kind.words, [int(number) for number in numbers], node)


# Deques


def deque_of(emitter: Emitter, iterable: Any, node: ast.AST) -> Value:
    """Return a deque of what an iterable yields."""
    code = emitter.code
    cell = emitter.compiler.cell((emitter.path, id(node), "deque"))
    made = ContainerT("deque", cell)
    words = cell.element.words
    data = sequences.allocated(emitter, str(sequences.LEAST_ROOM * words))
    address = sequences.allocated(emitter, str(DEQUE_HEADER))
    for place, word in enumerate(("0", str(sequences.LEAST_ROOM), code.word(data), "0")):
        code.store(word, address, place)
    slot = code.slot((emitter.path, id(node), "deque"), 1)
    code.store(code.word(address), slot)
    if iterable is not None:
        emitter.compiler.iterate(
            emitter, iterable,
            lambda value: push(emitter, Value(made, (code.load(slot),)), emitter.value(value, node), node),
            node,
        )  # fmt: skip
    return Value(made, (code.load(slot),))


def _ring_place(emitter: Emitter, header_of: str, place: str) -> str:
    code = emitter.code
    at, room = code.op(f"add i64 {place}, {code.load(header_of, 3)}"), code.load(header_of, 1)
    return code.choose(code.compare("sge", at, room), code.op(f"sub i64 {at}, {room}"), at)


def _deque_element(emitter: Emitter, owner: Value, place: str) -> Value:
    code, element = emitter.code, owner.type.element
    header_of = code.pointer(owner.word)
    at = _ring_place(emitter, header_of, place)
    return emitter.loaded(element, code.pointer(code.load(header_of, 2)), code.times(at, element.words))


def push(emitter: Emitter, owner: Value, value: Value, node: ast.AST, *, left: bool = False) -> None:
    """Write ``deque.append(value)``, or ``appendleft``."""
    cell = owner.type.cell
    if not widen(cell, value.type):
        emitter.fail(node, f"puts {value.type} into {owner.type}")
    element = cell.root.element
    value = emitter.copied(emitter.convert(value, element, node), node, "pushed")
    code = emitter.code
    symbol = hash_tables.grow_ring(emitter.unit, element.words)
    header_of = code.pointer(owner.word)
    code.allocates = True
    failed = code.op(f"call i32 @{symbol}(ptr {header_of})")
    emitter.throw_if(code.op(f"icmp ne i32 {failed}, 0"), MemoryError, None)
    if left:
        first, room = code.load(header_of, 3), code.load(header_of, 1)
        before = code.choose(
            code.compare("eq", first, "0"), code.op(f"sub i64 {room}, 1"), code.op(f"sub i64 {first}, 1")
        )
        code.store(before, header_of, 3)
        place = "0"
    else:
        place = code.load(header_of)
    at = _ring_place(emitter, header_of, place)
    emitter.store(value, code.pointer(code.load(header_of, 2)), code.times(at, element.words))
    code.store(code.op(f"add i64 {code.load(header_of)}, 1"), header_of)


def take(emitter: Emitter, owner: Value, node: ast.AST, *, left: bool) -> Value:
    """Write ``deque.pop()`` or ``popleft()``, and return the element."""
    code = emitter.code
    header_of = code.pointer(owner.word)
    count = code.load(header_of)
    emitter.throw_if(code.op(f"icmp eq i64 {count}, 0"), IndexError, "pop from an empty deque")
    if owner.type.element == NEVER:
        return Value(NEVER)
    last = code.op(f"sub i64 {count}, 1")
    found = emitter.copied(_deque_element(emitter, owner, "0" if left else last), node, "taken")
    if left:
        code.store(_ring_place(emitter, header_of, "1"), header_of, 3)
    code.store(last, header_of)
    return found


def _over_deque(emitter: Emitter, value: Value, body: Callable[[Any], None], node: ast.AST) -> None:
    if value.type.element == NEVER:
        return
    code = emitter.code
    slot = code.slot((emitter.path, id(node), "ring"), 1)
    code.store(value.word, slot)

    def one(place: str) -> None:
        found = _deque_element(emitter, Value(value.type, (code.load(slot),)), place)
        body(emitter.copied(found, node, "ring element"))

    sequences.count_up(emitter, lambda: code.load(code.pointer(code.load(slot))), one, "ring", node)
