"""Sorting by insertion, which is stable, as in Python."""

import ast
from typing import Any

from spielbaum.compiler import comparisons, sequences
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import NEVER, ContainerT, change_length
from spielbaum.compiler.values import UNKNOWN, Value


def sort(emitter: Emitter, owner: Value, key: Any, reverse: Any, node: ast.AST) -> None:
    """Write ``owner.sort(key=key, reverse=reverse)``.

    Elements are inserted one after the other behind those that are not greater.
    """
    if owner.type.element == NEVER:
        return
    code = emitter.code
    backwards = reverse is not None and reverse.known
    if reverse is not None and reverse.known is UNKNOWN:
        emitter.fail(node, "sorts with reverse= that is known only at run time: write if, with one sort for each case")
    element = owner.type.element
    words = element.words
    keys = _keys(emitter, owner, key, node)
    rank = keys.type.element
    slot = code.slot((emitter.path, id(node), "sort"), 3)
    code.store(owner.word, slot)
    code.store(keys.word, slot, 1)
    moved = emitter.room(node, "moved", words)
    moved_key = emitter.room(node, "moved key", rank.words)

    def data(place: int) -> str:
        return code.pointer(code.load(code.pointer(code.load(slot, place)), 2))

    def insert(place: str) -> None:
        code.copy(moved, code.address(data(0), code.times(place, words)), words)
        if key is not None:
            code.copy(moved_key, code.address(data(1), code.times(place, rank.words)), rank.words)
        code.store(place, slot, 2)
        ready: list[Any] = emitter.collecting([])

        def once() -> list[Any]:
            now = code.load(slot, 2)
            going, end = emitter.split(code.op(f"icmp sgt i64 {now}, 0"))
            emitter.resume(going)
            before = code.op(f"sub i64 {now}, 1")
            theirs = emitter.loaded(rank, data(1 if key is not None else 0), code.times(before, rank.words))
            mine = emitter.loaded(rank, moved_key if key is not None else moved)
            one, other = (theirs, mine) if backwards else (mine, theirs)
            less = comparisons.compared(emitter, "lt", one, other, node)
            shift, stay = emitter.split(code.truth(less.word))
            emitter.resume(shift)
            for side, size in ((0, words), *(((1, rank.words),) if key is not None else ())):
                base = data(side)
                kind = element if side == 0 else rank
                value = emitter.copied(emitter.loaded(kind, base, code.times(before, size)), node, f"shifted {side}")
                emitter.store(value, base, code.times(now, size))
            code.store(before, slot, 2)
            return [end, stay]

        ready += emitter.repeat((id(node), "insert"), once, node)
        emitter.collected()
        emitter.meet(ready, node)
        now = code.load(slot, 2)
        code.copy(code.address(data(0), code.times(now, words)), moved, words)
        if key is not None:
            code.copy(code.address(data(1), code.times(now, rank.words)), moved_key, rank.words)

    def length() -> str:
        return code.load(code.pointer(code.load(slot)))

    sequences.count_up(emitter, length, insert, "sort", node)


def _keys(emitter: Emitter, owner: Value, key: Any, node: ast.AST) -> Value:
    """Return the list of the keys; without a key the list itself."""
    if key is None:
        return owner
    code = emitter.code
    made = sequences.new_list(emitter, node, "keys", NEVER)
    change_length(made.type.cell)
    header = code.slot((emitter.path, id(node), "keys"), 1)
    code.store(made.word, header)
    cell = made.type.cell

    def body(element: Any) -> None:
        value = emitter.compiler.call(emitter, key, [element], {}, node)
        sequences.append(emitter, code.load(header), cell, value, node)

    emitter.compiler.iterate(emitter, owner, body, node)
    return Value(ContainerT("list", cell), (code.load(header),))
