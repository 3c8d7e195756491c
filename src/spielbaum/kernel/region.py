"""The memory of lists in compiled code: a region that grows with the line of play and shrinks with it.

What a rule function makes and forgets lives in one region. A function that neither takes nor returns anything in it
notes where the region ends when it is called, and cuts it there when it returns
(:mod:`spielbaum.kernel.native_region`). So a search holds what the functions hold that are being called, whatever
generator was left early, and nothing is counted or freed one by one.

The code of a kernel has one region, so each of the calls that run at the same time has a copy of the code. Code that
cannot be copied is called by one after the other.
"""

import mmap
from ctypes import CFUNCTYPE, addressof, c_char, c_void_p

SIZE = 1 << 28
"""Bytes of a region; the system gives them when they are touched."""

LEAST = 1 << 20

NAME = "spielbaum_region"
"""The function in machine code that returns the address of its record: where it ends now, and where it ends at most."""


class Region:
    """The memory of one copy of the code of a kernel.

    Parameters
    ----------
    address
        Of the function ``NAME`` in that copy.
    """

    def __init__(self, address: int) -> None:
        self._memory = _memory(SIZE)
        start = addressof(c_char.from_buffer(self._memory))
        (c_void_p * 2).from_address(CFUNCTYPE(c_void_p)(address)())[:] = [start, start + len(self._memory)]


def _memory(size: int) -> mmap.mmap:
    """Return memory of some bytes, or of fewer where the address space of the process is limited."""
    try:
        if not hasattr(mmap, "MAP_NORESERVE"):
            return mmap.mmap(-1, size)
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_NORESERVE)
    except OSError:
        if size <= LEAST:
            raise
        return _memory(size // 2)
