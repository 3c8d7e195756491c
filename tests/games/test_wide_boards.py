"""Boards of more than 64 bits, compiled; and small boards that are made wide: the same values, nodes and moves."""

from collections.abc import Callable
from typing import Any

import pytest

from spielbaum import Searcher, Solver, check_game, load, perft
from spielbaum.game import Game
from spielbaum.games import connect_four, domineering
from spielbaum.games.connect_four.rules import Board as Columns
from spielbaum.games.domineering.rules import Board as Squares
from tiers import all_but


class WideColumns(Columns):
    wide = True


class WideSquares(Squares):
    wide = True


SMALL: dict[str, tuple[Callable[[], Game], Callable[[], Game]]] = {
    "connect-four": (
        lambda: connect_four.make_game(Columns(4, 4)),
        lambda: connect_four.make_game(WideColumns(4, 4)),
    ),
    "domineering": (
        lambda: domineering.make_game(Squares(4, 5)),
        lambda: domineering.make_game(WideSquares(4, 5)),
    ),
}


@pytest.mark.slow
@pytest.mark.interpreted
@pytest.mark.parametrize("name", all_but(["domineering"], SMALL))
def test_a_small_board_is_solved_like_a_wide_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At night the wide one is compiled, the other one interpreted."""
    narrow, wide = (make() for make in SMALL[name])
    assert type(wide.initial()).__name__ == "WideState"
    compiled = Solver(wide).solve()
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    interpreted = Solver(narrow).solve()
    assert (compiled.value, compiled.score, compiled.nodes, compiled.action) == (
        interpreted.value,
        interpreted.score,
        interpreted.nodes,
        interpreted.action,
    )


@pytest.mark.interpreted
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("algorithm", ["alpha-beta", "pvs(replacement=two-deep)"])
def test_a_small_board_is_searched_like_a_wide_one(name: str, algorithm: str) -> None:
    found = [Searcher(make(), algorithm).search(depth=4) for make in SMALL[name]]
    assert len({(result.value, result.nodes, result.pv) for result in found}) == 1


def _moved(columns: list[list[int]], width: int, height: int, depth: int) -> int:
    """Count the sequences of moves on a board of lists, of which no four in a row ends any before depth 7."""
    if depth == 0:
        return 1
    total = 0
    for column in range(width):
        if len(columns[column]) < height:
            columns[column].append(0)
            total += _moved(columns, width, height, depth - 1)
            columns[column].pop()
    return total


def test_sequences_on_a_wide_board_are_counted() -> None:
    """Up to six stones nobody has four, and no column of seven is full."""
    assert perft(load("connect-four:width=9,height=7"), depth=6) == [9**n for n in range(1, 7)]


@pytest.mark.interpreted
@pytest.mark.parametrize("spec", ["connect-four:width=4,height=16", "domineering:rows=5,columns=13"])
def test_wide_games_keep_the_contract_and_their_hints_hold(spec: str) -> None:
    assert check_game(load(spec), games=2).ok


@pytest.mark.long
@pytest.mark.parametrize(
    "spec",
    [
        "connect-four:width=4,height=16",
        "connect-four:width=9,height=7",
        "connect-four:width=10,height=10",
        "connect-four:width=9,height=7,keys=zobrist",
        "domineering:rows=8,columns=9",
        "domineering:rows=10,columns=10",
        "domineering:rows=2,columns=64",
    ],
)
def test_they_are_the_same_compiled(spec: str) -> None:
    assert check_game(load(spec), games=30).ok


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("connect-four:width=3,height=31", 0),
        ("domineering:rows=5,columns=13", -1),
        ("domineering:rows=13,columns=5", 1),
    ],
)
def test_wide_boards_are_solved(spec: str, value: Any) -> None:
    assert Solver(load(spec)).solve().value == value
