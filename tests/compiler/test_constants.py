"""Captured objects of every kind mean the same compiled and interpreted."""

from types import FunctionType
from typing import Any

import pytest

from compiled_alone import compiled_alone
from random_programs import outcome
from source_texts import functions_of

NUMBERS = (0, 1, 2, 5, 7, -3, 40)

SOURCE = """
import math
from enum import Enum, IntEnum, auto
from typing import NamedTuple
from types import SimpleNamespace
from dataclasses import dataclass
import numpy as np

class P(NamedTuple):
    x: int
    y: int

    @staticmethod
    def zero():
        return P(0, 0)

    @classmethod
    def of(cls, n):
        return cls(n, n + 1)

    def norm(self):
        return self.x * self.x + self.y

class Color(IntEnum):
    RED = 1
    GREEN = 2
    BLUE = 5

class Kind(Enum):
    A = "a"
    B = "b"
    C = (1, 2)

class Dir(Enum):
    N = (0, 1)
    S = (0, -1)
    E = (1, 0)

class Conf:
    SIZE = 7
    NAMES = ("a", "bb", "ccc")
    TABLE = {1: 2, 3: 4}

@dataclass(frozen=True)
class Setup:
    n: int
    t: tuple

SETUP = Setup(3, (1, 2, 3))
NS = SimpleNamespace(a=4, b=(1, 2))
RAG = (((1,), (2, 3)), ((), (4, 5, 6), (7,)), ())
RAGL = [[[1], [2, 3]], [[], [4, 5, 6], [7]], []]
D_INT = {3: 10, -1: 20, 100000: 5, 7: 1}
D_TUP = {(0, 1): "u", (0, -1): "d", (5, 5): "x"}
D_STR = {"one": 1, "two": 2, "three": 3}
D_ENUM = {Color.RED: (1, 2), Color.BLUE: (3, 4)}
D_KIND = {Kind.A: 1, Kind.B: 2, Kind.C: 3}
D_LIST = {0: [1, 2], 1: [3], 2: []}
D_DICT = {0: {1: 2}, 1: {3: 4, 5: 6}, 2: {}}
D_NT = {P(1, 2): 3, P(2, 3): 4}
D_SET = {0: {1, 2}, 1: {3}, 2: set()}
D_FS = {0: frozenset({1, 2}), 1: frozenset({3})}
D_NONE = {0: None, 1: 5, 2: 7}
D_F = {0: lambda x: x + 1, 1: lambda x: x * 2}
FS = (lambda x: x + 1, lambda x: x * 2)

def inc(x):
    return x + 1

def dbl(x):
    return x * 2

FN = (inc, dbl)
FD = {"i": inc, "d": dbl}
PS = (P(1, 2), P(3, 4), P(5, 6))
FSET = frozenset({1, 5, 70, 1000})
SETT = {(1, 2), (3, 4)}
SSTR = {"ab", "cd"}
TSETS = (frozenset({1, 2}), frozenset({2, 3, 4}), frozenset())
TXT = "hello"
ROWS = ("#..#", ".##.", "#...")
BIG = 1 << 63
BIGS = (1 << 63, 1, 5)
ALL = (1 << 64) - 1
A1 = np.array([3, 1, 4, 1, 5])
A2 = np.arange(12).reshape(3, 4)
A3 = np.arange(24).reshape(2, 3, 4)
AB = np.array([True, False, True])
AF = np.array([0.5, 1.5, -0.0])
AU = np.array([1 << 63, 5], dtype=np.uint64)
A8 = np.array([[1, 2], [3, 4]], dtype=np.int8)
R = range(3, 20, 4)
RS = (range(3), range(2, 9, 2))
INF = math.inf
NZ = -0.0
HUGE = tuple((i * 7919) % 1009 for i in range(10000))
HUGED = {i * 3: i for i in range(5000)}
MIX = ((1, (2, 3)), (4, (5, 6)))
MIXO = ((1, None), (2, 3))
OPT = (None, 1, 2, None)
TD = ({1: 2}, {3: 4, 5: 6})

def of_rag3(n):
    return RAG[n % 3][0][0] if len(RAG[n % 3]) and len(RAG[n % 3][0]) else -1

def of_rag3_loop(n):
    s = 0
    for a in RAG:
        for b in a:
            for c in b:
                s = s * 3 + c
    return s

def of_ragl(n):
    s = 0
    for a in RAGL:
        for b in a:
            s += len(b) * sum(b)
    return s + len(RAGL[n % 3])

def of_dint(n):
    return D_INT[n] if n in D_INT else D_INT.get(n, -9)

def of_dint_err(n):
    return D_INT[n]

def of_dtup(n):
    return D_TUP[(0, n)] == "u" if (0, n) in D_TUP else False

def of_dstr(n):
    k = "one" if n > 2 else "two"
    return D_STR[k] + D_STR["three"]

def of_denum(n):
    return D_ENUM[Color.RED][0] + (D_ENUM[n][1] if n in D_ENUM else 0)

def of_denum2(n):
    c = Color.RED if n > 2 else Color.BLUE
    return D_ENUM[c]

def of_dkind(n):
    k = Kind.A if n > 2 else Kind.B
    return D_KIND[k]

def of_dlist(n):
    return sum(D_LIST[n % 3])

def of_dlist2(n):
    return len(D_LIST.get(n, []))

def of_ddict(n):
    return D_DICT[n % 3].get(n, 0)

def of_ddict2(n):
    return D_DICT[1][3]

def of_dnt(n):
    return D_NT.get(P(n, n + 1), -1)

def of_dnt2(n):
    return sum(p.x * v for p, v in D_NT.items())

def of_dset(n):
    return n in D_SET[n % 3]

def of_dfs(n):
    return n in D_FS[n % 2]

def of_dnone(n):
    v = D_NONE[n % 3]
    return -1 if v is None else v

def of_dfun(n):
    return D_F[1](n)

def of_dfun2(n):
    return D_F[n % 2](n)

def of_fs(n):
    return FS[0](n) + FS[n % 2](n)

def of_fn(n):
    return FN[n % 2](n)

def of_fd(n):
    return FD["i"](n)

def of_fn_loop(n):
    return sum(f(n) for f in FN)

def of_ps(n):
    return PS[n % 3].x + sum(p.y for p in PS)

def of_ps2(n):
    for p in PS:
        if p == P(n, n + 1):
            return p.norm()
    return P.zero().x

def of_cls(n):
    return P.of(n)

def of_ps_in(n):
    return P(n, 2) in PS

def of_fset(n):
    return n in FSET

def of_sett(n):
    return (n, 2) in SETT

def of_sstr(n):
    return ("ab" if n > 2 else "xx") in SSTR

def of_tsets(n):
    return n in TSETS[n % 3]

def of_tsets2(n):
    return sum(2 in s for s in TSETS)

def of_txt(n):
    return TXT[n % 5] == "l"

def of_txt2(n):
    return TXT[1:3] == "el"

def of_txt3(n):
    return sum(c == "l" for c in TXT)

def of_txt4(n):
    return "l" in TXT, TXT.index("l"), TXT.count("l"), TXT.find("z"), len(TXT)

def of_txt5(n):
    c = TXT[n % 5]
    return c in "he"

def of_rows(n):
    return ROWS[n % 3][n % 4] == "#"

def of_rows2(n):
    return sum(c == "#" for r in ROWS for c in r)

def of_rows3(n):
    return [(y, x) for y, r in enumerate(ROWS) for x, c in enumerate(r) if c == "#"][n % 4]

def of_color(n):
    return Color.RED, int(Color.BLUE)

def of_color2(n):
    return n == Color.RED, Color(2) == n

def of_color3(n):
    return sum(c * n for c in Color)

def of_color4(n):
    c = Color(n)
    return c.value

def of_color5(n):
    return Color.RED.name == "RED", Color.GREEN.value

def of_color6(n):
    return len(Color), n in (Color.RED, Color.GREEN)

def of_color7(n):
    c = Color.RED if n > 2 else Color.GREEN
    return c is Color.RED, c == Color.GREEN, c.value

def of_color8(n):
    match n:
        case Color.RED:
            return 10
        case Color.BLUE:
            return 20
    return 30

def of_color9(n):
    return Color["RED"] + n

def of_kind(n):
    k = Kind.A if n > 2 else Kind.B
    return k == Kind.A, k is Kind.B

def of_kind2(n):
    return sum(d.value[0] * n + d.value[1] for d in Dir)

def of_kind3(n):
    d = Dir.N if n > 2 else Dir.E
    return d.value

def of_kind4(n):
    d = Dir.N if n > 2 else Dir.E
    return d.name == "N"

def of_kind5(n):
    for d in Dir:
        if d is Dir.S:
            return d.value[1]
    return 0

def of_kind6(n):
    dx, dy = Dir.N.value
    return dx + dy * n

def of_conf(n):
    return Conf.SIZE + n, Conf.NAMES[n % 3] == "bb", Conf.TABLE[1]

def of_setup(n):
    return SETUP.n + SETUP.t[n % 3]

def of_ns(n):
    return NS.a + NS.b[n % 2]

def of_big(n):
    return (BIG >> 63) & 1

def of_big2(n):
    return BIGS[n % 3] >> 1

def of_big3(n):
    return ALL & 0xFF

def of_a1(n):
    return A1[n % 5] + len(A1)

def of_a1s(n):
    return A1.shape[0], A1.size

def of_a2(n):
    return A2[n % 3, n % 4] + A2[n % 3][n % 4]

def of_a2s(n):
    return A2.shape[0] * 10 + A2.shape[1], len(A2), A2.ndim

def of_a2r(n):
    return sum(sum(row) for row in A2)

def of_a2i(n):
    s = 0
    for row in A2:
        for x in row:
            s = s * 2 + x
    return s

def of_a3(n):
    return A3[n % 2, n % 3, n % 4] + A3[n % 2][n % 3][n % 4] + A3[n % 2, n % 3][n % 4]

def of_ab(n):
    return bool(AB[n % 3]), any(AB)

def of_af(n):
    return AF[n % 3]

def of_au(n):
    return AU[n % 2] >> 1

def of_a8(n):
    return int(A8[n % 2, 1])

def of_range(n):
    return n in R, R[n % 5], len(R), sum(R)

def of_range2(n):
    return sum(RS[n % 2])

def of_range3(n):
    return n in RS[0], n in RS[n % 2]

def of_inf(n):
    return INF if n > 2 else -math.inf

def of_nz(n):
    return NZ

def of_huge(n):
    return HUGE[n * 13]

def of_huged(n):
    return HUGED.get(n * 3, -1)

def of_mix(n):
    return MIX[n % 2][1][n % 2]

def of_mixo(n):
    return MIXO[n % 2][1] is None

def of_opt(n):
    v = OPT[n % 4]
    return 0 if v is None else v

def of_td(n):
    return TD[n % 2].get(n, 0)

def of_zip(n):
    return sum(a * b for a, b in zip(HUGE[:5], R))

def of_sorted(n):
    return sorted(FSET)[n % 4], len(SETT), sum(sorted(FSET))

def of_minset(n):
    return min(FSET), max(FSET), sum(FSET)

def of_dloop(n):
    return sum(k * 2 + v for k, v in D_INT.items()), len(D_INT), list(D_INT)[n % 4], max(D_INT.values())

def of_dtloop(n):
    return sum(x * 3 + y for (x, y) in D_TUP)

def of_dkeys(n):
    return tuple(D_INT.keys())[n % 4], tuple(D_INT.values())[n % 4], n in D_INT.keys(), n in D_INT.values()

def of_dmax(n):
    return max(D_INT, key=D_INT.get)

def of_dmax2(n):
    return max(D_INT, key=lambda k: D_INT[k] * n)

def of_tabcmp(n):
    return (1, 2) == NS.b, (n, 2) == NS.b

def of_setops(n):
    return sum({1, 2, n} & FSET), sum(FSET - {n}), len(FSET | {n})

def of_hash_str(n):
    return D_STR["one" if n else "two"]

AROUND = {c: {d for d in range(9) if d != c and (d - c) % 3 == 1} for c in range(9)}
ADJ = tuple(frozenset({(r, c + 1), (r - 1, c)}) for r in range(3) for c in range(3))
FAR = ({1, 2000}, {3}, set())

def of_chosen_d(n):
    return (
        len(AROUND[n % 9] & {1, 2, n}),
        sum(AROUND[n % 9] - AROUND[3]),
        AROUND[n % 9] <= {1, 2, 3, 4, 5, 6},
        sorted(AROUND[n % 9] | {n})[0],
    )

def of_chosen_e(n):
    return len(ADJ[n % 9] | ADJ[0]), (n, 1) in ADJ[n % 9], sorted(ADJ[n % 9])[0], len(ADJ[n % 9])

def of_chosen_f(n):
    return sum(FAR[n % 3] | {5}), len(FAR[0] & FAR[n % 3]), any(x == n for x in FAR[n % 3])

def of_chosen_g(n):
    d = TD[n % 2]
    return sum(k * v for k, v in d.items()), len(d), n in d

def of_chosen_h(n):
    s = set(AROUND[n % 9])
    s.add(700)
    s |= AROUND[0]
    s -= AROUND[1]
    t = {1, 2}
    t |= {3, 4, n}
    u = set(FAR[0]) | set((5, 6))
    return len(s), sum(s), sum(t), sum(u), AROUND[1] == AROUND[n % 9]

def total(cells):
    return sum(cells) + len(cells)

def of_chosen_i(n):
    return total(AROUND[n % 9])
"""
FUNCTIONS = functions_of(SOURCE, "of_")


def plainly(value: Any) -> Any:
    """Return numbers of NumPy as Python's, and floats as text, in which -0.0 is not 0.0."""
    if isinstance(value, tuple):
        return tuple(map(plainly, value))
    value = value.item() if hasattr(value, "item") else value
    return repr(value) if isinstance(value, float) else value


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=list(FUNCTIONS))
def test_a_constant_means_the_same_compiled(function: FunctionType) -> None:
    compiled = compiled_alone(function, 1)
    for number in NUMBERS:
        assert plainly(outcome(compiled, number)) == plainly(outcome(function, number))
