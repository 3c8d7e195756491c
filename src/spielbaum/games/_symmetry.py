"""What games with symmetric boards share: mirror images of a board, hashes of it, and keys of proofs made of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from spielbaum import U64, ProofHints
from spielbaum.kernel import scrambled

MASK = (1 << 64) - 1
ODD = 0xD1B54A32D192ED03
"""A factor by which different numbers stay different."""


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


def mixed(number: U64) -> U64:
    """Return a hash of 64 bits, different for different numbers, and not 0 for 0: a step of SplitMix64."""
    return scrambled(U64(number + 0x9E3779B97F4A7C15 & MASK))


def otherwise_mixed(number: U64) -> U64:
    """Return another hash of 64 bits, independent of the first one, different for different numbers."""
    return scrambled(U64((number + 0x8CB92BA72F3D8DD7 & MASK) * ODD & MASK))


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


def with_keys(proof: ProofHints, both_keys: Callable[[Any], tuple[int, int]]) -> ProofHints:
    """Return the hints with a key and a second one, which are hashes, of a function that gives both at once."""
    return replace(
        proof,
        key=lambda state: both_keys(state)[0],
        key_kind="hash",
        second_key=lambda state: both_keys(state)[1],
        both_keys=both_keys,
    )
