"""Combinatorial game values of small areas of Domineering: what each is worth, alone and in any sum.

A game is what its left and right options are, those of vertical and of horizontal. Its canonical form has neither
dominated nor reversible options, and equal games have the same one, so that games are equal where their forms are.

J. H. Conway, On Numbers and Games (1976); A. N. Siegel, Combinatorial Game Theory (2013), chapter II.2: canonical form.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

Shape = frozenset[tuple[int, int]]
"""Free squares, each by its row and column."""


class Form(NamedTuple):
    """A game in canonical form, by the numbers of its options."""

    left: frozenset[int]
    right: frozenset[int]


FORMS: list[Form] = []
"""All forms met so far; a game is known by its place here."""

_NUMBER_OF: dict[Form, int] = {}


def form_of(left: Iterable[int], right: Iterable[int]) -> int:
    """Return the number of a form; its options must not be dominated nor reversible."""
    form = Form(frozenset(left), frozenset(right))
    if form not in _NUMBER_OF:
        _NUMBER_OF[form] = len(FORMS)
        FORMS.append(form)
    return _NUMBER_OF[form]


ZERO = form_of((), ())


@cache
def at_most(one: int, other: int) -> bool:
    """Return whether one game is at most another: left, moving second, loses nothing by the exchange."""
    return one == other or _at_most(FORMS[one], FORMS[other])


def _at_most(one: Form, other: Form) -> bool:
    """Return the same of two games of which one need not be in canonical form, though all its options are."""
    return not any(_at_most(other, FORMS[option]) for option in one.left) and not any(
        _at_most(FORMS[option], one) for option in other.right
    )


def canonical(left: Iterable[int], right: Iterable[int]) -> int:
    """Return the form of the game with these options: without those that are dominated, and past reversible ones."""
    left, right = set(left), set(right)
    while True:
        left = {a for a in left if not any(a != b and at_most(a, b) for b in left)}
        right = {a for a in right if not any(a != b and at_most(b, a) for b in right)}
        whole = Form(frozenset(left), frozenset(right))
        answers = ((a, answer) for a in left for answer in FORMS[a].right if _at_most(FORMS[answer], whole))
        reversible, answer = next(answers, (None, ZERO))
        if reversible is not None:
            left = left - {reversible} | FORMS[answer].left
            continue
        answers = ((a, answer) for a in right for answer in FORMS[a].left if _at_most(whole, FORMS[answer]))
        reversible, answer = next(answers, (None, ZERO))
        if reversible is None:
            return form_of(left, right)
        right = right - {reversible} | FORMS[answer].right


@cache
def total(one: int, other: int) -> int:
    """Return the sum of two games: who is to move moves in either."""
    if ZERO in (one, other):
        return one + other - ZERO
    return canonical(
        [total(a, other) for a in FORMS[one].left] + [total(one, a) for a in FORMS[other].left],
        [total(a, other) for a in FORMS[one].right] + [total(one, a) for a in FORMS[other].right],
    )


@cache
def negative(game: int) -> int:
    """Return the game with left and right exchanged."""
    return form_of(map(negative, FORMS[game].right), map(negative, FORMS[game].left))


@cache
def number(count: int, parts: int) -> int:
    """Return the game that is ``count / parts`` moves; ``parts`` is a power of two."""
    if parts == 1:
        return form_of([number(count - 1, 1)] if count > 0 else (), [number(count + 1, 1)] if count < 0 else ())
    if count % 2 == 0:
        return number(count // 2, parts // 2)
    return form_of([number(count - 1, parts)], [number(count + 1, parts)])


def pieces(squares: Shape) -> Iterator[Shape]:
    """Yield the squares in parts that touch nowhere; a single square is of no use."""
    left = set(squares)
    while left:
        todo, piece = [left.pop()], set()
        while todo:
            row, column = todo.pop()
            piece.add((row, column))
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
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
    """Return the game that is played on some squares: the sum of those on its pieces."""
    whole = ZERO
    for piece in pieces(squares):
        whole = total(whole, _value_of_piece(in_the_corner(piece)))
    return whole


@cache
def _value_of_piece(piece: Shape) -> int:
    down = [piece - {(r, c), (r + 1, c)} for r, c in sorted(piece) if (r + 1, c) in piece]
    across = [piece - {(r, c), (r, c + 1)} for r, c in sorted(piece) if (r, c + 1) in piece]
    return canonical(map(value, down), map(value, across))


def images(shape: Shape) -> set[Shape]:
    """Return a shape and its mirror images, upside down, left and right exchanged, and both."""
    return {in_the_corner((up * r, left * c) for r, c in shape) for up in (1, -1) for left in (1, -1)}


def shapes(squares: int) -> Iterator[Shape]:
    """Yield all shapes of 2 to so many squares in one piece, one of each set of mirror images, the smallest first."""
    grown = {frozenset({(0, 0)})}
    for _ in range(1, squares):
        grown = {
            min(images(in_the_corner(shape | {near})), key=sorted)
            for shape in grown
            for row, column in shape
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
            if near not in shape
        }
        yield from sorted(grown, key=sorted)
