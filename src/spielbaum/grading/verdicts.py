"""Verdicts on disk, kept as soon as they are known, so that a run that was killed goes on."""

import json
import os
from pathlib import Path
from typing import Self

from spielbaum.errors import InputError, Message
from spielbaum.grading.diagnosis import Verdict


class Verdicts:
    """The verdicts of earlier runs and of this one, a line of JSON for each.

    Parameters
    ----------
    path
        The file; None to keep nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self._known: dict[str, Verdict] = {}
        self._file = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes() if path.exists() else b""
            self._file = path.open("ab")
            if content and not content.endswith(b"\n"):  # the run was killed while it wrote
                self._file.write(b"\n")
        except OSError as error:
            raise InputError(Message("cannot write {!r}: {}", str(path), error.strerror or str(error))) from None
        for line in content.splitlines():
            try:
                found = json.loads(line)
                self._known[found["key"]] = Verdict.from_dict(found)
            except (ValueError, LookupError, TypeError, AttributeError):
                continue

    def find(self, key: str) -> Verdict | None:
        """Return the verdict of a key; None if it is not known."""
        return self._known.get(key)

    def keep(self, key: str, name: str, test: str, verdict: Verdict) -> None:
        """Keep a verdict; the names are for readers of the file."""
        self._known[key] = verdict
        if self._file is not None:
            line = {"key": key, "name": name, "test": test, **verdict.to_dict()}
            self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()
