r"""The file of a book: a line with the format, a line of facts, the table, and a checksum.

::

    spielbaum book 1\n          the format
    {"game": ..., ...}\n         the facts, as JSON
    deflated table              keys of 12 bytes in ascending order, then the values in the same order
    SHA-256                     of everything before it, 32 bytes

A value is for the player to move, minus the offset of its key: a 32-bit integer if values are exact, otherwise a
double.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from spielbaum.book.facts import FORMAT, BookFacts
from spielbaum.book.keys import KEY_BYTES
from spielbaum.errors import InputError, Message
from spielbaum.files import read_bytes, replacing

MAGIC = b"spielbaum book "
CHECKSUM_BYTES = sha256().digest_size


class BookFile(NamedTuple):
    """The content of a file: the facts, the keys in ascending order, and the value of each."""

    facts: BookFacts
    keys: bytes
    values: "array[int] | array[float]"


def write_file(path: Path, facts: BookFacts, values: Mapping[bytes, float]) -> None:
    """Write a book, replacing the file if it exists.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    ordered = sorted(values)
    table = _new_values(facts)
    as_stored: Any = int if facts.plan.exact else float
    table.extend(as_stored(values[key]) for key in ordered)
    head = MAGIC + f"{FORMAT}\n{json.dumps(facts.to_dict())}\n".encode()
    content = head + zlib.compress(b"".join(ordered) + _little_endian(table).tobytes(), 9)
    with replacing(path) as beside:
        beside.write_bytes(content + sha256(content).digest())


def read_file(path: Path) -> BookFile:
    """Read a book.

    Raises
    ------
    InputError
        If it cannot be read, is not a book, is truncated or damaged, or has a newer format.
    """
    try:
        content = read_bytes(path)
    except OSError as error:
        raise InputError(Message("cannot read {!r}: {}", str(path), error.strerror or error)) from None
    if not content.startswith(MAGIC):
        raise InputError(Message("{!r} is not a book of Spielbaum", str(path)))
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if sha256(body).digest() != checksum:
        raise InputError(Message("{!r} is cut off or damaged: its checksum is wrong", str(path)))
    first, line, table = body.split(b"\n", 2)
    if first != MAGIC + str(FORMAT).encode():
        raise InputError(Message("{!r} is a book in a format that this version of Spielbaum does not read", str(path)))
    facts = BookFacts.from_dict(json.loads(line))
    values, number = _new_values(facts), sum(facts.positions)
    plain = zlib.decompressobj().decompress(table, max(1, number * (KEY_BYTES + values.itemsize)))
    values.frombytes(plain[number * KEY_BYTES :])
    return BookFile(facts, plain[: number * KEY_BYTES], _little_endian(values))


def _new_values(facts: BookFacts) -> "array[int] | array[float]":
    return array("i") if facts.plan.exact else array("d")


def _little_endian(values: "array[int] | array[float]") -> "array[int] | array[float]":
    """Convert numbers in place between the byte order of this machine and that of files, and return them."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
