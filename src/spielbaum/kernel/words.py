"""Large arrays of 64-bit words, which kernels take as one number, the address.

As an argument, an array of Numba is nine numbers, which every call of a recursion would pass on. Interpreted, the array
itself is passed.
"""

import mmap
import sys
import threading
from contextlib import suppress
from ctypes import CDLL, addressof, c_char, c_int, c_size_t, c_void_p, memset
from typing import Any, Protocol, cast

from spielbaum.kernel.bits import bits_of, float_of
from spielbaum.kernel.target import IN_BROWSER


class Words(Protocol):
    """The words; in compiled code their address."""

    def __getitem__(self, place: int, /) -> int:
        """Return the word at an index."""

    def __setitem__(self, place: int, word: int, /) -> None:
        """Store a word at an index."""


WORD = 8
LARGE_PAGE = 2 << 20
LARGE = 2 * LARGE_PAGE
"""The bytes from which on large pages pay."""

HAS_LARGE_PAGES = hasattr(mmap, "MADV_HUGEPAGE") and not IN_BROWSER
"""Whether the system has large pages."""

PIECE, PIECES = 4 * LARGE_PAGE, 512
"""The least bytes that are moved to large pages at once, and the largest number of such pieces of an array."""

PATIENCE = 20
"""The calls, ten a second, before an array is moved: after a search of two seconds."""

COLLAPSE = 25
"""``MADV_COLLAPSE`` of Linux 6.1, which ``mmap`` does not have."""


def new_words(length: int, *, dense: bool = False) -> memoryview:
    """Return a page-aligned array of zeros; memory is allocated when it is touched.

    Parameters
    ----------
    length
        The number of words.
    dense
        Whether it is filled from the start, so that large pages waste nothing; for others, see ``LargePages``.

    Raises
    ------
    MemoryError
        If there is not enough memory.
    """
    size = WORD * max(1, length)
    try:
        private: dict[str, Any] = (
            {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
        )
        pages = mmap.mmap(-1, size, **private)
    except (OSError, OverflowError) as error:
        raise MemoryError(f"there are no {size:,} bytes") from error
    if size >= LARGE and HAS_LARGE_PAGES:
        with suppress(OSError):  # not supported
            pages.madvise(mmap.MADV_HUGEPAGE if dense else mmap.MADV_NOHUGEPAGE)
    return memoryview(pages).cast("q")[:length]


class LargePages:
    """Moves an array to large pages while it is in use.

    The system clears a whole large page as soon as one word of it is touched. A short search, which touches few
    scattered words, would spend most of its time on that; a long one is faster with large pages, with fewer misses of
    the TLB.

    Parameters
    ----------
    array
        From ``new_words``.
    """

    def __init__(self, array: memoryview) -> None:
        self._pages, self._calls, self._done = cast(mmap.mmap, array.obj), 0, 0
        self._size = array.nbytes if array.nbytes >= LARGE and HAS_LARGE_PAGES else 0
        self._piece = max(PIECE, array.nbytes // PIECES // LARGE_PAGE * LARGE_PAGE)
        self._bringing: threading.Thread | None = None

    def take(self) -> None:
        """Start to move the next piece to large pages; the words do not change, and the system may refuse."""
        self._calls += 1
        if self._calls > PATIENCE and self._done < self._size and not self.is_busy:
            self._bringing = threading.Thread(target=self._bring, name="spielbaum-large-pages", daemon=True)
            self._bringing.start()

    @property
    def is_busy(self) -> bool:
        """Whether a piece is being moved."""
        return self._bringing is not None and self._bringing.is_alive()

    def _bring(self) -> None:
        length = min(self._size - self._done, self._piece + LARGE_PAGE)  # including the page on the border
        for advice in (mmap.MADV_HUGEPAGE, COLLAPSE):
            _advise(addressof(c_char.from_buffer(self._pages)) + self._done, length, advice)
        self._done += self._piece


def _advise(place: int, length: int, advice: int) -> bool:
    """Call ``madvise`` without the GIL, unlike ``mmap``; return whether it succeeded."""
    return bool(CDLL(None).madvise(c_void_p(place), c_size_t(length), c_int(advice)) == 0)


def clear_words(array: memoryview) -> None:
    """Clear an array of ``new_words``.

    Linux drops the pages of a large array and supplies empty ones when they are touched again, which is free where
    it was not touched. Other systems write every word.
    """
    lazily = sys.platform == "linux" and array.nbytes >= LARGE
    if not (lazily and _advise(address_of(array), array.nbytes, mmap.MADV_DONTNEED)):
        memset(address_of(array), 0, array.nbytes)


def array_of(array: memoryview) -> Any:
    """Return the words as an array of NumPy, for arithmetic."""
    import numpy as np

    return np.asarray(array)


def words_of(array: memoryview, *, compiled: bool) -> Words:
    """Return the argument of a kernel for an array, which the caller keeps alive."""
    return cast(Words, address_of(array) if compiled else array)


def address_of(array: memoryview) -> int:
    """Return the address of an array."""
    return addressof(c_char.from_buffer(array))


def read_word(words: Words, place: int) -> int:
    """Return the word at an index."""
    return int(words[place])


def write_word(words: Words, place: int, word: int) -> None:
    """Store a word at an index."""
    words[place] = word


def read_cell(words: Words, place: int) -> int:
    """Return a cell of 16 bits, a quarter of a word."""
    return int(words[place >> 2]) >> 16 * (place & 3) & 0xFFFF


def raise_cell(words: Words, place: int, number: int) -> None:
    """Raise a cell of 16 bits to a number if it is smaller."""
    if read_cell(words, place) < number:
        shift = 16 * (place & 3)
        word = int(words[place >> 2]) & ~(0xFFFF << shift) | number << shift
        words[place >> 2] = (word + 2**63) % 2**64 - 2**63


def raise_shared_cell(words: Words, place: int, number: int) -> None:
    """Raise a cell atomically."""
    raise_cell(words, place, number)


def add_shared_word(words: Words, place: int, number: int) -> None:
    """Add to a word atomically."""
    words[place] += number


def add_shared_float(words: Words, place: int, number: float) -> None:
    """Add to a float, stored as the bits of a word, atomically."""
    words[place] = bits_of(float_of(int(words[place])) + number)


def swap_shared_word(words: Words, place: int, expected: int, word: int) -> bool:
    """Replace a word atomically if it is the expected one, and return whether it was (compare-and-swap).

    Of several threads one succeeds, and its earlier writes are visible to threads that read its word.
    """
    if words[place] != expected:
        return False
    words[place] = word
    return True


def prefetch(words: Words, place: int) -> None:
    """Prefetch the word at an index."""
