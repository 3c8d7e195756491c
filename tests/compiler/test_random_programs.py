"""Random programs in natural Python give the same results compiled and interpreted."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiled_alone import compiled_alone
from random_programs import LEAVES, RULES, STATEMENTS, Program, entry_of, outcome, write_program
from tiers import at_night

BOARD = (0, 1, 2, 3, 0, 1, 1, 0, 2)
ARGUMENTS = ((0, 1, BOARD), (5, -3, BOARD[::-1]), (-17, 40, (3,) * 9))
PARTS = 4
"""By night they are tried one after the other, 10,000 programs in all."""


@st.composite
def programs(draw: Any) -> Program:
    return write_program(draw(st.randoms(use_true_random=False)))


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS)]])
@pytest.mark.timeout(3600)
def test_a_program_gives_the_same_compiled(part: int) -> None:
    @given(program=programs(), level=st.sampled_from([0, 0, 0, 1]))
    @settings(max_examples=10_000 // PARTS if at_night() else 40, deadline=None)
    def same(program: Program, level: int) -> None:
        entry = entry_of(program.text)
        compiled = compiled_alone(entry, *ARGUMENTS[0], level=level)
        for arguments in ARGUMENTS:
            assert outcome(compiled, *arguments) == outcome(entry, *arguments)

    same()


@pytest.mark.long
def test_programs_run_in_the_interpreter_and_use_every_construct() -> None:
    used: Counter[str] = Counter()
    results = []
    for seed in range(400):
        program = write_program(Random(seed))
        used.update(program.used)
        results += [outcome(entry_of(program.text), *arguments) for arguments in ARGUMENTS]
    templates = [(kind, text) for rules in (RULES, LEAVES) for kind in rules for text in rules[kind]]
    unused = {f"{kind}: {text}" for kind, text in templates if "<var" not in text} - set(used)
    assert not unused
    assert {f"statement: {name}" for name in STATEMENTS} <= set(used)
    values = [result for result in results if not isinstance(result, type)]
    assert len(set(values)) > len(results) // 2
    assert 10 < len(results) - len(values) < len(results) // 5
