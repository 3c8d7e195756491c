"""What several games write alike: numbers, rows of a board, and the moves of a game as they stand in a file."""

import re
from collections.abc import Callable, Iterable

MOST_DIGITS = 9


def number_in(text: str) -> int | None:
    """Return the number that a text is; None for any other text, and for one of so many digits that nothing has them.

    Examples
    --------
    >>> number_in("12"), number_in("-1"), number_in("1" * 5000)
    (12, None, None)
    """
    return int(text) if re.fullmatch(f"[0-9]{{1,{MOST_DIGITS}}}", text) else None


def gaps_counted(row: str) -> str:
    """Return a row of a board with digits for runs of empty squares, as FEN has it.

    Examples
    --------
    >>> gaps_counted("..XO...")
    '2XO3'
    """
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), row)


def gaps_filled(row: str) -> str:
    """Return a row of a board with a point for each empty square, where digits count them.

    Examples
    --------
    >>> gaps_filled("2XO3")
    '..XO...'
    """
    return re.sub(r"\d", lambda digit: "." * int(digit[0]), row)


def black_or_white(word: str) -> int | None:
    """Return the player, 0 or 1, that a word in capital letters names: by symbol, name, or its first letter."""
    return {"X": 0, "B": 0, "BLACK": 0, "O": 1, "W": 1, "WHITE": 1}.get(word)


def moves_in_file(results: Iterable[str]) -> Callable[[str], list[str]]:
    """Return the hook ``split_actions`` for games written as in PGN and PDN: without what stands between the moves.

    These are tags, comments, marks, numbers, and the result at the end; a result before it is left, for no move.

    Parameters
    ----------
    results
        The texts that say how a game ended.

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
