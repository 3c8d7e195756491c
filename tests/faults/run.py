"""Apply the seeded faults one at a time to a copy of the tree, and tell which of them the tests catch.

::

    python tests/faults/run.py RESULTS.jsonl                     # every fault, the usual tests that should catch it
    python tests/faults/run.py RESULTS.jsonl --tier quick        # the quick ones alone
    python tests/faults/run.py RESULTS.jsonl --tests tests       # the whole suite for each
    python tests/faults/run.py RESULTS.jsonl --only pvs elo      # faults whose name begins so

A line of RESULTS is one fault; those that are there already are not run again. The tree itself is never changed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from faults import FAULTS, Fault

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "docs", "examples", "benchmarks", "pyproject.toml", "README.md", "CHANGELOG.md", "mkdocs.yml")
CAUGHT, SURVIVED = 1, 0
"""Exit codes of pytest: a test failed, or none did."""


def copy_tree(target: Path) -> None:
    """Copy what the tests need."""
    without = shutil.ignore_patterns("__pycache__", ".*_cache")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=without)
        elif source.exists():
            shutil.copy(source, target / name)


def apply(fault: Fault, tree: Path) -> str:
    """Make a fault in a copy, and return the file as it was."""
    path = tree / "src" / "spielbaum" / fault.path
    text = path.read_text(encoding="utf-8")
    if text.count(fault.old) != 1:
        raise SystemExit(f"{fault.name}: its old text stands {text.count(fault.old)} times in {fault.path}")
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    return text


def run(fault: Fault, tree: Path, tests: Sequence[str], options: Sequence[str], patience: float) -> dict[str, Any]:
    """Run tests on a copy with a fault; a run that does not end in time is undecided, for the machine may be busy."""
    before = apply(fault, tree)
    folders = list(tests) or [f"tests/{folder}" for folder in fault.tests]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options, *folders]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tree / "src"), os.environ.get("PYTHONPATH", "")])}
    if fault.path.startswith("kernel/"):  # wrong kernels are kept for nobody else
        environment["SPIELBAUM_CACHE_DIR"] = str(tree / "kernels" / fault.name)
    start, last, outcome = time.monotonic(), "", "undecided"
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True, timeout=patience, check=False
        )
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        last = failed[0] if failed else (done.stdout.splitlines() or [""])[-1]
        outcome = {CAUGHT: "caught", SURVIVED: "survived"}.get(done.returncode, "caught" if failed else "error")
    except subprocess.TimeoutExpired:
        last = f"no end after {patience:.0f} s"
    finally:
        (tree / "src" / "spielbaum" / fault.path).write_text(before, encoding="utf-8")
    seconds = round(time.monotonic() - start, 1)
    return {"fault": fault.name, "outcome": outcome, "by": last[:200], "seconds": seconds, "what": fault.what}


def chosen(only: Iterable[str]) -> list[Fault]:
    """Return the faults whose names begin with one of the words; without a word all."""
    words = tuple(only)
    return [fault for fault in FAULTS if not words or fault.name.startswith(words)]


def main() -> None:
    """Run what is not in the file yet, and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="a file of JSON lines, which grows")
    parser.add_argument("--tier", help="the tier of the tests")
    parser.add_argument("--tests", nargs="+", default=[], help="files and folders instead of those of the fault")
    parser.add_argument("--only", nargs="+", default=[], help="how the names of the faults begin")
    parser.add_argument("--workers", default="2", help="processes of pytest")
    parser.add_argument("--patience", type=float, default=1200, help="seconds for one fault")
    asked = parser.parse_args()
    lines = asked.results.read_text(encoding="utf-8").splitlines() if asked.results.exists() else []
    known = {line["fault"]: line for line in map(json.loads, lines)}
    options = ["-n", asked.workers, *([f"--tier={asked.tier}"] if asked.tier else [])]
    faults = chosen(asked.only)
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        for fault in faults:
            if fault.name not in known or known[fault.name]["outcome"] == "undecided":
                known[fault.name] = run(fault, Path(folder), asked.tests, options, asked.patience)
                with asked.results.open("a", encoding="utf-8") as results:
                    results.write(json.dumps(known[fault.name]) + "\n")
                print(json.dumps(known[fault.name]), flush=True)
    caught = sum(known[fault.name]["outcome"] == "caught" for fault in faults)
    print(f"{caught} of {len(faults)} caught")


if __name__ == "__main__":
    main()
