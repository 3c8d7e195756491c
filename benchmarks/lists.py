"""A game with lists: five in a row on 25 squares wins, and the actions of a state are first collected in a list.

``python benchmarks/memory.py benchmarks/lists.py`` measures its memory, and
``python benchmarks/compare_commits.py OLD NEW --games benchmarks/lists.py --algorithms alpha-beta`` its speed.
"""

from typing import NamedTuple

from spielbaum import Game


class State(NamedTuple):
    """The owner of each square, 0 for none, and the player to move."""

    board: tuple[int, ...]
    to_move: int


def initial():
    return State((0,) * 25, 0)


def to_move(state):
    return state.to_move


def actions(state):
    empty = [square for square in range(25) if state.board[square] == 0]
    for square in empty:
        yield square


def result(state, square):
    board = state.board[:square] + (state.to_move + 1,) + state.board[square + 1 :]
    return State(board, 1 - state.to_move)


def owner_of_a_row(state):
    for start in range(0, 25, 5):
        owner = state.board[start]
        if owner and all([state.board[start + i] == owner for i in range(1, 5)]):
            return owner
    return 0


def is_terminal(state):
    return owner_of_a_row(state) != 0 or 0 not in state.board


def utility(state):
    owner = owner_of_a_row(state)
    return (0, 0) if owner == 0 else (1, -1) if owner == 1 else (-1, 1)


game = Game(
    name="lists",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    zero_sum=True,
    max_utility=1,
)
