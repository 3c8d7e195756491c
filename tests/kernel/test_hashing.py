"""Whatever a kernel captures is edited: the new value is seen, or it is refused with a sentence."""

import enum
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from spielbaum.errors import CompileError
from spielbaum.kernel import U64, Numbers, compile_kernel, popcount
from spielbaum.kernel.call_graph import reachable_functions
from spielbaum.kernel.hashing import content_hash
from spielbaum.kernel.intrinsics import is_intrinsic
from spielbaum.kernel.state import AsState
from tiers import at_night

ENTRY = "def entry(n):\n    return {expression}\n"


def entry_of(expression: str, **names: Any) -> FunctionType:
    """Return a function of ``n`` with the given globals."""
    names = {"__builtins__": __builtins__, "__name__": "here", **names}
    exec(compile(ENTRY.format(expression=expression), "here.py", "exec"), names)
    return names["entry"]  # type: ignore[no-any-return]


def hashed(entry: FunctionType) -> str:
    return content_hash(reachable_functions(entry, is_intrinsic))


def module(name: str = "helper", **names: Any) -> ModuleType:
    made = ModuleType(name)
    made.__dict__.update(names)
    return made


def function(expression: str = "n", **names: Any) -> FunctionType:
    return entry_of(expression, **names)


def named_tuple(*fields: str, defaults: tuple[Any, ...] = (), hint: Any = int) -> Any:
    cls = NamedTuple("Pair", [(field, hint) for field in fields])  # type: ignore[misc]
    if defaults:
        cls.__new__.__defaults__ = defaults
        cls._field_defaults = dict(zip(fields[-len(defaults) :], defaults, strict=True))
    return cls


def with_member(member: str, **names: Any) -> Any:
    """Return a NamedTuple with a field ``a`` and a member."""
    names = {"NamedTuple": NamedTuple, "__name__": "here", **names}
    exec(f"class Pair(NamedTuple):\n    a: int\n    {member}", names)
    return names["Pair"]


MEMBERS: list[tuple[str, dict[str, Any]]] = [
    ("def m(self): return 1", {}),
    ("def m(self): return 2", {}),
    ("m = property(lambda self: 2)", {}),
    ("m = staticmethod(lambda self: 3)", {}),
    ("def m(self): return self.k()\n    def k(self): return 4", {}),
    ("def m(self): return self.k()\n    def k(self): return 5", {}),
    ("def m(self): return P", {"P": 1}),
    ("def m(self): return P", {"P": 2}),
]


def large(last: int, kind: str = "i8") -> Any:
    array = np.zeros(5000, kind)
    array[2500] = last
    return array


def record(name: str, last: int = 0) -> Any:
    array = np.zeros(2000, [(name, "i8"), ("other", "f8")])
    array[1000][name] = last
    return array


def color(red: int, kind: Any = enum.IntEnum, name: str = "RED") -> Any:
    return kind("Color", {name: red, "BLUE": 9})


def with_default(default: Any, name: str = "k", keyword: bool = False) -> FunctionType:
    names: dict[str, Any] = {"DEFAULT": default}
    exec(f"def inner(n, {'*, ' if keyword else ''}{name}=DEFAULT): return n", names)
    return names["inner"]  # type: ignore[no-any-return]


def pair_with(cls: Any = None, **attributes: Any) -> Any:
    """Return a new NamedTuple, or a given class, with methods and attributes of its own."""
    cls = cls or named_tuple("a", "b")
    for name, value in attributes.items():
        plain = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
        if isinstance(plain, FunctionType):
            plain.__module__ = cls.__module__
        setattr(cls, name, value)
    return cls


@dataclass(frozen=True)
class Sized:
    size: int


def config(**names: Any) -> type:
    return type("Config", (), names)


def replaced(value: Any) -> Any:
    return Numbers(value)


def in_closure(value: Any) -> FunctionType:
    def inner(n: int) -> Any:
        return (value, n)

    return inner  # type: ignore[return-value]


def in_closure_of_module(helper: Any) -> FunctionType:
    def inner(n: int) -> Any:
        return sum(helper.PAY for _ in range(n))

    return inner  # type: ignore[return-value]


def decorated(expression: str = "n", options: dict[str, Any] | None = None, **names: Any) -> Any:
    return njit(**(options or {}))(function(expression, **names))


# What is done with X, and what X may be: no two of a line may be taken for one another.
KINDS: list[tuple[str, Callable[[], list[Any]]]] = [
    ("X", lambda: [1, 2, 1.0, True, "1", b"1", None, 1 + 0j]),
    ("X", lambda: [0.0, -0.0, float("nan"), 0, False, 0j, -0j]),
    ("X", lambda: [10**5000, 10**5000 + 1, -(10**5000)]),
    ("X", lambda: [(1, 2), (1, 3), ((1, 2),), ((1,), 2), (1.0, 2.0), ("1", 2)]),
    ("X", lambda: [(0.0,), (-0.0,), (0.0, 0.0), ()]),
    ("X[n]", lambda: [[1, 2], [2, 1], (1, 2), [[1], 2], {1: 2}, {2: 1}, {1: [2]}, {1, 2}, frozenset({1, 2})]),
    ("X", lambda: [tuple(range(5000)), (*range(4999), 0)]),
    ("X", lambda: [range(3), range(0, 3, 2), slice(0, 3, 1), slice(None, 3)]),
    ("X", lambda: [np.int64(1), np.int32(1), np.float64(1), np.int64(2), np.bool_(1)]),
    ("X", lambda: [large(0), large(1), large(0, "f8"), large(0, "u8"), large(0, ">i8")]),
    ("X", lambda: [np.eye(3), np.eye(3)[:, ::-1], np.eye(3).reshape(9), np.eye(3)[::2]]),
    ("X", lambda: [np.arange(4).reshape(2, 2), np.arange(4).reshape(2, 2, order="F")]),
    ("X", lambda: [(large(0), 1), (large(1), 1), ((large(1),), 1)]),
    ("X", lambda: [record("a"), record("b"), record("a", 1), record("a")[0]]),
    ("X", lambda: [np.zeros(2, np.dtype([("a", "i1"), ("b", "i8")], align=a)) for a in (False, True)]),
    ("X", lambda: [named_tuple("a", "b")(1, 2), named_tuple("b", "a")(1, 2), named_tuple("a", "b")(2, 1)]),
    ("X(1, 2)", lambda: [named_tuple("a", "b"), named_tuple("b", "a"), named_tuple("a", "b", hint=bool)]),
    ("X(1)", lambda: [named_tuple("a", "b", defaults=(k,)) for k in (1, 2, 1.0)]),
    ("X(1)", lambda: [named_tuple("a", "b", defaults=(large(k),)) for k in (1, 2)]),
    ("X(1).m", lambda: [with_member(text, **names) for text, names in MEMBERS]),
    ("X[0].m", lambda: [(with_member(text, **names)(1),) for text, names in MEMBERS]),
    ("X((n,)).m", lambda: [AsState(with_member(text, **names)(1)) for text, names in MEMBERS]),
    ("X.RED", lambda: [color(1), color(2), color(1, enum.Enum), color(1, name="GREEN")][:3]),
    ("X", lambda: [color(1).RED, color(1).BLUE, color(2).RED, color(1, enum.Enum).RED]),
    ("X.PAY", lambda: [module(PAY=1), module(PAY=2), module(PAY=(1, large(0)))]),
    ("X.sub.PAY", lambda: [module(sub=module(PAY=1)), module(sub=module(PAY=2))]),
    ("X.PAY", lambda: [config(PAY=1), config(PAY=2)]),
    ("X.Inner.PAY", lambda: [config(Inner=config(PAY=1)), module(Inner=config(PAY=2))]),
    ("X.Color.RED", lambda: [module(Color=color(1)), module(Color=color(2))]),
    ("X.table[n]", lambda: [module(table=large(0)), module(table=large(1))]),
    ("X.f(n)", lambda: [module(f=function("n + 1")), module(f=function("n + 2"))]),
    ("X.f(n)", lambda: [module(f=function("n + P", P=1)), module(f=function("n + P", P=2))]),
    ("X(n)", lambda: [function("n + h.P", h=module(P=1)), function("n + h.P", h=module(P=2))]),
    ("X(n)", lambda: [decorated("n + 1"), decorated("n + 2"), function("n + 1")]),
    ("X(n)", lambda: [decorated("n + P", P=1), decorated("n + P", P=2), decorated("n + P", P=1.0)]),
    ("X(n)", lambda: [decorated("g(n)", g=decorated("n + 1")), decorated("g(n)", g=decorated("n + 2"))]),
    ("X(n)", lambda: [decorated("n + h.P", h=module(P=1)), decorated("n + h.P", h=module(P=2))]),
    ("X(n)", lambda: [decorated("n", options) for options in ({}, {"fastmath": True}, {"fastmath": {"nnan"}})]),
    ("X.f(n)", lambda: [module(f=decorated("n + 1")), module(f=decorated("n + 2"))]),
    ("X(n)", lambda: [with_default(k) for k in (1, 2, 1.0, (1,), None)]),
    ("X(n)", lambda: [with_default(k, keyword=True) for k in (1, 2)]),
    ("X(n)", lambda: [with_default(1, name, keyword=True) for name in ("k", "l")]),
    ("X(n)", lambda: [with_default((large(k), 1)) for k in (0, 1)]),
    ("X(n)", lambda: [with_default(large(k), keyword=True) for k in (0, 1)]),
    ("X(n)", lambda: [in_closure(k) for k in (1, 2, (large(0),), (large(1),))]),
    ("X(n)", lambda: [in_closure_of_module(module(PAY=k)) for k in (1, 2)]),
    ("X[0](n)", lambda: [(function("n + 1"),), (function("n + 2"),), (decorated("n + 1"),), [function("n + 1")]]),
    ("X[0](n)", lambda: [{0: function("n + P", P=1)}, {0: function("n + P", P=2)}, {0: {0: function("n + P", P=2)}}]),
    ("X(n)", lambda: [wrap(function(f"n + {k}")) for wrap in (cache, lambda f: f) for k in (1, 2)]),
    ("X(n)", lambda: [partial(function("a - n", a=k), *given) for k in (1, 2) for given in ((), (1,), (2,))]),
    ("X.of(n)", lambda: [pair_with(of=classmethod(function(f"n + {k}"))) for k in (1, 2)]),
    ("X(n, 2).sum()", lambda: [pair_with(sum=function(f"n + {k}")) for k in (1, 2)]),
    ("X(n, 2).sum()", lambda: [pair_with(sum=function("n + P", P=k)) for k in (1, 2)]),
    ("X(n, 2).last", lambda: [pair_with(last=property(function(f"n + {k}"))) for k in (1, 2)]),
    ("X(n, 2).SIZE", lambda: [pair_with(SIZE=k) for k in (1, 2, (large(0),), (large(1),))]),
    ("X(n, 2) + n", lambda: [pair_with(__add__=function(f"n + {k}")) for k in (1, 2)]),
    ("X(n).turned()", lambda: [pair_with(enum.Enum("Color", "RED BLUE"), turned=function(f"n + {k}")) for k in (1, 2)]),
    ("X.size", lambda: [SimpleNamespace(size=k) for k in (1, 2, large(0), large(1))]),
    ("X[0].size", lambda: [[SimpleNamespace(size=k)] for k in (1, 2)]),
    ("X[0].size", lambda: [[Sized(k)] for k in (1, 2)]),
    ("X[n]", lambda: [replaced(range(2000)), replaced((*range(1999), 0)), replaced([0.0, -0.0])]),
    ("X(n)", lambda: [popcount, abs, np.sqrt, np.int64, function("n")]),
    ("X.sqrt(n)", lambda: [np, sys.modules["math"], module(sqrt=function("n"))]),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "values"), KINDS, ids=[f"{i}:{text}" for i, (text, _) in enumerate(KINDS)])
def test_an_edit_of_a_capture_misses(expression: str, values: Callable[[], list[Any]]) -> None:
    found = [hashed(entry_of(expression, X=value)) for value in values()]
    assert len(set(found)) == len(found)
    assert found == [hashed(entry_of(expression, X=value)) for value in values()]


@pytest.mark.skipif(sys.version_info < (3, 14), reason="before Python 3.14, such a class cannot be made")
def test_an_annotation_may_name_what_only_type_checkers_import() -> None:
    source = "class Move(NamedTuple):\n    square: {}\n    player: OnlyForTypeCheckers = 0\n"
    found = set()
    for kind in ("int", "U64"):
        names: dict[str, Any] = {"NamedTuple": NamedTuple, "U64": U64}
        exec(source.format(kind), names)
        found.add(hashed(entry_of("X(n).square", X=names["Move"])))
    assert len(found) == 2


def test_an_edit_of_a_member_that_is_not_called_hits() -> None:
    found = {hashed(entry_of("X(n).a", X=with_member(text, **names))) for text, names in MEMBERS}
    assert len(found) == 1


class Custom:
    def __repr__(self) -> str:
        return "always the same"

    def method(self, n: int) -> int:
        return n


class Plain(tuple):  # type: ignore[type-arg]
    __slots__ = ()


REFUSED: list[tuple[str, Any, str]] = [
    ("X.method(n)", Custom(), "uses 'X', a Custom, whose content is not known: make it numbers, a tuple of numbers"),
    ("X(n)", Custom().method, "uses 'X', a method, whose content is not known"),
    ("X(n)", Custom, "uses 'X', the class Custom, of which only attributes can be used"),
    ("X[0]", Plain((1,)), "uses 'X', a Plain, which cannot be compiled: make it a plain tuple or a NamedTuple"),
    ("X[0]", np.array([None, 1]), "uses 'X', a ndarray, of Python objects, which cannot be compiled"),
    ("X[0]", np.arange(2).view(np.recarray), "uses 'X', a recarray, whose content is not known"),
    ("(X, n)", module(PAY=1), "uses 'X', the module helper, of which only attributes can be used: write helper.NAME"),
    ("X.sub", module(sub=module("sub")), "uses 'X.sub', the module sub, of which only attributes can be used"),
    ("X.PAI", module(PAY=1), "uses the name 'X.PAI', which is not defined"),
    ("X(n)", partial(njit, "int64(int64)"), "which is compiled for given types only: write @njit without types"),
    ("X(n)", np.vectorize(function()), "uses 'X', a vectorize, whose content is not known"),
    ("X(n)", np.frompyfunc(function(), 1, 1), "uses 'X', an ufunc, whose content is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "value", "sentence"), REFUSED, ids=[text for _, _, text in REFUSED])
def test_what_cannot_be_told_apart_is_refused(expression: str, value: Any, sentence: str) -> None:
    if isinstance(value, partial):  # it is made here, for that takes a second
        value = value()(function())
    with pytest.raises(CompileError) as caught:
        hashed(entry_of(expression, X=value))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_an_edit_in_the_same_process_is_seen_behind_njit() -> None:
    table, sub = np.array([1, 2]), module("sub", PAY=4)
    helper, settings = module(PAY=3, sub=sub), config(PAY=5)
    inner = decorated("n * h.PAY + T[1]", h=helper, T=table)
    helper.__dict__.update(inner=inner, twice=function("2 * f(n)", f=inner))
    names = {"h": helper, "C": settings, "T": table, "m": sys.modules["math"]}
    entry = entry_of("f(n) + h.twice(n) + h.inner(n) + h.sub.PAY + C.PAY + T[0] + m.floor(m.pi)", f=inner, **names)
    assert inner(7) == 23  # from here on Numba keeps what it saw
    edits: list[Callable[[], Any]] = [
        lambda: None,
        lambda: setattr(helper, "PAY", 30),
        lambda: setattr(sub, "PAY", 40),
        lambda: setattr(settings, "PAY", 50),
        lambda: table.__setitem__(1, 20),
        lambda: table.__setitem__(0, 10),
    ]
    for edit in edits:
        edit()
        value = 4 * inner.py_func(7) + sub.PAY + settings.PAY + table[0] + 3
        assert compile_kernel(entry)(7) == value


GAME = """
from typing import NamedTuple
from spielbaum import Game
import helper
from helper import Pay, half

class State(NamedTuple):
    left: int
    to_move: int

PAY = Pay(1, 20)

def initial(): return State(3, 0)
def to_move(state): return state.to_move
def actions(state): yield 1
def result(state, taken): return State(state.left - taken, 1 - state.to_move)
def is_terminal(state): return state.left == 0
def worth(): return helper.PAY + half(0) + PAY.b + helper.TABLE[2500]
def utility(state): return (worth(), -worth())

game = Game(name="edited", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=10**6)
"""
HELPER = """
from typing import NamedTuple
import numpy as np
from numba import njit
PAY = 300
HALF = 4000
TABLE = np.zeros(5000)
TABLE[2500] = 50000
class Pay(NamedTuple):
    a: int
    b: int
@njit
def half(n): return HALF + n
"""
SEARCH = """
import sys
from spielbaum import Limits, Searcher, games
print(int(Searcher(games.load(sys.argv[1]), "negamax").search(limits=Limits(depth=9)).value))
"""
WORTH = """
import sys
from spielbaum import games
from spielbaum.kernel import compile_kernel
print(int(compile_kernel(games.load(sys.argv[1]).utility)(((0, 0)))[0]))
"""
EDITS = [
    ("", "", 54320),
    ("HALF = 4000", "HALF = 1000", 51320),
    ("a: int\n    b: int", "b: int\n    a: int", 51301),
]


@pytest.mark.slow
def test_an_edit_of_an_imported_file_misses_in_the_next_process(tmp_path: Path) -> None:
    game, helper, text = tmp_path / "mygame.py", tmp_path / "helper.py", HELPER
    game.write_text(GAME, encoding="utf-8")
    script = SEARCH if at_night() else WORTH
    for old, new, value in EDITS if at_night() else EDITS[:2]:
        text = text.replace(old, new)
        helper.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-B", "-c", script, str(game)],
            env={**os.environ, "SPIELBAUM_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.stdout.split() == [str(value)], done.stderr
