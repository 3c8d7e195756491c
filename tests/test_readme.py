"""The README's examples run unchanged."""

import contextlib
import io
import json
import re
from pathlib import Path

import pytest

from spielbaum.cli import run
from tiers import at_night

pytestmark = pytest.mark.slow

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)
GAME = next(code for language, code in BLOCKS if language == "python" and "Game(" in code)


@pytest.fixture
def mygame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mygame.py"
    path.write_text(GAME, encoding="utf-8")
    return path


def output(arguments: list[str]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run(arguments) == 0
    return out.getvalue()


def test_the_game_has_at_most_forty_lines() -> None:
    assert len(GAME.splitlines()) <= 40


def test_the_readme_is_short_and_has_its_two_commands() -> None:
    assert len(TEXT.splitlines()) <= 120
    assert "\npip install . && spielbaum analyze connect-four --depth 12\n" in TEXT
    assert len(re.findall(r"^pip install .*\[test\]", TEXT, re.MULTILINE)) == 1


def test_the_game_keeps_the_contract(mygame: Path) -> None:
    assert json.loads(output(["check", "mygame.py", "--games", "200", "--json"]))["ok"]


@pytest.mark.interpreted
def test_the_commands_on_the_game_run_as_written(mygame: Path) -> None:
    """By day there are fewer counters, so that interpreted searches end soon."""
    assert GAME.count("State(40, 0)") == 1
    if not at_night():
        mygame.write_text(GAME.replace("State(40, 0)", "State(14, 0)"), encoding="utf-8")
    commands = re.findall(r"^spielbaum (.*? mygame\.py.*?)\s*#", TEXT, re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["check", "analyze", "perft", "compare"]
    for command in commands[1:]:
        assert output(command.split())


def test_the_solution_agrees_with_the_theory(mygame: Path) -> None:
    """Compare with losing numbers by definition: none of their successors is a losing number."""
    losing: list[int] = []
    for n in range(41):
        if not any(n - k * k in losing for k in range(1, 7) if k * k <= n):
            losing.append(n)
    for counters in range(1, 41) if at_night() else (*range(1, 13), *range(13, 41, 3)):
        position = json.dumps({"counters": counters, "to_move": 0})
        answer = json.loads(output(["analyze", "mygame.py", "--position", position, "--json"]))
        assert answer["value"] == (-1 if counters in losing else 1)
        assert answer["kind"] == "exact"


def test_the_python_example_runs(mygame: Path) -> None:
    code = next(code for language, code in BLOCKS if language == "python" and "search(" in code)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert re.fullmatch(r"\d -?\d+ \d+\n", out.getvalue())


def test_the_tutorial_has_the_same_game() -> None:
    tutorial = (README.parent / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert GAME in tutorial
