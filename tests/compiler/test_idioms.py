"""Every idiom in the table of the documentation compiles, and computes what the plain loop beside it computes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from compiled_alone import compiled_alone
from scripts import script

ROOT = Path(__file__).parents[2]
GROUPS = ("Generators", "Loops", "Lists, tuples, sets", "Tables and constants", "Functions and values")


@pytest.fixture(scope="module")
def idioms() -> ModuleType:
    return script("benchmarks/idioms.py")


def arguments() -> Iterator[tuple[int, int, tuple[int, ...]]]:
    random = Random(7)
    for _ in range(60):
        cells = random.choices(range(3), k=9)
        cells[random.randrange(9)] = 0
        yield random.randrange(9), random.randint(-4, 8), tuple(cells)


def test_every_group_is_tested(idioms: ModuleType) -> None:
    assert tuple(idioms.IDIOMS) == GROUPS


@pytest.mark.parametrize("group", GROUPS)
def test_an_idiom_computes_what_the_plain_loop_computes(idioms: ModuleType, group: str) -> None:
    for idiom in idioms.IDIOMS[group]:
        names: dict[str, Any] = idioms.names_in(idioms.source_of([idiom]))
        natural, plain = names["natural0"], names["plain0"]
        compiled = compiled_alone(natural, 1, 2, idioms.BOARD)
        compiled_plainly = compiled_alone(plain, 1, 2, idioms.BOARD)
        for given in arguments():
            found = {function(*given) for function in (natural, plain, compiled, compiled_plainly)}
            assert len(found) == 1, (idiom.shown, given, found)


def test_the_documentation_shows_every_idiom_with_two_times(idioms: ModuleType) -> None:
    page = (ROOT / "docs" / "natural-python.md").read_text(encoding="utf-8")
    table = page.split(idioms.BEGIN)[1].split(idioms.END)[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert [row.rsplit("|", 3)[0].strip("| ") for row in rows] == [
        idioms.shown(idiom) for group in GROUPS for idiom in idioms.IDIOMS[group]
    ]
    for row in rows:
        assert all(float(time) >= 0 for time in row.rsplit("|", 3)[1:3])
