"""The rules of Blokus.

A state has the squares and the remaining pieces of each colour, and the colours that are out. A piece is placed in one
action, ``(orientation * size + row) * size + column``, of the upper left square of the rectangle around it. A colour
that cannot place a piece passes, once: it never can again, so it is out.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from spielbaum.games._rules import RuleFunctions
from spielbaum.games.blokus.board import Board
from spielbaum.games.blokus.placements import make_placements
from spielbaum.games.blokus.squares import ROW_BITS, WORD_ROWS
from spielbaum.kernel import popcount

LINE_BITS = 5
"""The bits of a row of an orientation."""

SHARED = 3
"""The colour that three players share."""

LINE = (1 << LINE_BITS) - 1


class State(NamedTuple):
    """A position."""

    covered: tuple[int, ...]  # the squares of each colour, as in ``squares.py``
    left: tuple[int, ...]  # the pieces of each colour, a bit for each
    colour: int  # to move
    out: int  # the colours that have passed or placed all their pieces, a bit for each
    small_last: int  # the colours that have placed all their pieces, the monomino last


def make_rules(board: Board, utility: Callable[[State], tuple[float, ...]]) -> RuleFunctions:
    """Return the rules for a board, given the utility of finished games."""
    size, colours, players, count = board.size, board.colours, board.players, board.words
    shapes = board.orientations
    pass_action, squares = board.pass_action, size * size
    everything = (1 << len(board.pieces)) - 1
    monomino = 1 << len(board.pieces) - 1
    everyone_out = (1 << colours) - 1
    piece_of = tuple(1 << shape.piece for shape in shapes)
    heights = tuple(shape.height for shape in shapes)
    drawn = tuple(sum(1 << LINE_BITS * row + column for row, column in shape.squares) for shape in shapes)
    start = State((0,) * (colours * board.words), (everything,) * colours, 0, 0, 0)
    placements = make_placements(board)

    def initial() -> State:
        return start

    def to_move(state: State) -> int:
        """Return the player of the colour to move: three players take turns with the fourth colour."""
        if state.colour < players:
            return state.colour
        if players == 3:
            return popcount(everything & ~state.left[SHARED]) % players
        return state.colour % players

    def following(colour: int, out: int) -> int:
        """Return the next colour in turn order that is not out; the next one if all are."""
        after = (colour + 1) % colours
        while out >> after & 1 and out != everyone_out:
            after = (after + 1) % colours
        return after

    def actions(state: State) -> Iterator[int]:
        stuck = True
        for action in placements(state.covered, state.colour, state.left[state.colour]):
            stuck = False
            yield action
        if stuck:
            yield pass_action

    def result(state: State, action: int) -> State:
        colour = state.colour
        covered, left = state.covered, state.left
        out, small_last = state.out, state.small_last
        if action == pass_action:
            out |= 1 << colour
        else:
            orientation, square = divmod(action, squares)
            row, column = divmod(square, size)
            shape = drawn[orientation]
            boards = list(covered)
            first = colour * count
            for i in range(heights[orientation]):
                line = (shape >> LINE_BITS * i & LINE) << column
                boards[first + (row + i) // WORD_ROWS] |= line << ROW_BITS * ((row + i) % WORD_ROWS)
            covered = tuple(boards)
            rest = left[colour] & ~piece_of[orientation]
            pieces = list(left)
            pieces[colour] = rest
            left = tuple(pieces)
            if rest == 0:
                out |= 1 << colour
                if piece_of[orientation] == monomino:
                    small_last |= 1 << colour
        return State(covered, left, following(colour, out), out, small_last)

    def null_move(state: State) -> State:
        """Return the state in which the next colour is to move, even if it is out, for all must have a turn."""
        return State(state.covered, state.left, (state.colour + 1) % colours, state.out, state.small_last)

    def is_terminal(state: State) -> bool:
        return state.out == everyone_out

    return RuleFunctions(initial, to_move, actions, result, is_terminal, utility, null_move=null_move)
