"""Bit boards, and searches that take the game as an argument: minimax, alpha-beta, negamax with a table, Max^n."""

from collections import namedtuple

Position = namedtuple("Position", "own other ply")
"""The squares of the player to move, those of the other player, and the number of moves made."""

WINS = (7, 56, 448, 73, 146, 292, 273, 84)
INF = 10**6


class TicTacToe:
    def initial(self):
        return Position(0, 0, 0)

    def player(self, position):
        return position.ply & 1

    def actions(self, position):
        free = ~(position.own | position.other) & 511
        moves = []
        while free:
            low = free & -free
            moves.append(low.bit_length() - 1)
            free ^= low
        return moves

    def result(self, position, move):
        return Position(position.other, position.own | 1 << move, position.ply + 1)

    def lost(self, position):
        return any(position.other & win == win for win in WINS)

    def terminal(self, position):
        return position.ply == 9 or self.lost(position)

    def utility(self, position):
        """The utility of player 0."""
        if not self.lost(position):
            return 0
        return 1 if position.ply % 2 else -1

    def evaluate(self, position):
        """3 X2 + X1 - (3 O2 + O1)."""
        score = 0
        for win in WINS:
            mine, theirs = bin(position.own & win).count("1"), bin(position.other & win).count("1")
            if not theirs:
                score += (0, 1, 3, 0)[mine]
            if not mine:
                score -= (0, 1, 3, 0)[theirs]
        return score if position.ply % 2 == 0 else -score


def minimax(game, state):
    """Return the value for player 0 and the best action."""
    if game.terminal(state):
        return game.utility(state), None
    best_value = None
    best_action = None
    for action in game.actions(state):
        value, _ = minimax(game, game.result(state, action))
        if (best_value is None
                or (game.player(state) == 0 and value > best_value)
                or (game.player(state) == 1 and value < best_value)):
            best_value, best_action = value, action
    return best_value, best_action


def alphabeta(game, state, depth, alpha, beta, maximizing):
    """Fail-hard: the value never leaves the window."""
    if game.terminal(state):
        return game.utility(state) * 100
    if depth == 0:
        return game.evaluate(state)
    if maximizing:
        for action in game.actions(state):
            value = alphabeta(game, game.result(state, action), depth - 1, alpha, beta, False)
            if value >= beta:
                return beta
            if value > alpha:
                alpha = value
        return alpha
    for action in game.actions(state):
        value = alphabeta(game, game.result(state, action), depth - 1, alpha, beta, True)
        if value <= alpha:
            return alpha
        if value < beta:
            beta = value
    return beta


def negamax(game, state, color):
    """Without cuts and without a table."""
    if game.terminal(state):
        return color * game.utility(state)
    return max(-negamax(game, game.result(state, action), -color) for action in game.actions(state))


EXACT, LOWER, UPPER = 0, 1, 2


def negamax_table(game, state, depth, alpha, beta, color, table):
    alpha_start = alpha
    entry = table.get(state)
    if entry is not None and entry[0] >= depth:
        _, flag, value = entry
        if flag == EXACT:
            return value
        if flag == LOWER and value >= beta:
            return value
        if flag == UPPER and value <= alpha:
            return value
    if game.terminal(state):
        return color * game.utility(state) * 100
    if depth == 0:
        return color * game.evaluate(state)
    best = -INF
    for action in game.actions(state):
        value = -negamax_table(game, game.result(state, action), depth - 1, -beta, -alpha, -color, table)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    if best <= alpha_start:
        flag = UPPER
    elif best >= beta:
        flag = LOWER
    else:
        flag = EXACT
    table[state] = (depth, flag, best)
    return best


def max_n(game, state):
    """Return the vector of Max^n: everyone maximises the own entry."""
    if game.terminal(state):
        return game.utility(state)
    player = game.player(state)
    best = None
    for action in game.actions(state):
        vector = max_n(game, game.result(state, action))
        if best is None or vector[player] > best[player]:
            best = vector
    return best


def paranoid(game, state, root, alpha, beta):
    """Return the value for the root player, against whom all others play."""
    if game.terminal(state):
        vector = game.utility(state)
        return vector[root] - sum(vector[p] for p in range(len(vector)) if p != root)
    if game.player(state) == root:
        for action in game.actions(state):
            alpha = max(alpha, paranoid(game, game.result(state, action), root, alpha, beta))
            if alpha >= beta:
                break
        return alpha
    for action in game.actions(state):
        beta = min(beta, paranoid(game, game.result(state, action), root, alpha, beta))
        if alpha >= beta:
            break
    return beta
