"""Files that are replaced as a whole, so that none is ever half written, and JSON from whoever wrote it."""

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import Any, Never

from spielbaum.errors import InputError

LONGEST_NUMBER = 1000
"""Digits of a whole number; Python itself refuses to read some more of them."""


def parse_json(text: str) -> Any:
    """Return the value of a JSON text, in which all numbers are finite.

    Raises
    ------
    ValueError
        If it is no such text; the message continues a sentence about it.

    Examples
    --------
    >>> parse_json('{"a": [1, 2.5]}')
    {'a': [1, 2.5]}
    """
    try:
        return json.loads(text, parse_constant=_refuse_number, parse_float=_finite, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("it is not the JSON expected here: lists and objects are nested too deeply") from None


def read_json(path: Path, *, said: str) -> Any:
    """Return the value of a JSON file.

    Parameters
    ----------
    path
        Of the file.
    said
        What is said if it holds something else, such as ``"is no saved game"``.

    Raises
    ------
    InputError
        If the file cannot be read, or its text is not JSON.
    """
    try:
        return parse_json(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r} {said}: it is not a text in UTF-8") from None
    except ValueError as error:
        raise InputError(f"{str(path)!r} {said}: {error}") from None


def _refuse_number(text: str) -> Never:
    raise ValueError(f"it holds {text}, and all numbers must be finite")


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse_number(text[:40])


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"it holds a number of {len(text)} digits")
    return int(text)


def as_path(path: str | PathLike[str]) -> Path:
    """Return the path of a file.

    Raises
    ------
    InputError
        If it is none.
    """
    if not isinstance(path, str | PathLike):
        raise InputError(f"a file is named by its path, such as 'tree.svg', not by {path!r}")
    return Path(path)


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
