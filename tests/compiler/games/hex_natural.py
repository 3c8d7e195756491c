"""Hex: the first player joins top and bottom, the second left and right.

After the first stone, the second player may swap: the stone changes its colour, and is reflected in the long diagonal.
"""
from typing import NamedTuple

from spielbaum import Game

N = 5
EMPTY = 0  # a stone is its player's number plus one
SWAP = N * N  # the actions below it are squares
DIRECTIONS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


def neighbours(square):
    row, column = divmod(square, N)
    for down, right in DIRECTIONS:
        if 0 <= row + down < N and 0 <= column + right < N:
            yield (row + down) * N + column + right


NEIGHBOURS = tuple(tuple(neighbours(square)) for square in range(N * N))
TOP = range(N)
BOTTOM = range(N * (N - 1), N * N)
LEFT = range(0, N * N, N)
RIGHT = range(N - 1, N * N, N)
GOALS = ((TOP, BOTTOM), (LEFT, RIGHT))  # for each player


class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int
    may_swap: bool


def initial():
    return State((EMPTY,) * (N * N), 0, False)


def to_move(state):
    return state.to_move


def actions(state):
    for square, stone in enumerate(state.board):
        if stone == EMPTY:
            yield square
    if state.may_swap:
        yield SWAP


def swapped(board):
    row, column = divmod(board.index(1), N)
    return tuple(2 if square == column * N + row else EMPTY for square in range(N * N))


def result(state, action):
    if action == SWAP:
        return State(swapped(state.board), 0, may_swap=False)
    board = list(state.board)
    board[action] = state.to_move + 1
    first_stone = all(stone == EMPTY for stone in state.board)
    return State(tuple(board), 1 - state.to_move, may_swap=first_stone)


def connects(board, player):
    """Whether the player's stones join the player's two edges of the board."""
    start, goal = GOALS[player]
    stack = [square for square in start if board[square] == player + 1]
    seen = set(stack)
    while stack:
        square = stack.pop()
        if square in goal:
            return True
        for neighbour in NEIGHBOURS[square]:
            if board[neighbour] == player + 1 and neighbour not in seen:
                seen.add(neighbour)
                stack.append(neighbour)
    return False


def is_terminal(state):
    return any(connects(state.board, player) for player in range(2))


def utility(state):
    winner = next(player for player in range(2) if connects(state.board, player))
    return tuple(1 if player == winner else -1 for player in range(2))


game = Game(name="hex-natural", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
