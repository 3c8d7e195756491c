"""Sets and dictionaries as hash tables: entries in the order in which they came, beside a table of their places.

The header has six words: the number of entries that are there, the number of entries that ever were, the room, the
address of the entries, the size of the table less 1, and the address of the table. An entry is a word that is 1 while
it is there, the key, and the value.
"""

import ast
from typing import Any

from spielbaum.compiler import hash_tables, sequences
from spielbaum.compiler.emitter import Emitter
from spielbaum.compiler.types import FLOAT, NEVER, ContainerT, holds_container, join
from spielbaum.compiler.values import Value
from spielbaum.errors import Message


def key_type(kind: ContainerT) -> Any:
    """Return the type of the keys."""
    element = kind.element
    return element.items[0] if kind.kind == "dict" and element != NEVER else element


def value_type(kind: ContainerT) -> Any:
    """Return the type of the values of a dictionary."""
    return kind.element.items[1] if kind.element != NEVER else NEVER


def entry_words(kind: ContainerT) -> tuple[int, int]:
    """Return the words of a key and of an entry."""
    key = key_type(kind).words
    return key, 1 + key + (value_type(kind).words if kind.kind == "dict" else 0)


def checked_key(emitter: Emitter, kind: Any, node: ast.AST) -> None:
    """Refuse a type that cannot be that of keys."""
    if holds_container(kind):
        emitter.fail(node, f"uses {kind} as a key: make it a tuple of fixed length, or a number")
    if kind == FLOAT:
        emitter.fail(node, Message("uses a float as a key, which cannot be compiled: use whole numbers"))


def new_table(emitter: Emitter, node: ast.AST, tag: str = "table") -> Value:
    """Return an empty dictionary."""
    cell = emitter.compiler.cell((emitter.path, id(node), "dict", tag))
    address = sequences.allocated(emitter, str(hash_tables.HEADER))
    value = Value(ContainerT("dict", cell), (emitter.code.word(address),))
    clear(emitter, value)
    return value


def clear(emitter: Emitter, owner: Value) -> None:
    """Write ``dict.clear()``."""
    address = emitter.code.pointer(owner.word)
    for place in range(hash_tables.HEADER):
        emitter.code.store("-1" if place == hash_tables.MASK else "0", address, place)


def inserted(emitter: Emitter, owner: Value, key: Value, node: ast.AST) -> str:
    """Write code that makes an entry unless it is there, and return the address of the entry."""
    symbol = hash_tables.insert(emitter.unit, *entry_words(owner.type))
    emitter.code.allocates = True
    code = emitter.code
    found = code.op(f"call ptr @{symbol}(ptr {code.pointer(owner.word)}, ptr {emitter.addressed(key, node, 'key')})")
    emitter.throw_if(code.op(f"icmp eq ptr {found}, null"), MemoryError, None)
    return found


def found(emitter: Emitter, owner: Value, key: Value, node: ast.AST) -> str:
    """Return the place of an entry, or -1."""
    wanted = key_type(owner.type)
    if wanted == NEVER:
        return "-1"
    symbol = hash_tables.find(emitter.unit, *entry_words(owner.type))
    key = emitter.convert(key, wanted, node)
    address = emitter.addressed(key, node, "key")
    return emitter.code.op(f"call i64 @{symbol}(ptr {emitter.code.pointer(owner.word)}, ptr {address})")


def may_be_key(key: Any, wanted: Any) -> bool:
    """Return whether keys of a type can hold a value of another."""
    return bool(join(key, wanted) == wanted)


def entry(emitter: Emitter, owner: Value, place: str) -> str:
    """Return the address of an entry."""
    code, (_, words) = emitter.code, entry_words(owner.type)
    entries = code.pointer(code.load(code.pointer(owner.word), hash_tables.ENTRIES))
    return code.address(entries, code.times(place, words))


def drop(emitter: Emitter, owner: Value, key: Value, node: ast.AST, error: type[BaseException] | None) -> None:
    """Write code that removes an entry."""
    if key_type(owner.type) == NEVER or not may_be_key(key.type, key_type(owner.type)):
        if error:
            emitter.throw(error, None)
        return
    code = emitter.code
    place = found(emitter, owner, key, node)
    missing, there = emitter.split(code.op(f"icmp slt i64 {place}, 0"))
    emitter.resume(missing)
    ends = []
    if error:
        emitter.throw(error, None)
    else:
        ends.append(emitter.leave())
    emitter.resume(there)
    code.store("0", entry(emitter, owner, place))
    header_of = code.pointer(owner.word)
    code.store(code.op(f"sub i64 {code.load(header_of)}, 1"), header_of)
    emitter.meet([*ends, emitter.leave()], node)
