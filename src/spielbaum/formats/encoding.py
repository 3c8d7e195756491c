"""Decoding the bytes of a file."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from itertools import pairwise

_MARKS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_BE: "utf-16", BOM_UTF16_LE: "utf-16"}

_CHARSET = re.compile(rb"\(\s{0,99};[^;]{0,4000}?\bCA\s{0,9}\[\s{0,9}([^\]\s]{1,40})\s{0,9}\]")
"""The root of an SGF game with an encoding; a bracket byte before it may be part of a letter."""

_WIDER = {"gb2312": "gb18030", "gbk": "gb18030"}
"""Encodings whose names usually mean a superset."""


def decoded(data: bytes) -> str:
    """Return a text in UTF-8, in UTF-16 with a byte order mark, or else in Latin-1, as in old PGN files."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def decoded_sgf(data: bytes) -> str:
    """Return an SGF text, with each game decoded by its CA property, or else as by `decoded`.

    Undecodable bytes become lone surrogates, as with Python's ``surrogateescape``.

    Examples
    --------
    >>> decoded_sgf("(;CA[GBK]PB[李])".encode("gbk"))
    '(;CA[GBK]PB[李])'
    """
    if data.startswith(tuple(_MARKS)):
        return decoded(data)
    named = list(_CHARSET.finditer(data))
    begins = [0, *(found.start() for found in named[1:]), len(data)]
    names = [found[1].decode("latin-1").lower() for found in named] or [""]
    parts = zip(pairwise(begins), names, strict=True)
    return "".join(_in_encoding(data[begin:end], name) for (begin, end), name in parts)


def _in_encoding(data: bytes, name: str) -> str:
    if not name:
        return decoded(data)
    try:
        return data.decode(_WIDER.get(name, name))
    except (LookupError, ValueError):
        pass
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("ascii", "surrogateescape")
