"""Every code that a diagnosis may have is in the documentation, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spielbaum.grading import kinds

ROOT = Path(__file__).parents[2]
GRADING = Path(kinds.__file__).parents[1]
CODE = re.compile(r"`([a-z]+(?:-[a-z]+)*)`")

PLACES = {"Diagnosis": 0, "Difference": 0, "Stopped": 0, "fault": 0, "Fault": 0, "_differ": 1, "_of_value": 0}
"""Where the code stands among the arguments of a function."""


def codes_of(node: ast.AST) -> Iterator[str]:
    """Yield the codes that a part of the source gives to diagnoses, alone or beside a sentence."""
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments) if len(arguments) > PLACES.get(name, 99):
            found = [arguments[PLACES[name]]]
        case ast.Tuple([code, ast.Call(ast.Name("Message") | ast.Attribute())]):
            found = [code]
        case ast.Dict(keys, [ast.Call(ast.Name("Message")), *_]):
            found = [key for key in keys if key]
        case _:
            found = []
    yield from (one.value for one in found if isinstance(one, ast.Constant) and isinstance(one.value, str))


@pytest.mark.parametrize("page", ["docs/grading.md", "docs/de/grading.md"])
def test_the_codes_of_diagnoses_are_those_of_the_documentation(page: str) -> None:
    files = [*GRADING.rglob("*.py"), GRADING.parent / "checking" / "against.py"]
    source = {
        code for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))) for code in codes_of(node)
    }
    tables = re.findall(r"(?:^\|.*\n)+", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    (processes,) = (table for table in tables if "`endless`" in table)
    cells = [(processes, 2), (tables[-1], 1)]
    documented = {code for table, i in cells for row in table.splitlines() for code in CODE.findall(row.split("|")[i])}
    assert documented == source
