"""The texts of exercises."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from spielbaum.language import translations_for


class Words(NamedTuple):
    """The words of a worksheet.

    ``titles`` and ``names`` are by the algorithm of the exercise, ``names`` as in the middle of a sentence; of others
    it is the title of their record. ``tasks`` are by what is found: ``number``, ``window`` or ``vector``.
    """

    titles: Mapping[str, str]
    names: Mapping[str, str]
    tasks: Mapping[str, str]
    number: str
    solution: str
    name: str
    answer: str
    window_answer: str
    value: str
    counts: str
    player: str
    pruned: str


@cache
def words_for(language: str) -> Words:
    """Return the words of a language."""
    return Words(**translations_for(language).table("sheet"))
