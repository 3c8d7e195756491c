"""Random programs in natural Python give the same results compiled and interpreted."""

from collections import Counter
from random import Random

from random_programs import LEAVES, RULES, STATEMENTS, entry_of, outcome, write_program

BOARD = (0, 1, 2, 3, 0, 1, 1, 0, 2)
ARGUMENTS = ((0, 1, BOARD), (5, -3, BOARD[::-1]), (-17, 40, (3,) * 9))


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
