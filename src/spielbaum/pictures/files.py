"""Writing pictures to files: beside the file first, so that no reader ever meets half of one."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from spielbaum.errors import InputError


def refuse_unfit_path(path: Path) -> None:
    """Raise an error if it is plain that no file can be written there; ``-`` is stdout.

    Raises
    ------
    InputError
        If the directory is missing, or the path is one.
    """
    if str(path) == "-":
        return
    if path.is_dir():
        raise InputError(f"{path} cannot be written: it is a directory")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path} cannot be written: No such file or directory")


def write_text(path: Path, text: str) -> None:
    """Write a text to a file, whole or not at all; ``-`` is stdout.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    if str(path) == "-":
        sys.stdout.write(text)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink()
        raise InputError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
