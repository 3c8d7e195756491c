"""A subprocess compiles kernels into the cache on disk."""

import sys
import threading
import time
from pathlib import Path

import pytest

from spielbaum import Searcher, games
from spielbaum.players import parse_player
from spielbaum.search_pool import SearchPool
from spielbaum.search_pool.compiler import Compiler, compile_together

pytestmark = pytest.mark.slow

NAME = "connect-four:width=4,height=3"


def test_a_kernel_is_compiled_to_disk_and_loaded_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numba.py").write_text("raise SystemExit('modules in the working directory are not imported')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    steps: list[tuple[int, int]] = []
    Compiler().compile(NAME, "negamax", None, lambda *step: steps.append(step))
    assert steps == sorted(steps)
    assert len({total for _, total in steps}) == 1
    assert steps[0][0] == 1
    assert steps[-1][0] == steps[-1][1]
    (kernel,) = tmp_path.glob("kernels/*.kernel")
    written = kernel.stat().st_mtime_ns
    game, spec = games.load(NAME), parse_player("negamax:depth=3")
    with SearchPool(workers=1) as pool:
        job = pool.choose("anna", game, spec=spec, state=game.initial(), name=NAME)
        assert job.status().stage == "compiling"
        assert job.future.result(120).result.depth == 3
    assert [file.stat().st_mtime_ns for file in tmp_path.glob("kernels/*.kernel")] == [written]


def test_several_kernels_are_compiled_in_parallel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr("spielbaum.kernel.compile._KERNELS", {})  # without those of other tests
    names, name_of_game = ["negamax", "minimax"], "nim:heaps=1-2-2"
    assert not Searcher(games.load(name_of_game), "negamax").is_compiled
    compile_together(games.load(name_of_game), name_of_game, [*names, "paranoid:nonsense"], None)
    assert len(list(tmp_path.glob("kernels/*.kernel"))) == len(names)
    for name in names:
        assert Searcher(games.load(name_of_game), name).is_compiled


def test_a_subprocess_that_fails_is_harmless() -> None:
    game, spec = games.load("tic-tac-toe"), parse_player("alpha-beta:depth=3")
    with SearchPool(workers=1) as pool:
        job = pool.choose("anna", game, spec=spec, state=game.initial(), name="no-such-game")
        assert job.future.result(120).result.depth == 3


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the compiler")
def test_closing_kills_the_subprocess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, started = tmp_path / "slow", tmp_path / "started"
    slow.write_text(f"#!/bin/sh\ntouch {started}\nexec sleep 1000\n")
    slow.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(slow))
    compiler = Compiler()
    thread = threading.Thread(target=compiler.compile, args=(NAME, "negamax", None))
    thread.start()
    while not started.exists():
        time.sleep(0.01)
    compiler.close()
    thread.join(20)
    assert not thread.is_alive()
    compiler.compile(NAME, "negamax", None)  # starts no other subprocess
