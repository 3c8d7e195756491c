"""Players as text, and the moves they choose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spielbaum import Limits, games
from spielbaum.errors import InputError, UnknownNameError, UnsupportedGameError
from spielbaum.players import (
    Bench,
    Choice,
    FlexiblePlayer,
    Pace,
    PlayerSpec,
    RandomPlayer,
    SearchPlayer,
    located,
    parse_player,
    parse_players,
)
from spielbaum.search.core.progress import Progress


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("max-n-is(depth=4, evaluation=count-pawns-100-roles)", "max-n-is(depth=4, evaluation=count-pawns-100-roles)"),
        ("max-n-is:1s", "max-n-is(seconds=1)"),
        ("paranoid:100ms,transform=normalised", "paranoid(seconds=0.1, transform=normalised)"),
        ("max-n:shallow,nodes=1000", "max-n(nodes=1000, shallow)"),
        ("pvs:depth=4,noise=0.25", "pvs(depth=4, noise=0.25)"),
        ("pvs:1s,flexible", "pvs(seconds=1, flexible)"),
        ("human", "human"),
        ("random(seed=7)", "random(seed=7)"),
        ("uci:stockfish(time=0.5, Skill Level=3)", "uci:stockfish(time=0.5, Skill Level=3)"),
        (" gtp:gnugo --mode gtp(2s, level=5)", "gtp:gnugo --mode gtp(time=2, level=5)"),
        ("xboard:phalanx(depth=3, margin=2)", "xboard:phalanx(depth=3, margin=2)"),
        ("ugi:spielbaum uci mnk(width=4,height=4)(nodes=9)", "ugi:spielbaum uci mnk(width=4,height=4)(nodes=9)"),
        ("ugi:spielbaum uci mnk(width=4)()", "ugi:spielbaum uci mnk(width=4)()"),
    ],
)
def test_a_player_is_read_and_written(text: str, shown: str) -> None:
    spec = parse_player(text)
    assert str(spec) == shown
    assert parse_player(shown) == spec


@given(
    st.builds(
        PlayerSpec,
        st.sampled_from(["max-n", "hypermax", "paranoid", "alpha-beta"]),
        st.builds(
            Limits,
            depth=st.none() | st.integers(1, 511),
            seconds=st.none() | st.integers(1, 1000) | st.floats(1e-6, 1e6),
            nodes=st.none() | st.integers(1, 10**15),
        ),
        st.none() | st.sampled_from(["lines", "count-pawns-10-roles"]),
    )
)
def test_every_player_round_trips(spec: PlayerSpec) -> None:
    assert parse_player(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("max-m", UnknownNameError, "did you mean 'max-n'"),
        ("max-n(deepness=3)", UnknownNameError, "deepness"),
        ("max-n(depth=three)", InputError, "whole number"),
        ("max-n(depth=0)", InputError, "at least 1"),
        ("max-n(noise=1.5)", InputError, "noise is a probability from 0 to 1, not 1.5"),
        ("random(noise=0.5)", UnknownNameError, "noise"),
        ("max-n(seconds=-1)", InputError, "above 0"),
        ("max-n:1s,seconds=2", InputError, "two time limits"),
        ("human(depth=3)", UnknownNameError, "depth"),
        ("random(seed=x)", InputError, "whole number"),
        ("paranoid(transform=log)", InputError, "normalised"),
    ],
)
def test_invalid_players_are_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_player(text)


def test_equal_limits_are_written_alike() -> None:
    assert str(parse_player("max-n").within(Limits(seconds=1.0))) == str(parse_player("max-n:1s")) == "max-n(seconds=1)"


def test_limits_apply_to_players_without_their_own() -> None:
    players = parse_players("max-n,max-n-is(depth=2),random,paranoid(evaluation=count-pawns)")
    found = [str(player.within(Limits(depth=4), "count-pawns-10-roles")) for player in players]
    assert found == [
        "max-n(depth=4, evaluation=count-pawns-10-roles)",
        "max-n-is(depth=2, evaluation=count-pawns-10-roles)",
        "random",
        "paranoid(depth=4, evaluation=count-pawns)",
    ]


def test_search_and_random_players_choose_legal_actions() -> None:
    game = games.load("tic-tac-toe")
    choice = SearchPlayer(game, parse_player("alpha-beta(depth=9)")).choose(game.initial())
    assert choice.action == 0
    assert choice.result is not None
    assert (choice.value, choice.result.depth) == (0, 9)
    drawn = [[RandomPlayer(game, seed).choose(game.initial()).action for _ in range(3)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1]
    assert {action for line in drawn for action in line} <= set(game.actions(game.initial()))


def test_a_bench_makes_players_once_and_refuses_humans() -> None:
    game = games.load("tic-tac-toe")
    bench = Bench(game, parse_players("alpha-beta(depth=1),random"))
    first, second = bench.seat(0, 1), bench.seat(0, 2)
    assert isinstance(first, SearchPlayer)
    assert isinstance(second, SearchPlayer)
    assert first.searcher is second.searcher
    assert bench.seat(1, 1) is not bench.seat(1, 1)
    with pytest.raises(InputError, match="human"):
        Bench(game, parse_players("human,random"))
    with pytest.raises(UnsupportedGameError):
        Bench(games.load("mnk:players=3"), parse_players("alpha-beta")).compile()


@pytest.mark.parametrize("path", ["/models/a,b.json", "/models (1)/mine.json"])
def test_a_path_that_cannot_be_read_back_is_refused(path: str) -> None:
    with pytest.raises(InputError, match="must not contain a comma or parentheses"):
        located(PlayerSpec("pvs", evaluation=path))


def test_engines_in_a_list_and_what_a_command_limits() -> None:
    text = "pvs(depth=2),uci:stockfish(time=0.5, Skill Level=3),ugi:x mnk(width=4,height=4)(time=1),random"
    specs = parse_players(text)
    assert [str(spec) for spec in specs] == [
        "pvs(depth=2)",
        "uci:stockfish(time=0.5, Skill Level=3)",
        "ugi:x mnk(width=4,height=4)(time=1)",
        "random",
    ]
    assert [spec.is_engine for spec in specs] == [False, True, True, False]
    limits = Limits(seconds=2, depth=3, nodes=9)
    assert str(parse_player("gtp:gnugo").within(limits)) == "gtp:gnugo(time=2)"
    assert str(parse_player("uci:stockfish").within(limits)) == "uci:stockfish(depth=3, time=2, nodes=9)"
    assert str(parse_player("uci:stockfish(depth=1)").within(limits)) == "uci:stockfish(depth=1)"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uci:", "an engine is PROTOCOL:COMMAND"),
        ("uci:a,b", "commas only in parentheses"),
        ("uci:stockfish(time=0)", "seconds must be a number above 0"),
        ("uci:stockfish(time=x)", "must be a number"),
        ("uci:stockfish(time=1, 2s)", "two time limits"),
        ("uci:stockfish(depth=0)", "the depth must be at least 1"),
        ("uci:stockfish(margin=0)", "positive numbers of seconds"),
        ("uci:stockfish(Hash=1, Hash=2)", "is given twice"),
    ],
)
def test_an_invalid_engine_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_player(text)


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("nim", "uci:stockfish", "plays chess, not nim"),
        ("mnk:players=3", "ugi:x", "plays two-player games"),
        ("go", "gtp:gnugo(depth=3)", "its protocol has time"),
        ("chess", "xboard:phalanx(nodes=3)", "its protocol has time, depth"),
    ],
)
def test_an_engine_that_does_not_fit_is_refused_without_being_started(game: str, text: str, words: str) -> None:
    with pytest.raises((UnsupportedGameError, InputError), match=words):
        Bench(games.load(game), [parse_player(text)]).compile()


def noisy(noise: float, seed: object = 1) -> list[int]:
    """Return the first actions, of 400 games, of a player that always plays the first column, with some noise."""
    four = games.load("connect-four")
    bench = Bench(four, [parse_player(f"alpha-beta(depth=1, evaluation=none, noise={noise})")])
    return [bench.seat(0, (seed, game)).choose(four.initial()).action for game in range(400)]


@pytest.mark.interpreted
def test_noise_draws_that_share_of_the_moves() -> None:
    found = noisy(0.25)
    assert 60 <= 400 - found.count(0) <= 110  # 6 of 7 random actions are another one: 86 on average
    assert set(found) == set(range(7))
    assert set(noisy(0)) == {0}
    assert found == noisy(0.25) != noisy(0.25, seed=2)


@pytest.mark.interpreted
def test_a_random_move_has_no_search() -> None:
    four = games.load("connect-four")
    always = Bench(four, [parse_player("alpha-beta(depth=1, noise=1)")]).seat(0, 0)
    line, drawn = [four.initial()], []
    for _ in range(6):
        choice = always.choose(line[-1], line[:-1])
        assert choice.result is None
        drawn.append(choice.action)
        line.append(four.result(line[-1], choice.action))
    assert len(set(drawn)) > 1


def paced(usual: float, most: float, *iterations: tuple[float, int]) -> list[bool]:
    """Return whether a search goes on after iterations that end at some second with some best action."""
    pace = Pace(usual, most)
    return [pace.goes_on(Progress(1, 1, seconds, 0, 0, pv=(best,))) for seconds, best in iterations]


def test_no_iteration_is_begun_that_would_not_end_in_time() -> None:
    assert paced(1.0, 4.0, (0.01, 5), (0.05, 5), (0.21, 5)) == [True, True, True]  # the next ends after 0.85 s
    assert paced(1.0, 4.0, (0.01, 5), (0.05, 5), (0.27, 5)) == [True, True, False]


def test_a_move_whose_best_action_changes_gets_more_time() -> None:
    assert paced(1.0, 4.0, (0.1, 5), (0.9, 6), (3.9, 5), (4.1, 6)) == [True, True, True, False]
    assert paced(1.0, 4.0, (0.1, 5), (0.9, 6), (1.0, 6)) == [True, True, False]


def test_a_flexible_player_spends_its_seconds_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    player = SearchPlayer(games.load("tic-tac-toe"), parse_player("alpha-beta(seconds=2, flexible)"))
    flexible, given, needed = FlexiblePlayer(player), [], iter([0.5, 0.25, 5.25, 0.25, 2.25, 7.5])

    def choose(limits: Limits, *_: object) -> Choice:
        given.append(limits.seconds)
        return Choice(0, min(next(needed), limits.seconds or 0))

    monkeypatch.setattr(player, "choose_within", choose)
    spent = [flexible.choose(player.game.initial()).seconds for _ in range(6)]
    assert given == [2, 3.5, 5.25, 2, 3.75, 3.5]
    assert sum(spent) == 6 * 2


@pytest.mark.interpreted
def test_a_flexible_player_plays() -> None:
    game = games.load("tic-tac-toe")
    choice = Bench(game, [parse_player("alpha-beta(seconds=60, flexible)")]).seat(0, 0).choose(game.initial())
    assert choice.result is not None
    assert choice.result.value == 0
    with pytest.raises(InputError, match="flexible shares out seconds"):
        Bench(game, [parse_player("alpha-beta(depth=2, flexible)")]).seat(0, 0)
