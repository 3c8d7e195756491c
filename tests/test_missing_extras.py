"""If an extra is missing, the error names it, also on the command line."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from spielbaum.cli import run
from spielbaum.errors import InputError, SpielbaumError
from spielbaum.exercises.answers import read_answers
from spielbaum.search.table.entry import filled
from spielbaum.statistics.lazy_numpy import LazyNumPy

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EXTRAS = {
    "cluster": (
        "distributed",
        "experiment experiment.toml --database games.db --cluster tcp://127.0.0.1:1",
        "a cluster needs Dask",
    ),
    "engines": (
        "chess",
        "match chess --players uci:true,random --games 2 --database games.db",
        "uci:true needs python-chess",
    ),
    "learn": (
        "sklearn",
        "learn tic-tac-toe --games 2 --database games.db --output model.json",
        "fitting weights needs scikit-learn",
    ),
    "openspiel": ("pyspiel", "show openspiel:hex", "games of OpenSpiel need"),
    "plots": ("matplotlib", "compare nim --depth 1..2 --plot curves.png", "pictures are drawn by matplotlib"),
    "postgres": ("psycopg", "report postgresql://127.0.0.1:1/none --html report.html", "PostgreSQL needs a driver"),
    "sgf": ("sgfmill", "show tic-tac-toe --position (;B[aa])", "SGF needs sgfmill"),
    "tables": (
        "polars",
        "experiment experiment.toml --database games.db --export table.parquet",
        "a Parquet file needs polars",
    ),
    "web": ("starlette", "serve", "spielbaum serve needs"),
}
"""The import, a command that needs it, and the beginning of its message."""


def forget(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let modules be imported again; afterwards the first ones are back, also as attributes of their packages."""
    for name in [name for name in names if name in sys.modules]:
        package, _, own = name.rpartition(".")
        if package in sys.modules:
            monkeypatch.delattr(sys.modules[package], own, raising=False)
        monkeypatch.delitem(sys.modules, name)


def test_every_extra_for_users_is_here() -> None:
    assert set(EXTRAS) | {"pettingzoo", "sheets"} == set(PROJECT["optional-dependencies"]) - {"test", "docs", "dev"}


@pytest.mark.slow
@pytest.mark.parametrize("extra", EXTRAS)
def test_the_error_names_a_missing_extra(
    extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, command, sentence = EXTRAS[extra]
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # games are played in this process
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiment.toml").write_text('games = "nim"\nplayers = ["random", "negamax(depth=1)"]\n', "utf-8")
    ours = ("spielbaum.web", "spielbaum.adapters", "spielbaum.bridges", "spielbaum.clients.chess")
    forget(monkeypatch, *(name for name in sys.modules if name.partition(".")[0] == module or name.startswith(ours)))
    monkeypatch.setitem(sys.modules, module, None)
    assert run(command.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"spielbaum: {sentence}")
    assert said.endswith(f"pip install 'spielbaum[{extra}]'\n")
    assert said.count("\n") == 1


def test_a_form_without_its_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(SpielbaumError, match=r"^to read a form, install pypdf: pip install 'spielbaum\[sheets\]'$"):
        read_answers(Path("form.pdf"))


@pytest.mark.slow
def test_environments_without_their_extra_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch, "spielbaum.bridges.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(InputError, match=r"^environments need PettingZoo: pip install 'spielbaum\[pettingzoo\]'$"):
        import_module("spielbaum.bridges.pettingzoo")


def test_without_numpy_a_sentence_says_what_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(InputError, match=r"^ratings need NumPy, which is not installed$"):
        LazyNumPy("ratings").zeros(2)
    forget(monkeypatch, "spielbaum.learning.fitting")
    with pytest.raises(InputError, match=r"^learning needs NumPy, which is not installed$"):
        import_module("spielbaum.learning.fitting")
    table = [0, 0b11 << 3, 0, 0] * 20_000
    table[5 : 4 * 5_000 : 4] = [0] * 4_999
    assert filled(table, 3, 4) == pytest.approx(0.5, abs=0.001)  # half of the sample
