"""Files that are replaced as a whole, so that none is ever half written."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield the path of a file to be written in the block, which is put in the place of the other one at its end.

    Raises
    ------
    InputError
        If the file cannot be written; an older one is still there.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InputError(f"the file {path} cannot be written: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink()
