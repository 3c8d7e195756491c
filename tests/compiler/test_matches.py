"""Boards that are compared with one number in all places at once: ``in``, ``count``, and filters of comprehensions."""

import random

import pytest

from compiled_alone import compiled_alone

PIECES = (0, 1, 2, 3, -1, 1 << 40)


def places_of(board, piece):
    return [place for place, other in enumerate(board) if other == piece]


def found(a, b, board):
    same = {place for place, piece in enumerate(board) if piece == board[a % 5]}
    later = [place * 3 + piece for place, piece in enumerate(board, 2) if b == piece if place % 2]
    mixed = 0
    for place in places_of(board, a):
        mixed = (mixed * 7 + place) % 1000003
    changing, total = b, 0
    for place in (place for place, piece in enumerate(board) if piece == changing):
        changing, total = place % 3, total + place
    return (
        a in board, board.count(b), len(same), sum(sorted(same)), len(later), sum(later), mixed, total,
        not places_of(board, b), max(places_of(board, 1), default=-9),
        any(place > a for place, piece in enumerate(board) if piece == b),
        next((place for place, piece in enumerate(board) if a - 1 == piece), -1),
    )  # fmt: skip


@pytest.mark.parametrize("size", [37, 64, 131])
def test_all_places_are_compared(size: int) -> None:
    generator = random.Random(size)
    compiled = compiled_alone(found, 1, 2, (0,) * size)
    for _ in range(30):
        board = tuple(generator.choice(PIECES) for _ in range(size))
        a, b = generator.randrange(-2, 5), generator.randrange(-2, 5)
        assert tuple(compiled(a, b, board)) == found(a, b, board)
