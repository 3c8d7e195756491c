"""Havannah: the first to complete a ring, a bridge or a fork wins.

A ring is a loop of stones around one or more cells, whatever is on those; a bridge joins two corners of the board;
a fork joins three sides. Corners belong to no side. If the board is full and nobody has won, it is a draw.
"""
from typing import NamedTuple

from spielbaum import Game

SIDE = 4
EMPTY = 0  # a stone is its player's number plus one
NOBODY = -1
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

# A cell is named by its axial coordinates; the middle of the board is (0, 0).
REACH = SIDE - 1
CELLS = tuple((q, r) for q in range(-REACH, REACH + 1) for r in range(-REACH, REACH + 1) if abs(q + r) <= REACH)
INDEX = {cell: i for i, cell in enumerate(CELLS)}
NEIGHBOURS = tuple(tuple(INDEX[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in INDEX)
                   for q, r in CELLS)


def sides_of(q, r):
    """The sides of the board on which a cell lies: none, one, or two in a corner."""
    distances = (q, r, -q - r, -q, -r, q + r)
    return [side for side, distance in enumerate(distances) if distance == REACH]


CORNERS = tuple(i for i, cell in enumerate(CELLS) if len(sides_of(*cell)) == 2)
SIDE_OF = {i: sides_of(*cell)[0] for i, cell in enumerate(CELLS) if len(sides_of(*cell)) == 1}
BORDER = tuple(i for i, around in enumerate(NEIGHBOURS) if len(around) < 6)


class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int
    winner: int


def initial():
    return State((EMPTY,) * len(CELLS), 0, NOBODY)


def to_move(state):
    return state.to_move


def actions(state):
    yield from (cell for cell, stone in zip(CELLS, state.board) if stone == EMPTY)


def flood(starts, inside):
    """All cells that can be reached from the starts through cells that are inside."""
    reached = set(starts)
    stack = list(starts)
    while stack:
        for neighbour in NEIGHBOURS[stack.pop()]:
            if neighbour in inside and neighbour not in reached:
                reached.add(neighbour)
                stack.append(neighbour)
    return reached


def has_ring(stones):
    """Whether the stones surround a cell: one that is cut off from the border, or a stone amid six others."""
    others = {cell for cell in range(len(CELLS)) if cell not in stones}
    open_cells = flood([cell for cell in BORDER if cell in others], others)
    if len(open_cells) < len(others):
        return True
    return any(len(NEIGHBOURS[cell]) == 6 and all(neighbour in stones for neighbour in NEIGHBOURS[cell])
               for cell in stones)


def has_bridge(group):
    return sum(corner in group for corner in CORNERS) >= 2


def has_fork(group):
    return len({SIDE_OF[cell] for cell in group if cell in SIDE_OF}) >= 3


def wins(board, last):
    """Whether the last stone has completed a structure."""
    stones = {cell for cell, stone in enumerate(board) if stone == board[last]}
    group = flood([last], stones)
    return has_bridge(group) or has_fork(group) or has_ring(group)


def result(state, cell):
    placed = INDEX[cell]
    board = tuple(state.to_move + 1 if i == placed else stone for i, stone in enumerate(state.board))
    winner = state.to_move if wins(board, placed) else NOBODY
    return State(board, 1 - state.to_move, winner)


def is_terminal(state):
    return state.winner != NOBODY or EMPTY not in state.board


def utility(state):
    match state.winner:
        case 0:
            return (1, -1)
        case 1:
            return (-1, 1)
        case _:
            return (0, 0)


game = Game(name="havannah", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
