"""English draughts: pieces step and jump diagonally, captures are mandatory; a player who cannot move loses.

The 32 dark squares have bits 0 to 34; after every second row a bit is skipped. So a step is a shift by 4 or 5
anywhere on the board, and no step crosses the edge. Black, who moves first, moves down. The usual numbers of the
squares, 1 to 32, have no gaps::

         0     1     2     3            1     2     3     4
      4     5     6     7            5     6     7     8
         9    10    11    12            9    10    11    12
     13    14    15    16           13    14    15    16
        18    19    20    21           17    18    19    20
     22    23    24    25           21    22    23    24
        27    28    29    30           25    26    27    28
     31    32    33    34           29    30    31    32

An action is a whole turn: the bit of its start, the number of jumps, 0 for a step, and the directions, two bits
each, the first one lowest. Directions are 0 and 1, down by 4 and by 5, and 2 and 3, up by 4 and by 5::

    |  directions  | jumps |  begin  |
             ... 10 9     6 5       0
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum import U64
from spielbaum.game.hashes import MASK, mixed
from spielbaum.games._rules import RuleFunctions
from spielbaum.kernel import clear_lowest, lowest_index, popcount

BLACK, WHITE = 0, 1
BITS = tuple(bit for bit in range(35) if bit % 9 != 8)
"""The bit of each square, by number."""

SQUARES = sum(1 << bit for bit in BITS)
FIRST_ROW, LAST_ROW = 0b1111, 0b1111 << 31
MEN = 12
"""The men of each player at the start."""


class State(NamedTuple):
    """The pieces of both players, the kings, the player to move, and the number of quiet plies.

    In a quiet ply no man moves and nothing is captured.
    """

    black: int
    white: int
    kings: int
    to_move: int  # 0 black, 1 white
    quiet: int


def sides(state: State) -> tuple[int, int]:
    """Return the pieces of the player to move, and of the opponent."""
    return (state.white, state.black) if state.to_move else (state.black, state.white)


def shifted(board: int, direction: int) -> int:
    """Return pieces after a step; those that leave the board are on no square."""
    distance = 4 + (direction & 1)
    return board >> distance if direction & 2 else board << distance


def movers(state: State, direction: int) -> int:
    """Return the pieces of the player to move that may move in a direction: kings, and men moving forward."""
    own = sides(state)[0]
    return own if direction >> 1 == state.to_move else own & state.kings


def steps(state: State, direction: int) -> int:
    """Return the pieces that can make a step in a direction."""
    empty = SQUARES & ~(state.black | state.white)
    return shifted(empty, direction ^ 2) & movers(state, direction)


def jumps(state: State, direction: int) -> int:
    """Return the pieces that can jump in a direction."""
    empty = SQUARES & ~(state.black | state.white)
    return shifted(shifted(empty, direction ^ 2) & sides(state)[1], direction ^ 2) & movers(state, direction)


def can_jump(state: State) -> bool:
    """Return whether the player to move must capture."""
    return (jumps(state, 0) | jumps(state, 1) | jumps(state, 2) | jumps(state, 3)) != 0


def can_step(state: State) -> bool:
    """Return whether the player to move has a step."""
    return (steps(state, 0) | steps(state, 1) | steps(state, 2) | steps(state, 3)) != 0


def jumps_in(action: int) -> int:
    """Return the number of jumps of an action."""
    return action >> 6 & 15


def direction_in(action: int, number: int) -> int:
    """Return the direction of a step or of one of the jumps, counted from 0."""
    return action >> 10 + 2 * number & 3


def walked(action: int) -> tuple[int, int]:
    """Return the square on which the jumps of an action end, and the captured pieces, as boards."""
    piece, captured = 1 << (action & 63), 0
    for number in range(jumps_in(action)):
        over = shifted(piece, direction_in(action, number))
        captured |= over
        piece = shifted(over, direction_in(action, number))
    return piece, captured


def next_jump(state: State, action: int, first: int) -> int:
    """Return an action with one more jump, in the first possible direction from ``first`` on, or -1."""
    begin = 1 << (action & 63)
    piece, captured = walked(action)
    is_king = state.kings & begin
    if not is_king and jumps_in(action) and piece & (FIRST_ROW | LAST_ROW):
        return -1  # the turn of a man ends when he is crowned
    own, other = sides(state)
    empty = SQUARES & ~(own | other) | begin
    for direction in range(first, 4):
        forward = direction >> 1 == state.to_move
        over = shifted(piece, direction) & other & ~captured
        if (is_king or forward) and shifted(over, direction) & empty:
            return action + (1 << 6) | direction << 10 + 2 * jumps_in(action)
    return -1


def completed(state: State, action: int) -> int:
    """Return the first complete turn that starts with the jumps of an action."""
    longer = action
    while longer >= 0:
        action = longer
        longer = next_jump(state, action, 0)
    return action


def following(state: State, action: int) -> int:
    """Return the next complete turn with the same first jump, or -1."""
    while jumps_in(action) > 1:
        last = jumps_in(action) - 1
        direction = direction_in(action, last)
        action = (action & (1 << 10 + 2 * last) - 1) - (1 << 6)
        branch = next_jump(state, action, direction + 1)
        if branch >= 0:
            return completed(state, branch)
    return -1


def actions(state: State) -> Iterator[int]:
    """Yield all turns, by the direction of the first step or jump, then by square, then by the further jumps."""
    jumping = can_jump(state)
    for direction in range(4):
        pieces = jumps(state, direction) if jumping else steps(state, direction)
        while pieces:
            action = lowest_index(pieces) | direction << 10
            if jumping:
                action = completed(state, action | 1 << 6)
            while action >= 0:
                yield action
                action = following(state, action)
            pieces = clear_lowest(pieces)


def result(state: State, action: int) -> State:
    """Return the state after a turn."""
    own, other = sides(state)
    begin, capturing = 1 << (action & 63), jumps_in(action) > 0
    piece, captured = walked(action)
    if not capturing:
        piece = shifted(begin, direction_in(action, 0))
    own, other = own ^ begin | piece, other & ~captured
    is_king = state.kings & begin != 0
    kings = state.kings & ~(begin | captured)
    if is_king or piece & (FIRST_ROW | LAST_ROW):  # a man never reaches his own first row
        kings |= piece
    quiet = state.quiet + 1 if is_king and not capturing else 0
    if state.to_move == BLACK:
        return State(own, other, kings, WHITE, quiet)
    return State(other, own, kings, BLACK, quiet)


def make_rules(longest_quiet: int) -> RuleFunctions:
    """Return the rules with a draw after ``longest_quiet`` quiet plies."""
    front = sum(1 << bit for bit in BITS[:MEN])
    back = sum(1 << bit for bit in BITS[-MEN:])

    def initial() -> State:
        return State(front, back, 0, BLACK, 0)

    def to_move(state: State) -> int:
        return state.to_move

    def is_terminal(state: State) -> bool:
        return state.quiet >= longest_quiet or not (can_step(state) or can_jump(state))

    def utility(state: State) -> tuple[int, int]:
        """Return -1 for a player who cannot move, even if the quiet plies end as well."""
        if can_step(state) or can_jump(state):
            return 0, 0
        return (1, -1) if state.to_move else (-1, 1)

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility)


def noisy(_state: State, action: int) -> bool:
    """Return whether an action captures."""
    return jumps_in(action) > 0


def may_stand_pat(state: State) -> bool:
    """Return whether quiescence search may stand pat: not if the player to move must capture."""
    return not can_jump(state)


def repetition_key(state: State) -> int:
    """Return a hash of pieces and player to move."""
    pieces = mixed(U64(state.white + mixed(U64(state.black)) & MASK))
    return mixed(U64(state.kings + (state.to_move << 40) + pieces & MASK))


def reversible(state: State) -> int:
    """Return the number of last actions that were steps of kings."""
    return state.quiet


def make_count() -> Callable[[State], int]:
    """Return ``count(state)``: the number of legal actions."""

    def count(state: State) -> int:
        total = 0
        if can_jump(state):
            for _ in actions(state):
                total += 1
            return total
        for direction in range(4):
            total += popcount(steps(state, direction))
        return total

    return count
