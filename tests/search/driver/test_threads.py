"""Several threads on one table: the value and the action of one thread, and clear words where they cannot be had."""

import random
import time

import pytest

from spielbaum import Game, Limits, Searcher, games, registry
from spielbaum.errors import InputError
from spielbaum.game.notation import play_line
from spielbaum.search.algorithms.choice import strongest
from spielbaum.search.algorithms.registry import algorithm_names, find_algorithm
from spielbaum.search.core.workspace import RUNNING, STOPPED, new_search_workspace
from spielbaum.search.driver.threads import SearchThreads
from spielbaum.search.table.entry import ACTION, FACTS, LOCK, VALUE, set_field
from spielbaum.search.table.scalar import _read, new_table
from spielbaum.search.validation import validate_threads
from tiers import all_but, at_night

pytestmark = pytest.mark.slow

SMALL = "mnk:width=4,height=4,line=4"
GAMES = [SMALL, "connect-four", "domineering", "dots-and-boxes:rows=2,columns=3", "tic-tac-toe"]
BY_DAY = "connect-four"
"""Other tests compile it with two threads, too."""


def one_and_two(game: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Searcher, Searcher]:
    """Return searchers with one thread and with two; by day the one is interpreted."""
    two = Searcher(game, strongest(game), table=1 << 20, threads=2)
    two.compile()
    if not at_night():
        monkeypatch.setenv("SPIELBAUM_JIT", "0")
    return Searcher(game, strongest(game), table=1 << 20), two


@pytest.mark.parametrize("spec", all_but([BY_DAY], GAMES))
def test_two_threads_find_the_result_of_one(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, generator, deepest = registry.load(spec), random.Random(spec), 7 if at_night() else 5
    alone, together = one_and_two(game, monkeypatch)
    for _ in range(5 if at_night() else 2):
        state = game.initial()
        for _ in range(generator.randrange(6)):
            if not game.is_terminal(state):
                state = game.result(state, generator.choice(list(game.actions(state))))
        for limits in (Limits(depth=deepest), Limits(depth=generator.randrange(1, deepest))):
            one, two = alone.search(state, limits), together.search(state, limits)
            assert (two.value, two.action_text, two.certainty.kind, two.depth) == (
                one.value,
                one.action_text,
                one.certainty.kind,
                one.depth,
            )
            assert [row.bound for row in two.action_values] == [row.bound for row in one.action_values]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [n for n in algorithm_names() if (one := find_algorithm(n)).threads and one.family.shares_table]
)
def test_every_algorithm_with_threads_agrees(name: str) -> None:
    game, spec = games.load("connect-four"), f"{name}:replacement=two-deep,history=true,bounds=true"
    one = Searcher(game, spec).search(limits=Limits(depth=8))
    for threads in (2, 3):
        many = Searcher(game, spec, threads=threads).search(limits=Limits(depth=8))
        assert (many.value, many.action_text) == (one.value, one.action_text)
        assert many.nodes > 0
        assert many.nodes == many.max_nodes + many.min_nodes


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        pytest.param(SMALL, "a1 b2 c3 d4 b3 c2", marks=pytest.mark.long),
        (BY_DAY, "7474135447734352523316477222"),
    ],
)
def test_threads_agree_to_the_end_of_the_game(spec: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(spec)
    state = play_line(game, game.initial(), line)
    one, two = (searcher.search(state) for searcher in one_and_two(game, monkeypatch))
    assert (two.value, two.action_text, two.certainty.kind) == (one.value, one.action_text, "exact")


@pytest.mark.long
def test_the_order_by_gains_changes_no_value_with_threads() -> None:
    game, generator = games.load("chess"), random.Random(8)
    plain = Searcher(game, "pvs:replacement=two-deep,quiescence")
    by_gain = Searcher(game, "pvs:replacement=two-deep,killers,history,order=gain,quiescence", threads=2)
    for _ in range(8):
        state = game.initial()
        for _ in range(generator.randrange(4, 40)):
            if not game.is_terminal(state):
                state = game.result(state, generator.choice(list(game.actions(state))))
        limits = Limits(depth=generator.randrange(2, 6))
        assert by_gain.search(state, limits).value == plain.search(state, limits).value


def test_seconds_stop_all_threads() -> None:
    game = registry.load(BY_DAY)
    searcher = Searcher(game, strongest(game), threads=2)
    searcher.compile()
    start = time.perf_counter()
    result = searcher.search(limits=Limits(seconds=0.3))
    assert result.certainty.complete or result.action_text
    assert time.perf_counter() - start < 5  # far above what is promised: shared machines pause


def test_unsupported_uses_of_threads_are_refused() -> None:
    game = games.load("tic-tac-toe")
    with pytest.raises(InputError, match="threads must be at least 1, 0 is not"):
        Searcher(game, threads=0)
    with pytest.raises(InputError, match="threads share a table, and pvs has none: add replacement=two-deep"):
        Searcher(game, "pvs", threads=2)
    with pytest.raises(InputError, match="minimax searches with one thread; several can use alpha-beta"):
        Searcher(game, "minimax", threads=2)
    with pytest.raises(InputError, match="a node limit makes a search repeatable"):
        Searcher(game, "pvs:replacement=deep", threads=2).search(limits=Limits(nodes=100))


def test_interpreted_games_refuse_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELBAUM_JIT", "0")
    with pytest.raises(InputError, match="tic-tac-toe runs interpreted"):
        Searcher(games.load("tic-tac-toe"), "pvs:replacement=deep", threads=2)
    assert validate_threads(1, games.load("tic-tac-toe"), compiled=False) == 1


def test_the_first_result_counts_and_the_work_is_added_up() -> None:
    threads = SearchThreads([new_search_workspace(1, compiled=True) for _ in range(2)])
    main, other = threads.workspaces
    main.nodes, main.depth = 10, 7

    def work(ws: object) -> str:
        if ws is other:
            other.nodes += 5
            other.cutoffs[0] += 3
            other.root_done = 3
            return "found"
        while main.stop == RUNNING:
            time.sleep(0.001)
        main.nodes += 2
        main.cutoffs[0] += 1
        return "stopped"

    assert threads.run_from_main(work) == "found"
    assert int(main.cutoffs[0]) == 4
    assert (int(main.nodes), int(main.depth), int(main.root_done), int(main.stop)) == (17, 7, 3, RUNNING)
    threads.stop()
    assert threads.run(lambda ws: int(ws.stop))[0] == STOPPED


def test_an_error_in_any_thread_stops_all_and_is_raised() -> None:
    threads = SearchThreads([new_search_workspace(1, compiled=True) for _ in range(2)])
    main, other = threads.workspaces

    def work(ws: object) -> None:
        if ws is other:
            raise ValueError("from the other thread")
        while main.stop == RUNNING:
            time.sleep(0.001)

    with pytest.raises(ValueError, match="from the other thread"):
        threads.run(work)


def test_an_entry_that_changes_during_a_read_is_not_used() -> None:
    table = new_table(64)
    key, action, facts, bits = 12345, 3, 77, 99
    for field, word in ((LOCK, key ^ action ^ facts ^ bits), (ACTION, action), (FACTS, facts), (VALUE, bits)):
        set_field(0, field, word, table)
    assert _read(0, key, table) == (action, facts, bits, True)
    set_field(0, VALUE, bits + 1, table)
    assert not _read(0, key, table)[3]
