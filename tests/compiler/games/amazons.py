"""Amazons on a board of 6 x 6: a player who cannot move loses.

In a turn an amazon moves like a queen in chess, and from where it arrives shoots an arrow, again like a queen's move.
The square that the arrow hits is blocked for the rest of the game. Nothing passes over an amazon or an arrow.
"""
from typing import NamedTuple

from spielbaum import Game

WIDTH, HEIGHT = 6, 6

EMPTY, WHITE, BLACK, ARROW = 0, 1, 2, 3
SYMBOLS = {".": EMPTY, "W": WHITE, "B": BLACK, "#": ARROW}

START = (
    ".B..B.",
    "B....B",
    "......",
    "......",
    "W....W",
    ".W..W.",
)

DIRECTIONS = {
    "north": (-1, 0), "north-east": (-1, 1), "east": (0, 1), "south-east": (1, 1),
    "south": (1, 0), "south-west": (1, -1), "west": (0, -1), "north-west": (-1, -1),
}


class State(NamedTuple):
    board: tuple[int, ...]  # row by row from the top
    to_move: int


class Move(NamedTuple):
    source: int
    target: int
    arrow: int


def initial():
    return State(tuple(SYMBOLS[symbol] for row in START for symbol in row), 0)


def to_move(state):
    return state.to_move


def amazons(state):
    """The squares of the amazons of the player to move."""
    return [square for square, piece in enumerate(state.board) if piece == state.to_move + 1]


def ray(square, direction):
    """The squares from a square to the edge of the board, nearest first, without the square itself."""
    row, column = divmod(square, WIDTH)
    down, right = direction
    row, column = row + down, column + right
    while 0 <= row < HEIGHT and 0 <= column < WIDTH:
        yield row * WIDTH + column
        row, column = row + down, column + right


def queen_moves(board, source):
    """The squares that a queen on the source can reach."""
    for direction in DIRECTIONS.values():
        for square in ray(source, direction):
            if board[square] != EMPTY:
                break
            yield square


def actions(state):
    for source in amazons(state):
        vacated = list(state.board)
        vacated[source] = EMPTY
        for target in queen_moves(state.board, source):
            for arrow in queen_moves(vacated, target):
                yield Move(source, target, arrow)


def result(state, move):
    source, target, arrow = move
    board = list(state.board)
    board[target] = board[source]
    board[source] = EMPTY
    board[arrow] = ARROW
    return State(tuple(board), 1 - state.to_move)


def can_move(state):
    for source in amazons(state):
        for _ in queen_moves(state.board, source):
            return True  # an arrow can always be shot back to the source
    return False


def is_terminal(state):
    return not can_move(state)


def utility(state):
    return (-1, 1) if state.to_move == 0 else (1, -1)


game = Game(name="amazons", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
