"""Typical mistakes in a first game: one sentence that says what is wrong, from every command."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Write = Callable[..., str]

COMMANDS = (
    ("show",), ("analyze",), ("analyze", "--seconds", "0.05"), ("solve",), ("perft", "--depth", "3"),
    ("compare", "--depth", "3", "--algorithms", "minimax,alpha-beta"), ("tree", "--depth", "3"),
    ("play", "--seats", "human,random"), ("check", "--games", "20"),
)  # fmt: skip

UNCOMPILED = (("show",), ("analyze",), ("tree", "--depth", "3"), ("play", "--seats", "human,random"))
"""The mistakes that are tried with compiled games; most are reported before anything is compiled."""

ACTIONS = "    yield 1\n    yield 2\n"
RESULT = "    return State(state.count + action, 1 - state.to_move)\n"
UTILITY = "return (-1, 1) if state.to_move == 0 else (1, -1)"
LAST = "zero_sum=True)"

MISTAKES: dict[str, tuple[str, str, str]] = {
    # mistake: old text, new text, message of analyze
    "floats as actions": (ACTIONS, "    return [1.0, 2.0]\n", "returns the action 1.0, not a whole number"),
    "strings as actions": (ACTIONS, "    yield 'a'\n", "returns the action 'a', not a whole number"),
    "text in an action": (ACTIONS, "    yield (0, 'a')\n", "whose field 2 is 'a', not a whole number, True, False or"),
    "a number after a tuple": (ACTIONS, "    yield (0, 1)\n    yield 1\n", "returns the action 1, not a tuple"),
    "a tuple after a number": (ACTIONS, "    yield 1\n    yield (0, 1)\n", "returns the action (0, 1), not a whole"),
    "tuples of two lengths": (ACTIONS, "    yield (0, 1)\n    yield (1,)\n", "(1,), which has not 2 fields as"),
    "None as an action": (ACTIONS, "    yield None\n", "returns the action None"),
    "actions that return nothing": (ACTIONS, "    pass\n", "returns None, not actions: it must yield whole numbers"),
    "actions that return a number": (ACTIONS, "    return 2\n", "returns 2, not actions"),
    "an action twice": (ACTIONS, "    yield 1\n    yield 1\n", "returns the action 1 twice"),
    "no action": (ACTIONS, "    return iter(())\n", "returns no action for a state that is not terminal"),
    "actions without end": (ACTIONS, "    while True:\n        yield 1\n", "returns more than 1,048,576 actions"),
    "an action of many bits": (ACTIONS, "    yield 1 << 70\n", "which does not fit into 64 bits"),
    "random actions": (ACTIONS, "    yield __import__('random').randrange(2**40)\n", "on a second call"),
    "actions that raise": (ACTIONS, "    yield 1 // 0\n", "raises ZeroDivisionError: integer division"),
    "a StopIteration": (ACTIONS, "    yield next(iter(()))\n", "raises StopIteration"),
    "no result": (RESULT, "    pass\n", "returns None for action 1, not a State like the previous state"),
    "a tuple as a result": (
        RESULT,
        "    return (state.count + action, 1)\n",
        "returns (1, 1) for action 1, not a State",
    ),
    "a list as a result": (RESULT, "    return [state.count + action, 1]\n", "returns [1, 1] for action 1"),
    "a dictionary as a result": (RESULT, "    return {}\n", "returns {} for action 1"),
    "a random result": (
        RESULT,
        "    return State(__import__('random').randrange(6, 2**40), 1)\n",
        "returns another state for action 1 on a second call",
    ),
    "a state that is assigned to": (RESULT, "    state.count = 1\n", "raises AttributeError"),
    "a name that is misspelt": (RESULT, "    return State(state.cuont, 1)\n", "has no attribute 'cuont'"),
    "a program that exits": (RESULT, "    raise SystemExit(3)\n", "raises SystemExit: 3"),
    "a failed assertion": (RESULT, "    assert action == 7, 'seven'\n", "raises AssertionError: seven"),
    "utility of wrong length": (UTILITY, "return (1, -1, 0)", "returns (1, -1, 0), not a tuple of 2 numbers"),
    "one number as utility": (UTILITY, "return 1", "returns 1, not a tuple of 2 numbers, one for each player"),
    "no utility": (UTILITY, "pass", "returns None, not a tuple of 2 numbers"),
    "words as utility": (UTILITY, "return ('win', 'loss')", "'win' is not a number"),
    "utility that is not a number": (UTILITY, "return (float('nan'), 0)", "nan is not finite"),
    "utility of 400 digits": (UTILITY, "return (10**400, -10**400)", "utility in race.py, line 17, returns"),
    "a sum that is not zero": (UTILITY, "return (1, 1)", "returns (1, 1), and the game states zero_sum=True"),
    "a word for whether it ended": ("return state.count >= 5", "return 'no'", "returns 'no', not True or False"),
    "players from 1": ("return state.to_move", "return state.to_move + 1", "returns 2, not a player from 0 to 1"),
    "no player": ("return state.to_move", "pass", "returns None, not a player from 0 to 1"),
    "a player's name": ("return state.to_move", "return 'first'", "returns 'first', not a player from 0 to 1"),
    "no start": ("return State(0, 0)", "pass", "None"),
    "a list as a state": ("return State(0, 0)", "return [0, 0]", "a"),
    "a start that raises": ("return State(0, 0)", "raise ValueError('x')", "raises ValueError: x"),
    "a start with a parameter": (
        "def initial():",
        "def initial(size):",
        "initial is called as initial(), which",
    ),
    "actions of two": ("def actions(state):", "def actions(state, player):", "missing a required argument: 'player'"),
    "a result of one": (
        "def result(state, action):",
        "def result(action):",
        "called as result(state, action)",
    ),
    "a class as a function": ("initial=initial", "initial=State", "missing a required argument: 'count'"),
    "an evaluation of one number": (
        "return (state.count, -state.count) if",
        "return 1 if True else (0, 0) if",
        "lead in race.py, line 18, returns 1, not a tuple of 2 numbers",
    ),
    "an order of None": (
        LAST,
        "zero_sum=True, hints=SearchHints(order=lambda s, a: None))",
        "returns None, not a number",
    ),
    "a key of text": (LAST, "zero_sum=True, hints=SearchHints(key=str))", "str, returns"),
    "bounds of one number": (
        LAST,
        "zero_sum=True, hints=SearchHints(bounds=lambda s: 1))",
        "not the least and the largest reachable utility",
    ),
    "actions without texts": (LAST, "zero_sum=True, notation=Notation(format_action=lambda s, a: a))", "not a text"),
    "states without texts": (
        LAST,
        "zero_sum=True, notation=Notation(format_state=lambda s: None))",
        "returns None, not a text",
    ),
    "a default that can change": ("def actions(state):", "def actions(state, seen=[]):\n    seen.append(1)", "seen=["),
    "an annotation of nothing": ("count: int", "count: 'Count'", "the annotations of State cannot be read"),
    "no end of the file": ("utility=utility, ", "utility=", "SyntaxError"),
}
ONLY_COMPILED = {"a default that can change", "an annotation of nothing", "a list as a state", "no start"} | {
    f"a {kind} as a result"
    for kind in ("tuple", "list", "dictionary")  # interpreted, states may be of several kinds
}


@pytest.mark.parametrize("compiled", ["True", pytest.param("False", marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_one_sentence(
    spielbaum: Run, race: Write, monkeypatch: pytest.MonkeyPatch, what: str, compiled: str
) -> None:
    old, new, says = MISTAKES[what]
    path = race(old, new)
    text = Path(path).read_text(encoding="utf-8").replace("zero_sum=True", f"zero_sum=True, compiled={compiled}")
    Path(path).write_text(text, encoding="utf-8")
    for command in COMMANDS if compiled == "False" else UNCOMPILED:
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n2\n1\n2\n1\nq\n"))
        answer = spielbaum(command[0], path, *command[1:])
        assert "fault of Spielbaum" not in answer.err, (command, answer)
        assert "Traceback" not in answer.err, (command, answer)
        assert answer.code in (0, 1, 2), (command, answer)
        assert answer.err.count("\n") == (answer.code == 2), (command, answer)
        if command == ("analyze",) and (compiled == "True" or what not in ONLY_COMPILED):
            assert answer.code == 2, answer
            assert says in answer.err


@pytest.mark.parametrize("name", ["random", "queue", "decimal", "typing", "numbers"])
def test_a_file_named_like_a_module_of_python(spielbaum: Run, race: Write, tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(Path(race()).read_text(encoding="utf-8"), encoding="utf-8")
    assert spielbaum("analyze", str(path), "--depth", "2", "--json").code == 0


def test_a_module_that_imports_the_game_in_turn(spielbaum: Run, race: Write, tmp_path: Path) -> None:
    path = race("from typing import NamedTuple\n", "from typing import NamedTuple\nimport helper_of_race\n")
    (tmp_path / "helper_of_race.py").write_text("from race import game\n", encoding="utf-8")
    answer = spielbaum("show", path)
    assert (answer.code, answer.err.count("\n")) in ((0, 0), (2, 1))
    assert "Traceback" not in answer.err


@pytest.mark.slow
@pytest.mark.parametrize("command", [("analyze",), ("solve",), ("compare", "--algorithms", "minimax"), ("tree",)])
def test_a_field_beyond_64_bits_is_refused(spielbaum: Run, race: Write, command: tuple[str, ...]) -> None:
    path = race(RESULT, "    return State((state.count + action) << 30, 1 - state.to_move)\n")
    text = Path(path).read_text(encoding="utf-8").replace("state.count >= 5", "state.count >= 2**80")
    text = text.replace("state.count, -state.count", "0, 0").replace("-state.count, state.count", "0, 0")
    Path(path).write_text(text, encoding="utf-8")
    answer = spielbaum(command[0], path, *command[1:])
    assert (answer.code, answer.out) == (2, "")
    assert "result in race.py, line 14: field count of State is 1" in answer.err
    assert "which does not fit into 64 bits" in answer.err
    assert "compiled=False on the game (after 1 1 1)" in answer.err


@pytest.mark.slow
@pytest.mark.interpreted
def test_many_actions_are_reported_at_once(spielbaum: Run) -> None:
    answer = spielbaum("check", "random-tree:branching=5000,depth=1", "--games", "1")
    assert answer.code == 0
    assert answer.out.startswith("  note    there are more than 4,096 actions at the start")
