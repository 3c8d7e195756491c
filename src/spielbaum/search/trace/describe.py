"""The steps of a search and the reasons of its cutoffs, in words."""

import re
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Literal

from spielbaum.errors import Sentence
from spielbaum.search.core.cuts import REASONS, find_reason
from spielbaum.search.core.result import Number, in_units, tidy, value_text

Kind = Literal["leaf", "bound", "cut", "final"]

_WINDOW = {
    "beta": r"alpha (\S+) >= beta (\S+)",
    "alpha": r"beta (\S+) <= alpha (\S+)",
    "limit": r"(\S+) [<>]= (\S+), and no action is better",
}
"""Cutoffs of alpha-beta, at an end of the window, or at a limit of the game."""

_FOLDED = (r"([\d,]+) nodes? folded", r"([\d,]+) of them leaves", r"([\d,]+) pruned actions? folded")


@dataclass(frozen=True, slots=True)
class Event:
    """An event at a node: a leaf, a better bound, a cutoff, or its final value, with the value.

    ``text`` is set if the value is not a number: the bound of a finished node, or the name of a leaf without a value.
    """

    kind: Kind
    node: int
    value: Number | None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A cutoff: the pruning, the values that it compared, and for hypermax the values secured by each player."""

    reason: str
    best: float
    bound: float
    at_most: bool  # an opponent of the root player is to move
    of_window: bool  # the bound is an end of the window, not a bound of the game
    secured: tuple[float, ...] = ()


def scaled(value: Number | None, unit: float) -> Number | None:
    """Return a value in units of utility; None if it is not finite."""
    if value is None or not all(map(isfinite, value if isinstance(value, tuple) else (value,))):
        return None
    return in_units(value, unit)


def cut_text(cut: Cut, unit: float) -> str:
    """Return the reason of a cutoff as text.

    Examples
    --------
    >>> cut_text(Cut("alpha-beta", 5, 4, at_most=False, of_window=True), 1)
    'alpha 5 >= beta 4'
    """
    best, bound = f"{tidy(cut.best / unit):.6g}", f"{tidy(cut.bound / unit):.6g}"
    if cut.reason == "alpha-beta":
        sign = "<=" if cut.at_most else ">="
        if cut.of_window:
            return Sentence("beta {} <= alpha {}" if cut.at_most else "alpha {} >= beta {}", best, bound)
        return Sentence("{} {} {}, and no action is better", best, sign, bound)
    secured = value_text(scaled(cut.secured, unit)) if cut.secured else ""
    return Sentence(find_reason(cut.reason).words, best=best, bound=bound, secured=secured)


def cut_parts(text: str) -> tuple[str, float | None, float | None]:
    """Return the kind of a cutoff and the two values that it compared, from the text of ``cut_text``.

    Kinds are ``beta`` and ``alpha`` for values above and below the window, ``limit`` if no action is better, and the
    names of the prunings.

    Examples
    --------
    >>> cut_parts("alpha 5 >= beta 4"), cut_parts("immediate: 10 >= 10, the most there is")
    (('beta', 5.0, 4.0), ('immediate', 10.0, 10.0))
    """
    patterns = {reason.name: _pattern(reason.words) for reason in REASONS if reason.name != "alpha-beta"}
    for kind, pattern in (_WINDOW | patterns).items():
        if found := re.search(pattern, text):
            return kind, float(found[1]), float(found[2])
    return "limit", None, None


@cache
def _pattern(words: str) -> str:
    """Return a pattern for the words of a reason, which may end behind the second number."""
    known = {"secured": ".*", "best": r"(\S+)", "bound": r"([^\s,]+)"}
    first, *parts = re.split(r"\{(secured|best|bound)\}", words.partition("{bound}")[0] + "{bound}")
    return re.escape(first) + "".join(known.get(part) or re.escape(part) for part in parts)


def fold_text(nodes: int, leaves: int, pruned: int) -> str:
    """Return the numbers of folded nodes, leaves and pruned actions as text.

    Examples
    --------
    >>> fold_text(1200, 800, 0), fold_text(0, 0, 3)
    ('1,200 nodes folded, 800 of them leaves', '3 pruned actions folded')
    """
    visited = Sentence(
        "{} node folded, {} of them leaves" if nodes == 1 else "{:,} nodes folded, {:,} of them leaves", nodes, leaves
    )
    left = Sentence("{} pruned action folded" if pruned == 1 else "{:,} pruned actions folded", pruned)
    if nodes and pruned:
        return Sentence("{}, {}", visited, left)
    return visited if nodes else left if pruned else ""


def fold_counts(text: str) -> tuple[int, int, int]:
    """Return the numbers in a text of ``fold_text``.

    Examples
    --------
    >>> fold_counts("1,200 nodes folded, 800 of them leaves, 1 pruned action folded")
    (1200, 800, 1)
    """
    found = (re.search(pattern, text) for pattern in _FOLDED)
    nodes, leaves, pruned = (int(match[1].replace(",", "")) if match else 0 for match in found)
    return nodes, leaves, pruned


def step_text(event: Event, place: str, *, at_most: bool, player: int | None) -> str:
    """Return a step as text; its value is in units of utility.

    Examples
    --------
    >>> step_text(Event("bound", 2, 8), "after 0 0", at_most=False, player=0)
    '>= 8 after 0 0'
    """
    shown = event.text or value_text(event.value)
    if event.kind == "final" and event.text:
        return Sentence("{} {}", shown.replace("≤", "<=").replace("≥", ">="), place)
    if event.kind == "leaf":
        return Sentence("leaf {} {}", shown, place)
    if event.kind == "final":
        return Sentence("= {} {}", shown, place)
    if isinstance(event.value, tuple) and player is not None and not at_most:
        shown = Sentence("{:.6g} for player {}: {}", event.value[player], player, shown)
    sign = "<=" if at_most else ">="
    return Sentence("{} {}, cut {}" if event.kind == "cut" else "{} {} {}", sign, shown, place)
