"""The tic-tac-toe exercise: the model solution."""

from math import inf
from typing import NamedTuple

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ROWS = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CENTRE_CORNERS_EDGES = (4, 0, 2, 6, 8, 1, 3, 5, 7)


class State(NamedTuple):
    """Nine squares row by row, each "X", "O" or ".", and the player to move."""

    squares: str
    to_move: str


# Part 1: the rules, and minimax

order = ROWS
nodes = 0


def initial_state():
    return State(".........", "X")


def player(state):
    return state.to_move


def actions(state):
    return [square for square in order if state.squares[square] == "."]


def result(state, action):
    squares = state.squares[:action] + state.to_move + state.squares[action + 1 :]
    return State(squares, "O" if state.to_move == "X" else "X")


def has_line(state, mark):
    return any(all(state.squares[square] == mark for square in line) for line in LINES)


def terminal(state):
    return has_line(state, "X") or has_line(state, "O") or "." not in state.squares


def utility(state):
    """The utility for X."""
    if has_line(state, "X"):
        return 1
    if has_line(state, "O"):
        return -1
    return 0


def minimax(state):
    """The value for X, and the best action."""
    global nodes
    nodes += 1
    if terminal(state):
        return utility(state), None
    best_action = None
    if player(state) == "X":
        best = -inf
        for action in actions(state):
            value, _ = minimax(result(state, action))
            if value > best:
                best, best_action = value, action
    else:
        best = inf
        for action in actions(state):
            value, _ = minimax(result(state, action))
            if value < best:
                best, best_action = value, action
    return best, best_action


# Part 2: alpha-beta and negamax


def alpha_beta(state, alpha, beta):
    """The value for X."""
    global nodes
    nodes += 1
    if terminal(state):
        return utility(state)
    if player(state) == "X":
        value = -inf
        for action in actions(state):
            value = max(value, alpha_beta(result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in actions(state):
            value = min(value, alpha_beta(result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def negamax(state, alpha, beta):
    """The value for the player to move."""
    global nodes
    nodes += 1
    if terminal(state):
        return utility(state) if player(state) == "X" else -utility(state)
    value = -inf
    for action in actions(state):
        value = max(value, -negamax(result(state, action), -beta, -alpha))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


# Part 3: an evaluation and a depth limit


def evaluation(state):
    """3 X2 + X1 - (3 O2 + O1)."""
    points = 0
    for line in LINES:
        marks = [state.squares[square] for square in line]
        crosses, noughts = marks.count("X"), marks.count("O")
        if noughts == 0 and crosses in (1, 2):
            points += 3 if crosses == 2 else 1
        if crosses == 0 and noughts in (1, 2):
            points -= 3 if noughts == 2 else 1
    return points


def limited(state, depth, alpha, beta):
    """The value for X, depth plies deep; a win counts 100."""
    global nodes
    nodes += 1
    if terminal(state):
        return 100 * utility(state)
    if depth == 0:
        return evaluation(state)
    if player(state) == "X":
        value = -inf
        for action in actions(state):
            value = max(value, limited(result(state, action), depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for action in actions(state):
            value = min(value, limited(result(state, action), depth - 1, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def counted(search, *arguments):
    """The answer of a search, and the number of positions that it visits."""
    global nodes
    nodes = 0
    return search(*arguments), nodes


if __name__ == "__main__":
    empty, late = initial_state(), State("XOX.X.O..", "X")
    print("minimax    ", counted(minimax, empty), counted(minimax, late))
    for order in (ROWS, CENTRE_CORNERS_EDGES):
        print("alpha-beta ", counted(alpha_beta, empty, -inf, inf), counted(alpha_beta, late, -inf, inf))
        print("negamax    ", counted(negamax, empty, -inf, inf), counted(negamax, late, -inf, inf))
        print("limited    ", *(counted(limited, empty, depth, -inf, inf)[1] for depth in range(1, 10)))
