"""The search pool: results, limits, fairness, stopping, refusals, and threads that end."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any

import pytest

from spielbaum import Limits, games, search
from spielbaum.errors import BusyError, InputError, UnknownNameError, UnsupportedGameError
from spielbaum.game import Game
from spielbaum.players import RandomPlayer, drawn_by_noise, parse_player
from spielbaum.search.table.allocation import TableMemory
from spielbaum.search_pool import BACKGROUND, PoolLimits, SearchJob, SearchPool
from spielbaum.search_pool.pool import NICE

pytestmark = [pytest.mark.slow, pytest.mark.interpreted]

FOUR = games.load("connect-four")
THREE = games.load("mnk:players=3")
LONG = parse_player("alpha-beta:20s")
QUICK = parse_player("alpha-beta:depth=2")


@pytest.fixture
def pool() -> Iterator[SearchPool]:
    with SearchPool(PoolLimits(seconds=20), workers=1) as opened:
        yield opened


def ask(pool: SearchPool, owner: str = "anna", player: str = "alpha-beta:20s", game: Game = FOUR) -> SearchJob:
    return pool.choose(owner, game, spec=parse_player(player), state=game.initial())


def wait_for_search(job: SearchJob, depth: int = 2) -> None:
    deadline = time.monotonic() + 60
    while job.status().stage != "searching" or job.status().progress.depth < depth:
        assert time.monotonic() < deadline, job.status()
        time.sleep(0.01)


@pytest.mark.compiled
@pytest.mark.parametrize("compiled", [True, False])
def test_a_job_has_the_result_of_a_search(pool: SearchPool, compiled: bool) -> None:
    game = replace(FOUR, compiled=compiled)
    choice = ask(pool, player="alpha-beta:depth=4", game=game).future.result(60)
    alone = search(game, algorithm="alpha-beta", limits=Limits(depth=4))
    assert choice.result is not None
    assert (choice.result.action_text, choice.value, choice.result.depth) == (alone.action_text, alone.value, 4)


@pytest.mark.interpreted
def test_searches_with_a_node_limit_are_reproducible(pool: SearchPool) -> None:
    found = [ask(pool, player="pvs(nodes=5000, replacement=two-deep)").future.result(60).result for _ in range(2)]
    alone = search(FOUR, algorithm="pvs:replacement=two-deep", limits=Limits(nodes=5_000))
    assert [replace(one, seconds=0) for one in found] == [replace(alone, seconds=0)] * 2


def test_random_play_follows_the_seed(pool: SearchPool) -> None:
    spec, state = parse_player("random"), FOUR.initial()
    found = [pool.choose("anna", FOUR, spec=spec, state=state, seed=seed).future.result(9).action for seed in range(9)]
    assert found == [RandomPlayer(FOUR, seed).choose(state).action for seed in range(9)]
    assert len(set(found)) > 1


def test_noise_follows_the_seed(pool: SearchPool) -> None:
    state, spec = FOUR.initial(), parse_player("alpha-beta(depth=1, noise=1)")
    found = [pool.choose("anna", FOUR, spec=spec, state=state, seed=seed).future.result(9).action for seed in range(9)]
    drawn = [drawn_by_noise(FOUR, state, 1, seed) for seed in range(9)]
    assert found == [choice.action for choice in drawn if choice]
    assert len(set(found)) > 1


def test_limits_are_lowered_to_those_of_the_pool() -> None:
    allowed = PoolLimits(seconds=2, depth=9, nodes=1000)

    def limits(player: str) -> Limits:
        return allowed.clamp(parse_player(player)).limits

    assert limits("pvs") == Limits(seconds=1)
    assert limits("pvs:3600s") == Limits(seconds=2)
    assert limits("pvs:depth=500") == Limits(depth=9, seconds=2)
    assert limits("pvs:nodes=1000000000000") == Limits(nodes=1000, seconds=2)
    assert limits("pvs(depth=3, nodes=10, seconds=0.5)") == Limits(3, 0.5, 10)


INTERPRETED = [
    pytest.param(player, marks=pytest.mark.interpreted) for player in ("negamax:nodes=900000000", "mtdf(seconds=9)")
]


@pytest.mark.parametrize("player", ["alpha-beta:depth=90", *INTERPRETED])
def test_no_search_takes_longer_than_the_pool_allows(player: str) -> None:
    with SearchPool(PoolLimits(seconds=0.3), workers=1) as pool:
        choice = ask(pool, player=player).future.result(60)
        assert 0.25 < choice.seconds < 5  # by how much it is exceeded is measured elsewhere: machines are noisy
        assert choice.result is not None
        assert choice.result.depth >= 2


@pytest.mark.compiled
def test_a_running_search_reports_its_progress(pool: SearchPool) -> None:
    job = ask(pool)
    wait_for_search(job, depth=6)
    now = job.status().progress
    assert now.nodes > 1000
    assert now.seconds > 0
    assert now.actions == 7
    assert isinstance(now.value, int)
    assert len(now.pv_text) >= 4
    job.stop(play_now=True)
    choice = job.future.result(20)
    assert choice.seconds < 19
    assert job.status().stage == "done"
    assert job.status().progress.pv_text == choice.result.pv_text


def test_stopping_an_owner_cancels_the_search_and_frees_the_worker(pool: SearchPool) -> None:
    job = ask(pool)
    wait_for_search(job)
    start = time.monotonic()
    pool.stop("anna")
    with pytest.raises(CancelledError):
        job.future.result(1)
    assert ask(pool, "ben", "alpha-beta:depth=2").future.result(10).result.depth == 2
    assert time.monotonic() - start < 10


def test_stopping_an_owner_leaves_the_searches_of_others(pool: SearchPool) -> None:
    running = ask(pool)
    wait_for_search(running)
    waiting = ask(pool, "ben", "alpha-beta:depth=3")
    pool.stop("carl")
    pool.stop("anna")
    assert waiting.future.result(20).result.depth == 3


def test_play_now_on_a_waiting_job_answers_at_depth_1(pool: SearchPool) -> None:
    running = ask(pool)
    wait_for_search(running)
    late = ask(pool, "ben")
    late.stop(play_now=True)
    running.stop()
    assert late.future.result(20).result.depth == 1


def test_owners_take_turns(pool: SearchPool) -> None:
    order: list[str] = []
    running = ask(pool)
    wait_for_search(running)
    jobs = []
    for owner in ("ben", "ben", "carl", "carl", "dora"):
        job = ask(pool, owner, "alpha-beta:depth=2")
        job.future.add_done_callback(lambda _future, owner=owner: order.append(owner))
        jobs.append(job)
    assert [job.status().ahead for job in jobs] == [0, 3, 1, 4, 2]
    running.stop()
    for job in jobs:
        job.future.result(20)
    assert order == ["ben", "carl", "dora", "ben", "carl"]


def test_too_many_waiting_jobs_are_refused() -> None:
    with SearchPool(PoolLimits(waiting_each=2, waiting=3), workers=1) as pool:
        running = ask(pool)
        wait_for_search(running)
        waiting = [ask(pool), ask(pool)]
        with pytest.raises(BusyError, match="2 of your searches are waiting already"):
            ask(pool)
        ask(pool, "ben")
        with pytest.raises(BusyError, match="3 searches are waiting already: try again"):
            ask(pool, "carl")
        waiting[0].stop()
        assert ask(pool, "carl").status().stage == "waiting"


def test_too_many_kernels_are_refused() -> None:
    with SearchPool(PoolLimits(kernels=1, searchers=1), workers=1) as pool:
        assert ask(pool, player="alpha-beta:depth=2").future.result(60)
        assert ask(pool, player="alpha-beta:depth=2", game=games.load("connect-four")).future.result(60)
        refused = ask(pool, player="minimax:depth=2")
        with pytest.raises(BusyError, match="1 different searches have been compiled"):
            refused.future.result(60)


def test_impossible_requests_are_refused_at_once(pool: SearchPool) -> None:
    with pytest.raises(InputError, match="a human is not a player of the pool"):
        ask(pool, player="human")
    with pytest.raises(UnsupportedGameError, match="two players"):
        ask(pool, game=THREE)
    with pytest.raises(UnknownNameError, match="evaluation"):
        ask(pool, player="alpha-beta:evaluation=nonsense")
    over = games.load("tic-tac-toe").notation.parse_state("XXXOO....")  # type: ignore[misc]
    with pytest.raises(InputError, match="over"):
        pool.choose("anna", games.load("tic-tac-toe"), spec=QUICK, state=over)
    with pytest.raises(InputError, match="does not search"):
        pool.analyse("anna", FOUR, spec=parse_player("random"), state=FOUR.initial())


def test_an_error_while_compiling_becomes_the_exception_of_the_job(pool: SearchPool) -> None:
    with pytest.raises(InputError, match="add replacement"):
        ask(pool, player="pvs(etc, depth=2)").future.result(20)
    assert ask(pool, player="alpha-beta:depth=2").future.result(20).result.depth == 2


@pytest.mark.interpreted
@pytest.mark.parametrize("player", ["alpha-beta:depth=4", "mtdf:depth=4"])
def test_an_analysis_has_the_exact_value_and_the_pv_of_every_action(pool: SearchPool, player: str) -> None:
    rows = pool.analyse("anna", FOUR, spec=parse_player(player), state=FOUR.initial()).future.result(60)
    exact = search(FOUR, algorithm="minimax", limits=Limits(depth=4))
    assert [(row.action_text, row.value) for row in rows] == [
        (row.action_text, row.value) for row in exact.action_values
    ]
    assert all(row.pv_text[0] == row.action_text and len(row.pv_text) == 4 for row in rows)


def test_closing_joins_all_threads() -> None:
    before = threading.active_count()
    pool = SearchPool(workers=3)
    jobs = [ask(pool, owner) for owner in "abcdef"]
    wait_for_search(jobs[0])
    assert threading.active_count() > before
    pool.close()
    assert threading.active_count() == before
    assert [job.future for job in jobs if not job.future.cancelled()] == []
    assert ask(pool).future.cancelled()


@pytest.mark.interpreted
def test_all_searches_of_a_worker_share_one_transposition_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begin = TableMemory.begin

    def counted(self: TableMemory, *arguments: Any) -> object:
        memory = begin(self, *arguments)
        if (
            threading.current_thread().name.startswith("spielbaum-worker") and memory.entries > 16
        ):  # more than the stub of a search without a table
            made.append(id(memory.words))
        return memory

    monkeypatch.setattr(TableMemory, "begin", counted)
    with SearchPool(workers=1) as pool:
        for game, player in ((FOUR, "pvs"), (FOUR, "mtdf"), (THREE, "max-n"), (FOUR, "alpha-beta-negamax")):
            spec = f"{player}(depth=4, replacement=two-deep)"
            found = ask(pool, player=spec, game=game).future.result(60)
            assert found.value == search(game, algorithm=player, limits=Limits(depth=4)).value
    assert len(made) == 4
    assert len(set(made)) == 1


def test_a_search_in_the_background_gives_its_worker_to_a_move(pool: SearchPool) -> None:
    state = FOUR.initial()
    deep = pool.analyse("deep", FOUR, spec=LONG, state=state, rank=BACKGROUND)
    wait_for_search(deep)
    waiting = [pool.analyse(f"deep {n}", FOUR, spec=LONG, state=state, rank=BACKGROUND) for n in range(3)]
    move = ask(pool, "anna", "alpha-beta:depth=2")
    assert move.future.result(60).action is not None
    assert deep.hurried
    assert len(deep.future.result(60)) == 7, "what it had found"
    for job in waiting:
        job.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
@pytest.mark.parametrize("more", [1, -1])
def test_searches_have_a_lower_priority_than_answers_to_clicks(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    """No process may raise its priority, so in one that is nicer searches have its own."""
    seen: list[int] = []
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert own >= NICE, "tests/conftest.py has the same number, else tests starve searches"
    monkeypatch.setattr("spielbaum.search_pool.pool.NICE", own + more)

    def notice(state: object) -> bool:
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return not seen

    game = replace(games.load("nim"), compiled=False, is_terminal=notice)
    with SearchPool(workers=1) as pool:
        pool.choose("anna", game, spec=parse_player("minimax:depth=1"), state=game.initial()).future.result(60)
    assert (min(seen), max(seen)) == (own, own + max(more, 0))


def test_moves_come_before_answers_and_answers_before_the_background(pool: SearchPool) -> None:
    state = FOUR.initial()
    running = ask(pool, "first")
    wait_for_search(running)
    background = pool.analyse("deep", FOUR, spec=LONG, state=state, rank=BACKGROUND)
    answer = pool.analyse("anna", FOUR, spec=QUICK, state=state)
    move = ask(pool, "bob", "alpha-beta:depth=2")
    for job in (background, answer, move):
        while job.status().stage != "waiting":
            time.sleep(0.01)
    assert [job.status().ahead for job in (move, answer, background)] == [0, 1, 2]
    assert pool._waiting().total() == 2, "the background refuses nobody"
    running.stop()
    assert move.future.result(60)
    assert answer.future.result(60)
    background.stop()


def test_simulations_give_a_share_for_every_move_and_the_most_visited_is_best(pool: SearchPool) -> None:
    game = games.load("go:size=3")
    state = game.initial()
    rows = pool.analyse("anna", game, spec=parse_player("best:seconds=0.3"), state=state).future.result(60)
    chosen = pool.choose("bob", game, spec=parse_player("best:seconds=0.3"), state=state).future.result(60)
    assert len(rows) == 10
    known = [row for row in rows if row.value is not None]
    assert all(sum(row.value) == pytest.approx(1) and row.bound is None for row in known)
    best = max(known, key=lambda row: row.value[0])
    assert chosen.action in {row.action for row in known}
    assert best.value[0] > sorted(row.value[0] for row in known)[-2]
    assert best.pv[0] == best.action
