"""Rules that end a match: rounds in their order, whole ones only, and repeats that say nothing new."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from math import isfinite

import pytest

from spielbaum.arena import Setup, Stopping, parse_sprt, parse_until
from spielbaum.arena.executors import played
from spielbaum.arena.records import FINISHED, GameRecord, MoveRecord
from spielbaum.arena.stopping import LARGEST_ELO
from spielbaum.arena.tournament import Tournament
from spielbaum.errors import InputError
from spielbaum.statistics import Sprt

TWO = Setup(game="tic-tac-toe", players=("alpha-beta(depth=1)", "alpha-beta(depth=2)"), games=4000, opening_plies=4)
BY_CHANCE = replace(TWO, players=("random(seed=1)", "random(seed=2)"))


def game_of(number: int, winner: int, *, line: str) -> GameRecord:
    seating = (0, 1) if number % 2 == 0 else (1, 0)
    return GameRecord(
        number=number,
        game="tic-tac-toe",
        start="start",
        seating=seating,
        opening=(line,),
        end=FINISHED,
        utility=None,
        survivors=(seating.index(winner),),
        position="end",
        seed=number // 2,
        versions={},
        started="",
        seconds=0.0,
        moves=(MoveRecord(ply=0, seat=0, action="a"),),
    )


def simulated(count: int, chance: float, seed: int) -> Iterator[GameRecord]:
    """Games of which the first player wins a part, each with an opening of its own."""
    generator = random.Random(seed)
    return (game_of(number, int(generator.random() > chance), line=str(number // 2)) for number in range(count))


def test_the_decision_does_not_depend_on_the_order_of_games() -> None:
    games = list(simulated(2000, 0.6, seed=1))
    straight = Stopping(TWO, Sprt(0, 50))
    for game in games:
        straight.add(game)
    assert straight.decided
    for seed in range(3):
        generator, watch = random.Random(seed), Stopping(TWO, Sprt(0, 50))
        for game in sorted(games, key=lambda game: game.number + generator.randrange(40)):  # short games end first
            watch.add(game)
        assert watch.to_dict() == straight.to_dict()
        assert watch.games == straight.games
    assert straight.to_dict()["decision"] == "H1"
    assert [number for number in (straight.games - 1, straight.games) if straight.wants(number)] == [straight.games - 1]


def test_sprt_of_pairs_in_order() -> None:
    games, test, watch = list(simulated(400, 0.5, seed=2)), Sprt(0, 100), Stopping(TWO, Sprt(0, 100))
    for first, second in zip(games[::2], games[1::2], strict=True):
        if test.decision is None:
            test.update(sum(game.seating[game.survivors[0]] == 0 for game in (first, second)))
        watch.add(second)
        watch.add(first)
    assert watch.decided
    known = watch.to_dict()
    assert (known["decision"], known["llr"], known["scores"]) == (test.decision, test.llr, test.counts)
    assert known["pairs"] == sum(test.counts)
    assert (known["lower"], known["upper"]) == test.bounds


def test_an_incomplete_round_does_not_count() -> None:
    watch = Stopping(TWO, Sprt(0, 20))
    first, second, third, fourth = simulated(4, 0.5, seed=3)
    for game in (first, third, fourth):
        watch.add(game)
    assert (watch.rounds, watch.games) == (0, 0)
    watch.add(second)
    assert (watch.rounds, watch.games) == (2, 4)


def test_games_beyond_the_limit_do_not_count() -> None:
    watch = Stopping(TWO, Sprt(0, 1), most=5)
    for game in simulated(20, 0.5, seed=3):
        watch.add(game)
    assert (watch.rounds, watch.wants(4), watch.wants(5)) == (2, True, False)


def test_sprt_needs_points_that_sum_to_one() -> None:
    with pytest.raises(InputError, match="with --ties lost they do not"):
        Stopping(TWO, Sprt(0, 20), ties="lost")
    assert not Stopping(TWO, Sprt(0, 20), ties="lot").over
    assert not Stopping(TWO, parse_until("width=0.1", TWO.players), ties="lost").over


def test_repeated_rounds_count_for_random_players_only() -> None:
    again = [game_of(number, number % 2, line="same") for number in range(1000)]
    watch, by_chance = Stopping(TWO, Sprt(0, 20)), Stopping(BY_CHANCE, Sprt(0, 20))
    for game in again:
        watch.add(game)
        by_chance.add(game)
    assert (watch.rounds, watch.repeated) == (1, 200)
    assert watch.exhausted
    assert watch.over
    assert not watch.decided
    assert by_chance.repeated == 0
    assert by_chance.decided


def test_until_ends_when_every_interval_is_narrow() -> None:
    setup = Setup(game="nim", players=("random(seed=1)", "random(seed=2)"), games=4000)
    watch = Stopping(setup, parse_until("width=0.2", setup.players))
    for game in played(setup, Tournament(setup).pairings, workers=1, over=lambda: watch.over):
        watch.add(game)
    known = watch.to_dict()
    assert known["done"]
    assert known["rounds"] >= 30
    assert 0 < known["widest"] <= 0.2
    assert watch.games == 2 * known["rounds"] < 4000


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_after_the_decision_only_running_games_end(workers: int) -> None:
    setup = Setup(game="nim", players=("random(seed=1)", "random(seed=2)"), games=400)
    ended, decided = 0, []

    def over() -> bool:
        if ended >= 10:
            decided.append(ended)
        return bool(decided)

    with ThreadPoolExecutor(workers) as pool:
        for _ in played(setup, Tournament(setup).pairings, workers=workers, executor=pool, over=over):
            ended += 1
    assert ended - decided[0] <= 2 * workers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("elo0=0", "elo1 is missing"),
        ("", "elo0 and elo1 is missing"),
        ("elo0=5,elo1=5", "less than"),
        ("elo0=0,elo1=x", "must be a number"),
        ("elo0=0,elo1=1e9", "between -2000 and 2000"),
        ("elo0=0,elo1=nan", "between"),
        ("elo0=0,elo1=300,model=normalized", "between -200 and 200"),
        ("elo0=0,elo1=9,elo2=3", "did you mean"),
        ("elo0=0,elo1=9,alpha=0.99", "alpha"),
        ("elo0=0,elo1=9,model=bayes", "logistic, normalized"),
    ],
)
def test_invalid_sprt_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_sprt(text)


@pytest.mark.parametrize(("text", "words"), [("", "needs the"), ("width=2", "between 0 and 1"), ("w=1", "unknown")])
def test_invalid_rules_are_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_until(text, ["a", "b"])


def test_extreme_hypotheses() -> None:
    for (model, most), scores in product(LARGEST_ELO.items(), ([2] * 10, [0] * 10, [1] * 10, [0, 2] * 5)):
        test = parse_sprt(f"elo0={-most},elo1={most},model={model}")
        for score in scores:
            test.update(score)
        assert isfinite(test.llr)


def test_undecidable_matches_are_refused() -> None:
    with pytest.raises(InputError, match="--opening-plies"):
        Stopping(replace(TWO, opening_plies=0), Sprt(0, 20))
    Stopping(replace(TWO, opening_plies=0, players=("alpha-beta(depth=1)", "random")), Sprt(0, 20))
    Stopping(replace(TWO, opening_plies=0, players=("alpha-beta(seconds=0.1)", "minimax(depth=1)")), Sprt(0, 20))
    with pytest.raises(InputError, match="38 seatings"):
        Stopping(replace(BY_CHANCE, game="chameleon-chess"), Sprt(0, 20))
    with pytest.raises(InputError, match="two players"):
        Stopping(replace(BY_CHANCE, players=("random", "random(seed=1)", "random(seed=2)")), Sprt(0, 20))
