"""Mutants of the corpus, graded: which diagnosis each of them gets."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from mutants import REMARKS, Mutant, Solution, solutions
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.collecting import collect
from spielbaum.grading.diagnosis import Verdict
from spielbaum.grading.kinds import kind_of
from spielbaum.grading.runner import grade
from spielbaum.grading.submission import Submission
from spielbaum.grading.verdicts import Verdicts


@dataclass(frozen=True)
class Graded:
    """A mutant and the verdict of the test that it must fail."""

    mutant: Mutant
    verdict: Verdict

    @property
    def code(self) -> str:
        """The first diagnosis; empty if there is none."""
        return self.verdict.diagnoses[0].code if self.verdict.diagnoses else ""

    @property
    def told(self) -> bool:
        """Whether the diagnosis is right; a mutant that is right in another style must pass."""
        if self.mutant.operator in REMARKS:
            return self.verdict.passed
        return self.code in self.mutant.codes and (not self.verdict.passed or self.mutant.operator == "prints")

    @property
    def called_right(self) -> bool:
        """Whether a wrong mutant passes; one that prints passes with a remark."""
        return self.verdict.passed and not self.told

    def __str__(self) -> str:
        words = "; ".join(
            f"{one.code}: {one.sentence} {str(one.detail or '')[-160:]}" for one in self.verdict.diagnoses
        )
        wanted = "/".join(self.mutant.codes)
        return f"{self.mutant.name} (line {self.mutant.line}), wanted {wanted}, got {words or 'nothing'}"


def graded(found: Iterable[Mutant], jobs: int = 1) -> Iterator[Graded]:
    """Yield the mutants with their verdicts; each runs the one test that it must fail."""

    def group(mutant: Mutant) -> tuple[str, str]:
        return mutant.original, mutant.role

    with TemporaryDirectory() as folder:
        for (name, role), members in groupby(sorted(found, key=group), key=group):
            files = {Path(folder) / f"{mutant.name}.py": mutant for mutant in members}
            for path, mutant in files.items():
                path.write_text(mutant.text, encoding="utf-8")
            verdicts = verdicts_of(name, role, list(files), jobs)
            for path, mutant in files.items():
                yield Graded(mutant, verdicts[path.stem])


def verdicts_of(name: str, role: str, paths: Sequence[Path], jobs: int = 1) -> dict[str, Verdict]:
    """Return the verdicts of one test of a solution's assignment on some files, by their names."""
    asked = next(solution for solution in solutions() if solution.name == name).assignment(role)
    with Verdicts(None) as verdicts:
        grades = grade(asked, collect(paths, asked), jobs=jobs, verdicts=verdicts)
    return {student.name: student.outcomes[0].verdict for student in grades.students}


def verdict_here(solution: Solution, test: TestSpec, path: Path) -> Verdict:
    """Return the verdict of one test on a file that does no harm, in this process."""
    verdict: Verdict = kind_of(test).run(test, Submission(path, solution.assignment().names), 57)
    return verdict
