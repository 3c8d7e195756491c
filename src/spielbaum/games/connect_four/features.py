"""Features of Connect Four, for learned evaluations."""

from collections.abc import Callable

from spielbaum import Features
from spielbaum.games.connect_four.rules import Board, State, make_winning_squares
from spielbaum.kernel import popcount

NAMES = (
    "lines-1", "lines-2", "lines-3", "odd-threats", "even-threats", "own-threats", "ready-threats", "centre",
)  # fmt: skip

Row = tuple[int, int, int, int, int, int, int, int]


def make_features(size: Board) -> Features:
    """Return the features for a board.

    ``lines-n`` are lines of four with exactly n own discs and none of the opponent's. A threat is an empty square
    that completes four; it is ready if a disc can be dropped there now. The lowest row is 1: without zugzwang
    the first player gets the odd squares and the second the even ones, so these are a player's own threats.
    """
    counted = _make_counted(size)
    full, foot = size.full, size.foot
    odd_rows, even_rows = size.rows_of_parity(1), size.rows_of_parity(0)
    middle = sum(size.bit(column, row) for column in size.middle for row in range(size.height))
    winning_squares = make_winning_squares(size)

    def row(own: int, theirs: int, first: bool) -> Row:
        one, two, three = counted(own, theirs)
        occupied = own | theirs
        threats = winning_squares(own) & (full ^ occupied)
        odd, even = popcount(threats & odd_rows), popcount(threats & even_rows)
        ready = popcount(threats & (occupied + foot))
        return one, two, three, odd, even, odd if first else even, ready, popcount(own & middle)

    return Features(names=NAMES, function=_of_both(row))


def _make_counted(size: Board) -> Callable[[int, int], tuple[int, int, int]]:
    """Return the function that counts lines with one, two and three discs of a player and none of the opponent's."""
    starts = size.line_starts() or {1: 0}
    steps, masks = tuple(starts), tuple(starts.values())

    def counted(own: int, theirs: int) -> tuple[int, int, int]:
        one = two = three = 0
        for i in range(len(steps)):
            step = steps[i]
            open_lines = masks[i] & ~(theirs | theirs >> step | theirs >> 2 * step | theirs >> 3 * step)
            # All lines of a direction at once: the discs on four squares are added as four bits.
            odd, both = own ^ own >> step, own & own >> step
            last_odd, last_both = odd >> 2 * step, both >> 2 * step
            low, carry = odd ^ last_odd, odd & last_odd
            one += popcount(open_lines & low & ~(both | last_both))
            two += popcount(open_lines & ~low & (both ^ last_both | carry))
            three += popcount(open_lines & low & (both | last_both))
        return one, two, three

    return counted


def _of_both(row: Callable[[int, int, bool], Row]) -> Callable[[State], tuple[Row, Row]]:
    def features(state: State) -> tuple[Row, Row]:
        theirs = state.own ^ state.occupied
        if popcount(state.occupied) & 1:
            return row(theirs, state.own, True), row(state.own, theirs, False)
        return row(state.own, theirs, True), row(theirs, state.own, False)

    return features
