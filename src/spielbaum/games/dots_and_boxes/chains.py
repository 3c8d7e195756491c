"""The theory of Dots and Boxes: forced captures, the double-dealing move, and chains.

A box with three lines can be captured. Boxes that can be captured one after the other form trees, joined by undrawn
lines; a tree is closed if no line leads out of it, else half-open. All boxes are captured except the last pair of a
half-open tree, or the last two pairs of a closed one. The double-dealing move leaves these to the opponent, who then
has to move, by drawing the line that closes them off: so control costs 4 boxes, or 8.

E. R. Berlekamp, The Dots-and-Boxes Game (2000); J. K. Barker and R. E. Korf, Solving Dots-and-Boxes, AAAI (2012).
"""

from collections.abc import Callable
from typing import NamedTuple

from spielbaum import U64
from spielbaum.games.dots_and_boxes.rules import Board, make_at_least, make_counts
from spielbaum.kernel import lowest_bit, popcount


class Captures(NamedTuple):
    """Functions of the drawn lines.

    ``captured`` returns the lines after all captures in reach. ``kept_back`` returns those of the lines drawn by them
    that are the last choice, or 0; the double-dealing move is one of them, ``handout``.
    """

    captured: Callable[[U64], U64]
    kept_back: Callable[[U64, U64], tuple[U64, U64]]
    sides: Callable[[U64], U64]
    boxes_at: Callable[[U64], U64]
    shared: Callable[[U64], U64]


def make_captures(size: Board) -> Captures:
    """Return the functions for a board; a box is the bit of its upper line."""
    columns, stride = size.columns, size.stride
    on_board = sum(1 << size.across(row, column) for row in range(size.rows) for column in range(columns))
    closed, nearly = make_counts(size)
    at_least = make_at_least(size)

    def sides(boxes: U64) -> U64:
        """Return all lines of some boxes."""
        return U64(boxes | boxes << columns | boxes << columns + 1 | boxes << stride)

    def shared(boxes: U64) -> U64:
        """Return the lines between two of some boxes."""
        return U64(boxes & boxes << stride | boxes << columns & boxes << columns + 1)

    def boxes_at(lines: U64) -> U64:
        """Return the boxes on both sides of some lines."""
        return U64((lines | lines >> columns | lines >> columns + 1 | lines >> stride) & U64(on_board))

    def captured(lines: U64) -> U64:
        nearer = nearly(lines)
        while nearer:
            lines = U64(lines | sides(nearer))
            nearer = nearly(lines)
        return lines

    def kept_back(lines: U64, after: U64) -> tuple[U64, U64]:
        drawn = U64(after & ~lines)
        boxes = U64(closed(after) & ~closed(lines))
        _, two, _ = at_least(drawn)
        inner = U64(boxes & two)
        exits = U64(sides(inner) & drawn & ~shared(boxes))
        if exits:
            handout = U64(lowest_bit(exits))
            last = lowest_bit(U64(sides(U64(boxes_at(handout) & inner)) & drawn & ~handout))
            return U64(handout | last), handout
        between = U64(shared(inner) & drawn)
        if between:
            handout = U64(lowest_bit(between))
            pair = U64(boxes_at(handout) & inner)
            first = U64(lowest_bit(pair))
            ends = lowest_bit(U64(sides(first) & drawn & ~handout))
            ends |= lowest_bit(U64(sides(U64(pair ^ first)) & drawn & ~handout))
            return U64(handout | ends), handout
        return U64(0), U64(0)

    return Captures(captured, kept_back, sides, boxes_at, shared)


def make_chain_of(size: Board) -> Callable[[U64, U64], tuple[U64, U64]]:
    """Return ``chain_of(lines, line)``, for positions in which no box can be captured.

    It returns the undrawn lines that open the same chain of boxes as a given one, or that line alone;
    and a best one of them: for a chain of two boxes the one between them, the hard-hearted handout,
    after which both are forced captures.
    """
    full, at_least = (1 << size.lines) - 1, make_at_least(size)
    _, _, sides, boxes_at, shared = make_captures(size)

    def chain_of(lines: U64, line: U64) -> tuple[U64, U64]:
        _, two, three = at_least(lines)
        open_lines, two_sided = U64(~lines & U64(full)), U64(two & ~three)
        chain, boxes, found = line, U64(0), U64(boxes_at(line) & two_sided)
        while found != boxes:
            boxes = found
            chain = U64(chain | sides(boxes) & open_lines)
            found = U64(boxes_at(chain) & two_sided)
        if popcount(boxes) == 2:
            return chain, shared(boxes)
        return chain, line

    return chain_of
