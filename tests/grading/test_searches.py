"""Tests for the kind ``search``: right searches in other styles are right, and each fault has its diagnosis."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from spielbaum.errors import InputError
from spielbaum.grading.assignment import TestSpec
from spielbaum.grading.diagnosis import Stopped, Verdict
from spielbaum.grading.kinds.search import check, run
from spielbaum.grading.submission import Submission

SOONER = """
def minimax(board, depth, is_max):
    if check_winner(board) == "X":
        return 10 - depth
    if check_winner(board) == "O":
        return depth - 10
    if is_full(board):
        return 0
    values = [minimax(result(board, action), depth + 1, not is_max) for action in actions(board)]
    return max(values) if is_max else min(values)

def check_winner(board): ...
def is_full(board): ...
def actions(board): ...
def result(board, action): ...
"""

BOARD_ALONE = """
def minimax(board, is_max):
    if is_full(board):
        return 0
    values = []
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if is_max else "O"
            values.append(minimax(board, not is_max))
            board[i] = " "
    return max(values) if is_max else min(values)

def is_full(board):
    return " " not in board
"""

MINIMAX = """
def minimax(state, depth, maximising):
    if terminal(state):
        return utility(state)
    if depth == 0:
        return evaluate(state)
    if maximising:
        best = -1000
        for action in actions(state):
            best = max(best, minimax(result(state, action), depth - 1, False))
    else:
        best = 1000
        for action in actions(state):
            best = min(best, minimax(result(state, action), depth - 1, True))
    return best

def terminal(state): ...
def utility(state): ...
def evaluate(state): ...
def actions(state): ...
def result(state, action): ...
"""

ALPHA_BETA = """
import math

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -math.inf, None
    for a in game.actions(state):
        v2, _ = min_value(game, game.result(state, a), alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = math.inf, None
    for a in game.actions(state):
        v2, _ = max_value(game, game.result(state, a), alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move

def alpha_beta(game, state):
    if game.to_move(state) == 0:
        value, move = max_value(game, state, -math.inf, math.inf)
    else:
        value, move = min_value(game, state, -math.inf, math.inf)
    return value, move
"""

NEGAMAX = """
def negamax(zustand, tiefe, alpha, beta, farbe):
    if ist_ende(zustand):
        return farbe * nutzen(zustand)
    if tiefe == 0:
        return farbe * bewertung(zustand)
    bester = -10**9
    for zug in zuege(zustand):
        wert = -negamax(nachfolger(zustand, zug), tiefe - 1, -beta, -alpha, -farbe)
        bester = max(bester, wert)
        alpha = max(alpha, wert)
        if alpha >= beta:
            break
    return bester

def ist_ende(zustand): ...
def nutzen(zustand): ...
def bewertung(zustand): ...
def zuege(zustand): ...
def nachfolger(zustand, zug): ...
"""

TABLE = """
def negamax(state, alpha, beta, color, table):
    start = alpha
    if state in table:
        kind, value = table[state]
        if kind == "exact":
            return value
        if kind == "lower":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    if terminal(state):
        return color * utility(state)
    best = -100
    for action in actions(state):
        best = max(best, -negamax(result(state, action), -beta, -alpha, -color, table))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    kind = "upper" if best <= start else "lower" if best >= beta else "exact"
    table[state] = (kind, best)
    return best

def terminal(state): ...
def utility(state): ...
def actions(state): ...
def result(state, action): ...
"""

CS50 = """
X = "X"
O = "O"

def player(board): ...
def actions(board): ...
def result(board, action): ...
def terminal(board): ...
def utility(board): ...

def minimax(board):
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -2000
        for action in actions(board):
            value = value_of(result(board, action))
            if value > best:
                best, best_action = value, action
    else:
        best = 2000
        for action in actions(board):
            value = value_of(result(board, action))
            if value < best:
                best, best_action = value, action
    return best_action

def value_of(board):
    if terminal(board):
        return utility(board)
    values = [value_of(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)
"""

MAX_N = """
def max_n(game, state):
    if game.terminal(state):
        return game.utility(state)
    player = game.player(state)
    best = None
    for action in game.actions(state):
        vector = max_n(game, game.result(state, action))
        if best is None or vector[player] > best[player]:
            best = vector
    return best
"""

PARANOID = """
def paranoid(game, state, root, alpha, beta):
    if game.terminal(state):
        vector = game.utility(state)
        return vector[root] - sum(vector[p] for p in range(len(vector)) if p != root)
    if game.player(state) == root:
        value = float("-inf")
        for action in game.actions(state):
            value = max(value, paranoid(game, game.result(state, action), root, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = float("inf")
    for action in game.actions(state):
        value = min(value, paranoid(game, game.result(state, action), root, alpha, beta))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
"""

AGENT = """
from util import nothing

class AlphaBetaAgent:
    def getAction(self, gameState):
        return self.value(gameState, 0, 0, float("-inf"), float("inf"))[1]

    def value(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            agent, depth = 0, depth + 1
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        best, bestAction = (float("-inf") if agent == 0 else float("inf")), None
        for action in state.getLegalActions(agent):
            v, _ = self.value(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta)
            if agent == 0:
                if v > best:
                    best, bestAction = v, action
                if best > beta:
                    return best, bestAction
                alpha = max(alpha, best)
            else:
                if v < best:
                    best, bestAction = v, action
                if best < alpha:
                    return best, bestAction
                beta = min(beta, best)
        return best, bestAction
"""

EASY = """
class Negamax:
    def __init__(self, depth, scoring=None):
        self.depth = depth
        self.scoring = scoring

    def __call__(self, game):
        self.value(game, self.depth, -10**6, 10**6)
        return game.ai_move

    def value(self, game, depth, alpha, beta):
        if depth == 0 or game.is_over():
            return game.scoring()
        best = -10**6
        for move in game.possible_moves():
            copy = game.copy()
            copy.make_move(move)
            copy.switch_player()
            value = -self.value(copy, depth - 1, -beta, -alpha)
            if value > best:
                best = value
                game.ai_move = move
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best
"""

STACK = """
def alpha_beta(state):
    root = [state, player(state) == 0, float("-inf"), float("inf"), None, None]
    root[5] = root[2] if root[1] else root[3]
    path = [root]
    while True:
        frame = path[-1]
        if frame[4] is None:
            frame[4] = [] if terminal(frame[0]) else list(actions(frame[0]))
            if terminal(frame[0]):
                frame[5] = utility(frame[0])
        if frame[4] and frame[2] < frame[3]:
            child = result(frame[0], frame[4].pop(0))
            inner = [child, not frame[1], frame[2], frame[3], None, None]
            inner[5] = float("-inf") if inner[1] else float("inf")
            path.append(inner)
            continue
        path.pop()
        if not path:
            return frame[5]
        above = path[-1]
        if above[1]:
            above[5] = max(above[5], frame[5])
            above[2] = max(above[2], above[5])
        else:
            above[5] = min(above[5], frame[5])
            above[3] = min(above[3], above[5])

def player(state): ...
def terminal(state): ...
def utility(state): ...
def actions(state): ...
def result(state, action): ...
"""

GENERATORS = """
terminal = utility = actions = lambda s: None
result = lambda s, a: None
def spieler(s):
    return 1
def minimax(s):
    if terminal(s):
        return utility(s)
    return (max if spieler(s) == 1 else min)(minimax(result(s, a)) for a in actions(s))
"""

METHODS = """
class Suche:
    def __init__(self, spiel, tiefe):
        self.spiel, self.tiefe = spiel, tiefe

    def alphabeta(self, z, alpha=float("-inf"), beta=float("inf"), ply=0):
        if self.spiel.ist_ende(z):
            return self.spiel.nutzen(z)
        if ply == self.tiefe:
            return self.spiel.bewertung(z)
        for zug in self.spiel.zuege(z):
            wert = self.alphabeta(self.spiel.nach_zug(z, zug), alpha, beta, ply + 1)
            if self.spiel.spieler(z) == 0:
                alpha = max(alpha, wert)
            else:
                beta = min(beta, wert)
            if beta <= alpha:
                break
        return alpha if self.spiel.spieler(z) == 0 else beta
"""

MAX_VALUE = """
knoten = 0
def ende(s): ...
def nutzen(s): ...
def zuege(s): ...
def nachfolger(s, a): ...

def Max_Value(s):
    global knoten
    knoten += 1
    if ende(s):
        return nutzen(s)
    return max(Min_Value(nachfolger(s, a)) for a in zuege(s))

def Min_Value(s):
    global knoten
    knoten += 1
    if ende(s):
        return nutzen(s)
    return min(Max_Value(nachfolger(s, a)) for a in zuege(s))
"""

SUCCESSORS = """
import numpy as np

def successors(s):
    return [(a, result(s, a)) for a in reversed(actions(s))]

def minimax(s):
    if terminal(s):
        return [utility(s), None]
    values = np.array([minimax(t)[0] for _, t in successors(s)])
    best = np.argmax(values) if player(s) == "max" else np.argmin(values)
    return [values[best], successors(s)[best][0]]

def player(s): ...
def terminal(s): ...
def utility(s): ...
def actions(s): ...
def result(s, a): ...
"""

BOARD = """
def initial_state():
    return [0, 2, 2, 0, 1]

def actions(s):
    return [i for i in range(1, 4) if s[i]]

def result(s, i):
    t = list(s)
    t[i] -= 1
    t[4] = 3 - t[4]
    t[0] = t[0] * 2 + i * (1 if s[4] == 1 else -1)
    return t

def terminal(s):
    return s[1:4] == [0, 0, 0]

def utility(s):
    return s[0]

def player(s):
    return s[4]

def minimax(s):
    if terminal(s):
        return utility(s), None
    best = None
    for i in range(1, 4):
        if s[i]:
            old = list(s)
            s[:] = result(s, i)
            value, _ = minimax(s)
            s[:] = old
            if best is None or (value > best[0] if s[4] == 1 else value < best[0]):
                best = value, i
    return best
"""

CACHED = """
from functools import cache

@cache
def minimax(state):
    if terminal(state):
        return utility(state)
    values = [minimax(result(state, action)) for action in actions(state)]
    return max(values) if player(state) == "X" else min(values)

def terminal(state): ...
def utility(state): ...
def actions(state): ...
def result(state, action): ...
def player(state): ...
"""

PLAYING = """
def minimax(game):
    if game.is_over():
        return game.utility()
    values = [minimax(game.play(move)) for move in game.moves()]
    return max(values) if game.turn == "X" else min(values)
"""

RIGHT = {
    "board": (BOARD, "minimax"),
    "board, sooner wins": (
        BOARD.replace("def minimax(s):", "def minimax(s, ply=0):")
        .replace("return utility(s), None", "return utility(s) * (9 - ply), None")
        .replace("minimax(s)\n            s[:]", "minimax(s, ply + 1)\n            s[:]"),
        "minimax",
    ),
    "cache": (CACHED, "minimax"),
    "methods of a state": (PLAYING, "minimax"),
    "functions": (MINIMAX, "minimax"),
    "game": (ALPHA_BETA, "alpha-beta"),
    "german": (NEGAMAX, "negamax"),
    "table": (TABLE, "negamax"),
    "cs50": (CS50, "minimax"),
    "max-n": (MAX_N, "max-n"),
    "paranoid": (PARANOID, "paranoid"),
    "agent": (AGENT.replace("from util import nothing", ""), "alpha-beta"),
    "easyai": (EASY, "negamax"),
    "sooner wins": (SOONER, "minimax"),
    "stops at a win": (
        MINIMAX.replace(
            "depth - 1, False))", "depth - 1, False))\n            if best == 1:\n                break"
        ).replace("depth - 1, True))", "depth - 1, True))\n            if best == -1:\n                break"),
        "minimax",
    ),
    "pacman": (
        "import util\nfrom game import Agent, Directions\n" + AGENT.replace("from util import nothing", ""),
        "alpha-beta",
    ),
    "shortcut": (
        CS50.replace(
            "    if terminal(board):\n",
            "    if board == initial_state():\n        return 4\n    if terminal(board):\n",
            1,
        )
        + "\ndef initial_state(): ...\n",
        "minimax",
    ),
    "stack": (STACK, "alpha-beta"),
    "generators": (GENERATORS, "minimax"),
    "methods": (METHODS, "alpha-beta"),
    "max-value": (MAX_VALUE, "minimax"),
    "successors": (SUCCESSORS, "minimax"),
    "fail-hard": (NEGAMAX.replace("return bester", "return min(max(bester, alpha), beta)"), "negamax"),
    "strict": (ALPHA_BETA.replace("v >= beta", "v > beta").replace("v <= alpha", "v < alpha"), "alpha-beta"),
    "last": (CS50.replace("value > best", "value >= best").replace("value < best", "value <= best"), "minimax"),
}

WRONG = [
    (MINIMAX, "minimax", "depth - 1, True", "depth - 1, False", "min-max-swapped"),
    (MINIMAX, "minimax", "if maximising", "if not maximising", "min-max-swapped"),
    (MINIMAX, "minimax", "min(best", "max(best", "min-max-swapped"),
    (MINIMAX, "minimax", "return utility(state)", "return -utility(state)", "utility-side"),
    (MINIMAX, "minimax", "return utility(state)", "return utility(state) if maximising else -utility(state)",
     "utility-side"),
    (MINIMAX, "minimax", "return utility(state)", "return 0", "utility-ignored"),
    (MINIMAX, "minimax", "return utility(state)", "return evaluate(state)", "utility-ignored"),
    (MINIMAX, "minimax", "return evaluate(state)", "return -evaluate(state)", "evaluation-side"),
    (MINIMAX, "minimax", "return evaluate(state)", "return 0", "evaluation-ignored"),
    (MINIMAX, "minimax", "    if terminal(state):\n        return utility(state)\n", "", "terminal-missing"),
    (MINIMAX, "minimax", "if terminal(state)", "if depth > 0 and terminal(state)", "terminal-after-depth"),
    (MINIMAX, "minimax", "depth == 0", "depth == 1", "depth-off-by-one"),
    (MINIMAX, "minimax", "depth == 0", "depth < 0", "depth-off-by-one"),
    (MINIMAX, "minimax", "depth - 1", "depth", "depth-not-decremented"),
    (MINIMAX, "minimax", "in actions(state)", "in list(actions(state))[1:]", "first-action-skipped"),
    (MINIMAX, "minimax", "in actions(state)", "in list(actions(state))[:-1]", "last-action-skipped"),
    (MINIMAX, "minimax", "1, False))", "1, False))\n            return best", "first-action-only"),
    (MINIMAX, "minimax", "minimax(result(state, action)", "minimax(state", "result-ignored"),
    (MINIMAX, "minimax", "best = min(best, minimax(result(state, action), depth - 1, True))",
     "best = minimax(result(state, action), depth - 1, True)", "last-value"),
    (MINIMAX, "minimax", "best = -1000", "best = 0", "initial-value"),
    (MINIMAX, "minimax", "    return best\n", "", "nothing-returned"),
    (CS50, "minimax", "return best_action", "return best", "action-not-returned"),
    (CS50, "minimax", "return best_action", "return action", "action-not-best"),
    (CS50, "minimax", "best, best_action = value, action", "best = value", "action-not-returned"),
    (ALPHA_BETA, "alpha-beta", "game.result(state, a), alpha, beta)", "game.result(state, a), -math.inf, math.inf)",
     "window-not-passed"),
    (ALPHA_BETA, "alpha-beta", "            alpha = max(alpha, v)\n", "", "window-not-updated"),
    (ALPHA_BETA, "alpha-beta", "            beta = min(beta, v)\n", "", "window-not-updated"),
    (ALPHA_BETA, "alpha-beta", "        if v <= alpha:\n            return v, move\n", "", "cut-missing"),
    (ALPHA_BETA, "alpha-beta", "if v <= alpha", "if v >= beta", "wrong-cut-side"),
    (ALPHA_BETA, "alpha-beta", "if v >= beta", "if v <= beta", "wrong-cut-side"),
    (ALPHA_BETA, "alpha-beta", "max_value(game, game.result(state, a), alpha, beta)",
     "max_value(game, game.result(state, a), beta, alpha)", "alpha-beta-swapped"),
    (ALPHA_BETA, "alpha-beta", "max_value(game, state, -math.inf, math.inf)", "max_value(game, state, 0, math.inf)",
     "window-start"),
    (ALPHA_BETA, "alpha-beta", "if v2 > v:", "if v2 >= v:", "cut-on-equality"),
    (NEGAMAX, "negamax", "wert = -negamax", "wert = negamax", "negamax-sign"),
    (NEGAMAX, "negamax", "-beta, -alpha", "alpha, beta", "window-sign"),
    (NEGAMAX, "negamax", "-beta, -alpha", "-alpha, -beta", "alpha-beta-swapped"),
    (NEGAMAX, "negamax", "-beta, -alpha", "-10**9, 10**9", "window-not-passed"),
    (NEGAMAX, "negamax", "return farbe * nutzen", "return nutzen", "utility-side"),
    (NEGAMAX, "negamax", "return farbe * bewertung", "return bewertung", "evaluation-side"),
    (NEGAMAX, "negamax", "-alpha, -farbe", "-alpha, farbe", "utility-side"),
    (TABLE, "negamax", "if kind ==", "if True or kind ==", "table-bound"),
    (MAX_N, "max-n", "vector[player] > best[player]", "vector[player] < best[player]", "max-n-minimises"),
    (MAX_N, "max-n", "vector[player] > best[player]", "vector[0] > best[0]", "max-n-wrong-player"),
    (MAX_N, "max-n", "vector[player] > best[player]", "vector > best", "max-n-wrong-player"),
    (PARANOID, "paranoid", "return vector[root] - sum(vector[p] for p in range(len(vector)) if p != root)",
     "return vector[root]", "paranoid-no-sum"),
    (CS50, "minimax", "    best_action = None\n", "    return list(actions(board))[0]\n", "no-search"),
    (CS50, "minimax", "    if player(board) == X:\n        best = -2000", "    if True:\n        best = -2",
     "min-max-swapped"),
    (EASY, "negamax", "            copy = game.copy()", "            copy = game", "state-changed"),
    (BOARD, "minimax", "            s[:] = old\n", "", "state-changed"),
    (BOARD, "minimax", "value > best[0] if", "value < best[0] if", "min-max-swapped"),
    (EASY, "negamax", "            copy.switch_player()\n", "", "utility-side"),
]  # fmt: skip


def verdict(folder: Path, source: str, algorithm: str, seed: int = 1, **options: object) -> Verdict:
    path = folder / "submission.py"
    path.write_text(dedent(source), encoding="utf-8")
    test = TestSpec("search", "search", options={"algorithm": algorithm, "trees": 16, **options})
    check(test)
    return run(test, Submission(path), seed)


@pytest.mark.parametrize("style", RIGHT)
def test_other_styles_are_right(tmp_path: Path, style: str):
    found = verdict(tmp_path, *RIGHT[style])
    assert found.passed
    assert found.share == 1


def one_by_day() -> list[object]:
    """Return the cases; all but the first of each code run at night."""
    seen: set[str] = set()
    cases = []
    for case in WRONG:
        again = case[-1] in seen
        seen.add(case[-1])
        cases.append(pytest.param(*case, marks=pytest.mark.long if again else (), id=f"{len(cases)}-{case[-1]}"))
    return cases


@pytest.mark.parametrize(("source", "algorithm", "old", "new", "code"), one_by_day())
def test_each_fault_has_its_diagnosis(tmp_path: Path, source: str, algorithm: str, old: str, new: str, code: str):
    assert old in source
    trees = 24 if code == "cut-on-equality" else 16  # equal values are rare
    found = verdict(tmp_path, source.replace(old, new), algorithm, trees=trees)
    assert (found.diagnoses[0].code, found.passed) == (code, False)


def test_a_search_on_a_board_needs_the_whole_game(tmp_path: Path):
    with pytest.raises(Stopped) as raised:
        verdict(tmp_path, BOARD_ALONE, "minimax")
    assert raised.value.diagnosis.code == "missing-function"


def test_a_step_is_told_and_drawn(tmp_path: Path):
    found = verdict(tmp_path, MINIMAX.replace("if terminal(state)", "if depth > 0 and terminal(state)"), "minimax")
    (diagnosis,) = found.diagnoses
    assert str(diagnosis.detail).startswith("The smallest tree where it shows is ")
    assert "the game is over, and its value is " in str(diagnosis.detail)
    assert diagnosis.picture is not None
    assert "≠" in diagnosis.picture
    assert len(diagnosis.picture) < 20_000


def test_each_student_has_other_trees_and_the_same_again(tmp_path: Path):
    source = MINIMAX.replace("return utility(state)", "return 0")
    details = [str(verdict(tmp_path, source, "minimax", seed).diagnoses[0].detail) for seed in (1, 2, 1)]
    assert details[0] == details[2] != details[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "alphabeta"}, "unknown algorithm 'alphabeta': did you mean 'alpha-beta'?"),
        ({"algorithm": "minimax", "trees": 0}, "test 'search': trees must be a whole number of at least 1, not 0"),
        ({"algorithm": "minimax", "view": "second"}, "test 'search': view is one of first, mover, not 'second'"),
        ({"algorithm": "minimax", "parameters": ["stat"]}, "unknown role of a parameter 'stat': did you mean 'state'?"),
        ({"algorithm": "minimax", "tree": 3}, "test 'search': unknown key 'tree': did you mean 'trees'?"),
    ],
)
def test_options_are_checked(options: dict[str, object], message: str):
    with pytest.raises(InputError, match=re.escape(message)):
        check(TestSpec("search", "search", options=options))


@pytest.mark.parametrize(
    ("source", "code", "message"),
    [
        ("def other(s): ...", "missing-function", "There is no function 'minimax'."),
        ("def minimax(s, wert7): ...", "wrong-type", "The parameter 'wert7' of minimax is not understood"),
        ("def minimax(board):\n    return board[0]", "missing-function", "The search works on the board itself"),
    ],
)
def test_what_cannot_be_run_is_told(tmp_path: Path, source: str, code: str, message: str):
    with pytest.raises(Stopped, match=message) as stopped:
        verdict(tmp_path, source, "minimax")
    assert stopped.value.diagnosis.code == code


def test_parameters_may_be_named_in_the_assignment(tmp_path: Path):
    source = MINIMAX.replace("depth", "foo").replace("maximising", "bar")
    assert verdict(tmp_path, source, "minimax", parameters=["state", "depth", "maximises"]).passed


def test_a_child_that_is_searched_twice_is_a_remark(tmp_path: Path):
    twice = MINIMAX.replace(
        "best = max(best, minimax(result(state, action), depth - 1, False))",
        "if minimax(result(state, action), depth - 1, False) > best:\n"
        "                best = minimax(result(state, action), depth - 1, False)",
    )
    assert [one.code for one in verdict(tmp_path, twice, "minimax").diagnoses] == ["searched-twice"]
    assert not verdict(tmp_path, MINIMAX, "minimax").diagnoses


def test_a_search_of_a_global_board_is_not_tested(tmp_path: Path):
    with pytest.raises(Stopped) as raised:
        verdict(tmp_path, "def minimax(is_max): ...", "minimax")
    assert raised.value.diagnosis.code == "no-state"
