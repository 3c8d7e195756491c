"""The memory of lists in compiled code: a region that grows with the line of play and shrinks with it.

What a rule function makes and forgets lives in one region. A function that neither takes nor returns anything in it
notes where the region ends when it is called, and cuts it there when it returns
(:mod:`spielbaum.kernel.native_region`). So a search holds what the functions hold that are being called, whatever
generator was left early, and nothing is counted or freed one by one.

A kernel has one region, so each call that runs at the same time has a copy of the code of its own.
"""

import mmap
from ctypes import addressof, c_char, c_void_p

SIZE = 1 << 28
"""Bytes of a region; the system gives them when they are touched."""

NAME = "spielbaum_region"
"""The symbol of its record in machine code: where it ends now, and where it ends at most."""


class Region:
    """The memory of one copy of a kernel.

    Parameters
    ----------
    record
        The address of its record in machine code.
    """

    def __init__(self, record: int) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_NORESERVE if hasattr(mmap, "MAP_NORESERVE") else None
        self._memory = mmap.mmap(-1, SIZE) if flags is None else mmap.mmap(-1, SIZE, flags=flags)
        start = addressof(c_char.from_buffer(self._memory))
        (c_void_p * 2).from_address(record)[:] = [start, start + SIZE]
