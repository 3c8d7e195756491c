"""Zobrist keys of Connect Four: the discs of X and of O."""

from typing import NamedTuple

from spielbaum import U64, U128, Game
from spielbaum.game.zobrist import make_xor, with_zobrist
from spielbaum.games.connect_four.rules import Board, State
from spielbaum.kernel import popcount


class KeyedState(NamedTuple):
    """A state, and its key."""

    own: int
    occupied: int
    zobrist: U64


class WideKeyedState(NamedTuple):
    """The same on a board of more than 64 bits."""

    own: U128
    occupied: U128
    zobrist: U64


def with_keys(game: Game, size: Board) -> Game:
    """Return the game with incremental keys."""
    squares = size.width * (size.height + 1)
    xor_x, xor_o = make_xor(squares, seed=0), make_xor(squares, seed=1)

    def of_x(state: State) -> int:
        return state.own ^ state.occupied if popcount(state.occupied) & 1 else state.own

    def update(key: U64, before: State, after: State) -> U64:
        x_before, x_after = of_x(before), of_x(after)
        key = xor_x(key, x_before ^ x_after)
        return xor_o(key, x_before ^ before.occupied ^ x_after ^ after.occupied)

    return with_zobrist(game, WideKeyedState if size.wide else KeyedState, update, size.state(0, 0))
