"""Lower bounds of sums of games, as sums of numbers and switches, and who makes the last move in such a sum.

A game is at least a number, or a switch ``x ± t``: ``x + t`` if the player moves in it first, ``x - t`` if the opponent
does. A move counts one, for itself, plus the change that it makes to the number of moves left. So a move in a switch
gains ``1 + t``, and one in a number with denominator ``d`` gains ``1 - 1 / d``. Everything is in eighths of a move.

E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapters 2 and 6.
"""

from functools import cache
from typing import NamedTuple

from spielbaum.games._sums import canonical
from spielbaum.kernel import popcount

MOVE = 8
"""The units in a move."""

_TEMPERATURES = (0, 2, 4, 8, 12)
_BASE = 128  # added to a bound, so that it is a byte


class SumBound(NamedTuple):
    """Two lower bounds of a sum for one player: a number, and a larger number with switches.

    ``cold`` and ``hot`` are the numbers, without and with switches, ``cold_gain`` and ``hot_gain`` the largest gain of
    a move in a number. Two switches of equal gain cancel: bit ``g - 1`` of ``switches`` says whether the number of
    switches with gain ``g`` is odd.
    """

    cold: int
    cold_gain: int
    hot: int
    hot_gain: int
    switches: int


class Bounds(NamedTuple):
    """Two lower bounds of a game: a number, and a number with a switch of temperature ``t``, -1 if there is none."""

    cold: int
    hot: int
    t: int


def integer(number: int) -> SumBound:
    """Return the bound of an integer, given in eighths."""
    return SumBound(number, 0, number, 0, 0)


def bounds_of(game: int, most: int) -> Bounds:
    """Return the largest number below a game, and the largest with a switch; the game is less than ``most`` moves."""
    eighths = range(MOVE * most, -MOVE * most - 1, -1)
    cold = next(x for x in eighths if canonical.at_most(canonical.number(x, MOVE), game))
    hot, t = max((next(x for x in eighths if canonical.at_most(_switch(x, t), game)), -t) for t in _TEMPERATURES)
    return Bounds(cold, hot, -t) if hot > cold else Bounds(cold, cold, -1)


def _switch(x: int, t: int) -> int:
    return canonical.form_of([canonical.number(x + t, MOVE)], [canonical.number(x - t, MOVE)])


@cache
def packed(bounds: Bounds) -> int:
    """Return bounds and gains in one word: two bytes, twice four bits, and the bit of the switch."""
    cold, hot, t = bounds
    hot_gain = _gain_of_number(hot) if t < 0 else max(_gain_of_number(hot + t), _gain_of_number(hot - t))
    word = cold + _BASE | hot + _BASE << 8 | _gain_of_number(cold) << 16 | hot_gain << 20
    return word if t < 0 else word | 1 << 24 + MOVE + t - 1


def _gain_of_number(eighths: int) -> int:
    """Return the gain of a move in a number."""
    parts = MOVE
    while parts > 1 and eighths % 2 == 0:
        eighths, parts = eighths // 2, parts // 2
    return MOVE - MOVE // parts


def plus(bound: SumBound, word: int) -> SumBound:
    """Return the bound of a sum with one more game, given by its packed bounds."""
    return SumBound(
        bound.cold + (word & 255) - _BASE,
        max(bound.cold_gain, word >> 16 & 15),
        bound.hot + (word >> 8 & 255) - _BASE,
        max(bound.hot_gain, word >> 20 & 15),
        bound.switches ^ word >> 24,
    )


def margin(bound: SumBound, against: int, begins: bool) -> int:
    """Return by how much a player at least outlasts an opponent with ``against``, an integral number of moves.

    If that is positive, the player makes the last move.
    """
    most = _margin_of(bound.cold, 0, bound.cold_gain, begins)
    if bound.hot > bound.cold:
        most = max(most, _margin_of(bound.hot, bound.switches, bound.hot_gain, begins))
    return most - against


def _margin_of(number: int, switches: int, gain: int, begins: bool) -> int:
    """Return the least margin of a player; one who does not begin is ahead by the opponent's move.

    Both players always move in the switch with the largest gain. If the number of switches with a gain of at least
    ``g`` is odd, the first to move gets one more of them: bit ``g - 1`` of ``turns``. Then only numbers are left, in
    which a move gains at most ``gain``; the first to move in them gains that, or nothing.
    """
    low = (1 << gain) - 1
    turns = switches & ~low
    turns ^= turns >> 1
    turns ^= turns >> 2
    turns ^= turns >> 4
    turns ^= turns >> 8
    turns ^= turns >> 16
    if begins:
        return number + popcount(turns & ~low)
    return number + MOVE - popcount(turns | low)
