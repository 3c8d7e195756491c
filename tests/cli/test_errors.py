"""Bad input: one clear sentence on stderr, nothing on stdout, exit code 2, no traceback."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spielbaum.cli import app
from spielbaum.errors import SearchInterruptedError

Run = Callable[..., Any]
Write = Callable[..., str]


def sentence(answer: Any) -> str:
    """Return the one sentence of a refusal."""
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("spielbaum: ")
    assert answer.err.endswith("\n")
    assert answer.err.count("\n") == 1, answer.err
    assert "Traceback" not in answer.err
    return str(answer.err)


BAD: tuple[tuple[str, str], ...] = (
    # arguments, separated by |, and what the sentence says
    ("show|tic-tak-toe", "unknown game 'tic-tak-toe': did you mean 'tic-tac-toe'?"),
    ("analyze|conect-four", "did you mean 'connect-four'?"),
    ("bench|nothing", "unknown game 'nothing'"),
    ("show|tic-tac-toe:ordre=rows", "unknown option of game 'tic-tac-toe' 'ordre': did you mean 'order'?"),
    ("show|tic-tac-toe:order=edges", "option 'order' of game 'tic-tac-toe' must be one of rows, centre, not 'edges'"),
    ("show|connect-four:width=six", "option 'width' of game 'connect-four' must be a whole number, not 'six'"),
    ("show|connect-four:width=12,height=10", "width * (height + 1) must not exceed 128, and 12 * 11 does"),
    ("show|connect-four:width=6,width=7", "option 'width' is given twice"),
    ("show|mnk:line=4", "a line of 4 does not fit"),
    ("show|nim:heaps=3-x", "write 1 to 10 heaps"),
    ("show|", "cannot read ''"),
    ("analyze|nim|--algorithm|alpha-betta", "unknown algorithm 'alpha-betta': did you mean 'alpha-beta"),
    ("analyze|nim|--algorithm|alpha-beta:fial=hard", "option of algorithm 'alpha-beta' 'fial': did you mean 'fail'?"),
    (
        "analyze|nim|--algorithm|alpha-beta:fail=medium",
        "option 'fail' of algorithm 'alpha-beta' must be one of soft, hard",
    ),
    ("analyze|nim|--algorithm|alpha-beta(fail=hard", "cannot read 'alpha-beta(fail=hard'"),
    ("compare|nim|--algorithms|minimax,maximin", "unknown algorithm 'maximin'"),
    ("compare|nim|--algorithms|", "algorithm"),
    ("analyze|tic-tac-toe|--evaluation|closed-lines", "unknown evaluation of 'tic-tac-toe' 'closed-lines'"),
    ("analyze|nim|--evaluation|heaps", "unknown evaluation of 'nim' 'heaps'"),
    ("analyze|mnk:players=3|--algorithm|alpha-beta", "alpha-beta is for two players, mnk:players=3 has 3"),
    ("analyze|tic-tac-toe|--position|XXXXX....", "5 crosses and 0 noughts: neither side can be two stones ahead"),
    ("show|tic-tac-toe|--position|XOXOXOXOXO", "write nine squares row by row"),
    ("show|connect-four|--position|......./......./......./......./......./XX.....", "of 2 stones"),
    ("show|mnk|--position|XX./.../...", "of 2 stones X owns 1, not 2"),
    ("show|tic-tac-toe|--position|", "write nine squares"),
    ("show|tic-tac-toe|--position|{", "position '{': "),
    ('show|tic-tac-toe|--position|{"crosses": 1}', "exactly the fields crosses, noughts, to_move"),
    ("show|tic-tac-toe|--position|.........|--to-move|Z", "no player 'Z' in tic-tac-toe: there is X, O"),
    ("show|tic-tac-toe|--to-move|X", "--to-move goes with --position"),
    ("analyze|tic-tac-toe|--moves|0 0", "move 2: action '0' is not legal at X........ O: legal is 1, 2"),
    ("show|tic-tac-toe|--moves|0 3 1 4 2 5", "move 6: no action '5': the game is over"),
    ("perft|connect-four|--depth|2|--moves|9", "move 1: action '9' is not legal"),
    ("analyze|nim|--table|0", "at least 64 bytes"),
    ("analyze|nim|--table|12 elephants", "a table size is a number with a unit"),
    ("analyze|nim|--table|9999999GB", "larger than the memory"),
    ("analyze|nim|--table|1MB|--algorithm|minimax", "minimax has no table"),
    ("analyze|tic-tac-toe|--window|1,1", "the window 1,1 is empty"),
    ("analyze|tic-tac-toe|--window|1,-1", "the window 1,-1 is empty"),
    ("analyze|tic-tac-toe|--window|nan,1", "the window nan,1 is empty"),
    ("analyze|tic-tac-toe|--window|0", "a window is two numbers"),
    ("analyze|tic-tac-toe|--window|a,b", "a window is two numbers"),
    ("analyze|tic-tac-toe|--window|0,1|--algorithm|minimax", "minimax takes no window"),
    ("analyze|tic-tac-toe|--depth|-1", "a depth must lie between 0 and 511, -1 does not"),
    ("analyze|tic-tac-toe|--depth|512", "a depth must lie between 0 and 511, 512 does not"),
    ("analyze|tic-tac-toe|--depth|deep", "'--depth'"),
    ("analyze|tic-tac-toe|--seconds|0", "seconds must be a number above 0"),
    ("analyze|tic-tac-toe|--seconds|nan", "seconds must be a number above 0"),
    ("analyze|tic-tac-toe|--nodes|0", "nodes must be at least 1"),
    ("perft|tic-tac-toe|--depth|0", "the depth of perft must lie between 1 and 511, 0 does not"),
    ("perft|tic-tac-toe", "--depth"),
    ("check|tic-tac-toe|--games|0", "'--games'"),
    ("show", "GAME"),
    ("show|nim|more", "more"),
    ("show|nim|--colour", "--colour"),
    ("sing", "No such command 'sing'"),
)


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_bad_input_is_refused_in_one_sentence(spielbaum: Run, arguments: str, says: str) -> None:
    assert says in sentence(spielbaum(*arguments.split("|")))


@pytest.mark.parametrize("command", ["show", "analyze", "check"])
def test_json_changes_nothing_about_a_refusal(spielbaum: Run, command: str) -> None:
    assert "unknown game 'nothing'" in sentence(spielbaum(command, "nothing", "--json"))


@pytest.mark.parametrize("options", ["width=0", "height=0", "width=-1"])
def test_a_board_without_squares_is_refused_with_the_true_reason(spielbaum: Run, options: str) -> None:
    said = sentence(spielbaum("show", f"connect-four:{options}"))
    assert "must not exceed 128, and" not in said


# Game files


def test_missing_game_file(spielbaum: Run, tmp_path: Path) -> None:
    said = sentence(spielbaum("show", str(tmp_path / "absent.py")))
    assert "absent.py': a game is a registered name or a path" in said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("from typing import NamedTuple", "1 / 0", "race.py, line 2: ZeroDivisionError: division by zero"),
        ("def actions(state):", "def actions(state)", "race.py, line 11: SyntaxError: expected ':'"),
        ("utility=utility, ", "", "Game(...) misses 1 required keyword-only argument: 'utility'"),
        (
            "zero_sum=True",
            "zero_sum=True, utility_summ=0",
            "Game has no field 'utility_summ': did you mean utility_sum?",
        ),
        ("game = Game", "play = Game", "race.py ends without a game"),
        ("game = Game", "raise ValueError('first\\nsecond')\ngame = Game", "race.py, line 19: ValueError: first"),
    ],
)
def test_game_file_that_cannot_be_loaded(spielbaum: Run, race: Write, old: str, new: str, says: str) -> None:
    assert says in sentence(spielbaum("show", race(old, new)))


RAISING = "    if state.count == 3:\n        raise ValueError('three is bad')\n    return State(state.count + action,"


@pytest.mark.parametrize("compiled", ["True", "False"])
@pytest.mark.parametrize(
    "command",
    [("analyze",), ("analyze", "--seconds", "5"), ("perft", "--depth", "4"), ("compare", "--algorithms", "minimax")],
)
def test_game_function_that_raises_during_a_search_is_named(
    spielbaum: Run, race: Write, compiled: str, command: tuple[str, ...]
) -> None:
    path = race("    return State(state.count + action,", RAISING)
    text = Path(path).read_text(encoding="utf-8").replace("zero_sum=True", f"zero_sum=True, compiled={compiled}")
    Path(path).write_text(text, encoding="utf-8")
    said = sentence(spielbaum(command[0], path, *command[1:]))
    assert "result in race.py, line 16, raises ValueError: three is bad" in said


def test_game_function_that_raises_while_a_state_is_shown_is_named(spielbaum: Run, race: Write) -> None:
    path = race("    yield 1", "    yield 1 // state.count")
    assert "actions in race.py, line 12, raises ZeroDivisionError" in sentence(spielbaum("show", path))


def test_an_error_of_many_lines_is_shown_in_one(spielbaum: Run, race: Write) -> None:
    path = race("    yield 1", "    raise ValueError('first\\nsecond')\n    yield 1")
    said = sentence(spielbaum("show", path))
    assert "first" in said
    assert "second" in said


def test_check_reports_a_function_that_raises(spielbaum: Run, race: Write) -> None:
    answer = spielbaum("check", race("    return State(state.count + action,", RAISING))
    assert answer.code == 1
    assert "result in race.py, line 16, raises ValueError: three is bad" in answer.out


@pytest.mark.parametrize("compiled", [pytest.param("True", marks=pytest.mark.long), "False"])
def test_endless_game_needs_a_limit(spielbaum: Run, race: Write, compiled: str) -> None:
    path = race("return state.count >= 5", "return False")
    text = Path(path).read_text(encoding="utf-8").replace("zero_sum=True", f"zero_sum=True, compiled={compiled}")
    Path(path).write_text(text, encoding="utf-8")
    assert "race has lines of play of more than 511 plies: limit the depth" in sentence(spielbaum("analyze", path))
    answer = spielbaum("analyze", path, "--depth", "6", "--json")
    assert (answer.code, answer.document["depth"], answer.document["kind"]) == (0, 6, "heuristic")
    answer = spielbaum("analyze", path, "--nodes", "500", "--json")
    assert answer.code == 0
    assert answer.document["nodes"] <= 500


def test_compile_errors_say_where(spielbaum: Run, race: Write) -> None:
    path = race("    yield 2", "    yield TABLE.two\nclass Table:\n    two = 2\nTABLE = Table()")
    said = sentence(spielbaum("analyze", path))
    assert "actions in race.py, line 1" in said
    assert "'TABLE'" in said
    verbose = spielbaum("analyze", path, "--verbose")
    assert verbose.code == 2
    assert verbose.err.endswith(said)
    assert not verbose.err.startswith("\n")


def test_state_with_a_field_of_another_type_is_refused(spielbaum: Run, race: Write) -> None:
    said = sentence(spielbaum("analyze", race("count: int", "count: str")))
    assert "field 'count' of State is declared str" in said


def test_verbose_shows_where_an_error_comes_from(spielbaum: Run) -> None:
    answer = spielbaum("show", "tic-tac-toe", "--moves", "9", "--verbose")
    assert answer.code == 2
    assert "Traceback" in answer.err
    assert answer.err.splitlines()[-1].startswith("spielbaum: move 1: action '9' is not legal")


def test_tree_file_that_is_missing_or_broken(spielbaum: Run, tmp_path: Path) -> None:
    assert "cannot read '" in sentence(spielbaum("show", f"tree:file={tmp_path / 'absent.json'}"))
    broken = tmp_path / "broken.json"
    broken.write_text("[1, 2", encoding="utf-8")
    assert "broken.json' is no tree: it is not JSON: line 1" in sentence(spielbaum("show", f"tree:file={broken}"))


def test_an_interrupted_search_is_no_bad_input(spielbaum: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise SearchInterruptedError("interrupted after 7 games")

    monkeypatch.setattr(app.app, "invoke", interrupted)
    assert spielbaum("games") == (130, "", "spielbaum: interrupted after 7 games\n")


@pytest.mark.parametrize(
    ("raised", "code", "said"), [(KeyboardInterrupt, 130, "interrupted"), (ValueError, 2, "release unlocked lock")]
)
def test_ctrl_c_while_a_lock_is_acquired_is_an_interruption(
    spielbaum: Run, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException], code: int, said: str
) -> None:
    def half_taken(*_: object, **__: object) -> None:
        lock = threading.Lock()
        with lock:
            lock.release()
            raise raised

    monkeypatch.setattr(app.app, "invoke", half_taken)
    answer = spielbaum("games")
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err
