"""Tuples, lists, ranges and tables: length, items, slices, loops, and what is read from them alike.

A list, and a sequence whose length is not fixed, is the address of a header of three words: the length, the room, and
the address of the data.
"""

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

from spielbaum.compiler import constants
from spielbaum.compiler.choices import chosen
from spielbaum.compiler.constants import described, element_type, is_table, plain
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import (
    INT,
    NEVER,
    RANGE,
    STR,
    Cell,
    ContainerT,
    SequenceT,
    TupleT,
    change_length,
    has_length,
    is_list,
    unify,
    widen,
)
from spielbaum.compiler.values import SMALL, UNKNOWN, Constant, Value
from spielbaum.errors import Message

HEADER = 3
LEAST_ROOM = 8
"""The room of a list that starts empty."""


class View(NamedTuple):
    """Elements that lie side by side in memory.

    Attributes
    ----------
    length
        Their number, as a word.
    data
        The address of the first.
    element
        Their type.
    fixed
        Their number, if it is known already.
    stable
        Whether the memory does not change.
    """

    length: str
    data: str
    element: Any
    fixed: int | None
    stable: bool


def is_sequence(value: Any) -> bool:
    """Return whether a value has elements with indexes."""
    if isinstance(value, Value):
        return isinstance(value.type, TupleT | SequenceT) or value.type in (RANGE, STR) or is_list(value.type)
    return is_table(value)


def view_of(emitter: Emitter, value: Any, node: ast.AST) -> View:
    """Return the elements of a sequence."""
    code = emitter.code
    if isinstance(value, Constant):
        items = plain(value.value)
        element = element_type(items)
        if element is None:
            emitter.fail(node, f"uses {described(value)}, whose elements have no common type")
        return View(str(len(items)), constants.table(emitter, items, element), element, len(items), True)
    value = emitter.unwrapped(value, node)
    kind = value.type
    if kind == RANGE:
        value = sequence_of(emitter, value, INT, node)
        kind = value.type
    if isinstance(kind, TupleT):
        element = kind.element
        if element is None:
            emitter.fail(node, f"goes over {kind}, whose items have no common type")
        items = TupleT((element,) * len(kind.items))
        if kind.items != items.items:
            value = emitter.convert(Value(TupleT(kind.items), value.parts, value.pointer), items, node)
        return View(str(len(kind.items)), emitter.addressed(value, node, "view"), element, len(kind.items), True)
    if kind == STR:
        value = letters_of(emitter, value)
        kind = value.type
    if kind == NEVER:  # it never has a value, or its type is found later
        return View("0", "null", NEVER, None, True)
    if not (isinstance(kind, SequenceT) or is_list(kind)):
        emitter.fail(node, f"uses {kind} as a sequence")
    header = code.pointer(value.word)
    length = code.load(header)
    return View(length, code.pointer(code.load(header, 2)), kind.element, None, isinstance(kind, SequenceT))


def letters_of(emitter: Emitter, value: Value) -> Value:
    """Return the letters of a string."""
    return Value(SequenceT(STR), (emitter.code.load(emitter.unit.letters(), value.word),))


def length_of(emitter: Emitter, value: Any, node: ast.AST) -> Value:
    """Return the length of a sequence."""
    if isinstance(value, Constant):
        return emitter.integer(len(plain(value.value)))
    kind = value.type
    if isinstance(kind, TupleT):
        return emitter.integer(len(kind.items))
    if kind == RANGE:
        return Value(INT, (range_length(emitter, value),))
    value = emitter.unwrapped(value, node)
    value = letters_of(emitter, value) if value.type == STR else value
    return Value(INT, (emitter.code.load(emitter.code.pointer(value.word)),))


def range_length(emitter: Emitter, value: Value) -> str:
    """Return the length of a range."""
    code, (start, stop, step) = emitter.code, value.parts
    try:
        return str(len(range(int(start), int(stop), int(step))))
    except ValueError:
        pass
    if step == "1":
        gap = code.op(f"sub i64 {stop}, {start}")
        return code.choose(code.compare("sgt", stop, start), gap, "0")
    up = code.compare("sgt", step, "0")
    low, high = code.choose(up, start, stop), code.choose(up, stop, start)
    size = code.choose(up, step, code.op(f"sub i64 0, {step}"))
    gap = code.op(f"sub i64 {code.op(f'sub i64 {high}, {low}')}, 1")
    count = code.op(f"add i64 {code.op(f'sdiv i64 {gap}, {size}')}, 1")
    return code.choose(code.compare("sgt", high, low), count, "0")


def place_in(emitter: Emitter, index: Value, length: str, what: str) -> str:
    """Return an index from the start, given one that may be negative; one out of range raises ``IndexError``.

    Most are from the start: a branch that is predicted costs less than a choice, for which the element would wait.
    """
    code = emitter.code
    word = index.word
    if index.known is not UNKNOWN and length.isdigit():
        known, count = int(index.known), int(length)
        if -count <= known < count:
            return str(known % count)
    here, other, back, good = (code.label() for _ in range(4))
    code.do(f"br label %{here}")
    code.start(here)
    code.do(f"br i1 {code.op(f'icmp ult i64 {word}, {length}')}, label %{good}, label %{other}, !prof !1")
    code.start(other)
    from_end = code.op(f"add i64 {word}, {length}")
    emitter.throw_if(code.op(f"icmp uge i64 {from_end}, {length}"), IndexError, f"{what} index out of range")
    code.do(f"br label %{back}")
    code.start(back)
    code.do(f"br label %{good}")
    code.start(good)
    return code.op(f"phi i64 [ {word}, %{here} ], [ {from_end}, %{back} ]")


def element_at(emitter: Emitter, view: View, place: str, node: ast.AST) -> Value:
    """Return an element; its place is from 0 on and below the length."""
    value = emitter.loaded(view.element, view.data, emitter.code.times(place, view.element.words))
    return value if view.stable else emitter.copied(value, node, "element")


def item_of(emitter: Emitter, value: Any, index: Value, node: ast.AST) -> Any:
    """Return ``value[index]``."""
    if isinstance(value, Constant):
        items = plain(value.value)
        if index.known is not UNKNOWN:
            if not -len(items) <= int(index.known) < len(items):
                emitter.throw(IndexError, f"{type(items).__name__} index out of range")
                return Value(NEVER)
            return Constant(items[int(index.known)], f"{value.path}[{int(index.known)}]")
        if items and element_type(items) is None:
            return chosen(emitter, items, place_in(emitter, index, str(len(items)), "tuple"), value.path, node)
    else:
        value = emitter.unwrapped(value, node)
        if isinstance(value.type, TupleT) and index.known is not UNKNOWN:
            count = len(value.type.items)
            if not -count <= int(index.known) < count:
                emitter.throw(IndexError, "tuple index out of range")
                return Value(NEVER)
            return emitter.item(value, int(index.known) % count)
        if value.type == RANGE:
            place = place_in(emitter, index, range_length(emitter, value), "range object")
            return Value(INT, (range_item(emitter, value, place),))
    view = view_of(emitter, value, node)
    if view.element == NEVER:
        emitter.throw(IndexError, "index out of range")
        return Value(NEVER)
    what = "list" if isinstance(value, Value) and is_list(value.type) else "tuple"
    return element_at(emitter, view, place_in(emitter, index, view.length, what), node)


def range_item(emitter: Emitter, value: Value, place: str) -> str:
    """Return an element of a range."""
    code, (start, _, step) = emitter.code, value.parts
    if step == "1":
        return code.op(f"add i64 {start}, {place}")
    return code.op(f"add i64 {start}, {code.op(f'mul i64 {place}, {step}')}")


# Loops


def count_up(emitter: Emitter, length: Callable[[], str], body: Callable[[str], None], key: Any, node: ast.AST) -> None:
    """Write ``for place in range(length())``, whose length is read again before each step."""
    code = emitter.code
    counter = code.slot((emitter.path, id(node), key, "counter"), 1)
    code.store("0", counter)

    def once() -> list[Any]:
        place = code.load(counter)
        inside, end = emitter.split(code.op(f"icmp slt i64 {place}, {length()}"))
        emitter.resume(inside)
        code.store(code.op(f"add i64 {place}, 1"), counter)
        body(place)
        return [end]

    emitter.meet(emitter.repeat((id(node), key), once, node), node)


# New sequences


def allocated(emitter: Emitter, words: str) -> str:
    """Return the address of new memory of the region."""
    code = emitter.code
    code.allocates = True
    found = code.op(f"call ptr @NRT_Allocate(i64 {code.op(f'shl i64 {words}, 3')})")
    emitter.throw_if(code.op(f"icmp eq ptr {found}, null"), MemoryError, None)
    return found


def new_list(emitter: Emitter, node: ast.AST, tag: str, element: Any, *, length: str = "0", room: str = "") -> Value:
    """Return a new list; its elements have to be written.

    Parameters
    ----------
    element
        What is known of the type of its elements.
    length, room
        Its length and its room; without a room it is as long as it is, or of ``LEAST_ROOM`` if it is empty.
    """
    cell = emitter.compiler.cell((emitter.path, id(node), tag))
    widen(cell, element)
    has_length(cell, int(length) if length.isdigit() else None)
    if not room:
        room = str(max(int(length), LEAST_ROOM)) if length.isdigit() else length
    words = cell.root.element.words
    size = emitter.code.times(room, words)
    whole = str(int(size) + HEADER) if size.isdigit() else emitter.code.op(f"add i64 {size}, {HEADER}")
    header = allocated(emitter, whole)
    data = emitter.code.address(header, HEADER)
    for place, word in enumerate((length, room, emitter.code.word(data))):
        emitter.code.store(word, header, place)
    return Value(ContainerT("list", cell), (emitter.code.word(header),))


def append(emitter: Emitter, header_word: str, cell: Cell, value: Any, node: ast.AST) -> None:
    """Write ``list.append``."""
    value = emitter.value(value, node)
    if not widen(cell, value.type):
        emitter.fail(node, f"puts {value.type} into a list of {cell.root.element}: let its elements have one type")
    element = cell.root.element
    value = emitter.convert(value, element, node)
    code, words = emitter.code, element.words
    header = code.pointer(header_word)
    length, room = code.load(header), code.load(header, 1)
    grow_if(emitter, code.op(f"icmp uge i64 {length}, {room}"), header, words)
    data = code.pointer(code.load(header, 2))
    emitter.store(value, data, code.times(length, words))
    code.store(code.op(f"add i64 {length}, 1"), header)


def grow_if(emitter: Emitter, bit: str, header: str, words: int) -> None:
    """Write code that doubles the room of a list if a bit is set."""
    code = emitter.code
    full, enough = code.label(), code.label()
    code.do(f"br i1 {bit}, label %{full}, label %{enough}, !prof !0")
    code.start(full)
    length, room, old = code.load(header), code.load(header, 1), code.pointer(code.load(header, 2))
    more = code.op(f"add i64 {code.op(f'shl i64 {room}, 1')}, {LEAST_ROOM}")
    data = allocated(emitter, code.times(more, words))
    code.copy(data, old, code.times(length, words))
    code.store(more, header, 1)
    code.store(code.word(data), header, 2)
    code.do(f"br label %{enough}")
    code.start(enough)


def sequence_of(emitter: Emitter, value: Any, element: Any, node: ast.AST) -> Value:
    """Return any iterable as a sequence whose elements have a type; it is copied unless it cannot change."""
    if isinstance(value, Constant):
        word = constants.header(emitter, plain(value.value), element)
        return Value(SequenceT(element), (emitter.code.word(word),))
    if isinstance(value, Value) and isinstance(value.type, SequenceT) and value.type.element == element:
        return value
    made = list_of(emitter, value, node)
    if made.type.element not in (NEVER, element) and not widen(made.type.cell, element):
        emitter.fail(node, f"gives a sequence of {made.type.element} where one of {element} is needed")
    return Value(SequenceT(element), made.parts)


def list_of(emitter: Emitter, iterable: Any, node: ast.AST, tag: str = "list") -> Value:
    """Return a new list of what an iterable yields."""
    code = emitter.code
    if isinstance(iterable, Value) and not isinstance(iterable.type, ContainerT):
        iterable = emitter.unwrapped(iterable, node)
    if is_sequence(iterable) and not (isinstance(iterable, Value) and iterable.type == RANGE):
        view = view_of(emitter, iterable, node)
        made = new_list(emitter, node, tag, view.element, length=view.length)
        if made.type.element == view.element:
            data = code.pointer(code.load(code.pointer(made.word), 2))
            code.copy(data, view.data, code.times(view.length, view.element.words))
            return made
    made = new_list(emitter, node, tag, NEVER)
    change_length(made.type.cell)
    header = code.slot((emitter.path, id(node), tag, "header"), 1)
    code.store(made.word, header)
    cell = made.type.cell
    emitter.compiler.iterate(
        emitter, iterable, lambda value: append(emitter, code.load(header), cell, value, node), node
    )
    return Value(ContainerT("list", cell), (code.load(header),))


def slice_of(emitter: Emitter, value: Any, start: Any, stop: Any, step: Any, node: ast.AST, tag: str = "slice") -> Any:
    """Return ``value[start:stop:step]``; each part is a value or None."""
    parts = (start, stop, step)
    if all(part is None or part.known is not UNKNOWN for part in parts):
        known = slice(*(None if part is None else int(part.known) for part in parts))
        if isinstance(value, Constant):
            return Constant(plain(value.value)[known], value.path)
        if isinstance(value.type, TupleT):
            items = list(emitter.items(value))[known] if value.type.words <= SMALL else None
            if items is not None:
                return emitter.tuple_of(items, None, node)
            chosen = range(len(value.type.items))[known]
            if chosen.step == 1 and len(chosen):
                kind = TupleT(value.type.items[known])
                return emitter.loaded(kind, value.pointer, value.type.offset(chosen.start))
            return emitter.tuple_of([emitter.item(value, place) for place in chosen], None, node)
    code = emitter.code
    view = view_of(emitter, value, node)
    by = 1 if step is None else step.known
    if by is UNKNOWN:
        emitter.fail(
            node, Message("takes a slice whose step is known only at run time: write a loop, or a list in [ ]")
        )
    if by == 0:
        emitter.throw(ValueError, "slice step cannot be zero")
        return Value(NEVER)
    if by != 1:
        made = _stepped(emitter, view, start, stop, int(by), node, tag)
        return made if isinstance(value, Value) and is_list(value.type) else Value(SequenceT(view.element), made.parts)
    first = "0" if start is None else _clipped(emitter, start.word, view.length)
    end = view.length if stop is None else _clipped(emitter, stop.word, view.length)
    gap = code.op(f"sub i64 {end}, {first}")
    length = code.choose(code.compare("sgt", gap, "0"), gap, "0")
    made = new_list(emitter, node, tag, view.element, length=length)
    words = view.element.words
    source = code.address(view.data, code.times(first, words))
    code.copy(code.pointer(code.load(code.pointer(made.word), 2)), source, code.times(length, words))
    return made if isinstance(value, Value) and is_list(value.type) else Value(SequenceT(view.element), made.parts)


def _clipped(emitter: Emitter, word: str, length: str) -> str:
    """Return the end of a slice as an index from 0 to the length."""
    code = emitter.code
    word = code.choose(code.compare("slt", word, "0"), code.op(f"add i64 {word}, {length}"), word)
    word = code.choose(code.compare("slt", word, "0"), "0", word)
    return code.choose(code.compare("sgt", word, length), length, word)


def _stepped(emitter: Emitter, view: View, start: Any, stop: Any, step: int, node: ast.AST, tag: str) -> Value:
    """Return a list of every ``step``-th element, from the end if the step is negative."""
    code = emitter.code
    last = view.length if step > 0 else code.op(f"sub i64 {view.length}, 1")
    ends = []
    for part, default in ((start, "0" if step > 0 else last), (stop, last if step > 0 else "-1")):
        word = default
        if part is not None:
            word = part.word
            word = code.choose(code.compare("slt", word, "0"), code.op(f"add i64 {word}, {view.length}"), word)
            least = "0" if step > 0 else "-1"
            word = code.choose(code.compare("slt", word, least), least, word)
            word = code.choose(code.compare("sgt", word, last), last, word)
        ends.append(word)
    low, high = ends if step > 0 else ends[::-1]
    gap = code.op(f"add i64 {code.op(f'sub i64 {high}, {low}')}, {abs(step) - 1}")
    length = code.op(f"sdiv i64 {gap}, {abs(step)}")
    length = code.choose(code.compare("sgt", gap, "0"), length, "0")
    made = new_list(emitter, node, tag, view.element, length=length)
    words = view.element.words
    source = code.slot((emitter.path, id(node), tag, "source"), 4)
    for place, word in enumerate((made.word, length, code.word(view.data), ends[0])):
        code.store(word, source, place)

    def body(place: str) -> None:
        taken = code.op(f"add i64 {code.load(source, 3)}, {code.op(f'mul i64 {place}, {step}')}")
        value = emitter.loaded(view.element, code.pointer(code.load(source, 2)), emitter.code.times(taken, words))
        data = code.pointer(code.load(code.pointer(code.load(source)), 2))
        emitter.store(value, data, emitter.code.times(place, words))

    count_up(emitter, lambda: code.load(source, 1), body, f"{tag} stepped", node)
    return Value(made.type, (code.load(source),))


def put_slice(emitter: Emitter, owner: Value, start: Any, stop: Any, given: Any, node: ast.AST) -> None:
    """Write ``owner[start:stop] = given``; nothing given deletes the elements."""
    owner = emitter.unwrapped(owner, node)
    if not is_list(owner.type):
        emitter.fail(node, f"changes a slice of {owner.type}, which cannot be changed")
    code, cell = emitter.code, owner.type.cell
    change_length(cell)
    slot = code.slot((emitter.path, id(node), "changed slice"), 4)
    code.store(owner.word, slot)
    count = code.load(code.pointer(owner.word))
    first = "0" if start is None else _clipped(emitter, start.word, count)
    end = count if stop is None else _clipped(emitter, stop.word, count)
    code.store(first, slot, 1)
    code.store(code.choose(code.compare("slt", end, first), first, end), slot, 2)
    made = new_list(emitter, node, "changed slice", NEVER)
    change_length(made.type.cell)
    code.store(made.word, slot, 3)
    if not unify(cell, made.type.cell):
        emitter.fail(node, f"puts a list of {made.type.element} into {owner.type}")

    def part(low: Callable[[], str], high: Callable[[], str], tag: str) -> None:
        def body(place: str) -> None:
            view = view_of(emitter, Value(owner.type, (code.load(slot),)), node)
            at = code.op(f"add i64 {place}, {low()}")
            append(emitter, code.load(slot, 3), cell, element_at(emitter, view, at, node), node)

        count_up(emitter, lambda: code.op(f"sub i64 {high()}, {low()}"), body, tag, node)

    part(lambda: "0", lambda: code.load(slot, 1), "before")
    if given is not None:
        emitter.compiler.iterate(
            emitter, given, lambda value: append(emitter, code.load(slot, 3), cell, value, node), node
        )
    part(lambda: code.load(slot, 2), lambda: code.load(code.pointer(code.load(slot))), "after")
    code.copy(code.pointer(code.load(slot)), code.pointer(code.load(slot, 3)), HEADER)
