"""Functions and methods of the standard library give the same values compiled, and raise the same exceptions."""

from types import FunctionType
from typing import Any

import pytest

from compiled_alone import compiled_alone
from source_texts import functions_of

SOURCE = """
import math, itertools, functools, operator, copy
from collections import deque, Counter, defaultdict, OrderedDict
from functools import lru_cache, cache, partial, reduce
from itertools import (
    product,
    combinations,
    permutations,
    chain,
    pairwise,
    accumulate,
    repeat,
    islice,
    count,
    takewhile,
    dropwhile,
    groupby,
    zip_longest,
    starmap,
    cycle,
)
from operator import itemgetter, add, mul, attrgetter
from typing import NamedTuple

class P(NamedTuple):
    x: int
    y: int

def of_dpop(n):
    d = {1: 2, 3: 4}
    return d.pop(n, 7) + len(d)

def of_dpop2(n):
    d = {1: 2, 3: 4}
    return d.pop(n)

def of_dupdate(n):
    d = {1: 2, 3: 4}
    d.update({n: 5})
    return sum(k * v for k, v in d.items())

def of_dupdate2(n):
    d = {1: 2}
    d.update([(n, 1), (3, 4)])
    return d[n] + len(d)

def of_dspread(n):
    d = {**{1: 2}, n: 3}
    return d[1]

def of_dcomp(n):
    d = {i: i * i for i in range(n)}
    e = {v: k for k, v in d.items()}
    return e.get(9, -1), len(e)

def of_dfromkeys(n):
    return len(dict.fromkeys(range(n), 0))

def of_dzip(n):
    d = dict(zip((1, 2, 3), (n, 5, 6)))
    return d[1]

def of_dkeysset(n):
    d = {1: n, 2: 5}
    return sorted(d.values())[0], list(d)[1], list(d.items())[0], 2 in d.keys(), n in d.values()

def of_deq(n):
    return {1: n} == {1: 2}, {1: 2, 3: 4} != {3: 4, 1: 2}

def of_dlistval(n):
    d = {}
    for i in range(n):
        d.setdefault(i % 3, []).append(i)
    return sum(len(v) * k for k, v in d.items())

def of_ddlist(n):
    d = defaultdict(list)
    for i in range(n):
        d[i % 3].append(i)
    return len(d), sum(sum(v) * k for k, v in d.items())

def of_ddint(n):
    d = defaultdict(int)
    for i in range(n):
        d[i % 3] += i
    return d[1], d[7], len(d)

def of_ddset(n):
    d = defaultdict(set)
    for i in range(n):
        d[i % 3].add(i % 2)
    return len(d[1])

def of_ddlam(n):
    d = defaultdict(lambda: 5)
    d[n] += 1
    return d[n], d[99]

def of_counter(n):
    c = Counter(i % 3 for i in range(n))
    return c[0], c[1], c[9], len(c)

def of_counter2(n):
    c = Counter()
    c[n] += 2
    c.update([1, 2, n])
    return c[n], c[1], sum(c.values())

def of_counter3(n):
    c = Counter((1, 1, 2, n))
    return max(c.values()), 5 in c

def of_countermc(n):
    c = Counter((1, 1, 2, n))
    return c.most_common(1)[0]

def of_countermc2(n):
    return Counter((3, 1, 1, 2, n, 2)).most_common()[n % 3]

def of_dqrot(n):
    d = deque((1, 2, 3, 4))
    d.rotate(n)
    return d[0] * 1000 + d[1] * 100 + d[2] * 10 + d[3]

def of_dqmore(n):
    d = deque([1, 2, n])
    d.extendleft([7, 8])
    d.reverse()
    d.remove(2)
    return d[0], d[-1], len(d), n in d, d.count(n), d.index(n)

def of_dqcopy(n):
    d = deque([1, n])
    e = d.copy()
    e.append(3)
    return len(d), list(e)[1], tuple(d)[0], sorted(d)[0], max(e)

def of_many_ends(n):
    a = list(range(10))
    near = len(range(7, n, -2)) + sum(a[n - 30 : 5]) + sum(x * y for x, y in zip(a, range(abs(n) % 8)))
    stable = sum(place * x for place, x in enumerate(sorted(a, key=lambda x: x % 3)))
    return near, stable, (n - 50) >> (n + 64), (n - 4) % (5 - 2 * n), sum({1, n, 700} ^ {1, 2, 800})

def of_sort2(n):
    l = [((i * 7) % 5, i) for i in range(abs(n))]
    l.sort(reverse=True)
    return l[0] if l else (0, 0)

def of_sort3(n):
    r = n > 2
    l = sorted([3, n, 1], reverse=r)
    return l[0] * 100 + l[1] * 10 + l[2]

def of_sort4(n):
    return sorted((3, n, 1), key=abs)[0]

def of_sort5(n):
    return sorted([(1, n), (0, 5)], key=itemgetter(1))[0]

def of_sort6(n):
    return sorted([P(1, n), P(0, 5)], key=lambda p: (p.y, p.x))[0]

def of_sort7(n):
    return sorted([P(1, n), P(0, 5)], key=attrgetter("y"))[0].x

def of_sortd(n):
    d = {3: n, 1: 2, 2: 9}
    return sorted(d, key=d.get)[0], sorted(d.items(), key=lambda kv: kv[1])[0], sorted(d)[0]

def of_product(n):
    s = 0
    for a, b in product(range(3), range(n)):
        s = (s * 3 + a * b + 1) % 1009
    return s % 1000003

def of_product2(n):
    return sum(1 for a in product((0, 1), repeat=3) if sum(a) == n), len(list(product((1, 2), (3, 4, 5))))

def of_comb(n):
    s = 0
    for a, b in combinations([1, n, 5, 2], 2):
        s = s * 7 + a - b
    return s

def of_comb3(n):
    return sum(a * b * c for a, b, c in combinations(range(n), 3)), len(list(combinations(range(4), 2)))

def of_perm(n):
    s = 0
    for p in permutations((1, 2, n)):
        s = (s * 5 + p[0] * 3 + p[1] - p[2]) % 1009
    return s

def of_perm2(n):
    s = 0
    for a, b in permutations(range(n), 2):
        s = (s * 5 + a * 3 - b) % 1009
    return s

def of_chain(n):
    return sum(x * x for x in chain([1, 2], (n,), range(2))), tuple(chain((1, 2), (n,)))

def of_chain2(n):
    return sum(chain.from_iterable([[1, 2], [n]]))

def of_chain3(n):
    return any(x == n for x in chain((x for x in range(3)), (y * y for y in range(2, 4))))

def of_pair(n):
    return sum(a * b for a, b in pairwise([1, 2, n, 4]))

def of_pair2(n):
    return sum(a * b for a, b in pairwise(range(n)))

def of_acc(n):
    return (
        list(accumulate([1, 2, n]))[-1],
        sum(accumulate([1, 2, n], max)),
        sum(accumulate((1, 2, n), lambda a, b: a * b)),
        sum(accumulate([1, 2], initial=n)),
    )

def of_islice(n):
    return (
        sum(islice(range(10), n if n > 0 else 0)),
        sum(islice((x * x for x in range(10)), 2, 5)),
        sum(islice(range(20), 1, 12, 3)),
    )

def of_count(n):
    for i in count(n):
        if i % 7 == 3:
            return i

def of_count2(n):
    return next(i for i in count() if i * i > n), sum(a * b for a, b in zip(count(1), [n, 5]))

def of_takew(n):
    return sum(takewhile(lambda x: x < n, range(10))), sum(dropwhile(lambda x: x < n, range(10)))

def of_starmap(n):
    return sum(starmap(lambda a, b: a * b, [(1, n), (2, 3)]))

def of_reduce(n):
    return (
        reduce(lambda a, b: a * b % 101, range(1, n + 1), 1),
        reduce(add, [1, 2, n]),
        reduce(operator.mul, (1, 2, n)),
    )

def of_reduce2(n):
    return reduce(max, [], n), reduce(lambda a, b: a | b, [1, 2, 4])

def of_reduce3(n):
    return reduce(lambda a, b: a + b, [x for x in range(n)])

def of_zips(n):
    return sum(a * b for a, b in zip([1, 2, 3], range(n), strict=True))

def of_enum(n):
    return sum(i * x for i, x in enumerate([1, 2, n], start=n))

def of_enum2(n):
    return sum(i * x for i, x in enumerate((1, 2, n), 2))

def of_mm(n):
    return (
        min(n, 3, 1),
        max(3, n, key=lambda x: -x),
        min(((1, n), (1, 2))),
        max((1, n), (1, 2)),
        min([n, 2], default=3),
        max((), default=n),
    )

def of_mm2(n):
    return max([3, -9, n], key=abs), min((P(1, n), P(2, 0)), key=lambda p: p.y).x

def of_sum(n):
    return (
        sum([(1, n), (2, 3)], ()),
        sum(([1, 2], [n]), []) == [1, 2, n],
        sum([n, 1], 10),
        sum(x > 1 for x in (1, 2, n)),
    )

def of_divmod(n):
    return divmod(n, 3), divmod(n, -3)

def of_divmod2(n):
    return divmod(5, n)

def of_round(n):
    return round(n / 2), round(2.5), round(n)

def of_math(n):
    return (
        int(math.sqrt(abs(n))),
        math.floor(n / 2),
        math.ceil(n / 2),
        math.gcd(n, 12),
        math.isqrt(abs(n)),
        math.comb(abs(n), 2),
        math.trunc(n / 2),
    )

def of_math2(n):
    return math.exp(n / 10), math.tanh(n / 10), math.hypot(3, n), math.log(abs(n) + 1)

def of_math4(n):
    return math.log(n)

def of_math5(n):
    return math.sqrt(n)

def of_comb2(n):
    return math.comb(n, 2)

def of_isqrt2(n):
    return math.isqrt(n)

def of_floatcmp(n):
    return n / 2 < 1.5, min(n / 2, 1.5), max(0.0, n / 3)

def of_float(n):
    return float(n) * 1.5, int(n * 1.5), float("inf") if n > 1 else -1.0

def of_bits(n):
    return n.bit_count(), n.bit_length(), (n + 5).bit_count()

def of_oper(n):
    return (
        operator.add(n, 1),
        operator.mul(n, 2),
        operator.sub(n, 1),
        operator.floordiv(n, 2),
        operator.mod(n, 3),
        operator.neg(n),
        operator.xor(n, 3),
        operator.and_(n, 3),
        operator.or_(n, 8),
        operator.lt(n, 3),
        operator.eq(n, 1),
        operator.itemgetter(1)((1, n)),
        operator.not_(n),
    )

def of_opdict(n):
    return sum(f(n, 2) for f in (operator.add, operator.sub, operator.mul))

def of_copy(n):
    a = [1, 2, n]
    b = copy.copy(a)
    b.append(1)
    c = a[:]
    c[0] = 9
    d = [[1], [n]]
    e = copy.deepcopy(d)
    e[0].append(4)
    f = copy.copy(d)
    f[1].append(3)
    return len(a), a[0], len(d[0]), len(d[1]), len(e[0])

def of_slices(n):
    a = list(range(10))
    return sum(a[n:]), sum(a[:n]), sum(a[::3]), sum(a[::-2]), sum(a[n:2:-1]), sum(a[-3:]), sum(a[1:-1:2])

def of_slasg(n):
    a = list(range(10))
    a[2:5] = [n]
    a[-2:] = []
    return sum(x * i for i, x in enumerate(a)), len(a)

def of_del(n):
    a = list(range(5))
    del a[n]
    d = {1: 2, 3: 4}
    del d[1]
    return sum(a) + len(d)

def of_delname(n):
    a = 5
    del a
    return n

def of_mul(n):
    a = [0] * n
    b = [[0] * 3 for _ in range(2)]
    b[0][1] = n
    c = [1, 2] * 2
    c *= 2
    return len(a), b[1][1], sum(c), sum((1, n) * 2)

def of_star(n):
    a, *b = [1, 2, n]
    *c, d = (1, 2, n)
    e, *f, g = range(5)
    return a, sum(b), sum(c), d, e, sum(f), g

def of_while(n):
    i = 0
    while i < n:
        i += 1
        if i == 4:
            break
    else:
        i = 100
    return i

def of_nonlocal(n):
    c = 0

    def f(x):
        nonlocal c
        c += x
        return c

    return f(n) + f(2), c

def of_gen1(n):
    g = (x * x for x in range(n))
    return sum(g)

def of_walrus(n):
    if (k := n * 2) > 3:
        return k
    return len([y for x in range(4) if (y := x * n) > 2])

@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@cache
def sq(n):
    return n * n

def of_lru(n):
    return fib(n % 12) + sq(n)

def of_isin(n):
    return n in (1, 2), n not in [1, 2], n in {1, 2}, n in range(3), (n, 1) in [(1, 1)], n in {1: 2}

def of_any(n):
    return any([n > 1, n > 2]), all(x for x in (1, n)), any(()), not any(x > 3 for x in range(n)), all([])

def of_tup(n):
    return (1, 2, n).index(n), (1, n, 1).count(1), (1, n) + (2,), (1, n) < (1, 3), ((1, n),) == ((1, 2),)

def of_tupidx(n):
    return (5, 6, 7).index(n)

def of_listm(n):
    a = [3, 1, 2]
    a.insert(1, n)
    a.remove(2)
    a.extend((7, 8))
    a.reverse()
    b = a.copy()
    b.clear()
    a.pop(0)
    a += [5]
    a.insert(-1, 4)
    return len(b), sum(x * i for i, x in enumerate(a)), a.index(n), a.count(5), a[-1]

def of_listidx(n):
    return [1, 2, 3, 2].index(2, 2), [1, 2, n].index(n, 1), [1, 2, 3].index(3, 0, n)

def of_listcmp(n):
    return [1, n] < [1, 2], [1, 2] == [1, n], [[1], [n]] == [[1], [2]], [1, 2] != [n]

def of_listnest(n):
    a = [[0] * 3 for _ in range(3)]
    for i in range(3):
        a[i][(i * n) % 3] = i
    return [row[:] for row in a] == a, sum(map(sum, a)), [list(r) for r in zip(*a)][0][1] if False else 0

def of_zipstar(n):
    a = [[1, 2, n], [4, 5, 6]]
    return [sum(c) for c in zip(*a)][2]

def of_zipstar2(n):
    a = ((1, 2, n), (4, 5, 6))
    return [sum(c) for c in zip(*a)][2], max(max(r) for r in a), [*a[0]][2], [*range(3), n][3]

def of_setm(n):
    s = {1, 2, n}
    t = {2, 3}
    s |= {9}
    s &= {1, 2, 9, n}
    s -= {n}
    s ^= {5}
    return (
        len(s),
        sorted(s)[0],
        s <= t,
        s.isdisjoint(t),
        len(s | t),
        len(s.union([7, 8], [9])),
        s == {1, 2, 5, 9},
        {1} < {1, 2},
        s > t,
        s >= {5},
    )

def of_setm2(n):
    s = set(range(n))
    s.difference_update({1, 2})
    s.intersection_update(range(5))
    s.symmetric_difference_update([7])
    return len(s), 7 in s, bool(s), not s

def of_frozen(n):
    s = frozenset([1, n])
    d = {s: 3} if False else {1: 3}
    return len(s), n in s, s == frozenset((n, 1)), s == {1, n}

def of_setcomp(n):
    return len({x % 3 for x in range(n)}), {x for x in (1, n)} == {1, 2}, sum({1, n}), max({3, n})

def of_setcopy(n):
    s = {1, n}
    t = set(s)
    t.add(77)
    u = s.copy()
    return len(s), len(t), len(u), len(s) > 1 and 1 in t

def of_match(n):
    match (n, n % 2):
        case (0, _):
            return 1
        case (x, 1) if x > 3:
            return x
        case (1 | 2, y):
            return 100 + y
        case _:
            return -1

def of_matchp(n):
    match P(1, n):
        case P(x=1, y=2):
            return 5
        case P(a, b):
            return a + b

def of_fstr(n):
    if n > 5:
        raise ValueError(f"bad {n}")
    return n

def of_assert(n):
    assert n > 0, f"bad {n}"
    return n

def of_chaincmp(n):
    return 0 <= n < 5, 1 < n != 7, 0 < n < 3 < 5

def of_map(n):
    return (
        sum(map(abs, [-1, n])),
        list(map(lambda a, b: a * b, [1, 2], [n, 3]))[0],
        sum(map(int, (True, False))),
        tuple(map(len, ([1], [1, 2], []))),
        sum(filter(None, [0, 1, n])),
        sum(filter(lambda x: x > 1, (1, n))),
    )

def of_rev(n):
    return list(reversed([1, 2, n]))[0], list(reversed(range(n))) == list(range(n))[::-1], tuple(reversed((1, n)))

def of_lenrange(n):
    return (
        len(range(n)),
        len(range(1, n, 2)),
        range(5)[n % 5],
        n in range(0, 10, 3),
        range(n) == range(0, n),
        list(range(n, 0, -2)) == [],
    )

def of_kwonly(n):
    def f(a, *, b=2, c):
        return a * b + c

    return f(n, c=1)

def of_args(n):
    def f(*a):
        return sum(a) + len(a)

    return f(1, 2, n)

def of_isinst(n):
    return isinstance(n, int), isinstance((1,), tuple), isinstance([1], list), isinstance(n, (int, float))

def of_typing(n):
    x: list[int] = [1]
    y: dict[int, int] = {}
    y[1] = n
    return x[0] + y[1]

def of_slicetup(n):
    b = (1, 2, 3, 4, 5, 6)
    return b[:2] + (n,) + b[3:], b[n % 6 :], sum(b[1::2]), b[::-1]

def of_swap(n):
    a = [1, 2, n]
    a[0], a[2] = a[2], a[0]
    return tuple(a)

def of_multi(n):
    a = b = [1]
    a.append(n)
    return len(b), a is b

def of_cond(n):
    return n or 5, n and 3, None if n > 2 else n

def made(n):
    d = defaultdict(list)
    d[n].append(3)
    return d

def counted(n):
    return Counter([n, 1, 1])

def of_counts_ret(n):
    d = made(n)
    d[5].append(7)
    return len(d[n]), len(d), sum(d[5]), len(d[77])

def of_counts_cnt(n):
    c = counted(n)
    c[9] += 1
    return c[1], c[50], c[9]

def use(d, k):
    return len(d[k])

def of_counts_pass(n):
    d = defaultdict(list)
    d[1].append(n)
    return use(d, 1) + use(d, n), len(d)

def of_counts_copy(n):
    d = defaultdict(int)
    d[n] += 2
    e = d.copy()
    e[7] += 1
    return len(d), len(e), e[50]

def of_counts_nested(n):
    d = {0: defaultdict(int)}
    d[0][n] += 4
    return d[0][n] + d[0][99]

def of_counts_tern(n):
    d = defaultdict(int) if n > 2 else defaultdict(int)
    d[n] += 1
    return d[n], d[8]

def of_counts_or(n):
    d = {1: 2} | {n: 7}
    d |= {3: 4}
    return d[n] * 10 + len(d)

def of_long(n):
    a = [(i * 7919 + n) % 31 for i in range(200)]
    b = sorted(a)
    c = sorted(a, reverse=True)
    s = 0
    for i in range(200):
        s = (s * 31 + b[i] * 7 + c[i]) % 1000003
    return s

def of_stable(n):
    a = [((i * 7919 + n) % 7, i) for i in range(150)]
    b = sorted(a, key=lambda p: p[0])
    c = sorted(a, key=lambda p: p[0], reverse=True)
    d = sorted(a, key=lambda p: -p[0], reverse=n > 2)
    s = 0
    for i in range(150):
        s = (s * 31 + b[i][1] * 7 + c[i][1] * 3 + d[i][1]) % 1000003
    return s

def of_inplace(n):
    a = [i * 37 % 101 for i in range(abs(n) * 3)]
    a.sort()
    b = a[:]
    a.sort(key=lambda x: x % 10, reverse=True)
    s = 0
    for i in range(len(a)):
        s = (s * 31 + a[i] * 7 + b[i]) % 1000003
    return s

def of_floats(n):
    a = [(i * 37 % 101) / 7 for i in range(40)]
    a.sort(reverse=True)
    return a[0], a[7], a[39]

def of_ranges(n):
    step = -2 if n > 1 else 3
    down, either = list(range(n, -4, -3)), list(range(n, 2, step))
    return sum(down) * 100 + len(down), sum(either) * 100 + len(either), len(range(3, n, -2)), -1 in range(n, -4, -1)

def of_slices(n):
    a = [3, 1, 4, 1, 5, 9, 2, 6]
    parts = (a[-20:3], a[-n - 9 : 4], a[n - 12 : n], a[: n - 3], a[n:], a[n : -n - 20 : -2])
    return [sum(part) * 10 + len(part) for part in parts]

def of_shifts(n):
    return n >> 63, (n - 41) >> 64, -n >> abs(n) + 60, (n - 50) >> n + 3

def of_tuples(n):
    a = sorted([(i % 5, -i, n) for i in range(60)])
    return a[0], a[13], a[59]
"""
FUNCTIONS = functions_of(SOURCE, "of_")


def outcome(function: Any, number: int) -> str:
    """Return a value as text, in which -0.0 is not 0.0, or the name of an exception."""
    try:
        return repr(function(number))
    except Exception as error:
        return type(error).__name__


@pytest.mark.quick
@pytest.mark.parametrize(
    "function",
    [pytest.param(f, marks=pytest.mark.quick if name == "of_many_ends" else ()) for name, f in FUNCTIONS.items()],
    ids=list(FUNCTIONS),
)
def test_an_idiom_means_the_same_compiled(function: FunctionType) -> None:
    compiled = compiled_alone(function, 1)
    for number in (0, 1, 2, 5, 7, -3, 40):
        assert outcome(compiled, number) == outcome(function, number)
