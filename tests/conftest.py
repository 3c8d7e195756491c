"""An empty database for a test, on SQLite and on PostgreSQL; and how many tests run at once."""

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

import bytecode  # noqa: F401  # before anything large is imported
import tiers
from postgres import Server, programs, running

LEFT_OUT = {"quick": {"slow", "long"}, "usual": {"long"}, "all": set()}
"""What a tier does not run, by its marks; the long tier runs what is marked as long, and properties at length."""

NEVER_QUICK = {Path(__file__).parent / name for name in ("browser", "arena/test_cluster.py", "test_package.py")}
"""What only needs time to be imported then."""

SLOW = 10
"""How many other tests a slow one is worth, so that no dear file is begun last."""

TOGETHER = ("tests/browser", "tests/store")
"""Whose tests share a browser with its servers, or a server of databases."""

INTERPRETED = {"pictures", "report", "session"}
"""Rooms whose tests are about something else than kernels."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tier be chosen."""
    parser.addoption(
        "--tier", choices=tuple(tiers.PER_CENT), default="usual", help="how much is tested: quick, usual, long or all"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores: many tests wait for processes, browsers or the clock; in a hurry none does."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if config.getoption("tier") == "quick" else cores + 2


def pytest_configure(config: pytest.Config) -> None:
    """Choose the examples of the tier, and let Ctrl-C be heard where a shell runs the tests in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    tiers.choose(config.getoption("tier"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Interpret what is searched in tests of which a kernel would show no more; at night it is compiled."""
    before = os.environ.get("SPIELBAUM_JIT")
    mark = item.get_closest_marker("interpreted")
    wanted = bool(INTERPRETED & set(item.path.parts)) or (mark is not None and (not mark.args or tiers.in_a_hurry()))
    wanted = wanted and not item.get_closest_marker("compiled")
    if wanted and not tiers.at_night():
        os.environ["SPIELBAUM_JIT"] = "0"
    try:
        return (yield)
    finally:
        os.environ.pop("SPIELBAUM_JIT", None)
        if before is not None:
            os.environ["SPIELBAUM_JIT"] = before


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import nothing in a hurry that runs no test."""
    hurry = config.getoption("tier") == "quick"
    return True if hurry and collection_path in NEVER_QUICK else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what another tier runs; tests in a browser are never quick, and of many cases some are enough then."""
    tier = config.getoption("tier")

    def runs(item: pytest.Item) -> bool:
        marks = {mark.name for mark in item.iter_markers()} | ({"slow"} if "browser" in item.path.parts else set())
        if tier == "long":
            return bool(marks & {"long"}) or bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))
        return not marks & LEFT_OUT[tier]

    chosen = [item for item in items if runs(item)]
    if tier == "quick":
        chosen = some_cases(chosen)
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = in_turn(chosen) if hasattr(config, "workerinput") else chosen


def some_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with fewer cases of each."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for name, of in cases.items() for item in tiers.spread(of, name)}
    return [item for item in items if item in kept]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector look never at the tests and all that they import, and seldom at the rest."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Let one process alone start a browser and its servers, and one most of the databases."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    return Together(config, log) if config.getoption("dist") == "loadfile" else None


def together(nodeid: str) -> str:
    """Return what one process runs as a whole: a folder whose tests share what is dear to start, else a file."""
    file = nodeid.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)


def in_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests as several processes should begin them: those that wait for a browser, then dear files first."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(together(item.nodeid), []).append(item)
    costs = {name: sum(SLOW if test.get_closest_marker("slow") else 1 for test in of) for name, of in groups.items()}
    order = sorted(groups, key=lambda name: (name != "tests/browser", -costs[name]))
    return [item for name in order for item in groups[name]]


@pytest.fixture(scope="module", autouse=True)
def _forgotten_caches(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let what a module keeps from test to test, such as searchers with their tables, go with the last of them."""
    yield
    for value in vars(request.module).values():
        if hasattr(value, "cache_clear") and value.__module__ == request.module.__name__:
            value.cache_clear()


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


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(f"{request.param}_url"))
