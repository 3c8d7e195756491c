"""The cache of compiled kernels on disk.

Numba's own cache never hits for closures, because its key contains a random id, and it unpickles what it finds. Here
the key is a hash of the function and of everything it captures. It is part of the file name and of the symbol names:
an edit to any helper misses, another process hits, and two kernels in one process never share a symbol.

The directory is ``SPIELBAUM_CACHE_DIR``, or the user's cache directory. If it is not writable, nothing is kept. Nothing
here needs Numba.

The format of a file::

    magic  SHA-256 of all that follows  length of the header  header as JSON  machine code

The checksum is verified before anything else is read. The file contains no pickle.
"""

import hashlib
import json
import os
import platform
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import spielbaum
from spielbaum.kernel.calling import Entry, Kind
from spielbaum.kernel.machine_code import load, processor
from spielbaum.kernel.private import (
    NotPrivateError,
    cache_directory,
    open_private,
    private_directory,
    read_private,
    tell_once,
    write_private,
)

__all__ = ["cache_directory", "load_entry", "load_shipped", "save"]

MAGIC = b"Spielbaum kernel 8\n"
_DIGEST = hashlib.sha256().digest_size
_LENGTH = struct.Struct("<Q")

REVISION = 21
"""Raised whenever the same source compiles to different code; kernels of other revisions are not used."""

KEPT_KERNELS = 1000
"""How many files are kept; the least recently used are removed."""

_FILES = ("*.kernel", ".*.part", "*.nb[ic]")
"""Kernels, files left behind by a process that was killed while writing, and kernels of revision 6 and older."""


def load_entry(content: str, arguments: Sequence[Kind]) -> Entry | None:
    """Return a kernel from disk, or None; a damaged file is removed.

    Parameters
    ----------
    content
        The hash of the source.
    arguments
        The kinds of its arguments.
    """
    path, key = None, _key(content, arguments)
    try:
        path = private_directory() / _name(key)
        header, code = from_file(read_private(path))
        if header["key"] != key:
            raise ValueError("another kernel")
        copy = partial(load, code, header["symbol"], header["needs"])
        return Entry(copy(), arguments, header["returns"], copy, seconds=header.get("seconds"))
    except NotPrivateError as error:
        tell_once(error)
    except OSError:  # no such file
        pass
    except Exception:
        if path is not None:
            with suppress(OSError):
                path.unlink()
    return None


def load_shipped(content: bytes, arguments: Sequence[Kind]) -> Entry:
    """Return a kernel that was compiled elsewhere, from the content of its file.

    Raises
    ------
    ValueError
        If it is damaged, or was compiled by another release or for other arguments.
    """
    header, code = from_file(content)
    key = header["key"]
    if (key["revision"], key["spielbaum"]) != (REVISION, spielbaum.__version__):
        raise ValueError("another release compiled it")
    if key["arguments"] != json.loads(json.dumps(arguments)):
        raise ValueError("it was compiled for other arguments")
    copy = partial(load, code, header["symbol"], header["needs"])
    return Entry(copy(), arguments, header["returns"], copy, seconds=header.get("seconds"))


def save(
    content: str,
    arguments: Sequence[Kind],
    code: bytes,
    *,
    symbol: str,
    returns: Kind,
    needs: Sequence[str],
    seconds: float,
) -> None:
    """Write a kernel, and the seconds it took to compile it, to disk; if that fails, it will be compiled again."""
    key = _key(content, arguments)
    header = {"key": key, "symbol": symbol, "returns": returns, "needs": list(needs), "seconds": seconds}
    try:
        path = path_of(content, arguments)
        if path.is_symlink() or path.exists():
            os.close(open_private(path, os.O_RDONLY))
        write_private(path, as_file(header, code))
        _remove_oldest(path.parent)
    except NotPrivateError as error:
        tell_once(error)
    except OSError:
        pass


def path_of(content: str, arguments: Sequence[Kind]) -> Path:
    """Return the file of a kernel.

    Raises
    ------
    NotPrivateError
        If others may write to its directory.
    OSError
        If the directory cannot be created.
    """
    return private_directory() / _name(_key(content, arguments))


class DamagedError(ValueError):
    """A file that is not as it was written."""


def as_file(header: dict[str, Any], code: bytes) -> bytes:
    """Return the content of a kernel's file: a header of JSON values, and machine code."""
    text = json.dumps(header).encode()
    body = _LENGTH.pack(len(text)) + text + code
    return MAGIC + hashlib.sha256(body).digest() + body


def from_file(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header and the machine code of a kernel's file.

    Raises
    ------
    DamagedError
        If a single bit has changed.
    """
    start = len(MAGIC) + _DIGEST
    body = content[start:]
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(body).digest() != content[len(MAGIC) : start]:
        raise DamagedError("the checksum differs")
    code = _LENGTH.size + _LENGTH.unpack_from(body)[0]
    return json.loads(body[_LENGTH.size : code]), body[code:]


def _key(content: str, arguments: Sequence[Kind]) -> dict[str, Any]:
    """Return everything that the machine code depends on."""
    key = {
        "content": content,
        "arguments": arguments,
        "revision": REVISION,
        "spielbaum": spielbaum.__version__,
        "numba": _release("numba"),
        "llvmlite": _release("llvmlite"),
        "python": [platform.python_implementation(), platform.python_version(), getattr(sys, "abiflags", "")],
        "processor": processor(),
        "settings": sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith(("NUMBA_", "SPIELBAUM_NUMBA"))),
    }
    found: dict[str, Any] = json.loads(json.dumps(key))
    return found


@cache
def _release(package: str) -> str:
    """Return an identifier of the installed release of a package, without importing it."""
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return hashlib.sha256(Path(found.origin).with_name("_version.py").read_bytes()).hexdigest()[:16]


def _name(key: dict[str, Any]) -> str:
    more = hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]
    return f"{key['content']}-{more}.kernel"


def _remove_oldest(directory: Path) -> None:
    files = [path for pattern in _FILES for path in directory.glob(pattern)]
    times = {}
    for path in files:
        with suppress(OSError):
            times[path] = path.stat().st_atime
    for path in sorted(times, key=lambda path: times[path], reverse=True)[KEPT_KERNELS:]:
        with suppress(OSError):
            path.unlink()
