"""How well `spielbaum grade` tells what is wrong: right solutions, mutants of them, and the time of a class.

    python benchmarks/grading.py                      # ten right solutions, 200 mutants, 30 submissions
    python benchmarks/grading.py --mutants 0          # all mutants, about a thousand
    python benchmarks/grading.py --only stack klassen # of some solutions

It prints every mutant whose diagnosis is not the one of its operator.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from differing import wrong_mutants
from graded import graded, verdicts_of
from mutants import REMARKS, sample, solutions

EXERCISE = ROOT / "examples" / "courses" / "tic-tac-toe"


def right_ones(only, jobs):
    for solution in solutions():
        if only and solution.name not in only:
            continue
        for test in solution.assignment().tests:
            verdict = verdicts_of(solution.name, test.name, [solution.path], jobs)[solution.name]
            words = "; ".join(f"{one.code}: {one.sentence}" for one in verdict.diagnoses)
            print(f"{'right' if verdict.passed else 'WRONG':6}{solution.name:14}{test.name:12}{words}")


def wrong_ones(only, number, jobs, seed):
    found, equivalent = [], 0
    for solution in solutions():
        if not only or solution.name in only:
            wrong, alike = wrong_mutants(solution)
            found += wrong
            equivalent += alike
    chosen = sample(found, number or len(found), seed)
    begin = time.perf_counter()
    results = list(graded(chosen, jobs))
    wrong = [one for one in results if one.mutant.operator not in REMARKS]
    for one in results:
        if not one.told:
            print(f"{'PASSED ' if one.called_right else ''}{one}")
    missed = Counter(one.mutant.operator for one in results if not one.told)
    print("not told, by operator:", dict(missed.most_common()))
    print(
        f"{len(found)} mutants, besides {equivalent} that behave like their original; {len(wrong)} of them graded: "
        f"{sum(one.told for one in wrong) / max(1, len(wrong)):.1%} with the right diagnosis, "
        f"{sum(one.called_right for one in wrong)} called right; {len(results) - len(wrong)} right in another style, "
        f"{sum(one.told for one in results if one not in wrong)} called right; {time.perf_counter() - begin:.0f} s"
    )


def class_of(number, jobs):
    """Grade as many submissions of the exercise: the model solution, and those with mistakes, again and again."""
    texts = [path.read_text() for path in [EXERCISE / "solution.py", *sorted((EXERCISE / "submissions").glob("*.py"))]]
    with TemporaryDirectory() as folder:
        for i in range(number):
            Path(folder, f"student{i:02}.py").write_text(texts[i % len(texts)])
        command = [
            sys.executable,
            "-m",
            "spielbaum",
            "grade",
            folder,
            "--assignment",
            str(EXERCISE / "assignment.toml"),
        ]
        begin = time.perf_counter()
        done = subprocess.run([*command, "--jobs", str(jobs), "--json"], capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - begin
    points = Counter(one["points"] for one in json.loads(done.stdout)["submissions"])
    print(f"{number} submissions of the exercise: {seconds:.1f} s with {jobs} jobs; points {dict(points)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=200, help="how many; 0 for all")
    parser.add_argument("--only", nargs="*", default=[], help="names of solutions")
    parser.add_argument("--seed", type=int, default=57)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--parts", nargs="*", default=["right", "wrong", "class"])
    given = parser.parse_args()
    if "right" in given.parts:
        right_ones(given.only, given.jobs)
    if "wrong" in given.parts:
        wrong_ones(given.only, given.mutants, given.jobs, given.seed)
    if "class" in given.parts:
        class_of(30, given.jobs)


if __name__ == "__main__":
    main()
