"""A game without actions in an unfinished state: one sentence from every command that reaches it."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


GAME = """
from typing import NamedTuple
from spielbaum import Features, Game

class State(NamedTuple):
    count: int
    to_move: int

def actions(state):
    if state.count != LAST:
        yield 1

def result(state, action): return State(state.count + action, 1 - state.to_move)
def nothing(state): return (0, 0)

game = Game(
    name="stuck", players=2, zero_sum=True, compiled=False, initial=lambda: State(0, 0),
    to_move=lambda state: state.to_move, actions=actions, result=result, is_terminal=lambda state: state.count >= 5,
    utility=nothing, evaluations={"nothing": nothing},
    features=Features(names=("a",), function=lambda state: ((0,), (1,))),
)
"""
COMMANDS = (
    "play {game} --seats random",
    "play {game} --seats alpha-beta:depth=1",
    "match {game} --games 4 --players random,minimax:depth=1 --workers 1 --database {folder}/match.db",
    "tournament {game} --players minimax:depth=2,alpha-beta:depth=1 --workers 1 --database {folder}/games.db",
    "suite {game} --players minimax:depth=1 --random-positions 2 --plies 4",
    "compare {game} --depth 1 --random-positions 2 --plies 4",
    "learn {game} --games 10 --output {folder}/model.json",
)
AT_THE_START = ("solve {game}", "analyze {game} --depth 2", "tree {game} --depth 2", "compare {game} --depth 1")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "last"), [*((one, 2) for one in COMMANDS), *((one, 0) for one in AT_THE_START)])
def test_a_game_that_is_stuck(command: str, last: int, tmp_path: Path, spielbaum: Command) -> None:
    (file := tmp_path / "stuck.py").write_text(GAME.replace("LAST", str(last)))
    answer = spielbaum(*shlex.split(command.format(game=file, folder=tmp_path)))
    assert answer.code == 2, answer
    there = f'has no action at {{"count":{last},"to_move":0}}, which is not terminal'
    sentences = (there, "returns no action for a state that is not terminal")
    assert answer.err.startswith("spielbaum: "), answer.err
    assert any(sentence in answer.err for sentence in sentences), answer.err
    assert answer.err.count("\n") == 1, answer.err
