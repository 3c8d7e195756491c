"""The program as a process: imports, signals, pipes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-c", "from spielbaum.cli import main; main()"]

FOUR = ("analyze", "connect-four", "--algorithm", "alpha-beta")
"""The command whose searches are interrupted, with one kernel for all."""

# Tells on stderr when the search itself has begun, that is when everything is compiled.
TELLING = """
import sys
from spielbaum.search import searcher
from spielbaum.search.proof import solver
from spielbaum.search import perft
def tell_and_count(*given, counted=perft._count, **options):
    perft._count = counted
    print("ready", file=sys.stderr, flush=True)
    return counted(*given, **options)
perft._count = tell_and_count
def telling(compile_kernel):
    def compile_and_tell(self):
        compile_kernel(self)
        print("ready", file=sys.stderr, flush=True)
    return compile_and_tell
for ready in (searcher.Searcher, solver.Solver):
    ready.compile = telling(ready.compile)
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


def interrupted(*arguments: str, after: float) -> subprocess.CompletedProcess[str]:
    """Run a search, press Ctrl-C some time after it has begun, and return its output, without "ready"."""
    command = [sys.executable, "-c", TELLING, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        assert "ready\n" in process.stderr  # perhaps after lines of progress
        time.sleep(after)
        assert process.poll() is None, "the search ended before it was interrupted"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["games", "--help"],
        ["analyze", "--help"],
        ["check", "--help"],
        ["bench", "--help"],
        ["uci", "--help"],
    ],
    ids=" ".join,
)
def test_help_imports_no_numba(arguments: list[str]) -> None:
    command = [sys.executable, "-c", IMPORTS.format(arguments=arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.endswith("IMPORTED 0 []\n"), done


def test_listing_games_and_showing_a_state_imports_no_numba() -> None:
    for arguments in (["games", "--json"], ["show", "connect-four", "--moves", "4 4", "--json"]):
        command = [sys.executable, "-c", IMPORTS.format(arguments=arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.stdout.rpartition("IMPORTED 0 ")[2] in ("[]\n", "['numpy']\n"), done


def test_importing_the_package_imports_neither_numba_nor_numpy() -> None:
    code = "import sys, spielbaum; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60) == "[]\n"


@pytest.mark.interpreted
def test_json_is_all_that_is_on_stdout() -> None:
    done = run_program("analyze", "tic-tac-toe", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["nodes"] == 18297


def test_exit_codes() -> None:
    assert run_program("show", "nim").returncode == 0
    refused = run_program("show", "nothing")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("spielbaum: unknown game 'nothing'")
    assert refused.stderr.count("\n") == 1


def test_negative_answer_has_exit_code_1(tmp_path: Path) -> None:
    path = tmp_path / "draw.py"
    path.write_text(
        "from typing import NamedTuple\nfrom spielbaum import Game\n"
        "class State(NamedTuple):\n    ply: int\n"
        "game = Game(name='draw', players=2, initial=lambda: State(0), to_move=lambda s: s.ply,\n"
        "    actions=lambda s: iter((0,)), result=lambda s, a: State(s.ply + 1), is_terminal=lambda s: s.ply == 1,\n"
        "    utility=lambda s: (0.5, 0.5), zero_sum=True, compiled=False)\n",
        encoding="utf-8",
    )
    done = run_program("check", str(path), "--json")
    assert (done.returncode, done.stderr) == (1, "")
    report: dict[str, Any] = json.loads(done.stdout)
    assert [(failure["law"], failure["moves"]) for failure in report["failures"]] == [("utility", ["0"])]


def test_without_a_command_it_shows_its_help_and_fails() -> None:
    done = run_program()
    assert done.returncode == 2
    assert "analyze" in done.stdout


@pytest.mark.parametrize("arguments", [["games"], ["games", "--json"]], ids=" ".join)
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
    done = interrupted(*FOUR, "--seconds", "100", "--json", after=1)
    assert done.returncode == 130
    result = json.loads(done.stdout)
    assert result["depth"] >= 5
    assert result["action"] in list("1234567")
    assert result["kind"] in ("heuristic", "bound")  # the unfinished depth may have found a better action
    assert result["principal_variation"][0] == result["action"]
    assert len(result["actions"]) == 7
    assert "Traceback" not in done.stderr


def test_interrupted_deepening_prints_the_best_result_for_people() -> None:
    done = interrupted(*FOUR, "--seconds", "100", after=0.5)
    assert done.returncode == 130
    assert "best" in done.stdout
    assert "Traceback" not in done.stderr


def test_interrupted_search_without_limits_stops_in_one_sentence() -> None:
    done = interrupted(*FOUR, "--json", after=0.5)
    assert done.returncode == 130
    if done.stdout:
        assert done.stderr == "spielbaum: interrupted\n"
        assert json.loads(done.stdout)["kind"] == "bound"
    else:
        assert re.fullmatch(NOTHING_KNOWN, done.stderr)


def test_finished_rows_are_shown_after_an_interruption() -> None:
    rows = interrupted("perft", "chess", "--depth", "12", "--json", after=1)
    assert json.loads(rows.stdout)["perft"][:3] == [20, 400, 8902]
    assert rows.returncode == 130
    assert rows.stderr.endswith("spielbaum: interrupted\n")  # after lines of progress, if it took long


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "connect-four", "--algorithms", "alpha-beta"),
        (*FOUR, "--seconds", "100"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_interruption_is_one_sentence(arguments: tuple[str, ...]) -> None:
    done = interrupted(*arguments, after=0.5)
    assert done.returncode == 130
    assert done.stderr == "spielbaum: interrupted\n" or re.fullmatch(NOTHING_KNOWN, done.stderr)


@pytest.mark.interpreted
def test_an_interrupted_proof_prints_its_bounds() -> None:
    done = interrupted("solve", "mnk:width=6,height=6,line=5", "--strong", after=0.5)
    assert done.returncode == 130
    assert re.fullmatch(r"spielbaum: interrupted after [\d,]+ nodes: the score is from -?\d+ to \d+\n", done.stderr)
    assert done.stdout == ""


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spielbaum", "games", "--json"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0
    assert "connect-four" in {row["name"] for row in json.loads(done.stdout)["games"]}


def test_check_can_be_interrupted() -> None:
    environment = {**os.environ, "SPIELBAUM_JIT": "0", "PYTHONUNBUFFERED": "1"}
    code = (
        "import sys, spielbaum.cli as cli, spielbaum.cli.app; print('ready', file=sys.stderr, flush=True); cli.main()"
    )
    command = [sys.executable, "-c", code, "check", "mnk:width=8,height=8,line=5", "--games", "1000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        assert "ready\n" in process.stderr  # perhaps after lines of progress
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, err) == (130, "spielbaum: interrupted\n")
    report = json.loads(out)
    assert report == {"ok": True, "games": report["games"], "failures": []}


def test_the_compiler_can_be_turned_off() -> None:
    environment = {**os.environ, "SPIELBAUM_JIT": "0"}
    code = IMPORTS.format(arguments=["analyze", "nim:heaps=1-2-3", "--json"])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert json.loads(done.stdout.splitlines()[0])["value"] == -1
    assert "numba" not in done.stdout.splitlines()[-1]
