"""Lists and ranges on the command line."""

import pytest

from spielbaum.errors import InputError, UnknownNameError
from spielbaum.measuring import parse_depths, parse_schemes, parse_sizes


@pytest.mark.parametrize(
    ("text", "depths"),
    [("8", [8]), ("0", [0]), ("1..4", [1, 2, 3, 4]), ("3..3", [3]), ("6,2,2", [2, 6]), ("1..3, 6", [1, 2, 3, 6])],
)
def test_depths_are_read_as_ranges_and_lists(text: str, depths: list[int]) -> None:
    assert parse_depths(text) == depths


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deep", "a number, a list such as 2,4,6 or a range such as 1..8, not 'deep'"),
        ("", "not ''"),
        ("1..", "not '1..'"),
        ("1..2..3", "not '1..2..3'"),
        ("1.5", "not '1.5'"),
        ("8..1", "a range of depths rises: 1..8, not '8..1'"),
        ("-1", "a depth must lie between 0 and 511, -1 does not"),
        ("1..512", "a depth must lie between 0 and 511, 512 does not"),
    ],
)
def test_invalid_depths_are_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_depths(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("2^10", [1 << 10]),
        ("2^10..2^13", [1 << 10, 1 << 11, 1 << 12, 1 << 13]),
        ("1MB,2^10", [1 << 10, 1 << 15]),
        ("64kB..2^12,2^12", [1 << 11, 1 << 12]),
        ("100kB", [1 << 11]),
        ("2^1", [2]),
    ],
)
def test_sizes(text: str, entries: list[int]) -> None:
    assert parse_sizes(text) == [32 * number for number in entries]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2^20..2^10", "a range of table sizes rises, such as 2^10..2^20, unlike '2^20..2^10'"),
        ("0", "at least 64 bytes, not 0"),
        ("2^0", "at least 64 bytes, not 32"),
        ("2^10,0", "at least 64 bytes"),
        ("2^99", "larger than the memory"),
        ("", "a table size is a number with a unit"),
        ("2^10..", "a table size is a number with a unit"),
        ("big", "a table size is a number with a unit, such as 256MB or 1GB, or entries as 2^20, not 'big'"),
        ("2^10..2^11..2^12", "a range of table sizes has two ends"),
    ],
)
def test_invalid_sizes_are_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_sizes(text)
    assert says in str(caught.value)


def test_schemes() -> None:
    assert parse_schemes("new, deep,new") == ["new", "deep"]
    assert parse_schemes("all") == ["deep", "new", "old", "big1", "big-all", "two-deep", "two-big"]
    with pytest.raises(UnknownNameError, match="unknown replacement scheme 'newest'"):
        parse_schemes("newest")
    with pytest.raises(InputError, match="needs at least one of deep, new"):
        parse_schemes(" , ")
