"""Tic-tac-toe with the functions that CS50 requires."""

from copy import deepcopy

X, O, EMPTY = "X", "O", None  # noqa: E741


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    return X if sum(mark is not EMPTY for row in board for mark in row) % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError("there is a mark already")
    after = deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for line in [*board, *zip(*board, strict=True), *diagonals]:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or all(mark is not EMPTY for row in board for mark in row)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
