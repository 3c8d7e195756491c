"""What the levels of games search with is compiled ahead, and what is ready is left alone."""

from pathlib import Path

import pytest

from spielbaum.search_pool.compiler import Compiler, compile_together
from spielbaum.session.preparing import prepare


@pytest.mark.slow
@pytest.mark.compiled
def test_only_what_is_missing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("spielbaum.kernel.compile._KERNELS", {})
    name = "nim:heaps=2-1"
    (first,) = prepare([(name, "negamax")])
    assert (first.ready, first.compiled) == (True, True)
    assert first.seconds > 0
    monkeypatch.setattr(Compiler, "compile", compile_together)  # would fail
    (second,) = prepare([(name, "negamax")])
    assert (second.ready, second.compiled, second.seconds) == (True, False, 0.0)


def test_a_game_that_cannot_be_searched_is_reported(tmp_path: Path) -> None:
    (one,) = prepare([(str(tmp_path / "gone.py"), "negamax")])
    assert not one.ready


def test_leaving_early_ends_the_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Compiler] = []
    monkeypatch.setattr("spielbaum.session.preparing._is_on_disk", lambda text, _algorithm: text == "ready")
    monkeypatch.setattr(Compiler, "compile", lambda *_given: None)
    monkeypatch.setattr(Compiler, "close", lambda compiler: closed.append(compiler))
    running = prepare([("ready", "a"), ("one", "b"), ("two", "c")], workers=1)
    assert next(running).ready
    assert next(running).game == "one"
    running.close()
    assert len(closed) == 2
