"""Games as subclasses of AIMA's ``Game``: the figure of the chapter, and tic-tac-toe with a board by coordinates."""

from collections import namedtuple
from typing import ClassVar

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

    def display(self, state):
        print(state)


class Fig52Game(Game):
    succs: ClassVar = {
        "A": {"a1": "B", "a2": "C", "a3": "D"},
        "B": {"b1": "B1", "b2": "B2", "b3": "B3"},
        "C": {"c1": "C1", "c2": "C2", "c3": "C3"},
        "D": {"d1": "D1", "d2": "D2", "d3": "D3"},
    }
    utils: ClassVar = {"B1": 3, "B2": 12, "B3": 8, "C1": 2, "C2": 4, "C3": 6, "D1": 14, "D2": 5, "D3": 2}
    initial = "A"

    def actions(self, state):
        return list(self.succs.get(state, {}).keys())

    def result(self, state, move):
        return self.succs[state][move]

    def utility(self, state, player):
        return self.utils[state] if player == "MAX" else -self.utils[state]

    def terminal_test(self, state):
        return state not in ("A", "B", "C", "D")

    def to_move(self, state):
        return "MIN" if state in "BCD" else "MAX"


class TicTacToe(Game):
    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = {**state.board, move: state.to_move}
        won = any(self.in_row(board, move, step) >= self.k for step in ((0, 1), (1, 0), (1, -1), (1, 1)))
        utility = 0 if not won else 1 if state.to_move == "X" else -1
        moves = [other for other in state.moves if other != move]
        return GameState("O" if state.to_move == "X" else "X", utility, board, moves)

    def in_row(self, board, move, step):
        count = -1
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == board[move]:
                count += 1
                x, y = x + sign * step[0], y + sign * step[1]
        return count

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def display(self, state):
        for y in range(self.v, 0, -1):
            print(*(state.board.get((x, y), ".") for x in range(1, self.h + 1)))
