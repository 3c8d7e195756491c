"""A tree for two players in which the player to move is random."""

from collections.abc import Iterator
from typing import NamedTuple

from spielbaum import Game, SearchHints


class Node(NamedTuple):
    """A tree in which the player to move is random: the same player may move twice."""

    key: int
    ply: int


def _mixed(number: int) -> int:
    number = (number ^ number >> 16) * 0x21F0AAAD & 0xFFFFFFFF
    number = (number ^ number >> 15) * 0x735A2D97 & 0xFFFFFFFF
    return number ^ number >> 15


def _to_move(state: Node) -> int:
    return state.key >> 3 & 1


def _actions(state: Node) -> Iterator[int]:
    for action in range(2 + state.key % 3):  # noqa: UP028
        yield action


def _result(state: Node, action: int) -> Node:
    return Node(_mixed(state.key + action * 7919 + 1), state.ply + 1)


def _is_terminal(state: Node) -> bool:
    return state.ply == 6 or state.key % 11 == 0


def _utility(state: Node) -> tuple[int, int]:
    value = state.key % 21 - 10
    return value, -value


def _evaluate(state: Node) -> tuple[float, float]:
    value = state.key % 13 / 8 - 0.75
    return value, -value


def _order(state: Node, action: int) -> int:
    return _mixed(state.key + action) % 5


IRREGULAR = Game(
    name="irregular",
    players=2,
    initial=lambda: Node(12345, 0),
    to_move=_to_move,
    actions=_actions,
    result=_result,
    is_terminal=_is_terminal,
    utility=_utility,
    evaluations={"some": _evaluate},
    zero_sum=True,
    hints=SearchHints(order=_order),
)
