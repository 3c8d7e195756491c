"""Compiled kernels kept on disk between processes.

Numba's own cache never hits for closures, for its key holds a random id, and it unpickles what it finds. Here the key
is a hash of the content of the function and of everything it captures. It stands in the file name and in the symbol
names, so that an edit to any helper misses, another process hits, and two kernels of one process never share a symbol.

The directory is ``SPIELBAUM_CACHE_DIR``, or the user's cache directory. Where it cannot be written nothing is kept.
Nothing here needs Numba.
"""

import hashlib
import json
import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import spielbaum
from spielbaum.kernel.calling import Entry, Kind
from spielbaum.kernel.kept import as_file, from_file
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

__all__ = ["cache_directory", "load_entry", "save"]

REVISION = 16
"""Raised whenever the same sources are compiled to something else; kernels of other revisions are not used."""

KEPT_KERNELS = 1000
"""The longest unused files beyond this number are removed."""

_FILES = ("*.kernel", ".*.part", "*.nb[ic]")
"""Kernels, what a process left that was ended while it wrote, and kernels of revision 6 and before."""


def load_entry(content: str, arguments: Sequence[Kind]) -> Entry | None:
    """Return a kernel that was kept, or None; a damaged file is removed and as good as none.

    Parameters
    ----------
    content
        The hash of the source.
    arguments
        The kinds of what it is called with.
    """
    path, key = None, _key(content, arguments)
    try:
        path = private_directory() / _name(key)
        header, (code,) = from_file(read_private(path))
        if header["key"] != key:
            raise ValueError("another kernel")
        copy = partial(load, code, header["symbol"], header["needs"])
        return Entry(copy(), arguments, header["returns"], copy)
    except NotPrivateError as error:
        tell_once(error)
    except OSError:  # there is none
        pass
    except Exception:
        if path is not None:
            with suppress(OSError):
                path.unlink()
    return None


def save(
    content: str, arguments: Sequence[Kind], code: bytes, *, symbol: str, returns: Kind, needs: Sequence[str]
) -> None:
    """Keep a kernel; a full or vanished disk only means that it will be compiled again."""
    key = _key(content, arguments)
    header = {"key": key, "symbol": symbol, "returns": returns, "needs": list(needs)}
    try:
        path = private_directory() / _name(key)
        if path.is_symlink() or path.exists():
            os.close(open_private(path, os.O_RDONLY))
        write_private(path, as_file(header, code))
        _remove_oldest(path.parent)
    except NotPrivateError as error:
        tell_once(error)
    except OSError:
        pass


def _key(content: str, arguments: Sequence[Kind]) -> dict[str, Any]:
    """Return all that the machine code depends on."""
    key = {
        "content": content,
        "arguments": arguments,
        "revision": REVISION,
        "spielbaum": spielbaum.__version__,
        "numba": _release("numba"),
        "llvmlite": _release("llvmlite"),
        "python": [platform.python_implementation(), platform.python_version(), getattr(sys, "abiflags", "")],
        "processor": processor(),
        "settings": sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_")),
    }
    found: dict[str, Any] = json.loads(json.dumps(key))
    return found


@cache
def _release(package: str) -> str:
    """Return what tells one release of a package from others, without importing it."""
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
