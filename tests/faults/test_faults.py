"""The seeded faults still fit the tree, and mutations do what they say."""

import ast
import re

import pytest
from faults import FAULTS, ROOT
from mutation import mutated

SOURCE = """
LIMIT = 3  # at most

class Clock:
    def start(self, *names):
        if self.left <= (LIMIT  # π
                - 1): log(1, 2, end=3)
        return f"{self.left}: {names}"

def start():
    return LIMIT - 1
"""


def test_every_fault_fits_the_tree_and_has_a_name_of_its_own() -> None:
    for fault in FAULTS:
        text = (ROOT / fault.path).read_text(encoding="utf-8")
        assert fault.old != fault.new, fault
        ast.parse(fault.apply(text))
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 150


def test_the_tests_of_every_fault_are_there() -> None:
    assert [fault.name for fault in FAULTS for test in fault.tests if not (ROOT / "tests" / test).exists()] == []


@pytest.mark.parametrize(
    ("place", "old", "new", "before", "after"),
    [
        ("LIMIT", "3", "4", "3  #", "(4)  #"),
        (
            "Clock",
            "A <= LIMIT - 1",
            "A < LIMIT - 1",
            "self.left <= (LIMIT  # π\n                - 1)",
            "(self.left < LIMIT - 1)",
        ),
        ("Clock.start", "log(1, *A, end=B)", "log(*A, end=B + 1)", "log(1, 2, end=3)", "(log(2, end=3 + 1))"),
        ("Clock", "end=A", "end=A + 1", "end=3", "end=(3 + 1)"),
        ("Clock", "if A: log(*B, end=C)", "pass", SOURCE[SOURCE.index("if") : SOURCE.index("return f") - 9], "pass"),
        ("Clock", "log(*A, end=3)", "del names", "log(1, 2, end=3)", "del names"),
        ("start", "f'{A}: {names}'", "A", 'f"{self.left}: {names}"', "(self.left)"),
        ("start", "names", "names[0]", 'f"{self.left}: {names}"', "(f'{self.left}: {names[0]}')"),
    ],
)
def test_a_mutation_replaces_one_piece_of_a_function(place: str, old: str, new: str, before: str, after: str) -> None:
    assert SOURCE.count(before) == 1
    assert mutated(SOURCE, place, old, new) == SOURCE.replace(before, after)


@pytest.mark.parametrize(
    ("place", "old", "sentence"),
    [
        ("stop", "LIMIT", "there is no stop"),
        ("start", "LIMIT - 1", "'LIMIT - 1' stands 2 times in start"),
        ("Clock", "log(A, 2)", "'log(A, 2)' stands 0 times in Clock"),
        ("Clock", "A - A", "'A - A' stands 0 times in Clock"),
    ],
)
def test_an_ambiguous_or_missing_piece_is_an_error(place: str, old: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        mutated(SOURCE, place, old, "0")
