"""What games with symmetric boards share: mirror images of a board, one that is turned, and hashes of it."""

from collections.abc import Callable, Iterable

from spielbaum import U64
from spielbaum.game.hashes import MASK, mixed, otherwise_mixed


def make_mirror(
    image: Callable[[int], int], bits: Iterable[int], word: Callable[[int], U64] = U64
) -> Callable[[U64], U64]:
    """Return the function that exchanges the bits of a board in pairs, all pairs of one distance together.

    ``word`` is U64 or U128, as wide as the board.
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
    """Return the function that moves the bits of a board, all of one distance together; no two to one place."""
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


def make_folds(wide: bool) -> tuple[Callable[[int], U64], Callable[[int], U64]]:
    """Return two functions that make one word of a board; one of 64 bits stays as it is.

    Two wide boards that become one word by the first become different words by the second, but by chance.
    """
    if not wide:
        return U64, U64

    def folded(board: int) -> U64:
        return U64(mixed(U64(board >> 64)) + (board & MASK) & MASK)

    def otherwise_folded(board: int) -> U64:
        return U64(otherwise_mixed(U64(board >> 64)) + (board & MASK) & MASK)

    return folded, otherwise_folded
