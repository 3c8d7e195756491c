"""Right solutions in ten styles are called right; mutants of them are told by what is wrong with them."""

from pathlib import Path

import pytest

from differing import wrong_mutants
from graded import Graded, graded, verdict_here, verdicts_of
from mutants import REMARKS, Solution, mutants, sample, solutions

BY_DAY = ("negamax-sign", "win-missing", "terminal-after-depth", "evaluation-side")


def name_of(solution: Solution) -> str:
    return solution.name


@pytest.mark.parametrize("solution", solutions(), ids=name_of)
def test_a_search_in_any_style_is_right(solution: Solution) -> None:
    (test,) = solution.assignment("alpha-beta").tests
    assert verdict_here(solution, test, solution.path).passed


@pytest.mark.long
@pytest.mark.parametrize("solution", solutions(), ids=name_of)
def test_a_right_solution_is_called_right(solution: Solution) -> None:
    for test in solution.assignment().tests:
        verdict = verdicts_of(solution.name, test.name, [solution.path])[solution.name]
        assert (test.name, verdict.passed, verdict.share) == (test.name, True, 1.0)


def test_a_mistake_is_told_by_its_name(tmp_path: Path) -> None:
    (solution,) = (one for one in solutions() if one.name == "klassen")
    chosen = sample([mutant for mutant in mutants(solution) if mutant.operator in BY_DAY], len(BY_DAY))
    assert {mutant.operator for mutant in chosen} == set(BY_DAY)
    for mutant in chosen:
        path = tmp_path / f"{mutant.operator}.py"
        path.write_text(mutant.text, encoding="utf-8")
        (test,) = solution.assignment(mutant.role).tests
        one = Graded(mutant, verdict_here(solution, test, path))
        assert one.told, str(one)
        assert one.verdict.share < 1


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_two_hundred_mutants_are_told_by_their_names() -> None:
    found = [mutant for solution in solutions() for mutant in wrong_mutants(solution)[0]]
    results = list(graded(sample([mutant for mutant in found if mutant.operator not in REMARKS], 200)))
    missed = [str(one) for one in results if not one.told]
    assert [str(one) for one in results if one.called_right] == []
    assert len(missed) <= 0.05 * len(results), "\n".join(missed)


@pytest.mark.long
def test_what_is_right_in_another_style_passes() -> None:
    found = [mutant for solution in solutions() for mutant in mutants(solution) if mutant.operator in REMARKS]
    assert [str(one) for one in graded(found) if not one.verdict.passed] == []
