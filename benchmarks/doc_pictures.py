"""Redraw the pictures of boards and trees in the documentation, by the commands beside them.

Usage: python benchmarks/doc_pictures.py [NAME...]; by default all pictures with a command on a page, into docs/assets.
"""

import re
import shlex
import sys
from pathlib import Path

from spielbaum.cli import run

ROOT = Path(__file__).resolve().parents[1]
COMMAND = re.compile(r"^spielbaum ((?:tree|show) .*) --svg (docs/assets/\S+\.svg)$", re.MULTILINE)


def commands() -> dict[str, str]:
    """Return the commands by the files they draw."""
    texts = (page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").rglob("*.md")))
    return {path: command for text in texts for command, path in COMMAND.findall(text)}


def main(wanted: list[str]) -> None:
    for path, command in commands().items():
        if not wanted or Path(path).stem in wanted:
            (ROOT / path).parent.mkdir(exist_ok=True)
            assert run([*shlex.split(command), "--svg", str(ROOT / path)]) == 0, command


if __name__ == "__main__":
    main(sys.argv[1:])
