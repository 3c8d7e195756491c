"""Hex on a small rhombus, with and without a key that packs both boards."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Game, SearchHints


class Stones(NamedTuple):
    """The stones of both players: red connects top and bottom, blue left and right, and red moves first."""

    red: int
    blue: int
    to_move: int


def hexagons(size: int, *, keyed: bool) -> Game:
    """Return the game; the key of a position equals that of its half turn."""
    cells = size * size
    left = sum(1 << row * size for row in range(size))
    right, top, bottom = left << size - 1, (1 << size) - 1, ((1 << size) - 1) << cells - size

    def initial() -> Stones:
        return Stones(0, 0, 0)

    def to_move(state: Stones) -> int:
        return state.to_move

    def actions(state: Stones) -> Iterator[int]:
        for cell in range(cells):
            if not (state.red | state.blue) >> cell & 1:
                yield cell

    def result(state: Stones, cell: int) -> Stones:
        if state.to_move:
            return Stones(state.red, state.blue | 1 << cell, 0)
        return Stones(state.red | 1 << cell, state.blue, 1)

    def connects(stones: int, start: int, goal: int) -> bool:
        reached, before = stones & start, 0
        while reached != before:
            before = reached
            sideways = (reached & ~right) << 1 | (reached & ~left) >> 1
            slanting = (reached & ~left) << size - 1 | (reached & ~right) >> size - 1
            reached |= (sideways | slanting | reached << size | reached >> size) & stones
        return reached & goal != 0

    def is_terminal(state: Stones) -> bool:
        return connects(state.blue, left, right) if state.to_move == 0 else connects(state.red, top, bottom)

    def utility(state: Stones) -> tuple[int, int]:
        return (-1, 1) if state.to_move == 0 else (1, -1)

    def turned(stones: int) -> int:
        found = 0
        for cell in range(cells):
            found |= (stones >> cell & 1) << cells - 1 - cell
        return found

    def key(state: Stones) -> int:
        return min(state.blue << cells | state.red, turned(state.blue) << cells | turned(state.red))

    return Game(
        name=f"hex-{size}-{'keyed' if keyed else 'plain'}",
        players=2,
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        zero_sum=True,
        max_utility=1,
        hints=SearchHints(key=key if keyed else None),
    )
