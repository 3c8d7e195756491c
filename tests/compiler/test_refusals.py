"""Code that cannot be compiled is refused in one sentence: function, file, line, and what to write instead."""

import linecache
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compiled_alone import type_of
from spielbaum.compiler.compiler import Compiler
from spielbaum.errors import CompileError

PAGE = Path(__file__).parent / "refused.txt"
GIVEN = """
import copy, heapq, itertools, math, operator, random, time
from array import array
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache, partial, reduce
from typing import NamedTuple

import numpy as np

from spielbaum import replaced

TABLE = (1, 2, 3)
NAMES = {"a": 1, "b": 2}
"""
FOREIGN = re.compile(r"numba|llvm|\bcells?\b|slot|typing|int64|\bir\b|traceback|site-packages|<.* at 0x", re.IGNORECASE)


class State(NamedTuple):
    board: tuple[int, ...]
    player: int


class Refused(NamedTuple):
    """Code with a function ``rule(s, n)`` of a state and a number, and the sentence that refuses it."""

    source: str
    sentence: str


def refusals() -> list[Refused]:
    blocks = PAGE.read_text(encoding="utf-8").strip().split("\n\n")
    return [Refused(*(part.strip() for part in block.split("\n> "))) for block in blocks]


def refusal_of(source: str) -> str:
    """Return the sentence by which the compiler refuses a rule."""
    linecache.cache["game.py"] = (len(source), None, source.splitlines(keepends=True), "game.py")
    names: dict[str, Any] = {"State": State}
    exec(GIVEN, names)
    exec(compile(source, "game.py", "exec"), names)
    with pytest.raises(CompileError) as caught:
        Compiler().compiled(names["rule"], [type_of(State((0, 1, 2, 0, 1), 1)), type_of(2)])
    return str(caught.value)


def test_code_that_cannot_be_compiled_gets_its_sentence() -> None:
    assert len(refusals()) > 60
    for refused in refusals():
        said = refusal_of(refused.source + "\n")
        assert said == refused.sentence, refused.source
        assert re.match(r"\w+ in game\.py, line \d+, ", said)
        assert not FOREIGN.search(said)
