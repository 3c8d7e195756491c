"""What a player is sure of in a sum of games, as a sum of numbers and switches, and who then makes the last move.

A game is worth at least a number, or a switch ``x ± t``: ``x + t`` if the player moves in it first, ``x - t`` if the
other does. A move is one move, which is made, and what it changes of the number of moves left. So a move in a switch
gains ``1 + t``, and one in a number with the denominator ``d`` gains ``1 - 1 / d``. All is counted in eighths.

E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapters 2 and 6.
"""

from functools import cache
from typing import NamedTuple

from spielbaum.games.domineering import values
from spielbaum.kernel import popcount

MOVE = 8
"""So many units are a move."""

_TEMPERATURES = (0, 2, 4, 8, 12)
_BASE = 128  # what is added to a bound in the word of it


class Sure(NamedTuple):
    """What games are worth to one player at least: a number, or else a larger number and switches.

    ``cold`` and ``hot`` are the numbers, without and with switches, and the gains the most that a move in a number
    gains. Two switches of equal gain are worth nothing together: of those of gain ``g`` bit ``g - 1`` of ``switches``
    says whether there is an odd one.
    """

    cold: int
    cold_gain: int
    hot: int
    hot_gain: int
    switches: int


class Bounds(NamedTuple):
    """A number that a game is at least worth, and one with a switch of temperature ``t``, -1 if there is none."""

    cold: int
    hot: int
    t: int


def only(number: int) -> Sure:
    """Return a whole number, given in eighths."""
    return Sure(number, 0, number, 0, 0)


def bounds_of(game: int, most: int) -> Bounds:
    """Return the largest number that is at most a game, and the largest with a switch; ``most`` moves are more."""
    eighths = range(MOVE * most, -MOVE * most - 1, -1)
    cold = next(x for x in eighths if values.at_most(values.number(x, MOVE), game))
    hot, t = max((next(x for x in eighths if values.at_most(_switch(x, t), game)), -t) for t in _TEMPERATURES)
    return Bounds(cold, hot, -t) if hot > cold else Bounds(cold, cold, -1)


def _switch(x: int, t: int) -> int:
    return values.form_of([values.number(x + t, MOVE)], [values.number(x - t, MOVE)])


@cache
def word_of(bounds: Bounds) -> int:
    """Return bounds and gains in one word: two bytes, two times four bits, and the bit of the switch."""
    cold, hot, t = bounds
    hot_gain = _gain_of_number(hot) if t < 0 else max(_gain_of_number(hot + t), _gain_of_number(hot - t))
    word = cold + _BASE | hot + _BASE << 8 | _gain_of_number(cold) << 16 | hot_gain << 20
    return word if t < 0 else word | 1 << 24 + MOVE + t - 1


def _gain_of_number(eighths: int) -> int:
    """Return what a move in a number gains."""
    parts = MOVE
    while parts > 1 and eighths % 2 == 0:
        eighths, parts = eighths // 2, parts // 2
    return MOVE - MOVE // parts


def with_one_more(sure: Sure, word: int) -> Sure:
    """Return what games are worth with one more, of which a table has a word."""
    return Sure(
        sure.cold + (word & 255) - _BASE,
        max(sure.cold_gain, word >> 16 & 15),
        sure.hot + (word >> 8 & 255) - _BASE,
        max(sure.hot_gain, word >> 20 & 15),
        sure.switches ^ word >> 24,
    )


def ahead(sure: Sure, against: int, begins: bool) -> int:
    """Return by how much a player of so many sure moves is sure to outlast ``against``, a whole number of moves.

    The player makes the last move if that is more than 0.
    """
    most = _margin(sure.cold, 0, sure.cold_gain, begins)
    if sure.hot > sure.cold:
        most = max(most, _margin(sure.hot, sure.switches, sure.hot_gain, begins))
    return most - against


def _margin(number: int, switches: int, gain: int, begins: bool) -> int:
    """Return how far ahead a player is at least; one who does not begin is ahead by the move of the other.

    Both always move in the switch that gains most. So of the switches that gain at least ``g`` the first to move gets
    one more if their number is odd: bit ``g - 1`` of ``turns``. Then numbers are left, in which a move gains at most
    ``gain``; who moves first in them may gain that, or nothing.
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
