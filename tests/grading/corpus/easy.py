"""Tic-tac-toe for easyAI, and a search for its games: moves are made and copied, players count from 1."""

from easyAI import TwoPlayerGame

inf = float("infinity")

LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9],
         [1, 4, 7], [2, 5, 8], [3, 6, 9],
         [1, 5, 9], [3, 5, 7]]


class TicTacToe(TwoPlayerGame):
    """The board positions are numbered 1 to 9, row by row."""

    def __init__(self, players=None):
        self.players = players
        self.board = [0 for i in range(9)]
        self.current_player = 1

    def possible_moves(self):
        return [i + 1 for i, e in enumerate(self.board) if e == 0]

    def make_move(self, move):
        self.board[int(move) - 1] = self.current_player

    def lose(self):
        """Has the opponent three in line?"""
        return any(all(self.board[c - 1] == self.opponent_index for c in line) for line in LINES)

    def is_over(self):
        return self.possible_moves() == [] or self.lose()

    def show(self):
        print("\n" + "\n".join(" ".join([".", "O", "X"][self.board[3 * j + i]] for i in range(3)) for j in range(3)))

    def scoring(self):
        return -1 if self.lose() else 0


def minimax(game, maximising=True):
    """The value for the player who moves at the root."""
    if game.is_over():
        return game.scoring() if maximising else -game.scoring()
    values = []
    for move in game.possible_moves():
        after = game.copy()
        after.make_move(move)
        after.switch_player()
        values.append(minimax(after, not maximising))
    return max(values) if maximising else min(values)


def negamax(game, depth, scoring):
    if depth == 0 or game.is_over():
        return scoring(game)
    best_value = -inf
    for move in game.possible_moves():
        after = game.copy()
        after.make_move(move)
        after.switch_player()
        best_value = max(best_value, -negamax(after, depth - 1, scoring))
    return best_value


def negamax_alpha_beta(game, depth, orig_depth, scoring, alpha=-inf, beta=+inf):
    if depth == 0 or game.is_over():
        return scoring(game)
    best_value = -inf
    for move in game.possible_moves():
        after = game.copy()
        after.make_move(move)
        after.switch_player()
        move_value = -negamax_alpha_beta(after, depth - 1, orig_depth, scoring, -beta, -alpha)
        if move_value > best_value:
            best_value = move_value
            if depth == orig_depth:
                game.ai_move = move
        if alpha < move_value:
            alpha = move_value
            if alpha >= beta:
                break
    return best_value


def open_lines(game):
    """3 X2 + X1 - (3 O2 + O1) for the player to move; a lost game is worth -100."""
    if game.lose():
        return -100
    points = {1: 1, 2: 3}
    total = 0
    for line in LINES:
        own = sum(game.board[c - 1] == game.current_player for c in line)
        other = sum(game.board[c - 1] == game.opponent_index for c in line)
        if not other:
            total += points.get(own, 0)
        elif not own:
            total -= points.get(other, 0)
    return total


class Negamax:
    def __init__(self, depth, scoring=None):
        self.depth = depth
        self.scoring = scoring

    def __call__(self, game):
        scoring = self.scoring if self.scoring else (lambda g: g.scoring())
        self.alpha = negamax_alpha_beta(game, self.depth, self.depth, scoring, -inf, +inf)
        return game.ai_move
