"""Pauses: every search makes them, and finds with them what it finds without them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from spielbaum import Searcher, Solver, load, perft
from spielbaum.errors import UnsupportedGameError
from spielbaum.kernel import pauses
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm

DUEL, THREE = "connect-four:width=3,height=3", "mnk:players=3,width=3,height=3"

BETWEEN = 20


@pytest.fixture
def nodes_at_pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The nodes at each pause, of which there is one every few nodes."""
    seen: list[int] = []

    def at_pause(nodes: int, limit: int) -> int:
        seen.append(nodes)
        return min(limit, nodes + BETWEEN)

    with monkeypatch.context() as patched:
        patched.setattr(pauses, "at_pause", at_pause)
        yield seen


@pytest.mark.parametrize("name", algorithm_names())
def test_every_algorithm_pauses_and_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family = find_algorithm(name).family
    limits = {"depth": 4} if "depth" in family.limits else {"nodes": 300}
    for text in (DUEL, THREE):
        game = replace(load(text), compiled=False)
        try:
            plain = Searcher(game, name, table="1MB").search(**limits)
        except UnsupportedGameError:
            continue
        seen: list[int] = []
        with monkeypatch.context() as patched:
            patched.setattr(pauses, "at_pause", lambda nodes, limit, seen=seen: _noted(seen, nodes, limit))
            paused = Searcher(game, name, table="1MB").search(**limits)
        assert (paused.value, paused.nodes, paused.action) == (plain.value, plain.nodes, plain.action)
        assert len(seen) > plain.nodes // BETWEEN // 2


def _noted(seen: list[int], nodes: int, limit: int) -> int:
    seen.append(nodes)
    return min(limit, nodes + BETWEEN)


@pytest.mark.parametrize("game", ["nim:heaps=1-2-3", "connect-four:width=4,height=3"])
def test_proofs_pause(game: str, nodes_at_pauses: list[int]) -> None:
    solved = Solver(replace(load(game), compiled=False), table="1MB").solve()
    assert len(nodes_at_pauses) > solved.nodes // BETWEEN // 2


def test_perft_pauses(nodes_at_pauses: list[int]) -> None:
    assert perft(replace(load("tic-tac-toe"), compiled=False), depth=4) == [9, 72, 504, 3024]
    assert len(nodes_at_pauses) > 3024 // BETWEEN // 2


def test_a_search_that_is_compiled_does_not_pause(nodes_at_pauses: list[int]) -> None:
    Searcher("tic-tac-toe", "alpha-beta").search(depth=4)
    assert not nodes_at_pauses
