"""The components of a position of Dots and Boxes, independent of where they are on the board.

Strings and Coins is the same game: boxes are coins, undrawn lines are strings, and those of the border are tied to the
ground. Only the graph of coins and strings matters. Components that are trees, or have a single ring, are identified by
their graph, others by their place, as few boards fall apart into such ones.

A tree is hashed from its centre, which remains when leaves are cut off repeatedly: A. V. Aho, J. E. Hopcroft and
J. D. Ullman, The Design and Analysis of Computer Algorithms (1974), 3.2. A ring is a sequence of trees, hashed as all
its rotations in both directions.
"""

from collections.abc import Callable, Iterator

from spielbaum import U64
from spielbaum.game.hashes import MASK, ODD, mixed
from spielbaum.games.dots_and_boxes.chains import make_captures
from spielbaum.games.dots_and_boxes.rules import Board, State, make_at_least, make_counts
from spielbaum.kernel import clear_lowest, lowest_bit, popcount, scrambled

ODD_INVERSE = pow(ODD, -1, 1 << 64)
GROUND = 0x9E6C63D0876A9A63
"""Added to the hash of a coin for each string to the ground."""


def make_parts(size: Board, least: Callable[[U64], U64]) -> Callable[[State], Iterator[int]]:
    """Return ``parts(state)``: a number for each component after all captures, and one for the last choice of captures.

    That is whether control costs two boxes that are left, or four.

    Parameters
    ----------
    size
        The size of the board.
    least
        ``lines -> lines``: the representative of all images of a set of lines.
    """
    full, at_least = (1 << size.lines) - 1, make_at_least(size)
    captured, kept_back, sides, boxes_at, shared = make_captures(size)
    _, nearly = make_counts(size)

    def connected(coins: U64, strings: U64) -> U64:
        """Return some coins and all that are connected with them by strings."""
        found = U64(0)
        while found != coins:
            found = coins
            coins = U64(found | boxes_at(U64(sides(found) & strings)))
        return found

    def alone(grounds: U64, coin: U64) -> U64:
        """Return the hash of a coin with its strings to the ground."""
        return U64(ODD + GROUND * popcount(U64(sides(coin) & grounds)) & MASK)

    def tree(grounds: U64, joins: U64, coin: U64, came: U64) -> U64:
        """Return the hash of the subtree of a coin, without the string that leads to it."""
        passed, power = U64(0), U64(1)
        left = U64(sides(coin) & joins & ~came)
        while left and U64(clear_lowest(left)) == 0:  # while there is one string
            passed, power = U64(passed + power * alone(grounds, coin) & MASK), U64(power * ODD & MASK)
            coin, came = U64(boxes_at(left) & ~coin), left
            left = U64(sides(coin) & joins & ~came)
        found = alone(grounds, coin)
        while left:
            string = U64(lowest_bit(left))
            left = U64(clear_lowest(left))
            found = U64(found + tree(grounds, joins, U64(boxes_at(string) & ~coin), string) & MASK)
        return scrambled(U64(passed + power * found & MASK))

    def onwards(rings: U64, coin: U64, came: U64) -> tuple[U64, U64]:
        """Return the next coin of a ring, and the string to it."""
        string = U64(lowest_bit(U64(sides(coin) & rings & ~came)))
        return U64(boxes_at(string) & ~coin), string

    def ring(grounds: U64, hanging: U64, rings: U64, start: U64) -> U64:
        """Return the hash of the component of a coin on its only ring."""
        coin, string, forth, back, power, going = start, U64(0), U64(0), U64(0), U64(1), True
        while going:  # the hashes of the sequence of trees from here, forwards and backwards
            found = tree(grounds, hanging, coin, U64(0))
            forth, back = U64(forth * ODD + found & MASK), U64(back + found * power & MASK)
            power = U64(power * ODD & MASK)
            coin, string = onwards(rings, coin, string)
            going = coin != start
        total, going = U64(0), True
        while going:  # rotate by one coin
            found = U64(tree(grounds, hanging, coin, U64(0)) * (power - 1) & MASK)
            back = U64((back + found) * ODD_INVERSE & MASK)
            total = U64(total + mixed(forth) + mixed(back) & MASK)
            forth = U64(forth * ODD - found & MASK)
            coin, string = onwards(rings, coin, string)
            going = coin != start
        return total

    def parts(state: State) -> Iterator[int]:
        lines = state.lines
        if nearly(lines):
            lines = captured(lines)
            kept, _ = kept_back(state.lines, lines)
            if kept:
                yield U64(popcount(kept))
        strings = U64(~lines & U64(full))
        coins = leaves = boxes_at(strings)
        joins = inner = U64(shared(coins) & strings)
        grounds = U64(strings & ~inner)
        while leaves:
            one, two, _ = at_least(joins)
            centres, leaves = U64(coins & ~one), U64(coins & one & ~two)
            pairs = U64(shared(leaves) & joins)
            while centres:
                yield tree(grounds, inner, U64(lowest_bit(centres)), U64(0))
                centres = U64(clear_lowest(centres))
            while pairs:  # centres of two coins
                string = U64(lowest_bit(pairs))
                pairs = U64(clear_lowest(pairs))
                coin = U64(lowest_bit(boxes_at(string)))
                other = U64(boxes_at(string) & ~coin)
                yield U64(tree(grounds, inner, coin, string) + tree(grounds, inner, other, string) & MASK)
            coins, joins = U64(coins & two), U64(joins & ~sides(leaves))
        _, _, three = at_least(joins)
        tangled = connected(three, strings)
        coins = U64(coins & ~tangled)
        while coins:
            start = U64(lowest_bit(coins))
            yield ring(grounds, U64(inner & ~joins), joins, start)
            coins = U64(coins & ~connected(start, joins))
        if tangled:
            yield U64(MASK ^ least(U64(~(sides(tangled) & strings) & U64(full))))

    return parts
