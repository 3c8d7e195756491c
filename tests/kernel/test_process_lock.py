"""The process lock: processes that need the same kernel wait for the first."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CODE = """
import sys, time
from pathlib import Path

from spielbaum.kernel import process_lock
with process_lock("compiling"):
    mark = Path(sys.argv[1])
    mark.touch(exist_ok=False)   # fails if another one is inside
    time.sleep(0.3)
    mark.unlink()
"""


def test_processes_enter_one_by_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CODE, str(tmp_path / "inside")]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait(timeout=120) for process in processes] == [0] * 4
