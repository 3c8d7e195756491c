"""Tic-tac-toe as CS50 asks for it: a board of lists, sets of pairs, functions that return the best move."""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    count_x = 0
    count_o = 0
    for row in board:
        for cell in row:
            if cell == X:
                count_x += 1
            elif cell == O:
                count_o += 1
    if count_x > count_o:
        return O
    return X


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError("this cell is taken")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    for i in range(3):
        if board[i][0] is not EMPTY and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        if board[0][i] is not EMPTY and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    if board[0][0] is not EMPTY and board[0][0] == board[1][1] == board[2][2]:
        return board[0][0]
    if board[0][2] is not EMPTY and board[0][2] == board[1][1] == board[2][0]:
        return board[0][2]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True


def utility(board):
    if winner(board) == X:
        return 1
    elif winner(board) == O:
        return -1
    else:
        return 0


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v


def minimax(board):
    """Returns the optimal action for the current player on the board."""
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            value = min_value(result(board, action))
            if value > best:
                best = value
                best_action = action
    else:
        best = math.inf
        for action in actions(board):
            value = max_value(result(board, action))
            if value < best:
                best = value
                best_action = action
    return best_action


def alpha_beta(board, depth, alpha, beta):
    """Returns the value of the board for X, looking depth moves ahead."""
    if terminal(board):
        return 100 * utility(board)
    if depth == 0:
        return evaluation(board)
    if player(board) == X:
        v = -math.inf
        for action in actions(board):
            v = max(v, alpha_beta(result(board, action), depth - 1, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = math.inf
    for action in actions(board):
        v = min(v, alpha_beta(result(board, action), depth - 1, alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def negamax(board):
    """Returns the value of the board for the player to move."""
    if terminal(board):
        if player(board) == X:
            return utility(board)
        return -utility(board)
    best = -math.inf
    for action in actions(board):
        best = max(best, -negamax(result(board, action)))
    return best


def lines(board):
    found = []
    for i in range(3):
        found.append([board[i][0], board[i][1], board[i][2]])
        found.append([board[0][i], board[1][i], board[2][i]])
    found.append([board[0][0], board[1][1], board[2][2]])
    found.append([board[0][2], board[1][1], board[2][0]])
    return found


def evaluation(board):
    """3 X2 + X1 - (3 O2 + O1)."""
    points = 0
    for line in lines(board):
        xs = line.count(X)
        os = line.count(O)
        if os == 0:
            if xs == 2:
                points += 3
            elif xs == 1:
                points += 1
        if xs == 0:
            if os == 2:
                points -= 3
            elif os == 1:
                points -= 1
    return points
