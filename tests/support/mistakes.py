"""Pages of mistakes: a complete game, code that replaces part of it, and the resulting message."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^```python(?: title=\"(?P<file>[\w.]+)\")?\n(?P<code>.*?)^```\n(?:\n`(?P<command>[^`]+)`:\n)?"
                   r"(?:\n> (?P<says>[^\n]+)\n)?", re.DOTALL | re.MULTILINE)  # fmt: skip


class Mistake(NamedTuple):
    """A mistake: definitions that replace those of the game, or an expression; and the message."""

    heading: str
    code: str
    command: str
    says: str


def read_page(path: Path) -> tuple[str, list[Mistake]]:
    """Return the game of a page and its mistakes."""
    text = path.read_text(encoding="utf-8")
    headings = [(match.start(), match[1]) for match in re.finditer(r"^### (.+)$", text, re.MULTILINE)]
    game, mistakes = "", []
    for block in BLOCK.finditer(text):
        if block["file"]:
            game = block["code"]
        elif block["says"]:
            heading = [name for start, name in headings if start < block.start()][-1]
            mistakes.append(Mistake(heading, block["code"], block["command"] or "", block["says"]))
    return game, mistakes


def changed(game: str, code: str) -> str:
    """Return the source of a game with definitions replaced by others of the same name, or added."""
    lines, added = game.splitlines(keepends=True), []
    places = {_name(node): (node.lineno - 1, node.end_lineno) for node in ast.parse(game).body}
    for node in reversed(ast.parse(code).body):
        source = "".join(code.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
        if _name(node) in places:
            first, last = places[_name(node)]
            lines[first:last] = [source]
        else:
            added.insert(0, source + "\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("class "))
    return "".join([*lines[:start], *added, *lines[start:]])


def is_expression(code: str) -> bool:
    """Return whether code consists of expressions without definitions."""
    return all(isinstance(node, ast.Expr) for node in ast.parse(code).body)


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ast.unparse(node)
