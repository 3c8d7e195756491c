r"""The file of a table: a line with the format, a line of facts, the columns, and a checksum.

::

    spielbaum table 1\n          the format
    {"game": ..., ...}\n          the facts, as JSON
    deflated columns             all unfinished positions by their keys in ascending order
    SHA-256                      of everything before it, 32 bytes

The first column has the keys, 64 bits each. The next ones have, for each stored coalition, the index of the sum that it
can force. Then follow the index of the set of equilibria, if they are stored, and for each player the plies to the end
of the game that the player can force alone; of two players with a constant sum only those of the first. Entries have
one, two or four bytes. All numbers are little-endian.
"""

import json
import sys
import zlib
from array import array
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from spielbaum.errors import InputError, Message
from spielbaum.files import read_bytes, replacing
from spielbaum.tablebase.facts import FORMAT, TableFacts

MAGIC = b"spielbaum table "
CHECKSUM_BYTES = sha256().digest_size
KEY, PLIES = "q", "H"

Column = memoryview


class TableFile(NamedTuple):
    """The content of a file: the facts, the keys in ascending order, and the other columns."""

    facts: TableFacts
    keys: Column
    columns: tuple[Column, ...]


def write_file(path: Path, file: TableFile) -> None:
    """Write a table, replacing the file if it exists.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    head = MAGIC + f"{FORMAT}\n{json.dumps(file.facts.to_dict())}\n".encode()
    body = b"".join(_swapped(column).tobytes() for column in (file.keys, *file.columns))
    content = head + zlib.compress(body)
    with replacing(path) as beside:
        beside.write_bytes(content + sha256(content).digest())


def read_file(path: Path) -> TableFile:
    """Read a table.

    Raises
    ------
    InputError
        If it cannot be read, is no table, is truncated or damaged, or has a newer format.
    """
    try:
        content = read_bytes(path)
    except OSError as error:
        raise InputError(Message("cannot read {!r}: {}", str(path), error.strerror or error)) from None
    if not content.startswith(MAGIC):
        raise InputError(Message("{!r} is no table of Spielbaum", str(path)))
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if sha256(body).digest() != checksum:
        raise InputError(Message("{!r} is cut off or damaged: its checksum is wrong", str(path)))
    first, line, packed = body.split(b"\n", 2)
    if first != MAGIC + str(FORMAT).encode():
        raise InputError(Message("{!r} is a table in a format that this version of Spielbaum does not read", str(path)))
    facts = TableFacts.from_dict(json.loads(line))
    number, kinds, columns, place = facts.positions - facts.finished, (KEY, *kinds_of(facts)), [], 0
    whole = number * sum(array(kind).itemsize for kind in kinds)
    plain = zlib.decompressobj().decompress(packed, whole + 1)
    if len(plain) != whole:
        raise InputError(Message("{!r} is a table in a format that this version of Spielbaum does not read", str(path)))
    for kind in kinds:
        size = number * array(kind).itemsize
        columns.append(_swapped(memoryview(array(kind, plain[place : place + size]))))
        place += size
    return TableFile(facts, columns[0], tuple(columns[1:]))


def is_table(path: Path) -> bool:
    """Return whether a file begins as a table does."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def kinds_of(facts: TableFacts) -> list[str]:
    """Return the type of each column after the keys, as of ``array``."""
    sets = () if facts.sets is None else (facts.sets,)
    return [*(kind_of(len(known)) for known in (*facts.sums, *sets)), *(PLIES for _ in facts.players_with_plies)]


def kind_of(count: int) -> str:
    """Return the type of a column of numbers below a count."""
    return "B" if count <= 1 << 8 else "H" if count <= 1 << 16 else "I"


def _swapped(column: Column) -> Column:
    """Convert numbers between the byte order of this machine and that of files."""
    if sys.byteorder == "little":
        return column
    swapped = array(column.format, column)
    swapped.byteswap()
    return memoryview(swapped)
