"""The pictures of trees in the documentation are what the commands beside them draw."""

import re
import shlex
from pathlib import Path

import pytest

from spielbaum.cli import run

DOCS = Path(__file__).parents[3] / "docs"
PAGE = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("trees.md", "sheets.md", "de/sheets.md"))
COMMANDS = re.findall(r"^spielbaum (tree .*) --svg docs/assets/trees/(\S+)$", PAGE, re.MULTILINE)


def test_every_picture_has_a_command_and_is_shown() -> None:
    names = [name for _command, name in COMMANDS]
    drawn = {*names, *(name.replace(".svg", "-solution.svg") for name in names if "exercise" in name)}
    assert drawn == {path.name for path in (DOCS / "assets" / "trees").iterdir()}
    assert all(f"assets/trees/{name})" in PAGE for name in drawn)


@pytest.mark.parametrize(("command", "name"), COMMANDS, ids=[name for _command, name in COMMANDS])
def test_a_picture_is_what_its_command_draws(command: str, name: str, tmp_path: Path) -> None:
    assert run([*shlex.split(command), "--svg", str(tmp_path / name)]) == 0
    for path in tmp_path.iterdir():
        assert path.read_text(encoding="utf-8") == (DOCS / "assets" / "trees" / path.name).read_text(encoding="utf-8")
