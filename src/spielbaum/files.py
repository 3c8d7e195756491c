"""Files that are replaced as a whole, so that none is ever half written."""

import os
from contextlib import suppress
from pathlib import Path

from spielbaum.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a text beside a file, and then put it in the file's place.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise InputError(f"cannot write {str(path)!r}: {error.strerror}") from None
