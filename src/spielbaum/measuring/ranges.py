"""Lists and ranges of depths, table sizes and replacement schemes."""

from typing import get_args

from spielbaum.errors import InputError, Message, UnknownNameError
from spielbaum.search.core.limits import Limits
from spielbaum.search.table.entry import ENTRY_BYTES, entries_in
from spielbaum.search.table.scalar import checked_size, parse_size
from spielbaum.search.table.slots import Replacement

SCHEMES = tuple(scheme for scheme in get_args(Replacement) if scheme != "none")
"""The replacement schemes of a table."""


def parse_depths(text: str) -> list[int]:
    """Return the depths of a text: ``8``, ``2,4,6`` or ``1..8``, in rising order.

    Raises
    ------
    InputError
        If it is none of these, a range is reversed, or a depth cannot be searched.

    Examples
    --------
    >>> parse_depths("1..4"), parse_depths("9,6")
    ([1, 2, 3, 4], [6, 9])
    """
    depths: set[int] = set()
    for part in text.split(","):
        ends = [piece.strip() for piece in part.split("..")]
        if len(ends) > 2 or not all(end.removeprefix("-").isdecimal() for end in ends):
            raise InputError(
                Message("'--depth' is a number, a list such as 2,4,6 or a range such as 1..8, not {!r}", text)
            )
        low, high = int(ends[0]), int(ends[-1])
        if low > high:
            raise InputError(Message("a range of depths rises: {}..{}, not {!r}", high, low, part.strip()))
        for end in (low, high):
            Limits(depth=end)
        depths |= set(range(low, high + 1))
    return sorted(depths)


def parse_sizes(text: str) -> list[int]:
    """Return the table sizes of a text, in bytes and rising order: sizes and ranges of powers of two, in a list.

    Raises
    ------
    InputError
        If a size cannot be read or is out of range, or a range is reversed.

    Examples
    --------
    >>> parse_sizes("2^10..2^12"), parse_sizes("1MB,64kB")
    ([32768, 65536, 131072], [65536, 1048576])
    """
    entries: set[int] = set()
    for part in text.split(","):
        ends = [entries_in(checked_size(parse_size(piece))) for piece in part.split("..")]
        if len(ends) > 2:
            raise InputError(Message("a range of table sizes has two ends, such as 2^10..2^20, not {!r}", part))
        low, high = ends[0], ends[-1]
        if low > high:
            raise InputError(Message("a range of table sizes rises, such as 2^10..2^20, unlike {!r}", part.strip()))
        while low <= high:
            entries.add(low)
            low *= 2
    return sorted(number * ENTRY_BYTES for number in entries)


def parse_schemes(text: str) -> list[str]:
    """Return the replacement schemes of a list, without duplicates; ``all`` means all of them.

    Raises
    ------
    InputError
        If the list is empty, or names a scheme that does not exist.

    Examples
    --------
    >>> parse_schemes("deep,new")
    ['deep', 'new']
    """
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    if not wanted:
        raise InputError(Message("--replacement needs at least one of {}", ", ".join(SCHEMES)))
    if wanted == ["all"]:
        return list(SCHEMES)
    for scheme in wanted:
        if scheme not in SCHEMES:
            raise UnknownNameError("replacement scheme", scheme, SCHEMES)
    return list(dict.fromkeys(wanted))
