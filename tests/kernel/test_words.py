"""Large arrays of words: which memory they take, and when."""

import mmap
import random
import re
import struct
import sys
from pathlib import Path

import pytest

from cyclic import KINGS
from spielbaum import Searcher, Solver, games
from spielbaum.kernel import LargePages, clear_words, new_words
from spielbaum.kernel.words import COLLAPSE, LARGE_PAGE, PATIENCE, address_of

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is looked at in /proc")
MB = 1 << 20


def resident(array: memoryview) -> int:
    """Return how many bytes of an array the system has allocated."""
    first, pages = address_of(array) // mmap.PAGESIZE, -(-array.nbytes // mmap.PAGESIZE)
    with open("/proc/self/pagemap", "rb") as entries:
        entries.seek(8 * first)
        return mmap.PAGESIZE * sum(entry >> 63 for (entry,) in struct.iter_unpack("=Q", entries.read(8 * pages)))


def in_large_pages(array: memoryview) -> int:
    """Return how many bytes of an array are in large pages; adjacent arrays may be counted, too."""
    kinds = Path("/proc/self/smaps").read_text(encoding="utf-8")
    mappings = re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", kinds, flags=re.MULTILINE)[1:]
    where, found = address_of(array), 0
    for mapping in mappings:
        begin, end = (int(place, 16) for place in mapping.split(" ", 1)[0].split("-"))
        if begin < where + array.nbytes and end > where:
            found += 1024 * int(re.search(r"^AnonHugePages: +(\d+) kB$", mapping, re.MULTILINE)[1])
    return found


def has_large_pages() -> bool:
    """Whether the system brings memory into large pages when it is told to."""
    pages = mmap.mmap(-1, 4 * LARGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    pages[:] = bytes([1]) * len(pages)
    try:
        pages.madvise(COLLAPSE)
    except OSError:
        return False
    return True


def take_all(large: LargePages) -> None:
    """Bring an array into large pages, more often than it has pieces."""
    for _ in range(PATIENCE + 20):
        large.take()
        if large.is_busy:
            large._bringing.join()


def test_a_short_proof_allocates_only_the_memory_that_it_touches() -> None:
    solver = Solver(games.load("tic-tac-toe"), table="256MB")
    assert solver.solve().value == 0
    assert 0 < resident(solver._table) < 16 * MB


def test_words_do_not_change_while_they_are_moved_to_large_pages() -> None:
    array, generator = new_words(64 * MB // 8), random.Random(0)
    words = {generator.randrange(len(array)): generator.randrange(1, 2**63) for _ in range(500)}
    for place, word in words.items():
        array[place] = word
    assert in_large_pages(array) == 0
    large = LargePages(array)
    take_all(large)
    assert {place: array[place] for place in words} == words
    assert sum(map(bool, array)) == len(words)
    if has_large_pages():
        assert in_large_pages(array) > 12 * MB  # more than a piece, however little the system has


@pytest.mark.parametrize("length", [1, 4 * MB // 8 - 1, 4 * MB // 8 + 1, 9 * MB // 8 + 3])
def test_arrays_of_any_length(length: int) -> None:
    array = new_words(length)
    array[0] = array[-1] = 7
    take_all(LargePages(array))
    assert array[0] == array[-1] == 7
    clear_words(array)
    assert array[0] == array[-1] == 0


@pytest.mark.interpreted
def test_a_search_clears_only_what_it_has_touched() -> None:
    """After 127 iterations, whose numbers then begin anew."""
    searcher = Searcher(KINGS, "pvs:replacement=two-deep", table="1GB")
    for _ in range(35):
        searcher.search(depth=4, nodes=1000)
    allocation = searcher._family.table._own.allocation
    assert allocation.stamp < 127
    assert resident(allocation.marks) < 16 * MB
    clear_words(allocation.words)
    assert resident(allocation.words) == 0
