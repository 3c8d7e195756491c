"""One process of a machine at a time."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import fcntl
except ImportError:  # Windows: there every process compiles for itself
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(purpose: str) -> Iterator[None]:
    """Wait until no other process that shares the directory of kernels is in such a block.

    A process that dies lets the next one in. Where there are no locks, or the directory cannot be written, nobody
    waits.
    """
    from spielbaum.kernel.cache import cache_directory  # with Numba

    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        file = (cache_directory() / f"{purpose}.lock").open("w")
    except OSError:
        yield
        return
    with file:
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
