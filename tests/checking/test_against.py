"""Rules with one fault each, written for a course, against those of a shipped game."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from easyAI.games import ConnectFour
from easyAI.games import TicTacToe as TicTacToeOfEasyAI

import aima_games
import cs50_tictactoe
from spielbaum import games
from spielbaum.checking.against import Comparison, compare_rules
from spielbaum.errors import InputError
from spielbaum.game import Game

SOURCE = Path(str(cs50_tictactoe.__file__)).read_text(encoding="utf-8")
LATE = 2400
"""Positions to the fifth ply, where the first games end."""

FIRST_WINS = 2700
"""Positions to the first wins of O, in the sixth ply."""

UTILITY = "{X: 1, O: -1, None: 0}"
SQUARES = "for j in range(3) if board[i][j] is EMPTY}"
FULL = " or all(mark is not EMPTY for row in board for mark in row)"
LINES = "diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]"

FAULTS: dict[str, tuple[str, str, str, int, str]] = {
    # fault: what is written, what instead, the code, the length of the line that shows it, a part of the text
    "a missing diagonal": (LINES, "diagonals = [[board[k][k] for k in range(3)]]", "win-missing", 5,
                           "A win by this line is not seen: 0-2 1-1 2-0. X has won here: 0-2 1-1 2-0."),
    "a wrong line": ("[board[k][2 - k] for k in range(3)]", "[board[0][0], board[1][1], board[2][1]]", "win-missing",
                     5, "A win by this line is not seen: 0-2 1-1 2-0."),
    "no rows": ("[*board, *zip", "[*zip", "win-missing", 5, "Wins in rows are not seen. X has won here: "),
    "two lines less": ("[*board, *zip(*board, strict=True), *", "[*board[1:], *[*zip(*board)][1:], *", "win-missing", 5,
                   "Wins by these lines are not seen: 0-0 0-1 0-2; 0-0 1-0 2-0."),
    "no diagonals": (", *diagonals]", "]", "win-missing", 5, "Wins on diagonals are not seen."),
    "two in a row": ("line[0] == line[1] == line[2]", "line[0] == line[1]", "terminal-early", 3,
                     "The game ends too early. These functions say that X has won here."),
    "no full board": (FULL, "", "terminal-late", 9, "The game does not end in a draw."),
    "no win ends it": ("return winner(board) is not None or all", "return all", "terminal-late", 5,
                       "The game goes on after a win. X has won here: "),
    "O begins": ("% 2 == 0", "% 2 == 1", "first-player", 0, "O begins, and it should be X."),
    "always X": ("% 2 == 0", "% 2 >= 0", "turn-order", 1, "X is to move, and it should be O."),
    "a column missing": (SQUARES, SQUARES.replace("range(3)", "range(2)"), "actions-missing", 0, "Missing: 2, 5, 8."),
    "taken squares": (SQUARES, "for j in range(3)}", "actions-illegal", 1, "Not legal: 0-0."),
    "squares twice": ("return {(i, j) for i in range(3) " + SQUARES,
                      "return 2 * [(i, j) for i in range(3) " + SQUARES[:-1] + "]", "actions-twice", 0, "Twice: 0-0, "),
    "always a cross": ("after[i][j] = player(board)", "after[i][j] = X", "result-wrong", 2,
                       "On 0-1 is X, and it should be O."),
    "rows for columns": ("after[i][j] = player(board)", "after[j][i] = player(board)", "result-wrong", 1,
                         "The move 0-1 is still possible, and 1-0 no longer."),
    "no mark": ("after[i][j] = player(board)", "pass", "result-wrong", 0, "A move changes nothing."),
    "in place": ("after = deepcopy(board)", "after = board", "state-changed", 0, "it must make a copy first."),
    "O's win counted +1": ("O: -1", "O: 1", "utility-sign", 6,
                           "utility has the wrong sign for a win of O. utility is 1 for X, and it should be -1."),
    "both signs": (UTILITY, "{X: -1, O: 1, None: 0}", "utility-sign", 5, "a win counts as a loss."),
    "a draw counts 1": ("None: 0", "None: 1", "utility-value", 9, "a wrong number for a draw."),
    "3 for X alone": (UTILITY, "{X: 3, O: -1, None: 0}", "utility-value", 5, "utility is 3 for X"),
    "only crosses win": ("return line[0]", "return line[0] if line[0] == X else None", "win-missing", 6,
                         "A win of O is not seen."),
    "full before won": ("def utility(board):\n", "def utility(board):\n    if all(map(all, board)): return 0\n",
                        "win-missing", 9, "A win with the last move counts as a draw."),
    "no number": (UTILITY, "{X: None, O: -1, None: 0}", "wrong-type", 5, "returns None, not 1, 0 or -1"),
    "a wrong key": (UTILITY, "{'x': 1}", "crashes", 5, "A function raises KeyError: 'X'."),
    "it leaves": ("    return {X: 1", "    raise SystemExit\n    return {X: 1", "exits", 5, "The program ends itself."),
}  # fmt: skip
LONG = {
    "no full board",
    "a draw counts 1",
    "a wrong line",
    "a wrong key",
    "taken squares",
    "it leaves",
    "3 for X alone",
    "no rows",
}
"""Those that others are like, which run at night."""

QUICK = {"a missing diagonal", "O's win counted +1", "O begins"}


def written(source: str, name: str = "written") -> ModuleType:
    """Return a module with this source."""
    module = ModuleType(name)
    sys.modules.pop(name, None)
    exec(source, vars(module))
    return module


def compared(own: Any, reference: str = "tic-tac-toe", **options: Any) -> Comparison:
    """Compare a game, a module or an object with a shipped game."""
    game = own if isinstance(own, Game) else games.adapt(own)
    return compare_rules(game, games.load(reference), **options)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            one, marks=[mark for mark, ones in ((pytest.mark.quick, QUICK), (pytest.mark.long, LONG)) if one in ones]
        )
        for one in FAULTS
    ],
)
def test_a_fault_is_found_where_it_shows_first(fault: str) -> None:
    right, wrong, code, plies, text = FAULTS[fault]
    assert right in SOURCE
    module = written(SOURCE.replace(right, wrong))
    found = compared(module, positions=6000 if plies == 9 else FIRST_WINS, games=0)
    assert not found.ok
    first = found.differences[0]
    assert (first.code, len(first.moves), len(first.line)) == (code, plies, plies)
    assert text in first.text
    others = {one.code for one in found.differences[1:] if one.wrong}
    assert others <= {"terminal-early", "actions-missing", "actions-illegal", "terminal-late"}


def test_what_changes_its_argument_is_compared_with_copies() -> None:
    source = SOURCE.replace("after = deepcopy(board)", "after = board").replace("O: -1", "O: 1")
    for written_so in (source, source.replace("    return after", "")):
        found = compared(written(written_so), positions=FIRST_WINS, games=0)
        assert [one.code for one in found.differences] == ["state-changed", "utility-sign"]


def test_the_rules_are_the_same_in_other_words() -> None:
    whole = compared(cs50_tictactoe)
    assert (whole.ok, whole.complete, whole.positions, whole.ends, whole.differences) == (True, True, 5478, 958, ())
    for own, reference in ((aima_games.TicTacToe(), "tic-tac-toe"), (games.load("tic-tac-toe:order=centre"), "mnk")):
        assert compared(own, reference, positions=LATE, games=0).differences == ()


def test_a_utility_of_another_size_is_a_remark() -> None:
    for own, reference, text in (
        (TicTacToeOfEasyAI, "tic-tac-toe", "utility is 100 times as large as in the reference."),
        (ConnectFour, "connect-four", "utility says only who wins"),
    ):
        found = compared(own, reference, positions=20, games=20)
        assert found.ok
        assert [(one.code, one.wrong) for one in found.differences] == [("utility-value", False)]
        assert text in found.differences[0].text


LIST = """
anfang = ["-"] * 9
LINIEN = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def Züge(brett): return [feld + 1 for feld in range(9) if brett[feld] == "-"]
def nachfolger(brett, zug):
    return brett[:zug - 1] + ["xo"[(9 - brett.count("-")) % 2]] + brett[zug:]
def sieger(brett): return next((brett[a] for a, b, c in LINIEN if brett[a] == brett[b] == brett[c] != "-"), None)
def ende(brett): return bool(sieger(brett)) or "-" not in brett
def nutzen(brett): return {"x": 1, "o": -1}.get(sieger(brett), 0)
"""
OWN_STATES = """
class Position:
    def __init__(self, board="." * 9): self.board = board
    def legal_moves(self): return [place for place in range(9) if self.board[place] == "."]
    def make_move(self, place):
        return Position(self.board[:place] + "XO"[self.board.count(".") % 2 == 0] + self.board[place + 1:])
    def lines(self):
        return [self.board[a::b][:3] for a, b in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4))] + [
            self.board[2:7:2]]
    def is_over(self): return "." not in self.board or bool({"XXX", "OOO"} & set(self.lines()))
    def utility(self): return ("XXX" in self.lines()) - ("OOO" in self.lines())
"""
WITH_THE_PLAYER = """
def initial_state(): return ((None,) * 3,) * 3
def actions(state, player): return [(c, r) for r in range(3) for c in range(3) if state[r][c] is None]
def result(state, action, player):
    rows = [list(row) for row in state]
    rows[action[1]][action[0]] = player
    return tuple(map(tuple, rows))
def won(state, player):
    lines = [*state, *zip(*state), [state[k][k] for k in range(3)], [state[k][2 - k] for k in range(3)]]
    return any(all(mark == player for mark in line) for line in lines)
def terminal(state): return won(state, "X") or won(state, "O") or all(None not in row for row in state)
def utility(state, player): return won(state, player) - won(state, "O" if player == "X" else "X")
"""


@pytest.mark.parametrize("source", [LIST, OWN_STATES, WITH_THE_PLAYER])
def test_functions_without_a_player_are_adapted(source: str) -> None:
    found = compared(written(source), positions=1200, games=20)
    assert (found.differences, found.ends > 0) == ((), True)


def test_moves_that_have_nothing_in_common_are_matched_by_a_table_or_refused() -> None:
    names = ["north-west", "north", "north-east", "west", "middle", "east", "south-west", "south", "south-east"]
    source = LIST.replace("feld + 1 for", f"{names}[feld] for").replace(
        "def nachfolger(brett, zug):", f"def nachfolger(brett, zug):\n    zug = {names}.index(zug) + 1"
    )
    table = {name: str(square) for square, name in enumerate(names)}
    assert compared(written(source), moves=table, positions=LATE, games=0).differences == ()
    assert not compared(written(source.replace("range(9)", "(8, 0, 1, 2, 3, 4, 5, 6, 7)")), positions=200, games=1).ok
    with pytest.raises(InputError, match="say which is which"):
        compared(written(source), "connect-four")
    with pytest.raises(InputError, match="is for 2 players, and chinese-checkers for 6"):
        compared(cs50_tictactoe, "chinese-checkers:players=6")
