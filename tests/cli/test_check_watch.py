"""``spielbaum check --watch`` in a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from race_file import RACE

Run = Callable[..., Any]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a signal stands for Ctrl-C")
def test_a_file_is_checked_again_when_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "race.py"
    path.write_text(RACE, encoding="utf-8")
    command = [sys.executable, "-m", "spielbaum", "check", str(path), "--games", "5", "--watch"]
    environment = {**os.environ, "SPIELBAUM_JIT": "0", "PYTHONUNBUFFERED": "1"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True, env=environment) as watching:
        assert watching.stdout is not None
        assert next(line for line in watching.stdout if line.strip()).startswith("sound: race")
        assert next(line for line in watching.stdout if "waiting until" in line)
        path.write_text(RACE.replace("yield 1", "yield 'a'"), encoding="utf-8")
        assert next(line for line in watching.stdout if line.startswith("broken: race"))
        assert next(line for line in watching.stdout if "waiting until" in line)
        watching.send_signal(signal.SIGINT)
        watching.stdout.read()
    assert watching.returncode == 0


def test_only_a_file_is_watched(spielbaum: Run) -> None:
    answer = spielbaum("check", "nim", "--watch")
    assert (answer.code, answer.err) == (2, "spielbaum: --watch waits for a file to be saved, and 'nim' is no file\n")
