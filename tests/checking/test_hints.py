"""Games with false bounds or proof hints."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from race import GOAL, RACE, State
from spielbaum import Game, ProofHints, SearchHints, check_game


def lost(state: State) -> bool:
    """The player to move loses if the missing number is a multiple of three."""
    return (GOAL - state.count) % 3 == 0


def bounds(state: State) -> tuple[int, int]:
    return (-1, -1) if lost(state) else (-1, 1)


def candidates(state: State) -> Iterator[int]:
    yield (GOAL - state.count) % 3 or 1


def settled(state: State) -> State:
    """In a lost state all steps are equally good."""
    if lost(state):
        return State(state.count + 1, 1 - state.to_move)
    return state


def key(state: State) -> int:
    return (GOAL - state.count) % 3


def offset(state: State) -> int:
    """The whole value of a state, so that the rest is 0."""
    return -1 if lost(state) else 1


def nothing(_state: State) -> int:
    return 7


def false_offset(state: State) -> int:
    return -offset(state) if state.count == 4 else offset(state)


def build(**hooks: Any) -> Game:
    limits = hooks.pop("bounds", None)
    return replace(RACE, compiled=True, hints=SearchHints(bounds=limits, proof=ProofHints(**hooks)))


@pytest.mark.parametrize("compiled", [True, False])
def test_true_hints_pass(compiled: bool) -> None:
    game = build(bounds=bounds, candidates=candidates, settled=settled, key=key)
    assert check_game(replace(game, compiled=compiled), games=50).ok
    assert check_game(replace(build(key=nothing, offset=offset), compiled=compiled), games=50).ok


def wrong_bounds(state: State) -> tuple[int, int]:
    return (-1, 0) if state.count == 4 else (-1, 1)


def illegal_candidates(state: State) -> Iterator[int]:
    yield 3 if state.count == 4 else (GOAL - state.count) % 3 or 1


def poor_candidates(state: State) -> Iterator[int]:
    yield 1


def unsettled(state: State) -> State:
    return State(state.count + 1, 1 - state.to_move) if state.count == 4 else state


def poor_key(state: State) -> int:
    return state.count % 2


@pytest.mark.parametrize(
    ("law", "hooks", "detail"),
    [
        ("bounds", {"bounds": wrong_bounds}, "bounds returns -1 and 0, and the player to move reaches 1"),
        ("candidates", {"candidates": illegal_candidates}, r"candidates returns \[3\], and the legal"),
        ("candidates", {"candidates": poor_candidates}, r"the best of the candidates \[1\] is worth -1, not 1"),
        ("settled", {"settled": unsettled}, "is worth -1, not 1"),
        ("equal keys, equal values", {"key": poor_key}, "has the same key, and is worth"),
        ("equal keys, equal values", {"key": nothing, "offset": false_offset}, "less the offset, not"),
        (
            "key of 64 bits",
            {"key": key, "second_key": key, "key_kind": "hash", "both_keys": lambda state: (key(state), 0)},
            "both_keys returns .*, and key and second_key give",
        ),
    ],
)  # fmt: skip
def test_false_hints_are_found(law: str, hooks: dict[str, Callable[..., Any]], detail: str) -> None:
    report = check_game(build(**hooks), games=50)
    assert not report.ok
    assert report.failures[0].law == law
    assert re.search(detail, report.failures[0].detail)


def test_compiled_and_interpreted_hints_agree() -> None:
    def vast(state: State) -> tuple[float, float]:
        return -1.0, float(max(1, (state.count + 1 << 40) * (1 << 30)))

    report = check_game(build(bounds=vast), games=50)
    assert report.failures[0].law == "compiled as interpreted"
