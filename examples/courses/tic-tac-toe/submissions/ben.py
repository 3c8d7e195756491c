"""Tic-tac-toe, Ben."""

INFINITY = float("inf")

WINNING = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8]]


def initial_state():
    return {"board": [None] * 9, "player": "X"}


def player(state):
    return state["player"]


def actions(state):
    moves = []
    for square in range(9):
        if state["board"][square] is None:
            moves.append(square)
    return moves


def result(state, action):
    board = state["board"].copy()
    board[action] = state["player"]
    if state["player"] == "X":
        return {"board": board, "player": "O"}
    return {"board": board, "player": "X"}


def winner(state):
    for line in WINNING:
        marks = {state["board"][square] for square in line}
        if marks == {"X"}:
            return "X"
        if marks == {"O"}:
            return "O"
    return None


def terminal(state):
    return winner(state) is not None or None not in state["board"]


def utility(state):
    if winner(state) == "X":
        return 1
    if winner(state) == "O":
        return -1
    return 0


def minimax(state):
    if terminal(state):
        return utility(state), None
    results = []
    for action in actions(state):
        results.append((minimax(result(state, action))[0], action))
    if player(state) == "X":
        return max(results, key=lambda pair: pair[0])
    return min(results, key=lambda pair: pair[0])


def alpha_beta(state, alpha, beta):
    if terminal(state):
        return utility(state)
    if player(state) == "X":
        best = -INFINITY
        for action in actions(state):
            best = max(best, alpha_beta(result(state, action), -INFINITY, INFINITY))
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        return best
    best = INFINITY
    for action in actions(state):
        best = min(best, alpha_beta(result(state, action), -INFINITY, INFINITY))
        beta = min(beta, best)
        if alpha >= beta:
            return best
    return best


def negamax(state, alpha, beta):
    if terminal(state):
        return utility(state) if player(state) == "X" else -utility(state)
    best = -INFINITY
    for action in actions(state):
        best = max(best, -negamax(result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def evaluation(state):
    points = 0
    for line in [*WINNING, [2, 4, 6]]:
        marks = [state["board"][square] for square in line]
        if "O" not in marks:
            points += [0, 1, 3, 0][marks.count("X")]
        if "X" not in marks:
            points -= [0, 1, 3, 0][marks.count("O")]
    return points


def limited(state, depth, alpha, beta):
    if terminal(state):
        return 100 * utility(state)
    if depth == 0:
        return evaluation(state)
    if player(state) == "X":
        for action in actions(state):
            alpha = max(alpha, limited(result(state, action), depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return alpha
    for action in actions(state):
        beta = min(beta, limited(result(state, action), depth - 1, alpha, beta))
        if alpha >= beta:
            break
    return beta
