"""Apply the seeded faults one at a time to a copy of the tree, and report which tests catch them.

::

    python tests/faults/run.py RESULTS.jsonl                     # every fault: the quick tier, then the usual one
    python tests/faults/run.py RESULTS.jsonl --tiers quick       # the quick tier alone
    python tests/faults/run.py RESULTS.jsonl --tests tests       # the whole suite for each
    python tests/faults/run.py RESULTS.jsonl --only pvs elo      # faults whose names begin so
    python tests/faults/run.py RESULTS.jsonl --again survived    # those that survived, once more

A line of RESULTS is one fault; the last line of each counts, and what is decided is not run again. The tree itself is
never changed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from faults import FAULTS, ROOT, Fault

COPIED = ("src", "tests", "docs", "examples", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md", "mkdocs.yml")
OUTCOMES = {0: "survived", 1: "caught", 5: "survived"}
"""What exit codes of pytest mean: all passed, some failed, none belongs to the tier."""

COMPILERS = ("kernel.", "compiler.")
"""Packages whose faults make wrong kernels of sound sources."""


def copy_tree(target: Path) -> None:
    """Copy what the tests need."""
    without = shutil.ignore_patterns("__pycache__", ".*_cache")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=without)
        elif source.exists():
            shutil.copy(source, target / name)


def run(fault: Fault, tree: Path, options: Sequence[str], tiers: Sequence[str], patience: float) -> dict[str, Any]:
    """Run the tests of one tier after the other on a copy with a fault, until one catches it."""
    path, start = tree / fault.path, time.monotonic()
    before = path.read_text(encoding="utf-8")
    path.write_text(fault.apply(before), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), os.environ.get("PYTHONPATH", "")])}
    if fault.place.startswith(COMPILERS):
        environment["SPIELBAUM_CACHE_DIR"] = str(tree / "kernels" / fault.name)
    try:
        for tier in tiers:
            outcome, by = _tested([f"--tier={tier}", *options], tree, environment, patience)
            if outcome != "survived":
                break
    finally:
        path.write_text(before, encoding="utf-8")
    seconds = round(time.monotonic() - start, 1)
    outcome = f"caught by {tier}" if outcome == "caught" else outcome
    return {"fault": fault.name, "outcome": outcome, "by": by[:200], "seconds": seconds, "what": fault.what}


def _tested(options: Sequence[str], tree: Path, environment: dict[str, str], patience: float) -> tuple[str, str]:
    """Return whether the tests fail, and the reason; without an end it is undecided, for the machine may be busy."""
    limited = ["-p", "no:cacheprovider", "--timeout-method=thread"]  # a kernel without end catches no signal
    command = [sys.executable, "-m", "pytest", "-x", "-q", *limited, *options]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired:
        return "undecided", f"no end after {patience:.0f} s"
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED tests", "ERROR tests"))]
    if failed or done.returncode < 0:
        return "caught", failed[0] if failed else f"signal {-done.returncode}"
    return OUTCOMES.get(done.returncode, "undecided"), (lines or done.stderr.splitlines() or [""])[-1]


def main() -> None:
    """Run what is undecided, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="a file of JSON lines, which grows")
    parser.add_argument("--tiers", nargs="+", default=["quick", "usual"], help="the tiers, the cheapest first")
    parser.add_argument("--tests", nargs="+", default=[], help="files and folders instead of those of the fault")
    parser.add_argument("--only", nargs="+", default=[""], help="how the names of the faults begin")
    parser.add_argument("--again", nargs="+", default=[], help="outcomes and names that are not known any more")
    parser.add_argument("--workers", default="0", help="processes of pytest besides the first")
    parser.add_argument("--patience", type=float, default=900, help="seconds for one tier of one fault")
    asked = parser.parse_args()
    faults = [fault for fault in FAULTS if fault.name.startswith(tuple(asked.only))]
    lines = asked.results.read_text(encoding="utf-8").splitlines() if asked.results.exists() else []
    known = {line["fault"]: line for line in map(json.loads, lines)}
    forgotten = {"undecided", *asked.again}
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        for fault in sorted(faults, key=lambda fault: len(fault.tests)):
            if fault.name in known and not forgotten & {fault.name, known[fault.name]["outcome"]}:
                continue
            options = ["-n", asked.workers, *(asked.tests or [f"tests/{test}" for test in fault.tests])]
            known[fault.name] = run(fault, Path(folder), options, asked.tiers, asked.patience)
            with asked.results.open("a", encoding="utf-8") as results:
                results.write(json.dumps(known[fault.name]) + "\n")
            print(json.dumps(known[fault.name]), flush=True)
    for outcome, count in Counter(known[fault.name]["outcome"] for fault in faults).most_common():
        print(f"{outcome}: {count} of {len(faults)}")


if __name__ == "__main__":
    main()
