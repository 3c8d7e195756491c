"""Lists, sets and generators of a game, left early wherever they can be: no search holds on to their memory."""

import gc
from collections.abc import Callable
from weakref import ref

import pytest

from spielbaum import Game, Searcher, Solver, load, search
from spielbaum.kernel.system_memory import resident
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.families.growing_tree import GrowingTree
from spielbaum.search.perft import perft
from tiers import at_night

GAME = '''
"""Four in a row on five by five, written with lists for everything."""
from typing import NamedTuple
from spielbaum import Evaluation, Game, SearchHints

LINES = tuple(
    (p, p + s, p + 2 * s, p + 3 * s) for s in (1, 5) for p in range(25) if p + 3 * s < 25 and (s > 1 or p % 5 < 2)
)

class State(NamedTuple):
    board: tuple[int, ...]
    to_move: int

def initial(): return State((0,) * 25, 0)
def to_move(state): return state.to_move

def empty(board):
    found = []
    for place in range(25):
        if board[place] == 0:
            found.append(place)
    return found

def owned(board, player):
    mine = set([place for place in range(25) if board[place] == player + 1])
    for line in LINES:
        held = [place for place in line if place in mine]
        if len(held) == 4:
            yield held[0]

def rows(board):
    for player in [0, 1]:
        for place in owned(board, player):
            yield place

def actions(state):
    by_worth = sorted([place * 7 % 25 for place in empty(state.board)])
    for place in by_worth:
        yield place * 18 % 25

def result(state, place):
    cells = list(state.board)
    cells[place] = state.to_move + 1
    return State(tuple([cells[i] for i in range(25)]), 1 - state.to_move)

def is_terminal(state):
    for _ in rows(state.board):
        return True
    for _ in actions(state):
        return False
    return True

def utility(state):
    for player in [0, 1]:
        for _ in owned(state.board, player):
            return (100, -100) if player == 0 else (-100, 100)
    return (0, 0)

def evaluate(state):
    worth = set([place % 4 for place in empty(state.board)])
    ahead = any([place > 9 for place in empty(state.board)]) + len(worth)
    return (ahead, -ahead)

def null_move(state): return State(state.board, 1 - state.to_move)

game = Game(name="lists", players=2, initial=initial, to_move=to_move, actions=actions, result=result,
            is_terminal=is_terminal, utility=utility, zero_sum=True, max_utility=100,
            evaluations={"worth": Evaluation(evaluate, maximum=100)}, hints=SearchHints(null_move=null_move))
'''

MOST = 4 << 20
"""Bytes by which a process may grow: its memory is not still for other reasons."""

NODES = 10**8 if at_night() else 10**6

USUAL = ("max-n-is", "mcts")
"""Of two families, one each by day; ``test_natural_games.py`` has alpha-beta."""

PRUNED = ("max-n-is", "speculative")
"""They need values that are not negative."""

OPTIONS = {"mcts": "mcts:memory=1MB"}


def grown_by(work: Callable[[int], object], much: int, *, before: int) -> int:
    work(before)  # compiles, and touches what it needs
    bytes_before = resident() or pytest.skip("only Linux says how much memory a process has")
    work(much)
    return (resident() or 0) - bytes_before


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    """The game, and the same with values from 0 to 100."""
    path = tmp_path_factory.mktemp("lists") / "lists.py"
    path.write_text(GAME, encoding="utf-8")
    other = path.with_name("positive.py")
    other.write_text(
        GAME.replace("-100", "1")
        .replace("(0, 0)", "(9, 9)")
        .replace("-ahead", "9 - ahead")
        .replace("zero_sum=True", "zero_sum=False, non_negative=True, max_utility_sum=101")
        .replace("maximum=100", "maximum=100, non_negative=True, maximal_sum=101"),
        encoding="utf-8",
    )
    return [load(str(path)), load(str(other))]


@pytest.mark.parametrize(
    "algorithm", [pytest.param(name, marks=() if name in USUAL else pytest.mark.long) for name in algorithm_names()]
)
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_searches_leak_no_memory(games: list[Game], algorithm: str) -> None:
    game = games[algorithm in PRUNED]
    grows = find_algorithm(algorithm).family is GrowingTree
    table = ("16MB" if grows else "1MB") if find_algorithm(algorithm).has_memory else None

    def work(nodes: int) -> None:
        found = search(game, algorithm=OPTIONS.get(algorithm, algorithm), nodes=nodes, table=table)
        assert found.nodes > nodes // 2 or found.memory_full

    assert grown_by(work, NODES, before=NODES if grows else NODES // 20) < MOST


@pytest.mark.slow
def test_proofs_and_perft_leak_no_memory(games: list[Game]) -> None:
    game = games[0]
    state = game.initial()
    for place in (12, 7, 6, 8, 11, 13, 16, 10, 20):
        state = game.result(state, place)

    def work(_much: int) -> None:
        assert Solver(game, table="1MB").solve(state).nodes > 100_000
        perft(game, depth=6 if at_night() else 4)

    assert grown_by(work, 1, before=1) < MOST


@pytest.mark.interpreted
@pytest.mark.parametrize("algorithm", ["mcts", "best-first", "pvs(replacement=two-deep, reuse=true)", "max-n"])
def test_deleting_a_searcher_frees_its_tables(algorithm: str) -> None:
    gc.disable()
    try:
        searcher = Searcher(load("connect-four:width=4,height=4"), algorithm)
        searcher.search(nodes=200)
        gone = ref(searcher)
        del searcher
        assert gone() is None
    finally:
        gc.enable()
