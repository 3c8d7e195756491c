"""Tic-tac-toe and searches in the manner of aima-python: a game is an object, a search returns a move."""

from collections import namedtuple

infinity = float("inf")

GameState = namedtuple("GameState", "to_move, utility, board, moves")


class Game:
    def actions(self, state):
        raise NotImplementedError

    def result(self, state, move):
        raise NotImplementedError

    def utility(self, state, player):
        raise NotImplementedError

    def terminal_test(self, state):
        return not self.actions(state)

    def to_move(self, state):
        return state.to_move


class TicTacToe(Game):
    """Squares are pairs (row, column), counted from 1; the board maps taken squares to marks."""

    def __init__(self, size=3):
        self.size = size
        squares = [(r, c) for r in range(1, size + 1) for c in range(1, size + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=squares)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board.copy()
        board[move] = state.to_move
        moves = list(state.moves)
        moves.remove(move)
        return GameState(to_move="O" if state.to_move == "X" else "X",
                         utility=self.compute_utility(board, move, state.to_move),
                         board=board, moves=moves)

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def display(self, state):
        for r in range(1, self.size + 1):
            print(" ".join(state.board.get((r, c), ".") for c in range(1, self.size + 1)))

    def compute_utility(self, board, move, player):
        """If 'X' wins with this move, return 1; if 'O' wins return -1; else return 0."""
        directions = [(0, 1), (1, 0), (1, -1), (1, 1)]
        if any(self.k_in_row(board, move, player, d) for d in directions):
            return 1 if player == "X" else -1
        return 0

    def k_in_row(self, board, move, player, direction):
        dr, dc = direction
        r, c = move
        n = 0
        while board.get((r, c)) == player:
            n += 1
            r, c = r + dr, c + dc
        r, c = move
        while board.get((r, c)) == player:
            n += 1
            r, c = r - dr, c - dc
        return n - 1 >= self.size


def minimax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a)))
        return v

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a)))
        return v

    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))


def alpha_beta_search(state, game):
    player = game.to_move(state)

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score = -infinity
    beta = infinity
    best_action = None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta)
        if v > best_score:
            best_score = v
            best_action = a
    return best_action


def negamax(state, game):
    """Return the value of a state for the player to move."""
    if game.terminal_test(state):
        return game.utility(state, game.to_move(state))
    best = -infinity
    for a in game.actions(state):
        best = max(best, -negamax(game.result(state, a), game))
    return best


def evaluate(state, player):
    """Eval = 3 X2 + X1 - (3 O2 + O1), seen by a player."""
    other = "O" if player == "X" else "X"
    lines = [[(i, j) for j in (1, 2, 3)] for i in (1, 2, 3)]
    lines += [[(i, j) for i in (1, 2, 3)] for j in (1, 2, 3)]
    lines += [[(i, i) for i in (1, 2, 3)], [(i, 4 - i) for i in (1, 2, 3)]]
    weights = {1: 1, 2: 3}
    score = 0
    for line in lines:
        marks = [state.board.get(square) for square in line]
        mine, theirs = marks.count(player), marks.count(other)
        if theirs == 0:
            score += weights.get(mine, 0)
        if mine == 0:
            score -= weights.get(theirs, 0)
    return score


def alpha_beta_cutoff_search(state, game, d=4, cutoff_test=None, eval_fn=None):
    """Search to depth d; beyond that, use the evaluation."""
    player = game.to_move(state)

    def max_value(state, alpha, beta, depth):
        if cutoff_test(state, depth):
            return eval_fn(state)
        v = -infinity
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta, depth + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, depth):
        if cutoff_test(state, depth):
            return eval_fn(state)
        v = infinity
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta, depth + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def estimate(state):
        if game.terminal_test(state):
            return 100 * game.utility(state, player)
        return evaluate(state, player)

    cutoff_test = cutoff_test or (lambda state, depth: game.terminal_test(state) or depth == d)
    eval_fn = eval_fn or estimate
    best_score = -infinity
    beta = infinity
    best_action = None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, beta, 1)
        if v > best_score:
            best_score = v
            best_action = a
    return best_action
