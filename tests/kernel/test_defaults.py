"""Defaults of NamedTuples: the same in compiled code as in Python, and seen when they are edited."""

from pathlib import Path

import pytest

from spielbaum.games import load
from spielbaum.search.choosing import search
from spielbaum.search.core.limits import Limits

GAME = """
from typing import NamedTuple
from spielbaum import Game

class Pair(NamedTuple):
    a: int
    b: int = 7

class State(NamedTuple):
    count: int = 0
    to_move: int = 0

PAIR = Pair(3)

def first(state): return Pair(1).b
def initial(): return State()
def actions(state):
    pair = Pair(a=state.count)
    yield pair.b + len(pair)
    yield Pair(b=1, a=2).b + PAIR.a
def result(state, action):
    return State(state.count + action) if state.to_move else State(state.count + action, to_move=1)
def utility(state): return (state.count + first(state), -state.count - first(state))
game = Game(
    name="defaults", players=2, zero_sum=True, initial=initial, to_move=lambda state: state.to_move,
    actions=actions, result=result, is_terminal=lambda state: state.count >= 12, utility=utility,
)
"""


def value(folder: Path, text: str) -> object:
    (file := folder / "defaults.py").write_text(text)
    found = search(load(str(file)), algorithm="negamax", limits=Limits(depth=4))
    return found.value, found.action_text, found.nodes


@pytest.mark.slow
@pytest.mark.parametrize("b", [7, pytest.param(6, marks=pytest.mark.long)])
def test_compiled_code_knows_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, b: int) -> None:
    compiled = value(tmp_path, text := GAME.replace("b: int = 7", f"b: int = {b}"))
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    assert compiled == value(tmp_path, text)
    assert (compiled == value(tmp_path, GAME)) == (b == 7)
