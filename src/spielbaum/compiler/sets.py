"""Sets: small keys are bits, all others are entries of a hash table.

Behind the header of a table lie ``BIT_WORDS`` words. A key is a bit in them if it is one word from 0 to 575, or two
words from -8 to 15, such as the squares of a board, by number or by row and column. So a set of squares never grows,
and union and intersection are a few instructions.

The order in which the elements of a set come is not that of Python. So it is refused to go over a set where the order
matters.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from spielbaum.compiler import hash_tables, sequences, tables
from spielbaum.compiler.bools import both, truth
from spielbaum.compiler.choices import each
from spielbaum.compiler.constants import element_type, plain, words_of
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.hash_tables import BIT_WORDS, HEADER
from spielbaum.compiler.types import BOOL, INT, NEVER, ContainerT, unify, widen
from spielbaum.compiler.values import Choice, Constant, Value
from spielbaum.errors import Message

ORDER = Message("goes over a set, whose order is not defined: write sorted(...)")


def new_set(emitter: Emitter, node: ast.AST, tag: str = "table") -> Value:
    """Return an empty set."""
    cell = emitter.compiler.cell((emitter.path, id(node), "set", tag))
    address = sequences.allocated(emitter, str(HEADER + BIT_WORDS))
    value = Value(ContainerT("set", cell), (emitter.code.word(address),))
    clear(emitter, value)
    return value


def clear(emitter: Emitter, owner: Value) -> None:
    """Write ``set.clear()``."""
    address = emitter.code.pointer(owner.word)
    emitter.code.do(f"call void @llvm.memset.p0.i64(ptr align 8 {address}, i8 0, i64 {8 * (HEADER + BIT_WORDS)}, i1 0)")
    emitter.code.store("-1", address, hash_tables.MASK)


def is_set(value: Any) -> bool:
    """Return whether a value is a set."""
    return isinstance(value, Value) and isinstance(value.type, ContainerT) and value.type.kind == "set"


class _Bit:
    """The bit of a key: its word in memory, and whether there is one."""

    def __init__(self, emitter: Emitter, owner: Value, key: Value) -> None:
        code = self._code = emitter.code
        self.is_small, place = hash_tables.bit_of(code, key.parts)
        header = code.pointer(owner.word)
        word = code.op(f"add i64 {code.op(f'lshr i64 {place}, 6')}, {HEADER}")
        self._address = code.op(f"getelementptr inbounds i64, ptr {header}, i64 {word}")
        self._mask = code.op(f"shl i64 1, {code.op(f'and i64 {place}, 63')}")

    def is_there(self) -> str:
        """Return whether the key is there, as a bit."""
        code = self._code
        return code.op(f"icmp ne i64 {code.op(f'and i64 {code.load(self._address)}, {self._mask}')}, 0")

    def put(self, present: bool) -> None:
        """Write the bit."""
        code, before = self._code, self._code.load(self._address)
        mask = self._mask if present else code.op(f"xor i64 {self._mask}, -1")
        code.store(code.op(f"{'or' if present else 'and'} i64 {before}, {mask}"), self._address)


def _has_bits(kind: Any) -> bool:
    return kind.words in (1, 2)


def add(emitter: Emitter, owner: Value, value: Value, node: ast.AST) -> None:
    """Write ``set.add(value)``."""
    cell, code = owner.type.cell, emitter.code
    if not widen(cell, value.type):
        emitter.fail(node, f"puts {value.type} into {owner.type}")
    element = cell.root.element
    tables.checked_key(emitter, element, node)
    key = emitter.convert(value, element, node)
    if not _has_bits(element):
        tables.inserted(emitter, owner, key, node)
        return
    small, large, done = code.label(), code.label(), code.label()
    code.do(f"br i1 {hash_tables.bit_of(code, key.parts)[0]}, label %{small}, label %{large}, !prof !1")
    code.start(small)
    _Bit(emitter, owner, key).put(True)
    code.do(f"br label %{done}")
    code.start(large)
    tables.inserted(emitter, owner, key, node)
    code.do(f"br label %{done}")
    code.start(done)


def contains(emitter: Emitter, owner: Value, key: Value, node: ast.AST) -> Value:
    """Return whether a key, of a type that the elements can hold, is in a set."""
    element, code = owner.type.element, emitter.code
    key = emitter.convert(key, element, node)
    if not _has_bits(element):
        return Value(BOOL, (code.compare("sge", tables.found(emitter, owner, key, node), "0"),))
    small, large, done = code.label(), code.label(), code.label()
    code.do(f"br i1 {hash_tables.bit_of(code, key.parts)[0]}, label %{small}, label %{large}, !prof !1")
    code.start(small)
    there = _Bit(emitter, owner, key).is_there()
    code.do(f"br label %{done}")
    code.start(large)
    found = code.op(f"icmp sge i64 {tables.found(emitter, owner, key, node)}, 0")
    code.do(f"br label %{done}")
    code.start(done)
    return Value(BOOL, (code.of_bit(code.op(f"phi i1 [ {there}, %{small} ], [ {found}, %{large} ]")),))


def discard(emitter: Emitter, owner: Value, key: Value, node: ast.AST, *, must_be_there: bool) -> None:
    """Write ``set.discard(key)``, or ``set.remove(key)``, which raises ``KeyError``."""
    element, error = owner.type.element, KeyError if must_be_there else None
    if element == NEVER or not _has_bits(element) or not tables.may_be_key(key.type, element):
        tables.drop(emitter, owner, key, node, error)
        return
    key = emitter.convert(key, element, node)
    bit = _Bit(emitter, owner, key)
    small, large = emitter.split(bit.is_small)
    emitter.resume(small)
    if error:
        emitter.throw_if(emitter.code.op(f"xor i1 {bit.is_there()}, 1"), error, None)
    bit.put(False)
    ends = [emitter.leave()]
    emitter.resume(large)
    tables.drop(emitter, owner, key, node, error)
    ends += [emitter.leave()] if emitter.alive else []
    emitter.meet(ends, node)


def length(emitter: Emitter, owner: Value) -> Value:
    """Return the number of elements."""
    symbol = hash_tables.bit_function(emitter.unit, "length")
    return Value(INT, (emitter.code.op(f"call i64 @{symbol}(ptr {emitter.code.pointer(owner.word)})"),))


# Loops


@contextmanager
def without_order(emitter: Emitter, *, matters: bool = False) -> Iterator[None]:
    """Let the order of loops in this block not matter, or matter again."""
    before, emitter.is_free_of_order = emitter.is_free_of_order, not matters
    try:
        yield
    finally:
        emitter.is_free_of_order = before


def refuse_order(emitter: Emitter, items: Any, node: ast.AST) -> None:
    """Refuse a loop over a set where the order matters."""
    if (is_set(items) or isinstance(items, set | frozenset)) and not emitter.is_free_of_order:
        emitter.fail(node, ORDER)


def iterate(emitter: Emitter, owner: Value, body: Callable[[Any], None], node: ast.AST, first: str = "0") -> None:
    """Write a loop over the elements; those from ``hash_tables.BITS`` on are no bits."""
    kind = owner.type.element
    if kind == NEVER:
        return
    code = emitter.code
    symbol = hash_tables.next_key(emitter.unit, kind.words)
    slot = code.slot((emitter.path, id(node), "set"), 2)
    key = emitter.room(node, "key gone over", kind.words)
    code.store(owner.word, slot)
    code.store(first if _has_bits(kind) else str(hash_tables.BITS), slot, 1)

    def once() -> list[Any]:
        header = code.pointer(code.load(slot))
        following = code.op(f"call i64 @{symbol}(ptr {header}, i64 {code.load(slot, 1)}, ptr {key})")
        inside, end = emitter.split(code.op(f"icmp sge i64 {following}, 0"))
        emitter.resume(inside)
        code.store(following, slot, 1)
        body(emitter.copied(emitter.loaded(kind, key), node, "key held"))
        return [end]

    emitter.meet(emitter.repeat((id(node), "set"), once, node), node)


# New sets


def set_of_values(emitter: Emitter, values: list[Value], node: ast.AST) -> Value:
    """Return a set of given values."""
    made = new_set(emitter, node)
    for value in values:
        add(emitter, made, value, node)
    return made


def set_of(emitter: Emitter, iterable: Any, node: ast.AST, tag: str = "set") -> Value:
    """Return a set of what an iterable yields."""
    made = new_set(emitter, node, tag)
    with emitter.inside((id(node), tag)):
        update(emitter, made, iterable, node)
    return made


def update(emitter: Emitter, owner: Value, iterable: Any, node: ast.AST) -> None:
    """Write ``set.update(iterable)``."""
    slot = emitter.code.slot((emitter.path, id(node), "updated"), 1)
    emitter.code.store(owner.word, slot)

    def now() -> Value:
        return Value(owner.type, (emitter.code.load(slot),))

    def body(value: Any) -> None:
        add(emitter, now(), emitter.value(value, node), node)

    if is_set(iterable) and widen(owner.type.cell, iterable.type.element) and _are_alike(owner, iterable):
        _combine(emitter, "or", owner, owner, iterable)
        iterate(emitter, iterable, body, node, str(hash_tables.BITS))
        return
    known = _known_bits(emitter, [iterable.value]) if isinstance(iterable, Constant) else None
    if known is not None and widen(owner.type.cell, known[0]) and owner.type.element == known[0]:
        _put_bits(emitter, owner, emitter.unit.table(known[1]))
        return
    with without_order(emitter):
        emitter.compiler.iterate(emitter, iterable, body, node)


def _known_bits(emitter: Emitter, captured: Sequence[Any]) -> tuple[Any, list[str]] | None:
    """Return the type of the elements of captured sets, and their bits; None if some keys are no bits."""
    held = [tuple(map(plain, plain(items))) for items in captured if isinstance(plain(items), set | frozenset)]
    kind = element_type([key for keys in held for key in keys])
    if len(held) < len(captured) or kind is None or not _has_bits(kind):
        return None
    words = []
    for keys in held:
        places = [hash_tables.known_place([int(word) for word in words_of(emitter, key, kind)]) for key in keys]
        if None in places:
            return None
        bits = sum(1 << place for place in places if place is not None)
        words += [str(((bits >> 64 * at) + 2**63) % 2**64 - 2**63) for at in range(BIT_WORDS)]
    return kind, words


def _put_bits(emitter: Emitter, owner: Value, table: str) -> None:
    """Write known bits into a set, in addition to its own."""
    code, address = emitter.code, emitter.code.pointer(owner.word)
    for at in range(BIT_WORDS):
        code.store(code.op(f"or i64 {code.load(address, HEADER + at)}, {code.load(table, at)}"), address, HEADER + at)


def chosen_value(emitter: Emitter, choice: Choice, node: ast.AST) -> Value:
    """Return one of several captured sets, or of other objects, as a value."""
    known = _known_bits(emitter, [one.value for one in choice.objects])
    if known is None:
        return emitter.value(each(emitter, choice, node, lambda one: emitter.value(one, node)), node)
    made = new_set(emitter, node, "chosen")
    widen(made.type.cell, known[0])
    place = emitter.code.op(f"mul i64 {emitter.code.load(choice.place.slot)}, {BIT_WORDS}")
    _put_bits(emitter, made, emitter.code.address(emitter.unit.table(known[1]), place))
    return made


def _are_alike(one: Value, other: Value) -> bool:
    """Return whether the bits of two sets stand for the same keys."""
    kinds = one.type.element, other.type.element
    return NEVER in kinds or (kinds[0] == kinds[1] and _has_bits(kinds[0]))


def _combine(emitter: Emitter, how: str, target: Value, one: Value, other: Value) -> None:
    """Write the bits of a set as those of two others combined."""
    symbol = hash_tables.bit_function(emitter.unit, how)
    words = ", ".join(f"ptr {emitter.code.pointer(value.word)}" for value in (target, one, other))
    emitter.code.do(f"call void @{symbol}({words})")


_SIGNS = {"|": "or", "&": "and", "-": "less", "^": "xor"}


def operation(emitter: Emitter, sign: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return ``one | other``, ``&``, ``-`` or ``^`` of sets."""
    if not is_set(other) or sign not in _SIGNS:
        emitter.fail(node, f"uses {sign} with {one.type} and {other.type}: make both of them sets, set(...)")
    made = new_set(emitter, node, sign)
    code = emitter.code
    slot = code.slot((emitter.path, id(node), "sets"), 3)
    for place, value in enumerate((made, one, other)):
        code.store(value.word, slot, place)
    first = "0"
    if _are_alike(one, other) and NEVER not in (one.type.element, other.type.element):
        widen(made.type.cell, one.type.element)
        _combine(emitter, _SIGNS[sign], made, one, other)
        first = str(hash_tables.BITS)

    def now(place: int) -> Value:
        return Value((made, one, other)[place].type, (code.load(slot, place),))

    def added(place: int, wanted: bool | None) -> Callable[[Value], None]:
        def body(key: Value) -> None:
            if wanted is None:
                add(emitter, now(0), key, node)
                return
            found = emitter.compiler.contains(emitter, now(3 - place), key, node)
            there, absent = emitter.split(code.truth(found.word))
            take, skip = (there, absent) if wanted else (absent, there)
            emitter.resume(take)
            add(emitter, now(0), key, node)
            emitter.meet([skip, emitter.leave()], node)

        return body

    with emitter.inside((id(node), "first")):
        iterate(emitter, now(1), added(1, {"|": None, "&": True, "-": False, "^": False}[sign]), node, first)
    if sign in ("|", "^"):
        with emitter.inside((id(node), "second")):
            iterate(emitter, now(2), added(2, None if sign == "|" else False), node, first)
    return now(0)


def take_over(emitter: Emitter, owner: Value, made: Value) -> None:
    """Let a set have the elements of another, which is not used any more."""
    unify(owner.type.cell, made.type.cell)
    emitter.code.copy(emitter.code.pointer(owner.word), emitter.code.pointer(made.word), HEADER + BIT_WORDS)


# Comparisons


def is_subset(emitter: Emitter, one: Value, other: Value, node: ast.AST, tag: str = "subset") -> Value:
    """Return whether every key of one is in the other."""
    code = emitter.code
    slot = code.slot((emitter.path, id(node), tag), 2)
    for place, value in enumerate((one, other)):
        code.store(value.word, slot, place)
    found: list[Any] = emitter.collecting([])
    first = "0"
    if _are_alike(one, other):
        symbol = hash_tables.bit_function(emitter.unit, "inside")
        words = ", ".join(f"ptr {code.pointer(value.word)}" for value in (one, other))
        inside, outside = emitter.split(code.op(f"call i1 @{symbol}({words})"))
        emitter.resume(outside)
        found.append(emitter.leave(truth(False)))
        emitter.resume(inside)
        first = str(hash_tables.BITS)

    def body(key: Value) -> None:
        owner = Value(other.type, (code.load(slot, 1),))
        there, absent = emitter.split(code.truth(emitter.compiler.contains(emitter, owner, key, node).word))
        emitter.resume(absent)
        found.append(emitter.leave(truth(False)))
        emitter.resume(there)

    with emitter.inside((id(node), tag)):
        iterate(emitter, Value(one.type, (code.load(slot),)), body, node, first)
    emitter.collected()
    found.append(emitter.leave(truth(True)))
    return emitter.met(found, node)


def compared(emitter: Emitter, how: str, one: Value, other: Value, node: ast.AST) -> Value:
    """Return whether two sets are equal, or one is a part of the other: ``eq``, ``lt``, ``le``, ``gt`` or ``ge``."""
    if how in ("gt", "ge"):
        one, other = other, one
    counts = [length(emitter, value).word for value in (one, other)]
    inside = is_subset(emitter, one, other, node, "part")
    if how in ("le", "ge"):
        return inside
    return both(emitter, inside, Value(BOOL, (emitter.code.compare("eq" if how == "eq" else "ne", *counts),)))
