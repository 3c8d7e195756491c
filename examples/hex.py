"""Hex: two players connect their sides of a rhombus, the first top and bottom, the second left and right."""
from typing import NamedTuple

from spielbaum import Game, replaced

N = 5
LEFT = sum(1 << N * row for row in range(N))
TOP, RIGHT, BOTTOM = (1 << N) - 1, LEFT << N - 1, (1 << N) - 1 << N * (N - 1)

class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int
    winner: int

def actions(state):
    for square in range(N * N):
        if state.board[square] == 0:
            yield square

def result(state, square):
    board, stones, reached = replaced(state.board, square, state.to_move + 1), 0, 0
    for place in range(N * N):
        stones |= (board[place] == state.to_move + 1) << place
    grown, goal = (stones & TOP, BOTTOM) if state.to_move == 0 else (stones & LEFT, RIGHT)
    while grown != reached:
        reached = grown
        aside = (reached & ~RIGHT) << 1 | (reached & ~LEFT) >> 1
        slanted = (reached & ~LEFT) << N - 1 | (reached & ~RIGHT) >> N - 1
        grown |= stones & (reached << N | reached >> N | aside | slanted)
    return State(board, 1 - state.to_move, state.to_move if grown & goal else -1)

game = Game(name="hex", players=2, initial=lambda: State((0,) * N * N, 0, -1), to_move=lambda state: state.to_move,
            actions=actions, result=result, is_terminal=lambda state: state.winner >= 0,
            utility=lambda state: (1, -1) if state.winner == 0 else (-1, 1), zero_sum=True, max_utility=1)
