"""The race to six in plain functions, for tests that break them one by one."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Game

GOAL = 6
"""Two players take turns to add 1 or 2; the player who reaches six or more wins."""


class State(NamedTuple):
    count: int
    to_move: int


def initial() -> State:
    return State(0, 0)


def to_move(state: State) -> int:
    return state.to_move


def actions(_state: State) -> Iterator[int]:
    yield 1
    yield 2


def result(state: State, action: int) -> State:
    return State(state.count + action, 1 - state.to_move)


def is_terminal(state: State) -> bool:
    return state.count >= GOAL


def utility(state: State) -> tuple[int, int]:
    return (-1, 1) if state.to_move == 0 else (1, -1)


RACE = Game(
    name="race",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    zero_sum=True,
    max_utility=1,
    compiled=False,
)
