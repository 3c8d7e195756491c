"""Reads files, replaces them atomically, and parses JSON from untrusted sources."""

import errno
import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import IO, Any, Never

from spielbaum.errors import InputError, Message

MOST_BYTES, PIECE_BYTES = 1 << 30, 1 << 20
"""The largest file that is read at once, and the size of a chunk."""

LONGEST_LINE = 1 << 20

LONGEST_NUMBER = 1000
"""The most digits of a whole number; Python itself has a limit not much higher."""


def parse_json(text: str) -> Any:
    """Return the value of a JSON text, whose numbers must be finite.

    Raises
    ------
    ValueError
        If it is not such a text; the message completes a sentence about the text.

    Examples
    --------
    >>> parse_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    """
    try:
        return json.loads(text, parse_constant=_refuse_number, parse_float=_finite, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise ValueError(
            Message("it is not JSON: line {}, column {}: {}", error.lineno, error.colno, error.msg)
        ) from None
    except RecursionError:
        raise ValueError(Message("it is not the JSON expected here: lists and objects are nested too deeply")) from None


def read_bytes(path: Path) -> bytes:
    """Return the content of a file or a pipe.

    Raises
    ------
    OSError
        If it cannot be read, is neither a file nor a pipe, or has more than ``MOST_BYTES``.
    """
    found = path.stat()
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISFIFO(found.st_mode)):
        kind, reason = (errno.EISDIR, os.strerror(errno.EISDIR)) if path.is_dir() else (errno.EINVAL, "it is no file")
        raise OSError(kind, reason)
    content, left = list[bytes](), MOST_BYTES + 1 if found.st_size <= MOST_BYTES else 0
    with path.open("rb") as file:
        while left > 0 and (piece := file.read(min(left, PIECE_BYTES))):
            content.append(piece)
            left -= len(piece)
    if left == 0:
        raise OSError(errno.EFBIG, f"it has more than {MOST_BYTES:,} bytes")
    return b"".join(content)


def read_text(path: Path, encoding: str = "utf-8") -> str:
    r"""Return the text of a file or a pipe, with ``\n`` at the end of lines.

    Raises
    ------
    OSError
        As ``read_bytes``.
    UnicodeDecodeError
        If the encoding is wrong.
    """
    return read_bytes(path).decode(encoding).replace("\r\n", "\n").replace("\r", "\n")


def read_given_text(path: Path) -> str:
    """Return the text of a file that a person names.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else Message("it is not UTF-8 text")
        raise InputError(Message("cannot read {}: {}", path, reason)) from None


def lines_of(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a stream as they arrive; invalid bytes are replaced.

    Lines are cut at ``LONGEST_LINE`` bytes.
    """
    while line := stream.readline(LONGEST_LINE):
        yield line.decode("utf-8", "replace")
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)


def read_json(path: Path, *, said: str) -> Any:
    """Return the value of a JSON file.

    Parameters
    ----------
    path
        The file.
    said
        The message if it holds something else, such as ``"is no saved game"``.

    Raises
    ------
    InputError
        If the file cannot be read, or is not JSON.
    """
    try:
        return parse_json(read_text(path, "utf-8-sig"))
    except OSError as error:
        raise InputError(Message("cannot read {!r}: {}", str(path), error.strerror or error)) from None
    except UnicodeDecodeError:
        raise InputError(Message("{!r} {}: it is not a text in UTF-8", str(path), said)) from None
    except ValueError as error:
        raise InputError(Message("{!r} {}: {}", str(path), said, error)) from None


def _refuse_number(text: str) -> Never:
    raise ValueError(Message("it holds {}, and all numbers must be finite", text))


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse_number(text[:40])


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(Message("it holds a number of {} digits", len(text)))
    return int(text)


def as_path(path: str | PathLike[str]) -> Path:
    """Return a path as a ``Path``.

    Raises
    ------
    InputError
        If it is neither a text nor a path.
    """
    if not isinstance(path, str | PathLike):
        raise InputError(Message("a file is named by its path, such as 'tree.svg', not by {!r}", path))
    return Path(path)


def write_whole(path: Path, text: str) -> None:
    """Replace a file by a text, as ``replacing`` does, or write to a pipe or a device.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file, which replaces a file at the end of the block.

    If the block fails, the file stays as it was. Of a link the target is replaced. For a pipe or a device its own path
    is yielded.

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
        raise InputError(Message("cannot write {!r}: {}", str(path), error.strerror or error)) from None
    finally:
        with suppress(OSError):
            beside.unlink()
