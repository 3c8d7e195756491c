"""The boards in the documentation are what the commands beside them draw."""

import re
import shlex
from pathlib import Path

import pytest

from spielbaum.cli import run

DOCS = Path(__file__).parents[3] / "docs"
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in [*DOCS.glob("*.md"), *DOCS.glob("games/*.md")])
BOARDS = sorted((DOCS / "assets" / "boards").glob("*.svg"))


def test_every_page_of_a_game_has_a_board() -> None:
    pages = {path.stem for path in (DOCS / "games").glob("*.md")} - {"index"}
    assert pages <= {path.stem for path in BOARDS}


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_board_is_what_its_command_draws(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"assets/boards/{path.name})" in TEXT
    command = re.search(rf"^spielbaum (show .*) --svg docs/assets/boards/{path.name}$", TEXT, re.MULTILINE)
    assert command
    assert run([*shlex.split(command[1]), "--svg", "-"]) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
