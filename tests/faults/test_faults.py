"""The seeded faults still fit the tree."""

from pathlib import Path

from faults import FAULTS

ROOT = Path(__file__).parents[2]


def test_every_fault_stands_once_in_the_tree_and_has_a_name_of_its_own() -> None:
    for fault in FAULTS:
        text = (ROOT / "src" / "spielbaum" / fault.path).read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, fault
        assert fault.old != fault.new, fault
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 60


def test_the_tests_of_every_fault_are_there() -> None:
    assert [fault.name for fault in FAULTS for test in fault.tests if not (ROOT / "tests" / test).exists()] == []
