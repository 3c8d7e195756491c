"""Neighbours, for three: place a stone not beside another player's; the first who cannot ends the game."""
from typing import NamedTuple

from spielbaum import Game, replaced

N, PLAYERS = 5, 3

class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int

def is_free(state, square):
    row, column, mine = square // N, square % N, state.to_move + 1
    for other in (square - N, square + N, square - 1, square + 1):
        beside = 0 <= other < N * N and abs(other % N - column) + abs(other // N - row) == 1
        if beside and state.board[other] not in (0, mine):
            return False
    return state.board[square] == 0

def actions(state):
    for square in range(N * N):
        if is_free(state, square):
            yield square

def result(state, square):
    return State(replaced(state.board, square, state.to_move + 1), (state.to_move + 1) % PLAYERS)

def is_terminal(state):
    for square in range(N * N):
        if is_free(state, square):
            return False
    return True

game = Game(name="neighbours", players=PLAYERS, initial=lambda: State((0,) * N * N, 0),
            to_move=lambda state: state.to_move, actions=actions, result=result, is_terminal=is_terminal,
            utility=lambda state: (state.board.count(1), state.board.count(2), state.board.count(3)))
