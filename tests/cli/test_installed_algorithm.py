"""An algorithm of another package appears wherever algorithms do, without any other change."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from algorithm_index import index_table
from spielbaum import algorithms
from spielbaum.exercises.query import algorithms_for, read_exercise
from spielbaum.exercises.worksheet import worksheet_shapes
from spielbaum.game import Game
from spielbaum.language import translations_for
from spielbaum.plugins import plugins
from spielbaum.protocol.options import Settings, options_for
from spielbaum.registry import load
from spielbaum.search.algorithms import registry
from spielbaum.search.algorithms.registry import fitting_algorithms
from spielbaum.web.http.documentation import Documentation
from spielbaum.web.views.exercises import task_of, title_of
from spielbaum.web.views.players import algorithm_name, choices_of

Run = Callable[..., Any]

MODULE = """
from spielbaum.search.algorithms.alpha_beta import make
from spielbaum.search.algorithms.registry import Algorithm

algorithm = Algorithm(
    name="my-search",
    title="The search of mine",
    doc="alpha-beta under another name",
    paper="N. Nescio (2026)",
    make=make,
    exercises={"values": "", "cuts": "", "sheet": ""},
)
"""

pytestmark = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Install a package with an algorithm."""
    package = tmp_path / "site" / "pretended-1.0.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: pretended\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nmy-search = my_search\n")
    (package.parent / "my_search.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(package.parent))
    plugins.cache_clear()
    registry._algorithms.cache_clear()
    yield
    plugins.cache_clear()
    registry._algorithms.cache_clear()


@pytest.fixture
def game() -> Game:
    """Return a small game of two players."""
    return load("nim:heaps=2-3")


def test_commands_list_and_run_it(spielbaum: Run) -> None:
    rows = spielbaum("algorithms", "--json").document["algorithms"]
    assert {"name": "my-search", "title": "alpha-beta under another name"}.items() <= next(
        row for row in rows if row["name"] == "my-search"
    ).items()
    asked = ("analyze", "tic-tac-toe", "--depth", "3", "--json", "--algorithm")
    own, theirs = (spielbaum(*asked, name).document for name in ("my-search", "alpha-beta"))
    assert (own["algorithm"], own["value"], own["nodes"]) == ("my-search", theirs["value"], theirs["nodes"])
    compared = spielbaum("compare", "nim:heaps=2-3", "--json").document
    assert "my-search" in str(compared)
    bench = spielbaum("bench", "nim:heaps=2-3", "--json").document
    assert bench["signatures"]["my-search"] == bench["signatures"]["alpha-beta"]


def test_worksheets_are_made_of_it(spielbaum: Run) -> None:
    assert "my-search" in worksheet_shapes()
    answer = spielbaum("tree", "--exercise", "1", "--algorithm", "my-search")
    assert answer.code == 0
    assert "The search of mine" in answer.out


def test_the_browser_offers_it_with_its_words(game: Game) -> None:
    assert "my-search" in choices_of(game).algorithms
    english = translations_for("en")
    assert algorithm_name(english, "my-search") == "The search of mine"
    assert "my-search" in algorithms_for("cuts")
    exercise = read_exercise({"kind": "values", "algorithm": "my-search", "seed": "1"})
    assert "The search of mine" in title_of(english, exercise)
    assert "The search of mine" in task_of(english, exercise)
    assert Documentation("https://docs.example").algorithm("my-search").endswith("/algorithms/my-search/")


def test_a_model_is_used_by_protocols_and_python(game: Game) -> None:
    assert "my-search" in options_for(game, Settings.of(game))["algorithm"].choices
    assert str(algorithms.my_search(fail="hard")) == "my-search:fail=hard"
    assert "my-search" in fitting_algorithms(game)
    assert "my-search" not in fitting_algorithms(load("mnk:players=3"))


def test_the_index_of_the_documentation_has_a_row_for_it() -> None:
    row = next(line for line in index_table().splitlines() if "my-search" in line)
    assert row.startswith("| [`my-search`](my-search.md) | two players, zero sum |")
    assert "N. Nescio (2026)" in row


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("raise ValueError('no')", "cannot be loaded: no"),
        ("algorithm = 3", "is not an Algorithm, nor a module with one"),
    ],
)
def test_load_errors_are_one_sentence(spielbaum: Run, tmp_path: Path, module: str, sentence: str) -> None:
    (tmp_path / "site" / "my_broken.py").write_text(module)
    points = tmp_path / "site" / "pretended-1.0.dist-info" / "entry_points.txt"
    points.write_text(f"[{registry.ENTRY_POINTS}]\nmy-broken = my_broken\n")
    plugins.cache_clear()
    registry._algorithms.cache_clear()
    answer = spielbaum("algorithms")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("spielbaum: the installed algorithm 'my-broken' ")
    assert sentence in answer.err
