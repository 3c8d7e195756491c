"""The games in the folder ``examples`` are short, sound, and give equal results compiled and interpreted."""

from pathlib import Path
from typing import NamedTuple

import pytest

from spielbaum import Limits, Searcher, check_game, load
from tiers import all_but, at_night

FOLDER = Path(__file__).parent.parent / "examples"


class Known(NamedTuple):
    lines: int
    depth: int


GAMES = {
    "hex": Known(35, 3), "kalah": Known(30, 5), "neighbours": Known(35, 3),
    "morris": Known(100, 3), "morris_that_remembers": Known(100, 3), "morris_on_bits": Known(105, 3),
}  # fmt: skip
"""The maximum number of lines, and the depth of the search."""

BY_DAY = ("hex", "kalah", "morris_that_remembers")
"""What is compiled by day."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name if name in BY_DAY else pytest.param(name, marks=pytest.mark.interpreted) for name in GAMES]
)
def test_a_short_game_is_sound(name: str) -> None:
    path = FOLDER / f"{name}.py"
    assert sum(bool(line.strip()) for line in path.read_text(encoding="utf-8").splitlines()) <= GAMES[name].lines
    assert check_game(load(str(path)), games=20 if at_night() else 5).ok


@pytest.mark.slow
@pytest.mark.parametrize("name", all_but(["hex"], list(GAMES)))
def test_compiled_and_interpreted_searches_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, limits, found = load(str(FOLDER / f"{name}.py")), Limits(depth=GAMES[name].depth), []
    for compiled in "01":
        monkeypatch.setenv("SPIELBAUM_JIT", compiled)
        result = Searcher(game).search(limits=limits)
        found.append((result.value, result.action, result.nodes, result.leaves, result.pv))
    assert found[0] == found[1]


@pytest.mark.parametrize(("name", "algorithm"), [("hex", "pvs"), ("kalah", "pvs"), ("neighbours", "max-n")])
@pytest.mark.parametrize("compiled", ["0", pytest.param("1", marks=pytest.mark.long)])
def test_a_table_changes_no_value(name: str, algorithm: str, compiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", compiled)
    game, limits = load(str(FOLDER / f"{name}.py")), Limits(depth=GAMES[name].depth)
    has_table = Searcher(game, f"{algorithm}(replacement=two-deep)", evaluation="mobility").search(limits=limits)
    assert has_table.value == Searcher(game, algorithm, evaluation="mobility").search(limits=limits).value
