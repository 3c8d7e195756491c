"""The file of an assignment: every error names its line."""

from pathlib import Path

import pytest

from spielbaum.errors import InputError
from spielbaum.grading.assignment import Limits
from spielbaum.grading.reading import read_assignment
from submitting import RULES, written


def read(folder: Path, text: str) -> object:
    return read_assignment(written(folder, {"a.toml": text}) / "a.toml")


def test_an_assignment_has_tests_names_and_limits(tmp_path: Path) -> None:
    text = f'{RULES}\n[names]\nactions = "zuege"\n[limits]\nseconds = 2.5\n'
    asked = read_assignment(written(tmp_path, {"a.toml": text}) / "a.toml")
    (test,) = asked.tests
    assert (test.name, test.kind, test.points, test.options) == ("rules", "rules", 4, {"against": "tic-tac-toe"})
    assert (asked.title, asked.names, test.limits) == ("Rules", {"actions": "zuege"}, Limits(seconds=2.5))
    assert asked.only("rules") == asked
    with pytest.raises(InputError, match="unknown test 'rule': did you mean 'rules'"):
        asked.only("rule")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: test: an assignment has at least one test"),
        ("titel = 1", "unknown key 'titel': did you mean 'title'"),
        (RULES.replace('kind = "rules"', 'kind = "rule"'), "test: unknown kind of test 'rule': did you mean 'rules'"),
        (RULES.replace('kind = "rules"', ""), "each test has a kind"),
        (RULES.replace("4", "-1"), "points must be at least 0, not -1"),
        (RULES.replace("4", '"four"'), "points must be a number, not 'four'"),
        (RULES.replace('"tic-tac-toe"', '"tic-toe"'), "unknown game 'tic-toe'"),
        (RULES.replace("against", "agianst"), "unknown key 'agianst': did you mean 'against'"),
        (RULES + RULES.replace('title = "Rules"', ""), "two tests have the name 'rules'"),
        (RULES + "[limits]\nsecond = 1", "unknown key 'second': did you mean 'seconds'"),
        (RULES + "[limits]\nstates = 0", "states must be a number above 0, not 0"),
        (RULES + "[names]\nactions = 1", "actions must be a text, not 1"),
        ("test = 1", "it must be a table, not 1"),
        ("[[test]]\nkind = 1", "kind must be a text, not 1"),
    ],
)
def test_errors_name_the_line(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert sentence in str(error.value)
    assert "a.toml, line " in str(error.value)
