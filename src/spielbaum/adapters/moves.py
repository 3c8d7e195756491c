"""Moves of adapted games, which may be any Python objects, as numbers and as words.

The action of an integer is the integer; that of a short tuple of small integers has them as digits in base 100, so that
``(1, 2)`` is 102; the action of any other move is its index among the legal moves.
"""

import re
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from spielbaum.errors import Message

BASE, MOST_DIGITS = 100, 9
WORD = re.compile(r"[^\s,()\[\]{}'\"]+")


class Moves(NamedTuple):
    """The legal moves of a state in order: the original moves and their words, by action."""

    theirs: dict[int, Any]
    words: dict[int, str]

    def number(self, text: str) -> int:
        """Return the action of a move, given as a word or in the original notation.

        Raises
        ------
        ValueError
            If there is no such move.
        """
        for number, written in self.words.items():
            if written == word(text):
                return number
        raise ValueError(Message("there is {}", ", ".join(self.words.values())))


def as_moves(given: Iterable[Any]) -> Moves:
    """Return legal moves by action.

    Parameters
    ----------
    given
        The original moves. Sets are sorted, by their texts if necessary.

    Examples
    --------
    >>> as_moves([(0, 1), (2, 2)])
    Moves(theirs={1: (0, 1), 202: (2, 2)}, words={1: '0-1', 202: '2-2'})
    >>> as_moves({"b", "a"}).theirs
    {0: 'a', 1: 'b'}
    """
    moves = _ordered(given) if isinstance(given, set | frozenset) else list(given)
    numbers, words = _numbers(moves), list(map(word, moves))
    for place, written in enumerate(words):
        if written in words[:place]:
            words[place] = f"{written}#{place}"
    return Moves(dict(zip(numbers, moves, strict=True)), dict(zip(numbers, words, strict=True)))


def word(move: Any) -> str:
    """Return a move as one word, with its parts joined by hyphens.

    Examples
    --------
    >>> word((0, 1)), word("B1 B2"), word("2,3"), word(("tap", 0, (1, 1))), word("(0, 1)"), word("")
    ('0-1', 'B1-B2', '2-3', 'tap-0-1-1', '0-1', '-')
    """
    if isinstance(move, tuple | list):
        return "-".join(map(word, move)) or "-"
    return "-".join(WORD.findall(str(move))) or "-"


def split_words(text: str) -> list[str]:
    """Return the words of several moves; brackets group a move.

    Examples
    --------
    >>> split_words("(0 1) (2 2)"), split_words("0-1 2-2")
    (['0-1', '2-2'], ['0-1', '2-2'])
    """
    words, begun, depth = list[str](), "", 0
    for piece in text.split():
        begun = f"{begun} {piece}"
        depth += sum(map(piece.count, "([")) - sum(map(piece.count, ")]"))
        if depth <= 0:
            words.append(word(begun))
            begun, depth = "", 0
    return [*words, word(begun)] if begun else words


def _ordered(moves: Iterable[Any]) -> list[Any]:
    try:
        return sorted(moves)
    except TypeError:
        return sorted(moves, key=repr)


def _numbers(moves: Sequence[Any]) -> Sequence[int]:
    if all(isinstance(move, Integral) for move in moves):
        numbers = list(map(int, moves))
    elif all(isinstance(move, tuple | list) and _are_digits(move) for move in moves):
        numbers = [_as_digits(move) for move in moves]
    else:
        return range(len(moves))
    fit = len({*map(_length, moves)}) == 1 and len(set(numbers)) == len(numbers)
    return numbers if fit and all(-(2**63) < number < 2**63 for number in numbers) else range(len(moves))


def _are_digits(move: Sequence[Any]) -> bool:
    return len(move) <= MOST_DIGITS and all(isinstance(part, Integral) and 0 <= int(part) < BASE for part in move)


def _as_digits(move: Sequence[Any]) -> int:
    number = 0
    for part in move:
        number = number * BASE + int(part)
    return number


def _length(move: Any) -> int:
    return len(move) if isinstance(move, tuple | list) else 0
