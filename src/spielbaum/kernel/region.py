"""The memory of lists in compiled code: a region that grows and shrinks with the line of play.

Temporary objects of rule functions are allocated in one region. A function that neither takes nor returns any of them
notes the end of the region when it is called, and resets it when it returns
(:mod:`spielbaum.kernel.native_region`). So a search holds only the objects of active calls, even if a
generator is left early, and objects are neither counted nor freed one by one.

The code of a kernel has one region, so each concurrent call has its own copy of the code. If code
cannot be copied, calls wait for one another.
"""

import mmap
from ctypes import addressof, c_char, c_void_p

from spielbaum.kernel.target import IN_BROWSER

SIZE = 1 << 24 if IN_BROWSER else 1 << 28
"""The bytes of a region; the system allocates them when they are touched, which no browser does."""

LEAST = 1 << 20

SEEN = 1 << 20
"""The bytes of a region in which used ones are found."""

_PATTERN = b"\xa5"

NAME = "spielbaum_region"
"""The function in machine code that returns the address of the record of the region: its current and its last end."""


class Region:
    """The memory of one copy of the code of a kernel.

    Parameters
    ----------
    address
        The address of the record of that copy, which its function ``NAME`` returns.
    """

    def __init__(self, address: int) -> None:
        self._memory = _memory(SIZE)
        self._start = addressof(c_char.from_buffer(self._memory))
        self._record = (c_void_p * 2).from_address(address)
        self._record[1] = self._start + len(self._memory)
        self.reset()

    def reset(self) -> None:
        """Give everything back, as after a call that was left by an exception."""
        self._record[0] = self._start

    def mark(self) -> None:
        """Fill the first bytes with a pattern, so that ``used`` finds those that a call overwrites."""
        seen = min(SEEN, len(self._memory))
        self._memory[:seen] = _PATTERN * seen

    def used(self) -> int:
        """Return how many bytes calls have used since ``mark``: up to the last that was overwritten."""
        return len(self._memory[: min(SEEN, len(self._memory))].rstrip(_PATTERN))


def _memory(size: int) -> mmap.mmap:
    """Return ``size`` bytes of memory, or fewer if the address space of the process is limited."""
    try:
        if not hasattr(mmap, "MAP_NORESERVE"):
            return mmap.mmap(-1, size)
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_NORESERVE)
    except OSError:
        if size <= LEAST:
            raise
        return _memory(size // 2)
