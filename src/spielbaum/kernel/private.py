"""Private files: a directory of kernels that only the user can have written.

A kernel is machine code: whoever can write it can do whatever its user can. So a directory or a file that belongs
to another user, or is writable by others, is not used; a warning says so once, and kernels are not kept. If
the system has no owners of files, only links are refused.
"""

import logging
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_dir

_log = logging.getLogger(__name__)
_told: set[str] = set()


class NotPrivateError(Exception):
    """A file or a directory that others may have written."""


def cache_directory() -> Path:
    """Return the directory in which kernels are kept."""
    return Path(os.environ.get("SPIELBAUM_CACHE_DIR") or user_cache_dir("spielbaum", appauthor=False)) / "kernels"


def private_directory() -> Path:
    """Create the directory in which kernels are kept, if needed, and return it.

    Raises
    ------
    NotPrivateError
        If others may write to it.
    OSError
        If it cannot be created.
    """
    directory = cache_directory()
    directory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    directory.mkdir(mode=0o700, exist_ok=True)
    _refuse_others(directory, directory.stat())
    return directory


def open_private(path: Path, flags: int) -> int:
    """Open a file with the flags of ``os.open``, without following a link, and return its descriptor.

    Raises
    ------
    NotPrivateError
        If others may write to it, or it is not a regular file.
    OSError
        If it cannot be opened.
    """
    flags |= sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
    if path.is_symlink():
        raise NotPrivateError(f"{path} is a link: remove it")
    descriptor = os.open(path, flags, 0o600)
    try:
        _refuse_others(path, os.fstat(descriptor))
    except NotPrivateError:
        os.close(descriptor)
        raise
    return descriptor


def read_private(path: Path) -> bytes:
    """Return the content of a file; raises like `open_private`."""
    with os.fdopen(open_private(path, os.O_RDONLY), "rb") as file:
        return file.read()


def write_private(path: Path, content: bytes) -> None:
    """Replace a file atomically, readable by the user only.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    descriptor, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def tell_once(error: NotPrivateError) -> None:
    """Warn once that kernels are not kept, and why."""
    if not _told:
        _told.add(str(error))
        _log.warning("compiled kernels are not kept: %s", error)


def _refuse_others(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise NotPrivateError(f"{path} is no plain file: remove it")
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid():
        raise NotPrivateError(
            f"{path} belongs to another user: remove it, or set SPIELBAUM_CACHE_DIR to a directory of yours"
        )
    if status.st_mode & 0o022:
        raise NotPrivateError(f"others may write to {path}: take that from them with chmod go-w, or remove it")
