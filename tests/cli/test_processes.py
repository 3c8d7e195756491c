"""The program as a process: imports, signals, pipes."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from spielbaum import __version__

pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]

FOUR = ("analyze", "connect-four", "--algorithm", "alpha-beta")
"""The command whose searches are interrupted, with one kernel for all."""

# Tells on stderr when a search begins, its code being compiled, when a depth of perft begins, and after a checked game.
TELLING = """
import sys
from spielbaum.checking import check
from spielbaum.search import perft, searcher
from spielbaum.search.proof import solver
def ready(*_):
    print("ready", file=sys.stderr, flush=True)
def telling(function):
    def tell_and_do(*given, **options):
        ready()
        return function(*given, **options)
    return tell_and_do
def compiling(compile_kernel):
    def compile_and_tell(self):
        compile_kernel(self)
        ready()
    return compile_and_tell
def checking(check_game):
    return lambda *given, **options: check_game(*given, **{**options, "progress": ready})
perft._count = telling(perft._count)
check.check_game = checking(check.check_game)
for one in (searcher.Searcher, solver.Solver):
    one.compile = compiling(one.compile)
from spielbaum.cli import main
main()
"""

IMPORTS = """
import sys
from spielbaum.cli import run
code = run({arguments!r})
heavy = sorted({{"numba", "numpy", "llvmlite"}} & set(sys.modules))
print("\\nIMPORTED", code, heavy)
"""


NOTHING_KNOWN = (
    r"spielbaum: interrupted after [\d.]+ s and [\d,]+ nodes, before any action was searched: a search for some "
    r"seconds deepens step by step, and has an answer at any time\n"
)


def run_program(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False)


def interrupted(*arguments: str, after: float = 0, times: int = 1) -> subprocess.CompletedProcess[str]:
    """Run a command, press Ctrl-C some seconds after it was ready some times, and return its output after that."""
    command = [sys.executable, "-c", TELLING, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        for _ in range(times):
            assert "ready\n" in process.stderr  # perhaps after lines of progress
        time.sleep(after)
        assert process.poll() is None, "the search ended before it was interrupted"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, err.replace("ready\n", ""))


def test_json_is_all_that_is_on_stdout_and_the_compiler_can_be_turned_off() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTS.format(arguments=["analyze", "tic-tac-toe", "--json"])],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "SPIELBAUM_JIT": "0"},
        check=False,
    )
    answer, *others = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(answer)["nodes"] == 18297
    assert others in (["", "IMPORTED 0 []"], ["", "IMPORTED 0 ['numpy']"])


def test_exit_codes() -> None:
    refused = run_program("show", "nothing")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("spielbaum: unknown game 'nothing'")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [["games"], pytest.param(["games", "--json"], marks=pytest.mark.long)], ids=" ".join
)
def test_a_closed_pipe_is_not_an_error(arguments: list[str]) -> None:
    process = subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert err == ""


def test_interrupted_deepening_prints_the_best_result_so_far() -> None:
    done = interrupted(*FOUR, "--seconds", "100", "--json", after=0.5)
    assert done.returncode == 130
    result = json.loads(done.stdout)
    assert result["depth"] >= 5
    assert result["action"] in list("1234567")
    assert result["kind"] in ("heuristic", "bound")  # the unfinished depth may have found a better action
    assert result["principal_variation"][0] == result["action"]
    assert len(result["actions"]) == 7
    assert "Traceback" not in done.stderr


def test_interrupted_deepening_prints_the_best_result_for_people() -> None:
    done = interrupted(*FOUR, "--seconds", "100", after=0.3)
    assert (done.returncode, done.stderr) == (130, "spielbaum: interrupted\n")
    assert "best" in done.stdout


def test_interrupted_search_without_limits_stops_in_one_sentence() -> None:
    done = interrupted(*FOUR, "--json", after=0.2)
    assert done.returncode == 130
    if done.stdout:
        assert done.stderr == "spielbaum: interrupted\n"
        assert json.loads(done.stdout)["kind"] == "bound"
    else:
        assert re.fullmatch(NOTHING_KNOWN, done.stderr)


def test_finished_rows_are_shown_after_an_interruption() -> None:
    rows = interrupted("perft", "connect-four", "--depth", "15", "--json", times=4)
    assert json.loads(rows.stdout)["perft"][:3] == [7, 49, 343]
    assert rows.returncode == 130
    assert rows.stderr.endswith("spielbaum: interrupted\n")  # after lines of progress, if it took long


def test_an_interrupted_comparison_is_one_sentence() -> None:
    done = interrupted("compare", "connect-four", "--algorithms", "alpha-beta", after=0.2)
    assert done.returncode == 130
    assert done.stderr == "spielbaum: interrupted\n" or re.fullmatch(NOTHING_KNOWN, done.stderr)


@pytest.mark.interpreted
def test_an_interrupted_proof_prints_its_bounds() -> None:
    done = interrupted("solve", "mnk:width=6,height=6,line=5", "--strong", after=0.2)
    assert done.returncode == 130
    assert re.fullmatch(r"spielbaum: interrupted after [\d,]+ nodes: the score is from -?\d+ to \d+\n", done.stderr)
    assert done.stdout == ""


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spielbaum", "--version"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"spielbaum {__version__}\n")


@pytest.mark.interpreted
def test_check_can_be_interrupted() -> None:
    done = interrupted("check", "mnk:width=8,height=8,line=5", "--games", "1000000", "--json")
    assert (done.returncode, done.stderr) == (130, "spielbaum: interrupted\n")
    report = json.loads(done.stdout)
    assert report == {"ok": True, "games": report["games"], "failures": []}
