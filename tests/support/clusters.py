"""A Dask cluster of real processes on this machine, which tests kill and start again."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

SETTINGS = {
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s",
    "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "30s",
    "DASK_DISTRIBUTED__WORKER__DAEMON": "True",
}


class Cluster:
    """A scheduler and workers, each in its own process without a nanny.

    Parameters
    ----------
    folder
        For the workers' files.
    """

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler()

    def start_scheduler(self) -> "subprocess.Popen[bytes]":
        arguments = ("--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        self.scheduler = self._start("distributed.cli.dask_scheduler", *arguments)
        return self.scheduler

    def start_worker(self, **environment: str) -> "subprocess.Popen[bytes]":
        arguments = (self.address, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1", "--no-dashboard")
        worker = self._start("distributed.cli.dask_worker", *arguments, "--death-timeout", "60", **environment)
        self.workers.append(worker)
        return worker

    def _start(self, module: str, *arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
        path = os.pathsep.join(filter(None, (environment.pop("PYTHONPATH", ""), os.environ.get("PYTHONPATH"))))
        log = (self.folder / "cluster.log").open("ab")
        return subprocess.Popen(
            [sys.executable, "-c", f"from {module} import main; main()", *arguments],
            env={**os.environ, **SETTINGS, **environment, "PYTHONPATH": path},
            stdout=log,
            stderr=log,
            cwd=self.folder,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
