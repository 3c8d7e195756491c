"""Sets of all kinds of keys are those of Python: small numbers and squares, which are bits, and all others."""

from types import FunctionType

import pytest

from compiled_alone import compiled_alone
from random_programs import outcome
from source_texts import functions_of
from spielbaum.errors import CompileError

SOURCE = """
def of_big(n):
    s = set()
    for i in range(60):
        s.add((i * i * 7919 + n) % 2000 - 100)
    t = {x * 3 for x in range(-20, 400)}
    u = s | t
    v = s & t
    w = s - t
    x = s ^ t
    return (
        len(s),
        len(t),
        len(u),
        len(v),
        len(w),
        len(x),
        sum(u) + 3 * sum(v) - 7 * sum(w) + sum(x),
        v <= s,
        w <= s,
        s <= u,
        u >= t,
        v < u,
        s == t,
        min(s),
        max(s),
        sorted(u)[n % 10],
    )

def of_del(n):
    s = set(range(-10, 700, 7))
    for i in range(-10, 700, 5):
        s.discard(i)
    k = 0
    for i in sorted(s):
        k = (k * 31 + i) % 100003
    s.remove(sorted(s)[0])
    s.remove(sorted(s)[-1])
    return k, len(s), 9 in s, 650 in s, -5 in s

def of_rem(n):
    s = {1, 2, 600, -3}
    s.remove(n)
    return len(s)

def of_pairs(n):
    s = set()
    for i in range(-12, 30):
        for j in range(-12, 30):
            if (i * j + n) % 7 == 0:
                s.add((i, j))
    t = {(a + 1, b) for a, b in s}
    return (
        len(s),
        len(t),
        len(s & t),
        len(s | t),
        len(s - t),
        len(s ^ t),
        (n, 0) in s,
        (0, n) in t,
        sum(a * 3 + b for a, b in s & t),
        sorted(s)[3],
        s <= t,
        (s & t) <= s,
        s == {(b, a) for a, b in s},
    )

def of_pairdel(n):
    s = {(i, j) for i in range(-9, 20, 2) for j in range(5)}
    s.discard((n, 2))
    s.remove((1, 3))
    s.discard((100, 100))
    return len(s)

def of_pairrem(n):
    s = {(1, 2), (100, 200)}
    s.remove((n, n + 1))
    return len(s)

def of_triples(n):
    s = {(i, j, n) for i in range(5) for j in range(5)}
    t = {(i, j, 2) for i in range(3) for j in range(9)}
    s.discard((1, 1, n))
    return len(s & t), len(s | t), len(s - t), len(s ^ t), (1, 2, n) in s, (1, 1, 2) in s, s <= t, sorted(s | t)[4]

def of_alias(n):
    s = {1, 2, 3, 800}
    u = s
    s &= {1, n, 800}
    s -= {n}
    s |= {5, 900}
    s ^= {900, 6}
    return len(u), len(s), u == s, sorted(u)[0]

def of_copyalias(n):
    s = {1, n, 700}
    t = s.copy()
    t.add(4)
    u = set(s)
    u.discard(1)
    v = s | set()
    v.clear()
    return len(s), len(t), len(u), len(v), bool(v), not s

def of_self(n):
    s = {1, n, 700}
    s |= s
    a = len(s)
    s ^= s
    return a, len(s)

def of_empty(n):
    s = set()
    t = set()
    if n > 3:
        t.add(n)
    return len(s | t), s <= t, s == t, t <= s, len(t - s), s.isdisjoint(t), n in s, n in t, {x for x in s} == t

def of_none(n):
    s = {None, 1, 5}
    s.add(n)
    s.add(None if n > 2 else 7)
    return len(s), None in s, n in s

def of_bool(n):
    s = {True}
    s.add(n > 2)
    t = {n > 1, 2}
    return len(s), False in s, 1 in t, len(t)

def of_str(n):
    s = {"a", "b"}
    s.add("c" if n > 2 else "a")
    return len(s), "c" in s

def of_listof(n):
    s = [set() for _ in range(3)]
    for i in range(20):
        s[i % 3].add(i * n)
    return sum(len(x) for x in s), s[0] == s[1]

def fill(seen, k):
    seen.add(k)
    seen.add(k + 600)
    return seen

def of_passed(n):
    s = set()
    r = fill(s, n)
    fill(s, n + 1)
    return len(s), r is s, len(r)

def of_updates(n):
    s = set()
    s.update([1, 2], (n,), range(3), {700, 5}, {9: 1})
    t = set("abca")
    return len(s), sum(s), len(t)

def of_mixed(n):
    s = {1, 2, n}
    t = {(1, 2)}
    return len(s), (1, n) in t, n in s

def of_frozenkey(n):
    s = frozenset(range(n))
    return len(s), sum(s), 3 in s, len(s | {100}), s == {0, 1}

def of_dicteq(n):
    a = {1: 2, n: 3}
    b = {n: 3, 1: 2}
    c = {1: 2}
    return a == b, a != c, c == {1: 2}, {} == {}, a == {}

def flood(n):
    seen = {n}
    stack = [n]
    while stack:
        p = stack.pop()
        for q in (p + 3, p - 5, p * 2 % 50):
            if 0 <= q < 60 and q not in seen:
                seen.add(q)
                stack.append(q)
    return seen

def of_flood(n):
    return len(flood(n)), sum(flood(n))

def of_nested(n):
    s = {1, 2, n}
    return (
        sum(x * y for x in s for y in {3, 4, n}),
        max(x - y for x in s for y in s),
        any(x in {5} for x in s),
        all(x < 50 for x in s),
    )

def of_iterchange(n):
    s = {1, 2, 3}
    for x in sorted(s):
        s.add(x + n)
    return len(s)
"""
FUNCTIONS = functions_of(SOURCE, "of_")


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_a_set_is_the_same_compiled(function: FunctionType) -> None:
    compiled = compiled_alone(function, 1)
    for number in (0, 1, 2, 5, 7, -3, 40):
        assert outcome(compiled, number) == outcome(function, number)


ORDERED = [
    "[x for x in {3, 1, n}][0]",
    "next(x for x in {3, 1, n})",
    "any(x > 1 for x in [y for y in {3, n}][:1])",
    "max({3, 1, n}, key=lambda x: x % 2)",
    "any(first({x, n}) for x in {1, 2})",
]


@pytest.mark.parametrize("expression", ORDERED)
def test_a_loop_over_a_set_is_refused_where_the_order_matters(expression: str) -> None:
    first = "def first(s):\n    for x in s:\n        return x\n    return 0\n"
    functions = functions_of(f"{first}def f(n):\n    return {expression}\n")
    with pytest.raises(CompileError, match="whose order is not defined: write sorted"):
        compiled_alone(functions["f"], 1)
