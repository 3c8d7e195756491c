"""The journal of a build: the values so far, one line per unit, so that a killed run loses nothing.

The first line describes the book. An incomplete last line is dropped, and its positions are searched again.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from spielbaum.errors import InputError, Message
from spielbaum.files import read_bytes

SUFFIX = ".part"
"""The suffix of the journal, added to the name of the book."""


class Journal:
    """The journal of a book that is being built.

    Parameters
    ----------
    book
        The path of the book.
    content
        The description of the book.

    Raises
    ------
    InputError
        If it cannot be written, or belongs to another build.
    """

    def __init__(self, book: Path, content: dict[str, Any]) -> None:
        self.path = book.with_name(book.name + SUFFIX)
        self.values: dict[int, float] = {}
        self.seconds = 0.0
        try:
            lines = read_bytes(self.path).splitlines(keepends=True) if self.path.exists() else []
            whole = lines if not lines or lines[-1].endswith(b"\n") else lines[:-1]
            if whole:
                self._read(whole, content)
            with self.path.open("r+b" if self.path.exists() else "wb") as file:
                file.truncate(sum(map(len, whole)))
            self._file = self.path.open("ab")
        except OSError as error:
            raise InputError(Message("cannot write {!r}: {}", str(self.path), error.strerror or error)) from None
        if not whole:
            self._append(content)

    def add(self, numbers: Sequence[int], values: Sequence[float], seconds: float) -> None:
        """Store the values of some positions; ``seconds`` have passed since this run began."""
        self.values |= zip(numbers, values, strict=True)
        self._append({"numbers": list(numbers), "values": list(values), "seconds": self.seconds + seconds})

    def remove(self) -> None:
        """Remove the file: the book is complete."""
        self._file.close()
        self.path.unlink()

    def __enter__(self) -> Self:
        """Return the journal itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, lines: list[bytes], content: dict[str, Any]) -> None:
        try:
            first, *units = map(json.loads, lines)
            if first == content:
                for unit in units:
                    self.values |= zip(unit["numbers"], unit["values"], strict=True)
                    self.seconds = unit["seconds"]
                return
        except (ValueError, KeyError, TypeError):
            raise InputError(
                Message("{!r} is not a journal of a book: move it away, and run again", str(self.path))
            ) from None
        raise InputError(
            Message(
                "{!r} is the journal of another book: finish that one, remove it, or choose --out FILE", str(self.path)
            )
        )

    def _append(self, document: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(document).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise InputError(Message("cannot write {!r}: {}", str(self.path), error.strerror or error)) from None
