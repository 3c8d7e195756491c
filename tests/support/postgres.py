"""A PostgreSQL server for the tests: a cluster in a temporary directory, with a Unix socket."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg


def programs() -> Path | None:
    """Return the directory of initdb and pg_ctl: Debian's for the newest version, or one on the PATH."""
    if os.name != "posix":
        return None

    def version(folder: Path) -> list[int]:
        return [int(digits) for digits in re.findall(r"\d+", folder.parent.name)]

    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version, reverse=True)
    on_path = shutil.which("pg_ctl")
    for folder in [*debian, *([Path(on_path).parent] if on_path else [])]:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return None


def _owner() -> dict[str, Any]:
    """Return the user of the server, since PostgreSQL refuses root."""
    import pwd  # not available on Windows

    if os.geteuid() != 0:
        return {}
    names = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Server:
    """A running server; every call of ``database`` creates an empty database."""

    def __init__(self, sockets: Path) -> None:
        self._sockets = sockets
        self._numbers = count()

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self._sockets}"

    def say(self, statement: str, name: str = "postgres") -> None:
        with psycopg.connect(self.url(name), autocommit=True) as connection:
            connection.execute(statement)

    @contextmanager
    def database(self) -> Iterator[str]:
        name = f"t{next(self._numbers)}"
        self.say(f"CREATE DATABASE {name}")
        yield self.url(name)
        self.say(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def running(where: Path) -> Iterator[Server]:
    """Yield a server, which is stopped and removed at the end."""
    # Not below pytest's directory, to which the server's user has no access.
    home = Path(tempfile.mkdtemp(prefix="spielbaum-"))
    owner = _owner()
    if owner:
        os.chown(home, owner["user"], owner["group"])

    def call(*words: str) -> None:
        with tempfile.TemporaryFile() as said:  # not a pipe, which the server would keep open
            done = subprocess.run(words, cwd=home, stdout=said, stderr=said, timeout=120, check=False, **owner)
            said.seek(0)
            assert done.returncode == 0, said.read().decode(errors="replace")

    control = (str(where / "pg_ctl"), "-D", str(home / "data"), "-w", "-s")
    options = f"-F -k {home} -c listen_addresses= -c max_connections=20 -c shared_buffers=16MB"
    try:
        call(str(where / "initdb"), "-D", str(home / "data"), "-N", "-A", "trust", "-U", "postgres", "-E", "UTF8")
        call(*control, "-l", str(home / "log"), "-o", options, "start")
        yield Server(home)
    finally:
        if (home / "data" / "postmaster.pid").exists():
            call(*control, "-m", "immediate", "stop")
        shutil.rmtree(home)
