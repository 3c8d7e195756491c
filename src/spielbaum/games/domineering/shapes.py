"""Shapes of free squares in Domineering, and the combinatorial game that each is worth."""

from collections.abc import Iterable, Iterator
from functools import cache

from spielbaum.games._sums import canonical

Shape = frozenset[tuple[int, int]]
"""Free squares, each by its row and column."""


def neighbours(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """Return the four squares next to one."""
    return (row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)


def pieces(squares: Shape) -> Iterator[Shape]:
    """Yield the connected pieces of an area, except single squares, on which nobody can move."""
    left = set(squares)
    while left:
        todo, piece = [left.pop()], set()
        while todo:
            row, column = todo.pop()
            piece.add((row, column))
            for near in neighbours(row, column):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        if len(piece) > 1:
            yield frozenset(piece)


def in_the_corner(squares: Iterable[tuple[int, int]]) -> Shape:
    """Return the same shape in the upper left corner."""
    squares = list(squares)
    top, left = min(row for row, _ in squares), min(column for _, column in squares)
    return frozenset((row - top, column - left) for row, column in squares)


def value(squares: Shape) -> int:
    """Return the game on some squares: the sum of the games on its pieces."""
    whole = canonical.ZERO
    for piece in pieces(squares):
        whole = canonical.total(whole, _value_of_piece(in_the_corner(piece)))
    return whole


@cache
def _value_of_piece(piece: Shape) -> int:
    down = [piece - {(r, c), (r + 1, c)} for r, c in sorted(piece) if (r + 1, c) in piece]
    across = [piece - {(r, c), (r, c + 1)} for r, c in sorted(piece) if (r, c + 1) in piece]
    return canonical.game(map(value, down), map(value, across))


def images(shape: Shape) -> set[Shape]:
    """Return a shape and its reflections: upside down, left to right, and both."""
    return {in_the_corner((up * r, left * c) for r, c in shape) for up in (1, -1) for left in (1, -1)}


def shapes(squares: int) -> Iterator[Shape]:
    """Yield all connected shapes of 2 to ``squares`` squares up to reflection, the smallest first."""
    grown = {frozenset({(0, 0)})}
    for _ in range(1, squares):
        grown = {
            min(images(in_the_corner(shape | {near})), key=sorted)
            for shape in grown
            for row, column in shape
            for near in neighbours(row, column)
            if near not in shape
        }
        yield from sorted(grown, key=sorted)
