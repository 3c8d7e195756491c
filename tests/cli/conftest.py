"""The command line as a function."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spielbaum.cli import run


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


Command = Callable[..., Answer]

RACE = '''"""Add one or two; who reaches five has won."""
from typing import NamedTuple
from spielbaum import Game, Notation, SearchHints

class State(NamedTuple):
    count: int
    to_move: int

def initial(): return State(0, 0)
def to_move(state): return state.to_move
def actions(state):
    yield 1
    yield 2
def result(state, action):
    return State(state.count + action, 1 - state.to_move)
def is_terminal(state): return state.count >= 5
def utility(state): return (-1, 1) if state.to_move == 0 else (1, -1)
def lead(state): return (state.count, -state.count) if state.to_move == 0 else (-state.count, state.count)
game = Game(name="race", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, evaluations={"lead": lead}, zero_sum=True)
'''


@pytest.fixture
def spielbaum(capfd: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs a command in this process."""

    def command(*arguments: str) -> Answer:
        capfd.readouterr()
        code = run(list(arguments))
        return Answer(code, *capfd.readouterr())

    return command


@pytest.fixture
def race(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a small game to a file, with text replaced, and returns the path."""

    def write(old: str = "", new: str = "") -> str:
        assert old in RACE
        path = tmp_path / "race.py"
        path.write_text(RACE.replace(old, new) if old else RACE, encoding="utf-8")
        return str(path)

    return write
