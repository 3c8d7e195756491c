"""Sorting, which is stable, as in Python: of short lists by insertion, of long ones by merging."""

import ast
from typing import Any

from spielbaum.compiler import comparisons, library, sequences
from spielbaum.compiler.bools import truth
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import NEVER, ContainerT, change_length
from spielbaum.compiler.values import UNKNOWN, Constant, Value

SHORT = 32


def sort(emitter: Emitter, owner: Value, key: Any, reverse: Any, node: ast.AST) -> None:
    """Write ``owner.sort(key=key, reverse=reverse)``."""
    if owner.type.element == NEVER:
        return
    if reverse is not None and reverse.known is UNKNOWN:
        _either_way(emitter, owner, key, reverse, node)
        return
    backwards = reverse is not None and bool(reverse.known)
    keys = _keys(emitter, owner, key, node)
    is_short = isinstance(owner.type.cell.length, int) and owner.type.cell.length <= SHORT
    long = [] if is_short else [_merged(emitter, owner, keys, node, backwards=backwards)]
    _insert_all(emitter, owner, keys, node, backwards=backwards)
    if long:
        emitter.meet([*long, emitter.leave()], node)


def _insert_all(emitter: Emitter, owner: Value, keys: Value, node: ast.AST, *, backwards: bool) -> None:
    """Insert the elements one after the other behind those that are not greater."""
    code, element, rank = emitter.code, owner.type.element, keys.type.element
    words, has_keys = element.words, keys is not owner
    slot = code.slot((emitter.path, id(node), "sort"), 3)
    code.store(owner.word, slot)
    code.store(keys.word, slot, 1)
    moved = emitter.room(node, "moved", words)
    moved_key = emitter.room(node, "moved key", rank.words)

    def data(place: int) -> str:
        return code.pointer(code.load(code.pointer(code.load(slot, place)), 2))

    def insert(place: str) -> None:
        code.copy(moved, code.address(data(0), code.times(place, words)), words)
        if has_keys:
            code.copy(moved_key, code.address(data(1), code.times(place, rank.words)), rank.words)
        code.store(place, slot, 2)
        ready: list[Any] = emitter.collecting([])

        def once() -> list[Any]:
            now = code.load(slot, 2)
            going, end = emitter.split(code.op(f"icmp sgt i64 {now}, 0"))
            emitter.resume(going)
            before = code.op(f"sub i64 {now}, 1")
            theirs = emitter.loaded(rank, data(1 if has_keys else 0), code.times(before, rank.words))
            mine = emitter.loaded(rank, moved_key if has_keys else moved)
            one, other = (theirs, mine) if backwards else (mine, theirs)
            less = comparisons.compared(emitter, "lt", one, other, node)
            shift, stay = emitter.split(code.truth(less.word))
            emitter.resume(shift)
            for side, size in ((0, words), *(((1, rank.words),) if has_keys else ())):
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
        if has_keys:
            code.copy(code.address(data(1), code.times(now, rank.words)), moved_key, rank.words)

    def length() -> str:
        return code.load(code.pointer(code.load(slot)))

    sequences.count_up(emitter, length, insert, "sort", node)


def _either_way(emitter: Emitter, owner: Value, key: Any, reverse: Value, node: ast.AST) -> None:
    """Write a sort whose direction is known at run time only."""
    held = emitter.held(owner, node)
    ends: list[Any] = emitter.collecting([])
    for edge, known in zip(emitter.split(emitter.code.truth(reverse.word)), (True, False), strict=True):
        emitter.resume(edge)
        with emitter.inside((id(node), "direction", known)):
            sort(emitter, emitter.current(held), key, truth(known), node)
        ends.append(emitter.leave())
    emitter.collected()
    emitter.meet(ends, node)


def _merged(emitter: Emitter, owner: Value, keys: Value, node: ast.AST, *, backwards: bool) -> Any:
    """Write the sort of a long list, and return its end; a short one goes on after it.

    Backwards, it is reversed before and after, so that equal elements keep their order.
    """
    code = emitter.code
    length = code.load(code.pointer(owner.word))
    long, short = emitter.split(code.op(f"icmp sgt i64 {length}, {SHORT}"))
    emitter.resume(long)
    lists = [owner] if keys is owner else [owner, keys]
    with emitter.inside((id(node), "long")):
        for place, one in enumerate(lists if backwards else ()):
            _reverse(emitter, one, node, f"before {place}")
        emitter.compiler.call(emitter, Constant(library.merge_sorted), [owner, keys], {}, node)
        if backwards:
            _reverse(emitter, owner, node, "after")
    end = emitter.leave()
    emitter.resume(short)
    return end


def _reverse(emitter: Emitter, owner: Value, node: ast.AST, tag: str) -> None:
    made = sequences.slice_of(emitter, owner, None, None, emitter.integer(-1), node, tag)
    emitter.code.copy(emitter.code.pointer(owner.word), emitter.code.pointer(made.word), sequences.HEADER)


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
