"""The source of a function is that of its code, also if its file has changed."""

import ast
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from spielbaum.compiler.source import NoSourceError, definition_of
from spielbaum.game_file import import_file

TEXT = "def goals(count):\n    return [count + {n}]\n\n\nSHORT = lambda count: count * {n}\n"
FIRST, SECOND = TEXT.format(n=1), TEXT.format(n=20)


def sources(functions: dict[str, Any]) -> str:
    found = [definition_of(functions[name]) for name in ("goals", "SHORT")]
    return "; ".join(ast.unparse(node.body[0] if isinstance(node.body, list) else node.body) for node in found)


def test_a_function_has_the_source_from_which_it_was_made(tmp_path: Path) -> None:
    path = tmp_path / "changing.py"
    path.write_text(FIRST, encoding="utf-8")
    first = vars(import_file(path))
    assert sources(first) == "return [count + 1]; count * 1"
    path.write_text(SECOND, encoding="utf-8")
    second = vars(import_file(path))
    assert sources(second) == "return [count + 20]; count * 20"
    old: FunctionType = first["goals"]
    with pytest.raises(NoSourceError):
        definition_of(old)
