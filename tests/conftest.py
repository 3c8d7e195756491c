"""An empty database for a test, on SQLite and on PostgreSQL; and how many tests run at once."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Server, programs, running


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for processes, browsers or the clock."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


def pytest_configure() -> None:
    """Let Ctrl-C be heard where a shell has started the tests in the background, and so without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    where = programs()
    if where is None:
        pytest.skip("no PostgreSQL: initdb and pg_ctl are neither on the PATH nor below /usr/lib/postgresql")
    with running(where) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    with postgres_server.database() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/results.sqlite"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))
