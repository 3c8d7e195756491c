"""Combinatorial games in canonical form: comparison, sum, negative, and numbers.

A game is its left and its right options. Its canonical form has neither dominated nor reversible options. Equal games
have the same canonical form, so games are equal if and only if their forms are.

J. H. Conway, On Numbers and Games (1976); A. N. Siegel, Combinatorial Game Theory (2013), chapter II.2: canonical form.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple


class Form(NamedTuple):
    """A game in canonical form; options are indexes into ``FORMS``."""

    left: frozenset[int]
    right: frozenset[int]


FORMS: list[Form] = []
"""All forms so far; a game is represented by its index here."""

_INDEX: dict[Form, int] = {}


def form_of(left: Iterable[int], right: Iterable[int]) -> int:
    """Return the index of a form, whose options must be neither dominated nor reversible."""
    form = Form(frozenset(left), frozenset(right))
    if form not in _INDEX:
        _INDEX[form] = len(FORMS)
        FORMS.append(form)
    return _INDEX[form]


ZERO = form_of((), ())


@cache
def at_most(one: int, other: int) -> bool:
    """Return whether ``one <= other``: left, moving second, wins ``other - one``."""
    return one == other or _at_most(FORMS[one], FORMS[other])


def _at_most(one: Form, other: Form) -> bool:
    """Return the same for two forms, one of which may be non-canonical if all its options are canonical."""
    return not any(_at_most(other, FORMS[option]) for option in one.left) and not any(
        _at_most(FORMS[option], one) for option in other.right
    )


def game(left: Iterable[int], right: Iterable[int]) -> int:
    """Return the canonical form of a game: dominated options are removed, reversible ones bypassed."""
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
    """Return the sum of two games: a player moves in one of them."""
    if ZERO in (one, other):
        return one + other - ZERO
    return game(
        [total(a, other) for a in FORMS[one].left] + [total(one, a) for a in FORMS[other].left],
        [total(a, other) for a in FORMS[one].right] + [total(one, a) for a in FORMS[other].right],
    )


@cache
def negative(game: int) -> int:
    """Return the negative: left and right are exchanged."""
    return form_of(map(negative, FORMS[game].right), map(negative, FORMS[game].left))


@cache
def number(count: int, parts: int) -> int:
    """Return the number ``count / parts``, where ``parts`` is a power of two."""
    if parts == 1:
        return form_of([number(count - 1, 1)] if count > 0 else (), [number(count + 1, 1)] if count < 0 else ())
    if count % 2 == 0:
        return number(count // 2, parts // 2)
    return form_of([number(count - 1, parts)], [number(count + 1, parts)])
