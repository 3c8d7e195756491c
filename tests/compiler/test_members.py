"""Methods, properties and operators of NamedTuples compile."""

from typing import NamedTuple

import pytest

from compiled_alone import compiled_alone


class Square(NamedTuple):
    row: int
    column: int

    @property
    def number(self) -> int:
        return 8 * self.row + self.column

    @staticmethod
    def distance(one: int, other: int) -> int:
        return abs(one - other)

    @classmethod
    def corner(cls) -> "Square":
        return cls(7, 7)

    def moved(self, step: "Square", times: int = 1) -> "Square":
        return Square(self.row + times * step.row, self.column + times * step.column)

    def __sub__(self, other: "Square") -> int:
        return self.distance(self.row, other.row) + self.distance(self.column, other.column)


def reached(square: Square, times: int) -> int:
    return square.moved(Square(1, 1), times).moved(step=Square(0, 2)).number


def far(square: Square, times: int) -> int:
    return (Square.corner() - square) * times + square.distance(times, 9)


def matched(square: Square, times: int) -> int:
    match square:
        case Square(0, column) if column > times:
            return -1
        case Square(row=row, column=3):
            return row
        case Square():
            return 9
    return 0


@pytest.mark.parametrize("rule", [reached, far, matched])
def test_members_give_the_same_compiled(rule: object) -> None:
    assert callable(rule)
    compiled = compiled_alone(rule, Square(0, 0), 1)
    for square in (Square(0, 3), Square(2, 3), Square(6, 1), Square(0, 0)):
        for times in (0, 1, 5):
            assert compiled(square, times) == rule(square, times)
