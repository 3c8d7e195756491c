"""Nine Men's Morris: three men in a line are a mill, and closing a mill takes an enemy man.

Each player first places nine men, one a turn. Then men move along a line to a neighbouring point; a player with three
men left may fly to any empty point. Whoever closes a mill removes an enemy man that is not in a mill, or any man if all
are. A player with fewer than three men, or without a move, loses. Fifty plies without a capture are a draw.

    0--------1--------2
    |  3-----4-----5  |
    |  |  6--7--8  |  |
    9-10-11    12-13-14
    |  | 15-16-17  |  |
    | 18----19----20  |
    21------22-------23
"""
from typing import NamedTuple, Optional

from spielbaum import Game

EMPTY, WHITE, BLACK = 0, 1, 2
MEN = 9
QUIET_PLIES = 50  # without a capture: a draw

NEIGHBOURS = (
    (1, 9), (0, 2, 4), (1, 14),
    (4, 10), (1, 3, 5, 7), (4, 13),
    (7, 11), (4, 6, 8), (7, 12),
    (0, 10, 21), (3, 9, 11, 18), (6, 10, 15),
    (8, 13, 17), (5, 12, 14, 20), (2, 13, 23),
    (11, 16), (15, 17, 19), (12, 16),
    (10, 19), (16, 18, 20, 22), (13, 19),
    (9, 22), (19, 21, 23), (14, 22),
)

MILLS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
)

POINTS = range(len(NEIGHBOURS))
MILLS_THROUGH = {point: [mill for mill in MILLS if point in mill] for point in POINTS}


class State(NamedTuple):
    board: tuple[int, ...]
    in_hand: tuple[int, int]  # men that each player has still to place
    to_move: int
    quiet: int  # plies since the last capture


class Move(NamedTuple):
    source: Optional[int]  # None if a man is placed
    target: int
    removed: Optional[int]  # None if no mill is closed


def initial():
    return State((EMPTY,) * len(POINTS), (MEN, MEN), 0, 0)


def to_move(state):
    return state.to_move


def men_left(state):
    """The number of men of each player, on the board and in hand."""
    on_board = [state.board.count(colour) for colour in (WHITE, BLACK)]
    return [placed + waiting for placed, waiting in zip(on_board, state.in_hand)]


def points_with(board, colour):
    return [point for point, owner in enumerate(board) if owner == colour]


def after_step(board, source, target, colour):
    """The board, as a list, after a man is placed or moved and before one is removed."""
    cells = list(board)
    if source is not None:
        cells[source] = EMPTY
    cells[target] = colour
    return cells


def is_mill(board, mill, colour):
    return all(board[point] == colour for point in mill)


def closes_mill(board, target, colour):
    return any(is_mill(board, mill, colour) for mill in MILLS_THROUGH[target])


def removable(board, colour):
    men = points_with(board, colour)
    in_mills = {point for mill in MILLS if is_mill(board, mill, colour) for point in mill}
    return [point for point in men if point not in in_mills] or men


def steps(state):
    """Every source and target of the player to move, regardless of mills."""
    board, player = state.board, state.to_move
    empty = points_with(board, EMPTY)
    if state.in_hand[player] > 0:
        yield from ((None, target) for target in empty)
        return
    flying = men_left(state)[player] == 3
    for source in points_with(board, player + 1):
        for target in empty if flying else NEIGHBOURS[source]:
            if board[target] == EMPTY:
                yield source, target


def actions(state):
    mine, theirs = state.to_move + 1, 2 - state.to_move
    for source, target in steps(state):
        board = after_step(state.board, source, target, mine)
        if closes_mill(board, target, mine):
            for removed in removable(board, theirs):
                yield Move(source, target, removed)
        else:
            yield Move(source, target, None)


def result(state, move):
    player = state.to_move
    board = after_step(state.board, move.source, move.target, player + 1)
    in_hand = list(state.in_hand)
    if move.source is None:
        in_hand[player] -= 1
    quiet = state.quiet + 1
    if move.removed is not None:
        board[move.removed] = EMPTY
        quiet = 0
    return State(tuple(board), tuple(in_hand), 1 - player, quiet)


def has_lost(state):
    """Whether the player to move has too few men, or no move."""
    return men_left(state)[state.to_move] < 3 or next(steps(state), None) is None


def is_terminal(state):
    return state.quiet >= QUIET_PLIES or has_lost(state)


def utility(state):
    if not has_lost(state):
        return (0, 0)
    return tuple(-1 if player == state.to_move else 1 for player in range(2))


game = Game(name="nine-mens-morris", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
