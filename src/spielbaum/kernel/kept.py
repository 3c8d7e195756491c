"""The file format of a kernel kept on disk: a checksum, a header, and machine code.

::

    magic  SHA-256 of all that follows  length of the header  header as JSON  the parts, one after the other

Nothing is used before the checksum was compared. The file holds no pickle; what is no JSON is machine code.
"""

import hashlib
import json
import struct
from typing import Any

MAGIC = b"Spielbaum kernel 8\n"
_DIGEST = hashlib.sha256().digest_size
_LENGTH = struct.Struct("<Q")


class DamagedError(ValueError):
    """A file that is not as it was written."""


def as_file(header: dict[str, Any], *parts: bytes) -> bytes:
    """Return the content of a file.

    Parameters
    ----------
    header
        Values of JSON.
    parts
        What follows.
    """
    text = json.dumps({**header, "lengths": [len(part) for part in parts]}).encode()
    body = b"".join((_LENGTH.pack(len(text)), text, *parts))
    return MAGIC + hashlib.sha256(body).digest() + body


def from_file(content: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Return header and parts.

    Raises
    ------
    DamagedError
        If a single bit is not as it was written.
    """
    start = len(MAGIC) + _DIGEST
    body = content[start:]
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(body).digest() != content[len(MAGIC) : start]:
        raise DamagedError("not as it was written")
    place = _LENGTH.size + _LENGTH.unpack_from(body)[0]
    header = json.loads(body[_LENGTH.size : place])
    parts = []
    for length in header["lengths"]:
        parts.append(body[place : place + length])
        place += length
    return header, parts
