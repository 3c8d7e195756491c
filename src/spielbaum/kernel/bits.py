"""Bit boards in plain Python; in a compiled game each of these is one or two machine instructions.

A field of a state is a signed 64-bit integer: bits 0 to 62 are free. A board that needs all
64 bits declares its field as :data:`U64`::

    class State(NamedTuple):
        crosses: U64
        noughts: U64
        to_move: int

In compiled code ``& | ^ ~ << >>`` and ``+ - *`` keep the low 64 bits, whatever the sign.
Comparisons, right shifts and divisions depend on it: wrap mixed terms, ``U64(a | 1 << n) >> 3``. Interpreted,
``U64`` does nothing: mask what may be negative, too, ``U64(n & WORD) >> 3``.

A board of up to 128 bits is declared :data:`U128`. An operation with one is wide, but a literal has
64 bits: write ``U128(1) << n``. ``U64(board & WORD)`` is the low word; division is not supported.
"""

import struct
from collections.abc import Iterator
from typing import NewType

U64 = NewType("U64", int)
"""An unsigned 64-bit field of a state; also converts a number."""

U128 = NewType("U128", int)
"""An unsigned 128-bit field of a state; also converts a number."""

WORD = (1 << 64) - 1
"""All 64 bits."""


def popcount(number: int) -> int:
    """Return the number of set bits.

    Examples
    --------
    >>> popcount(0b1011)
    3
    """
    return number.bit_count()


def lowest_bit(number: int) -> int:
    """Return the lowest set bit, or 0.

    Examples
    --------
    >>> bin(lowest_bit(0b1100))
    '0b100'
    """
    return number & -number


def lowest_index(number: int) -> int:
    """Return the index of the lowest set bit of a number that is not 0.

    Examples
    --------
    >>> lowest_index(0b1100)
    2
    """
    return (number & -number).bit_length() - 1


def clear_lowest(number: int) -> int:
    """Return the board without its lowest set bit.

    Examples
    --------
    >>> bin(clear_lowest(0b1100))
    '0b1000'
    """
    return number & (number - 1)


def each_bit(number: int) -> Iterator[int]:
    """Yield the indexes of the set bits, lowest first.

    Examples
    --------
    >>> list(each_bit(0b1011))
    [0, 1, 3]
    """
    while number:
        yield lowest_index(number)
        number = clear_lowest(number)


def reversed_bytes(number: U64) -> U64:
    """Return a board with its bytes reversed: a board of eight by eight upside down.

    Examples
    --------
    >>> hex(reversed_bytes(0x12FF))
    '0xff12000000000000'
    """
    return U64(int.from_bytes(number.to_bytes(8, "little"), "big"))


def one_word(number: int) -> int:
    """Return a number of at most 64 bits unchanged; compiled code refuses a wider one instead of truncating it."""
    return number


def signed(number: int) -> int:
    """Return the signed number with the low 64 bits of a number.

    Examples
    --------
    >>> signed(2**64 - 1), signed(7)
    (-1, 7)
    """
    return (number + 2**63) % 2**64 - 2**63


def bits_of(number: float) -> int:
    """Return the 64 bits of a float as a signed number.

    Examples
    --------
    >>> hex(bits_of(1.0))
    '0x3ff0000000000000'
    """
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def float_of(bits: int) -> float:
    """Return the float with these 64 bits.

    Examples
    --------
    >>> float_of(0x3FF0000000000000)
    1.0
    """
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def scrambled(number: U64) -> U64:
    """Return a bijective hash of 64 bits.

    The finalizer of SplitMix64: G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators,
    OOPSLA (2014).

    Examples
    --------
    >>> hex(scrambled(1))
    '0x5692161d100b05e5'
    >>> scrambled(-1) == scrambled(2**64 - 1)
    True
    """
    number = U64(number & WORD)
    number = U64((number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD)
    number = U64((number ^ number >> 27) * 0x94D049BB133111EB & WORD)
    return U64(number ^ number >> 31)
