"""Advice: each pattern is found in a small function, its change gives the right source, and that needs no advice."""

import ast
import random
import re
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from race import RACE
from spielbaum import Game, load
from spielbaum.game_file import import_file
from spielbaum.profiling import profile_game
from spielbaum.profiling.advice import PATTERNS, WHOLE_PATTERNS, Candidate, Program, candidates
from spielbaum.profiling.calls import interpreted_times
from spielbaum.profiling.rules import Call, Rule, count_calls, positions
from spielbaum.profiling.source import Change, changed_game
from spielbaum.profiling.trials import Trial, Trials

HEAD = """
from copy import deepcopy
from typing import NamedTuple

class State(NamedTuple):
    board: tuple
    to_move: int

def steps(state):
    for square, piece in enumerate(state.board):
        if piece == state.to_move:
            yield square

def pieces(state, player):
    return [square for square, piece in enumerate(state.board) if piece == player]

def winner(state):
    return state.board[0]
"""

FAULTS: list[tuple[str, str, str, str]] = [
    # the pattern, a function with the fault, a part of the advice, and the function after the change
    (
        "a list to ask whether it is empty",
        """
        def function(state):
            return not list(steps(state))
        """,
        "makes a list, list(steps(state)), to see whether there is anything in it: stop at the first, "
        "not any(True for _ in steps(state))",
        """
        def function(state):
            return not any((True for _ in steps(state)))
        """,
    ),
    (
        "a list to ask whether it is empty",
        """
        def function(state):
            moves = [square for square in steps(state) if square > 2]
            if len(moves) == 0:
                return 1
            return 2
        """,
        "stop at the first",
        """
        def function(state):
            if not any((True for square in steps(state) if square > 2)):
                return 1
            return 2
        """,
    ),
    (
        "a list to ask whether it is empty",
        """
        def function(state):
            return 1 if pieces(state, 3 - state.to_move) else 2
        """,
        "makes a list, pieces(state, 3 - state.to_move)",
        """
        def function(state):
            return 1 if any((True for square, piece in enumerate(state.board) if piece == 3 - state.to_move)) else 2
        """,
    ),
    (
        "a list in any or all",
        """
        def function(state):
            return any([piece == 2 for piece in state.board])
        """,
        "makes a list for any: leave out the brackets, which also stops early",
        """
        def function(state):
            return any((piece == 2 for piece in state.board))
        """,
    ),
    (
        "a list to loop over once",
        """
        def function(state):
            empty = [square for square in range(9) if state.board[square] == 0]
            total = 0
            for square in empty:
                total += square
            return total
        """,
        "to loop over it once: loop over range(9), and test state.board[square] == 0 there",
        """
        def function(state):
            total = 0
            for square in range(9):
                if state.board[square] == 0:
                    total += square
            return total
        """,
    ),
    (
        "a list to loop over once",
        """
        def function(state):
            for square in list(steps(state)):
                if square > 3:
                    return square
            return -1
        """,
        "loop over steps(state)",
        """
        def function(state):
            for square in steps(state):
                if square > 3:
                    return square
            return -1
        """,
    ),
    (
        "items collected in a list",
        """
        def actions(state):
            found = []
            for square in range(9):
                if state.board[square] == 0:
                    found.append(square)
            found.extend(steps(state))
            return found
        """,
        "collects all actions before a search sees the first",
        """
        def actions(state):
            for square in range(9):
                if state.board[square] == 0:
                    yield square
            for action in steps(state):
                yield action
        """,
    ),
    (
        "items collected in a list",
        """
        def actions(state):
            return [square for square in range(9) if state.board[square] == 0 if square != 4]
        """,
        "collects all actions",
        """
        def actions(state):
            for square in range(9):
                if state.board[square] == 0:
                    if square != 4:
                        yield square
        """,
    ),
    (
        "a table made at every call",
        """
        def function(state):
            lines = [[0, 1, 2], [3, 4, 5], [0, 4, 8]]
            return sum(1 for a, b, c in lines if state.board[a] == state.board[b] == state.board[c])
        """,
        "makes the table [[0, 1, 2], [3, 4, 5], [0, 4, 8]] at every call: make it once, at the top of the file",
        """
        lines = ((0, 1, 2), (3, 4, 5), (0, 4, 8))
        def function(state):
            return sum((1 for a, b, c in lines if state.board[a] == state.board[b] == state.board[c]))
        """,
    ),
    (
        "a table made at every call",
        """
        def function(state):
            return {0: 5, 1: 7, 2: 9}[state.to_move]
        """,
        "makes the table {0: 5, 1: 7, 2: 9}",
        """
        TABLE = {0: 5, 1: 7, 2: 9}
        def function(state):
            return TABLE[state.to_move]
        """,
    ),
    (
        "a table made at every call",
        """
        def function(state):
            squares = [row * 3 + column for row in range(3) for column in range(3) if row != column]
            return max(state.board[square] for square in squares)
        """,
        "at every call",
        """
        squares = tuple((row * 3 + column for row in range(3) for column in range(3) if row != column))
        def function(state):
            return max((state.board[square] for square in squares))
        """,
    ),
    (
        "the first of a list taken away",
        """
        def function(state):
            queue = list(steps(state))
            total = 0
            while queue:
                square = queue.pop(0)
                total = 3 * total + square
                if square % 4 == 3:
                    queue.append(square - 1)
            return total
        """,
        "takes the first of the list queue, which moves all others: make it a deque, queue.popleft()",
        """
        from collections import deque
        def function(state):
            queue = deque(list(steps(state)))
            total = 0
            while queue:
                square = queue.popleft()
                total = 3 * total + square
                if square % 4 == 3:
                    queue.append(square - 1)
            return total
        """,
    ),
    (
        "membership in a list",
        """
        def function(state):
            seen = []
            for piece in state.board:
                if piece not in seen:
                    seen.append(piece)
            return len(seen)
        """,
        "searches the list seen again and again: make it a set",
        """
        def function(state):
            seen = set()
            for piece in state.board:
                if piece not in seen:
                    seen.add(piece)
            return len(seen)
        """,
    ),
    (
        "the same call again",
        """
        def function(state):
            if winner(state) == 1:
                return 1
            return -1 if winner(state) == 2 else 0
        """,
        "calls winner(state) 2 times: keep the result in a variable",
        """
        def function(state):
            kept = winner(state)
            if kept == 1:
                return 1
            return -1 if kept == 2 else 0
        """,
    ),
    (
        "the same call again",
        """
        def function(state):
            return state.board.count(1) > 2 or state.board.count(1) == 0
        """,
        "calls state.board.count(1) 2 times",
        """
        def function(state):
            kept = state.board.count(1)
            return kept > 2 or kept == 0
        """,
    ),
    (
        "the same in every round of a loop",
        """
        def function(state):
            total = 0
            for square in steps(state):
                if square > len(pieces(state, 1)):
                    total += square
            return total
        """,
        "calls pieces(state, 1) in every round of a loop, with the same result: call it once before the loop",
        """
        def function(state):
            total = 0
            kept = pieces(state, 1)
            for square in steps(state):
                if square > len(kept):
                    total += square
            return total
        """,
    ),
    (
        "the same in every round of a loop",
        """
        def function(state):
            if state.to_move == 0:
                return 0
            return max((row * square for row in range(3) for square in range(row) if square > winner(state)), default=7)
        """,
        "calls winner(state) in every round",
        """
        def function(state):
            if state.to_move == 0:
                return 0
            kept = winner(state)
            return max((row * square for row in range(3) for square in range(row) if square > kept), default=7)
        """,
    ),
    (
        "a tuple that grows",
        """
        def function(state):
            board = ()
            for piece in state.board:
                board = board + (3 - piece,)
            return board
        """,
        "copies board for every item, board = board + (3 - piece,): append to a list, and end with tuple(board)",
        """
        def function(state):
            board = list(())
            for piece in state.board:
                board.append(3 - piece)
            return tuple(board)
        """,
    ),
    (
        "a deep copy",
        """
        def function(state):
            board = deepcopy(state.board)
            return len(board)
        """,
        "copies all objects in state.board one by one: write list(state.board)",
        """
        def function(state):
            board = list(state.board)
            return len(board)
        """,
    ),
    (
        "sorted to take the first",
        """
        def function(state):
            return sorted(steps(state), key=lambda square: -square)[0]
        """,
        "sorts everything to take one: write min(steps(state), key=lambda square: -square)",
        """
        def function(state):
            return min(steps(state), key=lambda square: -square)
        """,
    ),
    (
        "sorted to take the first",
        """
        def function(state):
            return sorted(state.board, reverse=True)[-1]
        """,
        "write min(state.board)",
        """
        def function(state):
            return min(state.board)
        """,
    ),
    (
        "a loop that goes on",
        """
        def function(state):
            found = False
            for piece in state.board:
                if piece == state.to_move:
                    found = True
            return found
        """,
        "goes on after found = True, which nothing changes any more: leave the loop with break",
        """
        def function(state):
            found = False
            for piece in state.board:
                if piece == state.to_move:
                    found = True
                    break
            return found
        """,
    ),
    (
        "a value that is not used",
        """
        def function(state):
            count = state.board.count(1)
            return state.board[0]
        """,
        "never uses count: leave out count = state.board.count(1)",
        """
        def function(state):
            pass
            return state.board[0]
        """,
    ),
    (
        "counting by hand",
        """
        def function(state):
            return sum(1 for piece in state.board if piece == state.to_move)
        """,
        "counts one by one: write state.board.count(state.to_move)",
        """
        def function(state):
            return state.board.count(state.to_move)
        """,
    ),
    (
        "counting by hand",
        """
        def function(state):
            return len([piece for piece in state.board if 2 == piece])
        """,
        "write state.board.count(2)",
        """
        def function(state):
            return state.board.count(2)
        """,
    ),
    (
        "counting by hand",
        """
        def function(state):
            return len(list(steps(state))) + 1
        """,
        "makes a list to count its items: write sum(1 for _ in steps(state))",
        """
        def function(state):
            return sum((1 for _ in steps(state))) + 1
        """,
    ),
    (
        "_replace",
        """
        def function(state):
            return state._replace(to_move=3 - state.to_move)
        """,
        "write State(state.board, 3 - state.to_move)",
        """
        def function(state):
            return State(state.board, 3 - state.to_move)
        """,
    ),
]

CLEAN = [
    # functions that look alike and are right
    """
    def function(state):
        moves = list(steps(state))
        return moves[0] if moves else -1
    """,
    """
    def function(state):
        lines = [[0, 1, 2], [3, 4, 5]]
        lines.append([6, 7, 8])
        return len(lines)
    """,
    """
    def function(state):
        found = [state.to_move, 1]
        return found[0]
    """,
    """
    def function(state):
        seen = [state.to_move + 1, 2]
        return 1 if state.to_move in seen else 0
    """,
    """
    def function(state):
        count = 0
        for piece in state.board:
            if piece == 1:
                count = count + piece
        return count
    """,
    """
    def function(state):
        return sum(square for square in steps(state) if square == 3)
    """,
    """
    def function(state):
        total = 0
        for square in steps(state):
            total += state.board.count(square)
        return total + state.board.count(1)
    """,
    """
    def actions(state):
        for square in steps(state):
            yield square
    """,
    """
    def function(state):
        total = 0
        for player in range(3):
            total += len(pieces(state, player)) * state.board.count(total)
        return total
    """,
]


def function_of(path: Path, source: str) -> Callable[..., Any]:
    path.write_text(HEAD + dedent(source), encoding="utf-8")
    module = import_file(path)
    found: Callable[..., Any] = getattr(module, "actions", None) or module.function
    return found


def candidates_in(function: Callable[..., Any]) -> list[Candidate]:
    name, returns = ("actions", "iterator") if function.__name__ == "actions" else ("hints.count", "number")
    return list(candidates(Program([Rule(name, function, returns, sample=[Call((), 0)])])))


class Position(namedtuple("Position", ("board", "to_move"))):
    """A state that is not of the class in the file."""


def states(count: int) -> list[Position]:
    generator = random.Random(0)
    some = [tuple(generator.randrange(3) for _ in range(9)) for _ in range(count)]
    return [Position(board, number % 3) for number, board in enumerate([*some, (0,) * 9, (1,) * 9])]


def written(node: ast.stmt) -> str:
    return ast.unparse(ast.fix_missing_locations(node))


def answer(function: Callable[..., Any], state: Any) -> Any:
    try:
        found = function(state)
        return list(found) if function.__name__ == "actions" else found
    except (IndexError, ValueError, AttributeError) as error:
        return type(error) in (IndexError, ValueError)


@pytest.mark.parametrize(("name", "faulty", "text", "clean"), FAULTS, ids=[name for name, *_ in FAULTS])
def test_a_pattern_is_found_and_changed(name: str, faulty: str, text: str, clean: str, tmp_path: Path) -> None:
    function = function_of(tmp_path / "faulty.py", faulty)
    found = [one for one in candidates_in(function) if one.function.function is function and text in one.sentence]
    assert found, [one.sentence for one in candidates_in(function)]
    assert name in PATTERNS
    for candidate in found:
        assert candidate.change is not None
        tree = candidate.change.of(ast.parse((tmp_path / "faulty.py").read_text(encoding="utf-8")))
        made = [*candidate.change.top, *tree.body]
        assert sorted(map(written, made)) == sorted(map(written, ast.parse(HEAD + dedent(clean)).body))
    corrected = function_of(tmp_path / "corrected.py", clean)
    assert not [one for one in candidates_in(corrected) if text in one.sentence]
    for state in states(20):
        assert answer(function, state) == answer(corrected, state)


def test_every_pattern_has_an_example() -> None:
    assert {name for name, *_ in FAULTS} == set(PATTERNS)
    assert len(PATTERNS) + len(WHOLE_PATTERNS) >= 10


@pytest.mark.parametrize("source", CLEAN)
def test_clean_functions_need_no_advice(source: str, tmp_path: Path) -> None:
    function = function_of(tmp_path / "clean.py", source)
    assert [one.sentence for one in candidates_in(function) if one.function.function is function] == []


SLOW = '''
"""The race to six, in which the actions are found slowly."""
from typing import NamedTuple

from spielbaum import Game

GOAL = 6


class State(NamedTuple):
    count: int
    to_move: int


def steps(state):
    for number in range(500):
        if state.count < GOAL and number < 2:
            yield number + 1
        if state.count >= GOAL:
            return


def initial():
    return State(0, 0)


def to_move(state):
    return state.to_move


def actions(state):
    return steps(state)


def result(state, action):
    return State(state.count + action, 1 - state.to_move)


def winner(state):
    return 1 - state.to_move if state.count >= GOAL else -1


def is_terminal(state):
    return not list(steps(state))


def utility(state):
    return (1, -1) if winner(state) == 0 else (-1, 1)


game = Game(name="slow", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=1)
'''


def slow_game(path: Path, old: str = "", new: str = "") -> Game:
    assert old in SLOW
    path.write_text(SLOW.replace(old, new) if old else SLOW, encoding="utf-8")
    return load(path)


@pytest.mark.interpreted
def test_advice_says_how_many_times_as_fast_a_function_becomes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.profiling.profile.SECONDS", 0.03)
    monkeypatch.setattr("spielbaum.profiling.calls.SECONDS", 0.002)
    profile = profile_game(slow_game(tmp_path / "slow.py"))
    sentence = (
        r"is_terminal, line 44, makes a list, list\(steps\(state\)\), to see whether there is anything in it: "
        r"stop at the first, not any\(True for _ in steps\(state\)\): is_terminal is \d+ times as fast"
    )
    assert re.fullmatch(sentence, profile.advice[0])
    better = slow_game(tmp_path / "better.py", "not list(steps(state))", "not any(True for _ in steps(state))")
    assert profile_game(better).advice == ()


def tried(game: Game, old: str, new: str) -> Trial | None:
    """Try to replace an expression by another one."""
    rules, nodes = count_calls(game, positions(game, 0), 0, lambda: None)
    program = Program(rules)
    node, function = next(
        (node, function)
        for function in program.functions
        for node in ast.walk(function.node)
        if isinstance(node, ast.expr) and ast.unparse(node) == old
    )
    change = Change({node: ast.parse(new, mode="eval").body})
    candidate = Candidate(function, node.lineno, "", change, function.rules)
    return Trials(game, rules, nodes, interpreted_times, compiled=False).tried(candidate)


def test_a_change_that_gives_other_answers_is_no_advice(tmp_path: Path) -> None:
    game = slow_game(tmp_path / "slow.py")
    same = tried(game, "not list(steps(state))", "state.count >= GOAL")
    assert same is not None
    assert (same.rule, same.factor > 2, same.gain > 0) == ("is_terminal", True, True)
    assert tried(game, "not list(steps(state))", "state.count > GOAL") is None
    assert tried(game, "not list(steps(state))", "missing(state)") is None
    assert tried(game, "number + 1", "number + 1 / 0") is None


def test_changed_source_imports_its_neighbours_and_prints_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "goal_of_slow.py").write_text("GOAL = 6\n", encoding="utf-8")
    game = slow_game(tmp_path / "slow.py", "GOAL = 6", "from goal_of_slow import GOAL\n\nprint(GOAL)")
    capsys.readouterr()
    assert tried(game, "not list(steps(state))", "state.count >= GOAL") is not None
    assert capsys.readouterr().out == ""


def test_a_game_that_is_not_in_a_file_is_not_changed() -> None:
    assert changed_game(RACE, Change({})) is None


@pytest.mark.parametrize(("helper", "found"), [("winner(state) >= 0", True), ("state.count >= GOAL", False)])
def test_what_is_computed_by_is_terminal_and_by_utility(helper: str, *, found: bool, tmp_path: Path) -> None:
    game = slow_game(tmp_path / "slow.py", "not list(steps(state))", helper)
    rules, _ = count_calls(game, positions(game, 0), 0, lambda: None)
    sentences = [one.sentence for one in candidates(Program(rules))]
    wanted = "is_terminal, line 44, computes winner(state), and so does utility"
    assert any(sentence.startswith(wanted) for sentence in sentences) == found


@pytest.mark.parametrize(("kind", "shift", "found"), [("int", 62, True), ("int", 30, False), ("U64", 62, False)])
def test_masks_that_are_declared_int(kind: str, shift: int, *, found: bool, tmp_path: Path) -> None:
    source = f"""
    from spielbaum import U64

    class Masks(NamedTuple):
        white: {kind}

    def function(state):
        return state.white & 7

    START = Masks({1 << shift})
    """
    function = function_of(tmp_path / "masks.py", source)
    rule = Rule("is_terminal", function, "truth", sample=[Call(function.__globals__["START"])])
    sentences = [one.sentence for one in candidates(Program([rule]))]
    assert any("uses the field white as bits, declared int" in sentence for sentence in sentences) == found
