"""Bounds from strategies that cannot fail, on boards of even height.

The lowest row is 1. The *follower* answers each disc with one on top of it, and gets the even squares of the columns
with an even number of empty squares; the opponent gets the odd ones. A *waiting* square is one that would win as soon
as the square below it is filled: no player fills that one voluntarily, so the column is *withheld* from there up. When
everything else is full, a player must.

* Claimeven: the second player follows. If the first player cannot win on the remaining squares, it does not win; if the
  second player's squares hold four, or it has a waiting square, it wins.
* Odd threat: the first player has an odd waiting square. Without that column, the number of empty squares is odd when
  it is to move; so the first player can follow, and the second player is in zugzwang in the end.
* A player who can win only on squares that are waiting now must wait as long.

V. Allis, A knowledge-based approach of Connect-Four, Vrije Universiteit Amsterdam (1988): claimeven and zugzwang.
"""

from collections.abc import Callable

from spielbaum.games.connect_four.rules import Board, make_has_four
from spielbaum.kernel import clear_lowest, lowest_bit, lowest_index, popcount

UNSURE = 1 << 10
"""Larger than any score."""


def make_withheld(size: Board) -> tuple[Callable[[int], int], Callable[[int], int]]:
    """Return ``above(squares)`` and ``withheld(squares)``, the number of squares that stay empty while these wait.

    Those are all squares of each column from just below the lowest one up.
    """
    full, heights = size.full, size.height - 1

    def upwards(squares: int) -> int:
        for _ in range(heights):
            squares |= squares << 1 & full
        return squares

    def above(squares: int) -> int:
        return upwards(squares << 1 & full)

    def withheld(squares: int) -> int:
        return popcount(upwards(squares | squares >> 1 & full))

    return above, withheld


def make_latest_win(size: Board) -> Callable[[int, int, int, int], int]:
    """Return ``score(stones, empty, waiting, first)``: an upper bound for a player who can win on waiting squares only.

    UNSURE if the player may also win elsewhere.
    """
    squares, has_four = size.width * size.height, make_has_four(size)
    _, withheld = make_withheld(size)

    def latest_win(stones: int, empty: int, waiting: int, first: int) -> int:
        if waiting & waiting << 1 or has_four(stones | empty & ~waiting):
            return UNSURE
        last = squares + 2 - withheld(waiting)  # the number of discs on the board then
        last += last & 1 ^ first
        return max(0, (squares + 2 - last) // 2)

    return latest_win


def make_claimeven(size: Board) -> Callable[[int, int, int, int, int], int]:
    """Return ``score(own, theirs, empty, free, waiting)``: an upper bound for the first player, to move.

    ``free`` are the squares that can be filled now, ``waiting`` the even ones where the second player will win.
    """
    odd_rows, even_rows = size.rows_of_parity(1), size.rows_of_parity(0)
    below_top = size.full ^ size.top_row
    has_four = make_has_four(size)
    above, withheld = make_withheld(size)

    def claimeven(own: int, theirs: int, empty: int, free: int, waiting: int) -> int:
        # Columns with an odd number of empty squares: the second player takes one for each that the first takes.
        unpaired = free & even_rows
        one, other = unpaired, 0
        if popcount(unpaired) == 2:
            one = lowest_bit(unpaired)
            other = unpaired ^ one
        mine = own | empty & odd_rows & ~above(waiting)
        if has_four(mine | one) or (other and has_four(mine | other)):
            return UNSURE
        sure = theirs | empty & even_rows & ~unpaired
        if not both_win(sure, one, other):
            return 0
        early = both_win(sure & (theirs | below_top), one & below_top, other & below_top)
        return -max(2 if early else 1, withheld(waiting) // 2)

    def both_win(sure: int, one: int, other: int) -> bool:
        return (has_four(sure | one) and has_four(sure | other)) if other else has_four(sure)

    return claimeven


def make_odd_threats(size: Board) -> Callable[[int, int, int, int, int, bool], int]:
    """Return ``score(theirs, empty, free, odd, even, opens)``: a lower bound for the first player, 0 if unknown.

    ``theirs`` are the discs of the second player, ``odd`` and ``even`` the waiting squares of the first player. The
    second player is to move, or, if the first player ``opens``, the first, who then fills the one unpaired square.
    """
    odd_rows, even_rows, stride = size.rows_of_parity(1), size.rows_of_parity(0), size.height + 1
    column, word = (1 << size.height) - 1, size.word
    has_four = make_has_four(size)
    above, withheld = make_withheld(size)

    def odd_threats(theirs: int, empty: int, free: int, odd: int, even: int, opens: bool) -> int:
        best = 0
        while odd:
            threat = lowest_bit(odd)
            odd = clear_lowest(odd)
            here = word(column) << lowest_index(threat) // stride * stride
            below = here & empty & (threat >> 1) - 1
            unpaired = free & ~here & even_rows | free & below & odd_rows
            waiting = even & ~here
            if opens and popcount(unpaired) != 1:
                continue
            # The second player gets the squares that following leaves, and the one below the threat.
            left = threat >> 1 | empty & ~here & odd_rows | below & even_rows
            if not opens:
                left |= free & ~here & even_rows | free & below
            if not has_four(theirs | left & ~above(waiting)):
                best = max(best, (withheld(threat) + withheld(waiting)) // 2)
        return best

    return odd_threats
