"""Writing pictures to files, completely or not at all, or to stdout."""

import sys
from pathlib import Path

from spielbaum.errors import InputError, Message
from spielbaum.files import write_whole


def refuse_unfit_path(path: Path) -> None:
    """Raise an error if a file obviously cannot be written; ``-`` is stdout.

    Raises
    ------
    InputError
        If the directory does not exist, or the path is a directory.
    """
    if str(path) == "-":
        return
    if path.is_dir():
        raise InputError(Message("{} cannot be written: it is a directory", path))
    if not path.absolute().parent.is_dir():
        raise InputError(Message("{} cannot be written: No such file or directory", path))


def write_text(path: Path, text: str) -> None:
    """Write a text to a file; ``-`` is stdout.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        write_whole(path, text)
