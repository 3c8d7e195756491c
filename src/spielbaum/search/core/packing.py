"""States packed into 64 bits: each field has its own bits, so that two states never share a key.

The ranges of the fields are observed in a few random games, which are always the same, and the remaining bits are
distributed as headroom. A state that still does not fit is detected, and never confused with another one.
"""

import random
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple, get_type_hints

from spielbaum.game import Game, State
from spielbaum.kernel import U64, AsIntegers, Shape, flattened, scrambled, shape_of
from spielbaum.watchdog import run_watched

WORD = (1 << 64) - 1

GAMES, PLIES, ACTIONS = 8, 100, 100
"""The number of random games, their length in plies, and the most actions to choose from."""

RESERVE = 2
"""Headroom of a field in bits: it may grow to four times the largest number that was observed."""

WIDEST = 63


class Packing(NamedTuple):
    """The smallest number, the width in bits and the first bit of each field."""

    least: tuple[int, ...]
    width: tuple[int, ...]
    shift: tuple[int, ...]


def packing_of(game: Game) -> Packing | None:
    """Return how to pack the states of a game into 64 bits; None if they do not fit."""
    start = game.initial()
    shape = shape_of(start)
    unsigned = shape.unsigned_numbers
    seen = run_watched(partial(_ranges, shape, game.initial, game.actions, game.result, game.is_terminal))
    if seen is None:
        return None
    truths = _truths(start)
    width = []
    for is_truth, is_unsigned, (low, high) in zip(truths, unsigned, seen, strict=True):
        bits = max(high.bit_length(), (-low - 1).bit_length() if low < 0 else 0)
        width.append(1 if is_truth else bits + RESERVE + (not is_unsigned))
    if sum(width) > 64 or max(width) > WIDEST:
        return None
    growing = [i for i, is_truth in enumerate(truths) if not is_truth]
    for turn in range(64 - sum(width)):
        place = growing[turn % len(growing)] if growing else 0
        width[place] = min(width[place] + 1, WIDEST)
    least = [
        0 if is_truth or u else -(1 << width[i] - 1)
        for i, (is_truth, u) in enumerate(zip(truths, unsigned, strict=True))
    ]
    return Packing(tuple(least), tuple(width), tuple(sum(width[:i]) for i in range(len(width))))


def _truths(start: State) -> list[bool]:
    """Return whether each number of a state is declared as a bool."""
    hints, counts = get_type_hints(type(start)), shape_of(start).counts
    return [hints.get(name) is bool for name, count in zip(start._fields, counts, strict=True) for _ in range(count)]


@lru_cache(maxsize=64)
def _ranges(
    shape: Shape,
    initial: Callable[[], State],
    actions: Callable[[State], Any],
    result: Callable[[State, int], State],
    is_terminal: Callable[[State], bool],
) -> tuple[tuple[int, int], ...] | None:
    """Return the range of each field in some random games; None if they cannot be played.

    An error here occurs again in the search, which reports it.
    """
    generator, start = random.Random(0), initial()
    masks = [WORD if is_unsigned else -1 for is_unsigned in shape.unsigned_numbers]
    try:
        seen = [(int(x) & mask, int(x) & mask) for x, mask in zip(flattened(start, shape), masks, strict=True)]
        for _ in range(GAMES):
            state = start
            for _ in range(PLIES):
                if is_terminal(state):
                    break
                choice = list(islice(actions(state), ACTIONS))
                state = result(state, choice[int(generator.random() * len(choice))])
                numbers = [int(x) & mask for x, mask in zip(flattened(state, shape), masks, strict=True)]
                seen = [(min(low, x), max(high, x)) for (low, high), x in zip(seen, numbers, strict=True)]
            if sum(high.bit_length() for _, high in seen) > WIDEST:
                return None
    except Exception:
        return None
    return tuple(seen)


def make_packed(packing: Packing, shape: Shape, otherwise: Callable[[State], int]) -> Callable[[State], int]:
    """Return ``key(state)``: injective for the states that fit, ``otherwise(state)`` for the others."""
    least, width, shift = packing
    size, as_integers = len(width), AsIntegers(shape)

    def key(state: State) -> int:
        numbers = as_integers(state)
        bits = beyond = U64(0)
        for i in range(size):
            number = U64((numbers[i] - least[i]) & WORD)
            beyond = U64(beyond | number >> width[i])
            bits = U64(bits | number << shift[i])
        return scrambled(bits) if beyond == 0 else otherwise(state)

    return key
