"""A large array of 64-bit words that a kernel gets as one number, its address.

An array as an argument is nine numbers, which every call of a recursion would pass on. Interpreted, the array itself is
passed.
"""

import mmap
import sys
import threading
from contextlib import suppress
from ctypes import CDLL, addressof, c_char, c_int, c_size_t, c_void_p, memset
from typing import Any, Protocol, cast

from spielbaum.kernel.bits import bits_of, float_of


class Words(Protocol):
    """The words; in compiled code their address."""

    def __getitem__(self, place: int, /) -> int:
        """Return the word at a place."""

    def __setitem__(self, place: int, word: int, /) -> None:
        """Put a word into a place."""


WORD = 8
LARGE_PAGE = 2 << 20
LARGE = 2 * LARGE_PAGE
"""Bytes from which on large pages are worth while."""

PIECE, PIECES = 4 * LARGE_PAGE, 512
"""Bytes that are brought into large pages at once, at least, and how many such pieces an array has at most."""

PATIENCE = 20
"""For how many calls, ten of which come in a second, an array stays as it is: a search of two seconds is long."""

COLLAPSE = 25
"""``MADV_COLLAPSE`` of Linux 6.1, which ``mmap`` does not name."""


def new_words(length: int, *, dense: bool = False) -> memoryview:
    """Return an array of zeros that begins with a page; memory is only taken where it is touched.

    Parameters
    ----------
    length
        How many words.
    dense
        Whether it is filled from its beginning, so that large pages are no waste; for others, see ``LargePages``.

    Raises
    ------
    MemoryError
        If there is not so much memory.
    """
    size = WORD * max(1, length)
    try:
        private: dict[str, Any] = (
            {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        )
        pages = mmap.mmap(-1, size, **private)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"there are no {size:,} bytes") from error
    if size >= LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # of a system without
            pages.madvise(mmap.MADV_HUGEPAGE if dense else mmap.MADV_NOHUGEPAGE)
    return memoryview(pages).cast("q")[:length]


class LargePages:
    """Brings an array into large pages while it is in use.

    The system clears a large page as a whole as soon as one word of it is touched. A short search, which touches few
    words here and there, would spend most of its time on that; a long one is faster with large pages, for the processor
    finds their addresses sooner.

    Parameters
    ----------
    array
        From ``new_words``.
    """

    def __init__(self, array: memoryview) -> None:
        self._pages, self._calls, self._done = cast(mmap.mmap, array.obj), 0, 0
        self._size = array.nbytes if array.nbytes >= LARGE and hasattr(mmap, "MADV_HUGEPAGE") else 0
        self._piece = max(PIECE, array.nbytes // PIECES // LARGE_PAGE * LARGE_PAGE)
        self._bringing: threading.Thread | None = None

    def take(self) -> None:
        """Begin to bring the next piece into large pages; the words stay what they are, and the system may refuse."""
        self._calls += 1
        if self._calls > PATIENCE and self._done < self._size and not self.is_busy:
            self._bringing = threading.Thread(target=self._bring, name="spielbaum-large-pages", daemon=True)
            self._bringing.start()

    @property
    def is_busy(self) -> bool:
        """Whether a piece is on its way."""
        return self._bringing is not None and self._bringing.is_alive()

    def _bring(self) -> None:
        length = min(self._size - self._done, self._piece + LARGE_PAGE)  # with the page on the border
        for advice in (mmap.MADV_HUGEPAGE, COLLAPSE):
            _advise(addressof(c_char.from_buffer(self._pages)) + self._done, length, advice)
        self._done += self._piece


def _advise(place: int, length: int, advice: int) -> bool:
    """Call ``madvise`` while Python's other threads go on, as they do not in ``mmap``; return whether it succeeded."""
    return bool(CDLL(None).madvise(c_void_p(place), c_size_t(length), c_int(advice)) == 0)


def clear_words(array: memoryview) -> None:
    """Make all words of an array of ``new_words`` zero.

    Linux takes the pages of a large one back and gives empty ones where it is touched again, which takes no time where
    it was not touched. Elsewhere every word is written.
    """
    lazily = sys.platform == "linux" and array.nbytes >= LARGE
    if not (lazily and _advise(address_of(array), array.nbytes, mmap.MADV_DONTNEED)):
        memset(address_of(array), 0, array.nbytes)


def array_of(array: memoryview) -> Any:
    """Return the same words as an array of NumPy's, for arithmetic with all of them."""
    import numpy as np

    return np.asarray(array)


def words_of(array: memoryview, *, compiled: bool) -> Words:
    """Return what a kernel takes for an array, which the caller keeps alive."""
    return cast(Words, address_of(array) if compiled else array)


def address_of(array: memoryview) -> int:
    """Return where an array begins."""
    return addressof(c_char.from_buffer(array))


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


def add_shared_word(words: Words, place: int, number: int) -> None:
    """Add to a word where several threads may do it at once; none of their numbers is lost."""
    words[place] += number


def add_shared_float(words: Words, place: int, number: float) -> None:
    """Do the same with the bits of a float."""
    words[place] = bits_of(float_of(int(words[place])) + number)


def swap_shared_word(words: Words, place: int, expected: int, word: int) -> bool:
    """Replace a word if it is the expected one, and return whether it was.

    Of several threads one succeeds, and what it wrote before is seen by those who read its word.
    """
    if words[place] != expected:
        return False
    words[place] = word
    return True


def prefetch(words: Words, place: int) -> None:
    """Say that the word at a place will soon be read; nothing else happens."""
