"""Moves that a player of Domineering is sure of, whatever the other does.

A player who keeps to areas of two squares that do not overlap can count what is left to him. A *safe* area can be
touched by no domino of the other. In a *pair* two areas lie side by side, and the outer one can be touched through the
inner one alone: a domino in the inner one makes the outer one safe. Of the other areas a domino of the other spoils
one, or two that are *linked* because it fits across both.

N. Bullock, Domineering: solving large combinatorial search spaces, ICGA Journal 25 (2002).
"""

from collections.abc import Callable

from spielbaum import U64
from spielbaum.games.domineering.rules import Board, make_places, packed
from spielbaum.kernel import popcount


def contested_moves(pairs: int, single: int, linked: int, begins: bool) -> int:
    """Return how many moves a player gets at least in areas that are not safe.

    He moves into pairs first, then into linked areas, then into single ones. Count a pair as 1, a linked area as 1/3
    and a single one as 1/2: then a move of his takes no more off this sum than it brings less what the other can take
    off it by the answer.
    """
    first = 0
    if begins and pairs:  # two moves, one of them for later
        first, pairs, begins = 2, pairs - 1, False
    sixths = 6 * pairs + 3 * single + 2 * linked
    if not begins:
        sixths -= spoilt(pairs, single, linked)
    return first + (sixths + 5) // 6


def spoilt(pairs: int, single: int, linked: int) -> int:
    """Return how many sixths a domino of the other takes off."""
    if pairs:
        return 6
    if linked > 1:
        return 4
    return 3 if single else 2 * linked


def make_outlasts(size: Board) -> Callable[[U64, int, bool], bool]:
    """Return ``outlasts(free, player, begins)``: whether a player is known to make the last move."""
    places, step = make_places(size), size.step

    def outlasts(free: U64, player: int, begins: bool) -> bool:
        width, cross = (1, step) if player else (step, 1)
        own, others = places(free, player), places(free, 1 - player)
        before, behind = U64(others << cross), others  # squares the other covers with the one before, or behind them
        covered = U64(before | behind)
        safe = packed(U64(own & ~(covered | covered >> width)), width)
        taken = U64(safe | safe << width)

        # Pairs, the outer area before the inner one and then behind it.
        areas, shut = places(U64(free & ~taken), player), U64(own & ~(before | before >> width))
        outer = packed(U64(shut & areas & areas >> cross), width)
        pairs, squares = popcount(outer), U64(outer | outer << width)
        contested = U64(squares | squares << cross)
        areas, shut = places(U64(free & ~(taken | contested)), player), U64(own & ~(behind | behind >> width))
        outer = packed(U64(shut & areas & areas << cross), width)
        pairs, squares = pairs + popcount(outer), U64(outer | outer << width)
        contested = U64(contested | squares | squares >> cross)

        # Other areas, those that are open on one side first.
        shut = U64(own & ~((before | before >> width) & (behind | behind >> width)))
        some = packed(U64(places(U64(free & ~(taken | contested)), player) & shut), width)
        squares = U64(some | some << width)
        some = U64(some | packed(places(U64(free & ~(taken | contested | squares)), player), width))
        squares = U64(some | some << width)
        across = U64(others & squares & squares >> cross)
        across = U64(across | across << cross)
        linked = popcount(U64(some & (across | across >> width)))
        contested = U64(contested | squares)

        # What the player covers in them the other does not; squares of odd lines are left over first.
        sure = contested_moves(pairs, popcount(some) - linked, linked, begins)
        lost = max(sure, 2 * sure - popcount(U64(contested & ~covered)))
        total = popcount(covered)
        odd = total - 2 * popcount(packed(others, cross))
        most = (total - lost - max(0, odd - lost)) // 2
        return popcount(safe) + sure >= most + begins

    return outlasts
