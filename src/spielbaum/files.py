"""Files that are replaced as a whole, so that none is ever half written."""

import os
from contextlib import suppress
from pathlib import Path

from spielbaum.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a text beside a file, and then put it in the file's place; a pipe or a device is written to.

    What a link leads to is replaced, and not the link.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    whole = path.resolve()
    beside = whole.with_name(f".{whole.name}.{os.getpid()}")
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        beside.write_text(text, encoding="utf-8")
        beside.replace(whole)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise InputError(f"cannot write {str(path)!r}: {error.strerror}") from None
