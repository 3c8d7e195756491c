"""Other programs as players: those of Debian, and a faulty one of ours."""

import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fake_engine

GAMES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
OURS = f"{sys.executable} -m spielbaum"


def program(name: str) -> str:
    """Return the path of a program, or skip the test."""
    found = shutil.which(name, path=GAMES)
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {name}")
    return found


def fake(protocol: str, fault: str, options: str = "time=0.2, margin=0.3") -> str:
    """Return the player of a faulty engine."""
    return f"{protocol}:{sys.executable} -IS {fake_engine.__file__} {protocol} {fault}({options})"


def started(pids: Path) -> list[int]:
    """Return the process ids that faulty engines wrote to a file."""
    return [int(pid) for pid in pids.read_text("utf-8").split()] if pids.exists() else []


def is_alive(pid: int) -> bool:
    """Return whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def comes(wanted: Callable[[], bool], seconds: float = 20) -> bool:
    """Return whether a condition becomes true within a time limit."""
    end = time.monotonic() + seconds
    while not wanted() and time.monotonic() < end:
        time.sleep(0.02)
    return wanted()
