"""A Spielbaum server in its own process, started as by a user."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]
SECONDS_TO_START = 60


class Server:
    """A running server: its address, its database and its process."""

    def __init__(self, process: subprocess.Popen[str], url: str, database: Path, said: deque[str]) -> None:
        self.process = process
        self.url = url
        self.database = database
        self.said = said

    def kill(self) -> None:
        """End it without warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=30)


def start(database: Path, *arguments: str, port: int = 0, **environment: str) -> Server:
    """Start a server and wait until it prints its address."""
    command = [*PROGRAM, "serve", "--port", str(port), "--database", f"sqlite:///{database}", *arguments]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )
    giving_up = threading.Timer(SECONDS_TO_START, process.kill)
    giving_up.start()
    said: deque[str] = deque(maxlen=50)
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        found = re.search(r"http://[\w.:\[\]]+", line)
        if found:
            giving_up.cancel()
            threading.Thread(target=said.extend, args=(process.stdout,), daemon=True).start()
            return Server(process, found[0], database, said)
    raise AssertionError(f"the server did not start: {''.join(said)}")


@contextmanager
def serving(database: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """Start a server and end it afterwards."""
    server = start(database, *arguments, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.terminate()
            try:
                server.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                server.kill()
