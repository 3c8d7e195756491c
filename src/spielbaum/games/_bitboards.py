"""Bit boards: squares along rays, reflections, least images, and hashes of wide boards."""

from collections.abc import Callable, Iterable

from spielbaum import U64
from spielbaum.game.hashes import MASK, mixed, otherwise_mixed


def reached(square: int, steps: Iterable[tuple[int, int]], longest: int) -> int:
    """Return the squares of a board of eight by eight that up to ``longest`` equal steps lead to.

    Parameters
    ----------
    square
        The start, ``8 * row + column``.
    steps
        Changes of row and column.
    longest
        The largest number of steps.

    Examples
    --------
    >>> f"{reached(0, [(1, 1)], 2):#x}"
    '0x40200'
    """
    row, column = divmod(square, 8)
    squares = [(row + down * n, column + over * n) for down, over in steps for n in range(1, longest + 1)]
    return sum(1 << 8 * r + c for r, c in squares if 0 <= r < 8 and 0 <= c < 8)


def make_mirror(
    image: Callable[[int], int], bits: Iterable[int], word: Callable[[int], U64] = U64
) -> Callable[[U64], U64]:
    """Return the function that swaps pairs of bits of a board, all pairs of equal distance at once.

    ``word`` is the type of the board, U64 or U128.
    """
    masks: dict[int, int] = {}
    for bit in bits:
        if image(bit) > bit:
            masks[image(bit) - bit] = masks.get(image(bit) - bit, 0) | 1 << bit
    exchanges = tuple(masks.items()) or ((1, 0),)

    def mirror(board: U64) -> U64:
        mirrored = board
        for distance, mask in exchanges:
            unequal = (board ^ board >> distance) & word(mask)
            mirrored ^= unequal | unequal << distance  # type: ignore[assignment]
        return mirrored

    return mirror


def make_moved(to: Callable[[int], int], bits: Iterable[int], word: Callable[[int], U64] = U64) -> Callable[[U64], U64]:
    """Return the function that permutes the bits of a board, all moves of equal distance at once."""
    masks: dict[int, int] = {}
    for bit in bits:
        masks[to(bit) - bit] = masks.get(to(bit) - bit, 0) | 1 << bit
    stay = masks.pop(0, 0)
    if not masks:
        return word
    onwards = tuple((distance, mask) for distance, mask in masks.items() if distance > 0) or ((1, 0),)
    back = tuple((-distance, mask) for distance, mask in masks.items() if distance < 0) or ((1, 0),)

    def moved(board: U64) -> U64:
        found = board & word(stay)
        for distance, mask in onwards:
            found |= (board & word(mask)) << distance
        for distance, mask in back:
            found |= board >> distance & word(mask >> distance)
        return word(found)

    return moved


def make_reflections(
    rows: int, columns: int, word: Callable[[int], U64] = U64
) -> tuple[Callable[[U64], U64], Callable[[U64], U64]]:
    """Return the functions that flip a board upside down, and left to right; squares are numbered row by row."""
    squares = range(rows * columns)
    upside_down = make_mirror(lambda s: (rows - 1 - s // columns) * columns + s % columns, squares, word)
    left_to_right = make_mirror(lambda s: s // columns * columns + columns - 1 - s % columns, squares, word)
    return upside_down, left_to_right


Pair = tuple[U64, U64]


def make_least_image(size: int) -> Callable[[U64, U64], Pair]:
    """Return ``least_image(own, other)``: the least of the eight images of two boards of ``size`` times ``size``."""
    upside_down, left_to_right = make_reflections(size, size)
    transposed = make_mirror(lambda s: s % size * size + s // size, range(size * size))

    def lesser(one: Pair, other: Pair) -> Pair:
        return one if one[0] < other[0] or (one[0] == other[0] and one[1] <= other[1]) else other

    def least_of_four(own: U64, other: U64) -> Pair:
        least = lesser((own, other), (left_to_right(own), left_to_right(other)))
        own, other = upside_down(own), upside_down(other)
        return lesser(least, lesser((own, other), (left_to_right(own), left_to_right(other))))

    def least_image(own: U64, other: U64) -> Pair:
        return lesser(least_of_four(own, other), least_of_four(transposed(own), transposed(other)))

    return least_image


def make_folds(wide: bool) -> tuple[Callable[[int], U64], Callable[[int], U64]]:
    """Return two functions that hash a wide board to 64 bits; a board of 64 bits stays as it is.

    Two boards with the same first hash have different second ones, except by chance.
    """
    if not wide:
        return U64, U64

    def folded(board: int) -> U64:
        return U64(mixed(U64(board >> 64)) + (board & MASK) & MASK)

    def otherwise_folded(board: int) -> U64:
        return U64(otherwise_mixed(U64(board >> 64)) + (board & MASK) & MASK)

    return folded, otherwise_folded
