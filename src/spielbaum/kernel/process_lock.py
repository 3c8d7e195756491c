"""A lock between the processes of a machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from spielbaum.kernel.private import NotPrivateError, open_private, private_directory, tell_once

try:
    import fcntl
except ImportError:  # Windows: each process compiles for itself
    fcntl = None  # type: ignore[assignment]


@contextmanager
def process_lock(name: str) -> Iterator[None]:
    """Hold a lock that all processes with the same cache directory share; wait for it first.

    A process that dies releases the lock. If the system has no file locks, or the directory cannot be used, nothing is
    locked.
    """
    try:
        descriptor = open_private(private_directory() / f"{name}.lock", os.O_RDWR | os.O_CREAT)
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
