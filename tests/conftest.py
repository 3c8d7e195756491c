"""Fixtures for empty databases on SQLite and PostgreSQL, test tiers, and the schedule of parallel runs."""

import faulthandler
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import bytecode  # noqa: F401  # before anything large is imported
import tiers
from postgres import Server, programs, running
from seconds import seconds_of_files

NICE = 10
"""As in ``spielbaum.search_pool.pool``, which is imported later."""

LEFT_OUT = {"quick": {"slow", "long"}, "usual": {"long"}, "all": set()}
"""The marks that each tier deselects; the long tier runs tests marked long and all properties."""

TESTS = Path(__file__).parent

NEVER_QUICK = {TESTS / name for name in ("browser", "arena/test_cluster.py", "test_package.py")}
"""Plugins that are slow to import and not needed."""

USUAL_SECONDS = 0.02
"""How long a test takes in a file that is not in ``seconds.txt``."""

TOGETHER = ("tests/browser", "tests/store")
"""Folders whose tests share a browser with its servers, or a database server."""

INTERPRETED = {"pictures", "report", "session"}
"""Packages whose tests do not concern kernels."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--tier``."""
    parser.addoption(
        "--tier", choices=tuple(tiers.PER_CENT), default="usual", help="how much is tested: quick, usual, long or all"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than the number of cores, since many tests wait for processes or the clock; not in the quick tier."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if config.getoption("tier") == "quick" else cores + 2


def pytest_configure(config: pytest.Config) -> None:
    """Load the tier's examples, and enable Ctrl-C if a shell runs the tests in the background.

    All processes are as nice as the searches of a server, which the tests of other processes would starve.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["LANGUAGE"] = "en"  # of this process, and of the commands that tests start
    tiers.choose(config.getoption("tier"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run searches of tests marked ``interpreted`` interpreted by day and compiled at night."""
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


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> Generator[None, object, object]:
    """End a process whose test goes on after its timeout, as compiled code does that never returns to Python."""
    if hasattr(item.config, "workerinput"):
        faulthandler.dump_traceback_later(2 * settings.timeout, exit=True)
    return (yield)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_cancel_timer(item: pytest.Item) -> Generator[None, object, object]:
    """Let the process live, since its test has ended."""
    if hasattr(item.config, "workerinput"):
        faulthandler.cancel_dump_traceback_later()
    return (yield)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip imports that the quick tier does not need."""
    hurry = config.getoption("tier") == "quick"
    return True if hurry and collection_path in NEVER_QUICK else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of other tiers; the quick tier has no browser tests and fewer cases."""
    tier = config.getoption("tier")

    def runs(item: pytest.Item) -> bool:
        marks = {mark.name for mark in item.iter_markers()} | ({"slow"} if "browser" in item.path.parts else set())
        if "passes" in marks and os.environ.get("SPIELBAUM_NUMBA") == "stock":
            return False
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
    """Return the tests with fewer cases for each; those marked quick are among them."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for name, of in cases.items() for item in tiers.spread(of, name)}
    return [item for item in items if item in kept or item.get_closest_marker("quick")]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Exempt the tests and their imports from garbage collection, and collect the rest rarely.

    Each process begins elsewhere: they translate other modules to bytecode, and find those of the others translated.
    """
    work = getattr(session.config, "workerinput", None)
    if work is not None and [Path(given).resolve() for given in session.config.args] == [TESTS]:
        places = sorted(str(path) for path in TESTS.iterdir() if path.name.startswith("test_") or path.is_dir())
        begin = int(work["workerid"].removeprefix("gw")) * len(places) // work["workercount"]
        session.config.args[:] = places[begin:] + places[:begin]
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
    """Let one process run all browser tests, and one most database tests."""
    from xdist.scheduler import LoadFileScheduling

    class Together(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    return Together(config, log) if config.getoption("dist") == "loadfile" else None


def together(nodeid: str) -> str:
    """Return the group that one process runs: a folder whose tests share an expensive fixture, else a file."""
    file = nodeid.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(f"{folder}/")), file)


def in_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in the order in which processes should start them: those of long files first."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    noted, costs = seconds_of_files(), Counter[str]()
    for file, tests in files.items():
        costs[together(file)] += noted.get(file, USUAL_SECONDS * len(tests))
    order = sorted(files, key=lambda file: (-costs[together(file)], together(file), file))
    return [item for file in order for item in files[file]]


@pytest.fixture(scope="session", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let commands without ``--database``, and notebooks, store nothing among the user's own files."""
    home = tmp_path_factory.mktemp("home")
    os.environ["SPIELBAUM_DATABASE"] = str(home / "results.sqlite")
    os.environ["IPYTHONDIR"] = str(home)


@pytest.fixture(scope="module", autouse=True)
def _forgotten_caches(request: pytest.FixtureRequest) -> Iterator[None]:
    """Free what a module keeps between tests, such as searchers with their tables, after its last test."""
    yield
    for value in vars(request.module).values():
        if hasattr(value, "cache_clear") and value.__module__ == request.module.__name__:
            value.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def _commits_without_waiting() -> None:
    """Let SQLite not wait for the disk in this process; what processes write that tests kill is unchanged."""
    database: Any = sys.modules.get("spielbaum.store.database")
    if database and not hasattr(database._configure, "__wrapped__"):
        database._configure = without_waiting(database._configure)


def without_waiting(configure: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Return a function that configures a connection, and lets it leave commits to the operating system."""

    @wraps(configure)
    def hurried(connection: Any, record: Any) -> None:
        configure(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    return hurried


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
