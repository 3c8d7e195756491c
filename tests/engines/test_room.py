"""Searches for many people: answers, bounds, fairness, stopping, refusals, and nothing left behind."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import replace

import pytest

from spielbaum import Limits, games, search
from spielbaum.engines import EngineRoom, RoomBounds, Thought
from spielbaum.errors import BusyError, InputError, UnfitGameError, UnknownNameError
from spielbaum.game import Game
from spielbaum.players import RandomPlayer, parse_player
from spielbaum.search.table.allocation import TableMemory

FOUR = games.load("connect-four")
THREE = games.load("mnk:players=3")
LONG = parse_player("alpha-beta:20s")
QUICK = parse_player("alpha-beta:depth=2")


@pytest.fixture
def room() -> Iterator[EngineRoom]:
    with EngineRoom(RoomBounds(seconds=20), workers=1) as opened:
        yield opened


def ask(room: EngineRoom, owner: str = "anna", player: str = "alpha-beta:20s", game: Game = FOUR) -> Thought:
    return room.think(owner, game, spec=parse_player(player), state=game.initial())


def until_it_searches(thought: Thought, depth: int = 2) -> None:
    deadline = time.monotonic() + 60
    while thought.live().stage != "searching" or thought.live().progress.depth < depth:
        assert time.monotonic() < deadline, thought.live()
        time.sleep(0.01)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_answer_is_that_of_a_search(room: EngineRoom, compiled: bool) -> None:
    game = replace(FOUR, compiled=compiled)
    choice = ask(room, player="alpha-beta:depth=4", game=game).future.result(60)
    alone = search(game, algorithm="alpha-beta", limits=Limits(depth=4))
    assert choice.result is not None
    assert (choice.result.action_text, choice.value, choice.result.depth) == (alone.action_text, alone.value, 4)


def test_a_node_limit_gives_the_same_search_again_and_again(room: EngineRoom) -> None:
    found = [ask(room, player="pvs(nodes=20000, replacement=two-deep)").future.result(60).result for _ in range(2)]
    alone = search(FOUR, algorithm="pvs:replacement=two-deep", limits=Limits(nodes=20_000))
    assert [replace(one, seconds=0) for one in found] == [replace(alone, seconds=0)] * 2


def test_random_play_is_decided_by_the_seed(room: EngineRoom) -> None:
    spec, state = parse_player("random"), FOUR.initial()
    found = [room.think("anna", FOUR, spec=spec, state=state, seed=seed).future.result(9).action for seed in range(9)]
    assert found == [RandomPlayer(FOUR, seed).choose(state).action for seed in range(9)]
    assert len(set(found)) > 1


def test_limits_are_lowered_to_the_bounds() -> None:
    bounds = RoomBounds(seconds=2, depth=9, nodes=1000)

    def limits(player: str) -> Limits:
        return bounds.within(parse_player(player)).limits

    assert limits("pvs") == Limits(seconds=1)
    assert limits("pvs:3600s") == Limits(seconds=2)
    assert limits("pvs:depth=500") == Limits(depth=9, seconds=2)
    assert limits("pvs:nodes=1000000000000") == Limits(nodes=1000, seconds=2)
    assert limits("pvs(depth=3, nodes=10, seconds=0.5)") == Limits(3, 0.5, 10)


@pytest.mark.parametrize("player", ["alpha-beta:depth=90", "negamax:nodes=900000000", "mtdf(seconds=9)"])
def test_no_search_goes_on_past_the_bound(player: str) -> None:
    with EngineRoom(RoomBounds(seconds=0.3), workers=1) as room:
        choice = ask(room, player=player).future.result(60)
        assert 0.25 < choice.seconds < 5  # how much more it is, is measured, not tested: machines are noisy
        assert choice.result is not None
        assert choice.result.depth >= 2


def test_progress_can_be_seen(room: EngineRoom) -> None:
    thought = ask(room)
    until_it_searches(thought, depth=6)
    now = thought.live().progress
    assert now.nodes > 1000
    assert now.seconds > 0
    assert now.actions == 7
    assert isinstance(now.value, int)
    assert len(now.pv) >= 4
    thought.stop(play_now=True)
    choice = thought.future.result(20)
    assert choice.seconds < 19
    assert thought.live().stage == "done"
    assert thought.live().progress.pv_text == choice.result.pv_text


def test_a_stopped_search_has_no_answer_and_makes_room(room: EngineRoom) -> None:
    thought = ask(room)
    until_it_searches(thought)
    start = time.monotonic()
    room.stop("anna")
    with pytest.raises(CancelledError):
        thought.future.result(1)
    assert ask(room, "ben", "alpha-beta:depth=2").future.result(10).result.depth == 2
    assert time.monotonic() - start < 10


def test_only_the_searches_of_that_owner_are_stopped(room: EngineRoom) -> None:
    running = ask(room)
    until_it_searches(running)
    waiting = ask(room, "ben", "alpha-beta:depth=3")
    room.stop("carl")
    room.stop("anna")
    assert waiting.future.result(20).result.depth == 3


def test_who_waits_and_shall_play_now_gets_a_move_of_one_ply(room: EngineRoom) -> None:
    running = ask(room)
    until_it_searches(running)
    late = ask(room, "ben")
    late.stop(play_now=True)
    running.stop()
    assert late.future.result(20).result.depth == 1


def test_owners_take_turns(room: EngineRoom) -> None:
    order: list[str] = []
    running = ask(room)
    until_it_searches(running)
    thoughts = []
    for owner in ("ben", "ben", "carl", "carl", "dora"):
        thought = ask(room, owner, "alpha-beta:depth=2")
        thought.future.add_done_callback(lambda _future, owner=owner: order.append(owner))
        thoughts.append(thought)
    assert [thought.live().ahead for thought in thoughts] == [0, 3, 1, 4, 2]
    running.stop()
    for thought in thoughts:
        thought.future.result(20)
    assert order == ["ben", "carl", "dora", "ben", "carl"]


def test_too_many_are_refused() -> None:
    with EngineRoom(RoomBounds(waiting_each=2, waiting=3), workers=1) as room:
        running = ask(room)
        until_it_searches(running)
        waiting = [ask(room), ask(room)]
        with pytest.raises(BusyError, match="2 of your searches are waiting already"):
            ask(room)
        ask(room, "ben")
        with pytest.raises(BusyError, match="3 searches are waiting already: try again"):
            ask(room, "carl")
        waiting[0].stop()
        assert ask(room, "carl").live().stage == "waiting"


def test_too_many_kernels_are_refused() -> None:
    with EngineRoom(RoomBounds(kernels=1, searchers=1), workers=1) as room:
        assert ask(room, player="alpha-beta:depth=2").future.result(60)
        assert ask(room, player="alpha-beta:depth=2", game=games.load("connect-four")).future.result(60)
        refused = ask(room, player="minimax:depth=2")
        with pytest.raises(BusyError, match="1 different searches have been compiled"):
            refused.future.result(60)


def test_what_cannot_be_is_refused_at_once(room: EngineRoom) -> None:
    with pytest.raises(InputError, match="a human does not think here"):
        ask(room, player="human")
    with pytest.raises(UnfitGameError, match="two players"):
        ask(room, game=THREE)
    with pytest.raises(UnknownNameError, match="evaluation"):
        ask(room, player="alpha-beta:evaluation=nonsense")
    over = games.load("tic-tac-toe").notation.parse_state("XXXOO....")  # type: ignore[misc]
    with pytest.raises(InputError, match="over"):
        room.think("anna", games.load("tic-tac-toe"), spec=QUICK, state=over)
    with pytest.raises(InputError, match="does not search"):
        room.analysis("anna", FOUR, spec=parse_player("random"), state=FOUR.initial())


def test_what_is_found_out_later_comes_with_the_answer(room: EngineRoom) -> None:
    with pytest.raises(InputError, match="add replacement"):
        ask(room, player="pvs(etc, depth=2)").future.result(20)
    assert ask(room, player="alpha-beta:depth=2").future.result(20).result.depth == 2


@pytest.mark.parametrize("player", ["alpha-beta:depth=4", "mtdf:depth=4"])
def test_an_analysis_has_the_exact_value_and_the_line_of_every_action(room: EngineRoom, player: str) -> None:
    rows = room.analysis("anna", FOUR, spec=parse_player(player), state=FOUR.initial()).future.result(60)
    exact = search(FOUR, algorithm="minimax", limits=Limits(depth=4))
    assert [(row.action_text, row.value) for row in rows] == [
        (row.action_text, row.value) for row in exact.action_values
    ]
    assert all(row.pv_text[0] == row.action_text and len(row.pv_text) == 4 for row in rows)


def test_closing_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    room = EngineRoom(workers=3)
    thoughts = [ask(room, owner) for owner in "abcdef"]
    until_it_searches(thoughts[0])
    assert threading.active_count() > before
    room.close()
    assert threading.active_count() == before
    assert all(thought.future.cancelled() for thought in thoughts)
    assert ask(room).future.cancelled()


def test_all_searches_of_a_worker_share_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    begin = TableMemory.begin

    def counted(self: TableMemory, *arguments: int) -> object:
        memory = begin(self, *arguments)
        if threading.current_thread().name.startswith("spielbaum-engine") and memory.entries > 16:  # not of no table
            made.append(id(memory.words))
        return memory

    monkeypatch.setattr(TableMemory, "begin", counted)
    with EngineRoom(workers=1) as room:
        for game, player in ((FOUR, "pvs"), (FOUR, "mtdf"), (THREE, "max-n"), (FOUR, "alpha-beta-negamax")):
            spec = f"{player}(depth=4, replacement=two-deep)"
            found = ask(room, player=spec, game=game).future.result(60)
            assert found.value == search(game, algorithm=player, limits=Limits(depth=4)).value
    assert len(made) == 4
    assert len(set(made)) == 1
