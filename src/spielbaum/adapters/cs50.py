"""The functions of CS50's tic-tac-toe: ``initial_state, player, actions, result, winner, terminal, utility``.

Source: Harvard's CS50's Introduction to Artificial Intelligence with Python, project "Tic-Tac-Toe".
"""

from typing import Any

from spielbaum.adapters.adapted import Evaluations, Rules, as_number, doc_of, make_game
from spielbaum.adapters.written import read_literal
from spielbaum.errors import GameError
from spielbaum.game import Game, Vector
from spielbaum.game.notation import place_of

FUNCTIONS = ("initial_state", "player", "actions", "result", "terminal", "utility")
EMPTY_SIGN, ROW_END = ".", "/"


def fits(other: Any) -> bool:
    """Return whether a module or an object has the functions and the marks X and O."""
    return all(callable(getattr(other, name, None)) for name in FUNCTIONS) and {"X", "O"} <= set(dir(other))


def make(other: Any, name: str, evaluations: Evaluations | None = None) -> Game:
    """Return the game; X is player 0, and ``utility`` is that of X."""
    marks = (other.X, other.O)
    empty = getattr(other, "EMPTY", None)

    def mover(board: Any) -> int:
        found = other.player(board)
        if found not in marks:
            raise GameError(f"{place_of(other.player)}, returns {found!r}, not {marks[0]!r} or {marks[1]!r}")
        return marks.index(found)

    def utility(board: Any) -> Vector:
        value = as_number(other.utility(board), other.utility, "1, 0 or -1")
        return value, -value

    def write(board: Any) -> str:
        rows = [[EMPTY_SIGN if mark == empty else str(mark) for mark in row] for row in board]
        short = all(len(sign) == 1 and sign != ROW_END for row in rows for sign in row)
        return ROW_END.join(map("".join, rows)) if short else repr(board)

    def read(text: str) -> Any:
        start = other.initial_state()
        if text.startswith("["):
            board = read_literal(text, start)
        else:
            signs = {EMPTY_SIGN: empty, **{str(mark): mark for mark in marks}}
            unknown = set(text) - set(signs) - {ROW_END}
            if unknown:
                raise ValueError(f"write rows of {', '.join(signs)}, separated by {ROW_END}, such as {write(start)}")
            board = [[signs[sign] for sign in row] for row in text.split(ROW_END)]
        if [len(row) if isinstance(row, list) else 0 for row in board] != list(map(len, start)):
            raise ValueError(f"a board has {len(start)} rows of {len(start[0])} squares, such as {write(start)}")
        return board

    return make_game(
        Rules(
            name=name,
            doc=doc_of(other),
            start=other.initial_state,
            mover=mover,
            moves=other.actions,
            after=other.result,
            is_over=other.terminal,
            utility=utility,
            write=write,
            read=read,
            source=other.result,
            find_board=lambda board: board,
            owner=lambda mark: marks.index(mark) if mark in marks else None,
            player_names=tuple(map(str, marks)),
            max_utility=1,
        ),
        evaluations,
    )
