"""A large array of 64-bit words that a kernel gets as one number, its address.

An array as an argument is nine numbers, which every call of a recursion would pass on. Interpreted, the array itself is
passed.
"""

from typing import Any, Protocol, cast


class Words(Protocol):
    """The words; in compiled code their address."""

    def __getitem__(self, place: int, /) -> int:
        """Return the word at a place."""

    def __setitem__(self, place: int, word: int, /) -> None:
        """Put a word into a place."""


CACHE_LINE = 64
"""Bytes that the processor fetches together."""


def new_words(length: int) -> Any:
    """Return an array of zeros that begins with a cache line; memory is only taken where it is touched."""
    import numpy as np

    spare = CACHE_LINE // 8
    array = np.zeros(length + spare, dtype=np.int64)
    start = -array.ctypes.data % CACHE_LINE // 8
    return array[start : start + length]


def words_of(array: Any, *, compiled: bool) -> Words:
    """Return what a kernel takes for an array, which the caller keeps alive."""
    return cast(Words, int(array.ctypes.data) if compiled else array)


def read_word(words: Words, place: int) -> int:
    """Return the word at a place."""
    return int(words[place])


def write_word(words: Words, place: int, word: int) -> None:
    """Put a word into a place."""
    words[place] = word


def read_cell(words: Words, place: int) -> int:
    """Return a cell of 16 bits, four of which lie in a word."""
    return int(words[place >> 2]) >> 16 * (place & 3) & 0xFFFF


def raise_cell(words: Words, place: int, number: int) -> None:
    """Put a number into a cell of 16 bits where the one that is there is smaller."""
    if read_cell(words, place) < number:
        shift = 16 * (place & 3)
        word = int(words[place >> 2]) & ~(0xFFFF << shift) | number << shift
        words[place >> 2] = (word + 2**63) % 2**64 - 2**63


def raise_shared_cell(words: Words, place: int, number: int) -> None:
    """Do the same where several threads may do it at once; none of their numbers is lost."""
    raise_cell(words, place, number)


def prefetch(words: Words, place: int) -> None:
    """Say that the word at a place will soon be read; nothing else happens."""
