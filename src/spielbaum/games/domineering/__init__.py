"""Domineering: one player places vertical dominoes, the other horizontal ones; a player who cannot move loses.

Squares are numbered row by row from the top left; square ``s`` is bit ``s``::

     0  1  2  3      4
     4  5  6  7      3      rows = columns = 4
     8  9 10 11      2
    12 13 14 15      1
     a  b  c  d

A domino has the number of its upper or left square: Vertical, player 0, covers ``s`` and ``s + columns``, Horizontal,
player 1, ``s`` and ``s + 1``. Actions are in ascending order.
"""

from typing import Literal

from spielbaum import Game, View
from spielbaum.errors import Message
from spielbaum.games.domineering.hints import make_hooks
from spielbaum.games.domineering.notation import NAMES, ending, from_cells, make_board, make_notation, make_squares
from spielbaum.games.domineering.rules import Board, make_rules


def game(rows: int = 6, columns: int = 6, first: Literal["vertical", "horizontal"] = "vertical") -> Game:
    """Return Domineering on any board of up to 128 squares; ``first`` moves first."""
    if rows < 1 or columns < 1 or rows * columns > 128:
        raise ValueError(Message("the board must have 1 to 128 squares, and {} rows of {} do not", rows, columns))
    return make_game(Board(rows, columns), first)


def make_game(size: Board, first: str = "vertical") -> Game:
    """Return the game on a board of one size."""
    rules, hooks = make_rules(size, NAMES.index(first)), make_hooks(size)
    return Game(
        name="domineering",
        players=2,
        initial=rules.initial,
        to_move=rules.to_move,
        actions=rules.actions,
        result=rules.result,
        is_terminal=rules.is_terminal,
        utility=rules.utility,
        zero_sum=True,
        max_utility=1,
        utility_sum=0,
        distinct_actions=size.rows * size.columns,
        evaluations=hooks.evaluations,
        hints=hooks.hints,
        notation=make_notation(size, NAMES.index(first)),
        view=View(
            board=make_board(size),
            places=make_squares(size),
            ending=ending,
            from_cells=from_cells,
            player_names=NAMES,
        ),
    )
