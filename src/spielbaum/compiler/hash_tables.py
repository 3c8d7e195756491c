"""The functions behind sets, dictionaries and deques, in LLVM's language; each is written once for a size of its keys.

See :mod:`spielbaum.compiler.containers` for their memory.
"""

import ast
from collections.abc import Sequence
from typing import Any

from spielbaum.compiler.code import Unit

USED, FILL, ROOM, ENTRIES, MASK, TABLE = range(6)
HEADER = 6

SMALL_KEYS = 256
"""A set of numbers has a bit for each key from 0 to below it, in words after its header; others are in the table."""

MASKED_HEADER = HEADER + SMALL_KEYS // 64

DENSE = 4096
"""The largest table that is indexed by keys themselves."""

_FIND = """
define internal i64 @{name}(ptr %header, ptr %key) {{
entry:
  %mask.at = getelementptr i64, ptr %header, i64 4
  %mask = load i64, ptr %mask.at
  %empty = icmp slt i64 %mask, 0
  br i1 %empty, label %absent, label %hashed
hashed:
{hash}
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %table.at = getelementptr i64, ptr %header, i64 5
  %table.word = load i64, ptr %table.at
  %table = inttoptr i64 %table.word to ptr
  %first = and i64 %h, %mask
  br label %probe
probe:
  %i = phi i64 [ %first, %hashed ], [ %next, %other ]
  %at = getelementptr i64, ptr %table, i64 %i
  %number = load i64, ptr %at
  %free = icmp eq i64 %number, 0
  br i1 %free, label %absent, label %test
test:
  %place = sub i64 %number, 1
  %offset = mul i64 %place, {entry}
  %e = getelementptr i64, ptr %entries, i64 %offset
  %live = load i64, ptr %e
  %same.0 = icmp ne i64 %live, 0
{compare}
  br i1 %same.{words}, label %found, label %other
other:
  %after = add i64 %i, 1
  %next = and i64 %after, %mask
  br label %probe
found:
  ret i64 %place
absent:
  ret i64 -1
}}
"""

_INSERT = """
define internal ptr @{name}(ptr %header, ptr %key) {{
entry:
  %known = call i64 @{find}(ptr %header, ptr %key)
  %there = icmp sge i64 %known, 0
  br i1 %there, label %old, label %new
old:
  %old.word.at = getelementptr i64, ptr %header, i64 3
  %old.word = load i64, ptr %old.word.at
  %old.entries = inttoptr i64 %old.word to ptr
  %old.offset = mul i64 %known, {entry}
  %old.entry = getelementptr i64, ptr %old.entries, i64 %old.offset
  ret ptr %old.entry
new:
  %fill.at = getelementptr i64, ptr %header, i64 1
  %fill = load i64, ptr %fill.at
  %room.at = getelementptr i64, ptr %header, i64 2
  %room = load i64, ptr %room.at
  %full = icmp sge i64 %fill, %room
  br i1 %full, label %grow, label %write
grow:
  %failed = call i32 @{grow}(ptr %header)
  %bad = icmp ne i32 %failed, 0
  br i1 %bad, label %none, label %write
none:
  ret ptr null
write:
  %now = load i64, ptr %fill.at
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %offset = mul i64 %now, {entry}
  %e = getelementptr i64, ptr %entries, i64 %offset
  store i64 1, ptr %e
{copy}
  %more = add i64 %now, 1
  store i64 %more, ptr %fill.at
  %used = load i64, ptr %header
  %used.more = add i64 %used, 1
  store i64 %used.more, ptr %header
  call void @{enter}(ptr %header, i64 %now)
  ret ptr %e
}}

define internal void @{enter}(ptr %header, i64 %place) {{
entry:
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %offset = mul i64 %place, {entry}
  %e = getelementptr i64, ptr %entries, i64 %offset
  %key = getelementptr i64, ptr %e, i64 1
  %mask.at = getelementptr i64, ptr %header, i64 4
  %mask = load i64, ptr %mask.at
{hash}
  %table.at = getelementptr i64, ptr %header, i64 5
  %table.word = load i64, ptr %table.at
  %table = inttoptr i64 %table.word to ptr
  %first = and i64 %h, %mask
  br label %probe
probe:
  %i = phi i64 [ %first, %entry ], [ %next, %other ]
  %at = getelementptr i64, ptr %table, i64 %i
  %number = load i64, ptr %at
  %free = icmp eq i64 %number, 0
  br i1 %free, label %found, label %other
other:
  %after = add i64 %i, 1
  %next = and i64 %after, %mask
  br label %probe
found:
  %stored = add i64 %place, 1
  store i64 %stored, ptr %at
  ret void
}}

define internal i32 @{grow}(ptr %header) noinline {{
entry:
  %fill.at = getelementptr i64, ptr %header, i64 1
  %room.at = getelementptr i64, ptr %header, i64 2
  %entries.at = getelementptr i64, ptr %header, i64 3
  %mask.at = getelementptr i64, ptr %header, i64 4
  %table.at = getelementptr i64, ptr %header, i64 5
  %fill = load i64, ptr %fill.at
  %used = load i64, ptr %header
  %double = shl i64 %used, 1
  %enough = icmp sgt i64 %double, 8
  %room = select i1 %enough, i64 %double, i64 8
  %bits = call i64 @llvm.ctlz.i64(i64 %room, i1 true)
  %log = sub i64 65, %bits
  %size = shl i64 1, %log
  %mask = sub i64 %size, 1
  %entry.words = mul i64 %room, {entry}
  %all = add i64 %entry.words, %size
  %bytes = shl i64 %all, 3
  %memory = call ptr @NRT_Allocate(i64 %bytes)
  %failed = icmp eq ptr %memory, null
  br i1 %failed, label %bad, label %good
bad:
  ret i32 1
good:
  %table = getelementptr i64, ptr %memory, i64 %entry.words
  %table.bytes = shl i64 %size, 3
  call void @llvm.memset.p0.i64(ptr %table, i8 0, i64 %table.bytes, i1 false)
  %old.word = load i64, ptr %entries.at
  %old = inttoptr i64 %old.word to ptr
  %memory.word = ptrtoint ptr %memory to i64
  %table.word = ptrtoint ptr %table to i64
  store i64 %room, ptr %room.at
  store i64 %memory.word, ptr %entries.at
  store i64 %mask, ptr %mask.at
  store i64 %table.word, ptr %table.at
  br label %next
next:
  %i = phi i64 [ 0, %good ], [ %i.next, %step ]
  %kept = phi i64 [ 0, %good ], [ %kept.next, %step ]
  %going = icmp slt i64 %i, %fill
  br i1 %going, label %look, label %done
look:
  %from.offset = mul i64 %i, {entry}
  %from = getelementptr i64, ptr %old, i64 %from.offset
  %live = load i64, ptr %from
  %is.live = icmp ne i64 %live, 0
  br i1 %is.live, label %move, label %step
move:
  %to.offset = mul i64 %kept, {entry}
  %to = getelementptr i64, ptr %memory, i64 %to.offset
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 {bytes}, i1 false)
  call void @{enter}(ptr %header, i64 %kept)
  %kept.more = add i64 %kept, 1
  br label %step
step:
  %kept.next = phi i64 [ %kept, %look ], [ %kept.more, %move ]
  %i.next = add i64 %i, 1
  br label %next
done:
  store i64 %kept, ptr %fill.at
  ret i32 0
}}
"""

_MASK = """
define internal i64 @set.has.{suffix}(ptr %header, i64 %key) alwaysinline {{
entry:
  %small = icmp ult i64 %key, {keys}
  br i1 %small, label %bits, label %table, !prof !1
bits:
  %word = lshr i64 %key, 6
  %place = add i64 %word, {header}
  %at = getelementptr i64, ptr %header, i64 %place
  %mask = load i64, ptr %at
  %shift = and i64 %key, 63
  %rest = lshr i64 %mask, %shift
  %bit = and i64 %rest, 1
  ret i64 %bit
table:
  %held = alloca i64
  store i64 %key, ptr %held
  %found = call i64 @{find}(ptr %header, ptr %held)
  %there = icmp sge i64 %found, 0
  %answer = zext i1 %there to i64
  ret i64 %answer
}}

define internal i32 @set.add.{suffix}(ptr %header, i64 %key) alwaysinline {{
entry:
  %small = icmp ult i64 %key, {keys}
  br i1 %small, label %bits, label %table, !prof !1
bits:
  %word = lshr i64 %key, 6
  %place = add i64 %word, {header}
  %at = getelementptr i64, ptr %header, i64 %place
  %mask = load i64, ptr %at
  %shift = and i64 %key, 63
  %bit = shl i64 1, %shift
  %after = or i64 %mask, %bit
  store i64 %after, ptr %at
  %is.new = icmp ne i64 %after, %mask
  %new = zext i1 %is.new to i64
  %count = load i64, ptr %header
  %more = add i64 %count, %new
  store i64 %more, ptr %header
  ret i32 0
table:
  %held = alloca i64
  store i64 %key, ptr %held
  %inserted = call ptr @{insert}(ptr %header, ptr %held)
  %failed = icmp eq ptr %inserted, null
  %status = zext i1 %failed to i32
  ret i32 %status
}}

define internal i64 @set.drop.{suffix}(ptr %header, i64 %key) {{
entry:
  %there = call i64 @set.has.{suffix}(ptr %header, i64 %key)
  %count = load i64, ptr %header
  %less = sub i64 %count, %there
  store i64 %less, ptr %header
  %small = icmp ult i64 %key, {keys}
  br i1 %small, label %bits, label %table
bits:
  %word = lshr i64 %key, 6
  %place = add i64 %word, {header}
  %at = getelementptr i64, ptr %header, i64 %place
  %mask = load i64, ptr %at
  %shift = and i64 %key, 63
  %bit = shl i64 %there, %shift
  %after = xor i64 %mask, %bit
  store i64 %after, ptr %at
  ret i64 %there
table:
  %is.there = icmp ne i64 %there, 0
  br i1 %is.there, label %clear, label %done
clear:
  %held = alloca i64
  store i64 %key, ptr %held
  %found = call i64 @{find}(ptr %header, ptr %held)
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %offset = shl i64 %found, 1
  %e = getelementptr i64, ptr %entries, i64 %offset
  store i64 0, ptr %e
  br label %done
done:
  ret i64 %there
}}

define internal i64 @set.next.{suffix}(ptr %header, i64 %from) {{
entry:
  %small = icmp ult i64 %from, {keys}
  br i1 %small, label %first, label %table
first:
  %word.0 = lshr i64 %from, 6
  %shift = and i64 %from, 63
  %seen = shl i64 -1, %shift
  br label %bits
bits:
  %word = phi i64 [ %word.0, %first ], [ %word.next, %empty ]
  %open = phi i64 [ %seen, %first ], [ -1, %empty ]
  %place = add i64 %word, {header}
  %at = getelementptr i64, ptr %header, i64 %place
  %whole = load i64, ptr %at
  %mask = and i64 %whole, %open
  %none = icmp eq i64 %mask, 0
  br i1 %none, label %empty, label %there
there:
  %low = call i64 @llvm.cttz.i64(i64 %mask, i1 true)
  %base = shl i64 %word, 6
  %key = add i64 %base, %low
  ret i64 %key
empty:
  %word.next = add i64 %word, 1
  %over = icmp eq i64 %word.next, {words}
  br i1 %over, label %table, label %bits
table:
  %start = phi i64 [ %from, %entry ], [ {keys}, %empty ]
  %fill.at = getelementptr i64, ptr %header, i64 1
  %fill = load i64, ptr %fill.at
  %end = add i64 %fill, {keys}
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  br label %look
look:
  %now = phi i64 [ %start, %table ], [ %now.next, %dead ]
  %going = icmp slt i64 %now, %end
  br i1 %going, label %test, label %done
test:
  %index = sub i64 %now, {keys}
  %offset = shl i64 %index, 1
  %e = getelementptr i64, ptr %entries, i64 %offset
  %live = load i64, ptr %e
  %is.live = icmp ne i64 %live, 0
  br i1 %is.live, label %found, label %dead
dead:
  %now.next = add i64 %now, 1
  br label %look
found:
  ret i64 %now
done:
  ret i64 -1
}}

define internal i64 @set.key.{suffix}(ptr %header, i64 %place) alwaysinline {{
entry:
  %small = icmp ult i64 %place, {keys}
  br i1 %small, label %bits, label %table, !prof !1
bits:
  ret i64 %place
table:
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %index = sub i64 %place, {keys}
  %offset = shl i64 %index, 1
  %word = add i64 %offset, 1
  %at = getelementptr i64, ptr %entries, i64 %word
  %key = load i64, ptr %at
  ret i64 %key
}}
"""

_GROW_RING = """
define internal i32 @{name}(ptr %header) {{
entry:
  %length = load i64, ptr %header
  %room.at = getelementptr i64, ptr %header, i64 1
  %room = load i64, ptr %room.at
  %full = icmp sge i64 %length, %room
  br i1 %full, label %grow, label %fine
fine:
  ret i32 0
grow:
  %data.at = getelementptr i64, ptr %header, i64 2
  %first.at = getelementptr i64, ptr %header, i64 3
  %more = shl i64 %room, 1
  %words = mul i64 %more, {words}
  %bytes = shl i64 %words, 3
  %memory = call ptr @NRT_Allocate(i64 %bytes)
  %failed = icmp eq ptr %memory, null
  br i1 %failed, label %bad, label %good
bad:
  ret i32 1
good:
  %old.word = load i64, ptr %data.at
  %old = inttoptr i64 %old.word to ptr
  %first = load i64, ptr %first.at
  %tail = sub i64 %room, %first
  %tail.words = mul i64 %tail, {words}
  %tail.bytes = shl i64 %tail.words, 3
  %first.words = mul i64 %first, {words}
  %first.bytes = shl i64 %first.words, 3
  %from = getelementptr i64, ptr %old, i64 %first.words
  call void @llvm.memcpy.p0.p0.i64(ptr %memory, ptr %from, i64 %tail.bytes, i1 false)
  %to = getelementptr i64, ptr %memory, i64 %tail.words
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %old, i64 %first.bytes, i1 false)
  %memory.word = ptrtoint ptr %memory to i64
  store i64 %more, ptr %room.at
  store i64 %memory.word, ptr %data.at
  store i64 0, ptr %first.at
  ret i32 0
}}
"""


def _hash(words: int) -> str:
    """Return code that hashes the words of ``%key`` to ``%h``."""
    lines = ["  %h.0 = add i64 0, 0"]
    for place in range(words):
        lines += [
            f"  %key.{place}.at = getelementptr i64, ptr %key, i64 {place}",
            f"  %key.{place} = load i64, ptr %key.{place}.at",
            f"  %x.{place} = xor i64 %h.{place}, %key.{place}",
        ]
        if words == 1:
            lines.append(f"  %h.{place + 1} = add i64 %x.{place}, 0")
        else:
            lines += [
                f"  %m.{place} = mul i64 %x.{place}, -7046029254386353131",
                f"  %s.{place} = lshr i64 %m.{place}, 29",
                f"  %h.{place + 1} = xor i64 %m.{place}, %s.{place}",
            ]
    return "\n".join([*lines, f"  %h = add i64 %h.{words}, 0"])


def _compare(words: int) -> str:
    lines = []
    for place in range(words):
        lines += [
            f"  %theirs.{place}.at = getelementptr i64, ptr %e, i64 {place + 1}",
            f"  %theirs.{place} = load i64, ptr %theirs.{place}.at",
            f"  %eq.{place} = icmp eq i64 %theirs.{place}, %key.{place}",
            f"  %same.{place + 1} = and i1 %same.{place}, %eq.{place}",
        ]
    return "\n".join(lines)


def _copy(words: int) -> str:
    lines = []
    for place in range(words):
        lines += [
            f"  %from.{place} = getelementptr i64, ptr %key, i64 {place}",
            f"  %word.{place} = load i64, ptr %from.{place}",
            f"  %to.{place} = getelementptr i64, ptr %e, i64 {place + 1}",
            f"  store i64 %word.{place}, ptr %to.{place}",
        ]
    return "\n".join(lines)


def find(unit: Unit, words: int, entry: int) -> str:
    """Return the function ``(header, key) -> place`` for keys and entries of given sizes."""
    name = f"table.find.{words}.{entry}.{{suffix}}"
    if name not in unit.functions:
        unit.functions[name] = _FIND.format(
            name=name, words=words, entry=entry, hash=_hash(words), compare=_compare(words)
        )
    return name


def insert(unit: Unit, words: int, entry: int) -> str:
    """Return the function ``(header, key) -> address of the entry``, which makes one unless it is there."""
    name = f"table.insert.{words}.{entry}.{{suffix}}"
    if name not in unit.functions:
        unit.functions[name] = _INSERT.format(
            name=name, find=find(unit, words, entry), grow=name.replace("insert", "grow"),
            enter=name.replace("insert", "enter"), entry=entry, bytes=8 * entry, hash=_hash(words), copy=_copy(words),
        )  # fmt: skip
    return name


def mask(unit: Unit, name: str) -> str:
    """Return a function of sets of numbers.

    They are ``has(header, key)``; ``add(header, key)``, which returns 1 if there is no memory; ``drop(header, key)``,
    which returns whether it was there; ``next(header, place)``, the first place from another one on, or -1; and
    ``key(header, place)``. The place of a small key is the key, that of another one its place among the entries plus
    ``SMALL_KEYS``.
    """
    if "set.{suffix}" not in unit.functions:
        unit.functions["set.{suffix}"] = _MASK.format(
            suffix="{suffix}", keys=SMALL_KEYS, words=SMALL_KEYS // 64, header=HEADER, find=find(unit, 1, 2),
            insert=insert(unit, 1, 2),
        )  # fmt: skip
    return f"set.{name}.{{suffix}}"


def grow_ring(unit: Unit, words: int) -> str:
    """Return the function that doubles the room of a full deque."""
    name = f"ring.grow.{words}.{{suffix}}"
    if name not in unit.functions:
        unit.functions[name] = _GROW_RING.format(name=name, words=words)
    return name


def place_in_constant(emitter: Any, key: Any, words: int, numbers: Sequence[int], node: ast.AST) -> str:
    """Return the place of a key among constant ones, or -1.

    Parameters
    ----------
    key
        The key.
    words
        The words of a key.
    numbers
        The words of all keys.
    """
    code = emitter.code
    count = len(numbers) // words
    columns = [[numbers[row * words + word] for row in range(count)] for word in range(words)]
    spans = [max(column) - min(column) + 1 for column in columns]
    size = 1
    for span in spans:
        size *= span
    if size <= max(DENSE, 8 * count):
        table = ["-1"] * size
        for row in range(count):
            index = 0
            for word in range(words):
                index = index * spans[word] + columns[word][row] - min(columns[word])
            table[index] = str(row)
        inside, index = "1", "0"
        parts = key.parts or tuple(code.load(key.pointer, word) for word in range(words))
        for word, part in enumerate(parts):
            place = code.op(f"sub i64 {part}, {min(columns[word])}")
            inside = code.op(f"and i64 {inside}, {code.compare('ult', place, str(spans[word]))}")
            index = code.op(f"add i64 {code.op(f'mul i64 {index}, {spans[word]}')}, {place}")
        safe = code.choose(inside, index, "0")
        found = code.load(emitter.unit.table(table), safe)
        return str(code.choose(inside, found, "-1"))
    return _searched(emitter, key, words, numbers, count, node)


def _searched(emitter: Any, key: Any, words: int, numbers: Sequence[int], count: int, node: ast.AST) -> str:
    """Return the place of a key by binary search."""
    code = emitter.code
    rows = sorted((tuple(numbers[row * words : (row + 1) * words]), row) for row in range(count))
    table = emitter.unit.table([str(number) for row, _ in rows for number in row])
    places = emitter.unit.table([str(place) for _, place in rows])
    slot = code.slot((emitter.path, id(node), "search"), 2 + words)
    code.store("0", slot)
    code.store(str(count), slot, 1)
    for word in range(words):
        code.store(key.parts[word] if key.parts else code.load(key.pointer, word), slot, 2 + word)

    def once() -> list[Any]:
        low, high = code.load(slot), code.load(slot, 1)
        going, end = emitter.split(code.op(f"icmp slt i64 {low}, {high}"))
        emitter.resume(going)
        middle = code.op(f"lshr i64 {code.op(f'add i64 {low}, {high}')}, 1")
        base = code.op(f"mul i64 {middle}, {words}")
        less, tie = "0", "1"
        for word in range(words):
            theirs, mine = code.load(table, code.op(f"add i64 {base}, {word}")), code.load(slot, 2 + word)
            less = code.op(f"or i64 {less}, {code.op(f'and i64 {tie}, ' + code.compare('slt', theirs, mine))}")
            tie = code.op(f"and i64 {tie}, {code.compare('eq', theirs, mine)}")
        code.store(code.choose(less, code.op(f"add i64 {middle}, 1"), low), slot)
        code.store(code.choose(less, high, middle), slot, 1)
        return [end]

    emitter.meet(emitter.repeat((id(node), "search"), once, node), node)
    low = code.load(slot)
    inside = code.compare("slt", low, str(count))
    safe = code.choose(inside, low, "0")
    base = code.op(f"mul i64 {safe}, {words}")
    same = inside
    for word in range(words):
        theirs = code.load(table, code.op(f"add i64 {base}, {word}"))
        same = code.op(f"and i64 {same}, {code.compare('eq', theirs, code.load(slot, 2 + word))}")
    return str(code.choose(same, code.load(places, safe), "-1"))
