"""Commands that play games, and are killed in the middle."""

import contextlib
import os
import signal
import subprocess
import sys
import time

from spielbaum.store import Store

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]


def killed_after_new_games(command: list[str], database: str) -> int:
    """Run a command, kill it with its workers once it has stored something, and return the number of stored games."""
    with Store(database) as store:

        def count() -> int:
            return sum(stored.done for stored in store.tournaments())

        before = count()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        while process.poll() is None and count() == before:
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError):  # it may have just ended
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return count()
