"""Breakthrough: step forward, straight or diagonally; capture diagonally; reach the far row or take all pieces."""
from enum import IntEnum
from typing import NamedTuple

from spielbaum import Evaluation, Game

ROWS = 8
COLUMNS = 8
HOME_ROWS = 2


class Piece(IntEnum):
    EMPTY = 0
    WHITE = 1  # player 0, starts at the bottom and moves up
    BLACK = 2  # player 1, starts at the top and moves down


OWN = {0: Piece.WHITE, 1: Piece.BLACK}
FORWARD = {0: -1, 1: +1}  # row 0 is the top row
FAR_ROW = {0: 0, 1: ROWS - 1}


class State(NamedTuple):
    board: tuple[int, ...]
    player: int


class Move(NamedTuple):
    source: int
    target: int


def initial():
    black = [Piece.BLACK] * (HOME_ROWS * COLUMNS)
    empty = [Piece.EMPTY] * ((ROWS - 2 * HOME_ROWS) * COLUMNS)
    white = [Piece.WHITE] * (HOME_ROWS * COLUMNS)
    return State(tuple(black + empty + white), 0)


def to_move(state):
    return state.player


def squares_of(board, player):
    """The squares on which the player has a piece."""
    return [square for square, piece in enumerate(board) if piece == OWN[player]]


def steps(square, player):
    """The squares in front of a square, each with whether it lies diagonally."""
    row, column = divmod(square, COLUMNS)
    row += FORWARD[player]
    for shift, diagonal in ((-1, True), (0, False), (1, True)):
        if 0 <= row < ROWS and 0 <= column + shift < COLUMNS:
            yield row * COLUMNS + column + shift, diagonal


def targets(board, square, player):
    """The squares to which the piece on a square can move."""
    for target, diagonal in steps(square, player):
        occupant = board[target]
        if occupant == Piece.EMPTY or (diagonal and occupant != OWN[player]):
            yield target


def actions(state):
    captures, others = [], []
    for source in squares_of(state.board, state.player):
        for target in targets(state.board, source, state.player):
            moves = others if state.board[target] == Piece.EMPTY else captures
            moves.append(Move(source, target))
    yield from captures
    yield from others


def result(state, move):
    source, target = move
    if state.board[source] != OWN[state.player]:
        raise ValueError(f"player {state.player} has no piece on square {source}")
    board = list(state.board)
    board[source], board[target] = Piece.EMPTY, board[source]
    return State(tuple(board), 1 - state.player)


def rows_to_go(square, player):
    return abs(square // COLUMNS - FAR_ROW[player])


def has_arrived(board, player):
    return any(rows_to_go(square, player) == 0 for square in squares_of(board, player))


def winner(state):
    """The player who has won, or None."""
    for player in (0, 1):
        if has_arrived(state.board, player) or not squares_of(state.board, 1 - player):
            return player
    return None


def is_terminal(state):
    return winner(state) is not None


def utility(state):
    won = winner(state)
    assert won is not None, "the game is not over"
    return tuple(1 if player == won else -1 for player in (0, 1))


def worth(board, player):
    """Two for each piece, and one for each row that the foremost piece has behind it."""
    squares = squares_of(board, player)
    if not squares:
        return 0
    foremost = min(squares, key=lambda square: rows_to_go(square, player))
    return 2 * len(squares) + ROWS - 1 - rows_to_go(foremost, player)


def evaluate(state):
    white, black = (worth(state.board, player) for player in (0, 1))
    return white - black, black - white


game = Game(name="breakthrough", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1,
            evaluations={"worth": Evaluation(evaluate, utility_weight=100)})
