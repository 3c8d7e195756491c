"""Polyominoes: four players lay pieces on a small board, as in Blokus.

A player's first piece covers the player's own corner of the board. Every later piece must touch a piece of the same
player at a corner, and must not touch one along an edge. A player who cannot lay a piece passes, and is out of the
game. The game ends when everybody is out; each player gets the share of the covered squares that are theirs.
"""
from typing import NamedTuple

from spielbaum import Game

N = 7
PLAYERS = 4
EMPTY = 0  # a covered square holds the player's number plus one

PIECES = {
    "monomino": ((0, 0),),
    "domino": ((0, 0), (0, 1)),
    "straight tromino": ((0, 0), (0, 1), (0, 2)),
    "bent tromino": ((0, 0), (0, 1), (1, 0)),
    "L tetromino": ((0, 0), (1, 0), (2, 0), (2, 1)),
}


def normalised(cells):
    """The same cells, sorted, and moved to the top left."""
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def orientations(cells):
    """The different pieces one gets by turning a piece and turning it over."""
    found = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        found.add(normalised(cells))
        found.add(normalised([(row, -column) for row, column in cells]))
    return tuple(sorted(found))


def on_board(row, column):
    return 0 <= row < N and 0 <= column < N


def neighbours(row, column, directions):
    return tuple((row + down) * N + column + right for down, right in directions
                 if on_board(row + down, column + right))


SHAPES = tuple(orientations(cells) for cells in PIECES.values())
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
EDGES = tuple(neighbours(row, column, STRAIGHT) for row in range(N) for column in range(N))
CORNERS = tuple(neighbours(row, column, DIAGONAL) for row in range(N) for column in range(N))
STARTS = (0, N - 1, N * N - 1, N * (N - 1))  # clockwise from the top left


class State(NamedTuple):
    board: tuple[int, ...]
    used: tuple[bool, ...]  # for each player, for each piece
    out: tuple[bool, ...]  # for each player
    to_move: int


class Placement(NamedTuple):
    piece: int | None
    orientation: int | None
    row: int | None
    column: int | None


PASS = Placement(None, None, None, None)


def initial():
    return State((EMPTY,) * (N * N), (False,) * (PLAYERS * len(SHAPES)), (False,) * PLAYERS, 0)


def to_move(state):
    return state.to_move


def squares_of(cells, row, column):
    return [(row + down) * N + column + right for down, right in cells]


def fits(state, squares):
    """Whether the player to move may cover these squares."""
    own = state.to_move + 1
    if any(state.board[square] != EMPTY for square in squares):
        return False
    if own not in state.board:
        return STARTS[state.to_move] in squares
    if any(state.board[neighbour] == own for square in squares for neighbour in EDGES[square]):
        return False
    return any(state.board[neighbour] == own for square in squares for neighbour in CORNERS[square])


def unused_pieces(state):
    first = state.to_move * len(SHAPES)
    for piece, used in enumerate(state.used[first:first + len(SHAPES)]):
        if not used:
            yield piece


def placements(state):
    for piece in unused_pieces(state):
        for orientation, cells in enumerate(SHAPES[piece]):
            height = 1 + max(row for row, _ in cells)
            width = 1 + max(column for _, column in cells)
            for row in range(N - height + 1):
                for column in range(N - width + 1):
                    if fits(state, squares_of(cells, row, column)):
                        yield Placement(piece, orientation, row, column)


def can_place(state):
    for _ in placements(state):
        return True
    return False


def actions(state):
    if can_place(state):
        yield from placements(state)
    else:
        yield PASS


def next_player(player, out):
    """The next player clockwise who is still in the game, or the same player if there is none."""
    others = [(player + step) % PLAYERS for step in range(1, PLAYERS)]
    return next((other for other in others if not out[other]), player)


def result(state, action):
    player = state.to_move
    if action == PASS:
        out = tuple(gone or i == player for i, gone in enumerate(state.out))
        return state._replace(out=out, to_move=next_player(player, out))
    board = list(state.board)
    for square in squares_of(SHAPES[action.piece][action.orientation], action.row, action.column):
        board[square] = player + 1
    used = list(state.used)
    used[player * len(SHAPES) + action.piece] = True
    return State(tuple(board), tuple(used), state.out, next_player(player, state.out))


def is_terminal(state):
    return all(state.out)


def utility(state):
    covered = sum(square != EMPTY for square in state.board)
    return tuple(state.board.count(player + 1) / covered for player in range(PLAYERS))


game = Game(name="polyominoes", players=PLAYERS, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, max_utility=1)
