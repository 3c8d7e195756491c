"""Compiled code checks indexes and divisors; the exception names the function."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from spielbaum import U64, SearchHints, Solver, games, perft, replaced, search
from spielbaum.errors import GameError
from spielbaum.game import Game
from spielbaum.kernel import AsState, compile_kernel, pack, shape_of

SHORT, MIDDLE, LONG = (5, 6, 7), tuple(range(20)), tuple(range(2000))
NESTED = ((1, 2), (3, 4), (5, 6))
ROW, BYTES = np.array([3, 1, 4]), np.array([3, 1, 4], np.int8)
SQUARE = np.arange(12).reshape(3, 4)


class Position(NamedTuple):
    board: tuple[int, ...]


POSITION = Position((4, 5, 6))
as_state = AsState(POSITION)


def short(i: int, _fields: Any) -> int:
    return SHORT[i]


def middle(i: int, _fields: Any) -> int:
    return MIDDLE[i]


def long(i: int, _fields: Any) -> int:
    return LONG[i]


def nested(i: int, _fields: Any) -> int:
    return NESTED[i][i + 2]


def row(i: int, _fields: Any) -> int:
    return ROW[i]


def narrow(i: int, _fields: Any) -> int:
    return BYTES[i]


def unsigned(i: int, _fields: Any) -> int:
    return MIDDLE[U64(i) & U64(2**64 - 1)]


def first_axis(i: int, _fields: Any) -> int:
    return SQUARE[i, 1]


def second_axis(i: int, _fields: Any) -> int:
    return SQUARE[1, i]


def board(i: int, fields: Any) -> int:
    return as_state(fields).board[i]


def changed(i: int, fields: Any) -> int:
    return replaced(as_state(fields).board, piece=8, square=i)[1]


def listed(i: int, _fields: Any) -> int:
    return [number * number for number in range(3)][i]


def whole(i: int, _fields: Any) -> int:
    return 7 // (i - 99)


def rest(i: int, _fields: Any) -> int:
    return 7 % (i - 99)


def both(i: int, _fields: Any) -> int:
    return divmod(7, i - 99)[1]


def share(i: int, _fields: Any) -> int:
    return int(10 * (7 / (i - 99)))


@njit
def decorated(i: int) -> int:
    return ROW[i]


def numbers(i: int) -> Iterator[int]:
    for j in range(2):
        yield ROW[i] + j


def by_generator(i: int, _fields: Any) -> int:
    total = 0
    for number in numbers(i):
        total += number
    return total


def numbers_in_two_ways(i: int) -> Iterator[int]:
    yield 1
    yield 7 // (i - 99)


def by_another_generator(i: int, _fields: Any) -> int:
    total = 0
    for number in numbers_in_two_ways(i):
        total += number
    return total


READERS = (
    short, middle, long, nested, row, narrow, unsigned, first_axis, second_axis, board, changed, listed,
    whole, rest, both, share, by_generator, by_another_generator,
)  # fmt: skip
INNER = {by_generator: "numbers", by_another_generator: "numbers_in_two_ways"}


def any_of(readers: tuple[Callable[[int, Any], int], ...]) -> Callable[[int, int, Any], int]:
    """Return all of them in one function, to be called by their number."""
    first, *others = readers
    if not others:
        return lambda _number, i, fields: first(i, fields)
    rest_of = any_of(tuple(others))

    def one_of(number: int, i: int, fields: Any) -> int:
        return first(i, fields) if number == 0 else rest_of(number - 1, i, fields)

    return one_of


@pytest.fixture(scope="module")
def kernel() -> Any:
    return compile_kernel(any_of(READERS))


@pytest.mark.parametrize("number", range(len(READERS)), ids=[reader.__name__ for reader in READERS])
def test_indexes_out_of_range_raise_as_in_the_interpreter(number: int, kernel: Any) -> None:
    reader, fields = READERS[number], pack(POSITION, shape_of(POSITION))
    name = INNER.get(reader, reader.__name__)
    for i in (-1, 0, 1, 2, -3, 3, 4, -4, -5, 20, -21, 99, 2000, -2001, 2**40, -(2**40)):
        kind, wanted = outcome(reader, i)
        if kind is None:
            assert kernel(number, i, fields) == wanted
        else:
            with pytest.raises(GameError, match=rf"^{name} in test_locations\.py, line \d+, raises {kind}: "):
                kernel(number, i, fields)


def outcome(reader: Callable[[int, Any], int], i: int) -> tuple[str | None, int]:
    """Return what exception the interpreter raises, or what it returns."""
    try:
        return None, reader(i, POSITION)
    except (IndexError, ZeroDivisionError) as error:
        return type(error).__name__, 0


def test_what_is_decorated_is_checked_too() -> None:
    kernel = compile_kernel(lambda i: decorated(i))
    assert kernel(-3) == 3
    for i in (3, -4):
        with pytest.raises(GameError, match=r"^a function of the game raises IndexError: index is out of bounds$"):
            kernel(i)


def test_checks_are_switched_off_in_another_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def quotient(i: int) -> int:
        return 7 // i

    with pytest.raises(GameError, match=r"^quotient in test_locations\.py, line \d+, raises ZeroDivisionError"):
        compile_kernel(quotient)(0)
    with pytest.raises(GameError, match=rf" line {quotient.__code__.co_firstlineno + 1}, raises ZeroDivisionError"):
        compile_kernel(quotient)(0)
    monkeypatch.setenv("SPIELBAUM_CHECKS", "0")
    assert compile_kernel(quotient)(0) == 0
    monkeypatch.delenv("SPIELBAUM_CHECKS")
    with pytest.raises(GameError):
        compile_kernel(quotient)(0)


RARE = 1 << 12 | 2 << 6
"""Heaps of 2 and 1: a state that the trial before a search does not come to."""


def read_outside(state: Any, _action: int = 0) -> int:
    return ROW[3] if state.heaps == RARE else 1


def faulty() -> Game:
    """Return nim with a place that is none in one state alone."""
    nim = games.load("nim")
    before = nim.result

    def result(state: Any, action: int) -> Any:
        child = before(state, action)
        return child if read_outside(child) else state

    return replace(nim, result=result, hints=SearchHints())


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda game: search(game, algorithm="minimax"), marks=pytest.mark.slow),
        pytest.param(lambda game: search(game, algorithm="mcts", simulations=20_000), marks=pytest.mark.long),
        pytest.param(lambda game: Solver(game).solve(), marks=pytest.mark.long),
        lambda game: perft(game, depth=8),
    ],
    ids=["minimax", "mcts", "solve", "perft"],
)
def test_a_rare_fault_ends_a_search_with_a_sentence(ask: Callable[[Game], Any]) -> None:
    with pytest.raises(GameError, match=r"^read_outside in test_locations\.py, line \d+, raises IndexError: [a-z ]+$"):
        ask(faulty())


def natural(i: int) -> int:
    numbers = [1, 2, 3]
    if i > 100:
        return natural(i + 1) + numbers[0]
    return sum(
        number
        for number in [
            numbers[i],
            7 // (i - 1),
        ]
    )


def test_a_natural_function_names_the_line_that_raises() -> None:
    kernel, first = compile_kernel(lambda i: natural(i)), natural.__code__.co_firstlineno
    for i, line, kind in ((3, 7, "IndexError"), (1, 8, "ZeroDivisionError"), (101, 3, "RecursionError")):
        with pytest.raises(GameError, match=rf"^natural in test_locations\.py, line {first + line}, raises {kind}: "):
            kernel(i)
    assert kernel(0) == natural(0)
