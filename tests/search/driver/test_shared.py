"""One solver, or one searcher, in several threads: no values but the right ones."""

import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

from spielbaum import Searcher, Solver, games
from spielbaum.errors import InputError
from spielbaum.game import Game, State
from spielbaum.games.tree import from_data
from spielbaum.kernel.compiled_function import CompiledFunction
from tiers import at_night

THREADS = 4


def together(work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    """Return what a function makes of each item, in threads that all begin at the same time."""
    barrier = threading.Barrier(THREADS)

    def part(number: int) -> list[Any]:
        barrier.wait()
        return [work(item) for item in items[number::THREADS]]

    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(part, range(THREADS)))
    return [parts[number % THREADS][number // THREADS] for number in range(len(items))]


def positions(game: Game, number: int) -> list[State]:
    """Return some states of a game that are not terminal."""
    found, chance = list[State](), random.Random(1)
    while len(found) < number:
        state = game.initial()
        for _ in range(chance.randrange(9)):
            if not game.is_terminal(state):
                state = game.result(state, chance.choice(list(game.actions(state))))
        found += [] if game.is_terminal(state) else [state]
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    """The kernels of tic-tac-toe are those of other tests."""
    return games.load("tic-tac-toe")


def test_a_busy_solver_refuses_another_state(game: Game) -> None:
    solver, states = Solver(game, table=1 << 20), positions(game, 120 if at_night() else 40)
    alone = Solver(game, table=1 << 20)
    wanted = [alone.solve(state, strong=True).score for state in states]

    def score(state: State) -> int | None:
        try:
            return solver.solve(state, strong=True).score
        except InputError:
            return None

    found = together(score, states)
    assert [one or two for one, two in zip(found, wanted, strict=True)] == wanted
    assert [solver.solve(state, strong=True).score for state in states] == wanted


def test_a_busy_solver_refuses_a_second_proof(game: Game) -> None:
    solver = Solver(game, table=1 << 20)
    with solver._alone(), pytest.raises(InputError, match="let each thread have one of its own, from beside"):
        solver.solve()
    assert solver.solve().value == 0


def test_several_solvers_prove_at_the_same_time(game: Game) -> None:
    solver, states = Solver(game, table=1 << 20), positions(game, 60 if at_night() else 20)
    own = threading.local()

    def score(state: State) -> int | None:
        own.solver = getattr(own, "solver", None) or solver.beside()
        score: int | None = own.solver.solve(state, strong=True).score
        return score

    solver.compile()
    assert together(score, states) == [solver.solve(state, strong=True).score for state in states]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["mtdf", "mcts", pytest.param("pvs:replacement=two-big", marks=pytest.mark.long)])
def test_a_searcher_serves_several_threads(algorithm: str, game: Game) -> None:
    searcher, states = Searcher(game, algorithm, table=None if algorithm == "mcts" else 1 << 20), positions(game, 40)
    limits = {"simulations": 200} if algorithm == "mcts" else {"depth": 8}

    def value(state: State) -> tuple[Any, int]:
        result = searcher.search(state, **limits)
        return result.value, result.nodes

    searcher.compile()
    wanted = [value(state) for state in states]
    assert [one for one, _ in together(value, states)] == [one for one, _ in wanted]


def test_bounds_of_unknown_leaves_belong_to_one_search() -> None:
    trees = [[[number, "a"], ["b", [number + 1, 2]], [[3, number], [number, 1]]] for number in range(12)]
    tree = from_data(trees)
    searcher = Searcher(tree, "alpha-beta")
    states = [tree.result(tree.initial(), action) for action in tree.actions(tree.initial())] * 10

    def bounds(state: State) -> list[Any]:
        result = searcher.search(state)
        return [result.value, result.certainty.kind, *((row.value, row.bound) for row in result.action_values)]

    wanted = [bounds(state) for state in states]
    assert together(bounds, states) == wanted


class Number(NamedTuple):
    """A state."""

    x: int


def numbers(state: Number) -> tuple[tuple[int, ...]]:
    return ((state.x, state.x + 1, state.x * state.x),)


def test_several_threads_call_a_function_of_the_game() -> None:
    asked = CompiledFunction(numbers, Number(0), rows=1, length=3)
    states = [Number(x) for x in range(2000)]
    assert together(asked, states) == [numbers(state) for state in states]
