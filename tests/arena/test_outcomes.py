"""From records of games to results: repeated games are marked and left out."""

from dataclasses import replace
from math import sqrt

from spielbaum.arena.outcomes import outcomes, pair_scores, repeats
from spielbaum.arena.records import FINISHED, GameRecord, MoveRecord
from spielbaum.arena.standings import standings


def record(
    number: int, seating: tuple[int | None, ...], winners: tuple[int, ...], *, seed: int, line: str = "abc"
) -> GameRecord:
    return GameRecord(
        number=number,
        game="some-game",
        start="start",
        seating=seating,
        opening=(line[0],),
        end=FINISHED,
        utility=(0.0,) * len(seating),
        survivors=winners,
        position="end",
        seed=seed,
        versions={},
        started="",
        seconds=0.0,
        moves=tuple(MoveRecord(ply=ply, seat=ply % 2, action=action) for ply, action in enumerate(line[1:])),
    )


GAMES = [
    record(0, (0, 1), (0,), seed=7),
    record(1, (1, 0), (0,), seed=7),
    record(2, (0, 1), (0,), seed=8),
    record(3, (1, 0), (0, 1), seed=8, line="abd"),
    record(4, (0, 1), (0,), seed=9),
]


def test_repeated_games_are_marked_with_the_first() -> None:
    assert repeats(GAMES) == [None, None, 0, None, 0]
    assert repeats([record(5, (0, None), (0,), seed=1), record(6, (None, 0), (0,), seed=1)]) == [None, None]


def test_repeated_games_are_not_counted_twice() -> None:
    assert [(result.seating, result.ranking, result.block) for result in outcomes(GAMES)] == [
        ((0, 1), ((0,), (1,)), 7),
        ((1, 0), ((0,), (1,)), 7),
        ((1, 0), ((0, 1),), 8),
    ]
    assert len(outcomes(GAMES, repeated=True)) == 5


def test_scores_of_pairs() -> None:
    results = outcomes(GAMES, repeated=True)
    assert pair_scores(results) == [1, 1.5]
    assert pair_scores(results, player=1) == [1, 0.5]
    assert pair_scores(results, player=2) == []


def test_the_table_of_a_match_respects_rounds_and_repeats() -> None:
    """Where the opening decides, shares hardly spread; the same rounds once more say nothing new."""
    decided = [
        record(2 * number + game, seating, (number % 2,), seed=number, line=f"{number}bc")
        for number in range(40)
        for game, seating in enumerate([(0, 1), (1, 0)])
    ]
    row, _ = standings(decided, ["a", "b"])
    assert row.share == 0.5
    assert row.high - row.low < 0.5 * 2 * 1.96 * sqrt(0.25 / len(decided)), "each round is decided by its opening"
    few = decided[:20]
    again = [replace(game, number=game.number + 20, seed=game.seed + 10) for game in few]
    once, twice = standings(few, ["a", "b"])[0], standings([*few, *again], ["a", "b"])[0]
    assert (once.low, once.high) == (twice.low, twice.high)
    assert (once.wins, twice.wins) == (10, 20)
