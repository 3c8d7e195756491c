"""The functions behind sets, dictionaries and deques, in LLVM's language; each is written once for a size of its keys.

See :mod:`spielbaum.compiler.containers` for their memory.
"""

import ast
from collections.abc import Sequence
from typing import Any

from spielbaum.compiler.code import Unit
from spielbaum.compiler.emitter import Emitter

USED, FILL, ROOM, ENTRIES, MASK, TABLE = range(6)
HEADER = 6

BIT_WORDS = 9
BITS = 64 * BIT_WORDS
"""The number of keys of a set that are bits."""

LEAST, SIDE = -8, 24
"""Of two words that are a bit, the least, and how many numbers each may be."""

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
  %is.large = icmp sgt i64 %used, 128
  %by = select i1 %is.large, i64 1, i64 2
  %larger = shl i64 %used, %by
  %enough = icmp sgt i64 %larger, 8
  %room = select i1 %enough, i64 %larger, i64 8
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


_NEXT = """
define internal i64 @{name}(ptr %header, i64 %cursor, ptr %key) {{
entry:
  br label %bits
bits:
  %c = phi i64 [ %cursor, %entry ], [ %up, %empty ]
  %small = icmp ult i64 %c, 576
  br i1 %small, label %look, label %table
look:
  %w = lshr i64 %c, 6
  %place = add i64 %w, 6
  %word.at = getelementptr i64, ptr %header, i64 %place
  %word = load i64, ptr %word.at
  %b = and i64 %c, 63
  %rest = lshr i64 %word, %b
  %none = icmp eq i64 %rest, 0
  br i1 %none, label %empty, label %bit
empty:
  %w.next = add i64 %w, 1
  %up = shl i64 %w.next, 6
  br label %bits
bit:
  %step = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %n = add i64 %c, %step
{decode}
  %n.next = add i64 %n, 1
  ret i64 %n.next
table:
  %fill.at = getelementptr i64, ptr %header, i64 1
  %fill = load i64, ptr %fill.at
  %entries.at = getelementptr i64, ptr %header, i64 3
  %entries.word = load i64, ptr %entries.at
  %entries = inttoptr i64 %entries.word to ptr
  %first = sub i64 %c, 576
  br label %entry.next
entry.next:
  %i = phi i64 [ %first, %table ], [ %i.next, %skip ]
  %going = icmp slt i64 %i, %fill
  br i1 %going, label %test, label %end
test:
  %offset = mul i64 %i, {entry}
  %e = getelementptr i64, ptr %entries, i64 %offset
  %live = load i64, ptr %e
  %i.next = add i64 %i, 1
  %is.live = icmp ne i64 %live, 0
  br i1 %is.live, label %found, label %skip
skip:
  br label %entry.next
found:
  %from = getelementptr i64, ptr %e, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %key, ptr %from, i64 {bytes}, i1 false)
  %cursor.next = add i64 %i.next, 576
  ret i64 %cursor.next
end:
  ret i64 -1
}}
"""


def bit_of(code: Any, words: Sequence[str]) -> tuple[str, str]:
    """Return whether a key is a bit of a set, and its place among them."""
    if len(words) == 1:
        return code.op(f"icmp ult i64 {words[0]}, {BITS}"), words[0]
    high, low = (code.op(f"sub i64 {word}, {LEAST}") for word in words)
    near = [code.op(f"icmp ult i64 {word}, {SIDE}") for word in (high, low)]
    place = code.op(f"add i64 {code.op(f'mul i64 {high}, {SIDE}')}, {low}")
    return code.op(f"and i1 {near[0]}, {near[1]}"), str(place)


def known_place(words: Sequence[int]) -> int | None:
    """Return the place of a key that is known among the bits of a set, or None."""
    if len(words) == 1:
        return words[0] if 0 <= words[0] < BITS else None
    high, low = (word - LEAST for word in words)
    return high * SIDE + low if 0 <= high < SIDE and 0 <= low < SIDE else None


_DECODED = {
    1: ["store i64 %n, ptr %key"],
    2: [
        f"%high.place = udiv i64 %n, {SIDE}",
        f"%low.place = urem i64 %n, {SIDE}",
        f"%high = add i64 %high.place, {LEAST}",
        f"%low = add i64 %low.place, {LEAST}",
        "store i64 %high, ptr %key",
        "%key.low = getelementptr i64, ptr %key, i64 1",
        "store i64 %low, ptr %key.low",
    ],
}


def next_key(unit: Unit, words: int) -> str:
    """Return the function ``(header, cursor, key) -> next cursor or -1``, which writes the next key of a set."""
    name = f"set.next.{words}.{{suffix}}"
    if name not in unit.functions:
        decode = "\n".join(f"  {line}" for line in _DECODED.get(words, ()))
        unit.functions[name] = _NEXT.format(name=name, decode=decode, entry=words + 1, bytes=8 * words)
    return name


def bit_function(unit: Unit, how: str) -> str:
    """Return a function of the bits of sets: their number, whether one has all of another, or both combined."""
    name = f"set.{how}.{{suffix}}"
    if name not in unit.functions:
        unit.functions[name] = "\n".join(_bit_function(name, how))
    return name


def _bit_function(name: str, how: str) -> list[str]:
    places = range(HEADER, HEADER + BIT_WORDS)

    def loaded(header: str, place: int) -> list[str]:
        address = f"%{header}.at.{place}"
        return [f"  {address} = getelementptr i64, ptr %{header}, i64 {place}",
                f"  %{header}.{place} = load i64, ptr {address}"]  # fmt: skip

    if how == "length":
        lines = [f"define internal i64 @{name}(ptr %a) {{", f"  %n.{HEADER} = load i64, ptr %a"]
        for place in places:
            lines += [*loaded("a", place), f"  %c.{place} = call i64 @llvm.ctpop.i64(i64 %a.{place})",
                      f"  %n.{place + 1} = add i64 %n.{place}, %c.{place}"]  # fmt: skip
        return [*lines, f"  ret i64 %n.{HEADER + BIT_WORDS}", "}"]
    if how == "inside":
        lines = [f"define internal i1 @{name}(ptr %a, ptr %b) {{", f"  %o.{HEADER} = add i64 0, 0"]
        for place in places:
            lines += [*loaded("a", place), *loaded("b", place), f"  %x.{place} = xor i64 %b.{place}, -1",
                      f"  %y.{place} = and i64 %a.{place}, %x.{place}",
                      f"  %o.{place + 1} = or i64 %o.{place}, %y.{place}"]  # fmt: skip
        return [*lines, f"  %same = icmp eq i64 %o.{HEADER + BIT_WORDS}, 0", "  ret i1 %same", "}"]
    lines = [f"define internal void @{name}(ptr %to, ptr %a, ptr %b) {{"]
    for place in places:
        lines += [*loaded("a", place), *loaded("b", place)]
    for place in places:
        if how == "less":
            lines += [f"  %x.{place} = xor i64 %b.{place}, -1", f"  %r.{place} = and i64 %a.{place}, %x.{place}"]
        else:
            lines.append(f"  %r.{place} = {how} i64 %a.{place}, %b.{place}")
        lines += [f"  %to.at.{place} = getelementptr i64, ptr %to, i64 {place}",
                  f"  store i64 %r.{place}, ptr %to.at.{place}"]  # fmt: skip
    return [*lines, "  ret void", "}"]


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


def grow_ring(unit: Unit, words: int) -> str:
    """Return the function that doubles the room of a full deque."""
    name = f"ring.grow.{words}.{{suffix}}"
    if name not in unit.functions:
        unit.functions[name] = _GROW_RING.format(name=name, words=words)
    return name


def place_in_constant(emitter: Emitter, key: Any, words: int, numbers: Sequence[int], node: ast.AST) -> str:
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
    lows = [min(column) for column in columns]
    spans = [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]
    size = 1
    for span in spans:
        size *= span
    if size <= max(DENSE, 8 * count):
        table = ["-1"] * size
        for row in range(count):
            cell = 0
            for word in range(words):
                cell = cell * spans[word] + columns[word][row] - lows[word]
            table[cell] = str(row)
        inside, index = "1", "0"
        parts = key.parts or tuple(code.load(key.pointer, word) for word in range(words))
        for word, part in enumerate(parts):
            place = code.op(f"sub i64 {part}, {lows[word]}")
            inside = code.op(f"and i64 {inside}, {code.compare('ult', place, str(spans[word]))}")
            index = code.op(f"add i64 {code.op(f'mul i64 {index}, {spans[word]}')}, {place}")
        safe = code.choose(inside, index, "0")
        found = code.load(emitter.unit.table(table), safe)
        return code.choose(inside, found, "-1")
    return _searched(emitter, key, words, numbers, count, node)


def _searched(emitter: Emitter, key: Any, words: int, numbers: Sequence[int], count: int, node: ast.AST) -> str:
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
    return code.choose(same, code.load(places, safe), "-1")
