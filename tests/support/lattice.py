"""A lattice with many transpositions, for tests of tables."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Game


class Point(NamedTuple):
    """A place in a lattice with many transpositions; the player to move is random, possibly twice in a row."""

    x: int
    y: int
    seed: int


def _mixed(number: int) -> int:
    number = (number ^ number >> 16) * 0x21F0AAAD & 0xFFFFFFFF
    number = (number ^ number >> 15) * 0x735A2D97 & 0xFFFFFFFF
    return number ^ number >> 15


def _hash(state: Point) -> int:
    return _mixed(state.x + 100 * state.y + 10000 * state.seed)


def lattice(players: int) -> Game:
    """Return a game whose ply does not determine the distance to the end: a step may go one or two places."""

    def initial() -> Point:
        return Point(0, 0, 0)

    def to_move(state: Point) -> int:
        return _hash(state) // 64 % players

    def actions(state: Point) -> Iterator[int]:
        for action in range(3 + _hash(state) % 2):  # noqa: UP028
            yield action

    def result(state: Point, action: int) -> Point:
        return Point(state.x + (1, 0, 1, 2)[action], state.y + (0, 1, 1, 0)[action], state.seed)

    def is_terminal(state: Point) -> bool:
        return state.x + state.y >= 8 or _hash(state) % 13 == 5

    def two(state: Point) -> tuple[int, ...]:
        value = _hash(state) % 7 - 3
        return value, -value

    def three(state: Point) -> tuple[int, ...]:
        value = _hash(state)
        return value % 5, value // 8 % 5, value // 64 % 5

    return Game(
        name="lattice",
        players=players,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=two if players == 2 else three,
        evaluations={"hash": two if players == 2 else three},
        zero_sum=players == 2,
    )
