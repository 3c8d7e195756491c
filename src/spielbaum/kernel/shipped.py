"""Kernels by name: what a browser, which compiles nothing, loads instead.

Their files are those of the cache (:mod:`spielbaum.kernel.cache`), compiled for WebAssembly by the same release of
Spielbaum. A name says everything that the source depends on, such as the game, the algorithm and the evaluation.
"""

import hashlib
import json
import os
from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path
from typing import NamedTuple

Name = tuple[str, ...]
"""What a kernel is called: its kind, such as ``"search"``, and what that depends on."""

SUFFIX = ".kernel"

SETTING = "SPIELBAUM_KERNELS"
"""The folder of shipped kernels."""


def _from_folder(digest: str) -> bytes | None:
    folder = os.environ.get(SETTING)
    path = Path(folder or "", f"{digest}{SUFFIX}")
    return path.read_bytes() if folder and path.is_file() else None


SOURCE: Callable[[str], bytes | None] = _from_folder
"""Returns the file of a kernel by the hash of its name; None if it is not shipped. A page sets another one."""


def hash_of(name: Name) -> str:
    """Return the hash of a name, which is the name of its file.

    Examples
    --------
    >>> len(hash_of(("search", "nim", "alpha-beta")))
    24
    """
    return hashlib.sha256(json.dumps(name).encode()).hexdigest()[:24]


class KernelFile(NamedTuple):
    """A kernel that can be shipped: its name, its file, and whether it has just been compiled."""

    name: Name
    path: Path
    is_new: bool

    @property
    def hash(self) -> str:
        """The hash of its name."""
        return hash_of(self.name)


INDEX: Collection[str] | None = None
"""The hashes of the names of all shipped kernels; None if only their files say what is shipped."""


@cache
def file_of(name: Name) -> bytes | None:
    """Return the file of a kernel; None if it is not shipped."""
    return SOURCE(hash_of(name))


def is_shipped(name: Name) -> bool:
    """Return whether a kernel can be loaded by its name."""
    return file_of(name) is not None if INDEX is None else hash_of(name) in INDEX
