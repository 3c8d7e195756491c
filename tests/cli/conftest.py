"""The command line as a function."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from race_file import RACE
from spielbaum.cli import run


class Answer(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


Command = Callable[..., Answer]


@pytest.fixture
def spielbaum(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs a command in this process, without other processes or progress unless asked for."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr("spielbaum.cli.shared.output.FIRST_LINE", 600)

    def command(*arguments: str) -> Answer:
        capfd.readouterr()
        code = run(list(arguments))
        return Answer(code, *capfd.readouterr())

    return command


@pytest.fixture
def race(tmp_path: Path) -> Callable[..., str]:
    """Return a function that writes a small game to a file, with text replaced, and returns the path."""

    def write(old: str = "", new: str = "") -> str:
        assert old in RACE
        path = tmp_path / "race.py"
        path.write_text(RACE.replace(old, new) if old else RACE, encoding="utf-8")
        return str(path)

    return write
