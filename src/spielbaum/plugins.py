"""What installed packages register in a group of entry points: games and algorithms."""

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def plugins(group: str) -> "dict[str, EntryPoint]":
    """Return the entry points of a group, by name."""
    if not any(_may_register(folder, group.encode()) for folder in sys.path):
        return {}
    from importlib.metadata import entry_points  # slower to import than the search for files above

    return {point.name: point for point in entry_points(group=group)}


def _may_register(folder: str, group: bytes) -> bool:
    """Return whether a package that is installed in a folder may have entry points of a group."""
    try:
        packages = [name for name in os.listdir(folder or ".") if name.endswith((".dist-info", ".egg-info"))]
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    for name in packages:
        with suppress(OSError):  # most packages have no such file
            if group in Path(folder, name, "entry_points.txt").read_bytes():
                return True
    return False
