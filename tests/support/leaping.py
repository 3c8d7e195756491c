"""Each player places a man, and then leaps with it to any square that was never left."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Game

LEFT = 3


class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int


class Leap(NamedTuple):
    source: int | None
    target: int


def actions(state: State) -> Iterator[Leap]:
    men = [square for square, number in enumerate(state.board) if number == state.to_move + 1]
    for target, number in enumerate(state.board):
        if number == 0:
            yield Leap(men[0] if men else None, target)


def result(state: State, leap: Leap) -> State:
    board = list(state.board)
    if leap.source is not None:
        board[leap.source] = LEFT
    board[leap.target] = state.to_move + 1
    return State(tuple(board), 1 - state.to_move)


game = Game(
    name="leaping",
    players=2,
    initial=lambda: State((0,) * 9, 0),
    to_move=lambda state: state.to_move,
    actions=actions,
    result=result,
    is_terminal=lambda state: 0 not in state.board,
    utility=lambda state: (-1, 1) if state.to_move == 0 else (1, -1),
    zero_sum=True,
    max_utility=1,
)
