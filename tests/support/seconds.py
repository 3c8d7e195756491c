"""How long the tests of each file take, so that the longest start first.

After ``python -m pytest -n auto --junitxml=report.xml``, ``python tests/support/seconds.py report.xml`` writes it down.
"""

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

NOTED = Path(__file__).with_suffix(".txt")
LEAST = 3
"""Files that take fewer seconds are not written down."""


def seconds_of_files() -> dict[str, int]:
    """Return the seconds of the files that take longest."""
    lines = NOTED.read_text(encoding="utf-8").splitlines()
    return {file: int(seconds) for seconds, file in map(str.split, lines)}


def note(report: str) -> None:
    """Write down the seconds of a report of pytest."""
    taken: defaultdict[str, float] = defaultdict(float)
    for case in ElementTree.parse(report).iter("testcase"):
        taken[case.attrib["classname"].replace(".", "/") + ".py"] += float(case.attrib["time"])
    longest_first = sorted(taken.items(), key=lambda one: -one[1])
    lines = [f"{round(seconds):3} {file}\n" for file, seconds in longest_first if round(seconds) >= LEAST]
    NOTED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    note(sys.argv[1])
