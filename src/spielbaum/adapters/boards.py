"""Boards of adapted games: the board in a state, its orientation, and the moves of its squares.

A board is a list of rows of marks, one row with a square number of marks, or a dictionary of marks by coordinates. Its
orientation follows from a comparison with the output of the original display.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from math import isqrt
from threading import Lock
from typing import Any, NamedTuple

from spielbaum.adapters.moves import word
from spielbaum.game import Cell
from spielbaum.game.default_view import LARGEST, SMALLEST, WOOD

Key = tuple[int, int]
Rows = Sequence[Sequence[Key]]
SIGNS = {"X": "cross", "O": "nought"}
"""The drawings of marks; other marks are discs."""

_printing = Lock()


class Board(NamedTuple):
    """The squares of a board.

    Attributes
    ----------
    find
        ``original state -> board``.
    rows
        The keys of the squares, top row first.
    names
        The move of each square, if there is one.
    owner
        ``mark -> player``, None for an empty square.
    """

    find: Callable[[Any], Any]
    rows: Rows
    names: dict[Key, str]
    owner: Callable[[Any], int | None]

    def cells(self, theirs: Any) -> list[list[Cell]]:
        """Return the squares of a state."""
        board = self.find(theirs)
        return [[self._cell(mark_at(board, key, len(row)), key) for key in row] for row in self.rows]

    def _cell(self, mark: Any, key: Key) -> Cell:
        owner, name = self.owner(mark), self.names.get(key, "")
        if owner is None:
            return Cell("", WOOD, name=name)
        return Cell(str(mark), WOOD, owner, name, SIGNS.get(str(mark), "disc"))


def find_board(
    find: Callable[[Any], Any],
    owner: Callable[[Any], int | None],
    moves: Sequence[Any],
    samples: Sequence[Any],
    display: Callable[[Any], str] | None,
) -> Board | None:
    """Return the board of a game; None if its states have none, or the display shows a different one.

    Parameters
    ----------
    find, owner
        As in `Board`; ``find`` returns None without a board.
    moves
        The legal moves at the start.
    samples
        Some states, beginning with the start.
    display
        ``original state -> text``, if there is one.
    """
    squares = [*moves, *getattr(samples[0], "moves", ())]  # states of AIMA may list more moves than are legal
    keys = keys_of(find(samples[0]), squares)
    if not keys:
        return None
    width = len(keys[0])
    marks = [mark_at(find(state), key, width) for state in samples for row in keys for key in row]
    if not all(_is_empty(mark) or owner(mark) is not None for mark in marks):
        return None
    turned = _turned(keys)
    shown = turned if display is None else [rows for rows in turned if _is_shown(rows, width, find, samples, display)]
    return Board(find, shown[0], _names(keys, moves), owner) if shown else None


def keys_of(board: Any, moves: Sequence[Any]) -> Rows:
    """Return the keys of a board's squares, row by row; empty if it is not a board."""
    if isinstance(board, dict):
        return _of_coordinates([*board, *moves])
    board = board.tolist() if hasattr(board, "tolist") else list(board) if isinstance(board, str) else board
    if not isinstance(board, list | tuple) or not board:
        return []
    if all(isinstance(row, list | tuple) for row in board):
        rows, columns = len(board), len(board[0])
        fits = all(len(row) == columns for row in board)
    else:
        rows = columns = isqrt(len(board))
        fits = rows * columns == len(board) and not any(isinstance(mark, list | tuple) for mark in board)
    if not fits or not (SMALLEST <= rows <= LARGEST and SMALLEST <= columns <= LARGEST):
        return []
    return [[(row, column) for column in range(columns)] for row in range(rows)]


def mark_at(board: Any, key: Key, width: int) -> Any:
    """Return the mark on a square of a board of a given width."""
    if isinstance(board, dict):
        return board.get(key)
    row, column = key
    mark = board[row][column] if hasattr(board[0], "__len__") and not isinstance(board[0], str) else board[
        row * width + column]  # fmt: skip
    return mark.item() if hasattr(mark, "item") else mark


def printed(display: Callable[[Any], object], theirs: Any) -> str:
    """Return what a function prints for a state."""
    text = StringIO()
    with _printing, redirect_stdout(text):
        display(theirs)
    return text.getvalue().strip("\n")


def _of_coordinates(keys: Sequence[Any]) -> Rows:
    if not all(isinstance(key, tuple) and len(key) == 2 and all(type(n) is int for n in key) for key in keys):
        return []
    first, second = ({key[part] for key in keys} for part in (0, 1))
    if not (SMALLEST <= len(first) <= LARGEST and SMALLEST <= len(second) <= LARGEST):
        return []
    return [[(row, column) for column in range(min(second), max(second) + 1)]
            for row in range(min(first), max(first) + 1)]  # fmt: skip


def _is_empty(mark: Any) -> bool:
    return mark is None or mark == 0 or (isinstance(mark, str) and mark.strip(" .-_") == "")


def _turned(keys: Rows) -> list[Rows]:
    across = list(zip(*keys, strict=True))
    return [keys, keys[::-1], across, across[::-1]]


def _is_shown(
    rows: Rows, width: int, find: Callable[[Any], Any], samples: Sequence[Any], display: Callable[[Any], str]
) -> bool:
    """Return whether the display shows the marks in this order, with one sign per mark."""
    return all(
        any(_same(_marks(rows, width, find(state)), block) for block in _blocks(display(state), rows))
        for state in samples
    )


def _marks(rows: Rows, width: int, board: Any) -> list[Any]:
    return [mark_at(board, key, width) for row in rows for key in row]


def _blocks(text: str, rows: Rows) -> Iterator[list[str]]:
    """Yield the signs of each block of a text with the size of the board, at its right edge."""
    lines = [words if len(words := line.split()) > 1 else list(line.strip()) for line in text.splitlines()]
    for top in range(len(lines) - len(rows) + 1):
        block = [line[-len(rows[0]) :] for line in lines[top : top + len(rows)]]
        if all(len(line) == len(rows[0]) for line in block):
            yield [sign for line in block for sign in line]


def _same(marks: Sequence[Any], signs: Sequence[str]) -> bool:
    pairs = {(mark, sign) for mark, sign in zip(marks, signs, strict=True)}
    return len(pairs) == len({mark for mark, _ in pairs}) == len({sign for _, sign in pairs})


def _names(keys: Rows, moves: Sequence[Any]) -> dict[Key, str]:
    """Return the move of each square: its coordinates, its number, or its column."""
    words, flat = set(map(word, moves)), [key for row in keys for key in row]
    if words <= {word(key) for key in flat}:
        return {key: word(key) for key in flat}
    if all(text.isdecimal() for text in words):
        first, count = min(map(int, words)), len(words)
        if count == len(flat) and max(map(int, words)) == first + count - 1:
            return {key: str(first + place) for place, key in enumerate(flat)}
        if count == len(keys[0]) and max(map(int, words)) == first + count - 1:
            return {key: str(first + key[1]) for key in flat}
    return {}
