"""Nine Men's Morris in three versions, and the pages of the documentation that show its code."""

import re
from pathlib import Path
from random import Random

import pytest

from spielbaum import load

ROOT = Path(__file__).parent.parent
FILES = ("morris.py", "morris_that_remembers.py", "morris_on_bits.py")
PAGES = ("board-that-is-no-grid.md", "natural-to-fast.md")
FENCE = re.compile(r'```python(?: title="(?P<file>[\w.]+)")?\n(?P<code>.*?)```', re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_page_is_that_of_the_game(page: str) -> None:
    shown = list(FENCE.finditer((ROOT / "docs" / page).read_text(encoding="utf-8")))
    assert len(shown) > 4
    for fence in shown:
        source = (ROOT / "examples" / (fence["file"] or FILES[0])).read_text(encoding="utf-8")
        for part in re.split(r"\n\n(?=\S)", fence["code"].strip("\n")):
            assert part in source, part


def test_the_page_shows_the_whole_game_but_its_imports_and_a_few_lines() -> None:
    shown = "".join(fence["code"] for fence in FENCE.finditer((ROOT / "docs" / PAGES[0]).read_text(encoding="utf-8")))
    source = (ROOT / "examples" / FILES[0]).read_text(encoding="utf-8").split('"""', 2)[2]
    missing = [line for line in source.splitlines() if line.strip() and line not in shown]
    assert [
        line for line in missing if not re.match(r"from |def (initial|to_move)|    return (State\(\(0|state)", line)
    ] == []


def test_the_three_versions_have_the_same_moves_and_results() -> None:
    games = [load(str(ROOT / "examples" / file)) for file in FILES]
    random = Random(5)
    for _ in range(12):
        states = [game.initial() for game in games]
        while True:
            ends = {game.is_terminal(state) for game, state in zip(games, states, strict=True)}
            assert len(ends) == 1
            if ends.pop():
                break
            moves = [tuple(map(tuple, game.actions(state))) for game, state in zip(games, states, strict=True)]
            assert len(set(moves)) == 1
            place = random.randrange(len(moves[0]))
            states = [
                game.result(state, list(game.actions(state))[place]) for game, state in zip(games, states, strict=True)
            ]
            assert len({game.to_move(state) for game, state in zip(games, states, strict=True)}) == 1
        assert len({tuple(game.utility(state)) for game, state in zip(games, states, strict=True)}) == 1
