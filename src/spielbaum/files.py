"""Files that are replaced as a whole, so that none is ever half written."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from spielbaum.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file, as `replacing` does; a pipe or a device is written to.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a file beside another one, whose place it takes at the end of the block; a pipe or a device itself.

    What a link leads to is replaced, and not the link. If the block fails, nothing has changed.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    whole = path.resolve()
    beside = whole.with_name(f".{whole.name}.{secrets.token_hex(4)}.part")
    try:
        if path.exists() and not path.is_file():
            yield path
            return
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(whole)
    except OSError as error:
        raise InputError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            beside.unlink()
