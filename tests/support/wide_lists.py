"""A game with a board of 128 bits, lists and a dictionary: three stones, 9 squares apart, lose."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import U64, U128, Evaluation, Game

SQUARES = 100


class State(NamedTuple):
    """The stones of the player to move and of the other one."""

    mine: U128
    other: U128
    to_move: int


def initial() -> State:
    """Return the empty board."""
    return State(U128(0), U128(0), 0)


def to_move(state: State) -> int:
    """Return the player to move."""
    return state.to_move


def actions(state: State) -> Iterator[int]:
    """Yield the empty squares among a few."""
    taken = state.mine | state.other
    for square in range(0, SQUARES, 9):
        if not taken >> square & 1:
            yield square


def result(state: State, square: int) -> State:
    """Place a stone."""
    return State(state.other, state.mine | U128(1) << square, 1 - state.to_move)


def is_terminal(state: State) -> bool:
    """Return whether the player who has just moved has lost."""
    return state.other & state.other >> 9 & state.other >> 18 != 0


def utility(state: State) -> tuple[int, int]:
    """Return the utilities."""
    return (1, -1) if state.to_move == 0 else (-1, 1)


def distances(player: int) -> int:
    """Return a number from lists and a dictionary."""
    near = [square for square in range(12) if square % 3 == player]
    count: dict[int, int] = {}
    for square in near:
        count[square // 4] = count.get(square // 4, 0) + 1
    return sum(near) + 7 * count.get(1, 0)


def mixed(state: State) -> tuple[float, float]:
    """Return a pseudo-random estimate."""
    product = (state.mine * U128(0x9E3779B97F4A7C15F39CC0605CEDC835)) ^ state.other
    value = (U64(product >> 100) % 1000 + distances(state.to_move)) / 10000
    return (value, -value)


game = Game(
    name="wide-lists",
    players=2,
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
    zero_sum=True,
    max_utility=1,
    evaluations={"mixed": Evaluation(mixed)},
)
