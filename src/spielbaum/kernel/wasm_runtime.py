"""What WebAssembly has no instructions for, as LLVM: shifts and products of 128 bits, and copying of small memory.

LLVM would call functions for wide numbers, and V8's own instructions for memory are calls.
"""

_SHIFT = """
define internal i128 @spielbaum_{name}(i128 %number, i128 %by) alwaysinline {{
  %low = trunc i128 %number to i64
  %upper = lshr i128 %number, 64
  %high = trunc i128 %upper to i64
  %places = trunc i128 %by to i64
  %near = and i64 %places, 63
  %other = xor i64 %near, 63
  %far = and i64 %places, 64
  %is_far = icmp ne i64 %far, 0
  {instructions}
  %first.wide = zext i64 %first to i128
  %second.wide = zext i64 %second to i128
  %second.up = shl i128 %second.wide, 64
  %found = or i128 %first.wide, %second.up
  ret i128 %found
}}
"""

_LEFT = """
  %half = lshr i64 %low, 1
  %carried = lshr i64 %half, %other
  %moved = shl i64 %high, %near
  %joined = or i64 %moved, %carried
  %lower = shl i64 %low, %near
  %first = select i1 %is_far, i64 0, i64 %lower
  %second = select i1 %is_far, i64 %lower, i64 %joined
"""

_RIGHT = """
  %double = shl i64 %high, 1
  %carried = shl i64 %double, %other
  %moved = lshr i64 %low, %near
  %joined = or i64 %moved, %carried
  %higher = {name} i64 %high, %near
  %sign = ashr i64 %high, 63
  %first = select i1 %is_far, i64 %higher, i64 %joined
  %second = select i1 %is_far, i64 {rest}, i64 %higher
"""

SHIFTS = "".join(
    _SHIFT.format(name=name, instructions=instructions)
    for name, instructions in (
        ("shl", _LEFT),
        ("lshr", _RIGHT.format(name="lshr", rest="0")),
        ("ashr", _RIGHT.format(name="ashr", rest="%sign")),
    )
)
"""``spielbaum_shl``, ``spielbaum_lshr`` and ``spielbaum_ashr``: shifts by fewer than 128 bits, which are inlined."""

HELPERS = {
    "__multi3": """
define i128 @__multi3(i128 %one, i128 %other) {
  %a = trunc i128 %one to i64
  %one.up = lshr i128 %one, 64
  %a.high = trunc i128 %one.up to i64
  %b = trunc i128 %other to i64
  %other.up = lshr i128 %other, 64
  %b.high = trunc i128 %other.up to i64
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c = lshr i64 %p00, 32
  %s = add i64 %p10, %c
  %s0 = and i64 %s, 4294967295
  %s1 = lshr i64 %s, 32
  %t = add i64 %p01, %s0
  %t1 = lshr i64 %t, 32
  %low = mul i64 %a, %b
  %u = add i64 %p11, %s1
  %v = add i64 %u, %t1
  %x = mul i64 %a, %b.high
  %y = mul i64 %a.high, %b
  %w = add i64 %v, %x
  %high = add i64 %w, %y
  %low.wide = zext i64 %low to i128
  %high.wide = zext i64 %high to i128
  %high.up = shl i128 %high.wide, 64
  %found = or i128 %low.wide, %high.up
  ret i128 %found
}
""",
    "memset": """
define ptr @memset(ptr %to, i32 %byte, i32 %size) {
start:
  %last = getelementptr i8, ptr %to, i32 %size
  %short = and i32 %byte, 255
  %long = zext i32 %short to i64
  %word = mul i64 %long, 72340172838076673
  %words = and i32 %size, -8
  %end = getelementptr i8, ptr %to, i32 %words
  %is_short = icmp eq i32 %words, 0
  br i1 %is_short, label %rest, label %by_words
by_words:
  %at = phi ptr [ %to, %start ], [ %next, %by_words ]
  store i64 %word, ptr %at, align 1
  %next = getelementptr i8, ptr %at, i32 8
  %is_last = icmp eq ptr %next, %end
  br i1 %is_last, label %rest, label %by_words
rest:
  %is_done = icmp eq ptr %end, %last
  br i1 %is_done, label %done, label %by_bytes
by_bytes:
  %here = phi ptr [ %end, %rest ], [ %after, %by_bytes ]
  %low = trunc i32 %byte to i8
  store i8 %low, ptr %here
  %after = getelementptr i8, ptr %here, i32 1
  %is_end = icmp eq ptr %after, %last
  br i1 %is_end, label %done, label %by_bytes
done:
  ret ptr %to
}
""",
    "memcpy": """
define ptr @memcpy(ptr %to, ptr %from, i32 %size) {
start:
  %words = and i32 %size, -8
  %is_short = icmp eq i32 %words, 0
  br i1 %is_short, label %rest, label %by_words
by_words:
  %at = phi i32 [ 0, %start ], [ %next, %by_words ]
  %source = getelementptr i8, ptr %from, i32 %at
  %target = getelementptr i8, ptr %to, i32 %at
  %word = load i64, ptr %source, align 1
  store i64 %word, ptr %target, align 1
  %next = add i32 %at, 8
  %is_last = icmp eq i32 %next, %words
  br i1 %is_last, label %rest, label %by_words
rest:
  %is_done = icmp eq i32 %words, %size
  br i1 %is_done, label %done, label %by_bytes
by_bytes:
  %here = phi i32 [ %words, %rest ], [ %after, %by_bytes ]
  %one = getelementptr i8, ptr %from, i32 %here
  %other = getelementptr i8, ptr %to, i32 %here
  %byte = load i8, ptr %one
  store i8 %byte, ptr %other
  %after = add i32 %here, 1
  %is_end = icmp eq i32 %after, %size
  br i1 %is_end, label %done, label %by_bytes
done:
  ret ptr %to
}
""",
}
"""Functions that LLVM calls, by name. They are linked after a module is optimised, so that they stay as they are."""
