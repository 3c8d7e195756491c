"""The rules of Rolit.

Squares are numbered as in Othello, row by row from the top left. A state has the occupied squares, and the two bits of
the colour of the ball on each: red 0, yellow 1, green 2, blue 3. At the start four balls lie in the middle, clockwise
in the order of turns::

    27 28      R Y
    35 36      B G

A player captures if possible, and otherwise puts the ball next to any other, so that every turn adds a ball and the
game ends when the board is full. Balls of colours without a player can be captured like all others.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games._rules import RuleFunctions
from spielbaum.games._vectors import for_each, win_by_score
from spielbaum.games.othello.evaluations import make_near
from spielbaum.games.othello.rules import Board, make_flipped, make_moves
from spielbaum.kernel import clear_lowest, lowest_index, popcount

SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The colours of the players by their number; two sit opposite each other."""


class State(NamedTuple):
    """The occupied squares, the two bits of the colour on each, and the player to move."""

    taken: U64
    low: U64
    high: U64
    to_move: int


def balls_of(state: State, colour: int) -> U64:
    """Return the balls of a colour."""
    low, high = U64(state.low ^ U64((colour & 1) - 1)), U64(state.high ^ U64((colour >> 1) - 1))
    return U64(state.taken & low & high)


def state_of(balls: list[int], to_move: int) -> State:
    """Return a state from the balls of the four colours; not compiled."""
    red, yellow, green, blue = balls
    return State(U64(red | yellow | green | blue), U64(yellow | blue), U64(green | blue), to_move)


def start_of(board: Board) -> State:
    """Return the initial state: red, yellow, green and blue clockwise around the middle."""
    red = (board.size // 2 - 1) * (board.size + 1)
    return state_of([1 << red, 1 << red + 1, 1 << red + board.size + 1, 1 << red + board.size], 0)


def make_targets(board: Board, players: int) -> Callable[[State], U64]:
    """Return ``targets(state)``: the squares on which the player to move may put a ball."""
    full, seats = board.full, SEATS[players]
    captures, near = make_moves(board), make_near(board)

    def targets(state: State) -> U64:
        own = balls_of(state, seats[state.to_move])
        found = captures(own, U64(state.taken & ~own))
        return found if found else U64(near(state.taken) & ~state.taken & U64(full))

    return targets


def make_rules(board: Board, players: int) -> RuleFunctions:
    """Return the rules for a number of players."""
    start, full, seats = start_of(board), board.full, SEATS[players]
    targets, flipped = make_targets(board, players), make_flipped(board)

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        return state.to_move

    def actions(state: State) -> Iterator[int]:
        left = targets(state)
        while left:
            yield lowest_index(left)
            left = U64(clear_lowest(left))

    def count(state: State) -> int:
        return popcount(targets(state))

    def following(player: int) -> int:
        return player + 1 if player + 1 < players else 0

    def result(state: State, square: int) -> State:
        colour = seats[state.to_move]
        own, disc = balls_of(state, colour), U64(U64(1) << square)
        rolled = U64(disc | flipped(own, U64(state.taken & ~own), square))
        return State(
            U64(state.taken | disc),
            U64(state.low & ~rolled | rolled & U64(-(colour & 1))),
            U64(state.high & ~rolled | rolled & U64(-(colour >> 1))),
            following(state.to_move),
        )

    def null_move(state: State) -> State:
        return State(state.taken, state.low, state.high, following(state.to_move))

    def is_terminal(state: State) -> bool:
        return state.taken == U64(full)

    def score(state: State, player: int) -> int:
        return popcount(balls_of(state, seats[player]))

    utility = win_by_score(players, score)
    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, count, null_move)


def make_scores(players: int) -> Callable[[State], tuple[int, ...]]:
    """Return ``scores(state)``: the number of balls of each player."""

    def balls(state: State, colour: int) -> int:
        return popcount(balls_of(state, colour))

    return for_each(SEATS[players], balls)
