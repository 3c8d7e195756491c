"""Quoridor on a small board: be the first to reach the far row; a turn is a step of the pawn or a wall in the way."""
from collections import deque
from enum import IntEnum
from typing import NamedTuple

from spielbaum import Game

SIZE = 5
WALLS_EACH = 3
MAX_PLIES = 60  # then the game is a draw
SLOTS = SIZE - 1  # a wall lies between four squares; its slot is named by the top left one of them

DIRECTIONS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
GOAL_ROW = {0: 0, 1: SIZE - 1}


class Wall(IntEnum):
    NONE = 0
    HORIZONTAL = 1
    VERTICAL = 2


class State(NamedTuple):
    pawns: tuple[int, int]  # the square of each player's pawn
    walls: tuple[int, ...]  # a Wall for each slot, row by row
    stock: tuple[int, int]  # the walls that each player has left
    player: int
    ply: int


class Action(NamedTuple):
    square: int | None = None  # where the pawn goes
    slot: int | None = None  # or else where a wall is built,
    wall: int | None = None  # and which way it lies


def initial():
    middle = SIZE // 2
    pawns = ((SIZE - 1) * SIZE + middle, middle)
    return State(pawns, (Wall.NONE,) * SLOTS**2, (WALLS_EACH, WALLS_EACH), player=0, ply=0)


def to_move(state):
    return state.player


def wall_at(walls, row, column):
    """The wall in a slot; there are none outside the board."""
    if 0 <= row < SLOTS and 0 <= column < SLOTS:
        return walls[row * SLOTS + column]
    return Wall.NONE


def step(walls, square, direction):
    """The square next to a square in a direction, or None if a wall or the edge is in between."""
    row, column = divmod(square, SIZE)
    down, right = direction
    if not (0 <= row + down < SIZE and 0 <= column + right < SIZE):
        return None
    if down:
        edge = min(row, row + down)
        blocked = any(wall_at(walls, edge, c) == Wall.HORIZONTAL for c in (column - 1, column))
    else:
        edge = min(column, column + right)
        blocked = any(wall_at(walls, r, edge) == Wall.VERTICAL for r in (row - 1, row))
    return None if blocked else (row + down) * SIZE + column + right


def neighbours(walls, square):
    for direction in DIRECTIONS.values():
        neighbour = step(walls, square, direction)
        if neighbour is not None:
            yield neighbour


def reachable(walls, start):
    """All squares to which some way leads from a square, nearest first; pawns are not in the way."""
    queue = deque([start])
    seen = {start}
    while queue:
        square = queue.popleft()
        yield square
        for neighbour in neighbours(walls, square):
            if neighbour not in seen:
                seen.add(neighbour)
                queue.append(neighbour)


def has_path(walls, start, goal_row):
    for square in reachable(walls, start):
        if square // SIZE == goal_row:
            return True
    return False


def pawn_targets(state):
    """Where the pawn can go: next to it, or over the other pawn, or aside of that if the way straight on is barred."""
    own, other = state.pawns[state.player], state.pawns[1 - state.player]
    for direction in DIRECTIONS.values():
        target = step(state.walls, own, direction)
        if target != other:
            if target is not None:
                yield target
            continue
        behind = step(state.walls, other, direction)
        if behind is not None:
            yield behind
        else:
            yield from (square for square in neighbours(state.walls, other) if square != own)


def fits(walls, slot, wall):
    """Whether a wall neither crosses nor overlaps another one."""
    row, column = divmod(slot, SLOTS)
    down, right = (0, 1) if wall == Wall.HORIZONTAL else (1, 0)
    ends = [(row - down, column - right), (row + down, column + right)]
    return walls[slot] == Wall.NONE and all(wall_at(walls, r, c) != wall for r, c in ends)


def wall_actions(state):
    every_wall = [Action(slot=slot, wall=wall) for slot in range(SLOTS**2) for wall in (Wall.HORIZONTAL, Wall.VERTICAL)]
    for action in every_wall:
        if fits(state.walls, action.slot, action.wall):
            walls = result(state, action).walls
            if all(has_path(walls, pawn, GOAL_ROW[player]) for player, pawn in enumerate(state.pawns)):
                yield action


def actions(state):
    goal = GOAL_ROW[state.player]
    for square in sorted(pawn_targets(state), key=lambda square: abs(square // SIZE - goal)):
        yield Action(square=square)
    if state.stock[state.player] > 0:
        yield from wall_actions(state)


def result(state, action):
    pawns, walls, stock = list(state.pawns), list(state.walls), list(state.stock)
    if action.square is not None:
        pawns[state.player] = action.square
    elif action.slot is not None and action.wall is not None:
        walls[action.slot] = action.wall
        stock[state.player] -= 1
    else:
        raise ValueError(f"neither a step nor a wall: {action}")
    return State(tuple(pawns), tuple(walls), tuple(stock), 1 - state.player, state.ply + 1)


def winner(state):
    """The player whose pawn has arrived, or None."""
    return next((player for player, pawn in enumerate(state.pawns) if pawn // SIZE == GOAL_ROW[player]), None)


def is_terminal(state):
    return winner(state) is not None or state.ply >= MAX_PLIES


def utility(state):
    won = winner(state)
    if won is None:
        assert state.ply >= MAX_PLIES
        return 0, 0
    return tuple(1 if player == won else -1 for player in (0, 1))


game = Game(name="quoridor", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
