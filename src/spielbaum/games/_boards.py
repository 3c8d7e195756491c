"""Boards as text and as cells, for several games: rows, labels, gaps in digits; and moves in files."""

import re
from collections.abc import Callable, Iterable, Sequence

from spielbaum import Cell

MOST_DIGITS = 9


def number_in(text: str) -> int | None:
    """Return the number in a text; None if it is not a number, or has more than nine digits.

    Examples
    --------
    >>> number_in("12"), number_in("-1"), number_in("1" * 5000)
    (12, None, None)
    """
    return int(text) if re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", text) else None


def in_rows(squares: str, columns: int) -> list[str]:
    """Return the symbols of a board row by row.

    Examples
    --------
    >>> in_rows("XO..", 2)
    ['XO', '..']
    """
    return [squares[start : start + columns] for start in range(0, len(squares), columns)]


def symbols_on(cells: Iterable[Cell], symbols: str) -> str:
    """Return the symbol of the owner of each cell, and a point for each empty one.

    Examples
    --------
    >>> symbols_on([Cell(owner=1), Cell()], "XO")
    'O.'
    """
    return "".join("." if cell.owner is None else symbols[cell.owner] for cell in cells)


def labelled_text(rows: Sequence[str], numbers: Sequence[int], letters: str) -> str:
    """Return rows of symbols as text, with their numbers on the left and the letters of columns below.

    Examples
    --------
    >>> print(labelled_text(["X.", ".O"], [2, 1], "ab"))
    2 X .
    1 . O
      a b
    """
    digits = len(str(max(numbers)))
    lines = [f"{number:>{digits}} {' '.join(row)}" for number, row in zip(numbers, rows, strict=True)]
    return "\n".join([*lines, f"{'':{digits}} {' '.join(letters)}"])


def labelled_cells(rows: Sequence[Sequence[Cell]], numbers: Sequence[int], letters: str) -> list[list[Cell]]:
    """Return rows of cells with their numbers on the left and the letters of columns below."""
    lines = [[Cell(str(number)), *row] for number, row in zip(numbers, rows, strict=True)]
    return [*lines, [Cell(), *map(Cell, letters)]]


def gaps_counted(row: str) -> str:
    """Return a row of a board with digits for runs of empty squares, as in FEN.

    Examples
    --------
    >>> gaps_counted("..XO...")
    '2XO3'
    """
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), row)


def gaps_filled(row: str) -> str:
    """Return a row of a board with a point for each empty square, given with digits.

    Examples
    --------
    >>> gaps_filled("2XO3")
    '..XO...'
    """
    return re.sub(r"\d", lambda digit: "." * int(digit[0]), row)


def black_or_white(word: str) -> int | None:
    """Return the player, 0 or 1, for a symbol, a name or its first letter, in capitals; else None."""
    return {"X": 0, "B": 0, "BLACK": 0, "O": 1, "W": 1, "WHITE": 1}.get(word)


def moves_in_file(results: Iterable[str]) -> Callable[[str], list[str]]:
    """Return the hook ``split_actions`` for games written as in PGN and PDN.

    Tags, comments, marks, numbers, and the result at the end are dropped. A result before the end stays, and is no
    legal move.

    Parameters
    ----------
    results
        The results that may end a game.

    Examples
    --------
    >>> moves_in_file(["1-0", "*"])('[Event "Example"] 1. e4 {the usual answer} e5 2.Nf3 $1 1-0')
    ['e4', 'e5', 'Nf3']
    """
    ends = frozenset(results)
    between = re.compile(r'\[(?!FEN)\w+\s+"[^"]*"\]|\{[^}]*\}|;[^\n]*|\$\d+|(?<![\w-])\d+\.+')

    def split_actions(text: str) -> list[str]:
        words = between.sub(" ", text).split()
        return words[:-1] if words and words[-1] in ends else words

    return split_actions
