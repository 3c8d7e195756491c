"""Nim with actions that are NamedTuples: the heap, and what is left of it, or None if it is taken whole."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from spielbaum import Game, SearchHints, View
from spielbaum.game import Notation
from spielbaum.games.nim import HEAP, HEAP_BITS, MAX_HEAPS, State
from spielbaum.games.nim import game as make_nim

NIM = replace(make_nim("4-2-1"), hints=SearchHints(), view=View(), notation=Notation())
"""The same game with numbers."""


class Take(NamedTuple):
    heap: int
    left: int | None


def actions(state: State) -> Iterator[Take]:
    for heap in range(MAX_HEAPS):
        counters = state.heaps >> HEAP_BITS * heap & HEAP
        for left in range(counters - 1, 0, -1):
            yield Take(heap, left)
        if counters:
            yield Take(heap, None)


def result(state: State, take: Take) -> State:
    counters = state.heaps >> HEAP_BITS * take.heap & HEAP
    taken = counters if take.left is None else counters - take.left
    return State(state.heaps - (taken << HEAP_BITS * take.heap), 1 - state.to_move)


def number_of(state: State, take: Take) -> int:
    """Return the action of ``NIM``."""
    counters = state.heaps >> HEAP_BITS * take.heap & HEAP
    return take.heap << HEAP_BITS | (counters if take.left is None else counters - take.left)


TAKING: Game = replace(NIM, name="taking", actions=actions, result=result, distinct_actions=None)
