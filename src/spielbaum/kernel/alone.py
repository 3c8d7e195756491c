"""A lock between the processes of a machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from spielbaum.kernel.private import NotPrivateError, open_private, private_directory, tell_once

try:
    import fcntl
except ImportError:  # Windows: there every process compiles for itself
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(purpose: str) -> Iterator[None]:
    """Wait until no other process that shares the directory of kernels is in such a block.

    A process that dies releases the lock. Where there are no locks, or the directory cannot be used, no process waits.
    """
    try:
        descriptor = open_private(private_directory() / f"{purpose}.lock", os.O_RDWR | os.O_CREAT)
    except NotPrivateError as error:
        tell_once(error)
        yield
        return
    except OSError:
        yield
        return
    with os.fdopen(descriptor, "wb"):
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
